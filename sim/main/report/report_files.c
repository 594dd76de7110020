/* Where reports on runs go. */
#include "report_files.h"

#include "base/complain.h"
#include "base/option_values.h"
#include "cli/interrupt.h"
#include "util/paths.h"

enum { KEY_JUNIT = 7168, KEY_TAP, KEY_SARIF }; /* beyond the keys of those whose child this is */

static const struct argp_option option_table[] = {
    {"junit", KEY_JUNIT, "FILE", 0, "write what passed and what failed as JUnit XML", 20},
    {"tap", KEY_TAP, 0, 0, "print it as TAP, in place of all else", 20},
    {"sarif", KEY_SARIF, "FILE", 0, "write findings and failures as SARIF, for pages of code review", 20},
    {0, 0, 0, 0, 0, 0},
};

static const char *report_file(struct argp_state *state, const char *option, const char *path)
{
    if (sfp_path_is_stdout(path))
        option_error(state, "%s: a report needs a file of its own, and '%s' is standard output", option, path);
    return path;
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
    struct report_options *o = state->input;

    switch (key) {
    case KEY_JUNIT:
        o->junit = report_file(state, "--junit", arg);
        return 0;
    case KEY_TAP:
        o->tap = true;
        return 0;
    case KEY_SARIF:
        o->sarif = report_file(state, "--sarif", arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp report_run_argp = {.options = option_table, .parser = parse_option};

bool reports_wanted(const struct report_options *o)
{
    return o->junit || o->sarif || o->tap;
}

int report_files_open(struct report_files *f, const struct report_options *o)
{
    char *error;

    *f = (struct report_files){.o = o};
    if ((o->junit && !sfp_writer_open(&f->junit, o->junit, &sfp_interruptible, &error))
        || (o->sarif && !sfp_writer_open(&f->sarif, o->sarif, &sfp_interruptible, &error)))
        return complain_of(error);
    return 0;
}

int report_files_write(struct report_files *f, const struct run_report *report)
{
    const struct report_options *const o = f->o;
    char *error;

    if (o->junit)
        report_junit(f->junit.stream, report);
    if (o->sarif && !report_sarif(f->sarif.stream, report))
        return complain("not enough memory for '%s'", o->sarif);
    if ((o->junit && !sfp_writer_finish(&f->junit, &error)) || (o->sarif && !sfp_writer_finish(&f->sarif, &error))
        || (o->junit && !sfp_writer_commit(&f->junit, &error)) || (o->sarif && !sfp_writer_commit(&f->sarif, &error)))
        return complain_of(error);
    return 0;
}

void report_files_end(struct report_files *f)
{
    sfp_writer_abort(&f->junit);
    sfp_writer_abort(&f->sarif);
}
