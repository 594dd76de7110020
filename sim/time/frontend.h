/*
 * The front end: a thread's instruction stream after MOP and REPLAY expansion
 * (sfpu-frontend(7), REPLAY and MOP). sfp_frontend_next() knows order, not time: the
 * untimed runner asks it as fast as it can. sfp_frontend_at() knows in which
 * cycle each instruction reaches the wait gate; a pipeline asks it once a cycle.
 */
#ifndef SFP_FRONTEND_H
#define SFP_FRONTEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/model.h"

/*
 * ---- Feeds ----
 *
 * A feed is who pushes words one by one, as a RISC-V core does, where a program is a stream that only a run makes. Words
 * are known by their index, the place that pushes them: another word may come from there the next time.
 */

struct sfp_op;

/* What a feed has. */
enum sfp_fed {
    SFP_FED_WORD,
    SFP_FED_NONE, /* in time only: nothing yet */
    SFP_FED_END,  /* no word will come */
};

struct sfp_fed_word {
    uint32_t word;
    size_t index;
};

/* What a core does in a cycle: it issues an instruction, several of them where they are fused, or is held. */
struct sfp_core_step {
    size_t index; /* of the instruction, as of the words that it pushes */
    uint32_t address, word; /* the instruction's address, and the word at that address */
    uint32_t next;          /* where it goes on from there */
    const char *stall;      /* why it does not issue; NULL: it does, and the rest is about that */
    bool by_thread;         /* what it is held for is the thread's to do */
    bool fetched;           /* it is held until it is fetched */
    enum { SFP_CORE_NOTHING, SFP_CORE_PUSHES, SFP_CORE_LOADS, SFP_CORE_STORES } access; /* outside of its memory */
    uint32_t accessed, value; /* LOADS, STORES: the address; all of them: what */
};

/* How a thread is at the start of a cycle, behind its feed. */
struct sfp_thread {
    uint64_t cycle;
    /* Whom the feed tells what its core does in the cycle; NULL: nobody listens. */
    void (*tell)(void *listener, const struct sfp_core_step *step);
    void *listener;
    unsigned room;  /* words that the first queue takes in this cycle */
    uint64_t passed; /* words that have passed the wait gate, with all that they became and all words before them */
    bool at_input;   /* what has passed it last is still at the vector unit's input: */
    uint64_t issued; /* words that have issued, likewise */
    bool expanding; /* the MOP expander is not through with what it took, */
    bool has_mop;   /* or a MOP is queued before it */
    bool has_items, full_of_items; /* the queue behind it is not empty; it is full */
    bool moved;     /* something was pushed, or got from one queue to another, in the cycle before */
    bool in_flight; /* an instruction is on its way, from there to its results */
};

/* What is to become of an instruction that waits for what its own thread cannot bring about. */
enum sfp_relief {
    SFP_RELIEF_NONE,  /* nor can anybody else: it waits for ever */
    SFP_RELIEF_LATER, /* the feed is under way, and may */
    SFP_RELIEF_GIVEN, /* it has been waited for */
};

struct sfp_feed {
    void *context;
    size_t count;    /* indices are below this */
    size_t first;    /* the one where it begins, from which words are late before the first one comes */
    uint32_t *words; /* by index, the word that came from there last; its owner writes it before it hands it over */

    /* The next word; in time one to be pushed in the cycle that `cycle` told of last, as soon as there is room. */
    enum sfp_fed (*next)(void *context, struct sfp_fed_word *word);

    enum sfp_relief (*relieve)(void *context, const struct sfp_op *wait);

    /* In time: a cycle begins. */
    void (*cycle)(void *context, const struct sfp_thread *thread);

    /* In time: the word handed over last found room in the queue in `cycle`. NULL: nobody wants to know. */
    void (*pushed)(void *context, uint64_t cycle);
};

/* ---- The front end ---- */

/* What one step of the front end yields. */
enum sfp_fetch {
    SFP_FETCH_OP,     /* *op is the next instruction for the back end */
    SFP_FETCH_BUBBLE, /* nothing: a word went into a recording or into the MOP expander, or none has come */
    SFP_FETCH_END,    /* the program is over */
    SFP_FETCH_ERROR,  /* it cannot go on: *op is the instruction refused (op->insn may be NULL) */
};

struct sfp_frontend;

/*
 * A front end over `count` words, decoded here once. `machine` must outlive it;
 * its replay buffer and MOP configuration are used and changed. NULL without memory.
 */
struct sfp_frontend *sfp_frontend_new(struct sfp_machine *machine, const uint32_t *words, size_t count);

/* The same over the words of `feed`, which must outlive it; they come once, and are decoded when they come. */
struct sfp_frontend *sfp_frontend_new_fed(struct sfp_machine *machine, const struct sfp_feed *feed);

void sfp_frontend_free(struct sfp_frontend *f);

struct archiving;

/*
 * Saves or loads all of it but its program, as util/archive.h has it; loads it to a front end over the same words or feed,
 * of which the same was asked in time. `head` is an instruction that it gave and whose pointer is still valid, which moves
 * with it.
 */
void sfp_frontend_archive(struct sfp_frontend *f, struct archiving *a, const struct sfp_op **head);

/* Is there an SFPLOADMACRO among the program's words that executes as it is pushed, and not from a recording? */
bool sfp_pushes_macros(const struct sfp_machine *machine, const uint32_t *words, size_t count);

/* Back to the program's first word; the replay buffer stays as it is (--repeat), and a recording under way goes on. */
void sfp_frontend_rewind(struct sfp_frontend *f);

/* Is the MOP expander through with what it took? */
bool sfp_frontend_expanded(const struct sfp_frontend *f);

/* Is neither a recording, a playback nor an expansion under way? */
bool sfp_frontend_at_rest(const struct sfp_frontend *f);

/* The next step. `*op` stays valid until the next call. */
enum sfp_fetch sfp_frontend_next(struct sfp_frontend *f, const struct sfp_op **op);

/* Where the last step came from. */
struct sfp_fetch_origin {
    size_t position;       /* the program's word: the instruction itself, the MOP or REPLAY that expands to it, what
                              an expander is busy with, or the word that has not come */
    uint64_t playback;     /* of REPLAY, counted from 1; 0: none */
    unsigned first, count; /* the slots of that playback */
    uint64_t held;         /* in time: cycles so far in which a full queue held a word that was ready to be pushed */
};
void sfp_frontend_origin(struct sfp_frontend *f, struct sfp_fetch_origin *origin);

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

/*
 * ---- In time ----
 *
 * Three stages, each of which handles at most one thing a cycle, in order: the
 * pusher (the RISC-V core), the MOP expander, the REPLAY expander. Between them,
 * and before the wait gate, are queues (QUEUE in quirks.def), through which
 * things flow: what finds nothing in its way passes all stages in one cycle. A
 * place that was emptied can be filled again in the next cycle. Cycle 0 is the
 * one in which the first word is pushed if it does not come late.
 *
 * Words of a feed go through such queues (queues.c), while those of a program have their cycles worked out
 * (arrivals.c): through queues, plain ones and playbacks would take 1.43 to 1.47 times the CPU time of sfpsim.
 */

/* What left the back end without an instruction. */
enum sfp_stage {
    SFP_STAGE_PUSHER, /* no word had arrived */
    SFP_STAGE_MOP,    /* the MOP expander turned round, or took a word that becomes nothing */
    SFP_STAGE_REPLAY, /* the REPLAY expander took a word, or played a slot, that becomes nothing */
};

/*
 * Switches time on, before the first step. `gaps`: how many cycles each word of
 * the program is ready to be pushed later than the cycle after the word before it,
 * in every pass; one count a word, the caller's, and outlives the front end. NULL: none, as for words of a feed, which
 * says itself when they come. `later`: the same in passes behind the first, or NULL where these are alike; not without
 * `gaps`.
 */
void sfp_frontend_in_time(struct sfp_frontend *f, const uint32_t *gaps, const uint32_t *later);

/*
 * Behind sfp_frontend_in_time(), of a program: makes words late at the wait gate, whatever the queues hold. `delays`:
 * one count of cycles a word, as `gaps`. A word of n cycles, more than 0, is pushed when all before it is through, so
 * that what becomes of it is there n cycles later than it could be then, in every pass; the words behind it follow it.
 */
void sfp_frontend_delay(struct sfp_frontend *f, const uint32_t *delays);

/*
 * A hash of the cycles in which the instructions of a program's first two passes passed the wait gate; of further ones
 * some may be reused. Two runs that have the same were alike in time, but for one in 2^64.
 */
uint64_t sfp_frontend_course(const struct sfp_frontend *f);

/*
 * What the back end finds at the wait gate in `cycle`. To be asked in every cycle
 * in which the back end holds no instruction, from cycle 0 on: that it asks says
 * that the last instruction passed the gate in the cycle before. BUBBLE: nothing
 * has come; sfp_frontend_late() says why. END takes no time. `*op` stays valid
 * until the next call.
 */
enum sfp_fetch sfp_frontend_at(struct sfp_frontend *f, uint64_t cycle, const struct sfp_op **op);

/*
 * Of a feed, which a cycle begins for, before the back end asks: the feed hears how its thread is, and pushes.
 * `thread` is how the back end is; of the front end, all is set here. `passed`: the instruction that was found last
 * passed the gate in the cycle before.
 */
void sfp_frontend_begin_cycle(struct sfp_frontend *f, struct sfp_thread *thread, bool passed);

/* Of a feed: how many of its words have passed the gate, with all that they became and all words before them, but for
 * what is still at the vector unit's input if that is `at_input`. */
uint64_t sfp_frontend_issued(const struct sfp_frontend *f, bool at_input);

/* The stage that caused the last BUBBLE in time. */
enum sfp_stage sfp_frontend_late(const struct sfp_frontend *f);

/* Cycles so far in which a full queue held a word that was ready to be pushed; words asked for count. */
uint64_t sfp_frontend_held(struct sfp_frontend *f);

/* Moves all that is under way to `cycles` later: what lay between was not run cycle by cycle. */
void sfp_frontend_shift(struct sfp_frontend *f, uint64_t cycles);

/* The most words that a queue of the front end holds. */
enum {
    SFP_MOST_QUEUED = 0
#define QUEUE(id, most, archs, provenance, text, source) + (most)
#include "quirks.def"
#undef QUEUE
};

/*
 * What the front end's further steps depend on between passes, beside the replay
 * buffer and the MOP configuration: two ends of passes (after END) with equal keys,
 * compared as bytes, are followed by the same steps at the same distances in time.
 * sfp_frontend_held() goes up alike only if times are `exact`.
 * Times are relative to `now`. Stages that never were late in this run cannot be
 * late in a further pass: their times are left 0.
 */
struct sfp_frontend_key {
    int64_t push, mop, replay;        /* from when on each stage can act, as far as that matters */
    int64_t room[SFP_MOST_QUEUED];    /* and from when on each place of the queues is free, in order of use */
    uint32_t turning;                 /* the last word that the MOP expander took was a MOP */
    uint32_t exact_words, exact_items; /* are times of the first two stages, and of the third, not left out? */
    uint32_t recording, slot, executes; /* a recording under way: words left, the next one's slot */
};
void sfp_frontend_key(struct sfp_frontend *f, uint64_t now, struct sfp_frontend_key *key);

#endif
