/* Workers of sfpsim equiv: run blocks of inputs through both kernels, and note differences. */
#include <stdlib.h>
#include <string.h>

#include "action/dst_values.h"
#include "action/voice.h"
#include "equiv_parts.h"
#include "base/fail.h"

/* ---- A block: the inputs of one pass ---- */

bool equiv_block_new(struct equiv_block *block, const struct equiv_plan *plan)
{
    const size_t count = plan->slots;

    *block = (struct equiv_block){
        .x = calloc(count, sizeof *block->x), .y = calloc(count, sizeof *block->y),
        .values = calloc(2 * count, sizeof *block->values), .tried = calloc(count, sizeof *block->tried),
        .none = calloc(count, sizeof *block->none)};
    return block->x && block->y && block->values && block->tried && block->none;
}

void equiv_block_free(struct equiv_block *block)
{
    free(block->x);
    free(block->y);
    free(block->values);
    free(block->tried);
    free(block->none);
}

/* Converts inputs to Dst's format, and leaves out inputs that the format lacks. */
static void convert_operand(struct equiv_block *block, const struct equiv_plan *plan, const uint32_t *bits,
                            size_t count, uint32_t *values)
{
    values_convert(plan->o->input.in, plan->o->input.dst, bits, count, values);
    if (!values_lack(plan->o->input.in, plan->o->input.dst))
        return;
    values_none(plan->o->input.dst, bits, count, block->none);
    for (size_t i = 0; i < count; i++)
        block->tried[i] &= !block->none[i];
}

/* Gives slots that are left out the values of slot `like`, and counts the tried slots. */
static void fill_left_out_slots(struct equiv_block *block, const struct equiv_plan *plan, size_t like)
{
    const bool two = plan->inputs.operands > 1;

    for (size_t i = 0; i < plan->slots; i++) {
        block->count += block->tried[i];
        if (block->tried[i])
            continue;
        block->values[i] = block->values[like];
        if (two)
            block->values[plan->slots + i] = block->values[plan->slots + like];
    }
}

void equiv_block_fill(struct equiv_block *block, const struct equiv_plan *plan, uint64_t first, uint64_t end)
{
    const size_t count = end - first < plan->slots ? (size_t)(end - first) : plan->slots;
    size_t like = 0;

    block->first = first;
    block->count = 0;
    memset(block->tried, false, plan->slots);
    memset(block->tried, true, count);
    inputs_take(&plan->inputs, first, count, block->x, block->y);
    convert_operand(block, plan, block->x, count, block->values);
    if (plan->inputs.operands > 1)
        convert_operand(block, plan, block->y, count, block->values + plan->slots);
    if (plan->ranged)
        inputs_keep(plan->in, &plan->range, block->x, count, block->tried);
    while (like < count && !block->tried[like])
        like++;
    if (like < count)
        fill_left_out_slots(block, plan, like);
}

/* ---- Workers ---- */

struct equiv_worker {
    const struct equiv_plan *plan;
    sfpu_machine *m[EQUIV_KERNELS];
    sfpu_batch *batch[EQUIV_KERNELS];
    struct equiv_block block;
    uint32_t *got[EQUIV_KERNELS];
    uint64_t *counted; /* by slot: number of the block in which the slot's input was last counted as different, plus
                        * 1 */
};

/* ---- Making a worker ---- */

static int open_worker_kernel(struct equiv_worker *w, unsigned kernel)
{
    const struct equiv_plan *plan = w->plan;
    const sfpu_machine *like = plan->m[kernel];
    const struct sfpu_options options = {.size = sizeof options, .arch = sfpu_machine_arch(like)};
    const struct sfpu_cells in = equiv_in_cells(plan), out = equiv_out_cells(plan);
    sfpu_machine **m = &w->m[kernel];
    int status;

    if (sfpu_open(&options, m) != SFPU_OK)
        return complain_no_memory();
    if (sfpu_load_words(*m, sfpu_words(like), sfpu_word_count(like)) != SFPU_OK)
        return complain_for(*m, NULL);
    if ((status = probe_begin(&plan->o->machine[kernel], like, *m, plan->o->input.dst)))
        return status;
    if (sfpu_batch_open(*m, &in, &out, &w->batch[kernel]) != SFPU_OK)
        return complain_for(*m, plan->o->kernel[kernel]);
    return 0;
}

static int open_equiv_worker(struct equiv_worker *w)
{
    bool room = equiv_block_new(&w->block, w->plan);
    int status = 0;

    w->counted = calloc(w->plan->slots, sizeof *w->counted);
    for (unsigned k = 0; k < EQUIV_KERNELS; k++) {
        w->got[k] = calloc(w->plan->compared, sizeof *w->got[k]);
        room &= w->got[k] != NULL;
    }
    if (!room || !w->counted)
        return complain_no_memory();
    for (unsigned k = 0; !status && k < EQUIV_KERNELS; k++)
        status = open_worker_kernel(w, k);
    return status;
}

struct equiv_worker *equiv_worker_new(const struct equiv_plan *plan)
{
    struct equiv_worker *w = calloc(1, sizeof *w);

    if (!w) {
        complain_no_memory();
        return NULL;
    }
    w->plan = plan;
    if (open_equiv_worker(w) == 0)
        return w;
    equiv_worker_free(w);
    return NULL;
}

void equiv_worker_free(struct equiv_worker *w)
{
    if (!w)
        return;
    for (unsigned k = 0; k < EQUIV_KERNELS; k++) {
        sfpu_batch_close(w->batch[k]);
        sfpu_close(w->m[k]);
        free(w->got[k]);
    }
    equiv_block_free(&w->block);
    free(w->counted);
    free(w);
}

const char *equiv_worker_in_full(const struct equiv_worker *w, unsigned kernel)
{
    return sfpu_batch_in_full(w->batch[kernel]);
}

/* ---- Differences ---- */

static bool is_nan_magnitude(const struct number_format *f, uint32_t magnitude)
{
    const uint32_t infinity = ((UINT32_C(1) << (f->bits - 1)) - 1) >> f->mantissa_bits << f->mantissa_bits;

    return f->mantissa_bits && magnitude > infinity;
}

/* Returns a value's position in the format's order. Zeros of both signs share a position. */
static int64_t rank_value(const struct number_format *f, uint32_t bits)
{
    const uint32_t sign = UINT32_C(1) << (f->bits - 1);

    if (f->mantissa_bits)
        return bits & sign ? -(int64_t)(bits ^ sign) : (int64_t)bits;
    return f->is_signed && bits & sign ? (int64_t)bits - 2 * (int64_t)sign : (int64_t)bits;
}

static bool is_nan_value(const struct number_format *f, uint32_t bits)
{
    return is_nan_magnitude(f, bits & UINT32_MAX >> (33 - f->bits));
}

static uint64_t count_steps_apart(const struct number_format *f, uint32_t a, uint32_t b)
{
    const bool a_is_nan = is_nan_value(f, a), b_is_nan = is_nan_value(f, b);
    const int64_t steps = rank_value(f, a) - rank_value(f, b);

    if (a_is_nan != b_is_nan)
        return EQUIV_NAN_APART;
    return a_is_nan ? 0 : (uint64_t)(steps < 0 ? -steps : steps);
}

/* Returns whether the difference counts as equality under --ulp or --nan=any. */
static bool is_tolerated(const struct equiv_plan *plan, const struct equiv_difference *d)
{
    if (d->apart == EQUIV_NAN_APART)
        return false;
    if (is_nan_value(plan->out, d->got[0]))
        return plan->o->any_nan;
    return plan->o->has_ulp && d->apart <= plan->o->ulp;
}

/* Keeps the difference as the first or the worst, if it is. Cells without a slot carry the number of the block's
 * first input, so numbers may decrease within a block; later blocks have greater numbers. */
static void keep_difference(struct equiv_tally *tally, const struct equiv_difference *d)
{
    if (!tally->cells || d->number < tally->first.number)
        tally->first = *d;
    if (!tally->cells || d->apart > tally->worst.apart
        || (d->apart == tally->worst.apart && d->number < tally->worst.number))
        tally->worst = *d;
}

void equiv_tally_add(struct equiv_tally *tally, const struct equiv_tally *behind)
{
    tally->inputs += behind->inputs;
    tally->tolerated += behind->tolerated;
    if (!behind->cells)
        return;
    if (!tally->cells)
        tally->first = behind->first;
    if (!tally->cells || behind->worst.apart > tally->worst.apart)
        tally->worst = behind->worst;
    tally->different += behind->different;
    tally->cells += behind->cells;
}

static void add_cell_difference(struct equiv_worker *w, size_t i, struct equiv_tally *tally)
{
    const struct equiv_block *block = &w->block;
    const uint32_t slot = w->plan->owner[i];
    struct equiv_difference d = {.number = block->first, .block = block->first, .index = i,
                                 .got = {w->got[0][i], w->got[1][i]},
                                 .apart = count_steps_apart(w->plan->out, w->got[0][i], w->got[1][i])};

    if (slot != EQUIV_NO_SLOT && !block->tried[slot])
        return;
    if (is_tolerated(w->plan, &d)) {
        tally->tolerated++;
        return;
    }
    if (slot != EQUIV_NO_SLOT) {
        d.owned = true;
        d.number += slot;
        d.x = block->x[slot];
        d.y = block->y[slot];
        tally->different += w->counted[slot] != block->first + 1;
        w->counted[slot] = block->first + 1;
    }
    keep_difference(tally, &d);
    tally->cells++;
}

/* ---- Blocks ---- */

static bool run_block(struct equiv_worker *w, struct equiv_tally *tally, char **failed)
{
    const size_t compared = w->plan->compared;

    for (unsigned k = 0; k < EQUIV_KERNELS; k++)
        if (sfpu_batch_run(w->batch[k], w->block.values, w->got[k]) != SFPU_OK)
            return fail_with(failed, "%s: %s", w->plan->o->kernel[k], sfpu_error(w->m[k]));
    tally->inputs += w->block.count;
    if (memcmp(w->got[0], w->got[1], compared * sizeof *w->got[0]) == 0)
        return true;
    for (size_t i = 0; i < compared; i++)
        if (w->got[0][i] != w->got[1][i])
            add_cell_difference(w, i, tally);
    return true;
}

bool equiv_work(struct equiv_worker *w, uint64_t first, uint64_t end, struct equiv_tally *tally, char **failed)
{
    *tally = (struct equiv_tally){0};
    for (uint64_t at = first; at < end; at += w->plan->slots) {
        equiv_block_fill(&w->block, w->plan, at, end);
        if (w->block.count && !run_block(w, tally, failed))
            return false;
    }
    return true;
}
