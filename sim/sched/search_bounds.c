/* Bounds of a search, by counting: the floor of the period, and the rows of the tables. */
#include "carried_bound.h"
#include "period_search.h"

/* Does `other` make the value of `o`? */
static bool makes_same_value(const struct graph_operation *o, const struct graph_operation *other)
{
    return o->results[0].value != GRAPH_NONE &&
           (other->results[0].value == o->results[0].value || other->results[1].value == o->results[0].value);
}

/* Is the operation the first way to its value, or the only one? */
static bool is_first_way(const struct graph *g, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (makes_same_value(&g->operations[i], &g->operations[k]))
            return false;
    return true;
}

static bool names_value(const struct graph_operation *o, int16_t value)
{
    for (unsigned source = 0; source < o->source_count; source++)
        if (value != GRAPH_NONE && o->sources[source].value == value)
            return true;
    return false;
}

/* Does the operation read the value, from a register, or by a load after a store? */
static bool reads_value_or_stored(const struct graph *g, const struct graph_operation *o, int16_t value)
{
    for (const struct graph_operation *store = g->operations; store < g->operations + g->count; store++)
        if (graph_finds(o, store) && names_value(store, value))
            return true;
    return names_value(o, value);
}

/* Do all ways to make operation k's value read operation i's value? */
static bool all_ways_read(const struct graph *g, size_t i, size_t k)
{
    const int16_t value = g->operations[i].results[0].value;

    for (size_t way = 0; way < g->count; way++)
        if (makes_same_value(&g->operations[k], &g->operations[way]) &&
            !reads_value_or_stored(g, &g->operations[way], value))
            return false;
    return reads_value_or_stored(g, &g->operations[k], value) &&
           !makes_same_value(&g->operations[i], &g->operations[k]);
}

/* Must every table have operation i, or another way to its value? Judged by its readers, later in the list. */
static bool is_needed(const struct graph *g, size_t i)
{
    for (size_t k = i + 1; k < g->count && g->operations[i].optional; k++)
        if (all_ways_read(g, i, k) && is_needed(g, k))
            return true;
    return !g->operations[i].optional || graph_carried_exit(g, g->operations[i].results[0].value);
}

/* Returns the sub-units that can make operation i's value, a bit each, and in *cycles the fewest cycles that they
 * need. */
static uint32_t find_units_for(const struct graph *g, size_t i, unsigned *cycles)
{
    uint32_t units = 0;

    *cycles = 2;
    for (size_t k = 0; k < g->count; k++)
        if (k == i || (makes_same_value(&g->operations[i], &g->operations[k]) &&
                       !reads_value_or_stored(g, &g->operations[k], g->operations[i].results[0].value))) {
            units |= UINT32_C(1) << g->operations[k].unit;
            if (!model_reads_late(&g->operations[k]))
                *cycles = 1;
        }
    return units;
}

/* Counts cycles of work: in units[] the work for one sub-unit only, in *arithmetic the work for Simple or Round
 * only, in *issued the work of a thread without macros. */
static void count_unit_work(const struct graph *g, unsigned units[SFP_UNITS], unsigned *arithmetic, unsigned *issued)
{
    const uint32_t both = UINT32_C(1) << SFP_UNIT_SIMPLE | UINT32_C(1) << SFP_UNIT_ROUND;

    for (size_t i = 0; i < g->count; i++) {
        unsigned cycles;
        const uint32_t can = find_units_for(g, i, &cycles);

        if (!is_first_way(g, i) || !is_needed(g, i))
            continue;
        if (can == UINT32_C(1) << g->operations[i].unit)
            units[g->operations[i].unit] += cycles;
        if ((can & ~both) == 0)
            *arithmetic += cycles;
        *issued += cycles;
    }
}

/* Returns the cycles that `iterations` iterations need, by the work of sub-units and of the thread. */
static unsigned find_floor_of_work(const struct graph *g, unsigned iterations, bool no_macros, const char **what)
{
    static const char *const names[SFP_UNITS] = {[SFP_UNIT_SIMPLE] = "Simple", [SFP_UNIT_MAD] = "MAD",
                                                 [SFP_UNIT_ROUND] = "Round", [SFP_UNIT_STORE] = "Store",
                                                 [SFP_UNIT_LOAD] = "Load"};
    unsigned units[SFP_UNITS] = {0}, arithmetic = 0, issued = 0, floor = 0;

    count_unit_work(g, units, &arithmetic, &issued);
    for (unsigned unit = SFP_UNIT_SIMPLE; unit < SFP_UNITS; unit++)
        if (iterations * units[unit] > floor) {
            floor = iterations * units[unit];
            *what = names[unit];
        }
    if (no_macros && issued > 0) {
        *what = "the thread";
        return iterations * issued;
    }
    arithmetic = (iterations * arithmetic + 1) / 2;
    if (arithmetic > floor)
        *what = "Simple and Round";
    if (floor == 0)
        *what = "an iteration";
    return arithmetic > floor ? arithmetic : floor ? floor : 1;
}

unsigned search_floor(const struct graph *g, unsigned iterations, bool no_macros, const char **what)
{
    const unsigned work = find_floor_of_work(g, iterations, no_macros, what);
    const unsigned carried = carried_bound(g, iterations, NULL);

    if (carried > work)
        *what = "a carried value";
    return carried > work ? carried : work;
}

/* Returns the sum of the first makers' latencies plus some slack, within the model's rows. */
unsigned search_rows(const struct graph *g)
{
    enum { SLACK = 4, LEAST = 8 };
    unsigned rows = SLACK, most = MODEL_ROWS - SLACK;

    for (size_t i = 0; i < g->count; i++)
        if (is_first_way(g, i) && !(g->operations[i].rewrite && graph_is_load(&g->operations[i])))
            rows += g->operations[i].latency;
    return rows < LEAST ? LEAST : rows > most ? most : rows;
}

unsigned search_rows_of(const struct graph *g, const struct search_wants *wants, unsigned period)
{
    const unsigned rows = search_rows(g), pinned = wants->pinned ? wants->pinned->rows : 0;

    if (wants->in_order)
        return period < MODEL_ROWS ? period : MODEL_ROWS;
    return pinned > rows ? pinned : rows;
}
