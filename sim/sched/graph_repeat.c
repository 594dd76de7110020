/* Joins several iterations into one. */
#include "graph_parts.h"

#include "base/array.h"

/* Returns a value's copy in iteration n. An entry is the exit of the iteration before. */
static int16_t copy_value(const struct graph *g, int16_t value, unsigned n, int16_t values)
{
    const struct graph_carried *carried = n > 0 ? graph_carried_entry(g, value) : NULL;

    if (carried)
        return (int16_t)(carried->exit + (int)(n - 1) * values);
    return value == GRAPH_NONE ? GRAPH_NONE : (int16_t)(value + (int)n * values);
}

/* Returns the operation's copy in iteration n, with that iteration's values, region and address. */
static struct graph_operation copy_to_iteration(const struct graph *g, struct graph_operation o, unsigned n,
                                                size_t regions)
{
    for (unsigned source = 0; source < o.source_count; source++)
        o.sources[source].value = copy_value(g, o.sources[source].value, n, g->values);
    for (unsigned result = 0; result < GRAPH_RESULTS; result++)
        o.results[result].value = copy_value(g, o.results[result].value, n, g->values);
    if (o.region != GRAPH_NONE)
        o.region = (int16_t)(o.region + (int)(n * regions));
    if (graph_is_load(&o) || graph_is_store(&o))
        o.address += (int32_t)n * g->rows;
    o.iteration = (uint8_t)n;
    return o;
}

/* Returns the number of a region's copy in iteration n. */
static int16_t renumber_copy(int16_t region, unsigned n, size_t regions)
{
    return region == GRAPH_NONE ? GRAPH_NONE : (int16_t)(region + (int)(n * regions));
}

static bool repeat_regions(struct graph *g, unsigned n, size_t count, size_t regions)
{
    for (size_t region = 0; region < regions; region++) {
        if (!array_room(&g->regions, g->region_count, &g->region_room, sizeof *g->regions))
            return false;
        g->regions[g->region_count++] = (struct graph_region){
            .opens = (uint16_t)(g->regions[region].opens + n * count),
            .closes = (uint16_t)(g->regions[region].closes + n * count),
            .lanes = renumber_copy(g->regions[region].lanes, n, regions),
            .outer = renumber_copy(g->regions[region].outer, n, regions),
            .complement = renumber_copy(g->regions[region].complement, n, regions),
        };
    }
    return true;
}

bool graph_repeat(struct graph *g, unsigned count)
{
    const size_t operations = g->count, regions = g->region_count;

    for (unsigned n = 1; n < count; n++) {
        for (size_t i = 0; i < operations; i++) {
            const struct graph_operation o = copy_to_iteration(g, g->operations[i], n, regions);

            if (!graph_add(g, &o))
                return false;
        }
        if (!repeat_regions(g, n, operations, regions))
            return false;
    }
    for (unsigned i = 0; i < g->carried_count; i++)
        g->carried[i].exit = (int16_t)(g->carried[i].exit + (int)(count - 1) * g->values);
    g->values = (int16_t)(g->values * (int)count);
    g->rows *= (int32_t)count;
    g->iterations *= count;
    return true;
}
