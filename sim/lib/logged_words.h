/*
 * The words that a core pushed in the last run, pushed again in a run of their own, one a cycle. MOP gets the
 * configuration that the core stored: a store between two words takes effect when no earlier MOP is left in the queue,
 * and the words after the store come later still.
 */
#ifndef SFP_LIB_LOGGED_WORDS_H
#define SFP_LIB_LOGGED_WORDS_H

#include "core/tile.h"
#include "time/frontend.h"

/* The feed's context. */
struct logged_words {
    const struct sfp_tile *tile;
    struct sfp_machine *m;
    uint32_t *words; /* words of the feed, stored when pushed */
    bool by_place;   /* a word's index is its place in the log; otherwise the index of the core's instruction */

    size_t next, stored;
    bool has_mop, has_pushed; /* set in a cycle with a MOP, and in a cycle with a pushed word */
};

/* Returns a feed of the logged words, with indices below `count`. `relieve` answers waits for other threads. */
struct sfp_feed logged_feed(struct logged_words *logged, size_t count,
                            enum sfp_relief (*relieve)(void *context, const struct sfp_op *wait));

#endif
