/* A single run with reports on it. */
#include <stdio.h>

#include "base/complain.h"
#include "captured.h"
#include "session_paths.h"

/* Nothing is written over what the run reads, even if that is why it was none. */
static int check_paths(const struct sfp_session_options *o)
{
    char *error = NULL;

    return session_paths_apart(o, NULL, &error) ? 0 : complain_of(error);
}

static void print(const struct sfp_session_options *o, const struct captured *c)
{
    const struct reported_case reported = captured_case(c, o);

    if (o->reports.tap) {
        report_tap_plan(stdout, 1);
        report_tap_case(stdout, 1, &reported);
        return;
    }
    fwrite(c->said, 1, c->errors, stderr);
    fwrite(c->said + c->errors, 1, c->size - c->errors, stdout);
}

static int write_reports(const struct sfp_session_options *o, const struct captured *c, struct report_files *files)
{
    const struct reported_case reported = captured_case(c, o);
    const struct run_report report = {.name = "sfpsim", .cases = &reported, .count = 1, .seconds = c->seconds};

    return report_files_write(files, &report) ? SFP_CANNOT_RUN : c->verdict.status;
}

int session_reported(struct sfp_session_options *o)
{
    struct report_files files = {0};
    struct captured captured;
    int status = check_paths(o);

    if (status)
        return status;
    if ((status = report_files_open(&files, &o->reports)) == 0) {
        captured_run(&captured, o, true);
        if (captured.said)
            print(o, &captured);
        status = captured.verdict.clash ? captured.verdict.status : write_reports(o, &captured, &files);
        captured_free(&captured);
    }
    report_files_end(&files);
    return status;
}
