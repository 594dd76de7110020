/* Rewrites of a comparison by SFPGT or SFPLE, which order numbers as SFPSWAP does (sfpu-semantics(7)), and a move under
 * its flags to SFPSWAP. */
#include "rewrites.h"

#include <stdlib.h>

#include "graph_parts.h"

/* Returns the region that the operation opens in all lanes, if an SFPENCC closes it; otherwise GRAPH_NONE. */
static int16_t find_region_of(const struct graph *g, size_t at)
{
    const int16_t region = g->operations[at].region == GRAPH_NONE ? rewrite_opened_by(g, at) : GRAPH_NONE;

    return region != GRAPH_NONE && rewrite_closes_all(g, region) ? region : GRAPH_NONE;
}

int16_t rewrite_opened_by(const struct graph *g, size_t at)
{
    for (size_t region = 0; region < g->region_count; region++)
        if (g->regions[region].opens == at)
            return g->regions[region].lanes == (int16_t)region ? (int16_t)region : GRAPH_NONE;
    return GRAPH_NONE;
}

size_t rewrite_only_operation(const struct graph *g, int16_t region)
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

static bool are_equal_sources(const struct graph *g, const struct graph_source *a, const struct graph_source *b)
{
    uint32_t bits, others;

    if (a->value != GRAPH_NONE || b->value != GRAPH_NONE ? a->value == b->value : a->lreg == b->lreg)
        return true;
    return rewrite_bits_of(g, a, &bits) && rewrite_bits_of(g, b, &others) && bits == others;
}

bool rewrite_set_bits(const struct graph *g, const struct graph_operation *o, uint32_t *bits)
{
    if (o->insn->id == SFP_I_SFPMOV && o->mode == SFP_MODE_SFPMOV_MOVE)
        return rewrite_bits_of(g, &o->sources[graph_source_in(o, GRAPH_VC)], bits);
    return graph_loaded_bits(o, bits);
}

/* Returns whether the operation copies the source to its result, in the lanes where the operation works. */
static bool is_set_to(const struct graph *g, const struct graph_operation *o, const struct graph_source *source)
{
    uint32_t bits, loaded;

    if (o->insn->id == SFP_I_SFPMOV && o->mode == SFP_MODE_SFPMOV_MOVE)
        return are_equal_sources(g, &o->sources[graph_source_in(o, GRAPH_VC)], source);
    return rewrite_set_bits(g, o, &loaded) && rewrite_bits_of(g, source, &bits) && bits == loaded;
}

static bool is_ordering(const struct graph_operation *o)
{
    return o->source_count == 2 && ((o->insn->id == SFP_I_SFPGT && o->mode == SFP_MODE_SFPGT_SET_CC) ||
                                    (o->insn->id == SFP_I_SFPLE && o->mode == SFP_MODE_SFPLE_SET_CC));
}

static bool find_move_by_order(const struct graph *g, size_t at, struct rewrite_clamp *m)
{
    const struct graph_operation *compares = &g->operations[at], *setter;
    const int16_t region = is_ordering(compares) ? find_region_of(g, at) : GRAPH_NONE;
    const bool greater = compares->insn->id == SFP_I_SFPGT;
    const struct graph_source *old;

    if (region == GRAPH_NONE || (m->setter = rewrite_only_operation(g, region)) == SIZE_MAX)
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
    if (rewrite_bits_of(g, other, &bits)) {
        *other = (struct graph_source){.lreg = rewrite_constant(g, bits), .value = GRAPH_NONE};
        return other->lreg != 0;
    }
    return other->value != GRAPH_NONE && rewrite_count_readers(g, other->value) == 1u + moved &&
           !graph_carried_entry(g, other->value) && !graph_carried_exit(g, other->value);
}

static struct graph_operation make_ordering_swap(struct rewriting *w, const struct rewrite_clamp *m, uint16_t at)
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

bool rewrite_clamp_to_swap(struct rewriting *w, size_t at, const struct rewrite_clamp *m)
{
    struct graph *g = w->graph;
    bool *gone = calloc(g->count, sizeof *gone);
    struct graph_operation swap;

    if (!gone)
        return false;
    swap = make_ordering_swap(w, m, g->operations[at].at);
    g->operations[at] = swap;
    gone[m->setter] = gone[m->closes] = true;
    for (unsigned i = 0; i < m->unread_count; i++)
        gone[m->unread[i]] = true;
    rewrite_note(w); /* the mirrored SFPSWAP can be the one in the table */
    return rewrite_remove_marked(g, gone);
}

bool rewrite_clamp_order(struct rewriting *w, size_t at)
{
    struct graph *g = w->graph;
    struct rewrite_clamp m = {.unread_count = 0};

    if (!find_move_by_order(g, at, &m) || rewrite_count_readers(g, m.old.value) != 2 ||
        graph_carried_exit(g, m.old.value) || !fit_other(g, &g->operations[m.setter], &m.other))
        return true;
    return rewrite_clamp_to_swap(w, at, &m);
}
