/* Report in TAP, the Test Anything Protocol, and the reason of a case's failure. */
#include "report.h"

#include <string.h>

#include "base/terminal.h"

/* Returns the end of the first line of `text`. */
static const char *find_tap_line_end(const char *text, const char *end)
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
    return (int)(find_tap_line_end(*reason, c->output + c->output_size) - *reason);
}

/* Writes a description, with a backslash before # and \: an unescaped # would begin a directive. */
static void put_tap_name(FILE *out, const char *name)
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
    put_tap_name(out, c->name);
    fputc('\n', out);
    if (c->verdict->status == VERDICT_PASSED)
        return;
    for (const char *line = c->output; line < end; line = next) {
        const char *const stop = find_tap_line_end(line, end);

        next = stop < end ? stop + 1 : end;
        fputs("# ", out);
        shown_put(out, line, (size_t)(stop - line));
        fputc('\n', out);
    }
}
