/* Options for the views of a run. */
#include "view_outputs.h"

#include <argp.h>
#include <string.h>

#include "base/option_values.h"

enum {
    KEY_VIEW = 8192, /* beyond the keys of those whose child this is */
    REPORTS = 4,     /* the paragraph of --help that they are in */
};

#define KEY(enumerator) (KEY_VIEW + SFPU_##enumerator)

/* ---- The options, as rows of views.def ---- */

/* "table|mca|schedule" */
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

static const struct argp_option option_table[] = {
#define VIEW_TIMELINE_FIRST(enumerator, member, option, help) \
    {option, KEY(enumerator), form_names, OPTION_ARG_OPTIONAL, form_help, REPORTS},
#define VIEW_STATS(enumerator, member, option, help) \
    {option, KEY(enumerator), "FILE", OPTION_ARG_OPTIONAL, help, REPORTS},
#define VIEW_TRACE(enumerator, member, option, help) {option, KEY(enumerator), "FILE", 0, help, REPORTS},
#include "views.def"
    {0, 0, 0, 0, 0, 0},
};

/* ---- Taking them ---- */

static const struct {
    const char *name;
    int view;
} forms[] = {
#define VIEW_TIMELINE(enumerator, member, ...) {#member, SFPU_##enumerator},
#include "views.def"
};

/* The last one that is given counts. */
static void ask_form(struct argp_state *state, const char *option, const char *form, struct sfp_output_options *o)
{
    const char *names[sizeof forms / sizeof forms[0]];
    const unsigned count = sizeof forms / sizeof forms[0];
    unsigned chosen = 0;

    for (unsigned i = 0; i < count; i++) {
        names[i] = forms[i].name;
        o->views[forms[i].view].asked = false;
    }
    if (form)
        chosen = option_choice(state, option, form, names, count);
    o->views[forms[chosen].view].asked = true;
}

/* A report, for which "-" is standard output, as nothing is. */
static void ask_report(struct output_view *view, const char *path)
{
    *view = (struct output_view){.asked = true, .path = path && strcmp(path, "-") == 0 ? NULL : path};
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
    struct sfp_output_options *o = state->input;

    switch (key) {
#define VIEW_TIMELINE_FIRST(enumerator, member, option, ...) \
    case KEY(enumerator): \
        ask_form(state, "--" option, arg, o); \
        return 0;
#define VIEW_STATS(enumerator, ...) \
    case KEY(enumerator): \
        ask_report(&o->views[SFPU_##enumerator], arg); \
        return 0;
#define VIEW_TRACE(enumerator, ...) \
    case KEY(enumerator): \
        o->views[SFPU_##enumerator] = (struct output_view){.asked = true, .path = arg}; \
        return 0;
#include "views.def"
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp view_argp = {.options = option_table, .parser = parse_option};
