/* A block of sfpsim equiv: the inputs of a pass. */
#include "equiv_work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "values.h"

bool equiv_block_new(struct equiv_block *block, const struct equiv_plan *plan)
{
    const size_t count = plan->slots;

    *block = (struct equiv_block){
        .x = calloc(count, sizeof *block->x), .y = calloc(count, sizeof *block->y),
        .values = calloc(2 * count, sizeof *block->values), .skipped = calloc(2 * count, sizeof *block->skipped)};
    return block->x && block->y && block->values && block->skipped;
}

void equiv_block_free(struct equiv_block *block)
{
    free(block->x);
    free(block->y);
    free(block->values);
    free(block->skipped);
}

/* What is not in --range, unless that has no ends. */
static void leave_out(struct equiv_block *block, const struct equiv_plan *plan, size_t count)
{
    const struct equiv_options *o = plan->o;

    if (isinf(o->low) && isinf(o->high))
        return;
    for (size_t i = 0; i < count; i++)
        block->skipped[i] |= !equiv_in_range(plan, block->x[i]);
}

/* What Dst has no such value for is skipped. */
static void convert(struct equiv_block *block, const struct equiv_plan *plan, size_t count)
{
    const struct equiv_options *o = plan->o;
    bool *none = block->skipped + plan->slots;

    values_convert(o->in, o->dst, block->x, count, block->values, block->skipped);
    if (plan->inputs.operands == 1)
        return;
    values_convert(o->in, o->dst, block->y, count, block->values + plan->slots, none);
    for (size_t i = 0; i < count; i++)
        block->skipped[i] |= none[i];
}

static void give_slot(struct equiv_block *block, const struct equiv_plan *plan, size_t to, size_t from)
{
    block->values[to] = block->values[from];
    if (plan->inputs.operands > 1)
        block->values[plan->slots + to] = block->values[plan->slots + from];
}

void equiv_block_fill(struct equiv_block *block, const struct equiv_plan *plan, uint64_t first, uint64_t end)
{
    const size_t count = end - first < plan->slots ? (size_t)(end - first) : plan->slots;
    size_t like = 0;

    block->first = first;
    inputs_take(&plan->inputs, first, count, block->x, block->y);
    convert(block, plan, count);
    leave_out(block, plan, count);
    memset(block->skipped + count, true, plan->slots - count);
    while (like < count && block->skipped[like])
        like++;
    block->tried = plan->slots;
    if (like == count)
        block->tried = 0;
    for (size_t i = 0; block->tried && i < plan->slots; i++)
        if (block->skipped[i]) {
            give_slot(block, plan, i, like);
            block->tried--;
        }
}
