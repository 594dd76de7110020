/*
 * Runs a pass again and again. The pass begins and ends with nothing under way, so that its tape runs from the start
 * whatever Dst holds. Data can only change one thing that decides about a pass, the values that SFPCONFIG writes.
 * Guards check them (tape.c).
 */
#include "pipeline.h"

#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "model/source_banks.h"
#include "tape.h"

struct sfp_rerun {
    struct sfp_state start;
    struct sfp_banks *banks; /* the machine's source banks at the start, or NULL */
    struct sfp_machine *m;
    const uint32_t *words;
    size_t count;
    struct sfp_timing_options options;
    struct sfp_timing_result result; /* result of the pass on tape */
    struct sfp_engine *e;
    struct sfp_tape tape;
    struct sfp_steps steps; /* the tape's steps */
    size_t setup;           /* number of steps that the start state already includes */
    bool written[SFP_DST_ROWS / SFP_ROWS]; /* groups of physical rows that passes write */
    uint16_t group[SFP_DST_ROWS / SFP_ROWS]; /* the numbers of the groups in `written` */
    unsigned groups;
};

/* Notes the rows that a store may write, whatever its lanes and format. */
static void on_event(void *context, const struct sfp_event *event)
{
    struct sfp_rerun *rerun = context;
    const unsigned row = event->transfer.row;

    if (event->kind != SFP_EVENT_EXEC || event->unit != SFP_UNIT_STORE || !event->transfer.reaches)
        return;
    rerun->written[sfp_dst_row16(&rerun->m->s, row) / SFP_ROWS] = true;
    rerun->written[sfp_dst_row32(&rerun->m->s, row) / SFP_ROWS] = true;
    rerun->written[(sfp_dst_row32(&rerun->m->s, row) + SFP_LOW_HALF_ROWS) / SFP_ROWS] = true;
}

static bool run_first_pass(struct sfp_engine *e)
{
    sfp_engine_begin_pass(e);
    for (;;) {
        if (!sfp_engine_ahead(e))
            return false;
        if (e->ended)
            break;
        if (!sfp_engine_advance(e))
            return false;
    }
    while (sfp_engine_drain(e))
        continue;
    return true;
}

/* ---- Steps before the first use of Dst ---- */

static bool step_uses_dst(const struct sfp_step *step)
{
    return step->op.insn && step->op.exec != sfp_load_template
           && (sfp_operand_of(step->op.insn, SFP_F_ADDR) || sfp_is(&step->op, SFP_I_ZEROACC));
}

/* Returns `open` after a step: a set of slots and SFPSWAPs, as bits, that a later step must finish. */
static uint64_t left_open(uint64_t open, const struct sfp_step *step)
{
    const uint64_t swap = UINT64_C(1) << SFP_NO_SLOT;

    switch (step->kind) {
    case SFP_STEP_COMMIT:
        return open & ~(UINT64_C(1) << step->slot);
    case SFP_STEP_SWAP_DECIDE:
        return open | swap << (1 + step->slot);
    case SFP_STEP_SWAP_MOVE:
        open &= ~(swap << (1 + step->swap));
        break;
    default:
        break;
    }
    return step->slot == SFP_NO_SLOT ? open : open | UINT64_C(1) << step->slot;
}

/* Returns the largest number of steps from the first on that do not use Dst and leave nothing under way. */
static size_t setup_steps(const struct sfp_tape *tape)
{
    uint64_t open = 0;
    size_t count = 0;

    for (size_t i = 0; i < tape->count && !step_uses_dst(&tape->steps[i])
         && tape->steps[i].kind != SFP_STEP_CONTROL; i++) {
        if (tape->steps[i].kind != SFP_STEP_GUARD)
            open = left_open(open, &tape->steps[i]);
        if (!open)
            count = i + 1;
    }
    return count;
}

/* Moves the start state past the setup steps. */
static void begin_behind_setup(struct sfp_rerun *rerun)
{
    const size_t setup = setup_steps(&rerun->tape);

    rerun->m->s = rerun->start;
    if (!sfp_steps_run(rerun->e, &rerun->tape, &rerun->steps, 0, setup))
        return;
    rerun->start = rerun->m->s;
    rerun->setup = setup;
}

/* ---- The pass that is taped ---- */

/* Runs the first pass, and tapes it. Returns false if it fails. */
static bool tape_first_pass(struct sfp_rerun *rerun)
{
    const bool every = rerun->banks; /* the matrix unit, whose events have no rows, may write them all */
    struct sfp_observer observer = {.event = on_event, .context = rerun};
    unsigned modes;
    bool ended, kept;

    rerun->options.observers = &observer;
    rerun->e = sfp_engine_new(rerun->m, rerun->words, rerun->count, &rerun->options, &rerun->result);
    rerun->options.observers = NULL;
    if (!rerun->e)
        return false;
    rerun->e->looks = false;
    rerun->e->tape = &rerun->tape;
    sfp_tape_begin(rerun->e, &rerun->tape);
    if (rerun->banks)
        sfp_tape_spoil(rerun->e, "the matrix unit has data for SrcA and SrcB");
    modes = sfp_host_float_enter();
    ended = run_first_pass(rerun->e);
    rerun->e->tape = NULL;
    sfp_set_observers(rerun->e, NULL);
    for (unsigned group = 0; group < SFP_DST_ROWS / SFP_ROWS; group++)
        if (every || rerun->written[group])
            rerun->group[rerun->groups++] = (uint16_t)group;
    sfp_engine_count(rerun->e);
    if (!rerun->tape.spoilt)
        sfp_tape_simplify(&rerun->tape);
    kept = ended && rerun->result.run.status == SFP_RUN_DONE && sfp_steps_of(&rerun->tape, false, &rerun->steps);
    if (kept && !rerun->tape.spoilt)
        begin_behind_setup(rerun);
    sfp_host_float_leave(modes);
    return kept;
}

struct sfp_rerun *sfp_rerun_new(struct sfp_machine *m, const uint32_t *words, size_t count,
                                const struct sfp_timing_options *options, struct sfp_timing_result *result)
{
    struct sfp_rerun *rerun = aligned_alloc(_Alignof(struct sfp_rerun), sizeof *rerun);
    bool taped;

    *result = (struct sfp_timing_result){.run.status = SFP_RUN_NO_MEMORY};
    if (!rerun)
        return NULL;
    memset(rerun, 0, sizeof *rerun);
    rerun->m = m;
    rerun->start = m->s;
    if (!sfp_banks_copy(&rerun->banks, m->banks)) {
        sfp_rerun_free(rerun);
        return NULL;
    }
    rerun->words = words;
    rerun->count = count;
    rerun->options = *options;
    taped = tape_first_pass(rerun);
    if (taped || rerun->result.run.status != SFP_RUN_DONE)
        *result = rerun->result;
    if (taped)
        return rerun;
    sfp_rerun_free(rerun);
    return NULL;
}

void sfp_rerun_free(struct sfp_rerun *rerun)
{
    if (!rerun)
        return;
    if (rerun->e)
        sfp_engine_free(rerun->e);
    sfp_steps_free(&rerun->steps);
    sfp_tape_free(&rerun->tape);
    sfp_banks_free(rerun->banks);
    free(rerun);
}

const char *sfp_rerun_in_full(const struct sfp_rerun *rerun)
{
    return rerun->tape.spoilt;
}

void sfp_rerun_rewind(struct sfp_rerun *rerun)
{
    enum { BEFORE = offsetof(struct sfp_state, dst), BEHIND = offsetof(struct sfp_state, dst_valid) };
    struct sfp_state *s = &rerun->m->s;
    const struct sfp_state *start = &rerun->start;

    memcpy(s, start, BEFORE);
    for (unsigned i = 0; i < rerun->groups; i++) {
        const unsigned row = rerun->group[i] * SFP_ROWS;

        memcpy(s->dst[row], start->dst[row], SFP_ROWS * sizeof s->dst[0]);
    }
    memcpy((char *)s + BEHIND, (const char *)start + BEHIND, sizeof *s - BEHIND);
}

bool sfp_rerun_pass(struct sfp_rerun *rerun)
{
    const unsigned modes = sfp_host_float_enter();
    const bool same = !rerun->tape.spoilt && sfp_steps_run(rerun->e, &rerun->tape, &rerun->steps, rerun->setup,
                                                           rerun->steps.count);

    sfp_host_float_leave(modes);
    return same;
}

bool sfp_rerun_pass_in_full(struct sfp_rerun *rerun, struct sfp_timing_result *result)
{
    *result = (struct sfp_timing_result){.run.status = SFP_RUN_NO_MEMORY};
    if (!sfp_banks_copy(&rerun->m->banks, rerun->banks))
        return false;
    sfp_run_timed(rerun->m, rerun->words, rerun->count, &rerun->options, result);
    return result->run.status == SFP_RUN_DONE;
}
