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

/* ---- An addition by flags ---- */

enum { ADDED_BY_NONE = 0, ADDED_BY_SIGN = 1, SIGN_BIT = 31, HALF_BITS = 16 };

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

/* The sign as 0 or 1, in place of what sets flags by it; and the sum, in place of what adds. */
static void put_sum(struct rewriting *w, size_t at)
{
    struct graph *g = w->graph;
    struct graph_operation *adds = &g->operations[at], *opens = &g->operations[g->regions[adds->region].opens], sign, sum;
    const struct graph_source addend = adds->sources[graph_source_in(adds, GRAPH_VC)];

    sign = made(w, MADE_WORD(&w->index, SFP_I_SFPSHFT, {SFP_F_IMM, (uint32_t)-SIGN_BIT & 0xFFF},
                             {SFP_F_MOD, SFP_MODE_SFPSHFT_ARG_IMM}), g->values++, opens->at);
    add_source(&sign, GRAPH_B, opens->sources[0]);
    sum = made(w, MADE_WORD(&w->index, SFP_I_SFPMAD, {SFP_F_MOD, SFP_MODE_SFPMAD_INDIRECT_VA}), adds->results[0].value,
               adds->at);
    add_source(&sum, GRAPH_NAMED, (struct graph_source){.value = sign.results[0].value});
    add_source(&sum, GRAPH_VB, (struct graph_source){.lreg = SFP_LREG_ONE, .value = GRAPH_NONE});
    add_source(&sum, GRAPH_VC, addend);
    *opens = sign;
    *adds = sum;
}

bool rewrite_select_add(struct rewriting *w, size_t at)
{
    struct graph *g = w->graph;
    const struct graph_operation *o = &g->operations[at];
    const uint32_t addend = sfp_field(o->insn, o->word, SFP_F_IMM) << HALF_BITS;
    bool *gone;

    if (o->insn->id != SFP_I_SFPADDI || o->mode != 0 || !is_alone_below_zero(g, at) ||
        !rewrite_can_hold(g, ADDED_BY_NONE, 0) || !rewrite_can_hold(g, ADDED_BY_SIGN, addend) ||
        g->kept >> SFP_LREG_NAMING & 1)
        return true;
    gone = calloc(g->count, sizeof *gone);
    if (!gone)
        return false;
    gone[g->regions[o->region].closes] = true;
    rewrite_hold(g, ADDED_BY_NONE, 0);
    rewrite_hold(g, ADDED_BY_SIGN, addend);
    put_sum(w, at);
    graph_remove(g, gone);
    free(gone);
    return true;
}
