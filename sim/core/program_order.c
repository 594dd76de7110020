/* Steps of the core for its trail, and memory in program order. */
#include <string.h>

#include "tile_parts.h"

/* Returns the bytes of memory at the address, and sets *own to the one address that aliases of these bytes share.
 * Returns NULL if the region is not memory. */
static uint8_t *memory_bytes_at(const struct sfp_tile *t, enum tile_region region, uint32_t address, uint32_t *own)
{
    uint32_t offset = address - (region < TILE_REGIONS ? tile_region_base(region) : 0);

    switch (region) {
    case TILE_L1:
        *own = tile_region_base(TILE_L1) + offset;
        return t->l1 + offset;
    case TILE_LOCAL:
    case TILE_SLOW_LOCAL:
        offset %= tile_region_bytes(t->core.arch, TILE_LOCAL);
        *own = tile_region_base(TILE_LOCAL) + offset;
        return t->local + offset;
    default:
        return NULL;
    }
}

struct trail_step tile_order_before(const struct sfp_tile *t, const struct tile_step *step)
{
    struct trail_step noted = {.pc = t->core.pc, .rd = step->rd, .executes = true};
    const bool stores = step->timing == RV_CLASS_STORE || step->timing == RV_CLASS_AMO;
    const uint8_t *at = stores ? memory_bytes_at(t, step->region, step->address, &noted.address) : NULL;

    if (at) {
        noted.bytes = step->bytes;
        memcpy(noted.old, at, step->bytes);
    }
    return noted;
}

void tile_order_note(struct sfp_tile *t, const struct tile_step *step, struct trail_step *noted)
{
    const bool pushes =
        step->timing == RV_CLASS_PUSH || (step->timing == RV_CLASS_STORE && step->region == TILE_PUSH);

    noted->value = t->core.x[step->rd];
    trail_note(&t->trail, noted, pushes);
}

static void note_register(struct sfp_tile *t, unsigned rd)
{
    trail_note(&t->trail, &(struct trail_step){.pc = t->core.return_address, .rd = (uint8_t)rd,
                                               .value = t->core.x[rd]}, false);
}

void tile_order_call(struct sfp_tile *t)
{
    note_register(t, RV_RA);
    note_register(t, RV_SP);
    note_register(t, RV_GP);
    for (unsigned i = 0; i < TILE_ARGUMENTS; i++)
        note_register(t, RV_A0 + i);
}

bool tile_peek(const struct sfp_tile *t, uint32_t address, void *bytes, size_t size)
{
    const uint8_t *memory = tile_memory(t, address, size);
    uint8_t *to = bytes;

    if (memory) {
        memcpy(bytes, memory, size);
        trail_undo(&t->trail, address, bytes, size);
        return true;
    }
    for (size_t i = 0; i < size; i++)
        if (!tile_device_peek(&t->devices, address + (uint32_t)i, &to[i]))
            return false;
    return size > 0;
}

bool tile_peeks_in_order(const struct sfp_tile *t, uint32_t address, size_t size)
{
    return tile_memory(t, address, size);
}

/* Drops decoded instructions in memory that was written. */
static void forget_code(struct sfp_tile *t, uint32_t address, size_t size)
{
    rv_core_forget(&t->core, address, (uint32_t)size);
    for (size_t i = 0; i < t->core.code.size / RV_BYTES; i++) {
        const uint32_t at = t->core.code.base + (uint32_t)i * RV_BYTES;

        if (at - address < size || address - at < RV_BYTES)
            t->slots[i].known = false;
    }
}

bool tile_set_memory(struct sfp_tile *t, uint32_t address, const void *bytes, size_t size)
{
    const uint8_t *from = bytes;
    uint8_t *memory = (uint8_t *)(uintptr_t)tile_memory(t, address, size);

    if (!memory)
        return false;
    for (size_t i = 0; i < size; i++)
        if (!trail_set_byte(&t->trail, address + (uint32_t)i, from[i]))
            memory[i] = from[i];
    forget_code(t, address, size);
    t->core.changes++;
    t->looping = false;
    return true;
}

bool tile_set_core(struct sfp_tile *t, const uint32_t x[RV_REGISTERS], uint32_t pc)
{
    if (t->end != TILE_UNDER_WAY || t->trail.count)
        return false;
    memcpy(t->core.x + 1, x + 1, (RV_REGISTERS - 1) * sizeof *x);
    memcpy(t->trail.x, t->core.x, sizeof t->trail.x);
    t->core.pc = pc;
    t->core.changes++; /* the core is at another place */
    t->looping = t->looked_back = false;
    return true;
}
