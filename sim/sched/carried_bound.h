/* The bound of the period by carried values: what a value needs from one iteration to the next, by latencies alone. */
#ifndef SFP_CARRIED_BOUND_H
#define SFP_CARRIED_BOUND_H

#include "base/text_buffer.h"
#include "graph.h"

enum { CIRCLE_OPERATIONS = 64 }; /* size of the list of a circle's operations; `cycles` also counts unlisted operations */

/* A chain of operations from an LReg's value at the start of an iteration to the value that the iteration leaves for the
 * next iteration. Each operation uses the result of the previous operation. A chain through n LRegs spans n iterations. */
struct carried_circle {
    unsigned cycles;      /* sum of the operations' latencies; 0: no value is carried */
    unsigned lreg_count;  /* number of LRegs, and of iterations */
    uint8_t lregs[GRAPH_LREGS];
    uint16_t operations[CIRCLE_OPERATIONS]; /* indices */
    unsigned count;       /* number of operations */
};

/* Finds the circle that needs most cycles for each iteration. If a value can be made in several ways, takes the
 * shortest way. Returns the cycles that `iterations` iterations need; 0 if no value is carried, or if memory ran out: 0
 * is a bound too. `circle` may be NULL. */
unsigned carried_bound(const struct graph *g, unsigned iterations, struct carried_circle *circle);

/* Sets *bound to carried_bound() of one iteration with the circles through this LReg only, or with all circles
 * (GRAPH_LREGS); 0 if there are none. Returns false if memory ran out: reports must not give 0 for that. */
bool carried_bound_through(const struct graph *g, unsigned lreg, unsigned *bound, struct carried_circle *circle);

/* Appends "sfpadd hands on L0 in 2 cycles". */
void carried_say(const struct graph *g, const struct carried_circle *circle, struct text *text);

#endif
