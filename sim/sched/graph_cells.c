/* Decides which loads and stores share cells of Dst. */
#include "graph_parts.h"

#include "isa/modes.h"

/* Compares cells. Bit 0 of an address has no effect (sfpu-dst(7), Addresses). */
static bool is_same_cell(int32_t a, int32_t b)
{
    return (a & SFP_COUNTER_MASK) >> 1 == (b & SFP_COUNTER_MASK) >> 1;
}

/* Width of a cell: 16 bits, 32 bits, or as configured. */
enum width { NARROW, WIDE, CONFIGURED };

static enum width find_cell_width(const struct graph_operation *o)
{
    const uint32_t wide = graph_is_load(o) ? SFP_WIDE_LOADS : SFP_WIDE_STORES;

    return o->mode == SFP_FMT_SRCB ? CONFIGURED : wide >> o->mode & 1 ? WIDE : NARROW;
}

/* Can a 16-bit cell be half of a 32-bit cell whose row is `apart` rows lower? The 16-bit cell's row must be A32 of
 * the other row, or 8 more, for some row in which the iteration may begin (sfpu-dst(7), STORAGE; with remap_addrs
 * and swizzle_32b off). */
static bool can_be_half(const struct graph *g, int32_t apart)
{
    enum { ROWS = 8, WIDE_ROWS = (SFP_COUNTER_MASK + 1) / 2 };

    return !g->dst_16bit_view && apart % ROWS == 0 && (apart & SFP_COUNTER_MASK) < WIDE_ROWS;
}

bool graph_share_cells(const struct graph *g, const struct graph_operation *a, const struct graph_operation *b,
                       int32_t rows)
{
    const int32_t apart = (b->address & ~1) + rows - (a->address & ~1);

    if (is_same_cell(a->address, b->address + rows))
        return true;
    return find_cell_width(a) != find_cell_width(b) && ((find_cell_width(a) != NARROW && can_be_half(g, apart)) ||
                                                        (find_cell_width(b) != NARROW && can_be_half(g, -apart)));
}

uint16_t graph_stores_before(const struct graph *g, const struct graph_operation *o)
{
    uint16_t stores = 0;

    for (size_t i = 0; i < g->count; i++)
        stores = (uint16_t)(stores + (graph_is_store(&g->operations[i]) &&
                                      graph_share_cells(g, &g->operations[i], o, 0)));
    return stores;
}

/* A load whose value nobody reads, present only to schedule other operations, has no effect and may be in any place. */
static bool is_access_observed(const struct graph *g, const struct graph_operation *o)
{
    return graph_is_store(o) || (graph_is_load(o) && graph_is_read(g, o->results[0].value));
}

bool graph_keeps_order(const struct graph *g, const struct graph_operation *a, const struct graph_operation *b,
                       int32_t rows)
{
    return (graph_is_store(a) || graph_is_store(b)) && graph_share_cells(g, a, b, rows) && is_access_observed(g, a) &&
           is_access_observed(g, b);
}

bool graph_comes_first(const struct graph_operation *a, const struct graph_operation *b)
{
    if (a->iteration != b->iteration)
        return a->iteration < b->iteration;
    if (!is_same_cell(a->address, b->address) || find_cell_width(a) != find_cell_width(b))
        return a->at < b->at;
    return graph_is_load(a) ? a->version <= b->version : a->version < b->version;
}

/* Does `o` in one iteration reach a cell of `store` in another? */
static bool meets_other_iteration(const struct building *b, const struct graph_operation *store,
                                  const struct graph_operation *o)
{
    const int32_t rows = b->graph->rows;

    if (rows == 0)
        return b->body->iterations > 1 && is_same_cell(o->address, store->address) && graph_is_load(o) &&
               o->version == 0;
    for (size_t later = 1; later < b->body->iterations && later <= SFP_COUNTER_MASK; later++)
        if (is_same_cell(o->address + (int32_t)later * rows, store->address) ||
            is_same_cell(o->address, store->address + (int32_t)later * rows))
            return true;
    return false;
}

bool graph_keeps_cells_apart(struct building *b)
{
    const struct graph *g = b->graph;

    for (const struct graph_operation *s = g->operations; s < g->operations + g->count; s++)
        for (const struct graph_operation *o = g->operations; o < g->operations + g->count; o++)
            if (graph_is_store(s) && graph_reaches_dst(o) && meets_other_iteration(b, s, o)) {
                b->at = o->at;
                return graph_refuse(b, REFUSAL_CARRIED_CELLS, NULL);
            }
    return true;
}
