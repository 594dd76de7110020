/*
 * The program of some iterations of a schedule: their tables on top of each other, each a period later than the one
 * before, with SFPNOP where nothing is issued; or TTNOP, where delays count instructions, and what another iteration
 * issues in such a cycle is none of these. Dst addresses are those of each iteration's vector, less what has
 * stepped the Dst counter by then.
 */
#ifndef SFP_LOOP_H
#define SFP_LOOP_H

#include "schedule_cells.h"

/* What is issued in the cycles of a period. */
struct layout {
    const struct schedule *schedule;
    const struct sfp_index *index;
    const struct cell **issued; /* by cycle of the period; NULL: nothing; owned */
    uint32_t fill, fill_still;  /* an SFPNOP; a TTNOP */
    unsigned issued_rows;       /* one more than the row of the last cell that is issued */
    unsigned scheduled_rows;    /* the same of those that are scheduled */
};

/* False if memory ran out. */
bool layout_make(struct layout *layout, const struct schedule *schedule, const struct sfp_index *index);
void layout_free(struct layout *layout);

/* Cycles from the first word of `iterations` (1 or more) to the last that is issued; and on to the last in which
 * something that is scheduled starts. */
uint64_t layout_issued(const struct layout *layout, uint64_t iterations);
uint64_t layout_cycles(const struct layout *layout, uint64_t iterations);

/* What fills a cycle, counted from the first word on. */
uint32_t layout_filler(const struct layout *layout, uint64_t cycle);

/* A word of a program, and what it is: NULL is one that fills. */
struct layout_word {
    uint32_t word;
    const struct cell *cell;
    unsigned turn;
    bool odd; /* the address of an SFPLOADMACRO, where it cannot be */
};

/* A walk over the words of `iterations`. */
struct layout_walk {
    const struct layout *layout;
    uint64_t iterations, cycle;
    uint32_t counter; /* what has been added to the Dst counter, modulo its size */
};

struct layout_walk layout_begin(const struct layout *layout, uint64_t iterations);
struct layout_word layout_next(struct layout_walk *walk);

/* ---- loop: what repeats in the words of a loop, and how REPLAY makes use of it ---- */

enum loop_form {
    LOOP_UNROLL, /* all words */
    LOOP_REPLAY, /* REPLAY takes the body while it runs first, and plays it */
    LOOP_SOLID,  /* it takes what is before the body, the body and what is behind, and plays them */
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
