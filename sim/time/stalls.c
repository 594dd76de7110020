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
 * Returns whether `head` must wait for the configuration unit because `last` issued in the cycle before, from any
 * thread. Instructions that enter the unit at its second stage wait while WRCFG, CFGSHIFTMASK, which enter at the first
 * stage, or Wormhole's RDCFG is on the way there.
 */
static bool meets_under_way(const struct sfp_engine *e, const struct sfp_op *head, enum sfp_id last)
{
    const enum sfp_id id = (enum sfp_id)head->insn->id;
    const bool enters_late = is_rmwcib(id) || id == SFP_I_RDCFG || id == SFP_I_CFGSHIFTMASK;
    const bool under_way = last == SFP_I_WRCFG || last == SFP_I_CFGSHIFTMASK
                           || (last == SFP_I_RDCFG && sfp_quirk(e->m->s.arch, SFP_QUIRK_CONFIG_WAITS_FOR_RDCFG));

    return enters_late && under_way;
}

enum sfp_stall sfp_configuration_stall(const struct sfp_engine *e, const struct sfp_issuer *issuer)
{
    if (issuer->has_control && issuer->control == SFP_I_REG2FLOP) /* blocks its thread for two cycles */
        return SFP_STALL_CONFIG;
    if (!e->threads)
        return issuer->has_control && meets_under_way(e, issuer->head, issuer->control) ? SFP_STALL_CONFIG
                                                                                        : SFP_STALL_NONE;
    for (unsigned t = 0; t < SFP_THREADS; t++)
        if (e->issuer[t].has_control && meets_under_way(e, issuer->head, e->issuer[t].control))
            return SFP_STALL_CONFIG;
    return SFP_STALL_NONE;
}

/* ---- The wait gate: STALLWAIT and SEMWAIT in time (sfpu-timing(7), Waits) ---- */

/*
 * Returns whether a selected condition holds in the cycle that ends. The vector unit and the matrix unit are busy in
 * all cycles of an instruction, the configuration unit in the second cycle.
 */
static bool still_waits(const struct sfp_engine *e, struct sfp_conditions found)
{
    const struct sfp_stallwait stallwait = sfp_arch_facts(e->m->s.arch)->stallwait;
    uint32_t selected;

    if (sfp_is(&e->own->wait, SFP_I_SEMWAIT))
        return !e->options->run.ignore_waits && found.semaphore;
    selected = sfp_stallwait_conditions(e->m, &e->own->wait);
    return (selected & stallwait.sfpu && (found.sfpu || sfp_thread_flies(e)))
           || (selected & stallwait.config && found.config) || (selected & stallwait.fpu && sfp_matrix_busy(e));
}

bool sfp_gate_holds(const struct sfp_engine *e, const struct sfp_issuer *issuer)
{
    return issuer->waiting && sfp_wait_blocks(e->m->s.arch, &issuer->wait, issuer->head->insn);
}

struct sfp_conditions sfp_gate_start_of_cycle(const struct sfp_engine *e)
{
    return (struct sfp_conditions){
        .sfpu = sfp_thread_flies(e),
        .config = sfp_config_busy(e),
        .semaphore = e->own->waiting && sfp_is(&e->own->wait, SFP_I_SEMWAIT)
                     && sfp_semwait_holds(&e->m->s, &e->own->wait) >= 0,
    };
}

/* Asks the feed whether something outside the thread may end the wait. If the wait is over already, ends it. */
static bool feed_may_end(struct sfp_engine *e)
{
    const struct sfp_feed *feed = e->own->feed;
    const enum sfp_relief relief = feed ? feed->relieve(feed->context, &e->own->wait) : SFP_RELIEF_NONE;

    if (relief == SFP_RELIEF_GIVEN)
        e->own->waiting = false;
    return relief != SFP_RELIEF_NONE;
}

/* Reports that SEMWAIT `op` replaces the latched wait, unless something outside the thread has ended that wait. */
static void report_replaced(struct sfp_engine *e, const struct sfp_op *op)
{
    struct sfp_part part;

    if (sfp_is(&e->own->wait, SFP_I_SEMWAIT) && feed_may_end(e))
        return;
    sfp_reported_part(e, op, &part);
    sfp_hazard(e, SFP_FIND_WAIT_REPLACED, &part, NULL);
}

/* Tells observers of several threads that the latched wait is over. */
static void emit_wait_end(const struct sfp_engine *e)
{
    struct sfp_part part;

    if (!e->threads || !sfp_hears(e, SFP_EVENT_WAIT_END))
        return;
    sfp_reported_part(e, &e->own->wait, &part);
    sfp_emit(e, (struct sfp_event){.kind = SFP_EVENT_WAIT_END, .unit = SFP_UNIT_NONE}, &part);
}

static void open_gate(struct sfp_engine *e)
{
    e->own->waiting = false;
    emit_wait_end(e);
    if (e->looks && sfp_is(&e->own->wait, SFP_I_STALLWAIT))
        sfp_seam_drained(e, &e->own->wait);
    if (e->total_queued && sfp_is(&e->own->wait, SFP_I_STALLWAIT)
        && sfp_stallwait_conditions(e->m, &e->own->wait) & sfp_arch_facts(e->m->s.arch)->stallwait.sfpu)
        sfp_hazards_gate_open(e);
}

void sfp_gate_end_of_cycle(struct sfp_engine *e, struct sfp_conditions found, const struct sfp_op *issued)
{
    if (e->own->waiting && !still_waits(e, found))
        open_gate(e);
    if (issued && (sfp_is(issued, SFP_I_SEMWAIT) || sfp_is(issued, SFP_I_STALLWAIT))) {
        if (e->own->waiting)
            report_replaced(e, issued);
        e->own->waiting = true;
        e->own->wait = *issued;
    }
}

bool sfp_gate_stuck(struct sfp_engine *e, struct sfp_deadlock_end *end)
{
    int semaphore;

    if (!e->own->waiting || !e->own->has_head || !sfp_is(&e->own->wait, SFP_I_SEMWAIT) || !sfp_gate_holds(e, e->own)
        || e->options->run.ignore_waits)
        return false;
    semaphore = sfp_semwait_holds(&e->m->s, &e->own->wait);
    if (semaphore < 0 || feed_may_end(e))
        return false;
    *end = (struct sfp_deadlock_end){.thread = e->own->thread, .number = (unsigned)semaphore,
                                     .index = e->own->wait.index, .word = e->own->wait.word,
                                     .held = e->own->head->index};
    return true;
}

bool sfp_gate_deadlock(struct sfp_engine *e)
{
    struct sfp_run_result *result = &e->result->run;
    struct sfp_deadlock_end end;

    if (!sfp_gate_stuck(e, &end))
        return false;
    result->status = SFP_RUN_DEADLOCK;
    result->index = end.index;
    result->word = end.word;
    result->semaphore = end.number;
    result->held = end.held;
    return true;
}
