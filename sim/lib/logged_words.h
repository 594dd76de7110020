/*
 * The words that a core pushed in the run before, pushed again into a run of their own, one a cycle. MOP has the
 * configuration that the core gave it: what the core stored between two words takes effect when no MOP before the store
 * is left in the queue, and the words behind the store come after that.
 */
#ifndef SFP_LIB_LOGGED_WORDS_H
#define SFP_LIB_LOGGED_WORDS_H

#include "core/tile.h"
#include "time/frontend.h"

/* Who pushes them: the context of a feed. */
struct logged_words {
    const struct sfp_tile *tile;
    struct sfp_machine *m;
    uint32_t *words; /* the feed's, which get each word as it is pushed */
    bool by_place;   /* a word's index is its place in the log; else the one in the program that the core had it from */

    size_t next, stored;
    bool has_mop, has_pushed; /* in this cycle */
};

/* Returns a feed of the words, with indices below `count`, whose waits for others are answered with `relieve`. */
struct sfp_feed logged_feed(struct logged_words *logged, size_t count,
                            enum sfp_relief (*relieve)(void *context, const struct sfp_op *wait));

#endif
