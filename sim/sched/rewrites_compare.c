/* Rewrites of comparisons by SFPGT and SFPLE, which order numbers as SFPSWAP does (sfpu-semantics(7)). */
#include "rewrites.h"

#include <stdlib.h>

#include "graph_parts.h"

/* A comparison of two sources in all lanes, and the only operation under its flags: a move of one of them to the
 * other. */
struct move_by_order {
    struct graph_source old, other; /* the source that is replaced, and the one that replaces it */
    bool is_minimum;                /* the result is the smaller one of the two; otherwise the larger one */
    size_t setter, closes;          /* indices of the move and of the SFPENCC */
};

/* Returns the region that a comparison opens in all lanes, or GRAPH_NONE. */
static int16_t find_ordered_region(const struct graph *g, size_t at)
{
    const struct graph_operation *o = &g->operations[at];
    const bool compares = (o->insn->id == SFP_I_SFPGT && o->mode == SFP_MODE_SFPGT_SET_CC) ||
                          (o->insn->id == SFP_I_SFPLE && o->mode == SFP_MODE_SFPLE_SET_CC);

    if (!compares || o->region != GRAPH_NONE || o->source_count != 2)
        return GRAPH_NONE;
    for (size_t region = 0; region < g->region_count; region++)
        if (g->regions[region].opens == at)
            return g->regions[region].lanes == (int16_t)region && rewrite_closes_all(g, (int16_t)region)
                       ? (int16_t)region : GRAPH_NONE;
    return GRAPH_NONE;
}

/* Returns the index of the only operation in the region except the one that closes it, or SIZE_MAX. */
static size_t find_only_operation(const struct graph *g, int16_t region)
{
    size_t only = SIZE_MAX;

    for (size_t i = 0; i < g->count; i++) {
        if (g->operations[i].region != region || i == g->regions[region].closes)
            continue;
        if (only != SIZE_MAX)
            return SIZE_MAX;
        only = i;
    }
    return only;
}

/* Finds the bits of a source that is a constant, in a register or made in the loop. */
static bool find_source_bits(const struct graph *g, const struct graph_source *source, uint32_t *bits)
{
    const struct graph_operation *maker = rewrite_maker_of(g, source);

    return maker ? graph_constant_bits(g, maker, bits) : rewrite_bits_of(g, source, bits);
}

static bool are_equal_sources(const struct graph *g, const struct graph_source *a, const struct graph_source *b)
{
    uint32_t bits, others;

    if (a->value != GRAPH_NONE || b->value != GRAPH_NONE ? a->value == b->value : a->lreg == b->lreg)
        return true;
    return find_source_bits(g, a, &bits) && find_source_bits(g, b, &others) && bits == others;
}

/* Does the operation set its result to the source, in the lanes where it works? */
static bool is_set_to(const struct graph *g, const struct graph_operation *o, const struct graph_source *source)
{
    uint32_t bits, loaded;

    if (o->insn->id == SFP_I_SFPMOV && o->mode == SFP_MODE_SFPMOV_MOVE)
        return are_equal_sources(g, &o->sources[graph_source_in(o, GRAPH_VC)], source);
    return graph_loaded_bits(o, &loaded) && find_source_bits(g, source, &bits) && bits == loaded;
}

static bool find_move_by_order(const struct graph *g, size_t at, struct move_by_order *m)
{
    const struct graph_operation *compares = &g->operations[at], *setter;
    const int16_t region = find_ordered_region(g, at);
    const bool greater = compares->insn->id == SFP_I_SFPGT;
    const struct graph_source *old;

    if (region == GRAPH_NONE || (m->setter = find_only_operation(g, region)) == SIZE_MAX)
        return false;
    setter = &g->operations[m->setter];
    old = rewrite_old_source(setter);
    m->closes = g->regions[region].closes;
    for (unsigned s = 0; old && old->value != GRAPH_NONE && s < 2; s++) {
        const bool is_b = compares->sources[s].slot == GRAPH_B;

        m->old = compares->sources[s];
        m->other = compares->sources[1 - s];
        m->is_minimum = greater == is_b; /* B > VC: B becomes VC; or B <= VC: VC becomes B */
        if (m->old.value == old->value && m->other.value != old->value && is_set_to(g, setter, &m->other))
            return true;
    }
    return false;
}

/* Makes `other` a source that SFPSWAP may have as VC: a value that nothing else reads, since SFPSWAP replaces it, or a
 * register that no instruction writes. False if it cannot be one. */
static bool fit_other(struct graph *g, const struct graph_operation *setter, struct graph_source *other)
{
    const bool moved = graph_source_in(setter, GRAPH_VC) != GRAPH_NONE &&
                       setter->sources[graph_source_in(setter, GRAPH_VC)].value == other->value;
    uint32_t bits;

    if (other->value == GRAPH_NONE && other->lreg >= SFP_FIRST_CONSTANT_LREG)
        return true;
    if (find_source_bits(g, other, &bits)) {
        *other = (struct graph_source){.lreg = rewrite_constant(g, bits), .value = GRAPH_NONE};
        return other->lreg != 0;
    }
    return other->value != GRAPH_NONE && rewrite_count_readers(g, other->value) == 1u + moved &&
           !graph_carried_entry(g, other->value) && !graph_carried_exit(g, other->value);
}

static struct graph_operation make_ordering_swap(struct rewriting *w, const struct move_by_order *m, uint16_t at)
{
    const unsigned mode = m->is_minimum ? SFP_MODE_SFPSWAP_MIN_MAX : SFP_MODE_SFPSWAP_MAX_MIN;
    struct graph_operation o = rewrite_make_operation(w, MADE_WORD(&w->index, SFP_I_SFPSWAP, {SFP_F_MOD, mode}),
                                                      w->graph->operations[m->setter].results[0].value, at);

    rewrite_append_source(&o, GRAPH_B, m->old);
    rewrite_append_source(&o, GRAPH_VC, m->other);
    o.results[0].in_place = 0;
    if (m->other.value != GRAPH_NONE)
        o.results[1] = (struct graph_result){.value = w->graph->values++, .in_place = 1};
    return o;
}

bool rewrite_clamp_order(struct rewriting *w, size_t at)
{
    struct graph *g = w->graph;
    struct move_by_order m;
    struct graph_operation swap;
    bool *gone;

    if (!find_move_by_order(g, at, &m) || rewrite_count_readers(g, m.old.value) != 2 ||
        graph_carried_exit(g, m.old.value) || !fit_other(g, &g->operations[m.setter], &m.other))
        return true;
    gone = calloc(g->count, sizeof *gone);
    if (!gone)
        return false;
    swap = make_ordering_swap(w, &m, g->operations[at].at);
    g->operations[at] = swap;
    gone[m.setter] = gone[m.closes] = true;
    rewrite_note(w); /* the mirrored SFPSWAP can be the one in the table */
    return rewrite_remove_marked(g, gone);
}
