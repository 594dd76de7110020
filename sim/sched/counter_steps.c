/* Steps of the counter of Dst: the operations that step it, their addresses and their address modifiers. */
#include "counter_steps.h"

#include "print_names.h"

/* ---- Address modifiers ---- */

static bool adds_rows(const struct graph *g, unsigned modifier, int32_t rows)
{
    return g->addrmods[modifier].known && g->addrmods[modifier].rows == rows;
}

unsigned counter_modifier(const struct graph *g, int32_t rows)
{
    unsigned i = 0, named[MODIFIERS_NAMED];

    named_modifiers(g->arch, named);
    for (unsigned n = 0; n < MODIFIERS_NAMED; n++)
        if (adds_rows(g, named[n], rows))
            return named[n];
    while (i + 1 < sizeof g->addrmods / sizeof g->addrmods[0] && !adds_rows(g, i, rows))
        i++;
    return i;
}

unsigned counter_steps_needed(const struct graph *g)
{
    for (int32_t loads = 1; loads <= g->rows; loads++)
        if (g->rows % loads == 0)
            for (size_t i = 0; i < sizeof g->addrmods / sizeof g->addrmods[0]; i++)
                if (g->addrmods[i].known && g->addrmods[i].rows == g->rows / loads)
                    return (unsigned)loads;
    return 0;
}

int32_t counter_steps_rows(const struct counter_steps *steps)
{
    return steps->count > 0 ? steps->answer->graph->rows / (int32_t)steps->count : 0;
}

/* ---- Operations ---- */

/* Returns whether stores can step the counter: in an order, and in a table without loads. */
static bool can_stores_step(const struct counter_steps *steps)
{
    for (size_t i = 0; i < steps->answer->graph->count && !steps->in_order; i++)
        if (steps->answer->operations[i].present && graph_is_load(&steps->answer->graph->operations[i]))
            return false;
    return true;
}

static bool can_step_counter(const struct counter_steps *steps, size_t i)
{
    const struct graph_operation *o = &steps->answer->graph->operations[i];

    return steps->answer->operations[i].present && (graph_is_load(o) || (can_stores_step(steps) && graph_is_store(o)));
}

/* Counts the operations after this one that can step the counter. */
static unsigned count_steppers_after(const struct counter_steps *steps, size_t operation)
{
    const struct answer *a = steps->answer;
    unsigned behind = 0;

    for (size_t i = 0; i < a->graph->count; i++)
        behind += can_step_counter(steps, i) && a->operations[i].row > a->operations[operation].row;
    return behind;
}

bool counter_steps_by(const struct counter_steps *steps, size_t operation)
{
    return can_step_counter(steps, operation) && count_steppers_after(steps, operation) < steps->count;
}

int32_t counter_steps_address(const struct counter_steps *steps, size_t operation)
{
    const unsigned behind = count_steppers_after(steps, operation);
    const int32_t own = steps->answer->graph->operations[operation].address;

    return steps->in_order && behind + 1 < steps->count
               ? own - (int32_t)(steps->count - 1 - behind) * counter_steps_rows(steps)
               : own;
}
