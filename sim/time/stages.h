/*
 * The stages of the front end, each of which pulls from the one before it:
 * program -> MOP expander (mop.c) -> REPLAY expander (replay.c) -> back end.
 * arrivals.c tells from what a pull did in which cycle each stage did it. In time, words that a feed pushes go through
 * queues instead (queues.c), since the feed hears in each cycle how these are.
 */
#ifndef SFP_STAGES_H
#define SFP_STAGES_H

#include "frontend.h"

/* An expansion of MOP under way: pass `pass` of `passes`, of which `step` instructions are out. */
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

/* What a step did, as bits. */
enum {
    SFP_DID_TAKE = 1 << 0, /* the MOP expander took a word, */
    SFP_DID_MOP = 1 << 1,  /* which is a MOP */
    SFP_DID_EMIT = 1 << 2, /* the MOP expander emitted a word, which the REPLAY expander took */
};

/* A queue: in which cycle its places are free, in turn. */
struct sfp_room {
    uint64_t *free;
    unsigned size, last; /* places; the one taken last */
};

/* More than all queues hold. */
enum { SFP_HISTORY = 64 };
_Static_assert((int)SFP_HISTORY > (int)SFP_MOST_QUEUED, "what the times of a step follow from");

/*
 * The front end in time: the cycles in which the stages handled what they did
 * last. A step's cycles follow from these alone, so that nothing is simulated
 * cycle by cycle.
 */
struct sfp_arrivals {
    const uint32_t *gaps; /* of the pass; NULL: none */
    const uint32_t *next_gaps, *later_gaps; /* of the next pass, and of those behind it */
    const uint32_t *delays; /* NULL: none */
    uint64_t push_free, mop_free, replay_free; /* the cycle in which each stage can handle something again */
    uint64_t ready;   /* in which the word that was taken last had arrived */
    uint64_t at;      /* in which the last step reached the wait gate, or ended */
    uint64_t wishes;  /* in which the pusher would be free if no queue had ever been full */
    bool turning;     /* the last word taken was a MOP: another one costs a cycle */
    bool ahead;       /* the last step was looked at and not yet passed on */
    bool passed_on;   /* what was asked for last was an instruction */
    bool late;        /* the last answer was a bubble before the step's own cycle */
    bool flows;       /* the next step cannot be late if it is a plain word, or slot, like the last one */
    bool to_gate;     /* a word keeps its place until what becomes of it has passed the gate */
    bool words_wait, items_wait; /* the first two stages, the third one, have had something that could make them late */
    enum sfp_fetch fetch; /* of the last step */
    const struct sfp_op *op;
    enum sfp_stage stage, cause; /* where the last step ended; what the last bubble came from */
    size_t turned;    /* position of the last MOP */
    struct sfp_room words, items, gate;
    uint64_t room[SFP_MOST_QUEUED];
    uint64_t course, compared; /* a hash of the cycles in which instructions passed the gate; of the first passes */
    unsigned begun;    /* passes */
    uint64_t deferred; /* steps of a flow that `at` and the others do not tell of yet, */
    uint64_t asked[SFP_HISTORY]; /* and when the back end asked for the last of them */
};

/*
 * The front end in time of a feed: in each cycle the feed pushes, then the MOP expander and the REPLAY expander each do
 * a thing, in this order, so that a word flows through all of them where nothing is in its way.
 */

/* The most words, items and instructions in a queue; powers of two. */
enum { SFP_WORDS_PLACES = 32, SFP_ITEMS_PLACES = 8, SFP_GATE_PLACES = 2, SFP_SERIALS = 64 };

struct sfp_queued_word {
    struct sfp_fed_word word;
    uint64_t serial; /* words that were pushed before it */
};

/* What the MOP expander gives, or, at the gate, the REPLAY expander. */
struct sfp_queued_op {
    struct sfp_op op;
    enum sfp_fetch fetch; /* OP, or ERROR: it is refused */
    struct sfp_fetch_origin origin;
    uint64_t serial;      /* of the word that it comes from */
};

struct sfp_queues {
    struct sfp_queued_word words[SFP_WORDS_PLACES];
    struct sfp_queued_op items[SFP_ITEMS_PLACES], gate[SFP_GATE_PLACES];
    unsigned first_word, word_count, first_item, item_count, first_op, op_count;
    uint64_t pushed, passed;       /* words; those before `passed` have passed the gate, with all that they became */
    uint64_t passed_last;          /* the serial number of the one whose part passed it last */
    uint8_t left[SFP_SERIALS];     /* by serial: parts of a word that are still on their way */
    struct sfp_queued_op playback; /* the REPLAY that is played */
    struct sfp_queued_word expansion; /* the MOP that is expanded */
    struct sfp_fed_word hand;      /* the feed's, which found no room */
    bool has_hand, fed_all;        /* the feed has no more */
    bool over;                     /* all has passed the gate */
    bool moved;                    /* something got anywhere in this cycle */
    bool acted;                    /* the MOP expander took or gave something in this cycle */
    bool turning;                  /* the last word that it took was a MOP */
    size_t turned;                 /* that word's position */
    size_t last;                   /* the position of the last word that was pushed */
    unsigned room;                 /* words that can be pushed in this cycle */
    unsigned mops;                 /* MOPs among the words, and under way */
    uint64_t held;
    enum sfp_stage lack;           /* who left the gate without an instruction in this cycle, if it is, */
    size_t lack_at;                /* and the position of the word to blame */
};

struct sfp_frontend {
    struct sfp_machine *m;
    const struct sfp_feed *feed; /* NULL: the program is known */
    struct sfp_op *ops;        /* the program, decoded; of a feed, what came from where last */
    struct sfp_ahead {
        uint32_t count, vector; /* plain instructions from here up to the next other one */
    } *ahead;
    size_t count, next;
    unsigned did; /* of the last step: SFP_DID_... */
    struct sfp_mop_stage mop;
    struct sfp_replay_stage replay;
    struct sfp_arrivals time; /* of no use to an untimed run */
    struct sfp_queues queues; /* of use to a feed in time */
};

/* Has its queues find the cycles of their places, whose numbers they know. */
void sfp_arrivals_place_rooms(struct sfp_arrivals *a);

/* A pass begins, the first one too. */
void sfp_arrivals_begin_pass(struct sfp_arrivals *a);

/* One step of the MOP expander: an instruction for the REPLAY expander, refused ones included. */
enum sfp_fetch sfp_mop_next(struct sfp_frontend *f, const struct sfp_op **op);

/* The MOP expander takes a word: what it passes on, or NULL; it may expand from then on. */
const struct sfp_op *sfp_mop_take(struct sfp_frontend *f, const struct sfp_op *word);

/* What an expansion gives next. */
enum sfp_fetch sfp_mop_emit(struct sfp_frontend *f, const struct sfp_op **op);

/* The feed's word, decoded, where it belongs. */
const struct sfp_op *sfp_frontend_decode(struct sfp_frontend *f, const struct sfp_fed_word *word);

/* Is the MOP expander not through with what it took? */
static inline bool sfp_mop_expands(const struct sfp_frontend *f)
{
    return f->mop.pass < f->mop.passes;
}

/* What a queue holds, as quirks.def has it. */
struct sfp_queue_sizes {
    unsigned pushed, expanded, gate;
    bool to_gate; /* a word keeps its place in the first one until what becomes of it has passed the gate */
};
struct sfp_queue_sizes sfp_queue_sizes(enum sfp_arch arch);

/* ---- queues.c ---- */

enum sfp_fetch sfp_queues_at(struct sfp_frontend *f, const struct sfp_op **op);
void sfp_queues_origin(const struct sfp_frontend *f, struct sfp_fetch_origin *origin);

/* Drops an expansion under way. */
void sfp_mop_abort(struct sfp_frontend *f);

/* One step of the REPLAY expander: what the back end gets. */
enum sfp_fetch sfp_replay_next(struct sfp_frontend *f, const struct sfp_op **op);

/* It takes an item, *op, which becomes what it yields; or plays a slot. */
enum sfp_fetch sfp_replay_take(struct sfp_frontend *f, const struct sfp_op **op);
enum sfp_fetch sfp_replay_play(struct sfp_frontend *f, const struct sfp_op **op);

/* Does its next step, with `item` unless it plays, yield an instruction? */
bool sfp_replay_yields(const struct sfp_frontend *f, const struct sfp_op *item);

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
