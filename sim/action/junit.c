/* Report in JUnit XML, as JUnit's runner for Ant writes it and servers of continuous integration read it. */
#include "report.h"

#include <string.h>

#include "base/terminal.h"

/* ---- Characters ---- */

/* Returns the bytes of the first character if XML can contain it unescaped, or 0 otherwise. XML forbids U+FFFE and
 * U+FFFF. */
static size_t measure_xml_character(const char *text, size_t length)
{
    const size_t size = shown_size(text, length);

    return size == 3 && (memcmp(text, "\xEF\xBF\xBE", size) == 0 || memcmp(text, "\xEF\xBF\xBF", size) == 0) ? 0 : size;
}

static const char *find_entity(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

static void put_xml_text(FILE *out, const char *text, size_t length)
{
    for (size_t i = 0, size; i < length; i += size ? size : 1) {
        const char *const name = find_entity(text[i]);

        size = measure_xml_character(text + i, length - i);
        if (name)
            fputs(name, out);
        else if (size || text[i] == '\n')
            fwrite(text + i, 1, size ? size : 1, out);
        else
            fputc('?', out);
    }
}

static void put_attribute(FILE *out, const char *name, const char *text, size_t length)
{
    fprintf(out, " %s=\"", name);
    put_xml_text(out, text, length);
    fputc('"', out);
}

/* ---- Elements ---- */

static size_t count_junit_cases(const struct run_report *report, int status)
{
    size_t number = 0;

    for (size_t i = 0; i < report->count; i++)
        number += report->cases[i].verdict->status == status;
    return number;
}

static void put_junit_counts(FILE *out, const struct run_report *report)
{
    fprintf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"0\" time=\"%.3f\"", report->count,
            count_junit_cases(report, VERDICT_FAILED), count_junit_cases(report, VERDICT_NOT_RUN), report->seconds);
}

/* Writes the failure or error of a case, with the reason and the case's output. */
static void put_junit_failure(FILE *out, const struct reported_case *c)
{
    const char *const element = c->verdict->status == VERDICT_FAILED ? "failure" : "error";
    const struct remark *const remark = verdict_failure(c->verdict);
    const char *const type = remark && remark->rule ? remark->rule : check_name(CHECK_NOT_RUN);
    const char *reason;
    const int length = report_reason(c, &reason);

    fprintf(out, "      <%s", element);
    put_attribute(out, "type", type, strlen(type));
    put_attribute(out, "message", reason, (size_t)length);
    fputc('>', out);
    put_xml_text(out, c->output, c->output_size);
    fprintf(out, "</%s>\n", element);
}

static void put_junit_case(FILE *out, const struct run_report *report, const struct reported_case *c)
{
    const char *const file = c->file ? c->file : c->kernel;

    fputs("    <testcase", out);
    put_attribute(out, "classname", report->name, strlen(report->name));
    put_attribute(out, "name", c->name, strlen(c->name));
    put_attribute(out, "file", file, strlen(file));
    if (c->line)
        fprintf(out, " line=\"%u\"", c->line);
    fprintf(out, " time=\"%.3f\"", c->seconds);
    if (c->verdict->status == VERDICT_PASSED) {
        fputs("/>\n", out);
        return;
    }
    fputs(">\n", out);
    put_junit_failure(out, c);
    fputs("    </testcase>\n", out);
}

void report_junit(FILE *out, const struct run_report *report)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"sfpsim\"", out);
    put_junit_counts(out, report);
    fputs(">\n  <testsuite", out);
    put_attribute(out, "name", report->name, strlen(report->name));
    put_junit_counts(out, report);
    fputs(">\n", out);
    for (size_t i = 0; i < report->count; i++)
        put_junit_case(out, report, &report->cases[i]);
    fputs("  </testsuite>\n</testsuites>\n", out);
}
