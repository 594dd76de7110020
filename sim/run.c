/* The untimed runner. */
#include "run.h"

#include "model/control.h"
#include "pipeline.h"

struct runner {
    struct sfp_machine *m;
    struct sfp_frontend *f;
    const struct sfp_run_options *options;
    struct sfp_run_result *result;
    const struct sfp_op *wait; /* the SEMWAIT in the wait gate's latch, or NULL */
    struct sfp_op wait_op;     /* where it is kept */
};

/*
 * The wait gate (spec/07 section 5), as far as it matters without time: a latched
 * SEMWAIT goes as soon as its condition is over. If the condition lasts until
 * an instruction comes that it holds back, it lasts for ever, since all before that
 * instruction is complete. STALLWAIT's conditions never last that long.
 */
static bool may_pass(struct runner *r, const struct sfp_op *op)
{
    int semaphore;

    if (!r->wait)
        return true;
    semaphore = sfp_semwait_holds(&r->m->s, r->wait);
    if (semaphore < 0) {
        r->wait = NULL;
        return true;
    }
    if (!sfp_wait_blocks(r->wait, op->insn))
        return true;
    r->result->status = SFP_RUN_DEADLOCK;
    r->result->index = r->wait->index;
    r->result->word = r->wait->word;
    r->result->semaphore = (unsigned)semaphore;
    r->result->held = op->index;
    return false;
}

static void latch(struct runner *r, const struct sfp_op *op)
{
    if (r->options->ignore_waits || op->insn->id != SFP_I_SEMWAIT)
        return;
    r->wait_op = *op;
    r->wait = &r->wait_op;
}

/* One instruction, with all that may befall it. */
static bool step(struct runner *r, const struct sfp_op *op)
{
    if (!may_pass(r, op))
        return false;
    op->exec(r->m, op);
    latch(r, op);
    r->result->executed++;
    r->result->vector += op->insn->unit != SFP_UNIT_NONE;
    return true;
}

static void run_stretch(struct runner *r, const struct sfp_stretch *stretch)
{
    struct sfp_machine *m = r->m;
    const struct sfp_op *end = stretch->ops + stretch->count;

    for (const struct sfp_op *op = stretch->ops; op != end; op++)
        op->exec(m, op);
    r->result->executed += stretch->count;
    r->result->vector += stretch->vector;
}

static bool refuse(struct runner *r, const struct sfp_op *op)
{
    r->result->status = SFP_RUN_REFUSED;
    r->result->index = op->index;
    r->result->word = op->word;
    return false;
}

/* One pass over the program. False: the run ends here. */
static bool run_pass(struct runner *r)
{
    const struct sfp_op *op;
    struct sfp_stretch stretch;

    for (;;) {
        if (!r->wait && sfp_frontend_stretch(r->f, &stretch)) {
            run_stretch(r, &stretch);
            continue;
        }
        switch (sfp_frontend_next(r->f, &op)) {
        case SFP_FETCH_OP:
            if (!step(r, op))
                return false;
            break;
        case SFP_FETCH_BUBBLE:
            break;
        case SFP_FETCH_END:
            return true;
        case SFP_FETCH_ERROR:
            return refuse(r, op);
        }
    }
}

static void run_in_order(struct sfp_machine *m, const uint32_t *words, size_t count,
                         const struct sfp_run_options *options, struct sfp_run_result *result)
{
    struct runner r = {.m = m, .options = options, .result = result};
    unsigned modes;

    *result = (struct sfp_run_result){.status = SFP_RUN_DONE};
    r.f = sfp_frontend_new(m, words, count);
    if (!r.f) {
        result->status = SFP_RUN_NO_MEMORY;
        return;
    }
    modes = sfp_host_float_enter();
    for (unsigned long pass = 0; pass < options->repeat && result->status == SFP_RUN_DONE; pass++) {
        sfp_frontend_rewind(r.f);
        if (run_pass(&r))
            sfp_progress_pass(options->progress, 1);
    }
    sfp_host_float_leave(modes);
    sfp_frontend_free(r.f);
}

static bool is_macro(const struct sfp_machine *m, uint32_t word)
{
    const struct sfp_insn *insn = sfp_insn_of_word(&m->index, word);

    return insn && insn->id == SFP_I_SFPLOADMACRO;
}

/* Is there an SFPLOADMACRO that could be executed? */
static bool has_macros(const struct sfp_machine *m, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_macro(m, words[i]))
            return true;
    for (unsigned i = 0; i < SFP_REPLAY_SLOTS; i++)
        if (m->s.replay_recorded >> i & 1 && is_macro(m, m->s.replay[i]))
            return true;
    for (unsigned i = 0; i < SFP_MOP_CFGS; i++)
        if (m->s.mop_cfg_set >> i & 1 && is_macro(m, m->s.mop_cfg[i]))
            return true;
    return false;
}

void sfp_run_untimed(struct sfp_machine *m, const uint32_t *words, size_t count, const struct sfp_run_options *options,
                     struct sfp_run_result *result)
{
    const struct sfp_timing_options in_time = {.run = *options, .results_only = true};
    struct sfp_timing_result timing;

    if (!has_macros(m, words, count)) {
        run_in_order(m, words, count, options, result);
        return;
    }
    sfp_run_timed(m, words, count, &in_time, &timing);
    *result = timing.run;
}
