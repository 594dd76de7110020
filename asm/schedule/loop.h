/* What repeats in the words of a loop, and how REPLAY makes use of it. */
#ifndef SFP_SCHEDULE_LOOP_H
#define SFP_SCHEDULE_LOOP_H

#include "layout.h"

enum loop_form {
    LOOP_UNROLL, /* all words */
    LOOP_REPLAY, /* the body is recorded while it runs first, and played */
    LOOP_SOLID,  /* what is before the body, the body and what is behind are recorded, and played */
};

/*
 * The words of a loop, of which `length` behind the first `before` come `times` times, one time after another, and then
 * others to the end. times < 2: nothing repeats.
 */
struct loop_shape {
    uint64_t iterations;
    uint64_t words; /* in all */
    uint64_t before, length, times;
};

/* The shape of `iterations` (1 or more), to the last that is issued or, with `drain`, that starts. */
struct loop_shape loop_shape(const struct layout *layout, uint64_t iterations, bool drain);

/* Iterations beyond which bodies repeat, if ever. */
uint64_t loop_depth(const struct layout *layout);

/* Words behind the last body. */
static inline uint64_t loop_behind(const struct loop_shape *shape)
{
    return shape->words - shape->before - shape->times * shape->length;
}

/* Makes a short body longer, so that the thread need not push a REPLAY in nearly every cycle; `room`: slots of REPLAY.
 * */
void loop_lengthen(struct loop_shape *shape, unsigned room);

/* Goes from the end of the first body to that of the last. `before`: the counter where the body began. */
void loop_skip(struct layout_walk *walk, const struct loop_shape *shape, uint32_t before);

/* Words first..first+turns*period-1 of the loop are a body of the steady state from row 0 on, of enough iterations. */
struct layout_walk loop_steady(const struct layout *layout);

#endif
