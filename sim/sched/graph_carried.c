/*
 * Carried LRegs. What the iteration finds in such an LReg is a value without a maker, its entry; what the iteration
 * leaves there is an ordinary value, its exit, and the next iteration's entry.
 */
#include "graph_parts.h"

static uint32_t get_lreg_bit(unsigned lreg)
{
    return UINT32_C(1) << lreg;
}

const struct graph_carried *graph_carried_entry(const struct graph *g, int16_t value)
{
    for (unsigned i = 0; i < g->carried_count && value != GRAPH_NONE; i++)
        if (g->carried[i].entry == value)
            return &g->carried[i];
    return NULL;
}

const struct graph_carried *graph_carried_exit(const struct graph *g, int16_t value)
{
    for (unsigned i = 0; i < g->carried_count && value != GRAPH_NONE; i++)
        if (g->carried[i].exit == value)
            return &g->carried[i];
    return NULL;
}

uint32_t graph_carried_lregs(const struct graph *g)
{
    uint32_t lregs = 0;

    for (unsigned i = 0; i < g->carried_count; i++)
        lregs |= get_lreg_bit(g->carried[i].lreg);
    return lregs;
}

void graph_settle_entries(struct graph *g)
{
    for (struct graph_operation *o = g->operations; o < g->operations + g->count; o++)
        for (unsigned source = 0; source < o->source_count; source++) {
            const struct graph_carried *carried = graph_carried_entry(g, o->sources[source].value);

            if (carried)
                o->sources[source].lreg = carried->lreg;
        }
}
