/* Words as they come, and bounds on how much the sources may ask for. */
#ifndef SFP_EMIT_H
#define SFP_EMIT_H

#include "program/source.h"

struct assembler;

/* What they ask for without spelling it out. */
struct spent {
    uint64_t words;
    uint64_t text;    /* bytes, with EXPANSION_COST for each text of a macro */
    uint64_t spelled; /* bytes of the sources themselves */
};

void emit_word(struct assembler *as, uint32_t word, struct place place);

/* May `place` give `count` words, one after another? Counts them if it has given words before, else the source spells
 * them out; if they are too many reports it. */
bool emit_allowed(struct assembler *as, uint64_t count, struct place place);

/* Appends one of these; `further`: of the directive that gave the one before, whose line a listing shows once. */
void emit_allowed_word(struct assembler *as, uint32_t word, struct place place, bool further);

/* Appends words first..first+count-1 again, `times` times. */
void emit_again(struct assembler *as, size_t first, size_t count, uint64_t times, struct place place);

/* Appends the last word `times` times more, further words of the directive at `place`. */
void emit_further(struct assembler *as, uint64_t times, struct place place);

/* At the end: hands the labels over to the program. */
void emit_symbols(struct assembler *as);

/* Would `count` more words that are not spelled out be too many? If so reports it at `place` and stops the assembly. */
bool emit_too_many(struct assembler *as, uint64_t count, struct place place);

/* ---- expansion.c ---- */

/* What it costs to make a text, in bytes of it. */
enum { EXPANSION_COST = 12 };

/* May the sources ask for so much more text than they spell out? If not reports it at `place` and ends the assembly. */
bool expansion_allowed(struct assembler *as, uint64_t bytes, struct place place);

/* A bound on what a source expands to, usually `bytes`. */
uint64_t expansion_bound(const struct assembler *as, uint64_t bytes);

#endif
