/*
 * The stages of the front end. Each stage pulls from the stage before: program -> MOP expander (mop.c) -> REPLAY
 * expander (replay.c) -> back end. arrivals.c computes the cycle of each stage from what a pull did. In time, the words
 * of a feed go through queues instead (queues.c), since the feed must hear the queues' state in every cycle.
 */
#ifndef SFP_STAGES_H
#define SFP_STAGES_H

#include "frontend.h"

/* An expansion of MOP under way. Emits `passes` passes; `pass` is the present one, and `step` counts its
 * instructions emitted so far. */
struct sfp_mop_stage {
    struct sfp_op op[SFP_MOP_CFGS]; /* the configuration words, decoded */
    bool loop;                      /* template 1 */
    unsigned pass, passes, step;
    uint32_t skip_mask;             /* template 0 */
    bool has_b, has_a123;
    bool has_start, has_end0, has_end1, alternates; /* template 1 */
    unsigned inner;
};

/* The replay buffer, decoded, and a recording or a playback under way. */
struct sfp_replay_stage {
    struct sfp_op op[SFP_REPLAY_SLOTS];
    uint32_t foreign;   /* bit i: slot i was recorded by another program, so that its instruction has no index in
                         * this one */
    uint32_t plain;     /* bit i: slot i holds a plain instruction (sfp_op_is_plain) */
    uint32_t vector;    /* bit i: slot i holds an instruction of the vector unit */
    unsigned slot;      /* next slot to record or to play */
    unsigned recording; /* words still to record */
    unsigned playing;   /* slots still to play */
    bool exec;          /* recorded words are executed too */
    bool gathered;      /* a word of the recording was pushed by a gathering core, which was reported */
    bool played;        /* the last step played a slot, in playback number `playbacks` of `count` slots from `first`
                         * on */
    uint64_t playbacks;
    unsigned first, count;
};

/* What a step did, as bits. */
enum {
    SFP_DID_TAKE = 1 << 0, /* the MOP expander took a word */
    SFP_DID_MOP = 1 << 1,  /* the word taken is a MOP */
    SFP_DID_EMIT = 1 << 2, /* the MOP expander emitted a word, which the REPLAY expander took */
};

/* A queue in time: for each place, the cycle from which the place is free. */
struct sfp_room {
    uint64_t *free;
    unsigned size, last; /* number of places; the place taken last */
};

/* Cycles kept: more than all queues have places. */
enum { SFP_HISTORY = 64 };
_Static_assert((int)SFP_HISTORY > (int)SFP_MOST_QUEUED, "a step's times follow from cycles of all queue places");

/*
 * The front end in time: the cycles in which the stages last handled something. A step's cycles follow from these
 * values alone, without simulating every cycle.
 */
struct sfp_arrivals {
    const uint32_t *gaps; /* extra cycles before each word of this pass; NULL: no gaps */
    const uint32_t *next_gaps, *later_gaps; /* extra cycles before each word of the next pass, and of the passes
                                             * after the next */
    const uint32_t *delays; /* NULL: no delays */
    uint64_t push_free, mop_free, replay_free; /* cycle from which the stage is free */
    uint64_t ready;   /* cycle in which the word taken last arrived */
    uint64_t at;      /* cycle in which the last step reached the wait gate, or ended */
    uint64_t wishes;  /* cycle in which the pusher would be free if no queue had ever been full */
    bool turning;     /* the last word taken was a MOP: a word of another kind costs a cycle */
    bool ahead;       /* the last step was computed but not yet passed on */
    bool passed_on;   /* the last answer to the back end was an instruction */
    bool late;        /* the last answer was a bubble before the step's own cycle */
    bool flows;       /* the next plain word, or slot, like the last one, cannot be late */
    bool to_gate;     /* a word keeps its place in the first queue until everything made from it has passed the gate */
    bool words_wait, items_wait; /* the first two stages have met something that can make them late; the third stage
                                  * has */
    enum sfp_fetch fetch; /* result of the last step */
    const struct sfp_op *op;
    enum sfp_stage stage, cause; /* where the last step ended; what the last bubble came from */
    size_t turned;    /* index of the last MOP */
    struct sfp_room words, items, gate;
    uint64_t room[SFP_MOST_QUEUED];
    uint64_t course, compared; /* hash of the cycles in which instructions passed the gate; its value after the first
                                * two passes */
    unsigned begun;    /* passes begun */
    uint64_t deferred; /* steps of a flow that the times above do not include yet */
    uint64_t asked[SFP_HISTORY]; /* for the last of the deferred steps: the cycles in which the back end asked */
};

/*
 * The front end in time for a feed. In each cycle the feed pushes, then the MOP expander acts, then the REPLAY expander
 * acts: so a word passes through all of them in one cycle if nothing is in its way.
 */

/* Sizes of the rings below, powers of two. No ring is smaller than its queue's capacity, and SFP_SERIALS is above
 * the number of words under way. */
enum { SFP_WORDS_PLACES = 32, SFP_ITEMS_PLACES = 8, SFP_GATE_PLACES = 2, SFP_SERIALS = 64 };

struct sfp_queued_word {
    struct sfp_fed_word word;
    uint64_t serial; /* words that were pushed before it */
};

/* An instruction that the MOP expander, or in the gate queue the REPLAY expander, has emitted. */
struct sfp_queued_op {
    struct sfp_op op;
    enum sfp_fetch fetch; /* OP, or ERROR: refused */
    struct sfp_fetch_origin origin;
    uint64_t serial;      /* serial number of the word that the instruction comes from */
};

struct sfp_queues {
    struct sfp_queued_word words[SFP_WORDS_PLACES];
    struct sfp_queued_op items[SFP_ITEMS_PLACES], gate[SFP_GATE_PLACES];
    unsigned first_word, word_count, first_item, item_count, first_op, op_count;
    uint64_t pushed, passed;       /* numbers of words pushed, and of words that have passed the gate completely, as
                                    * have all earlier words */
    uint64_t passed_last;          /* serial number of the word whose part passed the gate last */
    uint8_t left[SFP_SERIALS];     /* by serial number: parts of a word that are still on their way */
    struct sfp_queued_op playback; /* the REPLAY being played */
    struct sfp_queued_word expansion; /* the MOP being expanded */
    struct sfp_fed_word hand;      /* the feed's word that found no room yet */
    bool has_hand, fed_all;        /* hand is valid; the feed has no more words */
    bool over;                     /* everything has passed the gate */
    bool moved;                    /* something moved in this cycle */
    bool acted;                    /* the MOP expander took or gave something in this cycle */
    bool turning;                  /* the last word that the MOP expander took was a MOP */
    size_t turned;                 /* that MOP's index */
    size_t last;                   /* index of the last word pushed */
    unsigned room;                 /* words that can be pushed in this cycle */
    unsigned mops;                 /* MOPs among the words, and under way */
    uint64_t held;
    enum sfp_stage lack;           /* the stage that left the gate without an instruction in this cycle */
    size_t lack_at;                /* index of the word to blame for that */
};

struct sfp_frontend {
    struct sfp_machine *m;
    struct sfp_expander_state *expanders; /* of the front end's thread, in the machine */
    const struct sfp_feed *feed; /* NULL: the front end has a program */
    struct sfp_op *ops;        /* the program, decoded; for a feed: by index, the last word that came from there */
    struct sfp_ahead {
        uint32_t count, vector; /* plain instructions from here to the next other instruction; vector instructions
                                 * among them */
    } *ahead;
    size_t count, next;
    unsigned did; /* of the last step: SFP_DID_... */
    struct sfp_mop_stage mop;
    struct sfp_replay_stage replay;
    struct sfp_arrivals time; /* the front end's times; not used without time */
    struct sfp_queues queues; /* used for a feed in time */
};

/* Points the three queues at their parts of the array `room`. The queues' sizes must be set. */
void sfp_arrivals_place_rooms(struct sfp_arrivals *a);

/* Notes that a pass begins, also the first. */
void sfp_arrivals_begin_pass(struct sfp_arrivals *a);

/* Takes one step of the MOP expander, which emits an instruction for the REPLAY expander. Refused instructions count
 * too. */
enum sfp_fetch sfp_mop_next(struct sfp_frontend *f, const struct sfp_op **op);

/* The MOP expander takes a word. Returns the word to pass on, or NULL; after a MOP, sfp_mop_emit() yields the
 * expansion. */
const struct sfp_op *sfp_mop_take(struct sfp_frontend *f, const struct sfp_op *word);

/* Emits the expansion's next instruction. */
enum sfp_fetch sfp_mop_emit(struct sfp_frontend *f, const struct sfp_op **op);

/* Decodes the feed's word into its place by index. Returns that place. */
const struct sfp_op *sfp_frontend_decode(struct sfp_frontend *f, const struct sfp_fed_word *word);

/* Returns whether the MOP expander has more to emit. */
static inline bool sfp_mop_expands(const struct sfp_frontend *f)
{
    return f->mop.pass < f->mop.passes;
}

/* The capacities of the three queues, from quirks.def. */
struct sfp_queue_sizes {
    unsigned pushed, expanded, gate;
    bool to_gate; /* a word keeps its place in the first queue until everything made from it has passed the gate */
};
struct sfp_queue_sizes sfp_queue_sizes(enum sfp_arch arch);

/* ---- queues.c ---- */

enum sfp_fetch sfp_queues_at(struct sfp_frontend *f, const struct sfp_op **op);
void sfp_queues_origin(const struct sfp_frontend *f, struct sfp_fetch_origin *origin);

/* Drops an expansion under way. */
void sfp_mop_abort(struct sfp_frontend *f);

/* Takes one step of the REPLAY expander, which pulls from the MOP expander unless a playback is under way. Yields
 * the back end's next instruction. */
enum sfp_fetch sfp_replay_next(struct sfp_frontend *f, const struct sfp_op **op);

/* Takes the item *op, and sets *op to the instruction that results; or plays one slot of a playback under way. */
enum sfp_fetch sfp_replay_take(struct sfp_frontend *f, const struct sfp_op **op);
enum sfp_fetch sfp_replay_play(struct sfp_frontend *f, const struct sfp_op **op);

/* Returns whether the next step, with `item` unless a playback is under way, yields an instruction. */
bool sfp_replay_yields(const struct sfp_frontend *f, const struct sfp_op *item);

/* Takes the next plain slots of a playback as one stretch. Returns false if the next slot is not plain. */
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

/* Returns whether a stretch may hold `op`. */
static inline bool sfp_op_is_plain(const struct sfp_op *op)
{
    if (!op->exec)
        return false;
    switch (op->insn->id) {
    case SFP_I_MOP:
    case SFP_I_MOP_CFG:
    case SFP_I_REPLAY:
    case SFP_I_SEMWAIT:
        return false;
    default:
        return true;
    }
}

#endif
