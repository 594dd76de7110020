/* Checks sub-units that work in the same cycle: results that meet, and combinations that are not allowed. */
#include "hazards.h"

/* Returns the first sub-unit of `units` that works in this cycle, or NULL. */
static const struct sfp_part *first_at_work(const struct sfp_cycle *set, const enum sfp_unit *units, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (sfp_part_works(&set->part[units[i]]))
            return &set->part[units[i]];
    return NULL;
}

/* Checks simple and round together: exactly one of them must write L16. Wormhole's older page allows one more
 * combination (sfpu-timing(7), Conflicts). */
static void check_simple_round(struct sfp_engine *e, const struct sfp_cycle *set)
{
    const struct sfp_part *simple = &set->part[SFP_UNIT_SIMPLE], *round = &set->part[SFP_UNIT_ROUND];
    bool staged_simple, staged_round, split;

    if (!sfp_part_works(simple) || !sfp_part_works(round))
        return;
    staged_simple = simple->op.vd == SFP_STAGING_LREG;
    staged_round = round->op.vd == SFP_STAGING_LREG;
    split = !staged_simple && !staged_round && (simple->op.vd < 4) != (round->op.vd < 4);
    if (staged_simple == staged_round)
        sfp_hazard_about(e,
              split && sfp_quirk(e->m->s.arch, SFP_QUIRK_MACRO_PAIR_SPLIT) ? SFP_FIND_MACRO_PAIR_SPLIT
                                                                          : SFP_FIND_MACRO_SIMPLE_ROUND,
              simple, round);
}

/* Checks a cycle in which SFPSWAP exchanges: simple must be idle, and round too if the SFPSWAP is scheduled. */
static void check_exchanging(struct sfp_engine *e, const struct sfp_cycle *set, const struct sfp_part *swap)
{
    static const enum sfp_unit idle[] = {SFP_UNIT_SIMPLE, SFP_UNIT_ROUND};
    const struct sfp_part *other = first_at_work(set, idle, swap->scheduled ? 2 : 1);

    if (other && (swap->scheduled || other->scheduled))
        sfp_hazard_about(e, SFP_FIND_MACRO_SWAP_NEXT, other, swap);
}

/* Checks the cycle after a scheduled SFPSHFT2. */
static void check_shifting(struct sfp_engine *e, const struct sfp_cycle *set, const struct sfp_part *shft2)
{
    static const enum sfp_unit idle[] = {SFP_UNIT_SIMPLE, SFP_UNIT_MAD, SFP_UNIT_ROUND, SFP_UNIT_STORE};
    const struct sfp_part *other;

    if (!shft2->scheduled)
        return;
    if (sfp_quirk(e->m->s.arch, SFP_QUIRK_MACRO_SHFT2_IDLE)) {
        if ((other = first_at_work(set, idle, sizeof idle / sizeof idle[0])))
            sfp_hazard_about(e, SFP_FIND_MACRO_SHFT2_NEXT, other, shft2);
        return;
    }
    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_ROUND; u++)
        if (sfp_part_works(&set->part[u]) && sfp_port_clash(set->part[u].op.insn, set->part[u].op.mod))
            sfp_hazard_about(e, SFP_FIND_MACRO_SHFT2_NEXT, &set->part[u], shft2);
}

/* Reports a scheduled SFPSWAP whose two registers are the same. */
static void check_swap_self(struct sfp_engine *e, const struct sfp_cycle *set)
{
    const struct sfp_part *simple = &set->part[SFP_UNIT_SIMPLE];

    if (sfp_part_works(simple) && simple->scheduled && sfp_is(&simple->op, SFP_I_SFPSWAP) &&
        simple->op.vc == simple->op.b)
        sfp_hazard(e, SFP_FIND_MACRO_SWAP_SELF, simple, NULL);
}

/* Checks the other sub-units that a scheduled SFPSWAP or SFPSHFT2 needs. */
static void check_neighbours(struct sfp_engine *e, const struct sfp_cycle *set)
{
    const struct sfp_part *simple = &set->part[SFP_UNIT_SIMPLE], *mad = &set->part[SFP_UNIT_MAD];

    if (sfp_part_works(simple) && simple->scheduled && sfp_is(&simple->op, SFP_I_SFPSWAP) && sfp_part_works(mad))
        sfp_hazard_about(e, SFP_FIND_MACRO_SWAP_MAD, mad, simple);
    for (uint32_t left = e->flying & SFP_SIMPLE_PLACES; left; left &= left - 1)
        if (sfp_is(&e->flight[__builtin_ctz(left)].part.op, SFP_I_SFPSWAP))
            check_exchanging(e, set, &e->flight[__builtin_ctz(left)].part);
    for (uint32_t left = e->flying & SFP_ROUND_PLACES; left; left &= left - 1)
        check_shifting(e, set, &e->flight[__builtin_ctz(left)].part);
}

/* Reports results of earlier cycles that land together in the same register. Returns the registers that a landing
 * SFPSWAP writes, and the SFPSWAP in *by. */
static uint32_t check_landing_clash(struct sfp_engine *e, const struct sfp_part **by)
{
    uint32_t exchanged = 0;

    for (uint32_t left = sfp_landing_now(e); left; left &= left - 1) {
        const struct sfp_part *first = &e->flight[__builtin_ctz(left)].part;

        for (uint32_t later = left & (left - 1); later; later &= later - 1) {
            const struct sfp_part *second = &e->flight[__builtin_ctz(later)].part;

            if (first->op.writes & second->op.writes & SFP_USES_LREGS)
                sfp_hazard_about(e, SFP_FIND_RESULT_CLASH, second, first);
        }
        if (sfp_is(&first->op, SFP_I_SFPSWAP)) {
            exchanged = first->op.writes & SFP_USES_LREGS;
            *by = first;
        }
    }
    return exchanged;
}

/* The instructions whose results land in a cycle, and the registers they write. */
struct landed {
    const struct sfp_part *part[SFP_UNITS];
    uint32_t lregs[SFP_UNITS];
    unsigned count;
};

static void note_landed(struct landed *l, const struct sfp_part *part, uint32_t lregs)
{
    l->part[l->count] = part;
    l->lregs[l->count++] = lregs;
}

/* Returns the last landed instruction that writes one of the registers `lregs`, or NULL. */
static const struct sfp_part *last_landed(const struct landed *l, uint32_t lregs)
{
    for (unsigned i = l->count; i-- > 0;)
        if (l->lregs[i] & lregs)
            return l->part[i];
    return NULL;
}

/* Reports one-cycle results of the same cycle in the same register. A load over SFPSWAP's second half is allowed:
 * programs rely on the load winning. */
static void check_result_clash(struct sfp_engine *e, const struct sfp_cycle *set)
{
    static const enum sfp_unit order[] = {SFP_UNIT_SIMPLE, SFP_UNIT_ROUND, SFP_UNIT_LOAD};
    const struct sfp_part *swap = NULL;
    const uint32_t exchanged = check_landing_clash(e, &swap);
    struct landed landed = {.count = 0};

    note_landed(&landed, swap, exchanged);
    for (unsigned i = 0; i < sizeof order / sizeof order[0]; i++) {
        const struct sfp_part *part = &set->part[order[i]], *by;
        const uint32_t writes = part->op.writes & SFP_USES_LREGS;

        if (!sfp_part_works(part) || part->op.latency > 1)
            continue;
        by = last_landed(&landed, writes);
        if (by && !(order[i] == SFP_UNIT_LOAD && by == swap))
            sfp_hazard_about(e, SFP_FIND_RESULT_CLASH, part, by);
        note_landed(&landed, part, writes);
    }
}

/* Returns whether the instruction sets flags, or only draws a random number. Such an instruction makes sense even if
 * nothing reads its result. */
static bool has_other_effect(const struct sfp_op *op)
{
    const bool only_draws = op->reads & SFP_USES_PRNG && !(op->reads & SFP_USES_LREGS);

    return only_draws || op->writes & SFP_USES_FLAGS;
}

/* Returns whether `reg` still holds a value meant for `part`: from the part's SFPLOADMACRO, or from an instruction
 * that was issued since. Issued instructions never write L16. */
static bool has_value_for(const struct sfp_engine *e, const struct sfp_part *part, unsigned reg)
{
    if (sfp_owned_lregs(e, part->macro_id) >> reg & 1)
        return true;
    return reg != SFP_STAGING_LREG && sfp_issued_lregs(e) >> reg & 1;
}

/* Judges the value that `part` reads in the cycle in which `writer` writes the register. *doubtful: the SFPLOADMACRO
 * of both had left that value, so that the use of the writer's result decides. */
static enum sfp_old_value judge_beside(const struct sfp_engine *e, const struct sfp_part *part,
                                       const struct sfp_part *writer, unsigned reg, bool *doubtful)
{
    const enum sfp_old_value old = sfp_old_value_of(e, part, writer, reg);
    const bool for_both = old == SFP_OLD_WRONG && has_value_for(e, part, reg);

    *doubtful = for_both && !has_other_effect(&writer->op);
    return for_both && has_other_effect(&writer->op) ? SFP_OLD_UNKNOWN : old;
}

/* Checks the read by `part` of a register that `writer` writes in the same cycle. */
static void read_beside(struct sfp_engine *e, const struct sfp_part *part, const struct sfp_part *writer)
{
    uint32_t both = sfp_reads_now(&part->op) & writer->op.writes;
    unsigned reg = (unsigned)__builtin_ctz(both);
    uint32_t lanes = sfp_reading_lanes(e, part, reg);
    bool doubtful;
    const enum sfp_old_value old = judge_beside(e, part, writer, reg, &doubtful);

    if (old == SFP_OLD_RIGHT)
        return;
    if (doubtful && lanes)
        sfp_doubt(e, part, writer, reg, lanes);
    else if (lanes || sfp_may_meet(e, part, &writer->op, sfp_ways_enabled(e), reg))
        sfp_hazard(e, SFP_FIND_MACRO_SAME_CYCLE, part, &(struct sfp_finding_detail){
            .other = writer->op.index, .by = &writer->op, .lands = e->cycle + writer->op.latency - 1, .lreg = (int)reg,
            .lanes = lanes, .possible = !lanes, .graver = old == SFP_OLD_WRONG && lanes});
}

/* Returns whether `writer` belongs to a later macro than `part`: then `part` reads its own macro's value, as usual
 * for overlapping macros. */
static bool is_of_later_macro(const struct sfp_part *writer, const struct sfp_part *part)
{
    return writer->scheduled && part->scheduled && writer->macro_id > part->macro_id;
}

/* Checks reads of registers that another sub-unit writes in this cycle. Writes by loads are not checked: loads take
 * registers away from earlier macros all the time. */
static void check_parts_beside(struct sfp_engine *e, const struct sfp_cycle *set)
{
    for (unsigned r = SFP_UNIT_SIMPLE; r <= SFP_UNIT_STORE; r++) {
        const struct sfp_part *part = &set->part[r];

        for (unsigned w = SFP_UNIT_SIMPLE; sfp_part_works(part) && w <= SFP_UNIT_ROUND; w++)
            if (w != r && sfp_part_works(&set->part[w]) && sfp_reads_now(&part->op) & set->part[w].op.writes
                && !is_of_later_macro(&set->part[w], part))
                read_beside(e, part, &set->part[w]);
    }
}

/* Reports flags that change while another sub-unit executes: every executing instruction depends on the flags. */
static void check_flags_beside(struct sfp_engine *e, const struct sfp_cycle *set)
{
    const struct sfp_part *simple = &set->part[SFP_UNIT_SIMPLE];

    if (!sfp_part_works(simple) || !(simple->op.writes & SFP_USES_FLAGS))
        return;
    for (unsigned u = SFP_UNIT_MAD; u < SFP_UNITS; u++) {
        const struct sfp_part *part = &set->part[u];

        if (sfp_part_works(part)) {
            sfp_hazard_about(e, u == SFP_UNIT_LOAD ? SFP_FIND_FLAGS_CLASH_LOAD : SFP_FIND_FLAGS_CLASH, part, simple);
            return;
        }
    }
}

void sfp_check_beside(struct sfp_engine *e, const struct sfp_cycle *set)
{
    check_simple_round(e, set);
    check_result_clash(e, set);
    check_parts_beside(e, set);
    check_flags_beside(e, set);
    check_swap_self(e, set);
    check_neighbours(e, set);
}
