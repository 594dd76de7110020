/* A block of sfpsim equiv: the inputs of a pass. */
#include "equiv_work.h"

#include <stdlib.h>
#include <string.h>

#include "base/dst_values.h"

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

/* Leaves out what Dst has no such value for. */
static void convert(struct equiv_block *block, const struct equiv_plan *plan, const uint32_t *bits, size_t count,
                    uint32_t *values)
{
    values_convert(plan->o->input.in, plan->o->input.dst, bits, count, values);
    if (!values_lack(plan->o->input.in, plan->o->input.dst))
        return;
    values_none(plan->o->input.dst, bits, count, block->none);
    for (size_t i = 0; i < count; i++)
        block->tried[i] &= !block->none[i];
}

/* Has the slots that are left out go like `like`, and counts the others. */
static void fill_up(struct equiv_block *block, const struct equiv_plan *plan, size_t like)
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
    convert(block, plan, block->x, count, block->values);
    if (plan->inputs.operands > 1)
        convert(block, plan, block->y, count, block->values + plan->slots);
    if (plan->ranged)
        inputs_keep(plan->in, &plan->range, block->x, count, block->tried);
    while (like < count && !block->tried[like])
        like++;
    if (like < count)
        fill_up(block, plan, like);
}
