/* A sweep's plots: text in 80 columns, and SVG. */
#include "measure.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/terminal.h"

/* ---- Scales ---- */

/* These return heights from 0 to 1, where 1 is `most`: on a logarithmic scale, in which 0 has height 0. */
static double plot_count(uint64_t count, uint64_t most)
{
    return most ? log1p((double)count) / log1p((double)most) : 0;
}

static double plot_ulp(double ulp, double most)
{
    return most > 0 ? log1p(ulp) / log1p(most) : 0;
}

/* Returns the largest count in a class of ULP. */
static uint64_t plot_most_inputs(const struct measures *m)
{
    uint64_t most = 0;

    for (unsigned i = 0; i < ULP_CLASSES; i++)
        most = m->ulp_classes[i] > most ? m->ulp_classes[i] : most;
    return most;
}

enum { PLOT_LABEL_SIZE = 16 };

/* Writes a class's label: "0", "1/2", "1" to "1024", or "more". */
static void plot_class_label(unsigned class, char label[PLOT_LABEL_SIZE])
{
    const double end = ulp_class_end(class);

    if (isinf(end))
        snprintf(label, PLOT_LABEL_SIZE, "more");
    else if (end == 0.5)
        snprintf(label, PLOT_LABEL_SIZE, "1/2");
    else
        snprintf(label, PLOT_LABEL_SIZE, "%.0f", end);
}

/* ---- Text plots, in 80 columns ---- */

enum { BAR = 40 };

/* Returns the length of a bar in columns, where `part` 1 is a full bar. A part above 0 has at least one column. */
static int bar_columns(double part)
{
    const int rounded = (int)lround((double)BAR * part);

    return part > 0 && rounded == 0 ? 1 : rounded;
}

static void put_repeated(FILE *out, char c, int count)
{
    for (int i = 0; i < count; i++)
        putc(c, out);
}

static void put_histogram_text(FILE *out, const struct measures *m)
{
    const uint64_t most = plot_most_inputs(m);

    fprintf(out, "%10s %12s\n", "ulp up to", "inputs");
    for (unsigned i = 0; i < ULP_CLASSES; i++) {
        char label[PLOT_LABEL_SIZE];

        plot_class_label(i, label);
        fprintf(out, "%10s %12" PRIu64 " |", label, m->ulp_classes[i]);
        put_repeated(out, '#', bar_columns(plot_count(m->ulp_classes[i], most)));
        putc('\n', out);
    }
}

static void put_bin_text(FILE *out, const struct measured_bin *bin, double most)
{
    const int mean = bar_columns(plot_ulp(bin->mean_ulp, most)), max = bar_columns(plot_ulp(bin->max_ulp, most));

    fprintf(out, "%10.3g", bin->low);
    if (bin->inputs == 0) {
        putc('\n', out);
        return;
    }
    if (bin->scored)
        fprintf(out, " %9.4g %9.4g |", bin->max_ulp, bin->mean_ulp);
    else
        fprintf(out, " %9s %9s |", "-", "-");
    put_repeated(out, '#', mean);
    put_repeated(out, '.', max - mean);
    if (bin->defects)
        fputs(" defects", out);
    putc('\n', out);
}

bool report_plot_text(FILE *out, const struct sweep_report *r)
{
    const struct measures *m = r->measures;

    put_histogram_text(out, m);
    fprintf(out, "\n%10s %9s %9s   mean ###, max ...\n", "x from", "max ulp", "mean ulp");
    for (unsigned i = 0; i < TALLY_BINS; i++)
        put_bin_text(out, &m->bins[i], m->max_ulp);
    fprintf(out, "%10.3g\nBars are logarithmic; x in equal steps of asinh x; means over inexact results.\n",
            m->bins[TALLY_BINS - 1].high);
    return true;
}

/*
 * ---- SVG ----
 *
 * A sweep's plots as SVG, in two panels: the histogram of ULP, and errors over x. The file loads nothing and has no
 * script.
 */

static const int WIDTH = 790, HEIGHT = 700;
static const int LEFT = 70, RIGHT = 740; /* edges of both panels */
static const int HIGH = 220; /* height of a panel */
static const int FIRST_BASE = 310, SECOND_BASE = 620;
static const int TICK = 5, LINE = 16, GAP = 3, BIN_GAP = 1; /* sizes: tick mark, line of text, gap beside a bar */
static const int HEADING = 24, SWATCH = 10;
static const int MOST_TICKS = 8;
static const unsigned BINS_PER_LABEL = 4;

/* ---- Elements ---- */

/* Returns the size in bytes of the next character, or 0 if XML forbids the character, as U+FFFE and U+FFFF. */
static size_t xml_size(const char *text, size_t left)
{
    const size_t size = shown_size(text, left);

    return size == 3 && (memcmp(text, "\xEF\xBF\xBE", 3) == 0 || memcmp(text, "\xEF\xBF\xBF", 3) == 0) ? 0 : size;
}

/* Writes arbitrary bytes as XML text. Bytes that a terminal would not show become question marks. */
static void put_plot_text(FILE *out, const char *text)
{
    size_t left = strlen(text), size;

    for (; left; text += size, left -= size) {
        const char *const special = strchr("&<>\"", *text);

        size = xml_size(text, left);
        if (special)
            fputs((const char *[]){"&amp;", "&lt;", "&gt;", "&quot;"}[special - strchr("&<>\"", '&')], out);
        else if (size)
            fwrite(text, 1, size, out);
        else
            putc('?', out);
        size = size ? size : 1;
    }
}

__attribute__((format(printf, 5, 6))) static void put_label(FILE *out, double x, double y, const char *anchor,
                                                             const char *format, ...)
{
    char text[VERDICT_SIZE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    put_plot_text(out, text);
    fputs("</text>\n", out);
}

static void put_svg_line(FILE *out, double x1, double y1, double x2, double y2, const char *class)
{
    fprintf(out, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", class, x1, y1, x2, y2);
}

/* Draws a bar from the base line up, `part` of the panel's height. The text shows while the mouse is over the bar. */
__attribute__((format(printf, 7, 8))) static void put_bar(FILE *out, const char *class, double x, double width,
                                                           double base, double part, const char *format, ...)
{
    va_list arguments;

    fprintf(out, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>", class, x,
            base - HIGH * part, width, HIGH * part);
    va_start(arguments, format);
    vfprintf(out, format, arguments);
    va_end(arguments);
    fputs("</title></rect>\n", out);
}

static void put_axes(FILE *out, double base, const char *across, const char *up)
{
    put_svg_line(out, LEFT, base, RIGHT, base, "axis");
    put_svg_line(out, LEFT, base, LEFT, base - HIGH, "axis");
    put_label(out, (LEFT + RIGHT) / 2.0, base + 2 * LINE + TICK, "middle", "%s", across);
    fprintf(out, "<text transform=\"translate(%d %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>\n", LINE,
            base - HIGH / 2.0, up);
}

static void put_tick_up(FILE *out, double base, double part, double value)
{
    const double y = base - HIGH * part;

    put_svg_line(out, LEFT - TICK, y, RIGHT, y, "grid");
    put_label(out, LEFT - 2 * TICK, y + TICK, "end", "%g", value);
}

/* ---- Panels ---- */

static void put_histogram_panel(FILE *out, const struct measures *m)
{
    const uint64_t most = plot_most_inputs(m);
    const double step = (double)(RIGHT - LEFT) / (double)ULP_CLASSES;

    put_axes(out, FIRST_BASE, "upper end of the class of ULP", "inputs");
    for (uint64_t tick = 1; tick <= most; tick *= 10)
        put_tick_up(out, FIRST_BASE, plot_count(tick, most), (double)tick);
    for (unsigned i = 0; i < ULP_CLASSES; i++) {
        char label[PLOT_LABEL_SIZE];

        plot_class_label(i, label);
        put_label(out, LEFT + step * (i + 0.5), FIRST_BASE + LINE, "middle", "%s", label);
        if (m->ulp_classes[i])
            put_bar(out, "count", LEFT + step * i + GAP, step - 2 * GAP, FIRST_BASE,
                    plot_count(m->ulp_classes[i], most), "%" PRIu64 " inputs", m->ulp_classes[i]);
    }
}

/* Draws ticks at 0 and at powers of 2, with a step of several octaves if there would be too many ticks. */
static void put_ulp_ticks(FILE *out, double most)
{
    const int octaves = most > 1 ? ilogb(most) : 0, every = octaves / MOST_TICKS + 1;

    put_tick_up(out, SECOND_BASE, 0, 0);
    for (int octave = 0; octave <= octaves && most > 0; octave += every)
        if (ldexp(1, octave) <= most)
            put_tick_up(out, SECOND_BASE, plot_ulp(ldexp(1, octave), most), ldexp(1, octave));
}

static void put_bin(FILE *out, const struct measured_bin *bin, double x, double step, double most)
{
    if (bin->max_ulp > 0)
        put_bar(out, "max", x + BIN_GAP, step - 2 * BIN_GAP, SECOND_BASE, plot_ulp(bin->max_ulp, most),
                "x from %.4g to %.4g: max %g ULP", bin->low, bin->high, bin->max_ulp);
    if (bin->mean_ulp > 0)
        put_bar(out, "mean", x + BIN_GAP, step - 2 * BIN_GAP, SECOND_BASE, plot_ulp(bin->mean_ulp, most),
                "x from %.4g to %.4g: mean %g ULP (%" PRIu64 " inexact)", bin->low, bin->high,
                bin->mean_ulp, bin->inexact);
    if (bin->defects)
        put_bar(out, "defects", x + BIN_GAP, step - 2 * BIN_GAP, SECOND_BASE - HIGH, (double)TICK / HIGH,
                "%" PRIu64 " defects", bin->defects);
}

static void put_error_panel(FILE *out, const struct measures *m)
{
    const double step = (double)(RIGHT - LEFT) / (double)TALLY_BINS;

    put_axes(out, SECOND_BASE, "x, in equal steps of asinh x", "ULP");
    put_ulp_ticks(out, m->max_ulp);
    for (unsigned i = 0; i <= TALLY_BINS; i += BINS_PER_LABEL)
        put_label(out, LEFT + step * i, SECOND_BASE + LINE, "middle", "%.2g",
                  i < TALLY_BINS ? m->bins[i].low : m->bins[i - 1].high);
    for (unsigned i = 0; i < TALLY_BINS; i++)
        put_bin(out, &m->bins[i], LEFT + step * i, step, m->max_ulp);
}

/* Draws the colours' legend. */
static void put_plot_legend(FILE *out)
{
    static const char *const classes[] = {"max", "mean", "defects"};

    for (int i = 0; i < 3; i++) {
        const double x = LEFT + i * (RIGHT - LEFT) / 3.0, y = HEIGHT - LINE;

        fprintf(out, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\"/>\n", classes[i], x,
                y - SWATCH, SWATCH, SWATCH);
        put_label(out, x + LINE, y, "start", "%s", i == 1 ? "mean over inexact results" : classes[i]);
    }
}

static void put_plot_heading(FILE *out, const struct sweep_report *r)
{
    char verdict[VERDICT_SIZE];

    verdict_of(r->measures, r->sampled, verdict);
    fprintf(out, "<text x=\"%d\" y=\"%d\" class=\"heading\">", LEFT, HEADING);
    put_plot_text(out, r->kernel);
    fputs("</text>\n", out);
    put_label(out, LEFT, HEADING + LINE, "start", "%s of %" PRIu64 " %s, in Dst %s, out %s, on %s%s%s", r->function,
              r->measures->inputs, r->in, r->dst, r->out, r->arch, r->sampled ? "; a sample" : "",
              r->done < r->wanted ? "; interrupted" : "");
    put_label(out, LEFT, HEADING + 2 * LINE, "start", "%s", verdict);
}

bool report_svg(FILE *out, const struct sweep_report *r)
{
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    fputs("<style>.heading{font-size:15px;font-weight:bold}.axis{stroke:#333}.grid{stroke:#ddd}.count{fill:#4477aa}"
          ".max{fill:#bbccee}.mean{fill:#4477aa}.defects{fill:#cc3311}</style>\n"
          "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
          out);
    put_plot_heading(out, r);
    put_histogram_panel(out, r->measures);
    put_error_panel(out, r->measures);
    put_plot_legend(out);
    fputs("</svg>\n", out);
    return true;
}
