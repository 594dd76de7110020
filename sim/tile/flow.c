/* The core's instructions as its clocks see them, and which way branches are expected to go. */
#include "flow.h"

#include <string.h>

#include "csr.h"
#include "ports.h"

/* What is known of a branch. */
enum tile_direction { NEVER_SEEN, STAYED, WENT };

/* Backwards, unless it was seen to stay; forwards, if it was seen to go. */
static bool is_foreseen(struct sfp_tile *t, const struct rv_outcome *o)
{
    uint8_t *direction = &t->slots[tile_index(t, o->pc)].direction;
    const bool back = o->op.imm < 0, expected = *direction == NEVER_SEEN ? back : *direction == WENT;

    *direction = o->taken ? WENT : STAYED;
    return expected == o->taken;
}

static enum tile_region region_of(const struct sfp_tile *t, uint32_t address)
{
    uint32_t offset;

    return tile_region_of(t->core.arch, address, 1, &offset);
}

static bool reaches_memory(enum rv_class timing)
{
    return timing == RV_CLASS_LOAD || timing == RV_CLASS_STORE || timing == RV_CLASS_AMO;
}

/* What of a step its word says. */
static void decode(const struct sfp_tile *t, struct tile_slot *slot)
{
    struct rv_op *op = &slot->op;
    uint32_t word;

    memcpy(&word, t->l1 + t->core.pc, sizeof word);
    *op = rv_decode(word);
    slot->known = true;
    slot->step = (struct tile_step){
        .timing = op->id == RV_NONE ? RV_CLASSES : (enum rv_class)rv_insns[op->id].timing, .rd = op->rd, .rs1 = op->rs1,
        .rs2 = op->rs2, .foreseen = true, .region = TILE_NOWHERE};
    slot->reaches = reaches_memory(slot->step.timing);
}

/* And what the registers say. */
static void complete(const struct sfp_tile *t, const struct tile_slot *slot, struct tile_step *step)
{
    const struct rv_op *op = &slot->op;

    if (slot->reaches) {
        step->address = t->core.x[op->rs1] + (step->timing == RV_CLASS_AMO ? 0 : (uint32_t)op->imm);
        step->region = region_of(t, step->address);
    } else if (step->timing == RV_CLASS_PUSH) {
        step->fused = tile_csr_fuses(t);
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
        decode(t, slot);
    *step = slot->step;
    complete(t, slot, step);
    return step->timing != RV_CLASSES;
}

void tile_flow_done(struct sfp_tile *t, struct tile_step *step, const struct rv_outcome *outcome)
{
    if (step->timing == RV_CLASS_BRANCH)
        step->foreseen = is_foreseen(t, outcome);
}
