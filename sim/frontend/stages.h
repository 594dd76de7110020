/*
 * The stages of the front end, each of which pulls from the one before it:
 * program -> MOP expander (mop.c) -> REPLAY expander (replay.c) -> back end.
 * A pull is one cycle of the stage that pulls.
 */
#ifndef SFP_STAGES_H
#define SFP_STAGES_H

#include "frontend.h"

/* An expansion of MOP under way: pass `pass` of `passes`, of which `step` instructions are out. */
struct sfp_mop_stage {
    struct sfp_op op[SFP_MOP_CFGS]; /* the configuration words, decoded */
    bool loop;                      /* template 1 */
    bool turning;                   /* the last word taken was a MOP: passing another one on costs a cycle */
    unsigned pass, passes, step;
    uint32_t skip_mask;             /* template 0 */
    bool has_b, has_a123;
    bool has_start, has_end0, has_end1, alternates; /* template 1 */
    unsigned inner;
};

/* The replay buffer, decoded, and a recording or a playback under way. */
struct sfp_replay_stage {
    struct sfp_op op[SFP_REPLAY_SLOTS];
    uint32_t foreign;   /* bit i: slot i was not recorded by this program, whose words it cannot name */
    uint32_t plain;     /* bit i: slot i holds what a stretch may hold */
    uint32_t vector;    /* bit i: slot i holds an instruction of the vector unit */
    unsigned slot;      /* next one to record or to play */
    unsigned recording; /* words still to record */
    unsigned playing;   /* slots still to play */
    bool exec;          /* recorded words are executed too */
    bool played;        /* the last step was one of a playback: the `playbacks`th, of `count` slots from `first` on */
    uint64_t playbacks;
    unsigned first, count;
};

struct sfp_frontend {
    struct sfp_machine *m;
    struct sfp_op *ops;        /* the program, decoded */
    struct sfp_ahead {
        uint32_t count, vector; /* plain instructions from here up to the next other one */
    } *ahead;
    size_t count, next;
    const uint32_t *gaps; /* steps by which each word arrives late, or NULL */
    uint32_t waited;      /* of them, for the next word */
    bool in_gap;          /* the last bubble was one of them */
    struct sfp_mop_stage mop;
    struct sfp_replay_stage replay;
};

/* One step of the MOP expander: an instruction for the REPLAY expander, refused ones included. */
enum sfp_fetch sfp_mop_next(struct sfp_frontend *f, const struct sfp_op **op);

/* Drops an expansion under way. */
void sfp_mop_abort(struct sfp_frontend *f);

/* One step of the REPLAY expander: what the back end gets. */
enum sfp_fetch sfp_replay_next(struct sfp_frontend *f, const struct sfp_op **op);

/* The stretch that a playback under way goes on with. */
bool sfp_replay_stretch(struct sfp_frontend *f, struct sfp_stretch *stretch);

/* Decodes slots that were recorded before this front end was made. */
void sfp_replay_init(struct sfp_frontend *f);
void sfp_replay_abort(struct sfp_frontend *f);

static inline bool sfp_op_is(const struct sfp_op *op, enum sfp_id id)
{
    return op->insn && op->insn->id == id;
}

static inline bool sfp_op_is_vector(const struct sfp_op *op)
{
    return op->insn && op->insn->unit != SFP_UNIT_NONE;
}

/* May a stretch hold it? */
bool sfp_op_is_plain(const struct sfp_op *op);

#endif
