/* A sweep's report for people. */
#include "measure.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/terminal.h"

enum {
    DIGITS = 9,      /* enough to distinguish fp32 numbers */
    REAL_DIGITS = 4, /* as published reals have */
    OPERAND_SIZE = 32,
};

/* Drops a NaN's sign, which means nothing. */
static double without_nan_sign(double value)
{
    return isnan(value) ? (double)NAN : value;
}

static void put_input_operands(FILE *out, const struct measures *m, const struct measured_point *p)
{
    fprintf(out, "x = %.*g", DIGITS, without_nan_sign(p->x));
    if (m->operands == 2)
        fprintf(out, ", y = %.*g", DIGITS, without_nan_sign(p->y));
}

static void put_worst(FILE *out, const struct measures *m)
{
    fprintf(out, "max ulp              %.*g", DIGITS, m->max_ulp);
    if (m->has_worst) {
        fputs("   at ", out);
        put_input_operands(out, m, &m->worst);
        fprintf(out, ": got %.*g, expected %.*g", DIGITS, m->worst.got, DIGITS, m->worst.expected);
    }
    putc('\n', out);
}

static void put_real_line(FILE *out, const struct measures *m)
{
    if (!m->has_real_worst)
        return;
    fprintf(out, "real ulp             %.*g   at ", REAL_DIGITS, m->max_real_ulp);
    put_input_operands(out, m, &m->real_worst);
    if (m->outcomes[OUTCOME_INEXACT])
        fprintf(out, "; %.*g in the mean, bias %.*g, faithful %" PRIu64, REAL_DIGITS, m->mean_real_ulp, REAL_DIGITS,
                m->bias_ulp, m->faithful);
    putc('\n', out);
}

static void put_max_errors(FILE *out, const struct measures *m)
{
    fprintf(out, "max error            %.*g absolute, %.*g relative\n", DIGITS, m->max_abs, DIGITS, m->max_rel);
    if (m->max_rel == 0)
        return;
    fputs("                     at ", out);
    put_input_operands(out, m, &m->worst_abs);
    fputs(", and at ", out);
    put_input_operands(out, m, &m->worst_rel);
    fprintf(out, "\nbits right           %.1f at worst, %.1f in the median of inexact results\n",
            m->bits_worst, m->bits_median);
}

/* Writes measures that only a sweep ordered by |x| has. */
static void put_order_lines(FILE *out, const struct measures *m)
{
    if (isnan(m->usable_to))
        fprintf(out, "within %d ulp         nowhere\n", USABLE_ULP);
    else
        fprintf(out, "within %d ulp         for |x| up to %.*g\n", USABLE_ULP, DIGITS, m->usable_to);
    fprintf(out, "monotonicity breaks  %" PRIu64, m->breaks);
    if (m->has_break)
        fprintf(out, "   the first %s x = %.*g", signbit(m->break_at.x) ? "above" : "below", DIGITS, m->break_at.x);
    putc('\n', out);
}

static void put_error_lines(FILE *out, const struct measures *m)
{
    put_worst(out, m);
    put_real_line(out, m);
    if (m->outcomes[OUTCOME_INEXACT])
        fprintf(out, "mean ulp             %.*g   over inexact results\n", DIGITS, m->mean_ulp);
    else
        fprintf(out, "mean ulp             none   no inexact results\n");
    fprintf(out, "p50, p95, p99 ulp    %.*g, %.*g, %.*g\n", DIGITS, m->p50_ulp, DIGITS, m->p95_ulp, DIGITS, m->p99_ulp);
    if (m->ulp_clipped)
        fprintf(out, "above %d ulp       %" PRIu64 "\n", CLIPPED_ULP, m->ulp_clipped);
    fprintf(out, "exact                %.2f %%   of %" PRIu64 "\n", floor(10000 * m->exact_frac) / 100, m->scored);
    put_max_errors(out, m);
    if (m->ordered)
        put_order_lines(out, m);
}

static void put_first(FILE *out, const struct measures *m, const char *heading, uint64_t count,
                      const struct measured_point *p)
{
    if (!count)
        return;
    fprintf(out, "%-20s %" PRIu64 "   the first at ", heading, count);
    put_input_operands(out, m, p);
    fprintf(out, ": got %.*g, expected %.*g\n", DIGITS, without_nan_sign(p->got), DIGITS,
            without_nan_sign(p->expected));
}

static void put_outcome_lines(FILE *out, const struct measures *m)
{
    fputs("outcomes            ", out);
    for (unsigned i = 0; i < OUTCOMES; i++)
        if (m->outcomes[i])
            fprintf(out, " %s %" PRIu64, outcome_name((enum outcome)i), m->outcomes[i]);
    putc('\n', out);
    put_first(out, m, "zeroed, mismatch", m->defects, &m->first_defect);
    put_first(out, m, "unflushed", m->outcomes[OUTCOME_UNFLUSHED], &m->first_unflushed);
    put_first(out, m, "numbers for NaN", m->of_nan.numbers, &m->of_nan.first);
    put_first(out, m, "numbers undefined", m->of_numbers.numbers, &m->of_numbers.first);
    if (measured_wrong_special(m))
        put_first(out, m, "specials wrong", m->special_counts.wrong, measured_wrong_special(m));
}

/* Writes a NaN's bits, unless the NaN is quiet and without payload. */
static void put_special_operand(FILE *out, const struct number_format *f, double value, uint32_t bits)
{
    char text[OPERAND_SIZE];

    if (isnan(value) && bits != number_bits(f, (double)NAN))
        snprintf(text, sizeof text, "nan 0x%0*" PRIx32, f->bits / 4, bits);
    else
        snprintf(text, sizeof text, "%.*g", DIGITS, without_nan_sign(value));
    fprintf(out, "%16s ", text);
}

static void put_special_row(FILE *out, const struct measures *m, const struct measured_point *p)
{
    put_special_operand(out, m->in, p->x, p->x_bits);
    if (m->operands == 2)
        put_special_operand(out, m->in, p->y, p->y_bits);
    fprintf(out, "%16.*g %16.*g\n", DIGITS, without_nan_sign(p->got), DIGITS, without_nan_sign(p->expected));
}

/* Leaves out pairs of specials with correct results: pairs are many. */
static void put_specials(FILE *out, const struct measures *m)
{
    size_t folded = 0;

    fprintf(out, "%16s ", "special x");
    if (m->operands == 2)
        fprintf(out, "%16s ", "y");
    fprintf(out, "%16s %16s\n", "got", "expected");
    for (size_t i = 0; i < m->special_count; i++) {
        const bool fold = m->operands == 2 && measured_as_expected(m, &m->specials[i]);

        folded += fold;
        if (!fold)
            put_special_row(out, m, &m->specials[i]);
    }
    if (folded)
        fprintf(out, "%16zu special %s as expected\n", folded, folded == 1 ? "pair is" : "pairs are");
}

static void put_report_heading(FILE *out, const struct sweep_report *r)
{
    const struct measures *m = r->measures;
    char verdict[VERDICT_SIZE];

    shown_put(out, r->kernel, strlen(r->kernel));
    fprintf(out, ": %s of %" PRIu64 " %s %s (%s)", r->function, m->inputs, r->in, m->operands == 2 ? "pairs" : "values",
            r->domain);
    fprintf(out, ", in Dst %s, out %s, on %s\n", r->dst, r->out, r->arch);
    if (r->done < r->wanted)
        fprintf(out, "interrupted: %" PRIu64 " of %" PRIu64 " inputs are done; the others were not measured\n",
                r->done, r->wanted);
    if (r->sampled)
        fputs("a sample: its largest errors are lower bounds\n", out);
    verdict_of(m, r->sampled, verdict);
    fprintf(out, "verdict              %s\n", verdict);
}

static void put_cycles_line(FILE *out, const struct sweep_report *r)
{
    char selected[SELECTED_TEXT];

    fprintf(out, "cycles per 32 lanes  %.2f", r->cycles_per_32_lanes);
    if (r->is_steady)
        fprintf(out, "; in the steady state %.2f", r->steady_cycles_per_32_lanes);
    fprintf(out, "%s\n", selected_text(selected, ", of words ", r->selected));
}

static bool is_same_finding(const struct sweep_finding *a, const struct sweep_finding *b)
{
    return strcmp(a->name, b->name) == 0 && strcmp(a->severity, b->severity) == 0 && a->possible == b->possible;
}

/* Writes a line for each name of a finding, with the number of its words if the finding has several, as in a .rept. */
static void put_finding_lines(FILE *out, const struct sweep_report *r)
{
    for (size_t i = 0; i < r->finding_count; i++) {
        const struct sweep_finding *finding = &r->findings[i];
        unsigned long long times = 0;
        size_t before = 0, words = 0;

        while (before < i && !is_same_finding(&r->findings[before], finding))
            before++;
        if (before < i)
            continue;
        for (size_t k = i; k < r->finding_count; k++)
            if (is_same_finding(&r->findings[k], finding)) {
                times += r->findings[k].times;
                words++;
            }
        fprintf(out, "%s: %s%s, %llu %s", finding->severity, finding->possible ? "possible " : "", finding->name, times,
                times == 1 ? "time" : "times");
        if (words > 1)
            fprintf(out, ", at %zu words", words);
        putc('\n', out);
    }
}

bool report_text(FILE *out, const struct sweep_report *r)
{
    put_report_heading(out, r);
    put_error_lines(out, r->measures);
    put_outcome_lines(out, r->measures);
    put_cycles_line(out, r);
    put_finding_lines(out, r);
    put_specials(out, r->measures);
    return true;
}
