/* Breakpoints, as indices of instructions before which a run stops, and watched memory. */
#ifndef SFP_BREAKPOINTS_H
#define SFP_BREAKPOINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sfpu.h"

/* All zero: the empty set. */
struct breakpoints {
    size_t *indexes; /* indices of words with a breakpoint, without order or duplicates */
    size_t count, capacity;
};

/* Adds a breakpoint. Returns false if memory ran out. */
bool breakpoints_add(struct breakpoints *b, size_t index);
void breakpoints_remove(struct breakpoints *b, size_t index);
bool breakpoints_have(const struct breakpoints *b, size_t index);
void breakpoints_free(struct breakpoints *b);

/* ---- Watched memory: gdb's addresses, and the watches of the library that they mean ---- */

enum { WATCH_BYTES = 128 };

/* All zero: no watches. */
struct watches {
    struct sfpu_watch *watches;
    size_t count, capacity;
    struct watched {
        uint32_t address, bytes;   /* address and number of bytes, as in gdb's request */
        uint8_t was[WATCH_BYTES];  /* contents before the run continued; of a longer range, the first bytes */
    } *asked;                      /* gdb's request for each watch */
    size_t asked_capacity;
    bool lost;                     /* memory ran out for the last watch */
};

/* Watches the bytes at `address`. Returns false if these bytes cannot be watched, or memory ran out. */
bool watches_add(struct watches *w, sfpu_machine *m, uint32_t address, uint32_t bytes);

/* Returns false if these bytes were not watched. */
bool watches_remove(struct watches *w, uint32_t address, uint32_t bytes);

void watches_free(struct watches *w);

#endif
