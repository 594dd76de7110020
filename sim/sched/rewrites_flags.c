/* Other ways to make what depends on flags. */
#include "rewrites.h"

#include "graph_parts.h"

/* ---- Exchanges ---- */

/* Result `used` of an exchange, as the move that it is: of the other source, in place of its own. */
static struct graph_operation move_of(const struct rewriting *w, const struct graph_operation *swap, unsigned used)
{
    const int8_t own = swap->results[used].in_place;
    struct graph_operation o = *swap;

    o.word = MADE_WORD(&w->index, SFP_I_SFPMOV, {SFP_F_MOD, SFP_MODE_SFPMOV_MOVE});
    o.insn = sfp_insn_of_word(&w->index, o.word);
    o.mode = SFP_MODE_SFPMOV_MOVE;
    o.unit = o.insn->unit;
    o.latency = (uint8_t)sfp_latency(o.insn, w->graph->arch, o.mode);
    o.exchange = SFP_EXCHANGE_NONE;
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
