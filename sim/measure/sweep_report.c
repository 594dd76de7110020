/* How a sweep is told. */
#include "action/html_page.h"
#include "action/option_values.h"
#include "action/voice.h"
#include "cli/interrupt.h"
#include "sweep_report.h"
#include "base/terminal.h"

/* Keys are beyond those of who has this as a child. */
enum { KEY_FORM = 1024, FORMS = 3, KEY_PLOT = KEY_FORM + FORMS, KEY_SVG, KEY_HTML, KEY_MAX_ULP };

const struct report_form report_forms[FORMS] = {{report_text}, {report_json}, {report_csv}};

static const struct argp_option option_table[] = {
    {"html", KEY_HTML, "FILE", 0, "write it as a page for a browser, with the lanes of the worst inputs", 0},
    {"json", KEY_FORM + 1, 0, 0, "as JSON", 0},
    {"csv", KEY_FORM + 2, 0, 0, "as a line of CSV below a line of names", 0},
    {"plot", KEY_PLOT, 0, 0, "with a histogram of ULP and a plot over x, as text", 0},
    {"svg", KEY_SVG, "FILE", 0, "write these two as a picture", 0},
    {"max-ulp", KEY_MAX_ULP, "N", 0, "fail unless all results are within N ULP, special inputs and NaNs included", 0},
    {0, 0, 0, 0, 0, 0},
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
    struct report_outputs *o = state->input;

    switch (key) {
    case KEY_FORM + 1:
    case KEY_FORM + 2:
        if (o->form != report_forms && o->form != &report_forms[key - KEY_FORM])
            option_error(state, "--json and --csv are two reports: one at a time");
        o->form = &report_forms[key - KEY_FORM];
        return 0;
    case KEY_PLOT:
        o->plot = true;
        return 0;
    case KEY_SVG:
        o->svg = arg;
        return 0;
    case KEY_MAX_ULP:
        o->has_mark = true;
        o->max_ulp = option_real(state, "--max-ulp", arg);
        return 0;
    case KEY_HTML:
        o->html = arg;
        return 0;
    case ARGP_KEY_END:
        if (o->plot && o->form != report_forms)
            option_error(state, "--plot is text, which JSON and CSV have no room for; --svg is a file");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp report_argp = {.options = option_table, .parser = parse_option};

static int write_svg(const struct sweep_report *report, const char *path)
{
    struct sfp_writer writer;
    char *error;

    if (!writer_open(&writer, &(const struct sfp_target){path, "--svg", NULL}, &interruptible, &error))
        return complain_of(error);
    if (report_svg(writer.stream, report))
        return writer_commit(&writer, &error) ? 0 : complain_of(error);
    writer_abort(&writer);
    return complain("not enough memory");
}

static bool write_document(FILE *out, const void *report)
{
    return report_document(out, report);
}

static int hold_to_mark(const struct sweep_report *report, const struct report_outputs *outputs, struct verdict *verdict)
{
    char why[MARK_SIZE];

    if (!outputs->has_mark || measures_pass(report->measures, outputs->max_ulp, why))
        return 0;
    shown_print(voice_err(), "%s: error: %s [%s]", report->kernel, why, check_name(CHECK_MAX_ULP));
    verdict_check(verdict, CHECK_MAX_ULP, "%s", why);
    return VERDICT_FAILED;
}

int report_print(const struct sweep_report *report, const struct report_outputs *outputs, struct verdict *verdict)
{
    if (outputs->svg && write_svg(report, outputs->svg))
        return SFP_CANNOT_RUN;
    if (outputs->html && page_write(outputs->html, write_document, report))
        return SFP_CANNOT_RUN;
    if (!outputs->quiet
        && (!outputs->form->print(voice_out(), report) || (outputs->plot && !report_plot_text(voice_out(), report))))
        return complain("not enough memory");
    return hold_to_mark(report, outputs, verdict);
}
