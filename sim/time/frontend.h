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
#include "program/sfp_program.h"

/*
 * ---- Feeds ----
 *
 * A feed pushes words one by one, as a RISC-V core does, when only the run itself makes the program's stream of words.
 * Words are known by the index of the place that pushes them. The same place may push another word the next time.
 */

struct sfp_op;

/* Answers of a feed to a request for a word. */
enum sfp_fed {
    SFP_FED_WORD,
    SFP_FED_NONE, /* in time only: no word yet */
    SFP_FED_END,  /* no word will come */
};

struct sfp_fed_word {
    uint32_t word;
    bool gathered; /* the core gathered .ttinsn when it pushed the word */
    size_t index;
};

/* A core's work in one cycle: the core issues an instruction, issues several fused instructions, or is held. */
struct sfp_core_step {
    size_t index; /* index of the core's instruction, numbered like the words that the core pushes */
    uint32_t address, word; /* the instruction's address, and the word at that address */
    uint32_t next;          /* address of the next instruction */
    const char *stall;      /* why the core does not issue; NULL: the core issues, and the other members tell about
                             * the instruction */
    bool by_thread;         /* the thread stalls the core, for example by a full queue */
    bool fetched;           /* the core waits for the instruction's fetch */
    unsigned line;          /* the core gathers .ttinsn within lines of this many bytes; 0: it does not gather */
    /* outside of the core's own memory */
    enum { SFP_CORE_NOTHING, SFP_CORE_PUSHES, SFP_CORE_LOADS, SFP_CORE_STORES } access;
    uint32_t accessed, value; /* accessed: address of LOADS and STORES; value: the word pushed, loaded or stored */
};

/* A thread's state at the start of a cycle, from the feed to the vector unit. */
struct sfp_thread {
    uint64_t cycle;
    /* Called by the feed with its core's work in this cycle. NULL: no listener. */
    void (*tell)(void *listener, const struct sfp_core_step *step);
    void *listener;
    unsigned room;  /* number of words that the first queue takes in this cycle */
    uint64_t passed; /* number of words that have passed the wait gate; a word counts once everything made from it,
                      * and every earlier word, has passed */
    bool at_input;   /* the instruction that passed last is still at the vector unit's input */
    uint64_t issued; /* number of words that have issued, counted like `passed` */
    bool expanding; /* the MOP expander has more to emit */
    bool has_mop;   /* a MOP is expanding or waits in the first queue */
    bool has_items, full_of_items; /* the queue after the MOP expander is not empty; is full */
    bool moved;     /* something was pushed, or moved from one queue to another, in the cycle before */
    bool in_flight; /* an instruction is between the feed and its results */
    /* With several threads: cycle since which no thread has issued an instruction, and nothing was under way. */
    uint64_t quiet;
    /* With several threads: whether a core has written a semaphore in this cycle, which takes the sync unit. Set by the
     * feed; a core's write must not come if this is set already. NULL: one thread. */
    bool *sync_taken;
};

/* How a wait for something outside the thread will end. */
enum sfp_relief {
    SFP_RELIEF_NONE,  /* nothing can end the wait: the instruction waits for ever */
    SFP_RELIEF_LATER, /* the feed is still running, and may end the wait */
    SFP_RELIEF_GIVEN, /* the wait is over */
};

struct sfp_feed {
    void *context;
    size_t count;    /* bound on the feed's indices: every index is below */
    size_t first;    /* index of the feed's first word: bubbles before the first word have this index */
    uint32_t *words; /* by index, the last word pushed from there; the owner writes the word before handing it over */

    /* Fetches the next word. In time: a word to push in the cycle that `cycle` announced last, as soon as the queue
     * has room. */
    enum sfp_fed (*next)(void *context, struct sfp_fed_word *word);

    enum sfp_relief (*relieve)(void *context, const struct sfp_op *wait);

    /* With several threads: returns whether the feed pushes no more words unless another thread changes something. If
     * so, *index is the index of the place that waits. NULL: the feed never waits. */
    bool (*waits)(void *context, size_t *index);

    /* In time: a cycle begins. */
    void (*cycle)(void *context, const struct sfp_thread *thread);

    /* In time: the word handed over last found room in the queue in `cycle`. NULL: no call. */
    void (*pushed)(void *context, uint64_t cycle);
};

/* ---- The front end ---- */

/* Results of a front-end step. */
enum sfp_fetch {
    SFP_FETCH_OP,     /* *op is the next instruction for the back end */
    SFP_FETCH_BUBBLE, /* nothing: a word went into a recording or into the MOP expander, or no word has come */
    SFP_FETCH_END,    /* the program is over */
    SFP_FETCH_ERROR,  /* the run cannot go on: *op is the instruction refused (op->insn may be NULL) */
};

struct sfp_frontend;

/*
 * Makes a front end over `count` words, which this call decodes. `machine` must outlive the front end, which uses and
 * changes the machine's replay buffer and MOP configuration. Returns NULL without memory. The caller frees by
 * sfp_frontend_free().
 */
struct sfp_frontend *sfp_frontend_new(struct sfp_machine *machine, const uint32_t *words, size_t count);

/*
 * Makes a front end over those of `words` that `thread` has in `streams`, which follow one another in its program. The
 * front end uses and changes the thread's expanders (sfp_machine_expanders()). Findings and origins have the words'
 * indices in `words`. Otherwise like sfp_frontend_new().
 */
struct sfp_frontend *sfp_frontend_new_thread(struct sfp_machine *machine, const uint32_t *words,
                                             const struct sfp_stream *streams, size_t stream_count,
                                             enum sfp_thread_id thread);

/* Makes a front end of `thread` over the words of `feed`, which must outlive the front end. Words come once, and are
 * decoded when they come. */
struct sfp_frontend *sfp_frontend_new_fed(struct sfp_machine *machine, const struct sfp_feed *feed,
                                          enum sfp_thread_id thread);

void sfp_frontend_free(struct sfp_frontend *f);

struct archiving;

/*
 * Saves or loads the front end's state except its program, as base/archive.h describes. Load only into a front end over
 * the same words or feed, with the same sfp_frontend_in_time() options. `head` points to a pointer to an instruction of
 * the front end; loading redirects that pointer to the new front end.
 */
void sfp_frontend_archive(struct sfp_frontend *f, struct archiving *a, const struct sfp_op **head);

/* Finds the thread's expanders in the machine again, after another thread was selected there. */
void sfp_frontend_find_thread(struct sfp_frontend *f, enum sfp_thread_id thread);

/* Returns whether the program has an SFPLOADMACRO that executes when pushed, and not only from a recording. */
bool sfp_pushes_macros(const struct sfp_machine *machine, const uint32_t *words, size_t count);

/* Back to the program's first word; the replay buffer stays as it is (--repeat), and a recording under way goes on. */
void sfp_frontend_rewind(struct sfp_frontend *f);

/* Returns whether the MOP expander has emitted everything. */
bool sfp_frontend_expanded(const struct sfp_frontend *f);

/* Returns true if no recording, playback or expansion is under way. */
bool sfp_frontend_at_rest(const struct sfp_frontend *f);

/* Takes the next step. `*op` stays valid until the next call. */
enum sfp_fetch sfp_frontend_next(struct sfp_frontend *f, const struct sfp_op **op);

/* The origin of the last step. */
struct sfp_fetch_origin {
    size_t position;       /* index of the program's word: the instruction itself, the MOP or REPLAY that expands to
                            * the instruction, the word that an expander is busy with, or the word that has not come */
    uint64_t playback;     /* number of the playback by REPLAY, from 1; 0: no playback */
    unsigned first, count; /* playback: first slot, and number of slots */
    uint64_t held;         /* in time: number of cycles so far in which a full queue held a word that was ready to be
                            * pushed */
};
void sfp_frontend_origin(struct sfp_frontend *f, struct sfp_fetch_origin *origin);

/* Instructions that follow one another without a bubble, in one array. */
struct sfp_stretch {
    const struct sfp_op *ops;
    size_t count;
    size_t vector; /* number of vector instructions among the `count` */
};

/*
 * Takes many steps at once, as long as steps yield plain instructions (sfp_op_is_plain(): not refused, not SEMWAIT).
 * Returns false if the next step is not plain or cannot be foreseen: the caller then calls sfp_frontend_next().
 */
bool sfp_frontend_stretch(struct sfp_frontend *f, struct sfp_stretch *stretch);

/*
 * ---- In time ----
 *
 * Three stages, each of which handles at most one thing a cycle, in order: the pusher (the RISC-V core), the MOP
 * expander, the REPLAY expander. Queues lie between them, and before the wait gate (QUEUE in quirks.def). A word with
 * nothing in its way passes all stages in one cycle. A queue place that was emptied can be filled again in the next
 * cycle. Cycle 0 is the cycle in which the first word is pushed if that word does not come late.
 *
 * Words of a feed go through such queues (queues.c). For a program, arrivals.c computes the cycles instead: with
 * queues, plain instructions and playbacks would take 1.43 to 1.47 times the CPU time of sfpsim.
 */

/* The stage that left the back end without an instruction. */
enum sfp_stage {
    SFP_STAGE_PUSHER, /* no word had arrived */
    SFP_STAGE_MOP,    /* the MOP expander turned round, or took a word that becomes nothing */
    SFP_STAGE_REPLAY, /* the REPLAY expander took a word, or played a slot, that becomes nothing */
};

/*
 * Switches time on. Call before the first step. `gaps`: for each word of the program, the cycles by which the word is
 * ready later than the cycle after the previous word, in every pass. The caller keeps the array until the front end is
 * freed. NULL: no gaps; feeds pass NULL, since they decide themselves when words come. `later`: gaps of the passes
 * after the first, or NULL if equal to `gaps`; needs `gaps`.
 */
void sfp_frontend_in_time(struct sfp_frontend *f, const uint32_t *gaps, const uint32_t *later);

/* Lets the first word of a program come `cycles` late in the first pass. Call after sfp_frontend_in_time(). */
void sfp_frontend_start_late(struct sfp_frontend *f, uint32_t cycles);

/*
 * Makes words of a program late at the wait gate, whatever the queues hold. Call after sfp_frontend_in_time().
 * `delays`: for each word a number of cycles, in an array kept like `gaps`. A word with n > 0 cycles is pushed after
 * everything before it has passed the gate, so that its instructions arrive n cycles later than possible then,
 * in every pass. Later words follow.
 */
void sfp_frontend_delay(struct sfp_frontend *f, const uint32_t *delays);

/*
 * Returns a hash of the cycles in which instructions passed the wait gate in a program's first two passes, since later
 * passes may be reused. Two runs with the same hash had the same timing, except with a chance of one in 2^64.
 */
uint64_t sfp_frontend_course(const struct sfp_frontend *f);

/*
 * Asks what is at the wait gate in `cycle`. The back end calls this in every cycle in which it holds no instruction,
 * from cycle 0 on; the call also says that the last instruction passed the gate in the cycle before. BUBBLE: nothing
 * has come; sfp_frontend_late() says why. END takes no time. `*op` stays valid until the next call.
 */
enum sfp_fetch sfp_frontend_at(struct sfp_frontend *f, uint64_t cycle, const struct sfp_op **op);

/*
 * Begins a cycle of a front end with a feed, before the back end asks for an instruction. The caller fills the back
 * end's members of `thread`; this call fills the front end's members, informs the feed, and lets the feed push.
 * `passed`: the last instruction passed the gate in the cycle before.
 */
void sfp_frontend_begin_cycle(struct sfp_frontend *f, struct sfp_thread *thread, bool passed);

/* Returns the number of the feed's words that have issued. A word counts once everything made from it, and every
 * earlier word, has passed the gate; at_input: except the instruction that is still at the vector unit's input. */
uint64_t sfp_frontend_issued(const struct sfp_frontend *f, bool at_input);

/* Returns the stage that caused the last BUBBLE in time. */
enum sfp_stage sfp_frontend_late(const struct sfp_frontend *f);

/* Returns the number of cycles so far in which a full queue held a word that was ready to be pushed. Only words that
 * the front end was asked for count. */
uint64_t sfp_frontend_held(struct sfp_frontend *f);

/* Moves the times of everything under way `cycles` later, for cycles that were skipped. */
void sfp_frontend_shift(struct sfp_frontend *f, uint64_t cycles);

/* The queues' capacities, added up. */
enum {
    SFP_MOST_QUEUED = 0
#define QUEUE(id, most, archs, provenance, text, source) + (most)
#include "quirks.def"
#undef QUEUE
};

/*
 * State between passes that decides the front end's further steps, besides the replay buffer and the MOP configuration.
 * Two ends of passes (after END) with equal keys, compared as bytes, lead to the same steps at the same distances in
 * time. sfp_frontend_held() also rises by the same amount only if times are `exact`. Times are relative to `now`.
 * Stages that never were late in this run cannot be late in a further pass: their times are left 0.
 */
struct sfp_frontend_key {
    int64_t push, mop, replay;        /* cycle from which each stage can act, as far as that matters */
    int64_t room[SFP_MOST_QUEUED];    /* cycle from which the place is free, by queue, in order of use */
    uint32_t turning;                 /* the last word that the MOP expander took was a MOP */
    uint32_t exact_words, exact_items; /* the stages' times are valid: of the first two stages; of the third stage */
    uint32_t recording, slot, executes; /* recording under way: number of words left, number of the next slot,
                                         * whether words execute */
};
void sfp_frontend_key(struct sfp_frontend *f, uint64_t now, struct sfp_frontend_key *key);

#endif
