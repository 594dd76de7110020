/* Finds the items of state that an instruction uses, from the instruction's masks of uses, operands and transfer. */
#include "races_parts.h"

/* Uses that have items: LRegs except constants, and the vector unit's other state, shared by all threads. Counters and
 * ThreadConfig belong to a thread, and words of Config are not followed. */
enum {
    LREGS = 0xFF | 1 << 11 | 1 << 12 | 1 << 13 | 1 << 14 | 1 << SFP_STAGING_LREG,
    SHARED = LREGS | SFP_USES_FLAGS | SFP_USES_STACK | SFP_USES_PRNG | SFP_USES_LANE_CONFIG | SFP_USES_LATCH,
};

static const char *const kind_names[RACES_KINDS] = {
    "L0", "L1", "L2", "L3", "L4", "L5", "L6", "L7", [11] = "L11", "L12", "L13", "L14", [SFP_STAGING_LREG] = "L16",
    [RACES_FLAGS] = "flags", [RACES_STACK] = "flag stack", [RACES_PRNG] = "random numbers",
    [RACES_LANE_CONFIG] = "LaneConfig", [RACES_LATCH] = "SFPSHFT2's latch",
    [RACES_TEMPLATE] = "template 0", "template 1", "template 2", "template 3",
    [RACES_SEQUENCE] = "sequence 0", "sequence 1", "sequence 2", "sequence 3", [RACES_MISC] = "Misc",
    [RACES_SCHEDULE] = "schedule", [RACES_DST] = "Dst",
};

const char *races_kind_name(unsigned kind)
{
    return kind_names[kind];
}

/* Returns the item that SFPCONFIG writes and SFPMOV reads by the number of a target, as a set. */
static uint64_t find_target(unsigned target)
{
    if (target < SFP_TARGET_SEQUENCES)
        return races_set(RACES_TEMPLATE + target);
    if (target < SFP_TARGET_MISC)
        return races_set(RACES_SEQUENCE + target - SFP_TARGET_SEQUENCES);
    if (target == SFP_TARGET_MISC)
        return races_set(RACES_MISC);
    if (target == SFP_TARGET_LANE_CONFIG)
        return races_set(RACES_LANE_CONFIG);
    return sfp_is_programmable(target) ? races_set(target) : 0;
}

/* SFPMOV of special state: reads what VC names, and moves the random numbers on only for those. */
static void find_special_uses(const struct sfp_op *op, struct races_uses *uses)
{
    const uint64_t random = races_set(RACES_PRNG);

    if (op->vc == SFP_TARGET_RANDOM)
        return;
    uses->reads = (uses->reads & ~random) | (sfp_is_programmable(op->vc) ? 0 : find_target(op->vc));
    uses->writes &= ~random;
}

/* Only Wormhole's rotations have a latch that another instruction reads (sfpu-semantics(7), SFPSHFT2). */
static void find_latch_uses(const struct sfp_state *s, const struct sfp_op *op, struct races_uses *uses)
{
    if (s->kernels != SFP_WH)
        uses->writes &= ~races_set(RACES_LATCH);
    else if (op->mod == SFP_MODE_SFPSHFT2_SHFLSHR1)
        uses->reads |= races_set(RACES_LATCH);
}

/* Adds the index registers that SFPSWAP exchanges, or that a load writes, under ENABLE_DEST_INDEX and
 * CAPTURE_DEFAULT_DEST_INDEX (sfpu-semantics(7), SFPSWAP; sfpu-dst(7), Loads). */
static void find_index_uses(const struct sfp_state *s, const struct sfp_op *op, struct races_uses *uses)
{
    enum { INDEXED = 4, CAPTURE = SFP_LC_DEST_INDEX | SFP_LC_CAPTURE_INDEX };
    const uint32_t config = s->derived.any_lane_config;
    const uint64_t exchanged = races_set(INDEXED + op->vc % INDEXED) | races_set(INDEXED + op->b % INDEXED);

    if (op->insn->id == SFP_I_SFPSWAP && config & SFP_LC_DEST_INDEX) {
        uses->reads |= exchanged;
        uses->writes |= exchanged;
    } else if (op->insn->unit == SFP_UNIT_LOAD && op->vd < INDEXED && (config & CAPTURE) == CAPTURE) {
        uses->writes |= races_set(INDEXED + op->vd);
    }
}

/* Corrects the uses of instructions whose operands say more than their masks. */
static void find_special_cases(const struct sfp_state *s, const struct sfp_op *op, struct races_uses *uses)
{
    switch (op->insn->id) {
    case SFP_I_SFPCONFIG:
        uses->writes = find_target(op->vd);
        break;
    case SFP_I_SFPMOV:
        if (op->mod == SFP_MODE_SFPMOV_FROM_SPECIAL)
            find_special_uses(op, uses);
        break;
    case SFP_I_SFPSHFT2:
        find_latch_uses(s, op, uses);
        break;
    case SFP_I_SFPLOADMACRO:
        uses->reads |= races_set(RACES_SEQUENCE + op->macro) | races_set(RACES_MISC);
        break;
    default:
        break;
    }
}

/* Finds the groups of four physical rows that a load or store reaches. */
static void find_cells(const struct sfp_event *event, bool stores, struct races_cells *cells)
{
    const struct sfp_state *s = &event->machine->s;
    const uint32_t wide_formats = stores ? SFP_WIDE_STORES : SFP_WIDE_LOADS;
    const bool wide = wide_formats >> sfp_format_of(s, event->op) & 1;
    const unsigned row = wide ? sfp_dst_row32(s, event->transfer.row) : sfp_dst_row16(s, event->transfer.row);

    cells->group[0] = (uint16_t)(row / SFP_ROWS);
    cells->count = wide ? 2 : 1;
    if (wide)
        cells->group[1] = (uint16_t)((row + SFP_LOW_HALF_ROWS) / SFP_ROWS);
    cells->columns = event->transfer.columns;
}

void races_find_uses(const struct sfp_event *event, struct races_uses *uses)
{
    const struct sfp_op *op = event->op;
    const bool stores = event->unit == SFP_UNIT_STORE;

    *uses = (struct races_uses){.stores = stores};
    if (event->is_template) {
        uses->reads = races_set(RACES_LANE_CONFIG);
        uses->writes = races_set(RACES_TEMPLATE + op->vd - SFP_FIRST_TEMPLATE_VD);
        return;
    }
    uses->reads = op->reads & SHARED;
    uses->writes = op->writes & SHARED;
    find_special_cases(&event->machine->s, op, uses);
    find_index_uses(&event->machine->s, op, uses);
    if (op->exec == event->machine->semantics->backdoor) /* some lanes load a template */
        uses->writes |= races_set(RACES_TEMPLATE + op->vd - SFP_FIRST_TEMPLATE_VD);
    if (event->transfer.reaches && (stores || op->mod != SFP_FMT_ZERO))
        find_cells(event, stores, &uses->cells);
}
