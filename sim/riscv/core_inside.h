/* What the files of this folder share. */
#ifndef RV_CORE_INSIDE_H
#define RV_CORE_INSIDE_H

#include "core.h"

/* What a slot of code is beside an instruction: values of op.id above RV_IDS. */
enum {
    RV_SLOT_ILLEGAL = RV_NONE, /* no instruction, as decoding says; tried */
    RV_SLOT_RAW,               /* not executed yet */
    RV_SLOT_OUTSIDE,           /* between pieces of code */
    RV_SLOT_ABSENT,            /* the arch has no such instruction; tried */
};

/* The slot of the word at `address`, a multiple of four, or NULL. */
static inline struct rv_op *rv_slot(const struct rv_core *core, uint32_t address)
{
    const uint32_t offset = address - core->code.base;

    return offset < core->code.size ? &core->code.slots[offset / RV_BYTES] : NULL;
}

/* The bytes of plain memory at `address`, a multiple of the size of the access, or NULL. */
static inline uint8_t *rv_plain(const struct rv_core *core, uint32_t address)
{
    for (unsigned i = 0; i < RV_SPANS; i++) {
        const uint32_t offset = address - core->spans[i].base;

        if (offset < core->spans[i].size)
            return core->spans[i].bytes + offset;
    }
    return NULL;
}

/* Tells of a finding; the result is what the instruction then does. */
enum rv_stop rv_find(struct rv_core *core, enum rv_finding kind, uint32_t pc, uint32_t detail);

/* ---- watch.c ---- */

/* The comparison at every RV_STRIDE-th jump backward, that at `pc`, before it has changed anything. */
enum rv_stop rv_look(struct rv_core *core, uint32_t pc);

#endif
