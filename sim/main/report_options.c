/* How a sweep is told. */
#include "report_options.h"

#include "complain.h"

enum { KEY_FORM = 1024, FORMS = 3}; /* beyond those of who has this as a child */

const struct report_form report_forms[FORMS] = {{report_text}, {report_json}, {report_csv}};

static const struct argp_option option_table[] = {
    {"json", KEY_FORM + 1, 0, 0, "as JSON", 0},
    {"csv", KEY_FORM + 2, 0, 0, "as a line of CSV below a line of names", 0},
    {0, 0, 0, 0, 0, 0},
};

static error_t parse_option(int key, char *arg __attribute__((unused)), struct argp_state *state)
{
    struct report_outputs *o = state->input;

    switch (key) {
    case KEY_FORM + 1:
    case KEY_FORM + 2:
        if (o->form != report_forms && o->form != &report_forms[key - KEY_FORM])
            argp_error(state, "--json and --csv are two reports: one at a time");
        o->form = &report_forms[key - KEY_FORM];
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp report_argp = {.options = option_table, .parser = parse_option};

int report_print(const struct sweep_report *report, const struct report_outputs *outputs)
{
    if (!outputs->form->print(stdout, report))
        return complain("not enough memory");
    return 0;
}
