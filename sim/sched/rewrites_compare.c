/* Rewrites of a comparison and a move under its flags to SFPSWAP: comparisons by SFPGT and SFPLE, which order numbers
 * as SFPSWAP does (sfpu-semantics(7)), and by the sign of a difference. */
#include "rewrites.h"

#include <stdlib.h>

#include "graph_parts.h"

/* A comparison of two sources in all lanes, followed by a move under the flags of the comparison. The move copies one
 * source over the other, and no other operation works under these flags. */
struct move_by_order {
    struct graph_source old, other; /* the overwritten source, and the copied source */
    bool is_minimum;                /* true: the result is the smaller source; false: the larger source */
    size_t setter, closes;          /* operation indices: the move, the SFPENCC */
};

/* Returns the region that the operation opens in all lanes, if an SFPENCC closes it; otherwise GRAPH_NONE. */
static int16_t find_region_of(const struct graph *g, size_t at)
{
    if (g->operations[at].region != GRAPH_NONE)
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

/* Finds the constant to which the operation sets its result, in the lanes where it works. */
static bool find_set_bits(const struct graph *g, const struct graph_operation *o, uint32_t *bits)
{
    if (o->insn->id == SFP_I_SFPMOV && o->mode == SFP_MODE_SFPMOV_MOVE)
        return find_source_bits(g, &o->sources[graph_source_in(o, GRAPH_VC)], bits);
    return graph_loaded_bits(o, bits);
}

/* Returns whether the operation copies the source to its result, in the lanes where the operation works. */
static bool is_set_to(const struct graph *g, const struct graph_operation *o, const struct graph_source *source)
{
    uint32_t bits, loaded;

    if (o->insn->id == SFP_I_SFPMOV && o->mode == SFP_MODE_SFPMOV_MOVE)
        return are_equal_sources(g, &o->sources[graph_source_in(o, GRAPH_VC)], source);
    return find_set_bits(g, o, &loaded) && find_source_bits(g, source, &bits) && bits == loaded;
}

static bool is_ordering(const struct graph_operation *o)
{
    return o->source_count == 2 && ((o->insn->id == SFP_I_SFPGT && o->mode == SFP_MODE_SFPGT_SET_CC) ||
                                    (o->insn->id == SFP_I_SFPLE && o->mode == SFP_MODE_SFPLE_SET_CC));
}

static bool find_move_by_order(const struct graph *g, size_t at, struct move_by_order *m)
{
    const struct graph_operation *compares = &g->operations[at], *setter;
    const int16_t region = is_ordering(compares) ? find_region_of(g, at) : GRAPH_NONE;
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

/* Replaces a comparison by SFPSWAP, and removes the move, the SFPENCC, and the operation `unread`, unless that is
 * SIZE_MAX. False if memory ran out. */
static bool replace_by_swap(struct rewriting *w, size_t at, const struct move_by_order *m, size_t unread)
{
    struct graph *g = w->graph;
    bool *gone = calloc(g->count, sizeof *gone);
    struct graph_operation swap;

    if (!gone)
        return false;
    swap = make_ordering_swap(w, m, g->operations[at].at);
    g->operations[at] = swap;
    gone[m->setter] = gone[m->closes] = true;
    if (unread != SIZE_MAX)
        gone[unread] = true;
    rewrite_note(w); /* the mirrored SFPSWAP can be the one in the table */
    return rewrite_remove_marked(g, gone);
}

bool rewrite_clamp_order(struct rewriting *w, size_t at)
{
    struct graph *g = w->graph;
    struct move_by_order m;

    if (!find_move_by_order(g, at, &m) || rewrite_count_readers(g, m.old.value) != 2 ||
        graph_carried_exit(g, m.old.value) || !fit_other(g, &g->operations[m.setter], &m.other))
        return true;
    return replace_by_swap(w, at, &m, SIZE_MAX);
}

/* ---- By the sign of a difference ---- */

enum {
    LEAST_EXPONENT = 127 - 102, /* of a limit: no difference from another number is then below the normal numbers */
    MOST_EXPONENT = 254,        /* of finite numbers */
};

static const uint32_t sign_bit = UINT32_C(1) << 31;

/* x compared with a limit, by the sign of `x - limit` or of `limit - x`. */
struct difference {
    struct graph_source x;
    uint32_t limit;
    bool is_turned; /* limit - x */
    size_t maker;   /* index of the subtraction */
};

/* Returns whether the source is 1.0 or -1.0. */
static bool is_unit(const struct graph *g, const struct graph_source *source, uint32_t *sign)
{
    uint32_t bits = SFP_BITS_ONE | sign_bit;
    const bool is_kept = g->has_minus_one && source->value == GRAPH_NONE && source->lreg == SFP_FIRST_PROGRAMMABLE_LREG;

    if (!is_kept && (!find_source_bits(g, source, &bits) || (bits & ~sign_bit) != SFP_BITS_ONE))
        return false;
    *sign = bits & sign_bit;
    return true;
}

/* Takes a multiply-add of `factor`, a unit of this sign, and `addend` apart. False if not exactly one of the two is a
 * constant. */
static bool take_apart(const struct graph *g, const struct graph_source *factor, uint32_t sign,
                       const struct graph_source *addend, struct difference *d)
{
    uint32_t product, sum;
    const bool has_product = find_source_bits(g, factor, &product), has_sum = find_source_bits(g, addend, &sum);

    if (has_product == has_sum)
        return false;
    d->x = has_product ? *addend : *factor;
    d->is_turned = !has_product && sign;
    d->limit = has_product ? product ^ sign ^ sign_bit : sum ^ (sign_bit & ~sign);
    return d->x.value != GRAPH_NONE;
}

/* Finds the difference that the source is: a number, times 1.0 or -1.0, and another number, one of both a constant. */
static bool find_difference(const struct graph *g, const struct graph_source *source, struct difference *d)
{
    const struct graph_operation *o = rewrite_maker_of(g, source);
    const struct graph_source *va, *vb, *vc;
    uint32_t sign;

    if (!o || (o->insn->id != SFP_I_SFPMAD && o->insn->id != SFP_I_SFPADD) || o->mode != 0 || !rewrite_is_free(o) ||
        o->source_count != 3)
        return false;
    va = &o->sources[graph_source_in(o, GRAPH_VA)];
    vb = &o->sources[graph_source_in(o, GRAPH_VB)];
    vc = &o->sources[graph_source_in(o, GRAPH_VC)];
    d->maker = (size_t)(o - g->operations);
    return (is_unit(g, va, &sign) && take_apart(g, vb, sign, vc, d)) ||
           (is_unit(g, vb, &sign) && take_apart(g, va, sign, vc, d));
}

/* Returns whether the sign of a difference from the limit is right for all values but NaN. */
static bool is_ordinary_limit(uint32_t limit)
{
    enum { MANTISSA_BITS = 23, EXPONENTS = 0xFF };
    const uint32_t exponent = limit >> MANTISSA_BITS & EXPONENTS;

    return exponent >= LEAST_EXPONENT && exponent <= MOST_EXPONENT;
}

bool rewrite_clamp_difference(struct rewriting *w, size_t at)
{
    struct graph *g = w->graph;
    const struct graph_operation *test = &g->operations[at], *setter;
    const bool below = test->mode == SFP_MODE_SFPSETCC_LREG_LT0;
    const struct graph_source *old;
    struct move_by_order m;
    struct difference d;
    uint32_t bits;
    int16_t region;

    if (test->insn->id != SFP_I_SFPSETCC || (!below && test->mode != SFP_MODE_SFPSETCC_LREG_GTE0) ||
        test->source_count != 1 || !find_difference(g, &test->sources[0], &d) || !is_ordinary_limit(d.limit) ||
        rewrite_count_readers(g, test->sources[0].value) != 1 || rewrite_count_readers(g, d.x.value) != 2 ||
        graph_carried_exit(g, test->sources[0].value) || graph_carried_exit(g, d.x.value) ||
        (region = find_region_of(g, at)) == GRAPH_NONE || (m.setter = find_only_operation(g, region)) == SIZE_MAX)
        return true;
    setter = &g->operations[m.setter];
    old = rewrite_old_source(setter);
    if (!old || old->value != d.x.value || !find_set_bits(g, setter, &bits) || bits != d.limit)
        return true;
    m.old = d.x;
    m.other = (struct graph_source){.lreg = rewrite_constant(g, bits), .value = GRAPH_NONE};
    m.is_minimum = below == d.is_turned;
    m.closes = g->regions[region].closes;
    return m.other.lreg == 0 || replace_by_swap(w, at, &m, d.maker);
}
