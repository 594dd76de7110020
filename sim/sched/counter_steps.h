/*
 * Steps of the counter of Dst. The last operations of an answer that can step the counter add an iteration's rows to
 * it, each the same number, by their address modifiers.
 */
#ifndef SFP_COUNTER_STEPS_H
#define SFP_COUNTER_STEPS_H

#include "answer.h"

struct counter_steps {
    const struct answer *answer;
    unsigned count; /* number of operations that step the counter; 0: the counter stands still */
    bool in_order;  /* stores can step the counter too, as no table counts for them */
};

/* Returns the fewest loads that can add an iteration's rows to the counter, each by the rows of an address modifier.
 * 0: the counter stands still, or no modifier fits. */
unsigned counter_steps_needed(const struct graph *g);

/* Returns an address modifier that adds `rows`: one that sfpu.inc names, or else the first one; the last modifier if no
 * modifier adds them. */
unsigned counter_modifier(const struct graph *g, int32_t rows);

/* Returns the rows that each stepping operation adds. */
int32_t counter_steps_rows(const struct counter_steps *steps);

/* Returns whether the operation steps the counter. */
bool counter_steps_by(const struct counter_steps *steps, size_t operation);

/* Returns the address in the operation's word: in a table, the iteration's; in an order, less the rows already in the
 * counter. */
int32_t counter_steps_address(const struct counter_steps *steps, size_t operation);

#endif
