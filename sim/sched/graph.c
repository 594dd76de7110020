/* Lists of operations and regions: adding, removing, comparing. */
#include "graph_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

void graph_free(struct graph *g)
{
    free(g->operations);
    free(g->regions);
    *g = (struct graph){0};
}

int8_t graph_source_in(const struct graph_operation *o, enum graph_slot slot)
{
    for (unsigned i = 0; i < o->source_count; i++)
        if (o->sources[i].slot == slot)
            return (int8_t)i;
    return GRAPH_NONE;
}

bool graph_keeps_half(const struct sfp_insn *insn, unsigned mode)
{
    if (insn->id == SFP_I_SFPLOAD)
        return SFP_KEPT_LOADS >> mode & 1;
    return insn->id == SFP_I_SFPLOADI && sfp_resources_read(insn, mode, 0) >> SFP_R_VD & 1;
}

bool graph_insert(struct graph *g, size_t at, const struct graph_operation *o)
{
    if (!array_room(&g->operations, g->count, &g->room, sizeof *g->operations))
        return false;
    memmove(&g->operations[at + 1], &g->operations[at], (g->count - at) * sizeof *g->operations);
    g->operations[at] = *o;
    g->count++;
    for (struct graph_region *r = g->regions; r < g->regions + g->region_count; r++) {
        r->opens = (uint16_t)(r->opens + (r->opens >= at));
        r->closes = (uint16_t)(r->closes + (r->closes >= at));
    }
    return true;
}

bool graph_add(struct graph *g, const struct graph_operation *o)
{
    if (!array_room(&g->operations, g->count, &g->room, sizeof *g->operations))
        return false;
    g->operations[g->count++] = *o;
    return true;
}

/* ---- Removing operations ---- */

static size_t count_left_before(const bool *gone, size_t at)
{
    size_t left = 0;

    for (size_t i = 0; i < at; i++)
        left += !gone[i];
    return left;
}

/* Returns a region's number after region `removed` is gone; references to `removed` itself become `instead`. */
static int16_t renumber_region(int16_t region, size_t removed, int16_t instead)
{
    return region == (int16_t)removed ? instead : (int16_t)(region - (region > (int16_t)removed));
}

void graph_remove_region(struct graph *g, size_t region)
{
    const int16_t outer = g->regions[region].outer;

    memmove(&g->regions[region], &g->regions[region + 1], (--g->region_count - region) * sizeof *g->regions);
    for (size_t i = 0; i < g->count; i++)
        g->operations[i].region = renumber_region(g->operations[i].region, region, outer);
    for (size_t r = 0; r < g->region_count; r++) {
        struct graph_region *of = &g->regions[r];

        of->lanes = renumber_region(of->lanes, region, (int16_t)r);
        of->outer = renumber_region(of->outer, region, outer);
        of->complement = renumber_region(of->complement, region, GRAPH_NONE);
    }
}

void graph_remove(struct graph *g, const bool *gone)
{
    size_t kept = 0;

    for (size_t r = g->region_count; r-- > 0;) {
        struct graph_region *region = &g->regions[r];
        const struct graph_region were = *region;

        region->opens = (uint16_t)count_left_before(gone, were.opens);
        region->closes = (uint16_t)count_left_before(gone, were.closes);
        if (gone[were.closes])
            graph_remove_region(g, r);
    }
    for (size_t i = 0; i < g->count; i++)
        if (!gone[i])
            g->operations[kept++] = g->operations[i];
    g->count = kept;
}

/* ---- Regions ---- */

bool graph_has_lanes_of(const struct graph *g, int16_t a, int16_t b)
{
    return a == b || (a != GRAPH_NONE && b != GRAPH_NONE && g->regions[a].lanes == g->regions[b].lanes);
}

bool graph_is_within(const struct graph *g, int16_t region, int16_t outer)
{
    while (region != GRAPH_NONE && !graph_has_lanes_of(g, region, outer))
        region = g->regions[region].outer;
    return graph_has_lanes_of(g, region, outer);
}

int16_t graph_completed_by(const struct graph *g, int16_t region)
{
    return region == GRAPH_NONE ? GRAPH_NONE : g->regions[region].complement;
}

/* ---- Equal operations ---- */

static bool is_same_source(const struct graph_source *a, const struct graph_source *b)
{
    return a->value == b->value && (a->value != GRAPH_NONE || a->lreg == b->lreg);
}

static bool has_same_sources(const struct graph_operation *a, const struct graph_operation *b)
{
    bool same = a->source_count == b->source_count;

    for (unsigned i = 0; same && i < a->source_count; i++)
        same = a->sources[i].slot == b->sources[i].slot && is_same_source(&a->sources[i], &b->sources[i]);
    return same;
}

static void exchange_source_slots(struct graph_operation *o, int8_t one, int8_t other)
{
    const struct graph_source kept = o->sources[one];

    o->sources[one] = o->sources[other];
    o->sources[other] = kept;
    o->sources[other].slot = o->sources[one].slot;
    o->sources[one].slot = kept.slot;
}

static bool has_same_sources_exchanged(const struct graph_operation *a, const struct graph_operation *b)
{
    struct graph_operation other = *b;
    const int8_t second = graph_source_in(b, graph_source_in(b, GRAPH_B) == GRAPH_NONE ? GRAPH_VB : GRAPH_B);

    if (b->exchange == SFP_EXCHANGE_NONE)
        return false;
    exchange_source_slots(&other, second, graph_source_in(b, b->exchange == SFP_EXCHANGE_VA_VB ? GRAPH_VA : GRAPH_VC));
    return has_same_sources(a, &other);
}

/* Returns the word without the fields that do not affect values: registers, and the address fields of loads, whose
 * address the operation holds. */
static uint32_t strip_operation_word(const struct graph_operation *o)
{
    uint32_t word = o->word & ~sfp_ignored_bits(o->insn, o->mode);

    for (enum sfp_field field = SFP_F_VA; field <= SFP_F_VD; field++)
        if (sfp_has_field(o->insn, field))
            word = sfp_word_with(o->insn, word, field, 0);
    if (!sfp_has_field(o->insn, SFP_F_ADDR))
        return word;
    return sfp_word_with(o->insn, sfp_word_with(o->insn, word, SFP_F_ADDR, 0), SFP_F_ADDR_MODE, 0);
}

const struct graph_operation *graph_same(const struct graph *g, const struct graph_operation *o)
{
    if (o->region != GRAPH_NONE || o->changes_flags || graph_is_store(o))
        return NULL;
    for (const struct graph_operation *before = g->operations; before < g->operations + g->count; before++)
        if (before->insn == o->insn && before->mode == o->mode && before->region == GRAPH_NONE &&
            before->changes_flags == o->changes_flags && strip_operation_word(before) == strip_operation_word(o) &&
            (has_same_sources(before, o) || has_same_sources_exchanged(before, o)) && before->address == o->address &&
            before->version == o->version)
            return before;
    return NULL;
}
