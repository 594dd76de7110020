/* Reports of a sweep: options, and output as text, JSON, CSV, SVG or a page. */
#include "action/report.h"
#include "action/voice.h"
#include "cli/interrupt.h"
#include "sweep.h"
#include "base/terminal.h"

enum { FORM_TEXT, FORM_JSON, FORM_CSV };

const struct report_form report_forms[] = {
    [FORM_TEXT] = {report_text}, [FORM_JSON] = {report_json}, [FORM_CSV] = {report_csv}};

/* Sets the form; `low` of the option's row is the form's index. */
static void set_form(struct argp_state *state, char *argument, void *options)
{
    struct report_outputs *o = options;
    const struct report_form *form = &report_forms[option_row(state)->low];

    (void)argument;
    if (o->form != report_forms && o->form != form)
        option_error(state, "--json and --csv are two reports: one at a time");
    o->form = form;
}

static void check_report_options(struct argp_state *state, void *options)
{
    const struct report_outputs *o = options;

    if (o->plot && o->form != report_forms)
        option_error(state, "--plot is text, which JSON and CSV have no room for; --svg is a file");
}

#define OPTIONS struct report_outputs
static const struct option_row rows[] = {
    {"html", 0, "FILE", "write the report as a page for a browser, with the lanes of the worst inputs", AS_TEXT(html)},
    {"json", 0, NULL, "print the report as JSON", BY(set_form), .low = FORM_JSON},
    {"csv", 0, NULL, "print the report as a line of CSV below a line of names", BY(set_form), .low = FORM_CSV},
    {"plot", 0, NULL, "add a histogram of ULP and a plot over x, as text", AS_FLAG(plot)},
    {"svg", 0, "FILE", "write the histogram and the plot as a picture", AS_TEXT(svg)},
    {"max-ulp", 0, "N", "fail unless all results are within N ULP, special inputs and NaNs included", AS_REAL(max_ulp),
     GIVEN(has_mark)},
    {0},
};
#undef OPTIONS

const struct option_table report_table = {.rows = rows, .check = check_report_options};

static int write_svg(const struct sweep_report *report, const char *path)
{
    struct sfp_writer writer;
    char *error;

    if (!writer_open(&writer, &(const struct sfp_target){path, "--svg", NULL}, &interruptible, &error))
        return complain_of(error);
    if (report_svg(writer.stream, report))
        return writer_commit(&writer, &error) ? 0 : complain_of(error);
    writer_abort(&writer);
    return complain_no_memory();
}

static bool write_sweep_document(FILE *out, const void *report)
{
    return report_document(out, report);
}

static int hold_to_mark(const struct sweep_report *report, const struct report_outputs *outputs,
                        struct verdict *verdict)
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
    if (outputs->html && page_write(outputs->html, write_sweep_document, report))
        return SFP_CANNOT_RUN;
    if (!outputs->quiet
        && (!outputs->form->print(voice_out(), report) || (outputs->plot && !report_plot_text(voice_out(), report))))
        return complain_no_memory();
    return hold_to_mark(report, outputs, verdict);
}
