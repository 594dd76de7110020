/*
 * Loops of a program: words that come repeatedly from the same places, in the same order and without a gap. Sources of
 * loops are .rept, a macro called repeatedly, and a recorded C++ loop.
 */
#ifndef SFP_LOOPS_H
#define SFP_LOOPS_H

#include "sfp_program.h"

enum {
    SFP_LOOP_LEVELS = 3, /* number of levels searched: innermost loops, loops around them, loops around those */
    SFP_LOOP_MOST_PARTS = 1 << 12, /* most parts of a turn: runs of words, or loops of the level below */
};

/* Words first..first + words * turns - 1: at least two turns, each from at least two places. */
struct sfp_loop {
    uint64_t body; /* hash of the body, equal for loops whose turns come from the same places */
    size_t first, words, turns;
};

/* Loops by level; level 0 is the innermost. A level's loops are in order and do not overlap. */
struct sfp_loops {
    struct sfp_loop *loops[SFP_LOOP_LEVELS];
    size_t counts[SFP_LOOP_LEVELS];
};

/* Finds a program's loops, by the words' places. A program without places has no loops. Returns false without
 * memory. */
bool sfp_loops_find(const struct sfp_program *program, struct sfp_loops *loops);
void sfp_loops_free(struct sfp_loops *loops);

/* Returns the loop of `level` that contains word `index`, or NULL. */
const struct sfp_loop *sfp_loop_at(const struct sfp_loops *loops, unsigned level, size_t index);

#endif
