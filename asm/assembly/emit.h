/* Words as they come, and bounds on how much the sources may ask for. */
#ifndef SFP_EMIT_H
#define SFP_EMIT_H

#include "isa/timing.h"
#include "program/source.h"

struct assembler;

/* What they ask for without spelling it out. */
struct spent {
    uint64_t words;
    uint64_t text;    /* bytes, with EXPANSION_COST for each text of a macro */
    uint64_t spelled; /* bytes of the sources themselves */
};

/* Whether waits are put in. */
struct hazards {
    bool automatic;
    bool told; /* that something cannot be there */
    struct sfp_issuing issuing; /* the words so far */
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

/* ---- hazard_waits.c ---- */

/* .hazards auto, and .hazards manual. */
void directive_hazards(struct assembler *as, struct place directive, struct place name);

/* From here on waits are put in, or are not. */
void hazards_begin(struct assembler *as, bool automatic);

/* Where waits are put in: how many `word`, the next of the program, needs before it. Reports it at `place` if such a word
 * cannot be there. */
unsigned hazards_waits(struct assembler *as, uint32_t word, struct place place);

/* There `word` was appended. */
void hazards_take(struct assembler *as, uint32_t word);

/* The word of a wait. */
uint32_t hazards_wait(const struct assembler *as);

/* Does a directive give words of a schedule where waits are put in? Says so. */
bool hazards_refuse_schedule(struct assembler *as, struct place directive);

#endif
