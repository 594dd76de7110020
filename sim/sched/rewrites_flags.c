/* Rewrites of operations that depend on flags. */
#include "rewrites.h"

#include <stdlib.h>

#include "graph_parts.h"

/* ---- Exchanges ---- */

/* Returns the exchange reduced to result `used`: a move of the source at the other side. */
static struct graph_operation reduce_exchange(const struct rewriting *w, const struct graph_operation *swap,
                                              unsigned used)
{
    const int8_t own = swap->results[used].in_place;
    struct graph_operation o = *swap;

    rewrite_give_word(w, &o, MADE_WORD(&w->index, SFP_I_SFPMOV, {SFP_F_MOD, SFP_MODE_SFPMOV_MOVE}));
    o.sources[0] = swap->sources[1 - own];
    o.sources[1] = swap->sources[own];
    o.sources[0].slot = GRAPH_VC;
    o.sources[1].slot = GRAPH_VD;
    o.results[0] = (struct graph_result){.value = swap->results[used].value, .in_place = 1};
    o.results[1] = (struct graph_result){.value = GRAPH_NONE, .in_place = GRAPH_NONE};
    o.rewrite = w->row;
    return o;
}

bool rewrite_exchange_move(struct rewriting *w, size_t at)
{
    struct graph *g = w->graph;
    const struct graph_operation *o = &g->operations[at];
    bool used[GRAPH_RESULTS];

    if (o->insn->id != SFP_I_SFPSWAP || o->mode != SFP_MODE_SFPSWAP_SWAP || o->source_count != 2)
        return true;
    for (unsigned result = 0; result < GRAPH_RESULTS; result++)
        used[result] = o->results[result].value != GRAPH_NONE && graph_is_read(g, o->results[result].value);
    if (used[0] != used[1])
        g->operations[at] = reduce_exchange(w, o, used[1]);
    return true;
}

/* ---- By the sign, as a factor or an addend ---- */

enum { WHERE_POSITIVE = 0, WHERE_NEGATIVE = 1, SIGN_BIT = 31, HALF_BITS = 16 };

/* A selection by sign: L7 names L0 or L1, whose contents an SFPMAD adds to a source or multiplies by it. */
struct selection {
    uint32_t positive, negative;
    bool multiplies; /* otherwise adds */
};

/* Is the operation alone in its region, and the region `value < 0`, opened in all lanes? */
static bool is_alone_below_zero(const struct graph *g, size_t at)
{
    const struct graph_operation *o = &g->operations[at], *opens;
    size_t inside = 0;

    if (o->region == GRAPH_NONE)
        return false;
    opens = &g->operations[g->regions[o->region].opens];
    for (size_t i = 0; i < g->count; i++)
        inside += g->operations[i].region == o->region;
    return inside == 2 && opens->insn->id == SFP_I_SFPSETCC && opens->mode == SFP_MODE_SFPSETCC_LREG_LT0 &&
           opens->region == GRAPH_NONE && opens->sources[0].value != GRAPH_NONE &&
           g->operations[g->regions[o->region].closes].insn->id == SFP_I_SFPENCC &&
           g->regions[o->region].lanes == o->region;
}

/* Returns the shift that makes the sign, 0 or 1, for L7. */
static struct graph_operation make_sign(struct rewriting *w, struct graph_source source, uint16_t at)
{
    struct graph_operation sign = rewrite_make_operation(w,
                                                         MADE_WORD(&w->index, SFP_I_SFPSHFT,
                                                                   {SFP_F_IMM, (uint32_t)-SIGN_BIT & 0xFFF},
                                                                   {SFP_F_MOD, SFP_MODE_SFPSHFT_ARG_IMM}),
                                                         w->graph->values++, at);

    rewrite_append_source(&sign, GRAPH_B, source);
    return sign;
}

/* Returns the SFPMAD that adds the selected constant to the source, or multiplies them. */
static struct graph_operation make_selection(const struct rewriting *w, bool multiplies,
                                             const struct graph_operation *sign, struct graph_source source,
                                             int16_t value, uint16_t at)
{
    const uint8_t neutral = multiplies ? SFP_LREG_ZERO : SFP_LREG_ONE;
    const uint32_t word = MADE_WORD(&w->index, SFP_I_SFPMAD, {SFP_F_MOD, SFP_MODE_SFPMAD_INDIRECT_VA});
    struct graph_operation o = rewrite_make_operation(w, word, value, at);

    rewrite_append_source(&o, GRAPH_NAMED, (struct graph_source){.value = sign->results[0].value});
    rewrite_append_source(&o, multiplies ? GRAPH_VC : GRAPH_VB,
                          (struct graph_source){.lreg = neutral, .value = GRAPH_NONE});
    rewrite_append_source(&o, multiplies ? GRAPH_VB : GRAPH_VC, source);
    return o;
}

/* Reserves L0 and L1 for the constants. False if L7, L0 or L1 is in use. */
static bool reserve_selection(struct graph *g, const struct selection *s)
{
    if ((g->kept | graph_carried_lregs(g)) >> SFP_LREG_NAMING & 1 || !rewrite_can_hold(g, WHERE_POSITIVE, s->positive) ||
        !rewrite_can_hold(g, WHERE_NEGATIVE, s->negative))
        return false;
    rewrite_hold(g, WHERE_POSITIVE, s->positive);
    rewrite_hold(g, WHERE_NEGATIVE, s->negative);
    return true;
}

/* Replaces an SFPSETCC by sign, the operation under it, and the SFPENCC by a selection. False if memory ran out. */
static bool select_by_sign(struct rewriting *w, size_t at, const struct selection *s)
{
    struct graph *g = w->graph;
    struct graph_operation *works = &g->operations[at], *opens;
    const struct graph_source source = works->sources[graph_source_in(works, GRAPH_VC)];
    bool *gone;

    if (!is_alone_below_zero(g, at) || !reserve_selection(g, s))
        return true;
    gone = calloc(g->count, sizeof *gone);
    if (!gone)
        return false;
    opens = &g->operations[g->regions[works->region].opens];
    gone[g->regions[works->region].closes] = true;
    *opens = make_sign(w, opens->sources[0], opens->at);
    *works = make_selection(w, s->multiplies, opens, source, works->results[0].value, works->at);
    graph_remove(g, gone);
    free(gone);
    return true;
}

static uint32_t expand_immediate(const struct graph_operation *o)
{
    return sfp_field(o->insn, o->word, SFP_F_IMM) << HALF_BITS;
}

bool rewrite_select_add(struct rewriting *w, size_t at)
{
    const struct graph_operation *o = &w->graph->operations[at];

    return o->insn->id != SFP_I_SFPADDI || o->mode != 0 ||
           select_by_sign(w, at, &(struct selection){.negative = expand_immediate(o)});
}

bool rewrite_select_mul(struct rewriting *w, size_t at)
{
    const struct graph_operation *o = &w->graph->operations[at];

    return o->insn->id != SFP_I_SFPMULI || o->mode != 0 ||
           select_by_sign(w, at, &(struct selection){SFP_BITS_ONE, expand_immediate(o), true});
}

bool rewrite_select_limit(struct rewriting *w, size_t at)
{
    struct graph *g = w->graph;
    const struct graph_operation swap = g->operations[at];
    const bool is_minimum = swap.mode == SFP_MODE_SFPSWAP_MIN_MAX;
    const struct selection s = {is_minimum ? 0 : SFP_BITS_ONE, is_minimum ? SFP_BITS_ONE : 0, true};
    struct graph_operation sign, selects;

    if (swap.insn->id != SFP_I_SFPSWAP || (!is_minimum && swap.mode != SFP_MODE_SFPSWAP_MAX_MIN) ||
        swap.region != GRAPH_NONE || swap.source_count != 2 || swap.sources[0].slot != GRAPH_B ||
        swap.sources[0].value == GRAPH_NONE || swap.sources[1].value != GRAPH_NONE ||
        swap.sources[1].lreg != SFP_LREG_ZERO || swap.results[0].in_place != 0 || !reserve_selection(g, &s))
        return true;
    sign = make_sign(w, swap.sources[0], swap.at);
    selects = make_selection(w, s.multiplies, &sign, swap.sources[0], swap.results[0].value, swap.at);
    g->operations[at] = sign;
    return graph_insert(g, at + 1, &selects);
}

/* ---- Constants by the sign ---- */

/* An operation that sets a register to a constant under a condition. */
struct setter {
    size_t at;
    uint32_t bits;
};

/* Finds the only operation in the region, if it sets a register to a known constant. False otherwise. */
static bool find_constant_setter(const struct graph *g, int16_t region, struct setter *setter)
{
    const struct graph_operation *o;
    size_t inside = 0;

    for (size_t i = 0; i < g->count; i++)
        if (g->operations[i].region == region && i != g->regions[region].closes) {
            setter->at = i;
            inside++;
        }
    if (inside != 1 || g->regions[region].lanes != region)
        return false;
    o = &g->operations[setter->at];
    if (o->changes_flags || o->results[0].value == GRAPH_NONE || o->results[1].value != GRAPH_NONE ||
        graph_keeps_half(o->insn, o->mode))
        return false;
    if (o->insn->id == SFP_I_SFPMOV && o->mode == SFP_MODE_SFPMOV_MOVE)
        return rewrite_bits_of(g, &o->sources[0], &setter->bits);
    return graph_loaded_bits(o, &setter->bits);
}

/* Returns the region that the operation opens by a sign, in all lanes, or GRAPH_NONE. */
static int16_t find_sign_region(const struct graph *g, size_t opens)
{
    const struct graph_operation *o = &g->operations[opens];

    if (o->insn->id != SFP_I_SFPSETCC || o->region != GRAPH_NONE || o->source_count != 1 ||
        o->sources[0].value == GRAPH_NONE ||
        (o->mode != SFP_MODE_SFPSETCC_LREG_LT0 && o->mode != SFP_MODE_SFPSETCC_LREG_GTE0))
        return GRAPH_NONE;
    for (size_t region = 0; region < g->region_count; region++)
        if (g->regions[region].opens == opens)
            return (int16_t)region;
    return GRAPH_NONE;
}

bool rewrite_clamp_zero(struct rewriting *w, size_t at)
{
    struct graph *g = w->graph;
    const int16_t region = find_sign_region(g, at);
    const struct graph_source value = g->operations[at].sources[0];
    struct graph_operation o;
    struct setter setter;
    unsigned mode;
    bool *gone;

    if (region == GRAPH_NONE || !rewrite_closes_all(g, region) || !find_constant_setter(g, region, &setter) ||
        setter.bits != 0 || !rewrite_old_source(&g->operations[setter.at]) ||
        rewrite_old_source(&g->operations[setter.at])->value != value.value)
        return true;
    gone = calloc(g->count, sizeof *gone);
    if (!gone)
        return false;
    mode = g->operations[at].mode == SFP_MODE_SFPSETCC_LREG_LT0 ? SFP_MODE_SFPSWAP_MAX_MIN : SFP_MODE_SFPSWAP_MIN_MAX;
    o = rewrite_make_operation(w, MADE_WORD(&w->index, SFP_I_SFPSWAP, {SFP_F_MOD, mode}),
                               g->operations[setter.at].results[0].value, g->operations[at].at);
    rewrite_append_source(&o, GRAPH_B, value);
    rewrite_append_source(&o, GRAPH_VC, (struct graph_source){.lreg = SFP_LREG_ZERO, .value = GRAPH_NONE});
    o.results[0].in_place = 0;
    g->operations[at] = o;
    gone[setter.at] = gone[g->regions[region].closes] = true;
    return rewrite_remove_marked(g, gone);
}

/* A register's constants by a sign: where negative, and elsewhere. The last setter makes the value. */
struct choice {
    uint32_t negative, others;
    size_t first, last; /* operations that set it, one or two */
    size_t closes;
};

/* Finds a choice. Its old value is a constant, or set in the first half of SFPCOMPC. */
static bool find_choice(const struct graph *g, size_t at, struct choice *c)
{
    const int16_t region = find_sign_region(g, at);
    const bool below = g->operations[at].mode == SFP_MODE_SFPSETCC_LREG_LT0;
    const struct graph_source *old;
    struct setter one, two;
    uint32_t bits;

    if (region == GRAPH_NONE || !find_constant_setter(g, region, &one))
        return false;
    *c = (struct choice){.first = one.at, .last = one.at, .closes = g->regions[region].closes};
    old = rewrite_old_source(&g->operations[one.at]);
    if (rewrite_closes_all(g, region)) {
        if (!old || !rewrite_bits_of(g, old, &bits))
            return false;
    } else {
        if ((size_t)region + 1 >= g->region_count || g->regions[region + 1].complement != region ||
            !rewrite_closes_all(g, region + 1) ||
            !find_constant_setter(g, region + 1, &two) || !(old = rewrite_old_source(&g->operations[two.at])) ||
            old->value != g->operations[one.at].results[0].value)
            return false;
        c->last = two.at;
        c->closes = g->regions[region + 1].closes;
        bits = two.bits;
    }
    c->negative = below ? one.bits : bits;
    c->others = below ? bits : one.bits;
    return true;
}

/* Makes the old value's maker optional, if the choice is its only reader. */
static void free_old_maker(struct graph *g, const struct choice *c)
{
    const struct graph_source *old = rewrite_old_source(&g->operations[c->first]);
    const struct graph_operation *maker = old ? rewrite_maker_of(g, old) : NULL;

    if (maker && rewrite_count_readers(g, old->value) == 1)
        g->operations[maker - g->operations].optional = true;
}

bool rewrite_sign_mask(struct rewriting *w, size_t at)
{
    struct graph *g = w->graph;
    const struct graph_source value = g->operations[at].sources[0];
    struct choice c;
    struct graph_operation sign, *last;
    bool *gone;

    if (!find_choice(g, at, &c) || c.others != 0 || (c.negative != 1 && c.negative != SFP_BITS_ONE) ||
        rewrite_count_readers(g, value.value) != 1)
        return true;
    gone = calloc(g->count, sizeof *gone);
    if (!gone)
        return false;
    free_old_maker(g, &c);
    for (size_t i = at + 1; i <= c.closes; i++) /* remove the regions' operations, except the last setter */
        gone[i] = g->operations[i].region != GRAPH_NONE && i != c.last;
    sign = make_sign(w, value, g->operations[at].at);
    last = &g->operations[c.last];
    if (c.negative == 1) {
        sign.results[0].value = last->results[0].value;
        gone[c.last] = true;
    } else {
        *last = rewrite_make_operation(w, MADE_WORD(&w->index, SFP_I_SFPCAST, {SFP_F_MOD, 0}),
                                       last->results[0].value, last->at);
        rewrite_append_source(last, GRAPH_VC, (struct graph_source){.value = sign.results[0].value});
    }
    g->operations[at] = sign;
    return rewrite_remove_marked(g, gone);
}
