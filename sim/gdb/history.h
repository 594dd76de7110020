/*
 * Where a run has been: snapshots each so many cycles, of which every other one goes when they are too many, the
 * distance then being doubled.
 */
#ifndef SFP_HISTORY_H
#define SFP_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sfpu.h"

/* A place in a run. */
struct moment {
    uint64_t cycle;
    uint64_t count; /* of the instructions before it */
    size_t next;    /* the word that is next to issue, or SIZE_MAX */
    bool counted;   /* it is where that instruction issues, and not just that cycle */
};

struct snapshot {
    sfpu_snapshot *taken;
    struct moment at;
    struct sfpu_result result;
};

/* All zero is empty. */
struct history {
    struct snapshot *snapshots; /* in order */
    size_t count, capacity;
    uint64_t distance;          /* between two of them, in cycles */
    size_t bytes;
};

/* Takes a snapshot of the machine, which stands at `now`, if one is due there, or `always`. False, without memory: the
 * way back is longer then. */
bool history_note(struct history *h, sfpu_machine *m, const struct moment *now, const struct sfpu_result *result,
                  bool always);

/* Forgets all that came after `now`. */
void history_cut(struct history *h, const struct moment *now);

void history_free(struct history *h);

#endif
