/* The wait gate: STALLWAIT and SEMWAIT in time (sfpu-timing(7), Waits). */
#include "engine.h"

#include "model/control.h"

/* The matrix unit's instructions: by STALLWAIT's block bit. */
enum { MATRIX_UNIT = 1 << 6 };

/*
 * Does a selected condition hold in the cycle that ends? The vector unit and the matrix unit are busy in all cycles of
 * an instruction, the configuration unit in the second.
 */
static bool still_waits(const struct sfp_engine *e, struct sfp_conditions found)
{
    const struct sfp_stallwait c = sfp_arch_facts(e->m->s.arch)->stallwait;
    uint32_t selected;

    if (sfp_is(&e->wait, SFP_I_SEMWAIT))
        return !e->options->run.ignore_waits && found.semaphore;
    selected = sfp_stallwait_conditions(e->m, &e->wait);
    return (selected & c.sfpu && (found.sfpu || e->flying)) || (selected & c.config && found.config)
           || (selected & c.fpu && sfp_matrix_busy(e));
}

/* The matrix unit is at work on it from this cycle on. */
static void start_matrix(struct sfp_engine *e, const struct sfp_op *op)
{
    const uint64_t until = e->cycle + (op->insn->cycles ? op->insn->cycles : 1);

    if (op->insn->block & MATRIX_UNIT && until > e->matrix_until)
        e->matrix_until = until;
}

bool sfp_gate_holds(const struct sfp_engine *e, const struct sfp_op *head)
{
    return e->waiting && sfp_wait_blocks(&e->wait, head->insn);
}

struct sfp_conditions sfp_gate_start_of_cycle(const struct sfp_engine *e)
{
    return (struct sfp_conditions){
        .sfpu = e->flying != 0,
        .config = e->has_delayed,
        .semaphore = e->waiting && sfp_is(&e->wait, SFP_I_SEMWAIT) && sfp_semwait_holds(&e->m->s, &e->wait) >= 0,
    };
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
        e->waiting = true;
        e->wait = *issued;
    }
}

/* May somebody beyond the thread end the wait? Where it has, it is over. */
static bool feed_may_end(struct sfp_engine *e)
{
    const struct sfp_feed *feed = e->options->run.feed;
    const enum sfp_relief relief = feed ? feed->relieve(feed->context, &e->wait) : SFP_RELIEF_NONE;

    if (relief == SFP_RELIEF_GIVEN)
        e->waiting = false;
    return relief != SFP_RELIEF_NONE;
}

bool sfp_gate_deadlock(struct sfp_engine *e)
{
    struct sfp_run_result *r = &e->result->run;
    int semaphore;

    if (!e->waiting || !e->has_head || !sfp_is(&e->wait, SFP_I_SEMWAIT) || !sfp_gate_holds(e, e->head)
        || e->options->run.ignore_waits)
        return false;
    semaphore = sfp_semwait_holds(&e->m->s, &e->wait);
    if (semaphore < 0 || feed_may_end(e))
        return false;
    r->status = SFP_RUN_DEADLOCK;
    r->index = e->wait.index;
    r->word = e->wait.word;
    r->semaphore = (unsigned)semaphore;
    r->held = e->head->index;
    return true;
}
