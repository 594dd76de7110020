/* What an assembly reads: its sources, names that it keeps, how much text may come of what they spell out, and what puts
 * texts before the scanner. */
#ifndef SFP_TEXTS_H
#define SFP_TEXTS_H

#include "program/source.h"

#include <stdbool.h>
#include <stddef.h>

struct assembler;

/* Makes a source part of the program, which frees it with itself; frees it at once if memory runs out. */
bool assembly_add_source(struct assembler *as, struct source *source);

/* The source that holds all texts that macros and repeated blocks expand to; NULL, reported, if memory ran out. */
struct source *assembly_expansions(struct assembler *as);

/* A copy of a name that lives as long as the program; NULL if memory ran out. */
const char *assembly_keep_name(struct assembler *as, const char *name, size_t length);

/* What it costs to make a text, in bytes of it. */
enum { EXPANSION_COST = 12 };

/* May the sources ask for so much more text than they spell out? If not reports it at `place` and ends the assembly. */
bool expansion_allowed(struct assembler *as, uint64_t bytes, struct place place);

/* A bound on what a source expands to, usually `bytes`. */
uint64_t expansion_bound(const struct assembler *as, uint64_t bytes);

/* ---- Files that come with the programs ---- */

/* The directory of files that come with the programs. NULL with errno: there is none, ENOENT, or no memory, ENOMEM. */
const char *shipped_directory(struct assembler *as);

/* Is this a file of that directory, and not the user's? False before one was looked for there. */
bool shipped_has(const struct assembler *as, const char *path);

/* ---- gnu_source.c: sources that were written for GNU as, and what of them counts here ---- */

/* What has been said already of differences from GNU as. */
struct told {
    bool riscv; /* what to do with RISC-V instructions */
    bool data;  /* in this statement, that GNU as does not rotate data */
};

/* Is the text a compiler's, by what such texts begin with or end in? */
bool gnu_is_compiled(const char *text, size_t size);

/* Do directives of the statement under way mean what they mean to GNU as, because of --gnu-strict or as a compiler wrote
 * the source? */
bool gnu_rules(const struct assembler *as);
bool gnu_compiled(const struct assembler *as);

/* Is this the mnemonic of a RISC-V instruction? */
bool gnu_is_riscv(const char *name, size_t length);

/* Says that a line is an instruction of the RISC-V core. */
void directive_riscv(struct assembler *as, struct place name);

/* ---- front/lexer.l: the flex scanner as the rest of the assembler sees it ---- */

/* Makes and frees a scanner. NULL if memory ran out. */
void *scanner_new(struct assembler *as);
void scanner_free(void *scanner);

/* Scans `text` from now on, in place: two NULs must follow its `size` bytes. `line_start`: it begins a line. */
void scanner_read(struct assembler *as, void *scanner, char *text, size_t size, bool line_start);

/* Goes on at `to`, which is in the text being scanned. */
void scanner_skip(struct assembler *as, void *scanner, const char *to);

#endif
