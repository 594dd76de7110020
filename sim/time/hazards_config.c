/* Checks configuration that is late or changed in the wrong place, and items that macros and waits leave pending. */
#include "hazards.h"

enum { SEEDING_CYCLES = 600 };

/* Returns whether the configuration write under way reaches a word with a field of the vector unit
 * (sfpu-frontend(7), Fields). */
static bool delayed_matters(const struct sfp_engine *e)
{
    const struct sfp_op *op = &e->own->delayed;
    uint32_t word, others;

    if (!e->own->has_delayed || sfp_is(op, SFP_I_RDCFG) || sfp_is(op, SFP_I_REG2FLOP))
        return false;
    word = sfp_field(op->insn, op->word, SFP_F_CFG_REG);
    others = sfp_is(op, SFP_I_WRCFG) && sfp_field(op->insn, op->word, SFP_F_WR128B) ? 3 : 0;
    for (unsigned f = 0; f < SFP_CONFIG_FIELDS; f++) {
        const enum sfp_config_field field = (enum sfp_config_field)f;
        struct sfp_config_place p = sfp_config_place(e->m->s.arch, field, 0);

        if (!sfp_config_of_matrix(field) && p.space == SFP_SPACE_CONFIG && (p.index & ~others) == (word & ~others))
            return true;
    }
    return false;
}

/* Returns whether SFPCONFIG wrote this target of LoadMacroConfig in one of the last two cycles. */
static bool wrote_lately(const struct sfp_engine *e, unsigned target)
{
    return e->last.macro_targets[0] == 1 + target || e->last.macro_targets[1] == 1 + target;
}

/* Reports an SFPLOADMACRO that comes before an SFPCONFIG of LoadMacroConfig has surely taken effect. */
static void check_macro(struct sfp_engine *e, const struct sfp_part *macro)
{
    if (wrote_lately(e, SFP_TARGET_MISC) || wrote_lately(e, SFP_TARGET_SEQUENCES + macro->op.macro))
        sfp_hazard(e, SFP_FIND_MACRO_CONFIG_EARLY, macro, NULL);
    else if (e->last.macro_targets[0] || e->last.macro_targets[1])
        sfp_hazard(e, SFP_FIND_MACRO_CONFIG, macro, NULL);
}

/* Reports uses of configuration that changed in the cycle before, or for macros in the two cycles before. */
static void check_changed(struct sfp_engine *e, const struct sfp_part *part)
{
    bool loads_template = part->is_template || part->op.exec == e->m->semantics->backdoor;
    bool backdoor_changed =
        (e->m->s.derived.all_lane_config ^ e->last.all_lane_config_before) & SFP_LC_DISABLE_BACKDOOR;

    if (e->last.wrote_lane_config && backdoor_changed && sfp_names_template(part->op.insn, part->op.vd))
        sfp_hazard(e, SFP_FIND_BACKDOOR_CONFIG, part, NULL);
    if (sfp_is(&part->op, SFP_I_SFPLOADMACRO))
        check_macro(e, part);
    else if (e->last.wrote_macro_config && loads_template)
        sfp_hazard(e, SFP_FIND_MACRO_CONFIG, part, NULL);
    if (part->op.reads & SFP_USES_CONFIG && delayed_matters(e))
        sfp_hazard(e, SFP_FIND_CONFIG_RAW, part,
                   &(struct sfp_finding_detail){.other = e->own->delayed.index, .lreg = -1});
}

void sfp_check_configuration(struct sfp_engine *e, const struct sfp_cycle *set)
{
    for (unsigned u = SFP_UNIT_SIMPLE; u < SFP_UNITS; u++)
        if (set->part[u].live)
            check_changed(e, &set->part[u]);
}

/* Reports random numbers drawn before the generators have been seeded completely. */
void sfp_check_random(struct sfp_engine *e, const struct sfp_cycle *set)
{
    if (e->cycle - e->seeded_at >= SEEDING_CYCLES)
        return;
    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_ROUND; u++)
        if (sfp_part_works(&set->part[u]) && set->part[u].op.reads & SFP_USES_PRNG)
            sfp_hazard(e, SFP_FIND_PRNG_EARLY, &set->part[u], NULL);
}

/* Returns whether a store in the queue resolves its format only when it executes. */
static bool store_format_pending(const struct sfp_engine *e)
{
    for (unsigned i = 0; i < e->queued[SFP_UNIT_STORE]; i++)
        if (e->queue[SFP_UNIT_STORE][i].op.mod == SFP_FMT_SRCB)
            return true;
    return false;
}

/* Returns whether `op` reads the GPR that an RDCFG of the cycle before has still to write. */
static bool takes_stale_gpr(const struct sfp_engine *e, const struct sfp_op *op)
{
    bool four = sfp_is(op, SFP_I_WRCFG) && sfp_field(op->insn, op->word, SFP_F_WR128B);
    uint32_t others = four ? 3 : 0;

    if (!e->own->has_delayed || !sfp_is(&e->own->delayed, SFP_I_RDCFG) || !sfp_operand_of(op->insn, SFP_F_GPR)
        || sfp_is(op, SFP_I_RDCFG))
        return false;
    return ((sfp_field(op->insn, op->word, SFP_F_GPR) ^ sfp_field(e->own->delayed.insn, e->own->delayed.word, SFP_F_GPR))
            & ~others) == 0;
}

void sfp_hazards_control(struct sfp_engine *e, const struct sfp_op *op)
{
    const unsigned seed_word = sfp_config_shape(e->m->s.arch)->prng_seed;
    struct sfp_part part;
    bool configures = false;

    sfp_reported_part(e, op, &part);
    part.id = e->own->head_id;
    if (takes_stale_gpr(e, op))
        sfp_hazard(e, SFP_FIND_GPR_RAW, &part, &(struct sfp_finding_detail){.other = e->own->delayed.index, .lreg = -1});
    for (unsigned i = 0; i < SFP_MAX_USES; i++)
        configures |= op->insn->writes[i].resource == SFP_R_CONFIG;
    if (configures && store_format_pending(e))
        sfp_hazard(e, SFP_FIND_CONFIG_PENDING, &part, NULL);
    if (configures && sfp_field(op->insn, op->word, SFP_F_CFG_REG) == seed_word) {
        e->seeded = true;
        e->seeded_at = e->cycle;
    }
    sfp_seam_control(e, &part);
    if (sfp_is(op, SFP_I_ZEROACC))
        e->own->since_zeroacc = 0;
    else if (e->own->since_zeroacc < SFP_ZEROACC_DISTANCE)
        e->own->since_zeroacc++;
}

void sfp_hazards_stall(struct sfp_engine *e, const struct sfp_op *head, enum sfp_stall stall)
{
    struct sfp_part part;
    bool truly;

    if (stall != SFP_STALL_MAD_FALSE)
        return;
    sfp_reported_part(e, head, &part);
    part.id = e->own->head_id;
    sfp_hazard(e, SFP_FIND_STALL_FALSE, &part,
               &(struct sfp_finding_detail){.other = sfp_scored_writer(e, head, &truly)->index, .lreg = -1});
}

void sfp_hazards_macro(struct sfp_engine *e, const struct sfp_part *part)
{
    struct sfp_fetch_origin origin;

    e->arming = SFP_NOT_ARMED;
    if (e->outside_said)
        return;
    sfp_frontend_origin(e->own->f, &origin);
    if (origin.playback || e->words[part->op.index] != part->op.word)
        return;
    e->outside_said = true;
    sfp_hazard(e, SFP_FIND_MACRO_OUTSIDE, part, NULL);
}

/* Returns whether `part` is work, and not just more setup of macros. */
static bool is_work(const struct sfp_part *part)
{
    return sfp_part_works(part) && !sfp_is(&part->op, SFP_I_SFPLOADI) && !sfp_is(&part->op, SFP_I_SFPCONFIG);
}

void sfp_check_armed(struct sfp_engine *e, const struct sfp_cycle *set)
{
    for (unsigned u = SFP_UNIT_SIMPLE; u < SFP_UNITS; u++) {
        if (!is_work(&set->part[u]))
            continue;
        e->arming = SFP_PASSED_BY;
        e->passed_by = set->part[u].op.index;
    }
}

/* Reports that Misc was armed for nothing: work came after its last write, and no SFPLOADMACRO until now. Call when
 * Misc is written again, and at the end of the run. */
static void end_arming(struct sfp_engine *e)
{
    struct sfp_part part;

    if (e->arming != SFP_PASSED_BY)
        return;
    sfp_reported_part(e, &e->armed_by, &part);
    sfp_hazard(e, SFP_FIND_MACRO_ARMED, &part, &(struct sfp_finding_detail){.other = e->passed_by, .lreg = -1});
}

void sfp_hazards_misc(struct sfp_engine *e, const struct sfp_op *op)
{
    uint32_t misc = 0;

    end_arming(e);
    for (unsigned l = 0; l < SFP_LANES; l++)
        misc |= e->m->s.macro_misc[l];
    e->arming =
        misc & SFP_MISC_DELAY_KINDS && sfp_quirk(e->m->s.arch, SFP_QUIRK_ARMED_MISC_HANGS) ? SFP_ARMED : SFP_NOT_ARMED;
    e->armed_by = *op;
}

void sfp_hazards_end(struct sfp_engine *e)
{
    end_arming(e);
    sfp_end_doubts(e);
    sfp_seam_end(e);
}

void sfp_hazards_gate_open(struct sfp_engine *e)
{
    struct sfp_part part;

    sfp_reported_part(e, &e->own->wait, &part);
    sfp_hazard(e, sfp_queue_awaits_insns(e) ? SFP_FIND_WAIT_COUNTING : SFP_FIND_WAIT_PENDING, &part, NULL);
}
