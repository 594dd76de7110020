/* What the files of this folder share. */
#ifndef RV_CORE_PARTS_H
#define RV_CORE_PARTS_H

#include <stdint.h>

#include "core.h"
#include "load.h"

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

/* ---- core.c ---- */

/* The comparison at every RV_STRIDE-th jump backward, that at `pc`, before it has changed anything. */
enum rv_stop rv_look(struct rv_core *core, uint32_t pc);

/* ---- Arithmetic that C leaves undefined, or has no operator for ---- */

/* By the sign; distances below 32. */
static inline uint32_t rv_shift_right(uint32_t a, uint32_t distance)
{
    return (uint32_t)((int32_t)a >> distance);
}

static inline uint32_t rv_rotate_right(uint32_t a, uint32_t distance)
{
    return a >> distance | a << (-distance & 31);
}

/* By 0 it is -1; the quotient that does not fit is the dividend. */
static inline uint32_t rv_divide(uint32_t a, uint32_t b)
{
    if (b == 0)
        return UINT32_MAX;
    if (a == (uint32_t)INT32_MIN && b == UINT32_MAX)
        return a;
    return (uint32_t)((int32_t)a / (int32_t)b);
}

/* By 0 it is the dividend, and 0 where the quotient does not fit. */
static inline uint32_t rv_remainder(uint32_t a, uint32_t b)
{
    if (b == 0)
        return a;
    if (b == UINT32_MAX)
        return 0;
    return (uint32_t)((int32_t)a % (int32_t)b);
}

/* Each byte 0 or 255: is a bit of it set? */
static inline uint32_t rv_or_bytes(uint32_t a)
{
    enum { BYTES = 0x01010101 };

    a |= a >> 4 & 0x0F0F0F0F;
    a |= a >> 2 & 0x3F3F3F3F;
    a |= a >> 1 & 0x7F7F7F7F;
    return (a & BYTES) * 255;
}

/* ---- symbols.c ---- */

struct reading;

/* Takes the symbols of the file over, names and all; image->code is there. */
bool rv_take_symbols(struct reading *r, struct rv_image *image);

#endif
