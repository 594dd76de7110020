/* Compares Dst images, value by value. */
#include "image.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

static bool is_tolerance_given(const struct sfp_tolerance *tolerance)
{
    return tolerance->has_ulp || tolerance->has_rtol || tolerance->has_atol;
}

static bool check_bound(const char *name, double bound, char **error)
{
    if (bound >= 0) /* false for NaN */
        return true;
    return fail_with(error, "%s %g; expected a number of 0 or more", name, bound);
}

bool sfp_tolerance_check(const struct sfp_tolerance *tolerance, enum sfp_format format, char **error)
{
    if (format == SFP_FORMAT_RAW && is_tolerance_given(tolerance))
        return fail_with(error, "raw cells are compared bit by bit; a tolerance needs a format with values");
    return (!tolerance->has_rtol || check_bound("rtol", tolerance->rtol, error)) &&
           (!tolerance->has_atol || check_bound("atol", tolerance->atol, error));
}

static bool check_comparable(const struct sfp_image *got, const struct sfp_image *expected,
                             const struct sfp_tolerance *tolerance, char **error)
{
    if (got->format != expected->format || got->layout != expected->layout || got->rows != expected->rows)
        return fail_with(error, "images differ in kind: %u rows of %s (%s) against %u rows of %s (%s)", got->rows,
                              sfp_format_name(got->format), sfp_layout_name(got->layout), expected->rows,
                              sfp_format_name(expected->format), sfp_layout_name(expected->layout));
    return sfp_tolerance_check(tolerance, got->format, error);
}

/* Returns the bound on |got - expected|. The bound is infinite or NaN only if `expected` is not finite. */
static double bound_of(const struct sfp_tolerance *tolerance, double expected)
{
    return (tolerance->has_atol ? tolerance->atol : 0) + (tolerance->has_rtol ? tolerance->rtol * fabs(expected) : 0);
}

static bool within_bound(const struct sfp_tolerance *tolerance, double got, double expected)
{
    if (!tolerance->has_rtol && !tolerance->has_atol)
        return false;
    if (isinf(got) || isinf(expected))
        return got == expected;
    return fabs(got - expected) <= bound_of(tolerance, expected);
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

static bool is_accepted(enum sfp_format format, const struct sfp_tolerance *tolerance, const struct sfp_mismatch *m)
{
    double g = sfp_format_number(format, m->got), e = sfp_format_number(format, m->expected);

    if (m->pair == SFP_PAIR_NAN)
        return is_tolerance_given(tolerance) && isnan(g) && isnan(e);
    return (tolerance->has_ulp && m->ulp <= tolerance->ulp) || within_bound(tolerance, g, e);
}

/* Returns how bad a mismatch is: with rtol or atol, the error divided by the bound; else the units in the last
 * place. Pairs that are not finite have no order: 0. */
static double badness_of(enum sfp_format format, const struct sfp_tolerance *tolerance, const struct sfp_mismatch *m)
{
    if (m->pair != SFP_PAIR_FINITE)
        return 0;
    if (tolerance->has_rtol || tolerance->has_atol) {
        double ratio = fabs(m->error) / bound_of(tolerance, sfp_format_number(format, m->expected));

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

static bool note_distance(struct distances *distances, uint64_t ulp, size_t room)
{
    if (!distances->ulp)
        distances->ulp = calloc(room, sizeof *distances->ulp);
    if (!distances->ulp)
        return false;
    distances->ulp[distances->count++] = ulp;
    distances->sum += (double)ulp;
    return true;
}

static void note_maxima(struct sfp_comparison *result, const struct sfp_mismatch *m)
{
    double size = fabs(m->error), expected = fabs(sfp_format_number(result->format, m->expected));

    if (m->ulp > result->max_ulp)
        result->max_ulp = m->ulp;
    result->max_abs = fmax(result->max_abs, size);
    if (expected > 0)
        result->max_rel = fmax(result->max_rel, size / expected);
}

static int by_size(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

/* Returns the smallest distance that `percent` percent of the pairs do not exceed. Pairs without a noted distance
 * count as 0. */
static uint64_t distance_percentile(const struct sfp_comparison *result, const struct distances *distances,
                                    unsigned percent)
{
    const size_t rank = (result->measured * percent + 99) / 100, zeros = result->measured - distances->count;

    return rank <= zeros ? 0 : distances->ulp[rank - zeros - 1];
}

static void finish_comparison(struct sfp_comparison *result, struct distances *distances)
{
    if (!distances->count)
        return;
    qsort(distances->ulp, distances->count, sizeof *distances->ulp, by_size);
    result->mean_ulp = distances->sum / (double)result->measured;
    result->p50 = distance_percentile(result, distances, 50);
    result->p95 = distance_percentile(result, distances, 95);
    result->p99 = distance_percentile(result, distances, 99);
}

/* ---- The comparison ---- */

/* Compares a pair whose bits differ. Returns false without memory. */
static bool compare_pair(struct sfp_comparison *result, struct sfp_mismatch *m, unsigned room,
                         struct distances *distances)
{
    result->exact--;
    if (m->pair == SFP_PAIR_FINITE) {
        if (!note_distance(distances, m->ulp, result->compared - m->index))
            return false;
        note_maxima(result, m);
    } else {
        result->measured--;
    }
    if (is_accepted(result->format, &result->tolerance, m))
        return true;
    m->badness = badness_of(result->format, &result->tolerance, m);
    result->mismatching++;
    insert_mismatch(&result->kinds[m->pair], m, room);
    return true;
}

static bool compare_pairs(const struct sfp_image *got, const struct sfp_image *expected, unsigned room,
                          struct sfp_comparison *result, struct distances *distances)
{
    struct sfp_mismatch m;

    for (size_t i = 0; i < result->compared; i++) {
        if (got->value[i] == expected->value[i]) /* accepted, and 0 ulp apart */
            continue;
        measure_pair(got->format, got->value[i], expected->value[i], &m);
        m.index = i;
        if (!compare_pair(result, &m, room, distances))
            return false;
    }
    return true;
}

/* Clears the result except its lists of pairs, which make up most of its size and start empty. */
static void begin_comparison(const struct sfp_image *got, const struct sfp_image *expected,
                             const struct sfp_tolerance *tolerance, struct sfp_comparison *result)
{
    memset(result, 0, offsetof(struct sfp_comparison, kinds));
    for (unsigned kind = 0; kind < SFP_PAIRS; kind++)
        result->kinds[kind].count = result->kinds[kind].listed = 0;
    result->format = got->format;
    result->layout = got->layout;
    result->first = expected->first;
    result->tolerance = *tolerance;
    result->compared = result->exact = result->measured = (size_t)got->rows * SFP_DST_COLUMNS;
}

bool sfp_compare(const struct sfp_image *got, const struct sfp_image *expected, const struct sfp_tolerance *tolerance,
                 unsigned worst, struct sfp_comparison *result, char **error)
{
    struct distances distances = {0};
    bool ok;

    if (!check_comparable(got, expected, tolerance, error))
        return false;
    begin_comparison(got, expected, tolerance, result);
    ok = compare_pairs(got, expected, worst < SFP_WORST_MAX ? worst : SFP_WORST_MAX, result, &distances);
    finish_comparison(result, &distances);
    if (ok && result->mismatching)
        result->hint = sfp_find_width_hint(got, expected);
    free(distances.ulp);
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
    HEX_WIDTH = 12,      /* width of a printed value: two spaces, "0x" and up to eight digits */
    HEX_DIGITS_MAX = 8,
    DIGITS_PER_BYTE = 2,
};

/* A report under way. */
struct report {
    FILE *out;
    const struct sfp_comparison *result;
    const struct sfp_inputs *inputs;
    bool in_place; /* some of the values shown have an input */
};

static void print_tolerance(FILE *out, const struct sfp_tolerance *tolerance)
{
    if (!tolerance->has_ulp && !tolerance->has_rtol && !tolerance->has_atol)
        fputs("bit-exact", out);
    if (tolerance->has_ulp)
        fprintf(out, "within %" PRIu64 " ulp", tolerance->ulp);
    if (tolerance->has_rtol || tolerance->has_atol)
        fprintf(out, "%swithin %g + %g * |expected|", tolerance->has_ulp ? " or " : "",
                tolerance->has_atol ? tolerance->atol : 0, tolerance->has_rtol ? tolerance->rtol : 0);
}

static void print_mismatch_place(const struct report *report, const struct sfp_mismatch *m)
{
    const size_t in_tile = m->index % SFP_TILE_VALUES;
    const struct sfp_dst_place cell = sfp_mismatch_cell(report->result, m);

    if (report->result->layout == SFP_LAYOUT_TILE)
        fprintf(report->out, "%4zu %3zu %3zu", m->index / SFP_TILE_VALUES, in_tile / SFP_TILE_SIDE,
                in_tile % SFP_TILE_SIDE);
    else
        fprintf(report->out, "%4u %3u", cell.row, cell.column);
    fprintf(report->out, " %4u", sfp_cell_lane(cell));
}

/* Prints a value as a number and in hexadecimal. Raw cells are bits, and only the hexadecimal form means something. */
static void print_value(FILE *out, enum sfp_format format, uint32_t value)
{
    int digits = (int)sfp_format_bytes(format) * DIGITS_PER_BYTE;

    if (format != SFP_FORMAT_RAW)
        fprintf(out, "%*.10g", NUMBER_WIDTH, sfp_format_number(format, value));
    fprintf(out, "  %*s0x%0*" PRIx32, HEX_DIGITS_MAX - digits, "", digits, value);
}

static const struct sfp_image *input_of(const struct report *report, const struct sfp_mismatch *m, size_t *index)
{
    return sfp_input_at(report->inputs, report->result->format, sfp_mismatch_cell(report->result, m), index);
}

static void print_mismatch(const struct report *report, const struct sfp_mismatch *m)
{
    const bool has_error = report->result->format != SFP_FORMAT_RAW && m->pair != SFP_PAIR_NAN;
    const struct sfp_image *input;
    size_t index;

    print_mismatch_place(report, m);
    print_value(report->out, report->result->format, m->got);
    print_value(report->out, report->result->format, m->expected);
    if (has_error)
        fprintf(report->out, "  %10" PRIu64 "  %13.6g", m->ulp, m->error);
    input = report->in_place ? input_of(report, m, &index) : NULL;
    if (input) {
        fprintf(report->out, "%*s", has_error || report->result->format == SFP_FORMAT_RAW ? 0 : 10 + 13 + 4, "");
        print_value(report->out, input->format, input->value[index]);
    }
    fputc('\n', report->out);
}

static void print_heading(const struct report *report)
{
    bool raw = report->result->format == SFP_FORMAT_RAW;
    int width = raw ? HEX_WIDTH : NUMBER_WIDTH + HEX_WIDTH;

    fputs(report->result->layout == SFP_LAYOUT_TILE ? "tile row col lane" : " row col lane", report->out);
    fprintf(report->out, "%*s%*s%s", width, "got", width, "expected", raw ? "" : "         ulp          error");
    if (report->in_place)
        fprintf(report->out, "%*s", width, "input");
    fputc('\n', report->out);
}

static bool any_in_place(const struct report *report)
{
    size_t index;

    for (unsigned kind = 0; kind < SFP_PAIRS; kind++)
        for (unsigned i = 0; i < report->result->kinds[kind].listed; i++)
            if (input_of(report, &report->result->kinds[kind].worst[i], &index))
                return true;
    return false;
}

/* Prints the listed mismatches of one kind. Kinds after the finite one have a heading line. */
static void print_kind(const struct report *report, enum sfp_pair pair)
{
    static const char *const names[] = {
        [SFP_PAIR_FINITE] = "", [SFP_PAIR_INFINITE] = "an infinity", [SFP_PAIR_NAN] = "a NaN"};
    const struct sfp_mismatches *list = &report->result->kinds[pair];

    if (pair != SFP_PAIR_FINITE && list->count) {
        fprintf(report->out, "%zu with %s", list->count, names[pair]);
        if (list->listed < list->count)
            fprintf(report->out, ", the first %u", list->listed);
        fputs(":\n", report->out);
    }
    for (unsigned i = 0; i < list->listed; i++)
        print_mismatch(report, &list->worst[i]);
}

static void print_distances(FILE *out, const struct sfp_comparison *result)
{
    fprintf(out, "ulp: mean %.6g, p50 %" PRIu64 ", p95 %" PRIu64 ", p99 %" PRIu64 "; %.6g%% exact\n",
            result->mean_ulp, result->p50, result->p95, result->p99,
            100.0 * (double)result->exact / (double)result->compared);
}

void sfp_compare_print(FILE *out, const struct sfp_comparison *result, const struct sfp_inputs *inputs)
{
    struct report report = {.out = out, .result = result, .inputs = inputs};

    fprintf(out, "%zu of %zu %s values differ (", result->mismatching, result->compared,
            sfp_format_name(result->format));
    print_tolerance(out, &result->tolerance);
    fputs(")\n", out);
    if (result->format != SFP_FORMAT_RAW)
        fprintf(out, "largest error: %" PRIu64 " ulp, %g absolute, %g relative\n", result->max_ulp, result->max_abs,
                result->max_rel);
    if (result->format != SFP_FORMAT_RAW && result->exact < result->compared)
        print_distances(out, result);
    if (result->mismatching == 0)
        return;
    report.in_place = any_in_place(&report);
    if (result->kinds[SFP_PAIR_FINITE].listed < result->kinds[SFP_PAIR_FINITE].count)
        fprintf(out, "the worst %u:\n", result->kinds[SFP_PAIR_FINITE].listed);
    print_heading(&report);
    for (unsigned pair = 0; pair < SFP_PAIRS; pair++)
        print_kind(&report, (enum sfp_pair)pair);
    sfp_width_hint_print(out, result->hint, inputs);
}
