/* The wait gate: STALLWAIT and SEMWAIT in time (sfpu-timing(7), Waits). */
#include "engine.h"

#include "model/control.h"

/* STALLWAIT conditions that can hold in a program of one thread, by arch. */
struct selectors {
    uint32_t fpu, sfpu, config;
};

static struct selectors selectors_of(enum sfp_arch arch)
{
    static const struct selectors wh = {.fpu = 1u << 7, .sfpu = 1u << 14, .config = 0};
    static const struct selectors bh = {.fpu = 1u << 4, .sfpu = 1u << 11, .config = 1u << 12};

    return arch == SFP_WH ? wh : bh;
}

static bool anything_flies(const struct sfp_engine *e)
{
    return e->mad.part.live || e->shft2.part.live || e->swap.part.live;
}

/*
 * Does a selected condition hold in the cycle that ends? The vector unit is busy
 * in both cycles of an instruction, the configuration unit in the second; the
 * FPU's instructions are over within their cycle.
 */
static bool still_waits(const struct sfp_engine *e, struct sfp_conditions found, const struct sfp_op *issued)
{
    struct selectors c = selectors_of(e->m->s.arch);
    uint32_t selected;

    if (sfp_is(&e->wait, SFP_I_SEMWAIT))
        return !e->options->run.ignore_waits && found.semaphore;
    selected = sfp_stallwait_conditions(e->m, &e->wait);
    return (selected & c.sfpu && (found.sfpu || anything_flies(e))) || (selected & c.config && found.config)
           || (selected & c.fpu && issued && issued->insn->block & 1u << 6);
}

bool sfp_gate_holds(const struct sfp_engine *e, const struct sfp_op *head)
{
    return e->waiting && sfp_wait_blocks(&e->wait, head->insn);
}

struct sfp_conditions sfp_gate_start_of_cycle(const struct sfp_engine *e)
{
    return (struct sfp_conditions){
        .sfpu = anything_flies(e),
        .config = e->has_delayed,
        .semaphore = e->waiting && sfp_is(&e->wait, SFP_I_SEMWAIT) && sfp_semwait_holds(&e->m->s, &e->wait) >= 0,
    };
}

void sfp_gate_end_of_cycle(struct sfp_engine *e, struct sfp_conditions found, const struct sfp_op *issued)
{
    if (e->waiting && !still_waits(e, found, issued)) {
        e->waiting = false;
        if (e->total_queued && sfp_is(&e->wait, SFP_I_STALLWAIT)
            && sfp_stallwait_conditions(e->m, &e->wait) & selectors_of(e->m->s.arch).sfpu)
            sfp_hazards_gate_open(e);
    }
    if (issued && (sfp_is(issued, SFP_I_SEMWAIT) || sfp_is(issued, SFP_I_STALLWAIT))) {
        e->waiting = true;
        e->wait = *issued;
    }
}

bool sfp_gate_deadlock(struct sfp_engine *e)
{
    struct sfp_run_result *r = &e->result->run;
    int semaphore;

    if (!e->waiting || !e->has_head || !sfp_is(&e->wait, SFP_I_SEMWAIT) || !sfp_gate_holds(e, e->head)
        || e->options->run.ignore_waits)
        return false;
    semaphore = sfp_semwait_holds(&e->m->s, &e->wait);
    if (semaphore < 0)
        return false;
    r->status = SFP_RUN_DEADLOCK;
    r->index = e->wait.index;
    r->word = e->wait.word;
    r->semaphore = (unsigned)semaphore;
    r->held = e->head->index;
    return true;
}
