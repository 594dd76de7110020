/* How a sweep is told. */
#include "base/html_page.h"
#include "base/option_values.h"
#include "base/voice.h"
#include "cli/interrupt.h"
#include "sweep_report.h"

/* Keys are beyond those of who has this as a child. */
enum { KEY_FORM = 1024, FORMS = 3, KEY_PLOT = KEY_FORM + FORMS, KEY_SVG, KEY_HTML };

const struct report_form report_forms[FORMS] = {{report_text}, {report_json}, {report_csv}};

static const struct argp_option option_table[] = {
    {"html", KEY_HTML, "FILE", 0, "write it as a page for a browser, with the lanes of the worst inputs", 0},
    {"json", KEY_FORM + 1, 0, 0, "as JSON", 0},
    {"csv", KEY_FORM + 2, 0, 0, "as a line of CSV below a line of names", 0},
    {"plot", KEY_PLOT, 0, 0, "with a histogram of ULP and a plot over x, as text", 0},
    {"svg", KEY_SVG, "FILE", 0, "write these two as a picture", 0},
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

    if (!writer_open(&writer, path, &interruptible, &error))
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

int report_print(const struct sweep_report *report, const struct report_outputs *outputs)
{
    if (outputs->svg && write_svg(report, outputs->svg))
        return SFP_CANNOT_RUN;
    if (outputs->html && page_write(outputs->html, write_document, report))
        return SFP_CANNOT_RUN;
    if (outputs->quiet)
        return 0;
    if (!outputs->form->print(voice_out(), report) || (outputs->plot && !report_plot_text(voice_out(), report)))
        return complain("not enough memory");
    return 0;
}
