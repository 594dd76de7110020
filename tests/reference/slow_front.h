/*
 * The front end a second time, slowly: real queues, cycle by cycle, written from sfpu-timing(7), Front end,
 * sfpu-frontend(7), REPLAY and MOP, and the ISA pages. Every cycle the pusher, the MOP expander and the REPLAY expander
 * do at most one thing each, in this order, so that a word flows through all of them where nothing stops it.
 */
#ifndef SLOW_FRONT_H
#define SLOW_FRONT_H

#include "model/model.h"

struct slow_program {
    const uint32_t *words;
    size_t count;
    const uint32_t *gaps; /* cycles by which each word is pushed late, or NULL */
    const uint32_t *later_gaps; /* and in passes behind the first; NULL: alike */
    unsigned long repeat; /* passes, back to back */
    const uint32_t *delays; /* cycles by which each comes later than when nothing is left before it, or NULL */
    uint32_t start;         /* and cycles by which the first one is pushed late, once */
};

/* Why no instruction came. */
enum slow_lack { SLOW_NO_LACK, SLOW_GAP, SLOW_MOP, SLOW_REPLAY, SLOW_LACKS };

/* A word in a queue. */
struct slow_word {
    uint32_t word;
    uint32_t index;  /* the program's word, or for what comes out of the replay buffer that which was recorded */
    uint32_t from;   /* the program's word that is being expanded */
    uint64_t serial; /* and how many words were pushed before that one */
};

enum { SLOW_FIRST_QUEUE = 64, SLOW_EXPANSION = 8192, SLOW_SERIALS = 128 };

struct slow_queue {
    struct slow_word word[SLOW_FIRST_QUEUE];
    unsigned count, count_before; /* words; and how many there were when the cycle began */
};

struct slow_front {
    enum sfp_arch arch;
    struct sfp_expander_state *expanders;
    const struct slow_program *program;

    size_t next;
    unsigned long pass;
    uint32_t gap, delay;
    uint64_t pushed, held;

    struct slow_queue words, items, gate;
    unsigned words_size; /* of the first queue */

    uint32_t mask_hi;
    struct slow_word expansion[SLOW_EXPANSION];
    unsigned expanding, expanded; /* words in it; and how many of them are out */
    bool acted_before, acted;     /* the MOP expander, in the cycle before and in this one */
    bool turning;
    uint32_t turned;

    unsigned recording, record_at, playing, play_at;
    bool executes;
    struct slow_word playback; /* the REPLAY */
    uint32_t recorded_index[SFP_REPLAY_SLOTS];

    /* Blackhole: what is left of each word that was pushed. */
    unsigned left[SLOW_SERIALS];
    uint64_t first_left;

    enum slow_lack lack; /* of this cycle, if the gate's queue is empty */
    uint32_t lack_at;    /* the program's word to blame, or that did not come */
};

void slow_front_start(struct slow_front *f, enum sfp_arch arch, struct sfp_expander_state *expanders,
                      const struct slow_program *program);

/* One cycle. The gate's instruction is then gate.word[0] if there is one. False: nothing will ever come again. */
bool slow_front_cycle(struct slow_front *f);

/* That instruction passes the gate in this cycle. */
void slow_front_issue(struct slow_front *f);

#endif
