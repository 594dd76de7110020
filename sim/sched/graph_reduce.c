/* Removes useless parts of a graph. */
#include "graph_parts.h"

#include <stdlib.h>
#include <string.h>

/* ---- Unused operations ---- */

/* Returns whether an operation other than the maker of the exit reads the entry. */
static bool is_entry_used(const struct graph *g, const bool *gone, const struct graph_carried *carried)
{
    for (size_t i = 0; i < g->count; i++)
        for (unsigned source = 0; !gone[i] && source < g->operations[i].source_count; source++)
            if (carried->entry != GRAPH_NONE && g->operations[i].sources[source].value == carried->entry &&
                g->operations[i].results[0].value != carried->exit)
                return true;
    return false;
}

static void mark_used_exits(const struct graph *g, const bool *gone, bool *used)
{
    for (unsigned i = 0; i < g->carried_count; i++)
        if (g->carried[i].read_after || is_entry_used(g, gone, &g->carried[i]))
            used[g->carried[i].exit] = true;
}

static void mark_used_values(const struct graph *g, const bool *gone, bool *used)
{
    for (int16_t v = 0; v < g->values; v++)
        used[v] = false;
    for (size_t i = 0; i < g->count; i++)
        for (unsigned source = 0; !gone[i] && source < g->operations[i].source_count; source++) {
            const int16_t value = g->operations[i].sources[source].value;

            if (value != GRAPH_NONE && value != g->operations[i].results[0].value) /* not by a move to itself */
                used[value] = true;
        }
    mark_used_exits(g, gone, used);
}

static bool is_operation_used(const struct graph_operation *o, const bool *used)
{
    if (graph_is_store(o) || o->changes_flags || o->insn->id == SFP_I_SFPPUSHC)
        return true;
    for (unsigned result = 0; result < GRAPH_RESULTS; result++)
        if (o->results[result].value != GRAPH_NONE && used[o->results[result].value])
            return true;
    return false;
}

/* ---- Flags set for nothing ---- */

/* Returns the chain's last region. In a chain, a region opens where the previous one closes, without SFPENCC in
 * between. */
static size_t find_chain_end(const struct graph *g, size_t region)
{
    while (region + 1 < g->region_count && g->regions[region + 1].opens == g->regions[region].closes)
        region++;
    return region;
}

/* Does a remaining operation in the region store, or make a value? */
static bool has_work_in(const struct graph *g, const bool *gone, int16_t region)
{
    for (size_t i = 0; i < g->count; i++)
        if (!gone[i] && g->operations[i].region == region &&
            (graph_is_store(&g->operations[i]) || g->operations[i].results[0].value != GRAPH_NONE ||
             g->operations[i].results[1].value != GRAPH_NONE))
            return true;
    return false;
}

/* Marks the chain of regions from `first` to `last` as gone if nothing works in it, and its opening operation has no
 * result in use. Returns whether the chain is newly marked. */
static bool mark_useless_chain(const struct graph *g, bool *gone, const bool *used, size_t first, size_t last)
{
    const int16_t result = g->operations[g->regions[first].opens].results[0].value;

    if (gone[g->regions[last].closes] || (result != GRAPH_NONE && used[result]))
        return false;
    for (size_t region = first; region <= last; region++)
        if (has_work_in(g, gone, (int16_t)region))
            return false;
    gone[g->regions[first].opens] = true;
    for (size_t region = first; region <= last; region++)
        gone[g->regions[region].closes] = true;
    for (size_t i = 0; i < g->count; i++) /* SFPPUSHC and SFPPOPC inside the chain */
        if (g->operations[i].region >= (int16_t)first && g->operations[i].region <= (int16_t)last)
            gone[i] = true;
    return true;
}

static void mark_unused(const struct graph *g, bool *gone, bool *used)
{
    bool more = true;

    while (more) {
        more = false;
        mark_used_values(g, gone, used);
        for (size_t i = 0; i < g->count; i++)
            if (!gone[i] && !is_operation_used(&g->operations[i], used))
                more = gone[i] = true;
        for (size_t region = 0, last; region < g->region_count; region = last + 1) {
            last = find_chain_end(g, region);
            more |= mark_useless_chain(g, gone, used, region, last);
        }
    }
}

/* ---- Empty regions at the end of a chain ---- */

/* Drops the chain's last region: the previous region then closes where the last one did. */
static void drop_last_region(struct graph *g, bool *gone, size_t region)
{
    struct graph_region *last = &g->regions[region], *before = &g->regions[region - 1];

    gone[last->opens] = true;
    g->operations[last->closes].region = (int16_t)(region - 1);
    before->closes = last->closes;
    last->closes = last->opens;
}

/* Returns the SFPPUSHC that belongs to the SFPPOPC `pop`, or `pop` itself if an SFPCOMPC between them reads the
 * pushed flags. */
static size_t find_push_of(const struct graph *g, const bool *gone, size_t pop)
{
    unsigned depth = 0;

    for (size_t i = pop; i-- > 0;) {
        const enum sfp_id id = gone[i] ? SFP_I_SFPNOP : g->operations[i].insn->id;

        if (id == SFP_I_SFPPOPC)
            depth++;
        else if (depth == 0 && (id == SFP_I_SFPCOMPC || id == SFP_I_SFPPUSHC))
            return id == SFP_I_SFPPUSHC ? i : pop;
        else if (id == SFP_I_SFPPUSHC)
            depth--;
    }
    return pop;
}

/* Can the operation that opens the last region of a chain be removed? For SFPPOPC, marks its SFPPUSHC as gone too. */
static bool can_drop_opening(const struct graph *g, bool *gone, size_t opens)
{
    size_t push;

    if (g->operations[opens].results[0].value != GRAPH_NONE)
        return false;
    if (g->operations[opens].insn->id != SFP_I_SFPPOPC)
        return true;
    push = find_push_of(g, gone, opens);
    if (push == opens)
        return false;
    gone[push] = true;
    return true;
}

static void trim_chains(struct graph *g, bool *gone)
{
    memset(gone, false, g->count * sizeof *gone);
    for (size_t region = g->region_count; region-- > 1;)
        if (g->regions[region - 1].closes == g->regions[region].opens && find_chain_end(g, region) == region &&
            !has_work_in(g, gone, (int16_t)region) && can_drop_opening(g, gone, g->regions[region].opens))
            drop_last_region(g, gone, region);
    graph_remove(g, gone);
}

/* ---- Old values that no lane shows ---- */

static int16_t find_maker_region(const struct graph *g, int16_t value)
{
    for (size_t i = 0; i < g->count; i++)
        for (unsigned result = 0; result < GRAPH_RESULTS; result++)
            if (g->operations[i].results[result].value == value)
                return g->operations[i].region;
    return GRAPH_NONE;
}

/* Does the result keep this source in disabled lanes, and does a reader use those lanes? */
static bool keeps_old_lanes(const struct graph_operation *o, unsigned source, const bool *whole)
{
    for (unsigned result = 0; result < GRAPH_RESULTS; result++)
        if (o->results[result].value != GRAPH_NONE && o->results[result].in_place == (int8_t)source &&
            whole[o->results[result].value])
            return true;
    return false;
}

/* Sets whole[v] if an operation reads value v in lanes outside the region of its maker. */
static void mark_whole_values(const struct graph *g, bool *whole)
{
    for (int16_t v = 0; v < g->values; v++)
        whole[v] = graph_carried_exit(g, v);
    for (size_t i = g->count; i-- > 0;) {
        const struct graph_operation *o = &g->operations[i];

        for (unsigned source = 0; source < o->source_count; source++) {
            const int16_t value = o->sources[source].value;

            if (value != GRAPH_NONE &&
                (!graph_is_within(g, o->region, find_maker_region(g, value)) || keeps_old_lanes(o, source, whole)))
                whole[value] = true;
        }
    }
}

static void remove_source(struct graph_operation *o, unsigned source)
{
    o->source_count--;
    for (unsigned s = source; s < o->source_count; s++)
        o->sources[s] = o->sources[s + 1];
}

/* Lets the result have any register, if only predication required the old value's register. */
static void free_result_place(struct graph_operation *o)
{
    const int8_t source = o->results[0].in_place;

    if (source == GRAPH_NONE || graph_keeps_half(o->insn, o->mode) ||
        sfp_resources_written(o->insn, o->mode, 0) >> SFP_R_B & 1)
        return;
    o->results[0].in_place = GRAPH_NONE;
    if (o->sources[source].slot == GRAPH_VD)
        remove_source(o, (unsigned)source);
}

static void free_result_places(struct graph *g, bool *whole)
{
    mark_whole_values(g, whole);
    for (struct graph_operation *o = g->operations; o < g->operations + g->count; o++)
        if (o->region != GRAPH_NONE && o->results[0].value != GRAPH_NONE && !whole[o->results[0].value])
            free_result_place(o);
}

/* ---- Moves and repeated operations ---- */

static bool is_unconditional_move(const struct graph_operation *o)
{
    return o->insn->id == SFP_I_SFPMOV && o->mode == SFP_MODE_SFPMOV_MOVE && o->region == GRAPH_NONE;
}

/* Does the result replace the source's register, at least if the operation is issued? */
static bool overwrites_source(const struct graph_operation *o, unsigned source)
{
    const unsigned slot = o->sources[source].slot;

    for (unsigned result = 0; result < GRAPH_RESULTS; result++)
        if (o->results[result].value != GRAPH_NONE && o->results[result].in_place == (int8_t)source)
            return true;
    return o->results[0].value != GRAPH_NONE &&
           (slot == GRAPH_B || (slot == GRAPH_VC && sfp_field_naming(o->insn, SFP_F_VC) == SFP_F_VD));
}

static bool is_value_overwritten(const struct graph *g, int16_t value)
{
    for (const struct graph_operation *o = g->operations; o < g->operations + g->count; o++)
        for (unsigned source = 0; source < o->source_count; source++)
            if (value != GRAPH_NONE && o->sources[source].value == value && overwrites_source(o, source))
                return true;
    return false;
}

void graph_rename(struct graph *g, int16_t from, int16_t to)
{
    for (struct graph_operation *o = g->operations; o < g->operations + g->count; o++)
        for (unsigned source = 0; source < o->source_count; source++)
            if (o->sources[source].value == from)
                o->sources[source].value = to;
    for (unsigned i = 0; i < g->carried_count; i++)
        if (g->carried[i].exit == from)
            g->carried[i].exit = to;
}

/* Returns whether the move copies an entry, or copies an exit or a constant to a carried register. Such a copy needs a
 * register of its own, so the move stays. */
static bool is_move_between_carried(const struct graph *g, const struct graph_operation *move)
{
    const int16_t value = move->sources[0].value;

    return graph_carried_entry(g, value) ||
           (graph_carried_exit(g, move->results[0].value) && (value == GRAPH_NONE || graph_carried_exit(g, value)));
}

/* Makes the move another way to make its source's value. A move of a constant disappears: readers read the constant. */
static void absorb_move(struct graph *g, struct graph_operation *move)
{
    const struct graph_source moved = move->sources[0];

    if (is_move_between_carried(g, move))
        return;
    if (moved.value == GRAPH_NONE) {
        graph_put_constant(g, move, moved.lreg);
        return;
    }
    graph_rename(g, move->results[0].value, moved.value);
    move->results[0].value = moved.value;
    move->optional = true;
}

static void absorb_moves(struct graph *g)
{
    for (size_t i = 0; i < g->count; i++)
        if (is_unconditional_move(&g->operations[i]) && !g->operations[i].optional)
            absorb_move(g, &g->operations[i]);
}

/* Marks optional operations whose copy is useless: a second register for a value helps only if an operation
 * overwrites one, or if a carried register hands the value on. */
static void mark_useless_copies(const struct graph *g, bool *gone)
{
    for (size_t i = 0; i < g->count; i++) {
        const struct graph_result *results = g->operations[i].results;

        gone[i] = g->operations[i].optional && !graph_carried_exit(g, results[0].value) &&
                  !is_value_overwritten(g, results[0].value) &&
                  (results[1].value == GRAPH_NONE || !is_value_overwritten(g, results[1].value));
    }
}

/* ---- Entry point ---- */

bool graph_reduce(struct graph *g)
{
    const size_t values = (size_t)g->values + 1;
    bool *gone = calloc(g->count + 1, sizeof *gone), *marked = calloc(values, sizeof *marked);
    const bool room = gone && marked;

    if (room) {
        mark_unused(g, gone, marked);
        graph_remove(g, gone);
        trim_chains(g, gone);
        free_result_places(g, marked);
        absorb_moves(g);
        mark_useless_copies(g, gone);
        mark_unused(g, gone, marked);
        graph_remove(g, gone);
    }
    free(gone);
    free(marked);
    return room;
}
