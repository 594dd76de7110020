/* Where reports on runs go, and what they are as tests in TAP, the Test Anything Protocol. */
#include "report.h"

#include <string.h>

#include "html_page.h"
#include "voice.h"
#include "cli/interrupt.h"
#include "base/fail.h"
#include "base/paths.h"
#include "base/terminal.h"

void report_set_file(struct argp_state *state, char *path, void *file)
{
    if (path_is_stdout(path))
        option_error(state, "--%s: a report needs a file of its own, and '%s' is standard output",
                     option_row(state)->name, path);
    *(const char **)file = path;
}

#define OPTIONS struct report_options
static const struct option_row rows[] = {
    {"junit", 0, "FILE", "write what passed and what failed as JUnit XML", .group = 20, AS(report_set_file, junit)},
    {"tap", 0, NULL, "print it as TAP, in place of all else", AS_FLAG(tap)},
    {"sarif", 0, "FILE", "write findings and failures as SARIF, for pages of code review", AS(report_set_file, sarif)},
    {0},
};
#undef OPTIONS

const struct option_table report_options_table = {.rows = rows};

bool reports_wanted(const struct report_options *o)
{
    return o->junit || o->sarif || o->tap;
}

/* Files that are wanted. */
enum { MOST_FILES = 3 };

struct wanted {
    const char *path, *option;
    struct sfp_writer *writer;
};

static size_t list_wanted(struct report_files *f, struct wanted list[MOST_FILES])
{
    const struct wanted all[MOST_FILES] = {
        {f->o->junit, "--junit", &f->junit}, {f->o->sarif, "--sarif", &f->sarif}, {f->o->html, "--html", &f->html}};
    size_t count = 0;

    for (size_t i = 0; i < MOST_FILES; i++)
        if (all[i].path)
            list[count++] = all[i];
    return count;
}

int report_files_open(struct report_files *f, const struct report_options *o)
{
    struct wanted list[MOST_FILES];
    size_t count;
    char *error;

    *f = (struct report_files){.o = o};
    count = list_wanted(f, list);
    for (size_t i = 0; i < count; i++)
        if (!writer_open(list[i].writer, &(const struct sfp_target){list[i].path, list[i].option, NULL}, &interruptible,
                         &error))
            return complain_of(error);
    return 0;
}

static int put_all(struct report_files *f, const struct run_report *report)
{
    const struct report_options *const o = f->o;

    if (o->junit)
        report_junit(f->junit.stream, report);
    if (o->sarif && !report_sarif(f->sarif.stream, report))
        return complain(NO_MEMORY " for '%s'", o->sarif);
    if (o->html && !page_put(f->html.stream, report_cases_json, report))
        return complain(NO_MEMORY " for '%s'", o->html);
    return 0;
}

int report_files_write(struct report_files *f, const struct run_report *report)
{
    struct wanted list[MOST_FILES];
    const size_t count = list_wanted(f, list);
    char *error;

    if (put_all(f, report))
        return SFP_CANNOT_RUN;
    for (size_t i = 0; i < count; i++)
        if (!writer_finish(list[i].writer, &error))
            return complain_of(error);
    for (size_t i = 0; i < count; i++)
        if (!writer_commit(list[i].writer, &error))
            return complain_of(error);
    return 0;
}

void report_files_end(struct report_files *f)
{
    writer_abort(&f->junit);
    writer_abort(&f->sarif);
    writer_abort(&f->html);
}

/* ---- TAP ---- */

/* The end of the line that `text` begins. */
static const char *line_end(const char *text, const char *end)
{
    const char *const newline = memchr(text, '\n', (size_t)(end - text));

    return newline ? newline : end;
}

int report_reason(const struct reported_case *c, const char **reason)
{
    static const char prefix[] = "sfpsim: error: ", unknown[] = "see its output";
    const struct remark *const failure = verdict_failure(c->verdict);

    *reason = failure && failure->text ? failure->text : unknown;
    if ((failure && failure->text) || !c->output_size)
        return (int)strlen(*reason);
    *reason = c->output;
    if (c->output_size >= sizeof prefix && memcmp(c->output, prefix, sizeof prefix - 1) == 0)
        *reason += sizeof prefix - 1;
    return (int)(line_end(*reason, c->output + c->output_size) - *reason);
}

/* A description, in which # begins a directive. */
static void put_name(FILE *out, const char *name)
{
    for (const char *part = name; *part;) {
        const size_t length = strcspn(part, "#\\");

        shown_put(out, part, length);
        part += length;
        if (*part)
            fprintf(out, "\\%c", *part++);
    }
}

void report_tap_plan(FILE *out, size_t count)
{
    fprintf(out, "1..%zu\n", count);
}

void report_tap_case(FILE *out, size_t number, const struct reported_case *c)
{
    const char *const end = c->output + c->output_size;
    const char *next;

    fprintf(out, "%s %zu - ", c->verdict->status == VERDICT_PASSED ? "ok" : "not ok", number);
    put_name(out, c->name);
    fputc('\n', out);
    if (c->verdict->status == VERDICT_PASSED)
        return;
    for (const char *line = c->output; line < end; line = next) {
        const char *const stop = line_end(line, end);

        next = stop < end ? stop + 1 : end;
        fputs("# ", out);
        shown_put(out, line, (size_t)(stop - line));
        fputc('\n', out);
    }
}
