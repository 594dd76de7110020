/* Views of a run: their options, and the files or streams they are written to. */
#include "view_outputs.h"

#include <stdlib.h>
#include <string.h>

#include "action/file_uses.h"
#include "action/voice.h"
#include "base/fileio.h"

/* ---- Options ---- */

enum { REPORTS = 4 /* group of the options in --help */ };

/* ---- The options, as rows of views.def ---- */

/* Names of the timeline's forms, "table|mca|schedule". */
static const char form_names[] =
#define VIEW_TIMELINE_FIRST(enumerator, member, ...) #member
#define VIEW_TIMELINE(enumerator, member, ...) "|" #member
#include "views.def"
    ;

static const char form_help[] =
#define VIEW_TIMELINE_FIRST(enumerator, member, option, help) help
#define VIEW_TIMELINE(enumerator, member, option, help) ", " help
#define VIEW_TIMELINE_LAST(enumerator, member, option, help) ", or " help
#include "views.def"
    ;

static const struct {
    const char *name;
    int view;
} forms[] = {
#define VIEW_TIMELINE(enumerator, member, ...) {#member, SFPU_##enumerator},
#include "views.def"
};

/* Chooses a timeline; the last option counts. */
static void ask_form(struct argp_state *state, char *form, void *options)
{
    struct sfp_output_options *o = options;
    const unsigned count = sizeof forms / sizeof forms[0];
    const char *names[sizeof forms / sizeof forms[0] + 1] = {NULL};
    unsigned chosen = 0;

    for (unsigned i = 0; i < count; i++) {
        names[i] = forms[i].name;
        o->views[forms[i].view].asked = false;
    }
    if (form)
        chosen = option_choice(state, form, names);
    o->views[forms[chosen].view].asked = true;
}

/* Option of a report, for which no FILE or "-" means standard output. */
static void ask_report(struct argp_state *state, char *path, void *view)
{
    (void)state;
    *(struct output_view *)view = (struct output_view){true, path && strcmp(path, "-") == 0 ? NULL : path};
}

static void ask_trace(struct argp_state *state, char *path, void *view)
{
    (void)state;
    *(struct output_view *)view = (struct output_view){true, path};
}

#define OPTIONS struct sfp_output_options
static const struct option_row rows[] = {
#define VIEW_TIMELINE_FIRST(enumerator, member, option, help) \
    {option, 0, form_names, form_help, OPTION_ARG_OPTIONAL, REPORTS, BY(ask_form), .everyday = true},
#define VIEW_STATS(enumerator, member, option, help) \
    {option, 0, "FILE", help, OPTION_ARG_OPTIONAL, REPORTS, AS(ask_report, views[SFPU_##enumerator]), .everyday = true},
#define VIEW_PAGE(enumerator, member, option, help) \
    {option, 0, "FILE", help, 0, REPORTS, AS(ask_report, views[SFPU_##enumerator]), .everyday = true},
#define VIEW_TRACE(enumerator, member, option, help) \
    {option, 0, "FILE", help, 0, REPORTS, AS(ask_trace, views[SFPU_##enumerator])},
#include "views.def"
    {0},
};
#undef OPTIONS

const struct option_table view_table = {.rows = rows};

/* ---- Outputs ---- */

/* How a view is written: during the run or after it, and in which form. */
struct output_class {
    int view;
    bool streamed;    /* written during the run; else reported after the run */
    int as_json;      /* the view that --json writes to a file instead; the view itself: no such variant */
    const char *lost; /* the error if memory runs out; NULL: the machine's error */
    const char *option;
};

/* Order of opening, printing and committing: timelines stand before statistics. */
static const struct output_class classes[] = {
#define VIEW_TIMELINE(enumerator, member, option, help) \
    {SFPU_##enumerator, false, SFPU_##enumerator, "no memory or no room for the timeline", "--" option},
#include "views.def"
#define VIEW_STATS(enumerator, member, option, help) \
    {SFPU_##enumerator, false, SFPU_##enumerator##_JSON, NULL, "--" option},
#define VIEW_PAGE(enumerator, member, option, help) {SFPU_##enumerator, false, SFPU_##enumerator, NULL, "--" option},
#define VIEW_TRACE(enumerator, member, option, help) {SFPU_##enumerator, true, SFPU_##enumerator, NULL, "--" option},
#include "views.def"
};

enum { CLASSES = sizeof classes / sizeof classes[0] };

struct sfp_outputs {
    const struct sfp_output_options *options;
    const char *beside; /* JSON of a second run for the page, or NULL */
    struct {
        struct sfp_writer writer;
        bool open;
    } files[CLASSES];
};

/* ---- Queries ---- */

static bool is_view_asked(const struct sfp_output_options *o, const struct output_class *class)
{
    return o->views[class->view].asked;
}

bool view_outputs_need_time(const struct sfp_output_options *o)
{
    for (size_t i = 0; i < CLASSES; i++)
        if (is_view_asked(o, &classes[i]))
            return true;
    return o->gathers_stats;
}

bool view_outputs_print(const struct sfp_output_options *o)
{
    for (size_t i = 0; i < CLASSES; i++)
        if (is_view_asked(o, &classes[i]) && !o->views[classes[i].view].path)
            return true;
    return false;
}

int view_outputs_timeline(const struct sfp_output_options *o)
{
#define VIEW_TIMELINE(enumerator, ...) \
    if (o->views[SFPU_##enumerator].asked) \
        return SFPU_##enumerator;
#include "views.def"
    return -1;
}

void view_outputs_list(const struct sfp_output_options *o, struct file_uses *uses)
{
    for (size_t i = 0; i < CLASSES; i++)
        file_uses_write(uses, o->views[classes[i].view].path, classes[i].option);
}

/* ---- Before the run ---- */

/* Copies the machine's error to *error. Returns false. */
static bool copy_machine_error(const sfpu_machine *m, char **error)
{
    *error = strdup(sfpu_error(m));
    return false;
}

static bool open_view(struct sfp_outputs *outputs, size_t i, sfpu_machine *m, char **error)
{
    const struct output_class *class = &classes[i];
    const struct output_view *view = &outputs->options->views[class->view];
    struct sfp_writer *writer = &outputs->files[i].writer;
    int code;

    if (view->path) {
        outputs->files[i].open =
            writer_open(writer, &(const struct sfp_target){view->path, class->option, NULL}, outputs->options->files,
                        error);
        if (!outputs->files[i].open)
            return false;
    }
    code = class->streamed ? sfpu_want(m, class->view, voice_write, writer->stream)
                           : sfpu_want(m, class->view, NULL, NULL);
    return code == SFPU_OK || copy_machine_error(m, error);
}

/* Returns whether the run gathers a view: an option asks for it, or --json or a limit needs statistics. */
static bool is_view_wanted(const struct sfp_output_options *o, const struct output_class *class, bool timed)
{
    return is_view_asked(o, class) || (class->view == SFPU_STATS && timed && (o->json || o->gathers_stats));
}

struct sfp_outputs *view_outputs_open(const struct sfp_output_options *options, bool timed, sfpu_machine *m,
                                      char **error)
{
    struct sfp_outputs *outputs = calloc(1, sizeof *outputs);
    bool ok = true;

    *error = NULL;
    if (!outputs)
        return NULL;
    outputs->options = options;
    for (size_t i = 0; ok && i < CLASSES; i++)
        ok = !is_view_wanted(options, &classes[i], timed) || open_view(outputs, i, m, error);
    if (ok)
        return outputs;
    view_outputs_free(outputs);
    return NULL;
}

void view_outputs_put_beside(struct sfp_outputs *outputs, const char *run)
{
    outputs->beside = run;
}

/* ---- After the run ---- */

/* Writes a page with two runs. Returns an enum sfpu_code. */
static int report_both(sfpu_machine *m, const char *beside, FILE *stream)
{
    char *json = NULL;
    size_t size = 0;
    FILE *kept = open_memstream(&json, &size);
    int code = SFPU_NO_MEMORY;

    if (kept) {
        fputs("{\"schema\":\"sfpsim-pages\",\"version\":1,\"runs\":[", kept);
        code = sfpu_report(m, SFPU_PAGE_JSON, voice_write, kept);
        fprintf(kept, ",%s]}", beside);
        if (fclose(kept) != 0 && code == SFPU_OK)
            code = SFPU_NO_MEMORY;
    }
    if (code == SFPU_OK)
        code = sfpu_write_page(json, size, voice_write, stream);
    free(json);
    return code;
}

static int report_view(sfpu_machine *m, int view, const char *beside, FILE *stream)
{
    return view == SFPU_PAGE && beside ? report_both(m, beside, stream) : sfpu_report(m, view, voice_write, stream);
}

/* Writes a report, unless the document contains it. */
static bool write_view_report(struct sfp_outputs *outputs, size_t i, sfpu_machine *m, char **error)
{
    const struct output_class *class = &classes[i];
    const bool json = outputs->options->json, open = outputs->files[i].open;
    FILE *stream = open ? outputs->files[i].writer.stream : voice_out();

    if (json && !open)
        return true;
    if (report_view(m, json ? class->as_json : class->view, outputs->beside, stream) == SFPU_OK)
        return true;
    if (!class->lost)
        return copy_machine_error(m, error);
    *error = strdup(class->lost);
    return false;
}

bool view_outputs_finish(struct sfp_outputs *outputs, sfpu_machine *m, char **error)
{
    *error = NULL;
    for (size_t i = 0; i < CLASSES; i++) {
        if (!is_view_asked(outputs->options, &classes[i]))
            continue;
        if (!classes[i].streamed && !write_view_report(outputs, i, m, error))
            return false;
        if (outputs->files[i].open && !writer_finish(&outputs->files[i].writer, error))
            return false;
    }
    return true;
}

bool view_outputs_commit(struct sfp_outputs *outputs, char **error)
{
    for (size_t i = 0; i < CLASSES; i++)
        if (outputs->files[i].open && !writer_commit(&outputs->files[i].writer, error))
            return false;
    return true;
}

void view_outputs_free(struct sfp_outputs *outputs)
{
    if (!outputs)
        return;
    for (size_t i = 0; i < CLASSES; i++)
        if (outputs->files[i].open)
            writer_abort(&outputs->files[i].writer);
    free(outputs);
}
