/* What a run stops for: instructions, by their number in the program, before which it does, and memory. */
#ifndef SFP_BREAKPOINTS_H
#define SFP_BREAKPOINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sfpu.h"

/* All zero is the empty set. */
struct breakpoints {
    size_t *indexes; /* in no order, each once */
    size_t count, capacity;
};

/* False without memory. */
bool breakpoints_add(struct breakpoints *b, size_t index);
void breakpoints_remove(struct breakpoints *b, size_t index);
bool breakpoints_have(const struct breakpoints *b, size_t index);
void breakpoints_free(struct breakpoints *b);

/* ---- Memory whose changes stop a run: what gdb asks for by addresses, as the library looks for it ---- */

enum { WATCH_BYTES = 128 };

/* All zero is none. */
struct watches {
    struct sfpu_watch *watches;
    size_t count, capacity;
    struct watched {
        uint32_t address, bytes;   /* as gdb has it */
        uint8_t was[WATCH_BYTES];  /* there, when the run went on: of more bytes, the first */
    } *asked;                      /* of each */
    size_t asked_capacity;
    bool lost;                     /* there was no memory for the last one */
};

/* Adds what lies at `address`. False: it cannot be watched, or there is no memory. */
bool watches_add(struct watches *w, sfpu_machine *m, uint32_t address, uint32_t bytes);

/* False: it was not watched. */
bool watches_remove(struct watches *w, uint32_t address, uint32_t bytes);

void watches_free(struct watches *w);

#endif
