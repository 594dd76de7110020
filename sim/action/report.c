/* Report options, report files, and pages. */
#include "report.h"

#include <stdlib.h>

#include "base/fileio.h"
#include "option_values.h"
#include "voice.h"
#include "cli/interrupt.h"
#include "base/fail.h"
#include "base/paths.h"

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
    {"tap", 0, NULL, "print the results as TAP, and nothing else", AS_FLAG(tap)},
    {"sarif", 0, "FILE", "write findings and failures as SARIF, for pages of code review", AS(report_set_file, sarif)},
    {0},
};
#undef OPTIONS

const struct option_table report_options_table = {.rows = rows};

bool reports_wanted(const struct report_options *o)
{
    return o->junit || o->sarif || o->tap;
}

/* Report files that the options ask for. */
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

static int put_report_files(struct report_files *f, const struct run_report *report)
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

    if (put_report_files(f, report))
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

/* ---- Pages ---- */

bool page_put(FILE *stream, page_document *document, const void *of)
{
    size_t size = 0;
    char *json = NULL;
    FILE *kept = open_memstream(&json, &size);
    bool whole = kept && document(kept, of);

    whole = kept && fclose(kept) == 0 && whole;
    whole = whole && sfpu_write_page(json, size, voice_write, stream) == SFPU_OK;
    free(json);
    return whole;
}

int page_write(const char *path, page_document *document, const void *of)
{
    struct sfp_writer writer;
    char *error;

    if (!writer_open(&writer, &(const struct sfp_target){path, "--html", NULL}, &interruptible, &error))
        return complain_of(error);
    if (page_put(writer.stream, document, of))
        return writer_commit(&writer, &error) ? 0 : complain_of(error);
    writer_abort(&writer);
    return complain(NO_MEMORY " for '%s'", path);
}
