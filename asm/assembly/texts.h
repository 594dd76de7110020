/* An assembly's texts: sources, names kept, bounds on the text that sources may produce, and the scanner for texts. */
#ifndef SFP_TEXTS_H
#define SFP_TEXTS_H

#include "program/source.h"

#include <stdbool.h>
#include <stddef.h>

struct assembler;

/* Adds a source to the program, which frees it later. Without memory frees the source, reports that and returns
 * false. */
bool assembly_add_source(struct assembler *as, struct source *source);

/* Returns the source that contains the texts of all expansions. Returns NULL after an error for lack of memory. */
struct source *assembly_expansions(struct assembler *as);

/* Returns a copy of a name that lives as long as the program. NULL without memory. */
const char *assembly_keep_name(struct assembler *as, const char *name, size_t length);

/* The cost of an expansion, in addition to its bytes. */
enum { EXPANSION_COST = 12 };

/* Counts `bytes` of text that the sources do not spell out. If the total is too much, reports that at `place`, stops
 * the assembly and returns false. */
bool expansion_allowed(struct assembler *as, uint64_t bytes, struct place place);

/* Returns the limit `bytes`, or the option max_expansion if that is smaller. */
uint64_t expansion_bound(const struct assembler *as, uint64_t bytes);

/* ---- Files that come with the programs ---- */

/* Returns the directory of files that come with the programs. Returns NULL with errno ENOENT if it is not found, or
 * ENOMEM. */
const char *shipped_directory(struct assembler *as);

/* Does the file lie in that directory? False before shipped_directory() was called. */
bool shipped_has(const struct assembler *as, const char *path);

/* ---- gnu_source.c: sources written for GNU as, and their rules ---- */

/* Differences from GNU as that were reported. */
struct told {
    bool riscv; /* advice about RISC-V instructions was given */
    bool data;  /* in this statement: GNU as does not rotate data */
};

/* Is the text a compiler's output, by its beginning or end? */
bool gnu_is_compiled(const char *text, size_t size);

/* gnu_rules(): do directives of the current statement have GNU as's meaning, because of --gnu-strict or since a
 * compiler wrote the source? gnu_compiled(): did a compiler write the source? */
bool gnu_rules(const struct assembler *as);
bool gnu_compiled(const struct assembler *as);

/* Is the name a mnemonic of a RISC-V instruction? */
bool gnu_is_riscv(const char *name, size_t length);

/* Reports a line with an instruction of the RISC-V core. */
void directive_riscv(struct assembler *as, struct place name);

/* ---- source/lexer.l: the flex scanner, for the rest of the assembler ---- */

/* Make and free a scanner. scanner_new() returns NULL without memory. */
void *scanner_new(struct assembler *as);
void scanner_free(void *scanner);

/* Begins to scan `text` in place: two NULs must follow its `size` bytes. `line_start`: the text begins a line. */
void scanner_read(struct assembler *as, void *scanner, char *text, size_t size, bool line_start);

/* Continues scanning at `to`, which lies in the text being scanned. */
void scanner_skip(struct assembler *as, void *scanner, const char *to);

#endif
