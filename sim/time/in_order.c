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

static void tape_ops(struct tape *t, const struct sfp_op *ops, size_t count)
{
    enum { MOST = 1 << 16 }; /* a longer pass hardly gets faster, and an instruction takes some seventy bytes */

    if (t->torn || count > MOST - t->count) {
        t->torn = true;
        return;
    }
    if (count > t->room - t->count) {
        const size_t room = t->count + count > 2 * t->room ? t->count + count : 2 * t->room;
        struct sfp_op *bigger = array_resized(t->ops, room, sizeof *bigger);

        t->torn = !bigger;
        if (t->torn)
            return;
        t->ops = bigger;
        t->room = room;
    }
    memcpy(t->ops + t->count, ops, count * sizeof *ops);
    t->count += count;
}

/* Returns whether something outside the thread has ended the wait. Without time, a feed answers at once. */
static bool is_wait_relieved(const struct runner *r)
{
    const struct sfp_feed *feed = r->options->feed;

    return feed && feed->relieve(feed->context, r->wait) == SFP_RELIEF_GIVEN;
}

/*
 * The wait gate (sfpu-timing(7), Waits), as far as it matters without time. A latched SEMWAIT goes as soon as its
 * condition is over. If the condition lasts until an instruction comes that SEMWAIT holds back, the condition lasts for
 * ever, since all earlier instructions are complete. STALLWAIT's conditions never last that long.
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
    if (is_wait_relieved(r)) {
        r->wait = NULL;
        return true;
    }
    r->result->status = SFP_RUN_DEADLOCK;
    r->result->index = r->wait->index;
    r->result->word = r->wait->word;
    r->result->semaphore = (unsigned)semaphore;
    r->result->held = op->index;
    return false;
}

static void latch_semwait(struct runner *r, const struct sfp_op *op)
{
    if (r->options->ignore_waits || op->insn->id != SFP_I_SEMWAIT)
        return;
    r->wait_op = *op;
    r->wait = &r->wait_op;
    if (r->tape)
        r->tape->torn = true;
}

static bool refuse_op(struct runner *r, const struct sfp_op *op)
{
    r->result->status = SFP_RUN_REFUSED;
    r->result->index = op->index;
    r->result->word = op->word;
    return false;
}

/* Executes one instruction. Returns false if the run ends here: a deadlock, or an instruction refused. */
static bool step_in_order(struct runner *r, const struct sfp_op *op)
{
    if (!may_pass(r, op))
        return false;
    if (r->options->feed && op->insn->id == SFP_I_SFPLOADMACRO)
        return refuse_op(r, op); /* the cycle would decide what the macro's items read */
    op->exec(r->m, op);
    if (r->tape)
        tape_ops(r->tape, op, 1);
    latch_semwait(r, op);
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
    if (r->tape)
        tape_ops(r->tape, stretch->ops, stretch->count);
    r->result->executed += stretch->count;
    r->result->vector += stretch->vector;
}

/* Returns whether the run must end here because its progress says so. */
static bool ends_by_progress(struct runner *r)
{
    if (!sfp_progress_ends(r->options->progress))
        return false;
    r->result->status = SFP_RUN_ENDED;
    return true;
}

/* Runs one pass over the program. Returns false if the run ends here. */
static bool run_ordered_pass(struct runner *r)
{
    const struct sfp_op *op;
    struct sfp_stretch stretch;

    sfp_frontend_rewind(r->f);
    while (!ends_by_progress(r)) {
        if (!r->wait && sfp_frontend_stretch(r->f, &stretch)) {
            run_stretch(r, &stretch);
            continue;
        }
        switch (sfp_frontend_next(r->f, &op)) {
        case SFP_FETCH_OP:
            if (!step_in_order(r, op))
                return false;
            break;
        case SFP_FETCH_BUBBLE:
            break;
        case SFP_FETCH_END:
            sfp_progress_pass(r->options->progress, 1);
            return true;
        case SFP_FETCH_ERROR:
            return refuse_op(r, op);
        }
    }
    return false;
}

static void take_expanders(const struct sfp_state *s, struct expanders *e)
{
    memcpy(e->replay, s->replay, sizeof e->replay);
    e->replay_recorded = s->replay_recorded;
    e->mop_mask_hi = s->mop_mask_hi;
}

/* Runs a pass and tapes it. Returns whether further passes will be like this pass. */
static bool tape_ordered_pass(struct runner *r, struct tape *tape)
{
    struct expanders before, after;
    bool rested = sfp_frontend_at_rest(r->f) && !r->wait, ended;

    take_expanders(&r->m->s, &before);
    r->tape = tape;
    ended = run_ordered_pass(r);
    r->tape = NULL;
    take_expanders(&r->m->s, &after);
    return ended && rested && !tape->torn && sfp_frontend_at_rest(r->f) && memcmp(&before, &after, sizeof after) == 0;
}

/* Runs `passes` passes from the tape. */
static void run_tape(struct runner *r, const struct tape *tape, unsigned long passes)
{
    struct sfp_machine *m = r->m;
    const struct sfp_op *end = tape->ops + tape->count;
    unsigned long pass = 0;
    size_t vector = 0;

    for (; pass < passes && !ends_by_progress(r); pass++) {
        for (const struct sfp_op *op = tape->ops; op != end; op++)
            op->exec(m, op);
        sfp_progress_pass(r->options->progress, 1);
    }
    for (const struct sfp_op *op = tape->ops; op != end; op++)
        vector += op->insn->unit != SFP_UNIT_NONE;
    r->result->executed += pass * tape->count;
    r->result->vector += pass * vector;
}

/* Runs the passes. The second pass is taped, since the first may set up state that later passes use. */
static void run_passes(struct runner *r, unsigned long passes)
{
    enum { WORTH_TAPING = 3 };
    const bool worth = passes >= WORTH_TAPING;
    struct tape tape = {NULL, 0, 0, false};

    if (!run_ordered_pass(r))
        return;
    passes -= 1 + worth;
    if (worth && tape_ordered_pass(r, &tape))
        run_tape(r, &tape, passes);
    else
        while (passes-- > 0 && r->result->status == SFP_RUN_DONE)
            run_ordered_pass(r);
    free(tape.ops);
}

static void run_in_order(struct sfp_machine *m, const uint32_t *words, size_t count,
                         const struct sfp_run_options *options, struct sfp_run_result *result)
{
    struct runner r = {.m = m, .options = options, .result = result};
    unsigned modes;

    *result = (struct sfp_run_result){.status = SFP_RUN_DONE};
    r.f = options->feed ? sfp_frontend_new_fed(m, options->feed) : sfp_frontend_new(m, words, count);
    if (!r.f) {
        result->status = SFP_RUN_NO_MEMORY;
        return;
    }
    sfp_datacopy_begin(m);
    modes = sfp_host_float_enter();
    run_passes(&r, options->repeat);
    sfp_host_float_leave(modes);
    sfp_refuse_sums(m, result);
    sfp_frontend_free(r.f);
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
        if (m->s.replay_recorded >> i & 1 && is_macro_word(m, m->s.replay[i]))
            return true;
    for (unsigned i = 0; i < SFP_MOP_CFGS; i++)
        if (is_macro_word(m, m->s.mop_cfg[i]))
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
