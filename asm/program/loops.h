/*
 * Loops of a program: words that come from the same places again and again, in the same order and without a gap, as
 * those of .rept, of a macro that is called over and over, and of a loop in C++ that was recorded.
 */
#ifndef SFP_LOOPS_H
#define SFP_LOOPS_H

#include "sfp_program.h"

enum {
    SFP_LOOP_LEVELS = 3, /* innermost loops, those around them, and those around these; more are not found */
    SFP_LOOP_MOST_PARTS = 1 << 12, /* places, and loops of the level below, in a turn; loops of more are not found */
};

/* Words first..first + words * turns - 1: two turns at least, of two places at least. */
struct sfp_loop {
    uint64_t body; /* alike for loops whose turns come from the same places */
    size_t first, words, turns;
};

/* By level, of which 0 is the innermost: loops in order, none overlapping another. */
struct sfp_loops {
    struct sfp_loop *loops[SFP_LOOP_LEVELS];
    size_t counts[SFP_LOOP_LEVELS];
};

/* Finds the loops of a program whose words have places; of another there are none. False without memory. */
bool sfp_loops_find(const struct sfp_program *program, struct sfp_loops *loops);
void sfp_loops_free(struct sfp_loops *loops);

/* The loop of that level that word `index` is in, or NULL. */
const struct sfp_loop *sfp_loop_at(const struct sfp_loops *loops, unsigned level, size_t index);

#endif
