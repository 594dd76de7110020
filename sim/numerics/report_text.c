/* A sweep for people. */
#include "report.h"

#include <math.h>
#include <string.h>

#include "util/terminal.h"

enum { DIGITS = 9 }; /* tell fp32 numbers apart */

/* A NaN has a sign that means nothing. */
static double shown(double value)
{
    return isnan(value) ? (double)NAN : value;
}

static void put_worst(FILE *out, const struct measures *m)
{
    fprintf(out, "max ulp              %.*g", DIGITS, m->max_ulp);
    if (m->worst)
        fprintf(out, "   at x = %.*g: got %.*g, expected %.*g", DIGITS, m->worst->x, DIGITS, m->worst->got, DIGITS,
                m->worst->expected.value);
    putc('\n', out);
}

static void put_errors(FILE *out, const struct measures *m)
{
    put_worst(out, m);
    fprintf(out, "mean ulp             %.*g   of those that are not exact\n", DIGITS, m->mean_ulp);
    fprintf(out, "p50, p95, p99 ulp    %.*g, %.*g, %.*g\n", DIGITS, m->p50_ulp, DIGITS, m->p95_ulp, DIGITS, m->p99_ulp);
    fprintf(out, "exact                %.2f %%   of %zu\n", floor(10000 * m->exact_frac) / 100, m->scored);
    fprintf(out, "max error            %.*g absolute, %.*g relative\n", DIGITS, m->max_abs, DIGITS, m->max_rel);
    if (isnan(m->usable_to))
        fprintf(out, "within %d ulp         nowhere\n", USABLE_ULP);
    else
        fprintf(out, "within %d ulp         for |x| up to %.*g\n", USABLE_ULP, DIGITS, m->usable_to);
    fprintf(out, "monotonicity breaks  %zu", m->monotonicity_breaks);
    if (m->break_at)
        fprintf(out, "   the first below x = %.*g", DIGITS, m->break_at->x);
    putc('\n', out);
}

static void put_outcomes(FILE *out, const struct measures *m)
{
    fputs("outcomes            ", out);
    for (unsigned i = 0; i < OUTCOMES; i++)
        if (m->outcomes[i])
            fprintf(out, " %s %zu", outcome_name((enum outcome)i), m->outcomes[i]);
    putc('\n', out);
}

static void put_specials(FILE *out, const struct sweep_report *r)
{
    fprintf(out, "%16s %16s %16s\n", "special x", "got", "expected");
    for (size_t i = 0; i < r->measures->inputs; i++) {
        const struct point *p = &r->points[i];

        if (p->outcome == OUTCOME_SPECIAL)
            fprintf(out, "%16.*g %16.*g %16.*g\n", DIGITS, shown(p->x), DIGITS, shown(p->got), DIGITS,
                    shown(p->expected.value));
    }
}

bool report_text(FILE *out, const struct sweep_report *r)
{
    sfp_put_shown(out, r->kernel, strlen(r->kernel));
    fprintf(out, ": %s of %zu %s values (%s)", r->function, r->measures->inputs, r->in, r->domain);
    fprintf(out, ", in Dst %s, out %s, on %s\n", r->dst, r->out, r->arch);
    put_errors(out, r->measures);
    put_outcomes(out, r->measures);
    fprintf(out, "cycles per 32 lanes  %.2f\n", r->cycles_per_32_lanes);
    for (size_t i = 0; i < r->finding_count; i++)
        fprintf(out, "%s: %s, %llu times\n", r->findings[i].severity, r->findings[i].name, r->findings[i].times);
    put_specials(out, r);
    return true;
}
