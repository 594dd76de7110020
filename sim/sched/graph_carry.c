/* Notes carried LRegs while the graph is built: those that the words of an iteration, or the code after the loop, read
 * as another iteration leaves them. */
#include "graph_parts.h"

bool graph_ask_carried(struct building *b, unsigned lreg)
{
    const unsigned home = b->held[lreg].home;

    if (!(b->set_before >> home & 1))
        return graph_refuse_lreg(b, REFUSAL_NEVER_SET, lreg);
    b->asked |= UINT32_C(1) << home;
    *b->error = NULL;
    return false;
}

void graph_begin_carried(struct building *b)
{
    struct graph *g = b->graph;

    for (unsigned lreg = 0; lreg < GRAPH_LREGS; lreg++)
        if (b->carried >> lreg & 1) {
            b->held[lreg].value = g->values;
            g->carried[g->carried_count++] = (struct graph_carried){
                .lreg = (uint8_t)lreg, .entry = g->values++, .exit = GRAPH_NONE};
        }
}

/* Makes a carried LReg that keeps its entry an LReg with a constant. */
static void keep_as_constant(struct graph *g, unsigned i)
{
    g->kept |= UINT32_C(1) << g->carried[i].lreg;
    graph_rename(g, g->carried[i].entry, GRAPH_NONE);
    g->carried[i] = g->carried[--g->carried_count];
}

/* Returns whether the iteration has set the whole register: all lanes, and both halves. */
static bool is_set(const struct held *held)
{
    return held->value != GRAPH_NONE && held->lanes == GRAPH_NONE && !held->lacks_low && !held->lacks_high;
}

bool graph_end_carried(struct building *b)
{
    struct graph *g = b->graph;

    for (unsigned i = g->carried_count; i-- > 0;) {
        if (!is_set(&b->held[g->carried[i].lreg])) /* an exchange has brought another LReg's contents */
            return graph_ask_carried(b, g->carried[i].lreg);
        g->carried[i].exit = b->held[g->carried[i].lreg].value;
        if (g->carried[i].exit == g->carried[i].entry)
            keep_as_constant(g, i);
    }
    return true;
}

bool graph_leave_value(struct building *b, unsigned lreg)
{
    struct graph *g = b->graph;
    const struct held *held = &b->held[lreg];

    for (unsigned i = 0; i < g->carried_count; i++)
        if (g->carried[i].lreg == lreg)
            return g->carried[i].read_after = true;
    if (g->kept >> lreg & 1)
        return true;
    if (!is_set(held))
        return graph_ask_carried(b, lreg);
    g->carried[g->carried_count++] =
        (struct graph_carried){.lreg = (uint8_t)lreg, .read_after = true, .entry = GRAPH_NONE, .exit = held->value};
    return true;
}

void graph_drop_unread_carried(struct graph *g)
{
    unsigned left = 0;

    for (unsigned i = 0; i < g->carried_count; i++)
        if (g->carried[i].read_after || graph_is_read(g, g->carried[i].entry))
            g->carried[left++] = g->carried[i];
    g->carried_count = (uint8_t)left;
}
