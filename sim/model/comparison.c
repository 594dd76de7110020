/* Compares Dst images, value by value. */
#include "image.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

static bool is_tolerance_given(const struct sfp_tolerance *t)
{
    return t->has_ulp || t->has_rtol || t->has_atol;
}

static bool check_bound(const char *name, double bound, char **error)
{
    if (bound >= 0) /* false for NaN */
        return true;
    return fail_with(error, "%s %g; expected a number of 0 or more", name, bound);
}

bool sfp_tolerance_check(const struct sfp_tolerance *t, enum sfp_format format, char **error)
{
    if (format == SFP_FORMAT_RAW && is_tolerance_given(t))
        return fail_with(error, "raw cells are compared bit by bit; a tolerance needs a format with values");
    return (!t->has_rtol || check_bound("rtol", t->rtol, error)) &&
           (!t->has_atol || check_bound("atol", t->atol, error));
}

static bool check_comparable(const struct sfp_image *got, const struct sfp_image *expected,
                             const struct sfp_tolerance *t, char **error)
{
    if (got->format != expected->format || got->layout != expected->layout || got->rows != expected->rows)
        return fail_with(error, "images differ in kind: %u rows of %s (%s) against %u rows of %s (%s)", got->rows,
                              sfp_format_name(got->format), sfp_layout_name(got->layout), expected->rows,
                              sfp_format_name(expected->format), sfp_layout_name(expected->layout));
    return sfp_tolerance_check(t, got->format, error);
}

/* Returns the bound on |got - expected|. The bound is infinite or NaN only if `expected` is not finite. */
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

static enum sfp_pair pair_of(double got, double expected)
{
    if (isnan(got) || isnan(expected))
        return SFP_PAIR_NAN;
    return isinf(got) || isinf(expected) ? SFP_PAIR_INFINITE : SFP_PAIR_FINITE;
}

/* Fills `m`, except its index and badness. */
static void measure_pair(enum sfp_format format, uint32_t got, uint32_t expected, struct sfp_mismatch *m)
{
    double g = sfp_format_number(format, got), e = sfp_format_number(format, expected);

    *m = (struct sfp_mismatch){.got = got, .expected = expected, .pair = pair_of(g, e)};
    if (m->pair != SFP_PAIR_NAN) {
        int64_t distance = sfp_format_rank(format, got) - sfp_format_rank(format, expected);

        m->ulp = (uint64_t)(distance < 0 ? -distance : distance);
        m->error = g == e ? 0 : g - e;
    }
}

static bool is_accepted(enum sfp_format format, const struct sfp_tolerance *t, const struct sfp_mismatch *m)
{
    double g = sfp_format_number(format, m->got), e = sfp_format_number(format, m->expected);

    if (m->pair == SFP_PAIR_NAN)
        return is_tolerance_given(t) && isnan(g) && isnan(e);
    return (t->has_ulp && m->ulp <= t->ulp) || within_bound(t, g, e);
}

/* Returns how bad a mismatch is: with rtol or atol, the error divided by the bound; else the units in the last
 * place. Pairs that are not finite have no order: 0. */
static double badness_of(enum sfp_format format, const struct sfp_tolerance *t, const struct sfp_mismatch *m)
{
    if (m->pair != SFP_PAIR_FINITE)
        return 0;
    if (t->has_rtol || t->has_atol) {
        double ratio = fabs(m->error) / bound_of(t, sfp_format_number(format, m->expected));

        return isnan(ratio) ? INFINITY : ratio;
    }
    return (double)m->ulp;
}

/* Inserts a mismatch into a list sorted by badness, of at most `room` mismatches. Among equals the earlier index
 * stays first. */
static void insert_mismatch(struct sfp_mismatches *list, const struct sfp_mismatch *m, unsigned room)
{
    unsigned at = list->listed;

    list->count++;
    while (at > 0 && list->worst[at - 1].badness < m->badness)
        at--;
    if (at == room)
        return;
    if (list->listed < room)
        list->listed++;
    memmove(&list->worst[at + 1], &list->worst[at], (list->listed - at - 1) * sizeof *m);
    list->worst[at] = *m;
}

/* ---- Units in the last place ---- */

/* Distances of the pairs that differ. Other pairs have distance 0. */
struct distances {
    uint64_t *ulp; /* NULL: no distance noted yet */
    size_t count;
    double sum;
};

static bool note_distance(struct distances *d, uint64_t ulp, size_t room)
{
    if (!d->ulp)
        d->ulp = calloc(room, sizeof *d->ulp);
    if (!d->ulp)
        return false;
    d->ulp[d->count++] = ulp;
    d->sum += (double)ulp;
    return true;
}

static void note_maxima(struct sfp_comparison *r, const struct sfp_mismatch *m)
{
    double size = fabs(m->error), expected = fabs(sfp_format_number(r->format, m->expected));

    if (m->ulp > r->max_ulp)
        r->max_ulp = m->ulp;
    r->max_abs = fmax(r->max_abs, size);
    if (expected > 0)
        r->max_rel = fmax(r->max_rel, size / expected);
}

static int by_size(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

/* Returns the smallest distance that `percent` percent of the pairs do not exceed. Pairs without a noted distance
 * count as 0. */
static uint64_t distance_percentile(const struct sfp_comparison *r, const struct distances *d, unsigned percent)
{
    const size_t rank = (r->measured * percent + 99) / 100, zeros = r->measured - d->count;

    return rank <= zeros ? 0 : d->ulp[rank - zeros - 1];
}

static void finish_comparison(struct sfp_comparison *r, struct distances *d)
{
    if (!d->count)
        return;
    qsort(d->ulp, d->count, sizeof *d->ulp, by_size);
    r->mean_ulp = d->sum / (double)r->measured;
    r->p50 = distance_percentile(r, d, 50);
    r->p95 = distance_percentile(r, d, 95);
    r->p99 = distance_percentile(r, d, 99);
}

/* ---- The comparison ---- */

/* Compares a pair whose bits differ. Returns false without memory. */
static bool compare_pair(struct sfp_comparison *r, struct sfp_mismatch *m, unsigned room, struct distances *d)
{
    r->exact--;
    if (m->pair == SFP_PAIR_FINITE) {
        if (!note_distance(d, m->ulp, r->compared - m->index))
            return false;
        note_maxima(r, m);
    } else {
        r->measured--;
    }
    if (is_accepted(r->format, &r->tolerance, m))
        return true;
    m->badness = badness_of(r->format, &r->tolerance, m);
    r->mismatching++;
    insert_mismatch(&r->kinds[m->pair], m, room);
    return true;
}

static bool compare_pairs(const struct sfp_image *got, const struct sfp_image *expected, unsigned room,
                          struct sfp_comparison *r, struct distances *d)
{
    struct sfp_mismatch m;

    for (size_t i = 0; i < r->compared; i++) {
        if (got->value[i] == expected->value[i]) /* accepted, and 0 ulp apart */
            continue;
        measure_pair(got->format, got->value[i], expected->value[i], &m);
        m.index = i;
        if (!compare_pair(r, &m, room, d))
            return false;
    }
    return true;
}

/* Clears the result except its lists of pairs, which make up most of its size and start empty. */
static void begin_comparison(const struct sfp_image *got, const struct sfp_image *expected,
                             const struct sfp_tolerance *tolerance, struct sfp_comparison *r)
{
    memset(r, 0, offsetof(struct sfp_comparison, kinds));
    for (unsigned kind = 0; kind < SFP_PAIRS; kind++)
        r->kinds[kind].count = r->kinds[kind].listed = 0;
    r->format = got->format;
    r->layout = got->layout;
    r->first = expected->first;
    r->tolerance = *tolerance;
    r->compared = r->exact = r->measured = (size_t)got->rows * SFP_DST_COLUMNS;
}

bool sfp_compare(const struct sfp_image *got, const struct sfp_image *expected, const struct sfp_tolerance *tolerance,
                 unsigned worst, struct sfp_comparison *result, char **error)
{
    struct distances d = {0};
    bool ok;

    if (!check_comparable(got, expected, tolerance, error))
        return false;
    begin_comparison(got, expected, tolerance, result);
    ok = compare_pairs(got, expected, worst < SFP_WORST_MAX ? worst : SFP_WORST_MAX, result, &d);
    finish_comparison(result, &d);
    if (ok && result->mismatching)
        result->hint = sfp_find_width_hint(got, expected);
    free(d.ulp);
    *error = NULL;
    return ok;
}

/* ---- Where mismatches lie ---- */

struct sfp_dst_place sfp_mismatch_cell(const struct sfp_comparison *result, const struct sfp_mismatch *m)
{
    struct sfp_dst_place cell = sfp_image_place(result->layout, m->index);

    cell.row += result->first;
    return cell;
}

unsigned sfp_cell_lane(struct sfp_dst_place cell)
{
    return cell.row % SFP_ROWS * SFP_COLUMNS + cell.column / 2;
}

static bool has_input_cell(const struct sfp_image *image, struct sfp_dst_place cell, size_t *index)
{
    const size_t count = (size_t)image->rows * SFP_DST_COLUMNS;

    for (*index = 0; *index < count; ++*index) {
        const struct sfp_dst_place place = sfp_image_cell(image, *index);

        if (place.row == cell.row && place.column == cell.column)
            return true;
    }
    return false;
}

const struct sfp_image *sfp_input_at(const struct sfp_inputs *inputs, enum sfp_format format, struct sfp_dst_place cell,
                                     size_t *index)
{
    for (size_t i = inputs->count; i-- > 0;) {
        const struct sfp_image *image = inputs->images[i];

        if (sfp_format_wide(image->format) == sfp_format_wide(format) && has_input_cell(image, cell, index))
            return image;
    }
    return NULL;
}

/* ---- Comparisons as text ---- */

enum {
    NUMBER_WIDTH = 17,   /* columns of the report: a number */
    HEX_WIDTH = 12,      /* two spaces, "0x" and up to eight digits */
    HEX_DIGITS_MAX = 8,
    DIGITS_PER_BYTE = 2,
};

/* A report under way. */
struct report {
    FILE *out;
    const struct sfp_comparison *r;
    const struct sfp_inputs *inputs;
    bool in_place; /* some of the values shown have an input */
};

static void print_tolerance(FILE *out, const struct sfp_tolerance *t)
{
    if (!t->has_ulp && !t->has_rtol && !t->has_atol)
        fputs("bit-exact", out);
    if (t->has_ulp)
        fprintf(out, "within %" PRIu64 " ulp", t->ulp);
    if (t->has_rtol || t->has_atol)
        fprintf(out, "%swithin %g + %g * |expected|", t->has_ulp ? " or " : "", t->has_atol ? t->atol : 0,
                t->has_rtol ? t->rtol : 0);
}

static void print_mismatch_place(const struct report *p, const struct sfp_mismatch *m)
{
    const size_t in_tile = m->index % SFP_TILE_VALUES;
    const struct sfp_dst_place cell = sfp_mismatch_cell(p->r, m);

    if (p->r->layout == SFP_LAYOUT_TILE)
        fprintf(p->out, "%4zu %3zu %3zu", m->index / SFP_TILE_VALUES, in_tile / SFP_TILE_SIDE, in_tile % SFP_TILE_SIDE);
    else
        fprintf(p->out, "%4u %3u", cell.row, cell.column);
    fprintf(p->out, " %4u", sfp_cell_lane(cell));
}

/* Prints a value as a number and in hexadecimal. Raw cells are bits, and only the hexadecimal form means something. */
static void print_value(FILE *out, enum sfp_format format, uint32_t value)
{
    int digits = (int)sfp_format_bytes(format) * DIGITS_PER_BYTE;

    if (format != SFP_FORMAT_RAW)
        fprintf(out, "%*.10g", NUMBER_WIDTH, sfp_format_number(format, value));
    fprintf(out, "  %*s0x%0*" PRIx32, HEX_DIGITS_MAX - digits, "", digits, value);
}

static const struct sfp_image *input_of(const struct report *p, const struct sfp_mismatch *m, size_t *index)
{
    return sfp_input_at(p->inputs, p->r->format, sfp_mismatch_cell(p->r, m), index);
}

static void print_mismatch(const struct report *p, const struct sfp_mismatch *m)
{
    const bool has_error = p->r->format != SFP_FORMAT_RAW && m->pair != SFP_PAIR_NAN;
    const struct sfp_image *input;
    size_t index;

    print_mismatch_place(p, m);
    print_value(p->out, p->r->format, m->got);
    print_value(p->out, p->r->format, m->expected);
    if (has_error)
        fprintf(p->out, "  %10" PRIu64 "  %13.6g", m->ulp, m->error);
    input = p->in_place ? input_of(p, m, &index) : NULL;
    if (input) {
        fprintf(p->out, "%*s", has_error || p->r->format == SFP_FORMAT_RAW ? 0 : 10 + 13 + 4, "");
        print_value(p->out, input->format, input->value[index]);
    }
    fputc('\n', p->out);
}

static void print_heading(const struct report *p)
{
    bool raw = p->r->format == SFP_FORMAT_RAW;
    int width = raw ? HEX_WIDTH : NUMBER_WIDTH + HEX_WIDTH;

    fputs(p->r->layout == SFP_LAYOUT_TILE ? "tile row col lane" : " row col lane", p->out);
    fprintf(p->out, "%*s%*s%s", width, "got", width, "expected", raw ? "" : "         ulp          error");
    if (p->in_place)
        fprintf(p->out, "%*s", width, "input");
    fputc('\n', p->out);
}

static bool any_in_place(const struct report *p)
{
    size_t index;

    for (unsigned kind = 0; kind < SFP_PAIRS; kind++)
        for (unsigned i = 0; i < p->r->kinds[kind].listed; i++)
            if (input_of(p, &p->r->kinds[kind].worst[i], &index))
                return true;
    return false;
}

/* Prints the listed mismatches of one kind. Kinds after the finite one have a heading line. */
static void print_kind(const struct report *p, enum sfp_pair pair)
{
    static const char *const names[] = {
        [SFP_PAIR_FINITE] = "", [SFP_PAIR_INFINITE] = "an infinity", [SFP_PAIR_NAN] = "a NaN"};
    const struct sfp_mismatches *list = &p->r->kinds[pair];

    if (pair != SFP_PAIR_FINITE && list->count) {
        fprintf(p->out, "%zu with %s", list->count, names[pair]);
        if (list->listed < list->count)
            fprintf(p->out, ", the first %u", list->listed);
        fputs(":\n", p->out);
    }
    for (unsigned i = 0; i < list->listed; i++)
        print_mismatch(p, &list->worst[i]);
}

static void print_distances(FILE *out, const struct sfp_comparison *r)
{
    fprintf(out, "ulp: mean %.6g, p50 %" PRIu64 ", p95 %" PRIu64 ", p99 %" PRIu64 "; %.6g%% exact\n", r->mean_ulp, r->p50,
            r->p95, r->p99, 100.0 * (double)r->exact / (double)r->compared);
}

void sfp_compare_print(FILE *out, const struct sfp_comparison *r, const struct sfp_inputs *inputs)
{
    struct report p = {.out = out, .r = r, .inputs = inputs};

    fprintf(out, "%zu of %zu %s values differ (", r->mismatching, r->compared, sfp_format_name(r->format));
    print_tolerance(out, &r->tolerance);
    fputs(")\n", out);
    if (r->format != SFP_FORMAT_RAW)
        fprintf(out, "largest error: %" PRIu64 " ulp, %g absolute, %g relative\n", r->max_ulp, r->max_abs, r->max_rel);
    if (r->format != SFP_FORMAT_RAW && r->exact < r->compared)
        print_distances(out, r);
    if (r->mismatching == 0)
        return;
    p.in_place = any_in_place(&p);
    if (r->kinds[SFP_PAIR_FINITE].listed < r->kinds[SFP_PAIR_FINITE].count)
        fprintf(out, "the worst %u:\n", r->kinds[SFP_PAIR_FINITE].listed);
    print_heading(&p);
    for (unsigned pair = 0; pair < SFP_PAIRS; pair++)
        print_kind(&p, (enum sfp_pair)pair);
    sfp_width_hint_print(out, r->hint, inputs);
}
