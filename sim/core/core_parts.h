/* Declarations that this folder's files share. */
#ifndef RV_CORE_PARTS_H
#define RV_CORE_PARTS_H

#include <stdint.h>

#include "core.h"
#include "load.h"

/* Values of op.id in a slot of code that is not an executable instruction; above RV_IDS. */
enum {
    RV_SLOT_ILLEGAL = RV_NONE, /* word already tried that decodes to no instruction */
    RV_SLOT_RAW,               /* word not executed yet, hence not decoded */
    RV_SLOT_OUTSIDE,           /* gap between pieces of code */
    RV_SLOT_ABSENT,            /* word already tried whose instruction the arch lacks */
};

/* Returns the slot of the word at `address`, a multiple of 4, or NULL if no code is there. */
static inline struct rv_op *rv_slot(const struct rv_core *core, uint32_t address)
{
    const uint32_t offset = address - core->code.base;

    return offset < core->code.size ? &core->code.slots[offset / RV_BYTES] : NULL;
}

/* Returns the bytes of plain memory at `address`, a multiple of the access's size, or NULL. */
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

/* Compares the state with the snapshot, at every RV_STRIDE-th backward jump, before the jump at `pc` has changed
 * anything. */
enum rv_stop rv_look(struct rv_core *core, uint32_t pc);

/* ---- Arithmetic that C leaves undefined or has no operator for ---- */

/* Shifts right arithmetically, by less than 32. */
static inline uint32_t rv_shift_right(uint32_t a, uint32_t distance)
{
    return (uint32_t)((int32_t)a >> distance);
}

static inline uint32_t rv_rotate_right(uint32_t a, uint32_t distance)
{
    return a >> distance | a << (-distance & 31);
}

/* Divides. Division by 0 gives -1; the quotient that does not fit gives the dividend. */
static inline uint32_t rv_divide(uint32_t a, uint32_t b)
{
    if (b == 0)
        return UINT32_MAX;
    if (a == (uint32_t)INT32_MIN && b == UINT32_MAX)
        return a;
    return (uint32_t)((int32_t)a / (int32_t)b);
}

/* Returns the remainder: of division by 0 the dividend, and 0 if the quotient does not fit. */
static inline uint32_t rv_remainder(uint32_t a, uint32_t b)
{
    if (b == 0)
        return a;
    if (b == UINT32_MAX)
        return 0;
    return (uint32_t)((int32_t)a % (int32_t)b);
}

/* Sets each byte to 255 if a bit of this byte is set, otherwise to 0. */
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

/* Reads the file's symbols, with copies of their names, into the image. image->code must be set. */
bool rv_take_symbols(struct reading *r, struct rv_image *image);

#endif
