/* Rewrites of limits that a kernel finds by the sign of a difference: to SFPSWAP, and of `else if` to `if`. */
#include "rewrites.h"

#include <stdlib.h>
#include <string.h>

#include "graph_parts.h"

enum {
    LEAST_EXPONENT = 127 - 102, /* of a limit: no difference from another number is then below the normal numbers */
    MOST_EXPONENT = 254,        /* of finite numbers */
};

static const uint32_t sign_bit = UINT32_C(1) << 31;

/* ---- Differences ---- */

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
    uint32_t bits;

    if (!rewrite_bits_of(g, source, &bits) || (bits & ~sign_bit) != SFP_BITS_ONE)
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
    const bool has_product = rewrite_bits_of(g, factor, &product), has_sum = rewrite_bits_of(g, addend, &sum);

    if (has_product == has_sum)
        return false;
    d->x = has_product ? *addend : *factor;
    d->is_turned = !has_product && sign;
    d->limit = has_product ? product ^ sign ^ sign_bit : sum ^ (sign_bit & ~sign);
    return d->x.value != GRAPH_NONE;
}

/* Finds the difference that makes the source: the sum of a number times 1.0 or -1.0 and another number, exactly one of
 * which is a constant. Returns false if the source is no such sum, or if the subtraction works neither in all lanes nor
 * in `region`. */
static bool find_difference(const struct graph *g, const struct graph_source *source, int16_t region,
                            struct difference *d)
{
    const struct graph_operation *o = rewrite_maker_of(g, source);
    const struct graph_source *va, *vb, *vc;
    uint32_t sign;

    if (!o || (o->insn->id != SFP_I_SFPMAD && o->insn->id != SFP_I_SFPADD) || o->mode != 0 || o->source_count != 3 ||
        (o->region != GRAPH_NONE && o->region != region) || o->results[0].in_place != GRAPH_NONE)
        return false;
    va = &o->sources[graph_source_in(o, GRAPH_VA)];
    vb = &o->sources[graph_source_in(o, GRAPH_VB)];
    vc = &o->sources[graph_source_in(o, GRAPH_VC)];
    d->maker = (size_t)(o - g->operations);
    return (is_unit(g, va, &sign) && take_apart(g, vb, sign, vc, d)) ||
           (is_unit(g, vb, &sign) && take_apart(g, va, sign, vc, d));
}

/* Returns whether the sign of a finite number's difference from the limit tells which of the two is smaller. */
static bool is_ordinary_limit(uint32_t limit)
{
    enum { MANTISSA_BITS = 23, EXPONENTS = 0xFF };
    const uint32_t exponent = limit >> MANTISSA_BITS & EXPONENTS;

    return exponent >= LEAST_EXPONENT && exponent <= MOST_EXPONENT;
}

static bool is_zero(uint32_t bits)
{
    return (bits & ~sign_bit) == 0;
}

/* ---- Tests of a sign ---- */

/* A test of a value by one or two SFPSETCCs: "negative", "not negative", or "not negative and not zero". */
struct sign_test {
    struct graph_source value;
    bool is_negative, is_nonzero;
    size_t last;    /* index of the last SFPSETCC */
    int16_t region; /* the region that this SFPSETCC opens; an SFPENCC closes it */
};

static bool is_test(const struct graph_operation *o, unsigned mode)
{
    return o->insn->id == SFP_I_SFPSETCC && o->mode == mode && o->source_count == 1 &&
           o->sources[0].value != GRAPH_NONE;
}

/* Finds the test that begins with operation `at`. */
static bool find_sign_test(const struct graph *g, size_t at, struct sign_test *t)
{
    const struct graph_operation *first = &g->operations[at], *second;

    *t = (struct sign_test){.last = at, .region = rewrite_opened_by(g, at)};
    t->is_negative = is_test(first, SFP_MODE_SFPSETCC_LREG_LT0);
    if (t->region == GRAPH_NONE || (!t->is_negative && !is_test(first, SFP_MODE_SFPSETCC_LREG_GTE0)))
        return false;
    t->value = first->sources[0];
    second = &g->operations[g->regions[t->region].closes];
    if (!t->is_negative && is_test(second, SFP_MODE_SFPSETCC_LREG_NE0) && second->sources[0].value == t->value.value &&
        g->regions[t->region].closes == at + 1) {
        t->is_nonzero = true;
        t->last = at + 1;
        t->region = rewrite_opened_by(g, t->last);
    }
    return t->region != GRAPH_NONE && rewrite_closes_all(g, t->region);
}

/* ---- To SFPSWAP ---- */

/* Finds a limit of x: a test of their difference, in all lanes, and a move of the limit over x, which nothing else
 * reads. */
static bool find_limit(const struct graph *g, size_t at, struct rewrite_clamp *m, struct difference *d)
{
    const struct graph_source *old;
    struct sign_test test;
    uint32_t bits;

    if (g->operations[at].region != GRAPH_NONE || !find_sign_test(g, at, &test) ||
        !find_difference(g, &test.value, GRAPH_NONE, d) ||
        rewrite_count_readers(g, test.value.value) != 1u + test.is_nonzero ||
        rewrite_count_readers(g, d->x.value) != 2 ||
        graph_carried_exit(g, test.value.value) || graph_carried_exit(g, d->x.value) ||
        (m->setter = rewrite_only_operation(g, test.region)) == SIZE_MAX)
        return false;
    old = rewrite_old_source(&g->operations[m->setter]);
    if (!old || old->value != d->x.value || !rewrite_set_bits(g, &g->operations[m->setter], &bits) || bits != d->limit)
        return false;
    m->old = d->x;
    m->is_minimum = test.is_negative == d->is_turned;
    m->closes = g->regions[test.region].closes;
    m->unread[m->unread_count++] = d->maker;
    if (test.is_nonzero)
        m->unread[m->unread_count++] = test.last;
    return true;
}

/* Returns a constant register for the limit: the kernel's own, if the kernel copies the limit from a constant register,
 * or else a free register, which is then reserved. Returns L0 if no register is free. */
static struct graph_source hold_limit(struct graph *g, const struct graph_operation *setter, uint32_t limit)
{
    const int8_t copied = graph_source_in(setter, GRAPH_VC);

    if (copied != GRAPH_NONE && setter->sources[copied].value == GRAPH_NONE &&
        setter->sources[copied].lreg >= SFP_FIRST_CONSTANT_LREG)
        return setter->sources[copied];
    return (struct graph_source){.lreg = rewrite_constant(g, limit), .value = GRAPH_NONE};
}

static bool replace_limit(struct rewriting *w, size_t at, bool takes_zero)
{
    struct rewrite_clamp m = {.unread_count = 0};
    struct difference d;

    if (!find_limit(w->graph, at, &m, &d) || !(is_ordinary_limit(d.limit) || (takes_zero && is_zero(d.limit))))
        return true;
    m.other = hold_limit(w->graph, &w->graph->operations[m.setter], d.limit);
    return m.other.lreg == 0 || rewrite_clamp_to_swap(w, at, &m);
}

bool rewrite_clamp_difference(struct rewriting *w, size_t at)
{
    return replace_limit(w, at, false);
}

bool rewrite_clamp_nan(struct rewriting *w, size_t at)
{
    return replace_limit(w, at, true);
}

/* ---- else if ---- */

/* Returns whether the test is true of a difference of this number. Both the number and the limit are finite, and not
 * both zero. */
static bool is_true_of(const struct sign_test *test, const struct difference *d, uint32_t bits)
{
    float number, limit;

    memcpy(&number, &bits, sizeof number);
    memcpy(&limit, &d->limit, sizeof limit);
    if (number == limit)
        return !test->is_negative && !test->is_nonzero;
    return test->is_negative == (d->is_turned ? limit < number : number < limit);
}

/* Returns whether each operation of the region, except the operation that closes the region, only makes a value that
 * operations under the region's flags read. Without these flags the lanes of the region get the same values. */
static bool makes_values_for_itself(const struct graph *g, int16_t region)
{
    for (size_t i = 0; i < g->count; i++) {
        const struct graph_operation *o = &g->operations[i];

        if (o->region != region || i == g->regions[region].closes)
            continue;
        if (o->changes_flags || graph_reaches_dst(o) || o->results[0].in_place != GRAPH_NONE ||
            o->results[1].value != GRAPH_NONE || graph_carried_exit(g, o->results[0].value))
            return false;
        for (const struct graph_operation *reader = g->operations; reader < g->operations + g->count; reader++)
            for (unsigned s = 0; s < reader->source_count; s++)
                if (reader->sources[s].value == o->results[0].value && !graph_is_within(g, reader->region, region))
                    return false;
    }
    return true;
}

/* Returns whether the region is the only one whose lanes depend on this region's. */
static bool is_only_inner(const struct graph *g, int16_t region, int16_t inner)
{
    for (int16_t r = 0; r < (int16_t)g->region_count; r++)
        if (r != inner && r != region && (graph_is_within(g, r, region) || g->regions[r].complement == region))
            return false;
    return true;
}

/* Removes the condition that operation `at` opens: the region before it ends with SFPENCC. */
static bool drop_condition(struct rewriting *w, size_t at, int16_t region)
{
    struct graph *g = w->graph;
    bool *gone;

    graph_remove_region(g, (size_t)region);
    rewrite_note(w);
    if (g->operations[at].region != GRAPH_NONE) { /* SFPCOMPC, which closes the region before it */
        rewrite_give_word(w, &g->operations[at],
                          MADE_WORD(&w->index, SFP_I_SFPENCC, {SFP_F_MOD, SFP_MODE_SFPENCC_EU_R1}));
        return true;
    }
    gone = calloc(g->count, sizeof *gone);
    if (!gone)
        return false;
    gone[at] = true;
    return rewrite_remove_marked(g, gone);
}

bool rewrite_else_if(struct rewriting *w, size_t at)
{
    struct graph *g = w->graph;
    const int16_t region = rewrite_opened_by(g, at);
    const int16_t before = region == GRAPH_NONE ? GRAPH_NONE : g->regions[region].complement;
    struct sign_test test;
    struct difference d;
    size_t setter;
    uint32_t bits;

    if (before == GRAPH_NONE || g->regions[region].outer != GRAPH_NONE ||
        (setter = rewrite_only_operation(g, before)) == SIZE_MAX ||
        !rewrite_set_bits(g, &g->operations[setter], &bits) ||
        !find_sign_test(g, g->regions[region].closes, &test) || !find_difference(g, &test.value, region, &d) ||
        d.x.value != g->operations[setter].results[0].value || !is_ordinary_limit(d.limit) ||
        !(is_zero(bits) || is_ordinary_limit(bits)) || is_true_of(&test, &d, bits) ||
        !makes_values_for_itself(g, region) || !is_only_inner(g, region, test.region))
        return true;
    return drop_condition(w, at, region);
}
