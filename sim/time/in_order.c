/* Runs in order, without time. */
#include "pipeline.h"

#include <stdlib.h>
#include <string.h>

#include "model/control.h"
#include "base/array.h"

/* The instructions that a pass executes. Further passes execute them again without the expanders, which would emit
 * the same. */
struct tape {
    struct sfp_op *ops;
    size_t count, room;
    bool torn; /* the tape misses instructions of the pass, or a wait makes the next pass differ */
};

/* State that decides what the expanders make of the program, between passes in which they are at rest. */
struct expanders {
    uint32_t replay[SFP_REPLAY_SLOTS], replay_recorded, mop_mask_hi;
};

struct runner {
    struct sfp_machine *m;
    struct sfp_frontend *f;
    const struct sfp_run_options *options;
    struct sfp_run_result *result;
    const struct sfp_op *wait; /* the SEMWAIT in the wait gate's latch, or NULL */
    struct sfp_op wait_op;     /* copy that `wait` points to */
    struct tape *tape;         /* NULL: no taping */
};

static void tape_ops(struct tape *tape, const struct sfp_op *ops, size_t count)
{
    enum { MOST = 1 << 16 }; /* a longer pass hardly gets faster, and an instruction takes some seventy bytes */

    if (tape->torn || count > MOST - tape->count) {
        tape->torn = true;
        return;
    }
    if (count > tape->room - tape->count) {
        const size_t room = tape->count + count > 2 * tape->room ? tape->count + count : 2 * tape->room;
        struct sfp_op *bigger = array_resized(tape->ops, room, sizeof *bigger);

        tape->torn = !bigger;
        if (tape->torn)
            return;
        tape->ops = bigger;
        tape->room = room;
    }
    memcpy(tape->ops + tape->count, ops, count * sizeof *ops);
    tape->count += count;
}

/* Returns whether something outside the thread has ended the wait. Without time, a feed answers at once. */
static bool is_wait_relieved(const struct runner *runner)
{
    const struct sfp_feed *feed = runner->options->feed;

    return feed && feed->relieve(feed->context, runner->wait) == SFP_RELIEF_GIVEN;
}

/*
 * The wait gate (sfpu-timing(7), Waits), as far as it matters without time. A latched SEMWAIT goes as soon as its
 * condition is over. If the condition lasts until an instruction comes that SEMWAIT holds back, the condition lasts for
 * ever, since all earlier instructions are complete. STALLWAIT's conditions never last that long.
 */
static bool may_pass(struct runner *runner, const struct sfp_op *op)
{
    int semaphore;

    if (!runner->wait)
        return true;
    semaphore = sfp_semwait_holds(&runner->m->s, runner->wait);
    if (semaphore < 0) {
        runner->wait = NULL;
        return true;
    }
    if (!sfp_wait_blocks(runner->m->s.arch, runner->wait, op->insn))
        return true;
    if (is_wait_relieved(runner)) {
        runner->wait = NULL;
        return true;
    }
    runner->result->status = SFP_RUN_DEADLOCK;
    runner->result->index = runner->wait->index;
    runner->result->word = runner->wait->word;
    runner->result->semaphore = (unsigned)semaphore;
    runner->result->held = op->index;
    return false;
}

static void latch_semwait(struct runner *runner, const struct sfp_op *op)
{
    if (runner->options->ignore_waits || op->insn->id != SFP_I_SEMWAIT)
        return;
    if (runner->wait && !is_wait_relieved(runner))
        sfp_report(runner->m, SFP_FIND_WAIT_REPLACED, op);
    runner->wait_op = *op;
    runner->wait = &runner->wait_op;
    if (runner->tape)
        runner->tape->torn = true;
}

static bool refuse_op(struct runner *runner, const struct sfp_op *op)
{
    runner->result->status = SFP_RUN_REFUSED;
    runner->result->index = op->index;
    runner->result->word = op->word;
    return false;
}

/* Executes one instruction. Returns false if the run ends here: a deadlock, or an instruction refused. */
static bool step_in_order(struct runner *runner, const struct sfp_op *op)
{
    if (!may_pass(runner, op))
        return false;
    if (runner->options->feed && op->insn->id == SFP_I_SFPLOADMACRO)
        return refuse_op(runner, op); /* the cycle would decide what the macro's items read */
    op->exec(runner->m, op);
    if (runner->m->banks && sfp_matrix_ends(runner->m, runner->result))
        return false;
    if (runner->tape)
        tape_ops(runner->tape, op, 1);
    latch_semwait(runner, op);
    runner->result->executed++;
    runner->result->vector += op->insn->unit != SFP_UNIT_NONE;
    return true;
}

static void run_stretch(struct runner *runner, const struct sfp_stretch *stretch)
{
    struct sfp_machine *m = runner->m;
    const struct sfp_op *end = stretch->ops + stretch->count;

    for (const struct sfp_op *op = stretch->ops; op != end; op++)
        op->exec(m, op);
    if (runner->tape)
        tape_ops(runner->tape, stretch->ops, stretch->count);
    runner->result->executed += stretch->count;
    runner->result->vector += stretch->vector;
}

/* Returns whether the run must end here because its progress says so. */
static bool ends_by_progress(struct runner *runner)
{
    if (!sfp_progress_ends(runner->options->progress))
        return false;
    runner->result->status = SFP_RUN_ENDED;
    return true;
}

/* Runs one pass over the program. Returns false if the run ends here. Each word of a machine with source banks may end
 * the run. */
static bool run_ordered_pass(struct runner *runner)
{
    const struct sfp_op *op;
    struct sfp_stretch stretch;

    sfp_frontend_rewind(runner->f);
    while (!ends_by_progress(runner)) {
        if (!runner->wait && !runner->m->banks && sfp_frontend_stretch(runner->f, &stretch)) {
            run_stretch(runner, &stretch);
            continue;
        }
        switch (sfp_frontend_next(runner->f, &op)) {
        case SFP_FETCH_OP:
            if (!step_in_order(runner, op))
                return false;
            break;
        case SFP_FETCH_BUBBLE:
            break;
        case SFP_FETCH_END:
            sfp_progress_pass(runner->options->progress, 1);
            return true;
        case SFP_FETCH_ERROR:
            return refuse_op(runner, op);
        }
    }
    return false;
}

static void take_expanders(const struct sfp_state *s, struct expanders *e)
{
    memcpy(e->replay, s->expanders.replay, sizeof e->replay);
    e->replay_recorded = s->expanders.replay_recorded;
    e->mop_mask_hi = s->expanders.mop_mask_hi;
}

/* Runs a pass and tapes it. Returns whether further passes will be like this pass. */
static bool tape_ordered_pass(struct runner *runner, struct tape *tape)
{
    struct expanders before, after;
    bool rested = sfp_frontend_at_rest(runner->f) && !runner->wait, ended;

    take_expanders(&runner->m->s, &before);
    runner->tape = tape;
    ended = run_ordered_pass(runner);
    runner->tape = NULL;
    take_expanders(&runner->m->s, &after);
    return ended && rested && !tape->torn && sfp_frontend_at_rest(runner->f)
           && memcmp(&before, &after, sizeof after) == 0;
}

/* Runs `passes` passes from the tape. */
static void run_tape(struct runner *runner, const struct tape *tape, unsigned long passes)
{
    struct sfp_machine *m = runner->m;
    const struct sfp_op *end = tape->ops + tape->count;
    unsigned long pass = 0;
    size_t vector = 0;

    for (; pass < passes && !ends_by_progress(runner); pass++) {
        for (const struct sfp_op *op = tape->ops; op != end; op++)
            op->exec(m, op);
        sfp_progress_pass(runner->options->progress, 1);
    }
    for (const struct sfp_op *op = tape->ops; op != end; op++)
        vector += op->insn->unit != SFP_UNIT_NONE;
    runner->result->executed += pass * tape->count;
    runner->result->vector += pass * vector;
}

/* Runs the passes. The second pass is taped, since the first may set up state that later passes use. */
static void run_passes(struct runner *runner, unsigned long passes)
{
    enum { WORTH_TAPING = 3 };
    const bool worth = passes >= WORTH_TAPING && !runner->m->banks;
    struct tape tape = {NULL, 0, 0, false};

    if (!run_ordered_pass(runner))
        return;
    passes -= 1 + worth;
    if (worth && tape_ordered_pass(runner, &tape))
        run_tape(runner, &tape, passes);
    else
        while (passes-- > 0 && runner->result->status == SFP_RUN_DONE)
            run_ordered_pass(runner);
    free(tape.ops);
}

static void run_in_order(struct sfp_machine *m, const uint32_t *words, size_t count,
                         const struct sfp_run_options *options, struct sfp_run_result *result)
{
    struct runner runner = {.m = m, .options = options, .result = result};
    unsigned modes;

    *result = (struct sfp_run_result){.status = SFP_RUN_DONE};
    runner.f = options->feed ? sfp_frontend_new_fed(m, options->feed, m->thread) : sfp_frontend_new(m, words, count);
    if (!runner.f) {
        result->status = SFP_RUN_NO_MEMORY;
        return;
    }
    sfp_datacopy_begin(m);
    modes = sfp_host_float_enter();
    run_passes(&runner, options->repeat);
    sfp_host_float_leave(modes);
    sfp_refuse_sums(m, result);
    sfp_frontend_free(runner.f);
}

static bool is_macro_word(const struct sfp_machine *m, uint32_t word)
{
    const struct sfp_insn *insn = sfp_insn_of_word(&m->index, word);

    return insn && insn->id == SFP_I_SFPLOADMACRO;
}

/* Returns whether an SFPLOADMACRO could execute: in the words, the replay buffer or the MOP configuration. */
static bool any_macro_executes(const struct sfp_machine *m, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_macro_word(m, words[i]))
            return true;
    for (unsigned i = 0; i < SFP_REPLAY_SLOTS; i++)
        if (m->s.expanders.replay_recorded >> i & 1 && is_macro_word(m, m->s.expanders.replay[i]))
            return true;
    for (unsigned i = 0; i < SFP_MOP_CFGS; i++)
        if (is_macro_word(m, m->s.expanders.mop_cfg[i]))
            return true;
    return false;
}

void sfp_run_untimed(struct sfp_machine *m, const uint32_t *words, size_t count, const struct sfp_run_options *options,
                     struct sfp_run_result *result)
{
    const struct sfp_timing_options in_time = {.run = *options, .results_only = true};
    struct sfp_timing_result timing;

    if (!any_macro_executes(m, words, count)) {
        run_in_order(m, words, count, options, result);
        return;
    }
    sfp_run_timed(m, words, count, &in_time, &timing);
    *result = timing.run;
}
