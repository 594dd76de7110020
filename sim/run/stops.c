/* Runs that stop at places of --print and --steps, to print values. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "action/voice.h"
#include "print.h"
#include "stops_parts.h"
#include "cli/echo.h"

static bool wants_lanes(const struct print_option *print)
{
    for (size_t i = 0; i < print->count; i++)
        if (print->items[i].kind == PRINT_LANES)
            return true;
    return false;
}

bool stops_tell_lanes(const struct stops_options *o)
{
    for (size_t i = 0; i < o->count; i++)
        if (wants_lanes(&o->prints[i]))
            return true;
    return false;
}

bool stops_wanted(const struct stops_options *o)
{
    bool places = o->steps != 0 || stops_tell_lanes(o);

    for (size_t i = 0; i < o->count; i++)
        places |= o->prints[i].where != PRINT_END;
    return places;
}

bool stops_at_findings(const struct stops_options *o)
{
    for (size_t i = 0; i < o->count; i++)
        if (o->prints[i].where == PRINT_FINDING)
            return true;
    return false;
}

/* ---- Creating and freeing ---- */

static bool list_breakpoints(struct stops *s)
{
    s->breakpoints = calloc(s->word_count + 1, sizeof *s->breakpoints);
    for (size_t i = 0; s->breakpoints && i < s->word_count; i++)
        for (size_t p = 0; p < s->options->count; p++) {
            const struct print *print = &s->prints[p];

            if (!print->words || print->option->where == PRINT_REGION || !print->words[i])
                continue;
            s->breakpoints[s->breakpoint_count++] = i;
            break;
        }
    return s->breakpoints != NULL;
}

static bool list_every_word(struct stops *s)
{
    s->all = calloc(s->word_count, sizeof *s->all);
    for (size_t i = 0; s->all && i < s->word_count; i++)
        s->all[i] = i;
    return s->all != NULL;
}

static bool make_stops(struct stops *s, int format, char **error)
{
    s->prints = calloc(s->options->count + 1, sizeof *s->prints);
    if (!s->prints)
        return false;
    for (size_t i = 0; i < s->options->count; i++) {
        if (!stops_find(s, i, format, error))
            return false;
    }
    s->wants_lanes = stops_tell_lanes(s->options);
    if (s->options->json)
        json_list(&s->json, NULL);
    return list_breakpoints(s) && (!s->wants_regions || list_every_word(s)) && !s->json.failed;
}

struct stops *stops_new(const struct stops_options *options, sfpu_machine *m, int format, char **error)
{
    struct stops *s = calloc(1, sizeof *s);

    *error = NULL;
    if (!s)
        return NULL;
    *s = (struct stops){.options = options, .m = m, .word_count = sfpu_word_count(m), .position = SIZE_MAX,
                        .entered = SIZE_MAX, .at = {.size = sizeof s->at, .next = SIZE_MAX},
                        .json = {.ascii = true, .base = 1}};
    if (make_stops(s, format, error))
        return s;
    stops_free(s);
    return NULL;
}

void stops_free(struct stops *s)
{
    if (!s)
        return;
    for (size_t i = 0; s->prints && i < s->options->count; i++) {
        for (size_t v = 0; v < s->prints[i].count; v++)
            print_values_free(&s->prints[i].values[v]);
        free(s->prints[i].values);
        free(s->prints[i].words);
    }
    free(s->prints);
    free(s->breakpoints);
    free(s->all);
    json_free(&s->json);
    free(s);
}

/* ---- Events ---- */

static void on_event(void *context, const struct sfpu_event *event)
{
    struct stops *s = context;

    if (s->wants_lanes)
        lanes_tree_hear(&s->tree, s->m, event);
    if (event->kind != SFPU_EVENT_FINDING)
        return;
    for (size_t i = 0; i < s->options->count; i++) {
        struct print *p = &s->prints[i];
        const char *wanted = p->option->where == PRINT_FINDING && p->option->name ? sfpu_finding_named(p->option->name)
                                                                                  : event->text;

        if (p->option->where != PRINT_FINDING || p->found || strcmp(wanted, event->text) != 0)
            continue;
        p->found = true;
        p->name = event->text;
        p->index = event->scheduled ? event->macro_index : event->index;
    }
}

/* Finds the first reported finding, with this name unless `name` is NULL. Returns false without a finding. */
static bool find_reported(const struct stops *s, const char *name, struct sfpu_finding *finding)
{
    *finding = (struct sfpu_finding){.size = sizeof *finding};
    for (size_t i = 0; sfpu_get_finding(s->m, i, finding) == SFPU_OK; i++)
        if (!name || strcmp(finding->name, name) == 0)
            return true;
    return false;
}

/* Notes the findings that were made about the words before the run. */
static void find_at_start(struct stops *s)
{
    struct sfpu_finding finding;

    for (size_t i = 0; i < s->options->count; i++) {
        struct print *p = &s->prints[i];
        const char *name = p->option->name ? sfpu_finding_named(p->option->name) : NULL;

        if (p->option->where != PRINT_FINDING || p->found || !find_reported(s, name, &finding))
            continue;
        p->found = true;
        p->name = finding.name;
        p->index = finding.index;
    }
}

/* Copies the values at the start of the cycle: findings of that cycle are printed with them. */
static void take_for_findings(struct stops *s)
{
    for (size_t i = 0; i < s->options->count; i++)
        if (s->prints[i].option->where == PRINT_FINDING) {
            stops_take(s, &s->prints[i]);
            s->prints[i].found = false;
        }
}

static void print_findings(struct stops *s, uint64_t cycle)
{
    struct sfpu_finding finding;

    if (cycle == 0)
        find_at_start(s);
    for (size_t i = 0; i < s->options->count; i++) {
        struct print *p = &s->prints[i];

        if (p->found && find_reported(s, p->name, &finding))
            stops_put(s, p, &(struct moment){.cycle = cycle, .index = p->index, .finding = p->name});
    }
}

/* ---- Stops ---- */

static void print_cycle(struct stops *s)
{
    const struct moment now = {.cycle = s->at.cycles, .index = s->at.next};

    for (size_t i = 0; i < s->options->count; i++)
        if (s->prints[i].option->where == PRINT_CYCLE && s->prints[i].option->number == s->at.cycles)
            stops_print(s, &s->prints[i], &now);
}

/* Returns whether the next word lies in a region that the last instruction was not in, or was in during another
 * pass. */
static bool enters_region(const struct stops *s, const struct print *p, uint64_t pass)
{
    if (p->option->where != PRINT_REGION || s->at.position >= s->word_count || !p->words[s->at.position])
        return false;
    return s->position == SIZE_MAX || pass != s->pass || p->words[s->position] != p->words[s->at.position];
}

/* For a line of compiled code: returns whether the next word continues the line where the run already stopped. */
static bool is_line_continued(const struct stops *s, struct print *p)
{
    const bool next = p->hits && s->at.next > p->last_word && s->at.instructions == p->last_issued + 1;

    p->last_word = s->at.next;
    p->last_issued = s->at.instructions;
    return next && p->option->where == PRINT_LINE && sfpu_is_compiled(s->m);
}

static bool is_print_due(const struct stops *s, struct print *p, bool entered)
{
    if (!p->words)
        return false;
    return p->option->where == PRINT_REGION ? entered && p->found : p->words[s->at.next] != 0
        && !is_line_continued(s, p);
}

/* Prints the values due before the instruction that issues in this cycle. */
static void print_before_word(struct stops *s, bool entered)
{
    const struct moment now = {.cycle = s->at.cycles, .index = s->at.next};

    for (size_t i = 0; i < s->options->count; i++) {
        struct print *p = &s->prints[i];
        const bool region = p->option->where == PRINT_REGION;

        if (is_print_due(s, p, entered) && (++p->hits == p->option->hit || !p->option->hit))
            stops_print(s, p, &now);
        p->found = p->found && !(region && entered);
    }
}

/* Notes the regions that the next instruction enters. Returns whether the instruction enters a region. */
static bool look_for_regions(struct stops *s)
{
    struct sfpu_progress progress = {.size = sizeof progress};
    bool any = false;

    sfpu_get_progress(s->m, &progress);
    for (size_t i = 0; i < s->options->count; i++)
        if (enters_region(s, &s->prints[i], progress.passes))
            any = s->prints[i].found = true;
    s->position = s->at.position;
    s->pass = progress.passes;
    return any;
}

/* Returns the number of cycles to the next stop for --print=...@cycle=N; 0: no such stop. */
static uint64_t count_cycles_left(const struct stops *s)
{
    uint64_t left = s->wants_findings ? 1 : 0;

    for (size_t i = 0; i < s->options->count; i++) {
        const struct print_option *o = s->prints[i].option;

        if (o->where == PRINT_CYCLE && o->number > s->at.cycles && (!left || o->number - s->at.cycles < left))
            left = o->number - s->at.cycles;
    }
    return left;
}

static struct sfpu_limits make_next_limits(struct stops *s, unsigned long passes)
{
    const bool begins = s->wants_regions && s->position == SIZE_MAX;
    struct sfpu_limits limits = {.size = sizeof limits, .cycles = count_cycles_left(s), .passes = passes, .at_issue = 1,
                                 .breakpoints = begins ? s->all : s->breakpoints,
                                 .breakpoint_count = begins ? s->word_count : s->breakpoint_count};

    if (s->options->steps)
        limits.instructions = s->options->steps - s->at.instructions;
    if (s->wants_regions && !begins)
        limits.instructions = 1;
    if (s->entered != SIZE_MAX)
        s->breakpoints[limits.breakpoint_count++] = s->entered;
    return limits;
}

/* Returns whether --steps instructions have issued. */
static bool has_issued_steps(const struct stops *s)
{
    return s->options->steps && s->at.instructions >= s->options->steps;
}

/* Prints the values due where the run has stopped. */
static void print_at_stop(struct stops *s)
{
    const bool breaks = s->at.reasons & SFPU_STOP_BREAKPOINT;
    bool entered = breaks && s->entered != SIZE_MAX;

    if (s->at.reasons & SFPU_STOP_CYCLES)
        print_cycle(s);
    if (has_issued_steps(s))
        return;
    if (s->wants_regions && (s->at.reasons & SFPU_STOP_INSTRUCTIONS || s->position == SIZE_MAX)
        && s->at.next != SIZE_MAX
        && !entered) {
        entered = look_for_regions(s);
        s->entered = entered && !breaks ? s->at.next : SIZE_MAX;
    }
    if (!breaks)
        return;
    print_before_word(s, entered);
    s->entered = SIZE_MAX;
}

static int run_with_stops(struct stops *s, unsigned long passes)
{
    int code;

    print_cycle(s);
    do {
        const struct sfpu_limits limits = make_next_limits(s, passes);
        const uint64_t cycle = s->at.cycles;

        if (s->wants_findings)
            take_for_findings(s);
        code = sfpu_run_until(s->m, &limits);
        sfpu_get_result(s->m, &s->at);
        if (s->wants_findings && code >= 0) /* a negative code leaves the machine with an error to report */
            print_findings(s, cycle);
        if (code == SFPU_STOPPED)
            print_at_stop(s);
    } while (code == SFPU_STOPPED && !has_issued_steps(s));
    s->early = code == SFPU_STOPPED;
    return s->early ? sfpu_end_run(s->m) : code;
}

bool stops_run(struct stops *s, unsigned long passes, int *end)
{
    const bool observes = s->wants_findings || s->wants_lanes;

    if (s->wants_lanes)
        lanes_tree_begin(&s->tree, s->m);
    if (observes)
        sfpu_on_event(s->m, on_event, s);
    *end = stops_wanted(s->options) ? run_with_stops(s, passes) : sfpu_run(s->m, passes);
    if (observes)
        sfpu_on_event(s->m, NULL, NULL);
    if (!s->early)
        sfpu_get_result(s->m, &s->at);
    for (size_t i = 0; *end == SFPU_OK && i < s->options->count; i++)
        if (s->prints[i].option->where == PRINT_END)
            stops_print(s, &s->prints[i], &(struct moment){.cycle = s->at.cycles, .index = SIZE_MAX, .end = true});
    return !s->failed;
}

const struct sfpu_result *stops_early(const struct stops *s)
{
    return s->early ? &s->at : NULL;
}

static void print_missed(const struct stops *s, const struct print *p)
{
    const char *cycles = s->at.cycles == 1 ? "cycle" : "cycles";

    if (stops_has_slid(p))
        echo_print(voice_err(), "sfpsim: warning: --print=%s: the run, of %" PRIu64 " %s, never came to line %lu, the "
                   "next line with an instruction", p->option->text, s->at.cycles, cycles, p->line);
    else
        echo_print(voice_err(), "sfpsim: warning: --print=%s: the run, of %" PRIu64 " %s, never came there",
                    p->option->text, s->at.cycles, cycles);
}

int stops_missed(const struct stops *s)
{
    int status = 0;

    for (size_t i = 0; i < s->options->count; i++) {
        const struct print *p = &s->prints[i];

        if (p->option->hit > p->hits)
            status = complain("--print=%s: reached %" PRIu64 " %s", p->option->text, p->hits,
                              p->hits == 1 ? "time" : "times");
        else if (!p->reached)
            print_missed(s, p);
    }
    return status;
}

const struct sfp_json *stops_json(struct stops *s)
{
    json_list_end(&s->json);
    return &s->json;
}
