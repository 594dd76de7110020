/*
 * Checks words that were pushed apart as if they had come back to back, because a RISC-V core's lateness hides
 * findings. The words of a finished run run again from its initial state, one a cycle; findings that depend on the
 * distance of words are added to the run's findings as possible.
 */
#include "lib.h"

#include <stdlib.h>

#include "logged_words.h"
#include "time/frontend.h"

/* The findings that depend on the distance of two words in time. */
static const bool is_of_nearness[SFP_FINDINGS] = {
#define NEAR(id) [SFP_FIND_##id] = true,
#include "findings.def"
#undef NEAR
};

/* ---- The words of a core ---- */

/* Treats a wait for the core or another thread as satisfied. */
static enum sfp_relief satisfy_logged_wait(void *context, const struct sfp_op *wait)
{
    (void)context;
    (void)wait;
    return SFP_RELIEF_GIVEN;
}

static bool run_logged_closely(const sfpu_machine *m, struct sfp_machine *own)
{
    const struct sfp_tile *tile = compiled_tile(m->compiled);
    const size_t count = m->kernel.program.count;
    struct logged_words logged = {.tile = tile, .m = own, .words = calloc(count + 1, sizeof *logged.words)};
    const struct sfp_feed feed = logged_feed(&logged, count, satisfy_logged_wait);
    const struct sfp_timing_options options = {.run = {.repeat = 1, .feed = &feed}};
    struct sfp_timing_result result = {.run.status = SFP_RUN_NO_MEMORY};

    own->s = *m->core_before;
    if (logged.words && !tile->log_lost)
        sfp_run_timed(own, logged.words, count, &options, &result);
    free(logged.words);
    return result.run.status != SFP_RUN_NO_MEMORY;
}

/* ---- The words of a program that --pushed-by keeps apart ---- */

static bool run_program_closely(const sfpu_machine *m, struct sfp_machine *own)
{
    const struct sfp_program *program = &m->kernel.program;
    const struct sfp_timing_options options = {
        .run = {.repeat = m->passes > 1 ? 2 : 1, .ignore_waits = m->begun.ignore_waits}, .tables = program};
    struct sfp_timing_result result;

    own->s = *m->before;
    sfp_run_timed(own, program->words, program->count, &options, &result);
    return result.run.status != SFP_RUN_NO_MEMORY;
}

/* ---- What is found ---- */

/* Adds a finding to the run's log, as possible if words come back to back. */
static void add_close(void *context, enum sfp_finding finding, const struct sfp_op *op,
                      const struct sfp_finding_detail *detail)
{
    const struct sfp_reporter to = sfp_findings_log_reporter(context);
    struct sfp_finding_detail close;

    if (!is_of_nearness[finding] || !detail || detail->possible)
        return;
    close = *detail;
    close.possible = close.close = true;
    close.cycle = close.lands = 0;
    to.report(to.context, finding, op, &close);
}

bool lib_check_close(sfpu_machine *m)
{
    const bool apart = m->compiled || m->pace.first.gaps;
    struct sfp_machine *own;
    bool checked;

    if (!apart || m->as_threads || !m->timed || m->begun.quiet || m->result.status != SFP_RUN_DONE)
        return true;
    own = sfp_machine_new(m->arch, m->m->semantics);
    if (!own)
        return false;
    own->reporter = (struct sfp_reporter){.report = add_close, .context = m->log};
    checked = m->compiled ? run_logged_closely(m, own) : run_program_closely(m, own);
    sfp_machine_free(own);
    return checked;
}
