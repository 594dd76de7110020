/* Brings a run one cycle further: with one thread by cycle.c, or in a plain cycle by plain.c; with several by
 * shared_cycle.c. */
#include "issue.h"

#include "model/source_banks.h"

bool sfp_engine_ahead(struct sfp_engine *e)
{
    if (sfp_progress_ends(e->options->run.progress)) {
        e->result->run.status = SFP_RUN_ENDED;
        return false;
    }
    if (!(e->threads ? sfp_threads_look(e) : sfp_look_at_front(e)))
        return false;
    if (e->ended)
        sfp_progress_pass(e->options->run.progress, 1);
    return true;
}

static void run_any_cycle(struct sfp_engine *e)
{
    if (e->threads)
        sfp_threads_run_cycle(e);
    else
        sfp_run_cycle(e);
}

bool sfp_matrix_ends(const struct sfp_machine *m, struct sfp_run_result *result)
{
    if (!m->banks->stop.stops)
        return false;
    result->status = m->banks->stop.waits_for ? SFP_RUN_DEADLOCK : SFP_RUN_REFUSED;
    result->source = m->banks->stop.waits_for;
    result->why = m->banks->stop.why;
    result->index = m->banks->stop.index;
    result->word = m->banks->stop.word;
    return true;
}

bool sfp_engine_advance(struct sfp_engine *e)
{
    const uint64_t effect = e->after_effect;

    sfp_progress_cycle(e->options->run.progress, e->cycle);
    if (!e->stops && !e->threads && sfp_run_plain(e))
        return true;
    run_any_cycle(e);
    if (e->m->banks && sfp_matrix_ends(e->m, &e->result->run))
        return false;
    if (e->threads)
        return !sfp_threads_deadlock(e, e->after_effect != effect);
    return e->after_effect != effect || !sfp_gate_deadlock(e);
}

bool sfp_engine_drain(struct sfp_engine *e)
{
    if (sfp_engine_under_way(e)) {
        run_any_cycle(e);
        return true;
    }
    if (e->total_queued)
        sfp_queue_abandon(e);
    return false;
}

/* ---- What issues next ---- */

/* Returns whether the arbiter gives the thread's head its unit in the coming cycle, if the head asks for it. */
static bool is_head_granted(const struct sfp_engine *e, const struct sfp_issuer *issuer)
{
    const enum sfp_contested contested = sfp_contested_by(issuer->head);
    struct sfp_arbiter_state state = e->arbiter;
    uint32_t asking = 0;

    if (!e->threads || contested == SFP_UNCONTESTED)
        return true;
    for (unsigned t = 0; t < SFP_THREADS; t++) {
        const struct sfp_issuer *other = &e->issuer[t];

        if (other->has_head && sfp_contested_by(other->head) == contested && sfp_head_asks(e, other))
            asking |= 1u << t;
    }
    return asking && sfp_arbiter_choose(e->threads, &state, contested, e->cycle, asking) == issuer->thread;
}

/* Adds the thread's head to the list `next`, if it has one. Returns the new number of entries. */
static unsigned add_next_head(const struct sfp_engine *e, const struct sfp_issuer *issuer, struct sfp_next *next,
                              unsigned count)
{
    if (!issuer->has_head)
        return count;
    next[count] = (struct sfp_next){issuer->thread, issuer->head, issuer->head_id,
                                    sfp_head_issues(e, issuer) && is_head_granted(e, issuer)};
    return count + 1;
}

unsigned sfp_engine_next(const struct sfp_engine *e, struct sfp_next next[SFP_MOST_NEXT])
{
    unsigned count = 0;

    if (e->input.live)
        next[count++] = (struct sfp_next){e->input.thread, &e->input.op, e->input.id, sfp_input_executes(e)};
    for (unsigned t = 0; t < SFP_THREADS; t++)
        count = add_next_head(e, &e->issuer[t], next, count);
    return count;
}
