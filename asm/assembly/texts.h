/* What an assembly reads: its sources, names that it keeps, and how much text may come of what they spell out. */
#ifndef SFP_TEXTS_H
#define SFP_TEXTS_H

#include "program/source.h"

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

/* ---- shipped.c ---- */

/* The directory of files that come with the programs. NULL with errno: there is none, ENOENT, or no memory, ENOMEM. */
const char *shipped_directory(struct assembler *as);

/* Is this a file of that directory, and not the user's? False before one was looked for there. */
bool shipped_has(const struct assembler *as, const char *path);

#endif
