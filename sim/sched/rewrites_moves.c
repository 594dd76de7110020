/* Moves, and multiply-adds that only move. */
#include "rewrites.h"

#include "graph_parts.h"

static bool holds(const struct graph *g, const struct graph_source *source, uint32_t bits)
{
    uint32_t held;

    return source->value == GRAPH_NONE && rewrite_bits_in(g, source->lreg, &held) && held == bits;
}

/* The source whose value comes out of a multiply-add, but for corners; GRAPH_NONE: there is none. */
static int8_t moved_by(const struct graph *g, const struct graph_operation *o)
{
    const int8_t a = graph_source_in(o, GRAPH_VA), b = graph_source_in(o, GRAPH_VB), c = graph_source_in(o, GRAPH_VC);

    if ((o->insn->id != SFP_I_SFPMAD && o->insn->id != SFP_I_SFPADD && o->insn->id != SFP_I_SFPMUL) || o->mode != 0 ||
        a == GRAPH_NONE || b == GRAPH_NONE || c == GRAPH_NONE)
        return GRAPH_NONE;
    if (holds(g, &o->sources[a], 0) && holds(g, &o->sources[b], 0))
        return c;
    if (!holds(g, &o->sources[c], 0))
        return GRAPH_NONE;
    return holds(g, &o->sources[a], SFP_BITS_ONE) ? b : holds(g, &o->sources[b], SFP_BITS_ONE) ? a : GRAPH_NONE;
}

/* It is one more way to make what it moves, if a register is overwritten. */
bool rewrite_mad_move(struct rewriting *w, size_t at)
{
    struct graph *g = w->graph;
    struct graph_operation *o = &g->operations[at];
    const int8_t source = moved_by(g, o);
    int16_t moved;

    if (source == GRAPH_NONE || !rewrite_is_free(o) || o->sources[source].value == GRAPH_NONE)
        return true;
    moved = o->sources[source].value;
    graph_rename(g, o->results[0].value, moved);
    o->results[0].value = moved;
    o->optional = true;
    rewrite_note(w);
    return true;
}

bool rewrite_move_mad(struct rewriting *w, size_t at)
{
    struct graph_operation *move = &w->graph->operations[at], o = *move;

    if (move->insn->id != SFP_I_SFPMOV || move->mode != SFP_MODE_SFPMOV_MOVE || o.sources[0].value == GRAPH_NONE)
        return true;
    rewrite_give_word(w, &o, MADE_WORD(&w->index, SFP_I_SFPMAD, {SFP_F_MOD, 0}));
    o.sources[0].slot = GRAPH_VA;
    o.sources[o.source_count++] = (struct graph_source){.slot = GRAPH_VB, .lreg = SFP_LREG_ONE, .value = GRAPH_NONE};
    o.sources[o.source_count++] = (struct graph_source){.slot = GRAPH_VC, .lreg = SFP_LREG_ZERO, .value = GRAPH_NONE};
    move->optional = true;
    return rewrite_add_way(w, at, o);
}
