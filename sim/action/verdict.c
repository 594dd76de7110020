/* The verdict of a run: remarks about it, and its measures. */
#include "report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/fail.h"

static const char *const checks[] = {
#define CHECK(id, name, text, source) [CHECK_##id] = name,
#include "checks.def"
#undef CHECK
};

const char *check_name(enum check check)
{
    return checks[check];
}

static char *copy_verdict_text(struct verdict *verdict, const char *text, size_t length)
{
    char *copied = text ? strndup(text, length) : NULL;

    verdict->lost |= text && !copied;
    return copied;
}

static char *copy_verdict_string(struct verdict *verdict, const char *text)
{
    return copy_verdict_text(verdict, text, text ? strlen(text) : 0);
}

/* Returns a new remark, or NULL if memory ran out. */
static struct remark *add_remark(struct verdict *verdict, const char *rule, const char *text)
{
    struct remark *remark;

    if (!array_room(&verdict->remarks, verdict->count, &verdict->room, sizeof *verdict->remarks)) {
        verdict->lost = true;
        return NULL;
    }
    remark = &verdict->remarks[verdict->count++];
    *remark = (struct remark){.rule = copy_verdict_string(verdict, rule), .text = copy_verdict_string(verdict, text),
                              .word = SIZE_MAX, .times = 1};
    return remark;
}

/* Returns a new remark about a failed check, with the formatted text, or NULL if memory ran out. */
static struct remark *add_check(struct verdict *verdict, enum check check, const char *format, va_list arguments)
{
    struct remark *remark;
    char *text;

    text = format_text(format, arguments);
    verdict->lost |= !text;
    if ((remark = add_remark(verdict, check_name(check), text))) {
        remark->severity = SFPU_ERROR;
        remark->fails = true;
    }
    free(text);
    return remark;
}

void verdict_check(struct verdict *verdict, enum check check, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    if (verdict)
        add_check(verdict, check, format, arguments);
    va_end(arguments);
}

void verdict_check_at(struct verdict *verdict, enum check check, const char *file, unsigned long line,
                      unsigned long column, const char *format, ...)
{
    struct remark *remark;
    va_list arguments;

    va_start(arguments, format);
    if (verdict && (remark = add_check(verdict, check, format, arguments))) {
        remark->file = copy_verdict_string(verdict, file);
        remark->line = line;
        remark->column = column;
    }
    va_end(arguments);
}

/* Copies the finding's place. Word numbers of a core's code mean nothing in the kernel's file, so they are left out. */
static void place_remark(struct verdict *verdict, struct remark *remark, const sfpu_machine *m,
                         const struct sfpu_finding *f)
{
    remark->file = copy_verdict_string(verdict, f->file);
    remark->word = sfpu_is_compiled(m) ? SIZE_MAX : f->index;
    remark->line = f->line;
    remark->column = f->column;
    remark->source_line = copy_verdict_text(verdict, f->source_line, f->source_length);
    remark->made_from = copy_verdict_string(verdict, f->made_from);
    remark->made_from_line = f->made_from_line;
}

/* Context while findings are added to a verdict. */
struct taking {
    struct verdict *verdict;
    const sfpu_machine *m;
    int failing;
};

static void mark_possible(struct verdict *verdict, struct remark *remark)
{
    char *text;

    remark->possible = true;
    if (asprintf(&text, REMARK_POSSIBLE "%s", remark->text ? remark->text : "") < 0)
        text = NULL;
    verdict->lost |= !text;
    free(remark->text);
    remark->text = text;
}

static void add_finding_remark(void *taking, const struct sfpu_finding *f)
{
    const struct taking *t = taking;
    struct remark *remark = add_remark(t->verdict, f->name, f->text);

    if (!remark)
        return;
    place_remark(t->verdict, remark, t->m, f);
    if (f->possible)
        mark_possible(t->verdict, remark);
    remark->severity = f->severity;
    remark->fails = f->fatal || f->severity >= t->failing;
    remark->times = f->times;
}

void verdict_take(struct verdict *verdict, sfpu_machine *m, int failing)
{
    struct sfpu_result result = {.size = sizeof result};

    if (!verdict)
        return;
    sfpu_get_result(m, &result);
    verdict->cycles = result.cycles;
    verdict->per_vector = result.cycles_per_32_lanes;
    verdict->steady_per_vector = result.is_steady ? result.steady_cycles_per_32_lanes : 0;
    free(verdict->selected);
    verdict->selected = copy_verdict_string(verdict, sfpu_selected(m, 0, SIZE_MAX));
    sfpu_visit_findings(m, add_finding_remark, &(struct taking){verdict, m, failing});
}

void verdict_fail(struct verdict *verdict, sfpu_machine *m, const char *said)
{
    struct sfpu_finding failure = {.size = sizeof failure};
    char *error;
    struct remark *remark;

    if (!verdict)
        return;
    error = copy_verdict_string(verdict, said ? said : sfpu_error(m));
    if (sfpu_get_failure(m, &failure) == SFPU_OK && (remark = add_remark(verdict, failure.name, error))) {
        place_remark(verdict, remark, m, &failure);
        remark->severity = failure.severity;
        remark->fails = true;
    }
    free(error);
}

void verdict_diagnose(void *context, const struct sfpu_diagnostic *d)
{
    struct verdict *verdict = context;
    const bool error = strcmp(d->severity, "error") == 0;
    struct remark *remark;

    if (!verdict || strcmp(d->severity, "note") == 0)
        return;
    if (!(remark = add_remark(verdict, d->warning ? d->warning : check_name(CHECK_ASSEMBLY), d->text)))
        return;
    remark->severity = error ? SFPU_ERROR : SFPU_WARNING;
    remark->fails = error;
    remark->file = copy_verdict_string(verdict, d->file);
    remark->line = d->line;
    remark->column = d->column;
    remark->source_line = copy_verdict_text(verdict, d->source_line, d->source_length);
    remark->made_from = copy_verdict_string(verdict, d->made_from);
    remark->made_from_line = d->made_from_line;
}

void verdict_join(struct verdict *verdict, struct verdict *other)
{
    size_t moved = 0;

    if (!verdict)
        return;
    while (moved < other->count && array_room(&verdict->remarks, verdict->count, &verdict->room,
                                              sizeof *verdict->remarks))
        verdict->remarks[verdict->count++] = other->remarks[moved++];
    verdict->lost |= other->lost || moved < other->count;
    verdict->clash |= other->clash;
    other->count -= moved;
    if (other->count)
        memmove(other->remarks, other->remarks + moved, other->count * sizeof *other->remarks);
}

const struct remark *verdict_failure(const struct verdict *verdict)
{
    for (size_t i = 0; i < verdict->count; i++)
        if (verdict->remarks[i].fails)
            return &verdict->remarks[i];
    return NULL;
}

void verdict_free(struct verdict *verdict)
{
    for (size_t i = 0; i < verdict->count; i++) {
        free(verdict->remarks[i].rule);
        free(verdict->remarks[i].text);
        free(verdict->remarks[i].file);
        free(verdict->remarks[i].source_line);
        free(verdict->remarks[i].made_from);
    }
    free(verdict->remarks);
    free(verdict->selected);
    *verdict = (struct verdict){0};
}
