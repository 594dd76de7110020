/* Comparisons as text. */
#include "compare.h"

#include <inttypes.h>

enum {
    NUMBER_WIDTH = 17,   /* columns of the report: a number, */
    HEX_WIDTH = 12,      /* two spaces, "0x" and up to eight digits */
    HEX_DIGITS_MAX = 8,
    DIGITS_PER_BYTE = 2,
};

/* A report under way. */
struct report {
    FILE *out;
    const struct sfp_comparison *r;
    const struct sfp_inputs *inputs;
    bool in_place; /* some of the values that are shown have an input */
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

static void print_place(const struct report *p, const struct sfp_mismatch *m)
{
    const size_t in_tile = m->index % SFP_TILE_VALUES;
    const struct sfp_dst_place cell = sfp_mismatch_cell(p->r, m);

    if (p->r->layout == SFP_LAYOUT_TILE)
        fprintf(p->out, "%4zu %3zu %3zu", m->index / SFP_TILE_VALUES, in_tile / SFP_TILE_SIDE, in_tile % SFP_TILE_SIDE);
    else
        fprintf(p->out, "%4u %3u", cell.row, cell.column);
    fprintf(p->out, " %4u", sfp_cell_lane(cell));
}

/* Raw cells are bits, so only the hexadecimal form says something. */
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

    print_place(p, m);
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

/* What is listed of one kind, below a line that says so where others come before it. */
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
}
