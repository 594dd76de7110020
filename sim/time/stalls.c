/* Interlocks: what holds the thread's next instruction back for a cycle (sfpu-timing(7), SFPSWAP and SFPSHFT2,
 * Blackhole stalls, Configuration). */
#include "engine.h"
#include "hazards.h"

#include "model/config.h"
#include "model/control.h"

/* CHICKEN_BITS_sfpu_scbd_disable, which Wormhole lacks, switches the interlocks off as a whole (sfpu-timing(7),
 * Blackhole stalls). */
bool sfp_interlocks_work(const struct sfp_engine *e)
{
    return !sfp_config_get(&e->m->s, SFP_CFG_SCBD_DISABLE, 0);
}

/* Returns whether `op` is a template load, which reads no registers. */
static bool is_template(const struct sfp_engine *e, const struct sfp_op *op)
{
    return op->exec == e->m->semantics->backdoor && !(e->m->s.derived.any_lane_config & SFP_LC_DISABLE_BACKDOOR);
}

/* Returns the stall if Blackhole's scoreboard sees `op` read a register that a multiply-add has still to write. */
static enum sfp_stall scoreboard_stall(const struct sfp_engine *e, const struct sfp_op *op)
{
    bool truly;

    if (is_template(e, op) || !sfp_scored_writer(e, op, &truly))
        return SFP_STALL_NONE;
    return truly ? SFP_STALL_MAD : SFP_STALL_MAD_FALSE;
}

enum sfp_stall sfp_interlock(const struct sfp_engine *e, const struct sfp_op *op)
{
    const bool held = e->hold.until > e->cycle, scored = e->seen_until > e->cycle;

    if (!(held || scored) || op->insn->unit == SFP_UNIT_NONE || sfp_is(op, SFP_I_SFPNOP) || !sfp_interlocks_work(e))
        return SFP_STALL_NONE;
    return held ? e->hold.stall : scoreboard_stall(e, op);
}

static bool is_rmwcib(enum sfp_id id)
{
    return id == SFP_I_RMWCIB0 || id == SFP_I_RMWCIB1 || id == SFP_I_RMWCIB2 || id == SFP_I_RMWCIB3;
}

/*
 * Returns SFP_STALL_CONFIG if `head` must wait for the configuration unit. Instructions that enter the unit at its
 * second stage wait while WRCFG, CFGSHIFTMASK, which enter at the first stage, or Wormhole's RDCFG is on the way there.
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

/* ---- The wait gate: STALLWAIT and SEMWAIT in time (sfpu-timing(7), Waits) ---- */

/* STALLWAIT's block bit for the matrix unit's instructions. */
enum { MATRIX_UNIT = 1 << 6 };

/*
 * Returns whether a selected condition holds in the cycle that ends. The vector unit and the matrix unit are busy in
 * all cycles of an instruction, the configuration unit in the second cycle.
 */
static bool still_waits(const struct sfp_engine *e, struct sfp_conditions found)
{
    const struct sfp_stallwait stallwait = sfp_arch_facts(e->m->s.arch)->stallwait;
    uint32_t selected;

    if (sfp_is(&e->wait, SFP_I_SEMWAIT))
        return !e->options->run.ignore_waits && found.semaphore;
    selected = sfp_stallwait_conditions(e->m, &e->wait);
    return (selected & stallwait.sfpu && (found.sfpu || e->flying)) || (selected & stallwait.config && found.config)
           || (selected & stallwait.fpu && sfp_matrix_busy(e));
}

/* Notes the cycles for which the matrix unit works on `op`, from this cycle on. */
static void start_matrix(struct sfp_engine *e, const struct sfp_op *op)
{
    const uint64_t until = e->cycle + (op->insn->cycles ? op->insn->cycles : 1);

    if (op->insn->block & MATRIX_UNIT && until > e->matrix_until)
        e->matrix_until = until;
}

bool sfp_gate_holds(const struct sfp_engine *e, const struct sfp_op *head)
{
    return e->waiting && sfp_wait_blocks(e->m->s.arch, &e->wait, head->insn);
}

struct sfp_conditions sfp_gate_start_of_cycle(const struct sfp_engine *e)
{
    return (struct sfp_conditions){
        .sfpu = e->flying != 0,
        .config = e->has_delayed,
        .semaphore = e->waiting && sfp_is(&e->wait, SFP_I_SEMWAIT) && sfp_semwait_holds(&e->m->s, &e->wait) >= 0,
    };
}

/* Asks the feed whether something outside the thread may end the wait. If the wait is over already, ends it. */
static bool feed_may_end(struct sfp_engine *e)
{
    const struct sfp_feed *feed = e->options->run.feed;
    const enum sfp_relief relief = feed ? feed->relieve(feed->context, &e->wait) : SFP_RELIEF_NONE;

    if (relief == SFP_RELIEF_GIVEN)
        e->waiting = false;
    return relief != SFP_RELIEF_NONE;
}

/* Reports that SEMWAIT `op` replaces the latched wait, unless something outside the thread has ended that wait. */
static void report_replaced(struct sfp_engine *e, const struct sfp_op *op)
{
    struct sfp_part part;

    if (sfp_is(&e->wait, SFP_I_SEMWAIT) && feed_may_end(e))
        return;
    sfp_reported_part(op, &part);
    sfp_hazard(e, SFP_FIND_WAIT_REPLACED, &part, NULL);
}

void sfp_gate_end_of_cycle(struct sfp_engine *e, struct sfp_conditions found, const struct sfp_op *issued)
{
    if (issued)
        start_matrix(e, issued);
    if (e->waiting && !still_waits(e, found)) {
        e->waiting = false;
        if (e->total_queued && sfp_is(&e->wait, SFP_I_STALLWAIT)
            && sfp_stallwait_conditions(e->m, &e->wait) & sfp_arch_facts(e->m->s.arch)->stallwait.sfpu)
            sfp_hazards_gate_open(e);
    }
    if (issued && (sfp_is(issued, SFP_I_SEMWAIT) || sfp_is(issued, SFP_I_STALLWAIT))) {
        if (e->waiting)
            report_replaced(e, issued);
        e->waiting = true;
        e->wait = *issued;
    }
}

bool sfp_gate_deadlock(struct sfp_engine *e)
{
    struct sfp_run_result *result = &e->result->run;
    int semaphore;

    if (!e->waiting || !e->has_head || !sfp_is(&e->wait, SFP_I_SEMWAIT) || !sfp_gate_holds(e, e->head)
        || e->options->run.ignore_waits)
        return false;
    semaphore = sfp_semwait_holds(&e->m->s, &e->wait);
    if (semaphore < 0 || feed_may_end(e))
        return false;
    result->status = SFP_RUN_DEADLOCK;
    result->index = e->wait.index;
    result->word = e->wait.word;
    result->semaphore = (unsigned)semaphore;
    result->held = e->head->index;
    return true;
}
