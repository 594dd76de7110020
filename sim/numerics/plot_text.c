/* Plots of a sweep as text, in 80 columns. */
#include "plot.h"

#include <inttypes.h>
#include <math.h>

enum { BAR = 40 };

/* As many columns of a bar as `part` of 1; of anything, at least one. */
static int columns(double part)
{
    const int rounded = (int)lround((double)BAR * part);

    return part > 0 && rounded == 0 ? 1 : rounded;
}

static void put(FILE *out, char c, int count)
{
    for (int i = 0; i < count; i++)
        putc(c, out);
}

static void put_histogram(FILE *out, const struct measures *m)
{
    const uint64_t most = plot_most_inputs(m);

    fprintf(out, "%10s %12s\n", "ulp up to", "inputs");
    for (unsigned i = 0; i < ULP_CLASSES; i++) {
        char label[PLOT_LABEL_SIZE];

        plot_class_label(i, label);
        fprintf(out, "%10s %12" PRIu64 " |", label, m->ulp_classes[i]);
        put(out, '#', columns(plot_count(m->ulp_classes[i], most)));
        putc('\n', out);
    }
}

static void put_bin(FILE *out, const struct measured_bin *bin, double most)
{
    const int mean = columns(plot_ulp(bin->mean_ulp, most)), max = columns(plot_ulp(bin->max_ulp, most));

    fprintf(out, "%10.3g", bin->low);
    if (bin->inputs == 0) {
        putc('\n', out);
        return;
    }
    if (bin->scored)
        fprintf(out, " %9.4g %9.4g |", bin->max_ulp, bin->mean_ulp);
    else
        fprintf(out, " %9s %9s |", "-", "-");
    put(out, '#', mean);
    put(out, '.', max - mean);
    if (bin->defects)
        fputs(" defects", out);
    putc('\n', out);
}

bool report_plot_text(FILE *out, const struct sweep_report *r)
{
    const struct measures *m = r->measures;

    put_histogram(out, m);
    fprintf(out, "\n%10s %9s %9s   mean ###, max ...\n", "x from", "max ulp", "mean ulp");
    for (unsigned i = 0; i < TALLY_BINS; i++)
        put_bin(out, &m->bins[i], m->max_ulp);
    fprintf(out, "%10.3g\nBars are logarithmic; x in equal steps of asinh x; means of those not exact.\n",
            m->bins[TALLY_BINS - 1].high);
    return true;
}
