/*
 * A trail: the core in program order. The core runs ahead of the thread by the words that it has pushed. The trail
 * lists what the core has done too early, seen in program order, where each instruction waits for the words before it.
 * A step leaves the trail once enough words have issued. Registers in program order are kept in the trail; memory in
 * program order is the core's memory with the trail's stores undone.
 */
#ifndef SFP_TILE_TRAIL_H
#define SFP_TILE_TRAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core.h"

enum { TRAIL_MOST = 1 << 20 }; /* most steps of a trail; a longer trail drops its oldest steps early */

/* An executed instruction, or a register that was set after an instruction. */
struct trail_step {
    uint64_t after;        /* number of words that must have issued before the step leaves; for a pushing instruction
                            * including its own word */
    uint32_t pc;
    uint32_t value;        /* new value of register `rd` */
    uint32_t address;      /* address of a store to memory */
    uint8_t bytes;         /* number of bytes stored, or 0 */
    uint8_t old[RV_BYTES]; /* contents of these bytes before the store */
    uint8_t rd;            /* number of the register written; 0: no register */
    bool executes;         /* the step is an instruction */
};

/* All zero: the trail is not kept. */
struct trail {
    bool kept;
    bool held;       /* steps leave only by trail_next(); otherwise as soon as possible */
    uint64_t pushed; /* number of words that the core has pushed */
    uint64_t ahead;  /* number of instructions on the trail */
    uint32_t x[RV_REGISTERS]; /* registers in program order */
    struct trail_step *steps; /* steps on the trail: a ring, owned by the trail */
    size_t room, first, count; /* capacity of `steps`, a power of two or 0; index of the oldest step; number of steps */
    bool lost;       /* memory ran out for a step, and steps were dropped early */
};

/* Starts a trail for a core that has not executed anything yet. */
void trail_begin(struct trail *t, const struct rv_core *core);
void trail_free(struct trail *t);

/* Makes *to, without freeing its contents, a copy with its own steps. Returns false, with *to not kept, if memory
 * ran out. */
bool trail_copy(struct trail *to, const struct trail *from);

struct archiving;

/* Saves or loads the steps (base/archive.h). The trail's other members are already saved or loaded. */
void trail_archive_steps(struct trail *t, struct archiving *a);

/* Appends a step that the core has done, and computes `after`. `pushes`: the step is an instruction that pushes a
 * word. */
void trail_note(struct trail *t, const struct trail_step *step, bool pushes);

/* Returns the oldest step if `issued` words are enough for this step to leave, or NULL. */
const struct trail_step *trail_oldest(const struct trail *t, uint64_t issued);

/* Removes the oldest step, with the registers that were set after this instruction. */
void trail_next(struct trail *t, uint64_t issued);

/* Removes every step that may leave. */
void trail_catch_up(struct trail *t, uint64_t issued);

/* Returns the pc in program order. */
uint32_t trail_pc(const struct trail *t, const struct rv_core *core);

/* Changes bytes from the core's view of memory to program order. */
void trail_undo(const struct trail *t, uint32_t address, void *bytes, size_t size);

/* Changes a byte in program order, if a store on the trail hides this byte. Returns false otherwise: the caller then
 * changes memory. */
bool trail_set_byte(struct trail *t, uint32_t address, uint8_t byte);

#endif
