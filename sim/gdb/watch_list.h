/* Memory whose changes stop a run: what gdb asks for by addresses, as the library looks for it. */
#ifndef SFP_WATCH_LIST_H
#define SFP_WATCH_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sfpu.h"

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
