/*
 * A run's history: snapshots at a regular distance in cycles. If snapshots become too many, every other one is dropped,
 * and the distance doubles.
 */
#ifndef SFP_HISTORY_H
#define SFP_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sfpu.h"

/* A moment of a run. */
struct moment {
    uint64_t cycle;
    uint64_t count; /* number of instructions before this moment */
    size_t next;    /* index of the next word to issue, or SIZE_MAX */
    bool counted;   /* the moment is exactly before the instruction `count`, not only in its cycle */
};

struct snapshot {
    sfpu_snapshot *taken;
    struct moment at;
    struct sfpu_result result;
};

/* All zero: an empty history. */
struct history {
    struct snapshot *snapshots; /* snapshots in order of time */
    size_t count, capacity;
    uint64_t distance;          /* distance between snapshots, in cycles */
    size_t bytes;
};

/* Takes a snapshot of the machine at `now` if a snapshot is due, or with `always`. Returns false if memory ran out:
 * going back then takes longer. */
bool history_note(struct history *h, sfpu_machine *m, const struct moment *now, const struct sfpu_result *result,
                  bool always);

/* Drops snapshots at `now` and later, except the first. */
void history_cut(struct history *h, const struct moment *now);

void history_free(struct history *h);

#endif
