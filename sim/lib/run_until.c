/* Runs: their configuration, runs to the end, and runs to a limit. */
#include "lib.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/index_set.h"
#include "time/kernel.h"

_Static_assert((int)SFPU_STOP_CYCLES == (int)SFP_STOP_CYCLES
                   && (int)SFPU_STOP_INSTRUCTIONS == (int)SFP_STOP_INSTRUCTIONS
                   && (int)SFPU_STOP_BREAKPOINT == (int)SFP_STOP_BREAKPOINT
                   && (int)SFPU_STOP_CORE_BREAKPOINT == (int)SFP_STOP_OTHERS,
               "reasons to stop");

int sfpu_configure_runs(sfpu_machine *m, const struct sfpu_running *running)
{
    if (!m || !running)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "nothing to configure");
    if (!lib_may_change(m))
        return SFPU_BAD_ARGUMENT;
    return lib_given(m, lib_take(&m->running, sizeof m->running, running));
}

/* Puts the gaps of the selected thread's words, in order, among those of all words. Returns false without memory. */
static bool take_gaps(sfpu_machine *m, const uint32_t *gaps)
{
    const struct sfp_program *program = &m->kernel.program;
    size_t at = 0;

    if (!m->gaps && !(m->gaps = calloc(program->count, sizeof *m->gaps)))
        return false;
    for (size_t i = 0; i < program->count; i++)
        if (sfp_thread_of_word(program, i) == m->selected)
            m->gaps[i] = gaps[at++];
    m->threads[m->selected].has_gaps = true;
    return true;
}

int sfpu_set_gaps(sfpu_machine *m, const char *text, size_t length)
{
    size_t words[SFP_THREADS];
    uint32_t *gaps;
    char *error;
    bool taken;

    if (!m || !text)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no text");
    if (!lib_may_change(m))
        return SFPU_BAD_ARGUMENT;
    if (!sfpu_word_count(m))
        return lib_fail(m, SFPU_NO_PROGRAM, "gaps need a program, and none is loaded");
    if (m->compiled)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "the core of a compiled kernel decides when words are pushed");
    sfp_streams_count(&m->kernel.program, words);
    if (!words[m->selected])
        return lib_fail(m, SFPU_NO_PROGRAM, "gaps need words, and %s has none", sfp_thread_name(m->selected));
    gaps = array_resized(NULL, words[m->selected], sizeof *gaps);
    if (!gaps)
        return lib_no_memory(m);
    if (!sfp_gaps_parse(text, length, gaps, words[m->selected], &error)) {
        free(gaps);
        return lib_fail_with(m, SFPU_BAD_INPUT, error);
    }
    lib_run_abandon(m);
    lib_snapshots_expire(m);
    taken = take_gaps(m, gaps);
    free(gaps);
    return taken ? SFPU_OK : lib_no_memory(m);
}

/* Reasons to stop that the engine does not check itself. */
struct stop_search {
    sfpu_machine *m;
    struct sfp_tile *tile; /* the core's tile if the core goes step by step in program order, or NULL */
    struct index_set breakpoints; /* indices of the core's breakpoints */
    uint64_t instructions; /* left until the limit, or 0 without a limit */
    size_t idle;           /* idle actions at the last check */
    struct lib_watches watches;
    bool findings;
};

/* ---- The core, in program order ---- */

static bool is_core_at_breakpoint(const struct stop_search *s)
{
    const uint32_t pc = trail_pc(&s->tile->trail, &s->tile->core);

    return pc % RV_BYTES == 0 && index_set_has(&s->breakpoints, tile_index(s->tile, pc));
}

static unsigned note_watch(struct stop_search *s, size_t watch)
{
    if (watch == SIZE_MAX)
        return 0;
    if (watch < s->m->stopped.watch)
        s->m->stopped.watch = watch;
    return SFPU_STOP_WATCH;
}

/* Executes the core's next instruction in program order. Returns the reasons to stop after it. */
static unsigned step_core(struct stop_search *s, const struct trail_step *oldest, uint64_t issued)
{
    const struct trail_step step = *oldest;
    unsigned reasons = 0;

    trail_next(&s->tile->trail, issued);
    if (step.bytes)
        reasons |= note_watch(s, lib_watch_stored(s->m, &s->watches, &step));
    if (is_core_at_breakpoint(s))
        reasons |= SFPU_STOP_CORE_BREAKPOINT;
    if (step.executes && s->instructions && --s->instructions == 0)
        reasons |= SFPU_STOP_CORE_INSTRUCTIONS;
    return reasons;
}

/* Checks watches after an idle action, which may have written memory. Idle actions come when the core has done
 * everything in order. */
static unsigned look_at_others(struct stop_search *s)
{
    if (s->tile->idle == s->idle)
        return 0;
    s->idle = s->tile->idle;
    return note_watch(s, lib_watch_changed_by_others(s->m, &s->watches));
}

/* Advances the core as far as words have issued, or until a reason to stop. Returns the reasons. */
static unsigned follow_core(struct stop_search *s)
{
    const uint64_t issued = sfp_stepping_issued(s->m->stepping);
    const struct trail_step *oldest;
    unsigned reasons = 0;

    while (!reasons && (oldest = trail_oldest(&s->tile->trail, issued)))
        reasons = step_core(s, oldest, issued);
    return reasons ? reasons : look_at_others(s);
}

/* ---- All reasons ---- */

static unsigned look_for_reasons(void *context)
{
    struct stop_search *s = context;
    unsigned reasons = s->m->stopped.finding ? SFPU_STOP_FINDING : 0;

    if (s->watches.count)
        reasons |= note_watch(s, lib_watch_changed(s->m, &s->watches));
    return s->tile ? reasons | follow_core(s) : reasons;
}

static void hear_finding(void *context, const struct sfp_finding_seen *seen)
{
    sfpu_machine *m = context;

    if (m->stopped.finding || !sfp_findings_reported(&m->policy, seen->finding, seen->graver))
        return;
    m->stopped.finding = sfp_finding_info(seen->finding)->name;
    m->stopped.finding_index = seen->index;
}

static bool is_of_core(const struct sfpu_limits *limits)
{
    return limits->core_breakpoint_count || limits->core_instructions;
}

static int begin_search(sfpu_machine *m, const struct sfpu_limits *limits, struct stop_search *s)
{
    int code;

    s->m = m;
    s->instructions = limits->core_instructions;
    s->findings = limits->findings;
    code = lib_watches_begin(m, limits->watches, limits->watch_count, &s->watches);
    if (code != SFPU_OK)
        return code;
    s->tile = is_of_core(limits) || s->watches.in_order ? compiled_tile(m->compiled) : NULL;
    index_set_begin(&s->breakpoints, limits->core_breakpoints, limits->core_breakpoint_count);
    if (s->tile) {
        s->tile->trail.held = true;
        s->idle = s->tile->idle;
    }
    if (s->findings)
        sfp_findings_log_tell(m->log, hear_finding, m);
    return SFPU_OK;
}

/* Ends the search. A core that was not held catches up with its issued words. */
static void end_search(struct stop_search *s)
{
    sfpu_machine *m = s->m;

    if (s->findings)
        sfp_findings_log_tell(m->log, NULL, NULL);
    if (s->tile)
        s->tile->trail.held = false;
    else if (m->compiled)
        trail_catch_up(&compiled_tile(m->compiled)->trail, sfp_stepping_issued(m->stepping));
    lib_watches_end(&s->watches);
}

/* ---- Calls ---- */

static bool are_possible(sfpu_machine *m, const struct sfpu_limits *l)
{
    const char *what = l->breakpoint_count && !l->breakpoints                ? "breakpoints"
                       : l->core_breakpoint_count && !l->core_breakpoints ? "breakpoints of the core"
                       : l->watch_count && !l->watches                      ? "watches"
                                                                            : NULL;

    if (what)
        lib_fail(m, SFPU_BAD_ARGUMENT, "the %s are NULL, but their count is not 0", what);
    else if (is_of_core(l) && m->has_program && !m->compiled)
        lib_fail(m, SFPU_BAD_ARGUMENT, "limits of a core need a compiled kernel");
    else
        return true;
    return false;
}

/* Runs until a reason to stop. A core breakpoint at the first instruction stops a run that begins here. */
static enum sfp_stepping_end run_to_reason(sfpu_machine *m, const struct sfpu_limits *limits, bool begins,
                                           struct stop_search *s)
{
    const bool looks = s->tile || s->watches.count || s->findings;
    const struct sfp_stop stop = {.cycles = limits->cycles, .instructions = limits->instructions,
                                  .breakpoints = limits->breakpoints, .breakpoint_count = limits->breakpoint_count,
                                  .at_issue = limits->at_issue, .also = looks ? look_for_reasons : NULL, .context = s};

    if (begins && s->tile && is_core_at_breakpoint(s)) {
        sfp_stepping_stop(m->stepping, SFPU_STOP_CORE_BREAKPOINT);
        return SFP_STEPPING_STOPPED;
    }
    return sfp_stepping_run(m->stepping, &stop);
}

/* Continues the begun run. Returns a code. */
static int run_on(sfpu_machine *m, const struct sfpu_limits *limits, bool begins)
{
    struct stop_search s;
    const int code = begin_search(m, limits, &s);
    enum sfp_stepping_end found;

    m->stopped = (struct lib_stopped){.watch = SIZE_MAX};
    if (code != SFPU_OK && begins)
        lib_run_abandon(m);
    if (code != SFPU_OK)
        return code;
    found = run_to_reason(m, limits, begins, &s);
    m->result = m->timing.run;
    end_search(&s);
    if (found == SFP_STEPPING_STOPPED)
        return s.tile && s.tile->trail.lost ? lib_no_memory(m) : SFPU_STOPPED;
    sfp_stepping_free(m->stepping);
    m->stepping = NULL;
    return lib_finish(m);
}

int sfpu_run_until(sfpu_machine *m, const struct sfpu_limits *limits)
{
    struct sfpu_limits own = {0};
    bool begins;
    int code = SFPU_OK;

    if (!m || !lib_may_change(m))
        return SFPU_BAD_ARGUMENT;
    if (limits && !lib_take(&own, sizeof own, limits))
        return lib_given(m, false);
    if (!are_possible(m, &own))
        return SFPU_BAD_ARGUMENT;
    begins = !m->stepping;
    if (begins)
        code = lib_begin_stepping(m, own.passes ? own.passes : 1);
    return code == SFPU_OK ? run_on(m, &own, begins) : code;
}

/* Returns whether a wanted view of the next run needs timing. */
static bool wants_time(const sfpu_machine *m)
{
    for (unsigned v = 0; v < VIEWS && !m->views_over; v++)
        if (v != SFPU_SUMMARY && m->wanted[v])
            return true;
    return false;
}

int sfpu_run(sfpu_machine *m, unsigned long passes)
{
    if (!m || passes == 0)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no passes");
    if (!lib_may_change(m))
        return SFPU_BAD_ARGUMENT;
    if (m->stepping)
        return sfpu_run_until(m, NULL);
    if (m->running.untimed && (wants_time(m) || m->gaps))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "gaps, and all views except the summary, need a timed run");
    return lib_run_whole(m, passes);
}

int sfpu_step(sfpu_machine *m)
{
    return sfpu_run_until(m, &(struct sfpu_limits){.size = sizeof(struct sfpu_limits), .instructions = 1});
}

int sfpu_step_core(sfpu_machine *m)
{
    return sfpu_run_until(m, &(struct sfpu_limits){.size = sizeof(struct sfpu_limits), .core_instructions = 1});
}
