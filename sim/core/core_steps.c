/* The core's instructions as its clocks see them, and branch prediction. */
#include "tile_parts.h"

#include <string.h>

/* The history of a branch. */
enum tile_direction { NEVER_SEEN, STAYED, WENT };

/* Predicts whether a branch is taken: by its last direction; at first, backward branches are taken and forward
 * branches are not. Without prediction, no branch is taken. */
static bool is_expected(const struct sfp_tile *t, const struct tile_slot *slot)
{
    if (tile_csr_lacks(t, TILE_NO_PREDICTION))
        return false;
    return slot->direction == NEVER_SEEN ? slot->op.imm < 0 : slot->direction == WENT;
}

static bool is_foreseen(const struct sfp_tile *t, struct tile_slot *slot, bool taken)
{
    const bool expected = is_expected(t, slot);

    slot->direction = taken ? WENT : STAYED;
    return expected == taken;
}

static enum tile_region region_of(const struct sfp_tile *t, uint32_t address)
{
    uint32_t offset;

    return tile_region_of(t->core.arch, address, 1, &offset);
}

/* Returns the number of bytes that the instruction loads or stores, or 0. */
static unsigned access_bytes(const struct rv_op *op)
{
    switch (op->id) {
    case RV_LB: case RV_LBU: case RV_SB:
        return 1;
    case RV_LH: case RV_LHU: case RV_SH:
        return 2;
    default:
        break;
    }
    switch (op->id == RV_NONE ? RV_CLASSES : (enum rv_class)rv_insns[op->id].timing) {
    case RV_CLASS_LOAD: case RV_CLASS_STORE: case RV_CLASS_AMO:
        return RV_BYTES;
    default:
        return 0;
    }
}

/* Fills the part of a slot's step that follows from the instruction word. */
static void decode_slot(const struct sfp_tile *t, struct tile_slot *slot)
{
    struct rv_op *op = &slot->op;
    uint32_t word;

    memcpy(&word, t->l1 + t->core.pc, sizeof word);
    *op = rv_decode(word);
    slot->known = true;
    slot->step = (struct tile_step){
        .timing = op->id == RV_NONE ? RV_CLASSES : (enum rv_class)rv_insns[op->id].timing, .rd = op->rd, .rs1 = op->rs1,
        .rs2 = op->rs2, .foreseen = true, .pc = t->core.pc, .region = TILE_NOWHERE};
    slot->bytes = (uint8_t)access_bytes(op);
}

static bool is_cached(const struct sfp_tile *t, const struct tile_step *step)
{
    return step->timing == RV_CLASS_LOAD && step->region == TILE_L1 && tile_cache_has(&t->cache, step->address, t->now);
}

/* Fills the part of a step that depends on registers. */
static void complete_step(const struct sfp_tile *t, const struct tile_slot *slot, struct tile_step *step)
{
    const struct rv_op *op = &slot->op;

    if (slot->bytes) {
        step->address = t->core.x[op->rs1] + (step->timing == RV_CLASS_AMO ? 0 : (uint32_t)op->imm);
        step->address &= -(uint32_t)slot->bytes;
        step->bytes = slot->bytes;
        step->region = region_of(t, step->address);
        step->cached = is_cached(t, step);
        step->merges = !tile_csr_lacks(t, TILE_NO_MERGING);
    } else if (step->timing == RV_CLASS_PUSH) {
        step->fused = !tile_csr_lacks(t, TILE_NO_FUSION);
    } else if (step->timing == RV_CLASS_DIV) {
        step->divide = (uint8_t)tile_divide_cycles(t->core.arch, op->id == RV_DIV || op->id == RV_REM,
                                                   t->core.x[op->rs1], t->core.x[op->rs2]);
    }
}

bool tile_flow_next(struct sfp_tile *t, struct tile_step *step)
{
    struct tile_slot *slot;

    if (t->core.pc - t->core.code.base >= t->core.code.size)
        return false;
    slot = &t->slots[tile_index(t, t->core.pc)];
    if (!slot->known)
        decode_slot(t, slot);
    *step = slot->step;
    complete_step(t, slot, step);
    if (t->miss && !tile_code_has(&t->code, t->core.pc))
        step->missed = t->miss;
    return step->timing != RV_CLASSES;
}

static void look_at_loop(struct sfp_tile *t, struct tile_slot *slot, uint32_t pc)
{
    if (slot->leads_back || !rv_ends_loop(&slot->op, pc, t->core.pc))
        return;
    slot->leads_back = true;
    t->devices.at = tile_index(t, pc);
    if ((pc - t->core.pc) / RV_BYTES >= tile_cached_instructions(t->core.arch, t->devices.owner))
        tile_device_say(&t->devices, RV_FINDING_LONG_LOOP, t->core.pc);
}

/* Updates the data cache after an instruction. */
static void use_cache(struct sfp_tile *t, const struct tile_step *step)
{
    if (tile_csr_lacks(t, TILE_NO_DATA_CACHE))
        return;
    if (step->timing == RV_CLASS_FENCE || step->timing == RV_CLASS_AMO)
        tile_cache_flush(&t->cache);
    else if (step->timing == RV_CLASS_STORE && step->region == TILE_L1)
        tile_cache_drop(&t->cache, step->address);
    else if (step->timing == RV_CLASS_LOAD && step->region == TILE_L1)
        tile_cache_fill(&t->cache, step->address, t->now + tile_load_latency(t->core.arch, TILE_L1));
}

void tile_flow_done(struct sfp_tile *t, struct tile_step *step, uint32_t pc)
{
    struct tile_slot *slot = &t->slots[tile_index(t, pc)];

    if (step->timing == RV_CLASS_BRANCH)
        step->foreseen = is_foreseen(t, slot, t->core.pc != pc + RV_BYTES);
    use_cache(t, step);
    if (t->miss)
        tile_code_fill(&t->code, pc);
    look_at_loop(t, slot, pc);
}
