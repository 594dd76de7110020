/*
 * A feed: who pushes words one by one, as a RISC-V core does, where a program is a stream that only a run makes. Words
 * are known by their index, the place that pushes them: another word may come from there the next time.
 */
#ifndef SFP_FEED_H
#define SFP_FEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
    uint32_t address, word; /* where it lies, and what it is there */
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

#endif
