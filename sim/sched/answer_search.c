/* Searches as the options want it, and shows the progress. */
#include "answer_search.h"

#include <stdio.h>
#include <time.h>

#include "action/parallel.h"
#include "action/voice.h"
#include "base/array.h"
#include "cli/interrupt.h"
#include "own_order.h"
#include "split_search.h"

double answer_search_clock(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int answer_search_is_over(void *scheduling)
{
    const struct scheduling *s = scheduling;

    return told_to_stop() || (s->end > 0 && answer_search_clock() >= s->end);
}

/* ---- Progress ---- */

void progress_clear(struct scheduling *s)
{
    if (s->shown)
        fputs("\r\033[K", stderr);
    s->shown = false;
}

void progress_show(struct scheduling *s, const char *text)
{
    if (!s->shows)
        return;
    progress_clear(s);
    fputs(text, stderr);
    fflush(stderr);
    s->shown = true;
}

static void tell_step(void *scheduling, const struct search_step *step)
{
    static const char *const results[] = {[SAT_UNKNOWN] = "given up", [SAT_YES] = "found", [SAT_NO] = "none"};
    struct scheduling *s = scheduling;
    char line[160], rows[24] = "";

    if (array_room(&s->steps.steps, s->steps.count, &s->steps.room, sizeof *s->steps.steps))
        s->steps.steps[s->steps.count++] = *step;
    else
        s->steps.no_memory = true;
    if (step->iterations > 1)
        snprintf(rows, sizeof rows, " of %u rows", step->iterations);
    snprintf(line, sizeof line, "period %u%s, rotation %u%s%s: %zu variables, %zu clauses, %.2f s: %s", step->period,
             rows, step->turns, step->by_turn ? ", by turn" : "", step->shadows ? ", shadows" : "", step->variables,
             step->clauses, step->seconds, results[step->result]);
    if (s->options->verbose)
        fprintf(stderr, "sfpsched: %s\n", line);
    else
        progress_show(s, line);
}

/* ---- The search ---- */

bool answer_is_one_period(const struct scheduling *s)
{
    return s->options->period || s->options->pin;
}

struct search_wants answer_search_wants(struct scheduling *s)
{
    const struct sched_options *options = s->options;
    const unsigned period = options->pin ? s->pinned.schedules[0].period : options->period;

    return (struct search_wants){.first = period, .last = period ? period : s->own.wants.period, .quick = SEARCH_QUICK,
                                 .pinned = options->pin ? s->pinned.schedules : NULL, .no_macros = options->no_macros,
                                 .in_order = sched_wants_order(options), .conflicts = options->conflicts,
                                 .workers = parallel_workers(), .stop = answer_search_is_over, .tell = tell_step,
                                 .context = s};
}

int answer_search_report_none(const struct scheduling *s)
{
    const struct search *found = &s->search;
    const char *kind = sched_wants_order(s->options) ? "order" : "table";

    if (s->options->quiet)
        return SCHED_EXIT_NOT;
    if (found->stopped)
        fprintf(stderr, "sfpsched: none found before time was up\n");
    else if (found->given_up > 0)
        fprintf(stderr, "sfpsched: none found: %u model%s given up after %u conflicts; --conflicts permits more\n",
                found->given_up, found->given_up == 1 ? " was" : "s were", s->options->conflicts);
    else if (s->options->period || s->options->pin)
        fprintf(stderr, "sfpsched: the model has no %s of %u cycle%s\n", kind, found->last,
                found->last == 1 ? "" : "s");
    else
        fprintf(stderr, "sfpsched: none found: the model has no %s of %u to %u cycles%s\n", kind, found->first,
                found->last, s->options->no_macros ? "" : "; --no-macros finds an order");
    return SCHED_EXIT_NOT;
}

int answer_search(struct scheduling *s)
{
    const struct sched_options *options = s->options;
    const struct search_wants wants = answer_search_wants(s);

    split_search_tables(s->used, &wants, &s->search);
    progress_clear(s);
    if (s->search.no_memory || s->steps.no_memory)
        return complain_no_memory();
    if (s->own.operations)
        own_order_bound(&s->search, &s->own, options->period);
    return 0;
}
