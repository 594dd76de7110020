/*
 * A worker of a sweep: a machine, and a batch on it whose cells hold as many inputs as the kernel takes in a pass,
 * which make a block. The worker keeps the last inputs of each block, as neighbours of the next block's first inputs.
 */
#include "sweep_part.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "action/voice.h"
#include "action/dst_values.h"
#include "cli/interrupt.h"
#include "numerics/reference.h"
#include "base/fail.h"

enum { NEIGHBOURS = 2 }; /* largest distance of neighbours (inputs_stride()) */

struct sweep_worker {
    const struct sweep_plan *plan;
    sfpu_machine *m;
    sfpu_batch *batch;
    size_t cells; /* inputs in a block */
    /* These arrays begin with room for the neighbours. */
    uint32_t *x, *y, *got, *expected;
    uint8_t *expectation;
    uint32_t *values; /* operands in Dst's format: first operands, then second operands */
    bool *flags; /* scratch space: one flag per input of a block */
    struct inputs_range range, *gaps;
    struct stretches known; /* ranges of inputs with known results */
};

/* ---- Making a worker ---- */

static bool make_worker_room(struct sweep_worker *w)
{
    const size_t count = w->cells + NEIGHBOURS;

    w->x = calloc(count, sizeof *w->x);
    w->y = calloc(count, sizeof *w->y);
    w->got = calloc(count, sizeof *w->got);
    w->expected = calloc(count, sizeof *w->expected);
    w->expectation = calloc(count, sizeof *w->expectation);
    w->values = calloc(2 * w->cells, sizeof *w->values);
    w->flags = calloc(w->cells, sizeof *w->flags);
    w->gaps = calloc(w->plan->o->gap_count + 1, sizeof *w->gaps);
    return w->x && w->y && w->got && w->expected && w->expectation && w->values && w->flags && w->gaps;
}

/* Opens the batch with the cells of operands, second operands after the first, and of results. Returns 0 or an exit
 * status. */
static int open_sweep_batch(struct sweep_worker *w)
{
    const struct layout *l = &w->plan->layout;
    uint32_t *in = calloc(2 * l->count, sizeof *in), *out = calloc(l->count, sizeof *out);
    const struct sfpu_cells operands = {
        .size = sizeof operands, .format = w->plan->o->input.dst, .cells = in, .count = l->operands * l->count};
    const struct sfpu_cells results = {
        .size = sizeof results, .format = w->plan->o->input.out, .cells = out, .count = l->count};
    int status = 0;

    for (size_t i = 0; in && out && i < l->count; i++) {
        in[i] = l->first_cell[i];
        in[l->count + i] = l->first_cell[i] + (uint32_t)(l->second * PROBE_COLUMNS);
        out[i] = l->first_cell[i] + (uint32_t)(l->result * PROBE_COLUMNS);
    }
    if (!in || !out)
        status = complain_no_memory();
    else if (sfpu_batch_open(w->m, &operands, &results, &w->batch) != SFPU_OK)
        status = complain_for(w->m, NULL);
    free(in);
    free(out);
    return status;
}

static void find_ranges(struct sweep_worker *w)
{
    const struct sweep_options *o = w->plan->o;

    inputs_range_of(w->plan->in, o->input.low, o->input.high, &w->range);
    for (size_t i = 0; i < o->gap_count; i++)
        inputs_range_of(w->plan->in, o->gaps[i].low, o->gaps[i].high, &w->gaps[i]);
}

static int open_sweep_worker(struct sweep_worker *w, const sfpu_machine *like)
{
    const struct sfpu_options options = {.size = sizeof options, .arch = sfpu_machine_arch(like)};
    int status;

    if (!make_worker_room(w) || sfpu_open(&options, &w->m) != SFPU_OK)
        return complain_no_memory();
    find_ranges(w);
    if (sfpu_load_words(w->m, sfpu_words(like), sfpu_word_count(like)) != SFPU_OK)
        return complain_for(w->m, NULL);
    status = probe_begin(&w->plan->o->machine, like, w->m, w->plan->o->input.dst);
    return status ? status : open_sweep_batch(w);
}

struct sweep_worker *sweep_worker_new(const struct sweep_plan *plan, const sfpu_machine *like)
{
    struct sweep_worker *w = calloc(1, sizeof *w);

    if (!w) {
        complain_no_memory();
        return NULL;
    }
    w->plan = plan;
    w->cells = plan->layout.count;
    if (open_sweep_worker(w, like) == 0)
        return w;
    sweep_worker_free(w);
    return NULL;
}

void sweep_worker_free(struct sweep_worker *w)
{
    if (!w)
        return;
    sfpu_batch_close(w->batch);
    sfpu_close(w->m);
    free(w->x);
    free(w->y);
    free(w->got);
    free(w->expected);
    free(w->expectation);
    free(w->values);
    free(w->flags);
    free(w->gaps);
    free(w);
}

const char *sweep_worker_in_full(const struct sweep_worker *w)
{
    return sfpu_batch_in_full(w->batch);
}

/* ---- A block ---- */

/* A block's place in the worker's arrays, after the neighbours. */
struct block {
    uint32_t *x, *y, *got, *expected;
    uint8_t *expectation;
    uint64_t first;
    size_t count;
};

static struct block make_block(const struct sweep_worker *w, uint64_t first, size_t count)
{
    return (struct block){w->x + NEIGHBOURS, w->y + NEIGHBOURS, w->got + NEIGHBOURS, w->expected + NEIGHBOURS,
                          w->expectation + NEIGHBOURS, first, count};
}

/* Leaves input i out of the sweep if flags[i] equals `which`. */
static void leave_out_flagged(const struct block *b, const bool *flags, bool which)
{
    for (size_t i = 0; i < b->count; i++)
        if (flags[i] == which)
            b->expectation[i] = EXPECT_NOTHING;
}

/* Converts an operand to Dst's format. Cells beyond the last input repeat that input; inputs that the format lacks
 * are left out. */
static void put_swept_operand(struct sweep_worker *w, const uint32_t *bits, const struct block *b, uint32_t *values)
{
    const struct sweep_options *o = w->plan->o;

    values_convert(o->input.in, o->input.dst, bits, b->count, values);
    if (values_lack(o->input.in, o->input.dst)) {
        values_none(o->input.dst, bits, b->count, w->flags);
        leave_out_flagged(b, w->flags, true);
    }
    for (size_t i = b->count; i < w->cells; i++)
        values[i] = values[b->count - 1];
}

/* Leaves out the inputs inside a range, or those outside. */
static void leave_out_range(struct sweep_worker *w, const struct block *b, const struct inputs_range *range,
                            bool inside)
{
    memset(w->flags, true, b->count);
    inputs_keep(w->plan->in, range, b->x, b->count, w->flags);
    leave_out_flagged(b, w->flags, inside);
}

/* Leaves out inputs beyond --range and inputs in gaps. */
static void leave_out_ranges(struct sweep_worker *w, const struct block *b)
{
    const struct sweep_options *o = w->plan->o;

    if (!isinf(o->input.low) || !isinf(o->input.high) || o->input.low == o->input.high)
        leave_out_range(w, b, &w->range, false);
    for (size_t i = 0; i < o->gap_count; i++)
        leave_out_range(w, b, &w->gaps[i], true);
}

static void mark_special(const struct block *b, size_t i)
{
    if (b->expectation[i] != EXPECT_NOTHING)
        b->expectation[i] = b->expectation[i] == EXPECT_NAN ? EXPECT_SPECIAL_NAN : EXPECT_SPECIAL;
}

static void mark_specials(const struct sweep_plan *plan, const struct block *b)
{
    for (size_t i = 0; i < plan->specials; i++)
        if (plan->special[i] >= b->first && plan->special[i] - b->first < b->count)
            mark_special(b, plan->special[i] - b->first);
    for (size_t i = 0; plan->inputs.sample && i < b->count; i++)
        if (inputs_is_special(&plan->inputs, b->x[i], b->y[i]))
            mark_special(b, i);
}

/* ---- Expected results ---- */

/* Returns the kind of expectation for a result that is known exactly. */
static uint8_t classify_expected(const struct number_format *f, uint32_t bits)
{
    const double value = number_of(f, bits);

    if (isnan(value))
        return EXPECT_NAN;
    if (isinf(value))
        return EXPECT_OVERFLOW;
    return number_is_denormal(f, value) ? EXPECT_UNDERFLOW : EXPECT_NUMBER;
}

static uint32_t read_golden(const struct sweep_plan *plan, uint64_t at)
{
    const unsigned size = plan->out->bits / 8u;
    uint32_t bits = 0;

    memcpy(&bits, (const char *)plan->golden + at * size, size); /* little-endian, like images */
    return bits;
}

/* Takes the expected results from the golden file. The hardware has no denormals: an expected denormal becomes a
 * zero of its sign. */
static void expect_golden(const struct sweep_plan *plan, const struct block *b)
{
    const unsigned shift = plan->in->bits;
    const uint32_t sign = UINT32_C(1) << (plan->out->bits - 1);

    for (size_t i = 0; i < b->count; i++) {
        const uint64_t at = plan->inputs.operands > 1 ? (uint64_t)b->x[i] << shift | b->y[i] : b->x[i];

        if (b->expectation[i] == EXPECT_NOTHING)
            continue;
        b->expected[i] = read_golden(plan, at);
        b->expectation[i] = classify_expected(plan->out, b->expected[i]);
        if (b->expectation[i] == EXPECT_UNDERFLOW)
            b->expected[i] &= sign;
    }
}

static bool refuse_unproven(const struct sweep_plan *plan, const struct block *b, size_t i, char **failed)
{
    const char *name = plan->o->function->name, *out = sfpu_format_name(plan->o->input.out);
    const double x = number_of(plan->in, b->x[i]);

    if (plan->inputs.operands > 1)
        return fail_with(failed, "%s of %.17g and %.17g: no proof of which %s is nearest", name, x,
                         number_of(plan->in, b->y[i]), out);
    return fail_with(failed, "%s of %.17g: no proof of which %s is nearest", name, x, out);
}

static bool expect_function(struct sweep_worker *w, const struct block *b, size_t *first_unproven)
{
    const struct sweep_plan *plan = w->plan;
    const struct function *f = plan->o->function;

    if (plan->inputs.operands > 1)
        return reference_fill(f, plan->in, plan->out, b->x, b->y, b->count, b->expected, b->expectation,
                              first_unproven);
    return stretch_fill(&w->known, f, plan->in, plan->out, b->x, b->count, b->expected, b->expectation, first_unproven);
}

static bool find_expected_results(struct sweep_worker *w, const struct block *b, char **failed)
{
    const struct sweep_plan *plan = w->plan;
    size_t first_unproven;

    if (plan->golden)
        expect_golden(plan, b);
    else if (!expect_function(w, b, &first_unproven))
        return refuse_unproven(plan, b, first_unproven, failed);
    mark_specials(plan, b);
    return true;
}

/* ---- A stretch of inputs ---- */

/* Runs a block and finds its expected results. Returns false with a message in *failed. */
static bool run_swept_block(struct sweep_worker *w, const struct block *b, char **failed)
{
    const struct sweep_plan *plan = w->plan;

    inputs_take(&plan->inputs, b->first, b->count, b->x, b->y);
    memset(b->expectation, EXPECT_NUMBER, b->count);
    leave_out_ranges(w, b);
    put_swept_operand(w, b->x, b, w->values);
    if (plan->inputs.operands > 1)
        put_swept_operand(w, b->y, b, w->values + w->cells);
    if (sfpu_batch_run(w->batch, w->values, b->got) != SFPU_OK)
        return fail_with(failed, "%s", sfpu_error(w->m));
    return find_expected_results(w, b, failed);
}

/* Keeps the block's last `stride` inputs as neighbours for the next block. */
static void keep_neighbours(const struct sweep_worker *w, const struct block *b, size_t stride)
{
#define KEEP(array) memmove(w->array + NEIGHBOURS - stride, b->array + b->count - stride, stride * sizeof *w->array)
    KEEP(x);
    KEEP(got);
    KEEP(expected);
    KEEP(expectation);
#undef KEEP
}

static void add_block(const struct sweep_worker *w, const struct block *b, size_t before, size_t in_front,
                      size_t stride, struct tally *tally, struct curve *curve)
{
    const struct results results = {
        .x = b->x - in_front, .y = w->plan->inputs.operands > 1 ? b->y - in_front : NULL, .got = b->got - in_front,
        .expected = b->expected - in_front, .expectation = b->expectation - in_front, .count = b->count + in_front,
        .before = before, .stride = stride};

    tally_add(tally, &results);
    tally_add_real(tally, &results, w->plan->o->function);
    if (curve)
        curve_add(curve, &results);
}

bool sweep_work(struct sweep_worker *w, uint64_t first, uint64_t end, struct tally *tally, struct curve *curve,
                char **failed)
{
    const struct sweep_plan *plan = w->plan;
    const unsigned stride = inputs_stride(&plan->inputs);
    size_t before = first >= plan->first + stride ? stride : 0, kept = 0;

    tally_start(tally, plan->in, plan->out, plan->inputs.operands);
    if (curve)
        curve_start(curve, plan->in, plan->out);
    for (uint64_t at = first - before; at < end && !told_to_stop();) {
        const size_t count = end - at < w->cells ? (size_t)(end - at) : w->cells;
        const struct block b = make_block(w, at, count);

        if (!run_swept_block(w, &b, failed))
            return false;
        add_block(w, &b, kept ? kept : before, kept, stride, tally, curve);
        before = 0;
        kept = count >= stride ? stride : 0;
        keep_neighbours(w, &b, kept);
        at += count;
    }
    tally_settle_real(tally, plan->o->function);
    return true;
}
