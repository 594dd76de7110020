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
    LOOP_REPLAY, /* REPLAY takes the body, or what it has room for, and plays it; what it has not comes in between */
    LOOP_SOLID,  /* it takes what is before the body, the body and what is behind, and plays them */
};

enum { LOOP_LONGEST_BODY = 1024 }; /* words of a body that REPLAY plays, or a part of it */

/*
 * The words of a loop, of which those behind the first `before` repeat: bodies of `length` words, one after another.
 * REPLAY has the first `recorded` of each body, and plays them `times` times, with the rest of the body in between; then
 * others come to the end. times < 2: nothing repeats.
 *
 * Of a body with a rest, REPLAY can also play the end of what it has before the first of these, and the beginning
 * behind the last, again with the rest in between.
 */
struct loop_shape {
    uint64_t iterations;
    uint64_t words;      /* in all */
    uint64_t before, length, times;
    uint64_t repeating;  /* words from `before` on that are bodies, and the beginning of a last one */
    uint64_t recorded;   /* `length`, but for a body that REPLAY has no room for */
    uint64_t head, tail; /* words of what is played before the first, and behind the last; 0: nothing is */
    bool ahead;          /* REPLAY takes them before anything executes, not while they come for the first time */
};

/* The shape of `iterations` (1 or more), to the last that is issued or, with `drain`, that starts. */
struct loop_shape loop_shape(const struct layout *layout, uint64_t iterations, bool drain);

/* Iterations beyond which bodies repeat, if ever. */
uint64_t loop_depth(const struct layout *layout);

/* Words of a body that REPLAY does not have. */
static inline uint64_t loop_rest(const struct loop_shape *shape)
{
    return shape->length - shape->recorded;
}

/* Words before the first that REPLAY plays. */
static inline uint64_t loop_lead(const struct loop_shape *shape)
{
    return shape->head > 0 ? shape->before - loop_rest(shape) - shape->head : shape->before;
}

/* The first word behind the last that REPLAY plays. */
static inline uint64_t loop_played(const struct loop_shape *shape)
{
    return shape->before + shape->times * shape->length + (shape->tail > 0 ? shape->tail : -loop_rest(shape));
}

/* Words from there on. */
static inline uint64_t loop_behind(const struct loop_shape *shape)
{
    return shape->words - loop_played(shape);
}

/*
 * Fits a loop whose bodies repeat into so many slots of REPLAY, for a form that plays: a short body is made longer, so
 * that the thread need not push a REPLAY in nearly every cycle; of one that is too long for LOOP_REPLAY it has the
 * beginning. False if it does not fit.
 */
bool loop_fit(struct loop_shape *shape, enum loop_form form, unsigned room);

/* The shape where bodies begin `later` words (0..length-1) later, and REPLAY has `recorded` words of each. If that leaves
 * a head, it must be taken ahead. */
struct loop_shape loop_part(const struct loop_shape *shape, uint64_t later, unsigned recorded);

/* Goes from the end of what REPLAY has of the first body to the same of the last one. */
void loop_skip(struct layout_walk *walk, const struct loop_shape *shape);

/* Words first..first+turns*period-1 of the loop are a body of the steady state from row 0 on, of enough iterations. */
struct layout_walk loop_steady(const struct layout *layout);

#endif
