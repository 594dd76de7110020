/* Interlocks: what holds the thread's next instruction back for a cycle (sfpu-timing(7), SFPSWAP and SFPSHFT2,
 * Blackhole stalls, Configuration). */
#include "engine.h"

#include "model/config.h"

/* CHICKEN_BITS_sfpu_scbd_disable, which Wormhole lacks, switches the interlocks off as a whole (sfpu-timing(7), Blackhole
 * stalls). */
bool sfp_interlocks_work(const struct sfp_engine *e)
{
    return !sfp_config_get(&e->m->s, SFP_CFG_SCBD_DISABLE, 0);
}

/* A template load reads nothing. */
static bool is_captured(const struct sfp_engine *e, const struct sfp_op *op)
{
    return op->exec == e->m->semantics->backdoor && !(e->m->s.derived.any_lane_config & SFP_LC_DISABLE_BACKDOOR);
}

/* Blackhole's scoreboard: `op` is seen to read what a multiply-add has still to write. */
static enum sfp_stall scoreboard(const struct sfp_engine *e, const struct sfp_op *op)
{
    bool truly;

    if (is_captured(e, op) || !sfp_scored_writer(e, op, &truly))
        return SFP_STALL_NONE;
    return truly ? SFP_STALL_MAD : SFP_STALL_MAD_FALSE;
}

enum sfp_stall sfp_interlock(const struct sfp_engine *e, const struct sfp_op *op)
{
    const bool held = e->hold.until > e->cycle, scored = e->seen_until > e->cycle;

    if (!(held || scored) || op->insn->unit == SFP_UNIT_NONE || sfp_is(op, SFP_I_SFPNOP) || !sfp_interlocks_work(e))
        return SFP_STALL_NONE;
    return held ? e->hold.stall : scoreboard(e, op);
}

static bool is_rmwcib(enum sfp_id id)
{
    return id == SFP_I_RMWCIB0 || id == SFP_I_RMWCIB1 || id == SFP_I_RMWCIB2 || id == SFP_I_RMWCIB3;
}

/*
 * What enters the configuration unit at its second stage waits while another instruction is on its way there: WRCFG
 * and CFGSHIFTMASK, which enter at the first, and Wormhole's RDCFG.
 */
static enum sfp_stall control_stall(const struct sfp_engine *e, const struct sfp_op *head)
{
    const enum sfp_id id = (enum sfp_id)head->insn->id, last = e->last.control;
    const bool enters_late = is_rmwcib(id) || id == SFP_I_RDCFG || id == SFP_I_CFGSHIFTMASK;
    const bool under_way = last == SFP_I_WRCFG || last == SFP_I_CFGSHIFTMASK
                           || (last == SFP_I_RDCFG && sfp_quirk(e->m->s.arch, SFP_QUIRK_CONFIG_WAITS_FOR_RDCFG));

    return enters_late && under_way ? SFP_STALL_CONFIG : SFP_STALL_NONE;
}

enum sfp_stall sfp_configuration_stall(const struct sfp_engine *e, const struct sfp_op *head)
{
    if (!e->last.has_control)
        return SFP_STALL_NONE;
    if (e->last.control == SFP_I_REG2FLOP) /* blocks its thread for two cycles */
        return SFP_STALL_CONFIG;
    return control_stall(e, head);
}
