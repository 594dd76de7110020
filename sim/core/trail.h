/*
 * A core in program order. It runs ahead of the thread by the words that it has pushed; what it has done and is still to
 * come if each of its instructions waits for the words before it is its trail, from which a step goes when so many words
 * have issued. Registers in program order are kept beside it, and memory is what the core has, with the trail undone.
 */
#ifndef SFP_TILE_TRAIL_H
#define SFP_TILE_TRAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core.h"

enum { TRAIL_MOST = 1 << 20 }; /* steps: of more, the oldest come before their time */

/* An instruction that was executed, or a register that was set behind one. */
struct trail_step {
    uint64_t after;        /* it comes when so many words have issued: one that pushes a word, when that has */
    uint32_t pc;
    uint32_t value;        /* what `rd` has since then */
    uint32_t address;      /* of memory that it has stored to: */
    uint8_t bytes;         /* how many, or 0, */
    uint8_t old[RV_BYTES]; /* and what was there before */
    uint8_t rd;            /* 0: none */
    bool executes;         /* it is an instruction */
};

/* All zero: it is not kept. */
struct trail {
    bool kept;
    bool held;       /* steps go one by one, by trail_next(); else as soon as they may */
    uint64_t pushed; /* words, by what the core has done */
    uint64_t ahead;  /* instructions on it */
    uint32_t x[RV_REGISTERS]; /* in program order */
    struct trail_step *steps; /* a ring, the trail's own */
    size_t room, first, count; /* of it: the room is a power of two, or 0 */
    bool lost;       /* there was no memory for a step, and some came before their time */
};

/* It is kept from here on, where the core has done nothing. */
void trail_begin(struct trail *t, const struct rv_core *core);
void trail_free(struct trail *t);

/* Makes *to, whatever is in it, a copy with steps of its own. False without memory: *to is one that is not kept. */
bool trail_copy(struct trail *to, const struct trail *from);

struct archiving;

/* Saves or loads its steps, as util/archive.h has it, where all else of it is there. */
void trail_archive_steps(struct trail *t, struct archiving *a);

/* The core has done it. `after` is counted here: `pushes` says whether it is an instruction that pushes a word. */
void trail_note(struct trail *t, const struct trail_step *step, bool pushes);

/* The oldest step if it may come now that so many words have issued, or NULL. */
const struct trail_step *trail_oldest(const struct trail *t, uint64_t issued);

/* It comes, with what was set behind it. */
void trail_next(struct trail *t, uint64_t issued);

/* All come that may. */
void trail_catch_up(struct trail *t, uint64_t issued);

/* Where the core is in program order. */
uint32_t trail_pc(const struct trail *t, const struct rv_core *core);

/* Makes bytes of memory, as the core has them, what they are in program order. */
void trail_undo(const struct trail *t, uint32_t address, void *bytes, size_t size);

/* Makes the byte there another one in program order. False: it is no matter of the trail, and memory is to be changed. */
bool trail_set_byte(struct trail *t, uint32_t address, uint8_t byte);

#endif
