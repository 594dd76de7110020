/* Comparison of Dst images, value by value. */
#include "compare.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "util/fail.h"

enum {
    NUMBER_WIDTH = 17,   /* columns of the report: a number, */
    HEX_WIDTH = 12,      /* two spaces, "0x" and up to eight digits */
    HEX_DIGITS_MAX = 8,
    DIGITS_PER_BYTE = 2,
};

static bool is_given(const struct sfp_tolerance *t)
{
    return t->has_ulp || t->has_rtol || t->has_atol;
}

static bool check_bound(const char *name, double bound, char **error)
{
    if (bound >= 0) /* false for NaN */
        return true;
    return sfp_fail(error, "%s %g; expected a number of 0 or more", name, bound);
}

bool sfp_tolerance_check(const struct sfp_tolerance *t, enum sfp_format format, char **error)
{
    if (format == SFP_FORMAT_RAW && is_given(t))
        return sfp_fail(error, "raw cells are compared bit by bit; a tolerance needs a format with values");
    return (!t->has_rtol || check_bound("rtol", t->rtol, error)) &&
           (!t->has_atol || check_bound("atol", t->atol, error));
}

static bool check(const struct sfp_image *got, const struct sfp_image *expected, const struct sfp_tolerance *t,
                  char **error)
{
    if (got->format != expected->format || got->layout != expected->layout || got->rows != expected->rows)
        return sfp_fail(error, "images differ in kind: %u rows of %s (%s) against %u rows of %s (%s)", got->rows,
                              sfp_format_name(got->format), sfp_layout_name(got->layout), expected->rows,
                              sfp_format_name(expected->format), sfp_layout_name(expected->layout));
    return sfp_tolerance_check(t, got->format, error);
}

/* The bound on |got - expected|, which is infinite or NaN only if `expected` is not finite. */
static double bound_of(const struct sfp_tolerance *t, double expected)
{
    return (t->has_atol ? t->atol : 0) + (t->has_rtol ? t->rtol * fabs(expected) : 0);
}

static bool within_bound(const struct sfp_tolerance *t, double got, double expected)
{
    if (!t->has_rtol && !t->has_atol)
        return false;
    if (isinf(got) || isinf(expected))
        return got == expected;
    return fabs(got - expected) <= bound_of(t, expected);
}

/* Fills all of `m` but its index and badness. */
static void measure(enum sfp_format format, uint32_t got, uint32_t expected, struct sfp_mismatch *m)
{
    double g = sfp_format_number(format, got), e = sfp_format_number(format, expected);

    *m = (struct sfp_mismatch){.got = got, .expected = expected, .ranked = !isnan(g) && !isnan(e)};
    if (m->ranked) {
        int64_t distance = sfp_format_rank(format, got) - sfp_format_rank(format, expected);

        m->ulp = (uint64_t)(distance < 0 ? -distance : distance);
        m->error = g == e ? 0 : g - e;
    }
}

static bool accepted(enum sfp_format format, const struct sfp_tolerance *t, const struct sfp_mismatch *m)
{
    double g = sfp_format_number(format, m->got), e = sfp_format_number(format, m->expected);

    if (!m->ranked)
        return is_given(t) && isnan(g) && isnan(e);
    return (t->has_ulp && m->ulp <= t->ulp) || within_bound(t, g, e);
}

/* By rtol and atol, how many times the bound; else units in the last place. A NaN is worse than any number. */
static double badness(enum sfp_format format, const struct sfp_tolerance *t, const struct sfp_mismatch *m)
{
    if (!m->ranked)
        return INFINITY;
    if (t->has_rtol || t->has_atol) {
        double ratio = fabs(m->error) / bound_of(t, sfp_format_number(format, m->expected));

        return isnan(ratio) ? INFINITY : ratio;
    }
    return (double)m->ulp;
}

static void note_maxima(struct sfp_comparison *r, const struct sfp_mismatch *m)
{
    double size = fabs(m->error), expected = fabs(sfp_format_number(r->format, m->expected));

    if (!m->ranked)
        return;
    if (m->ulp > r->max_ulp)
        r->max_ulp = m->ulp;
    if (!isfinite(size) || !isfinite(expected))
        return;
    r->max_abs = fmax(r->max_abs, size);
    if (expected > 0)
        r->max_rel = fmax(r->max_rel, size / expected);
}

/* Keeps the list sorted and no longer than `room`; among equals the earlier index stays first. */
static void insert(struct sfp_comparison *r, const struct sfp_mismatch *m, unsigned room)
{
    unsigned at = r->worst_count;

    while (at > 0 && r->worst[at - 1].badness < m->badness)
        at--;
    if (at == room)
        return;
    if (r->worst_count < room)
        r->worst_count++;
    memmove(&r->worst[at + 1], &r->worst[at], (r->worst_count - at - 1) * sizeof *m);
    r->worst[at] = *m;
}

bool sfp_compare(const struct sfp_image *got, const struct sfp_image *expected, const struct sfp_tolerance *tolerance,
                 unsigned worst, struct sfp_comparison *result, char **error)
{
    if (!check(got, expected, tolerance, error))
        return false;
    *result = (struct sfp_comparison){
        .format = got->format,
        .layout = got->layout,
        .tolerance = *tolerance,
        .compared = (size_t)got->rows * SFP_DST_COLUMNS,
    };
    for (size_t i = 0; i < result->compared; i++) {
        struct sfp_mismatch m;

        if (got->value[i] == expected->value[i]) /* accepted, and no maximum grows */
            continue;
        measure(got->format, got->value[i], expected->value[i], &m);
        note_maxima(result, &m);
        if (accepted(got->format, tolerance, &m))
            continue;
        m.index = i;
        m.badness = badness(got->format, tolerance, &m);
        result->mismatching++;
        insert(result, &m, worst < SFP_WORST_MAX ? worst : SFP_WORST_MAX);
    }
    return true;
}

static void print_tolerance(FILE *out, const struct sfp_tolerance *t)
{
    if (!is_given(t))
        fputs("bit-exact", out);
    if (t->has_ulp)
        fprintf(out, "within %" PRIu64 " ulp", t->ulp);
    if (t->has_rtol || t->has_atol)
        fprintf(out, "%swithin %g + %g * |expected|", t->has_ulp ? " or " : "", t->has_atol ? t->atol : 0,
                t->has_rtol ? t->rtol : 0);
}

static void print_place(FILE *out, enum sfp_layout layout, size_t index)
{
    size_t in_tile = index % SFP_TILE_VALUES;

    if (layout == SFP_LAYOUT_TILE)
        fprintf(out, "%4zu %3zu %3zu", index / SFP_TILE_VALUES, in_tile / SFP_TILE_SIDE, in_tile % SFP_TILE_SIDE);
    else
        fprintf(out, "%4zu %3zu", index / SFP_DST_COLUMNS, index % SFP_DST_COLUMNS);
}

/* Raw cells are bits, so only the hexadecimal form says something. */
static void print_value(FILE *out, enum sfp_format format, uint32_t value)
{
    int digits = (int)sfp_format_bytes(format) * DIGITS_PER_BYTE;

    if (format != SFP_FORMAT_RAW)
        fprintf(out, "%*.10g", NUMBER_WIDTH, sfp_format_number(format, value));
    fprintf(out, "  %*s0x%0*" PRIx32, HEX_DIGITS_MAX - digits, "", digits, value);
}

static void print_mismatch(FILE *out, const struct sfp_comparison *r, const struct sfp_mismatch *m)
{
    print_place(out, r->layout, m->index);
    print_value(out, r->format, m->got);
    print_value(out, r->format, m->expected);
    if (r->format != SFP_FORMAT_RAW && m->ranked)
        fprintf(out, "  %10" PRIu64 "  %13.6g", m->ulp, m->error);
    fputc('\n', out);
}

static void print_heading(FILE *out, const struct sfp_comparison *r)
{
    bool raw = r->format == SFP_FORMAT_RAW;
    int width = raw ? HEX_WIDTH : NUMBER_WIDTH + HEX_WIDTH;

    fputs(r->layout == SFP_LAYOUT_TILE ? "tile row col" : " row col", out);
    fprintf(out, "%*s%*s%s\n", width, "got", width, "expected", raw ? "" : "         ulp          error");
}

void sfp_compare_print(FILE *out, const struct sfp_comparison *r)
{
    fprintf(out, "%zu of %zu %s values differ (", r->mismatching, r->compared, sfp_format_name(r->format));
    print_tolerance(out, &r->tolerance);
    fputs(")\n", out);
    if (r->format != SFP_FORMAT_RAW)
        fprintf(out, "largest error: %" PRIu64 " ulp, %g absolute, %g relative\n", r->max_ulp, r->max_abs, r->max_rel);
    if (r->worst_count == 0)
        return;
    if (r->worst_count < r->mismatching)
        fprintf(out, "the worst %u:\n", r->worst_count);
    print_heading(out, r);
    for (unsigned i = 0; i < r->worst_count; i++)
        print_mismatch(out, r, &r->worst[i]);
}
