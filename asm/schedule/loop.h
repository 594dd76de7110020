/*
 * The words of consecutive iterations of a schedule. Each iteration starts a period after the previous one, and their
 * words overlap. A cycle without an issued cell gets an SFPNOP, or a TTNOP if delays count instructions and the
 * schedule's other iterations issue an uncounted word in this cycle. A Dst address is the address within the
 * iteration's own vector minus the current Dst counter.
 */
#ifndef SFP_LOOP_H
#define SFP_LOOP_H

#include "schedule_cells.h"

/* The cells issued in the cycles of a period. */
struct layout {
    const struct schedule *schedule;
    const struct sfp_index *index;
    const struct cell **issued; /* by cycle of the period: the issued cell, or NULL; owned */
    uint32_t fill, fill_still;  /* the word SFPNOP; the word TTNOP */
    unsigned issued_rows;       /* the row of the last issued cell, plus 1 */
    unsigned scheduled_rows;    /* the row of the last scheduled cell, plus 1 */
};

/* Fills *layout. Returns false if memory ran out. The caller calls layout_free(). */
bool layout_make(struct layout *layout, const struct schedule *schedule, const struct sfp_index *index);
void layout_free(struct layout *layout);

/* layout_issued() returns the number of cycles from the first word of `iterations` (1 or more) to the last issued
 * word; layout_cycles() to the last cycle in which a scheduled cell starts, if later. */
uint64_t layout_issued(const struct layout *layout, uint64_t iterations);
uint64_t layout_cycles(const struct layout *layout, uint64_t iterations);

/* Returns the filler word of a cycle; cycles count from the first word. */
uint32_t layout_filler(const struct layout *layout, uint64_t cycle);

/* A word of the program, and its cell, or NULL for a filler. */
struct layout_word {
    uint32_t word;
    const struct cell *cell;
    unsigned turn;
    bool odd; /* an SFPLOADMACRO would need an odd address, which is impossible */
};

/* A walk over the words of `iterations`. */
struct layout_walk {
    const struct layout *layout;
    uint64_t iterations, cycle;
    uint32_t counter; /* the sum of the steps so far, modulo the Dst counter's size */
};

/* layout_begin() starts a walk at the first word; layout_next() returns the next word. */
struct layout_walk layout_begin(const struct layout *layout, uint64_t iterations);
struct layout_word layout_next(struct layout_walk *walk);

/* ---- The repeating part of a loop's words, and REPLAY ---- */

enum loop_form {
    LOOP_UNROLL, /* all words, without REPLAY */
    LOOP_REPLAY, /* REPLAY records the body, or as many words of a long body as fit, and plays them; the rest of each
                  * body is pushed between the plays */
    LOOP_SOLID,  /* REPLAY records the words before the body, the body and the words after, and plays all three */
};

enum { LOOP_LONGEST_BODY = 1024 }; /* the longest body, in words, that REPLAY plays, wholly or in part */

/*
 * The shape of a loop's words. After the first `before` words, bodies of `length` words repeat. REPLAY holds the first
 * `recorded` words of each body and plays them `times` times; the rest of each body comes between the plays. The
 * remaining words follow. If times < 2, nothing repeats.
 *
 * If a body has a rest, REPLAY may also play the last `head` recorded words before the first body, and the first `tail`
 * recorded words after the last body, again with the rest in between.
 */
struct loop_shape {
    uint64_t iterations;
    uint64_t words;      /* total number of words */
    uint64_t before, length, times;
    uint64_t repeating;  /* number of words from `before` on that repeat: all bodies, and the beginning of a last,
                          * incomplete body */
    uint64_t recorded;   /* `length`, unless REPLAY's room is smaller */
    uint64_t head, tail; /* numbers of words played before the first body and after the last; 0: no such play */
    bool ahead;          /* REPLAY records the body before anything executes, not during its first execution */
};

/* Returns the shape of `iterations` (1 or more), up to the last issued word, or, with `drain`, up to the last start
 * of a scheduled cell. */
struct loop_shape loop_shape(const struct layout *layout, uint64_t iterations, bool drain);

/* Returns the number of iterations above which bodies repeat, if ever. */
uint64_t loop_depth(const struct layout *layout);

/* The number of words in a body's rest, which REPLAY does not hold. */
static inline uint64_t loop_rest(const struct loop_shape *shape)
{
    return shape->length - shape->recorded;
}

/* The number of words before the first word that REPLAY plays. */
static inline uint64_t loop_lead(const struct loop_shape *shape)
{
    return shape->head > 0 ? shape->before - loop_rest(shape) - shape->head : shape->before;
}

/* The index of the first word after the last word that REPLAY plays. */
static inline uint64_t loop_played(const struct loop_shape *shape)
{
    return shape->before + shape->times * shape->length + (shape->tail > 0 ? shape->tail : -loop_rest(shape));
}

/* The number of words from loop_played() on. */
static inline uint64_t loop_behind(const struct loop_shape *shape)
{
    return shape->words - loop_played(shape);
}

/*
 * Fits a loop with repeating bodies into `room` slots of REPLAY, for a form that uses REPLAY. Lengthens a short body,
 * so that the thread need not push a REPLAY in nearly every cycle. For LOOP_REPLAY, records only the beginning of a
 * body that is too long. Returns false if the loop does not fit.
 */
bool loop_fit(struct loop_shape *shape, enum loop_form form, unsigned room);

/* Returns the shape in which bodies begin `later` words (0..length-1) later and REPLAY holds `recorded` words of
 * each. If the new shape has a head, REPLAY must record the body ahead. */
struct loop_shape loop_part(const struct loop_shape *shape, uint64_t later, unsigned recorded);

/* Moves the walk from the end of the first body's recorded words to the end of the last body's. */
void loop_skip(struct layout_walk *walk, const struct loop_shape *shape);

/* Returns a walk at row 0 of an iteration of turn 0 in the steady state, with enough iterations for a whole body of
 * turns * period words. */
struct layout_walk loop_steady(const struct layout *layout);

#endif
