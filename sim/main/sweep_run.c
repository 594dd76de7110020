/*
 * sfpsim sweep: the values of a format go through Dst in blocks, as many at a time as the kernel has cells that it
 * first loads from and then stores to. A run in time on zeros tells which cells these are; the blocks run without time,
 * unless results may depend on it.
 */
#include "sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "complain.h"
#include "numerics/inputs.h"
#include "numerics/reference.h"
#include "outputs.h"

enum {
    ROWS = 512, /* what Dst has in every format */
    COLUMNS = 16,
    CELLS = ROWS * COLUMNS,
    VALUES = 1 << 16, /* of a format */
    LANE_COLUMNS = 8,
    ODD_COLUMNS = 2,  /* bit of an address (sfpu-dst(7), Addresses) */
    ROW_GROUP = 3,    /* bits of the row within the four that an address reaches */
};

struct sweep {
    const struct sweep_options *o;
    sfpu_machine *m;
    const struct number_format *in, *out;
    bool loaded[CELLS], stored[CELLS], in_place[CELLS];
    size_t cells[CELLS], cell_count; /* those in place */
    size_t rows;                     /* that have any; before that is known, all */
    size_t stores, loads;            /* in the first block */
    bool timed;                      /* all blocks are */
    unsigned char dst[CELLS * 4], first[CELLS * 4];
    uint32_t x[VALUES], encoded[VALUES], got[VALUES], expected[VALUES];
    uint8_t expectation[VALUES];
    struct inputs inputs;
    size_t count; /* of these */
    struct sweep_finding *findings;
    size_t finding_count;
    double cycles_per_32_lanes;
};

/* ---- Values ---- */

bool sweep_holds(int dst, int in)
{
    static const struct {
        int in, dst;
    } pairs[] = {
        {SFPU_BF16, SFPU_BF16}, {SFPU_BF16, SFPU_FP32}, {SFPU_FP16, SFPU_FP16}, {SFPU_FP16, SFPU_FP32},
        {SFPU_UINT16, SFPU_UINT16}, {SFPU_UINT16, SFPU_UINT32}, {SFPU_UINT16, SFPU_INT32}, {SFPU_UINT16, SFPU_SM32},
        {SFPU_INT16, SFPU_INT16}, {SFPU_INT16, SFPU_INT32}, {SFPU_INT16, SFPU_SM32},
    };

    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (pairs[i].in == in && pairs[i].dst == dst)
            return true;
    return false;
}

bool sweep_encode(int dst, int in, uint32_t bits, uint32_t *encoded)
{
    const double value = number_of(number_format(in), bits);
    const float wide = (float)value;

    *encoded = bits;
    if (dst == SFPU_FP32)
        memcpy(encoded, &wide, sizeof wide);
    else if (dst == SFPU_FP16)
        return isfinite(value); /* the hardware's fp16 has neither infinities nor NaNs */
    else if (dst == SFPU_INT16)
        return bits != 1u << 15; /* nor sign and magnitude this */
    else if (dst != in)
        *encoded = (uint32_t)(int64_t)value;
    return true;
}

/* Lists the inputs in range; false: there is none. A NaN is in a range without ends only. */
static bool list_inputs(struct sweep *s)
{
    const struct sweep_options *o = s->o;
    uint64_t first, end;
    bool any = false;

    inputs_make(&s->inputs, s->in, 1, 0, 0);
    inputs_between(&s->inputs, o->low, o->high, &first, &end);
    s->count = (size_t)(end - first);
    inputs_take(&s->inputs, first, s->count, s->x, NULL);
    for (size_t i = 0; i < s->count; i++) {
        const double x = number_of(s->in, s->x[i]);
        const bool in_range = isnan(x) ? isinf(o->low) && isinf(o->high) : x >= o->low && x <= o->high;

        s->expectation[i] = EXPECT_NUMBER;
        if (!sweep_encode(o->dst, o->in, s->x[i], &s->encoded[i]) || !in_range)
            s->expectation[i] = EXPECT_NOTHING;
        any |= s->expectation[i] != EXPECT_NOTHING;
    }
    return any;
}

static int find_expected(struct sweep *s)
{
    size_t unproven = 0;

    if (s->o->function->operands != 1 || function_refuses(s->o->function, s->in)
        || !reference_fill(s->o->function, s->in, s->out, s->x, NULL, s->count, s->expected, s->expectation,
                           &unproven))
        return complain("%s of %.17g: no proof of which %s is nearest", s->o->function->name,
                        number_of(s->in, s->x[unproven]), sfpu_format_name(s->o->out));
    for (size_t i = 0; i < s->count; i++)
        if (s->expectation[i] != EXPECT_NOTHING && input_is_special(s->in, s->x[i]))
            s->expectation[i] = EXPECT_SPECIAL;
    return 0;
}

/* ---- Blocks ---- */

/* Notes the cells that a load or store reaches. */
static void on_event(void *sweep, const struct sfpu_event *event)
{
    struct sweep *s = sweep;
    const int first_row = event->address & ~ROW_GROUP;
    const bool is_store = strcmp(event->unit, "store") == 0;

    if (event->kind != SFPU_EVENT_EXEC || event->address < 0)
        return;
    ++*(is_store ? &s->stores : &s->loads);
    for (int lane = 0; lane < SFPU_LANES; lane++) {
        const int row = first_row + lane / LANE_COLUMNS;
        const int cell = row * COLUMNS + 2 * (lane % LANE_COLUMNS) + !!(event->address & ODD_COLUMNS);

        if (row >= ROWS)
            continue;
        if (!is_store)
            s->loaded[cell] |= !s->stored[cell];
        s->in_place[cell] |= is_store && s->loaded[cell];
        s->stored[cell] |= is_store;
    }
}

static size_t dst_bytes(const struct sweep *s, int format)
{
    return s->rows * COLUMNS * sfpu_format_bytes(format);
}

/* Fills the swept cells from point `first` on; what is left of them gets the last one again. */
static void fill(struct sweep *s, size_t first)
{
    const size_t size = sfpu_format_bytes(s->o->dst);

    memset(s->dst, 0, sizeof s->dst);
    for (size_t i = 0; i < s->cell_count; i++) {
        const size_t point = first + i < s->count ? first + i : s->count - 1;

        memcpy(s->dst + s->cells[i] * size, &s->encoded[point], size); /* little-endian, as Dst's images are */
    }
}

static void take(struct sweep *s, size_t first)
{
    const size_t size = sfpu_format_bytes(s->o->out);

    for (size_t i = 0; i < s->cell_count && first + i < s->count; i++) {
        uint32_t bits = 0;

        memcpy(&bits, s->dst + s->cells[i] * size, size);
        s->got[first + i] = bits;
    }
}

/* Brings the machine to its start, runs the kernel on what s->dst has, and leaves there what came of it. */
static int run(struct sweep *s, bool timed)
{
    const struct sfpu_running running = {.size = sizeof running, .untimed = !timed, .quiet = s->cell_count != 0};
    int status;

    sfpu_configure_runs(s->m, &running);
    if (sfpu_reset(s->m) != SFPU_OK)
        return complain_for(s->m, NULL);
    if ((status = machine_initialise(&s->o->machine, s->m)))
        return status;
    if (sfpu_configure_format(s->m, s->o->dst) != SFPU_OK)
        return complain_for(s->m, NULL);
    if ((status = machine_apply(&s->o->machine, s->m)))
        return status;
    if (sfpu_write_dst(s->m, s->o->dst, SFPU_ROWS, s->dst, dst_bytes(s, s->o->dst)) != SFPU_OK
        || sfpu_run(s->m, 1) != SFPU_OK
        || sfpu_read_dst(s->m, s->o->out, SFPU_ROWS, s->dst, dst_bytes(s, s->o->out)) != SFPU_OK)
        return complain_for(s->m, NULL);
    return 0;
}

/* A run in time on zeros, for what does not depend on values. */
static int look(struct sweep *s)
{
    struct sfpu_result result = {.size = sizeof result};
    int status;

    sfpu_on_event(s->m, on_event, s);
    status = run(s, true);
    sfpu_on_event(s->m, NULL, NULL);
    if (status)
        return status;
    for (size_t cell = 0; cell < CELLS; cell++)
        if (s->in_place[cell])
            s->cells[s->cell_count++] = cell;
    if (!s->loads)
        return complain("%s: loads nothing from Dst, so there is nothing to sweep", s->o->kernel);
    if (!s->cell_count)
        return complain("%s: stores to no cell of rows 0 to %d of Dst that it has loaded before", s->o->kernel,
                        ROWS - 1);
    s->rows = s->cells[s->cell_count - 1] / COLUMNS + 1;
    sfpu_get_result(s->m, &result);
    s->cycles_per_32_lanes = (double)result.cycles / (double)s->stores;
    return 0;
}

static int list_findings(struct sweep *s)
{
    static const char *const severities[] = {
        [SFPU_NOTE] = "note", [SFPU_ADVICE] = "advice", [SFPU_WARNING] = "warning", [SFPU_ERROR] = "error"};
    struct sfpu_finding finding = {.size = sizeof finding};

    while (sfpu_get_finding(s->m, s->finding_count, &finding) == SFPU_OK)
        s->finding_count++;
    s->findings = calloc(s->finding_count + 1, sizeof *s->findings);
    if (!s->findings)
        return complain("not enough memory");
    for (size_t i = 0; i < s->finding_count; i++) {
        sfpu_get_finding(s->m, i, &finding);
        s->findings[i] = (struct sweep_finding){finding.name, severities[finding.severity], finding.times};
    }
    return sfpu_print_findings(s->m, 0, sfp_output_write, stderr) == SFPU_OK ? 0 : complain_for(s->m, NULL);
}

/* The first block in time too: are results the same without? Where anything was found, all run in time. */
static int choose_time(struct sweep *s)
{
    int status;

    fill(s, 0);
    if ((status = run(s, true)))
        return status;
    memcpy(s->first, s->dst, sizeof s->dst);
    fill(s, 0);
    if ((status = run(s, false)))
        return status;
    s->timed = s->finding_count || memcmp(s->first, s->dst, dst_bytes(s, s->o->out)) != 0;
    return 0;
}

static int run_blocks(struct sweep *s)
{
    int status = choose_time(s);

    for (size_t first = 0; !status && first < s->count; first += s->cell_count) {
        fill(s, first);
        if (!(status = run(s, s->timed)))
            take(s, first);
    }
    return status;
}

/* ---- The whole ---- */

static int report(struct sweep *s, const struct tally *t)
{
    const struct sweep_options *o = s->o;
    struct measures measures;
    const struct sweep_report report = {
        .kernel = o->kernel, .arch = sfpu_arch_name(sfpu_machine_arch(s->m)), .function = o->function->name,
        .domain = o->function->domain, .in = sfpu_format_name(o->in), .dst = sfpu_format_name(o->dst),
        .out = sfpu_format_name(o->out), .measures = &measures, .done = s->count, .wanted = s->count,
        .cycles_per_32_lanes = s->cycles_per_32_lanes, .findings = s->findings, .finding_count = s->finding_count};

    tally_measures(t, &measures);
    return o->print(stdout, &report) ? 0 : complain("not enough memory");
}

static int tally(struct sweep *s)
{
    struct tally *t = malloc(sizeof *t);
    int status;

    if (!t)
        return complain("not enough memory");
    tally_start(t, s->in, s->out, 1);
    tally_add(t, &(struct results){.x = s->x, .got = s->got, .expected = s->expected, .expectation = s->expectation,
                                   .count = s->count, .stride = inputs_stride(&s->inputs)});
    status = report(s, t);
    free(t);
    return status;
}

static int sweep(struct sweep *s)
{
    const struct sweep_options *o = s->o;
    int status = machine_load(&o->machine, o->kernel, &s->m);

    if (status)
        return status;
    if (!list_inputs(s))
        return complain("--range: no %s is from %.17g to %.17g", sfpu_format_name(o->in), o->low, o->high);
    if ((status = look(s)) || (status = list_findings(s)) || (status = run_blocks(s)) || (status = find_expected(s)))
        return status;
    return tally(s);
}

int sweep_run(const struct sweep_options *options)
{
    struct sweep *s = calloc(1, sizeof *s);
    int status;

    if (!s)
        return complain("not enough memory");
    s->o = options;
    s->rows = ROWS;
    s->in = number_format(options->in);
    s->out = number_format(options->out);
    status = sweep(s);
    sfpu_close(s->m);
    free(s->findings);
    free(s);
    mpfr_free_cache();
    return status;
}
