/*
 * The front end: a thread's instruction stream after MOP and REPLAY expansion
 * (spec/05 sections 7 and 8). Knows order, not time; a pipeline asks it for one
 * step a cycle, the untimed runner as fast as it can.
 */
#ifndef SFP_FRONTEND_H
#define SFP_FRONTEND_H

#include "model.h"

/* What one step of the front end yields. */
enum sfp_fetch {
    SFP_FETCH_OP,     /* *op is the next instruction for the back end */
    SFP_FETCH_BUBBLE, /* nothing this cycle: a word went into a recording, or an expander turns round */
    SFP_FETCH_END,    /* the program is over */
    SFP_FETCH_ERROR,  /* it cannot go on: *op is the instruction refused (op->insn may be NULL) */
};

struct sfp_frontend;

/*
 * A front end over `count` words, decoded here once. `machine` must outlive it;
 * its replay buffer and MOP configuration are used and changed. NULL without memory.
 */
struct sfp_frontend *sfp_frontend_new(struct sfp_machine *machine, const uint32_t *words, size_t count);
void sfp_frontend_free(struct sfp_frontend *f);

/* Back to the program's first word; the replay buffer stays as it is (--repeat), and a recording under way goes on. */
void sfp_frontend_rewind(struct sfp_frontend *f);

/*
 * Makes each word of the program arrive late by so many steps, in every pass: `gaps` has one count a word, belongs to
 * the caller and outlives the front end. NULL: none.
 */
void sfp_frontend_set_gaps(struct sfp_frontend *f, const uint32_t *gaps);

/* Is neither a recording, a playback nor an expansion under way? */
bool sfp_frontend_at_rest(const struct sfp_frontend *f);

/* Was the last bubble such a gap? */
bool sfp_frontend_in_gap(const struct sfp_frontend *f);

/* The next step. `*op` stays valid until the next call. */
enum sfp_fetch sfp_frontend_next(struct sfp_frontend *f, const struct sfp_op **op);

/* Where the last step came from. */
struct sfp_fetch_origin {
    size_t position;       /* the program's word: the instruction itself, or the MOP or REPLAY that expands to it */
    uint64_t playback;     /* of REPLAY, counted from 1; 0: none */
    unsigned first, count; /* the slots of that playback */
};
void sfp_frontend_origin(const struct sfp_frontend *f, struct sfp_fetch_origin *origin);

/* Instructions that follow one another without a bubble, in one array. */
struct sfp_stretch {
    const struct sfp_op *ops;
    size_t count;
    size_t vector; /* of those, the vector unit's */
};

/*
 * Takes as many steps at once as yield plain instructions: none of them refused,
 * none a SEMWAIT. False: the next step is not such a one, or not foreseen;
 * sfp_frontend_next() takes it.
 */
bool sfp_frontend_stretch(struct sfp_frontend *f, struct sfp_stretch *stretch);

#endif
