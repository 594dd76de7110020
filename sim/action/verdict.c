/* The verdict of a run: remarks about it, and its measures. */
#include "report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/fail.h"

static const char *const checks[] = {
#define CHECK(id, name, text) [CHECK_##id] = name,
#include "checks.def"
#undef CHECK
};

const char *check_name(enum check check)
{
    return checks[check];
}

static char *copy(struct verdict *o, const char *text, size_t length)
{
    char *copied = text ? strndup(text, length) : NULL;

    o->lost |= text && !copied;
    return copied;
}

static char *copy_of(struct verdict *o, const char *text)
{
    return copy(o, text, text ? strlen(text) : 0);
}

/* Returns a new remark, or NULL if memory ran out. */
static struct remark *add(struct verdict *o, const char *rule, const char *text)
{
    struct remark *remark;

    if (!array_room(&o->remarks, o->count, &o->room, sizeof *o->remarks)) {
        o->lost = true;
        return NULL;
    }
    remark = &o->remarks[o->count++];
    *remark = (struct remark){.rule = copy_of(o, rule), .text = copy_of(o, text), .word = SIZE_MAX, .times = 1};
    return remark;
}

/* Returns a new remark about a failed check, with the formatted text, or NULL if memory ran out. */
static struct remark *add_check(struct verdict *o, enum check check, const char *format, va_list arguments)
{
    struct remark *remark;
    char *text;

    text = format_text(format, arguments);
    o->lost |= !text;
    if ((remark = add(o, check_name(check), text))) {
        remark->severity = SFPU_ERROR;
        remark->fails = true;
    }
    free(text);
    return remark;
}

void verdict_check(struct verdict *o, enum check check, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    if (o)
        add_check(o, check, format, arguments);
    va_end(arguments);
}

void verdict_check_at(struct verdict *o, enum check check, const char *file, unsigned long line, unsigned long column,
                      const char *format, ...)
{
    struct remark *remark;
    va_list arguments;

    va_start(arguments, format);
    if (o && (remark = add_check(o, check, format, arguments))) {
        remark->file = copy_of(o, file);
        remark->line = line;
        remark->column = column;
    }
    va_end(arguments);
}

/* Copies the finding's place. Word numbers of a core's code mean nothing in the kernel's file, so they are left out. */
static void place(struct verdict *o, struct remark *remark, const sfpu_machine *m, const struct sfpu_finding *f)
{
    remark->file = copy_of(o, f->file);
    remark->word = sfpu_is_compiled(m) ? SIZE_MAX : f->index;
    remark->line = f->line;
    remark->column = f->column;
    remark->source_line = copy(o, f->source_line, f->source_length);
    remark->made_from = copy_of(o, f->made_from);
    remark->made_from_line = f->made_from_line;
}

/* Context while findings are added to a verdict. */
struct taking {
    struct verdict *o;
    const sfpu_machine *m;
    int failing;
};

static void mark_possible(struct verdict *o, struct remark *remark)
{
    char *text;

    remark->possible = true;
    if (asprintf(&text, "possible: %s", remark->text ? remark->text : "") < 0)
        text = NULL;
    o->lost |= !text;
    free(remark->text);
    remark->text = text;
}

static void take_finding(void *taking, const struct sfpu_finding *f)
{
    const struct taking *t = taking;
    struct remark *remark = add(t->o, f->name, f->text);

    if (!remark)
        return;
    place(t->o, remark, t->m, f);
    if (f->possible)
        mark_possible(t->o, remark);
    remark->severity = f->severity;
    remark->fails = f->fatal || f->severity >= t->failing;
    remark->times = f->times;
}

void verdict_take(struct verdict *o, sfpu_machine *m, int failing)
{
    struct sfpu_result result = {.size = sizeof result};

    if (!o)
        return;
    sfpu_get_result(m, &result);
    o->cycles = result.cycles;
    o->per_vector = result.cycles_per_32_lanes;
    o->steady_per_vector = result.is_steady ? result.steady_cycles_per_32_lanes : 0;
    free(o->selected);
    o->selected = copy_of(o, sfpu_selected(m, 0, SIZE_MAX));
    sfpu_visit_findings(m, take_finding, &(struct taking){o, m, failing});
}

void verdict_fail(struct verdict *o, sfpu_machine *m, const char *said)
{
    struct sfpu_finding failure = {.size = sizeof failure};
    char *error;
    struct remark *remark;

    if (!o)
        return;
    error = copy_of(o, said ? said : sfpu_error(m));
    if (sfpu_get_failure(m, &failure) == SFPU_OK && (remark = add(o, failure.name, error))) {
        place(o, remark, m, &failure);
        remark->severity = failure.severity;
        remark->fails = true;
    }
    free(error);
}

void verdict_diagnose(void *verdict, const struct sfpu_diagnostic *d)
{
    struct verdict *o = verdict;
    const bool error = strcmp(d->severity, "error") == 0;
    struct remark *remark;

    if (!o || strcmp(d->severity, "note") == 0)
        return;
    if (!(remark = add(o, d->warning ? d->warning : check_name(CHECK_ASSEMBLY), d->text)))
        return;
    remark->severity = error ? SFPU_ERROR : SFPU_WARNING;
    remark->fails = error;
    remark->file = copy_of(o, d->file);
    remark->line = d->line;
    remark->column = d->column;
    remark->source_line = copy(o, d->source_line, d->source_length);
    remark->made_from = copy_of(o, d->made_from);
    remark->made_from_line = d->made_from_line;
}

void verdict_join(struct verdict *o, struct verdict *other)
{
    size_t moved = 0;

    if (!o)
        return;
    while (moved < other->count && array_room(&o->remarks, o->count, &o->room, sizeof *o->remarks))
        o->remarks[o->count++] = other->remarks[moved++];
    o->lost |= other->lost || moved < other->count;
    o->clash |= other->clash;
    other->count -= moved;
    if (other->count)
        memmove(other->remarks, other->remarks + moved, other->count * sizeof *other->remarks);
}

const struct remark *verdict_failure(const struct verdict *o)
{
    for (size_t i = 0; i < o->count; i++)
        if (o->remarks[i].fails)
            return &o->remarks[i];
    return NULL;
}

void verdict_free(struct verdict *o)
{
    for (size_t i = 0; i < o->count; i++) {
        free(o->remarks[i].rule);
        free(o->remarks[i].text);
        free(o->remarks[i].file);
        free(o->remarks[i].source_line);
        free(o->remarks[i].made_from);
    }
    free(o->remarks);
    free(o->selected);
    *o = (struct verdict){0};
}
