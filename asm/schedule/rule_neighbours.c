/* Checks cells in the same cycle, or in consecutive cycles, for combinations that the sub-units cannot execute. */
#include "table_rules.h"

#include "isa/timing.h"

/* A cell and another one near it, with their turns. */
struct beside {
    const struct cell *cell, *other;
    unsigned turn, other_turn;
};

/* Does the cell work? SFPNOP occupies its sub-unit without working. */
static bool is_working(const struct cell *cell)
{
    return cell && cell->insn->id != SFP_I_SFPNOP && cell->insn->unit != SFP_UNIT_NONE;
}

static unsigned turn_of(const struct schedule *s, unsigned turn, int64_t later)
{
    const int64_t turns = s->turns;

    return (unsigned)(((turn + later) % turns + turns) % turns);
}

/* Finds the cell that works on `unit`, `below` rows after the cell. */
static bool find_beside(const struct check *c, const struct cell *cell, unsigned below, enum sfp_unit unit,
                        struct beside *b)
{
    int64_t later;

    b->cell = cell;
    b->other = grid_at(&c->grid, (int64_t)cell->row + below, unit, &later);
    if (!is_working(b->other))
        return false;
    b->other_turn = turn_of(c->schedule, b->turn, later);
    return true;
}

static const struct action *action_of(const struct beside *b)
{
    return &b->cell->actions[b->turn];
}

static const struct action *other_action(const struct beside *b)
{
    return &b->other->actions[b->other_turn];
}

/* ---- Simple beside Round ---- */

/* Returns the cell's VD as it executes. A scheduled instruction that sets only flags, whose VD the table does not
 * name, has its load's (sfpu-timing(7), Conflicts). */
static uint8_t executed_vd(const struct check *c, const struct cell *cell, unsigned turn)
{
    const struct action *action = &cell->actions[turn];
    const size_t load = cell->kind == CELL_SCHEDULED ? c->schedule->tags[cell->tag].load : SIZE_MAX;

    if (load == SIZE_MAX || action->vd == SFP_STAGING_LREG ||
        sfp_resources_written(cell->insn, action->mod, action->vd) >> SFP_R_VD & 1)
        return action->vd;
    return c->schedule->cells[load].actions[turn].vd;
}

static bool is_bad_pair(const struct check *c, const struct beside *b)
{
    enum { HALF = 4 }; /* L0 to L3 and L4 to L7 */
    const uint8_t simple = executed_vd(c, b->cell, b->turn), round = other_action(b)->vd;

    if ((simple == SFP_STAGING_LREG) != (round == SFP_STAGING_LREG))
        return false;
    return simple == SFP_STAGING_LREG || (simple < HALF) == (round < HALF) ||
           !sfp_quirk(c->arch, SFP_QUIRK_MACRO_PAIR_SPLIT);
}

static bool check_pair(const struct check *c, struct beside *b)
{
    char place[CELL_PLACE_SIZE];

    if (b->cell->unit != SFP_UNIT_SIMPLE || !is_working(b->cell) || !find_beside(c, b->cell, 0, SFP_UNIT_ROUND, b) ||
        !is_bad_pair(c, b))
        return true;
    schedule_broken(c->as, RULE_STAGING_PAIR, b->cell->place, "%s: works together with Round (row %u), and %s L16",
                    cell_place_text(place, b->cell), b->other->row,
                    action_of(b)->vd == SFP_STAGING_LREG ? "each writes" : "neither writes");
    return false;
}

/* ---- Two-cycle instructions of Simple and Round ---- */

static bool report_swap(const struct check *c, const struct beside *b, const char *when)
{
    char place[CELL_PLACE_SIZE];

    schedule_broken(c->as, RULE_SWAP, b->other->place, "%s: must be idle %s sfpswap in row %u",
                    cell_place_text(place, b->other), when, b->cell->row);
    return false;
}

static bool check_swap(const struct check *c, struct beside *b)
{
    const bool scheduled = b->cell->kind == CELL_SCHEDULED;

    if (b->cell->insn->id != SFP_I_SFPSWAP)
        return true;
    if (scheduled && find_beside(c, b->cell, 0, SFP_UNIT_MAD, b))
        return report_swap(c, b, "while a scheduled sfpswap starts:");
    if (find_beside(c, b->cell, 1, SFP_UNIT_SIMPLE, b) && (scheduled || b->other->kind == CELL_SCHEDULED))
        return report_swap(c, b, "in the second cycle of");
    return !scheduled || !find_beside(c, b->cell, 1, SFP_UNIT_ROUND, b) ||
           report_swap(c, b, "in the second cycle of a scheduled");
}

/* Is the cell an SFPSHFT2 in a mode that moves lanes? */
static bool shifts_lanes(const struct check *c, const struct beside *b)
{
    return b->cell->insn->id == SFP_I_SFPSHFT2 && sfp_latency(b->cell->insn, c->arch, action_of(b)->mod) > 1;
}

static bool check_shift(const struct check *c, struct beside *b)
{
    const bool all = sfp_quirk(c->arch, SFP_QUIRK_MACRO_SHFT2_IDLE);
    char place[CELL_PLACE_SIZE];

    if (!shifts_lanes(c, b) || (all && b->cell->kind != CELL_SCHEDULED))
        return true;
    for (enum sfp_unit unit = SFP_UNIT_SIMPLE; unit <= SFP_UNIT_STORE; unit++) {
        if (!find_beside(c, b->cell, 1, unit, b) ||
            (!all && !sfp_port_clash(b->other->insn, other_action(b)->mod)))
            continue;
        schedule_broken(c->as, RULE_SHIFT_LANES, b->other->place, "%s: must be idle after %ssfpshft2 mode %u in row %u",
                        cell_place_text(place, b->other), b->cell->kind == CELL_SCHEDULED ? "a scheduled " : "",
                        action_of(b)->mod, b->cell->row);
        return false;
    }
    return true;
}

/* ---- Flags ---- */

/* Would the cell change flags if its result did not go to L16? With L16 as destination, flags stay unchanged. */
static bool loses_flags(const struct check *c, const struct beside *b)
{
    const uint32_t writes = cell_access(b->cell, b->turn, c->arch).writes;

    return writes & SFP_USES_FLAGS && writes >> SFP_STAGING_LREG & 1;
}

static bool cell_changes_flags(const struct check *c, const struct beside *b)
{
    return is_working(b->cell) && cell_access(b->cell, b->turn, c->arch).writes & SFP_USES_FLAGS && !loses_flags(c, b);
}

static bool check_flag_changes(const struct check *c, struct beside *b)
{
    static const enum sfp_unit others[] = {SFP_UNIT_MAD, SFP_UNIT_ROUND, SFP_UNIT_STORE, SFP_UNIT_LOAD};
    char place[CELL_PLACE_SIZE];

    if (b->cell->unit != SFP_UNIT_SIMPLE || !cell_changes_flags(c, b))
        return true;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (!find_beside(c, b->cell, 0, others[i], b) ||
            !(cell_access(b->other, b->other_turn, c->arch).reads & SFP_USES_FLAGS))
            continue;
        schedule_broken(c->as, others[i] == SFP_UNIT_LOAD ? RULE_FLAGS_LOAD : RULE_FLAGS, b->cell->place, "%s: flags "
                        "change while %s (row %u) works under the old ones", cell_place_text(place, b->cell),
                        schedule_column(others[i]), b->other->row);
        return false;
    }
    return true;
}

static bool check_flags_staged(const struct check *c, struct beside *b)
{
    char place[CELL_PLACE_SIZE];

    if (!loses_flags(c, b))
        return true;
    schedule_broken(c->as, RULE_NO_FLAGS, b->cell->place, "%s: %s sets flags in this mode, but none with L16 as its "
                    "destination",
                    cell_place_text(place, b->cell), b->cell->insn->gnu);
    return false;
}

/* ---- Interlocks ---- */

/* Finds the thread's next word, if it is an instruction of the vector unit. */
static bool find_issued_next(const struct check *c, const struct cell *cell, struct beside *b)
{
    for (enum sfp_unit unit = SFP_UNIT_SIMPLE; unit < SFP_UNITS; unit++)
        if (find_beside(c, cell, 1, unit, b) && b->other->kind != CELL_SCHEDULED)
            return true;
    return false;
}

/* Does the hardware hold the next word until this word's result has landed? */
static bool holds_next(const struct check *c, const struct beside *b)
{
    const uint32_t scored = 0xFF; /* LRegs that the scoreboard tracks */

    if (sfp_interlocks(b->cell->insn, c->arch, action_of(b)->mod))
        return true;
    return b->cell->unit == SFP_UNIT_MAD && sfp_quirk(c->arch, SFP_QUIRK_MAD_INTERLOCK) &&
           cell_access(b->cell, b->turn, c->arch).writes & cell_seen_reads(b->other, b->other_turn) & scored;
}

static bool check_stall(const struct check *c, struct beside *b)
{
    char place[CELL_PLACE_SIZE];

    if (b->cell->kind != CELL_ISSUED || !is_working(b->cell) || !find_issued_next(c, b->cell, b) || !holds_next(c, b))
        return true;
    schedule_broken(c->as, RULE_STALL, b->other->place, "%s: held for a cycle by %s in row %u: the rows after it come "
                    "a cycle late", cell_place_text(place, b->other), b->cell->insn->gnu, b->cell->row);
    return false;
}

void check_neighbours(const struct check *c, const struct cell *cell)
{
    static bool (*const rules[])(const struct check *, struct beside *) = {
        check_pair, check_swap, check_shift, check_flag_changes, check_flags_staged, check_stall,
    };

    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        struct beside b = {.cell = cell};

        while (b.turn < c->schedule->turns && rules[i](c, &b))
            b.turn++;
    }
}
