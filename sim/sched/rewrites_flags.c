/* Other ways to make what depends on flags. */
#include "rewrites.h"

#include <stdlib.h>

#include "graph_parts.h"

/* ---- Exchanges ---- */

/* Result `used` of an exchange, as the move that it is: of the other source, in place of its own. */
static struct graph_operation move_of(const struct rewriting *w, const struct graph_operation *swap, unsigned used)
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
    o.by = w->by;
    return o;
}

bool rewrite_exchange_move(struct rewriting *w, size_t at)
{
    struct graph *g = w->graph;
    const struct graph_operation *o = &g->operations[at];
    bool used[GRAPH_RESULTS];

    if (o->insn->id != SFP_I_SFPSWAP || o->mode != SFP_MODE_SFPSWAP_SWAP || o->source_count != 2)
        return true;
    for (unsigned r = 0; r < GRAPH_RESULTS; r++)
        used[r] = o->results[r].value != GRAPH_NONE && graph_is_read(g, o->results[r].value);
    if (used[0] != used[1])
        g->operations[at] = move_of(w, o, used[1]);
    return true;
}

/* ---- By the sign, as a factor or an addend ---- */

enum { WHERE_POSITIVE = 0, WHERE_NEGATIVE = 1, SIGN_BIT = 31, HALF_BITS = 16 };

/* What L0 and L1 hold, which of them L7 names, and what is done by it. */
struct selection {
    uint32_t positive, negative;
    bool multiplies; /* or adds */
};

/* Is it alone in its region, which is where a value is negative, and of all lanes before? */
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

static struct graph_operation made(const struct rewriting *w, uint32_t word, int16_t value, uint16_t at)
{
    struct graph_operation o = {.region = GRAPH_NONE, .at = at, .by = w->by};

    rewrite_give_word(w, &o, word);
    o.results[0] = (struct graph_result){.value = value, .in_place = GRAPH_NONE};
    o.results[1] = (struct graph_result){.value = GRAPH_NONE, .in_place = GRAPH_NONE};
    return o;
}

static void add_source(struct graph_operation *o, enum graph_slot slot, struct graph_source source)
{
    source.slot = (uint8_t)slot;
    o->sources[o->source_count++] = source;
}

/* The sign as 0 or 1, in L7. */
static struct graph_operation sign_of(struct rewriting *w, struct graph_source source, uint16_t at)
{
    struct graph_operation sign = made(w, MADE_WORD(&w->index, SFP_I_SFPSHFT, {SFP_F_IMM, (uint32_t)-SIGN_BIT & 0xFFF},
                                                    {SFP_F_MOD, SFP_MODE_SFPSHFT_ARG_IMM}), w->graph->values++, at);

    add_source(&sign, GRAPH_B, source);
    return sign;
}

/* What the sign selects, added to the source or times it. */
static struct graph_operation selected(const struct rewriting *w, bool multiplies, const struct graph_operation *sign,
                                       struct graph_source source, int16_t value, uint16_t at)
{
    const uint8_t neutral = multiplies ? SFP_LREG_ZERO : SFP_LREG_ONE;
    const uint32_t word = MADE_WORD(&w->index, SFP_I_SFPMAD, {SFP_F_MOD, SFP_MODE_SFPMAD_INDIRECT_VA});
    struct graph_operation o = made(w, word, value, at);

    add_source(&o, GRAPH_NAMED, (struct graph_source){.value = sign->results[0].value});
    add_source(&o, multiplies ? GRAPH_VC : GRAPH_VB, (struct graph_source){.lreg = neutral, .value = GRAPH_NONE});
    add_source(&o, multiplies ? GRAPH_VB : GRAPH_VC, source);
    return o;
}

/* L7 is free, and L0 and L1 can hold what is selected: then they do. */
static bool take_registers(struct graph *g, const struct selection *s)
{
    if (g->kept >> SFP_LREG_NAMING & 1 || !rewrite_can_hold(g, WHERE_POSITIVE, s->positive) ||
        !rewrite_can_hold(g, WHERE_NEGATIVE, s->negative))
        return false;
    rewrite_hold(g, WHERE_POSITIVE, s->positive);
    rewrite_hold(g, WHERE_NEGATIVE, s->negative);
    return true;
}

/* In place of what sets flags by a sign, what works on the source by them, and what enables all lanes again. */
static bool select_by_sign(struct rewriting *w, size_t at, const struct selection *s)
{
    struct graph *g = w->graph;
    struct graph_operation *works = &g->operations[at], *opens;
    const struct graph_source source = works->sources[graph_source_in(works, GRAPH_VC)];
    bool *gone;

    if (!is_alone_below_zero(g, at) || !take_registers(g, s))
        return true;
    gone = calloc(g->count, sizeof *gone);
    if (!gone)
        return false;
    opens = &g->operations[g->regions[works->region].opens];
    gone[g->regions[works->region].closes] = true;
    *opens = sign_of(w, opens->sources[0], opens->at);
    *works = selected(w, s->multiplies, opens, source, works->results[0].value, works->at);
    graph_remove(g, gone);
    free(gone);
    return true;
}

static uint32_t immediate_of(const struct graph_operation *o)
{
    return sfp_field(o->insn, o->word, SFP_F_IMM) << HALF_BITS;
}

bool rewrite_select_add(struct rewriting *w, size_t at)
{
    const struct graph_operation *o = &w->graph->operations[at];

    return o->insn->id != SFP_I_SFPADDI || o->mode != 0 ||
           select_by_sign(w, at, &(struct selection){.negative = immediate_of(o)});
}

bool rewrite_select_mul(struct rewriting *w, size_t at)
{
    const struct graph_operation *o = &w->graph->operations[at];

    return o->insn->id != SFP_I_SFPMULI || o->mode != 0 ||
           select_by_sign(w, at, &(struct selection){SFP_BITS_ONE, immediate_of(o), true});
}
