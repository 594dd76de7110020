/* Functions shared by rewrites: inspecting the graph, and adding to it. */
#include "rewrites.h"

#include <stdlib.h>

#include "graph_parts.h"

const struct graph_operation *rewrite_maker_of(const struct graph *g, const struct graph_source *source)
{
    for (size_t i = 0; i < g->count && source->value != GRAPH_NONE; i++)
        if (g->operations[i].results[0].value == source->value && !g->operations[i].is_added)
            return &g->operations[i];
    return NULL;
}

static bool operation_reads_value(const struct graph_operation *o, int16_t value)
{
    for (unsigned source = 0; source < o->source_count; source++)
        if (o->sources[source].value == value)
            return true;
    return false;
}

bool rewrite_is_free(const struct graph_operation *o)
{
    return o->region == GRAPH_NONE && !o->changes_flags && o->results[0].value != GRAPH_NONE &&
           o->results[0].in_place == GRAPH_NONE && o->results[1].value == GRAPH_NONE;
}

bool rewrite_is_shift(const struct graph_operation *o)
{
    return o->insn->id == SFP_I_SFPSHFT && o->mode & SFP_MODE_SFPSHFT_ARG_IMM &&
           !(o->mode & SFP_MODE_SFPSHFT_ARITHMETIC) && rewrite_is_free(o) && o->source_count == 1;
}

int32_t rewrite_shift_amount(const struct graph_operation *o)
{
    enum { SIGN = 1 << 11 };

    return (int32_t)(sfp_field(o->insn, o->word, SFP_F_IMM) ^ SIGN) - SIGN;
}

void rewrite_give_word(const struct rewriting *w, struct graph_operation *o, uint32_t word)
{
    o->word = word;
    o->insn = sfp_insn_of_word(&w->index, word);
    o->mode = (uint8_t)sfp_mode(o->insn, word);
    o->unit = o->insn->unit;
    o->latency = graph_is_store(o) ? 1 : (uint8_t)sfp_latency(o->insn, w->graph->arch, o->mode);
    o->exchange = (uint8_t)sfp_exchange_of(o->insn, o->mode, sfp_named_of(o->insn, word).va);
}

bool rewrite_add_way(struct rewriting *w, size_t at, struct graph_operation o)
{
    o.rewrite = w->row;
    o.optional = o.is_added = true;
    o.at = w->graph->operations[at].at;
    return graph_insert(w->graph, at + 1, &o);
}

bool rewrite_add_load(struct rewriting *w, size_t at, struct graph_operation o)
{
    const uint16_t place = o.at;

    if (!rewrite_add_way(w, at, o))
        return false;
    w->graph->operations[at + 1].at = place;
    return true;
}

void rewrite_free_maker(struct graph *g, const struct graph_operation *maker)
{
    for (unsigned result = 0; result < GRAPH_RESULTS; result++) {
        if (graph_carried_exit(g, maker->results[result].value))
            return;
        for (size_t i = 0; i < g->count && maker->results[result].value != GRAPH_NONE; i++)
            if (!g->operations[i].optional && operation_reads_value(&g->operations[i], maker->results[result].value))
                return;
    }
    g->operations[maker - g->operations].optional = true;
}

void rewrite_note(struct rewriting *w)
{
    w->graph->replaced |= UINT32_C(1) << (w->row - w->rows);
}

/* ---- Operations under flags ---- */

struct graph_operation rewrite_make_operation(const struct rewriting *w, uint32_t word, int16_t value, uint16_t at)
{
    struct graph_operation o = {.region = GRAPH_NONE, .at = at, .rewrite = w->row};

    rewrite_give_word(w, &o, word);
    o.results[0] = (struct graph_result){.value = value, .in_place = GRAPH_NONE};
    o.results[1] = (struct graph_result){.value = GRAPH_NONE, .in_place = GRAPH_NONE};
    return o;
}

void rewrite_append_source(struct graph_operation *o, enum graph_slot slot, struct graph_source source)
{
    source.slot = (uint8_t)slot;
    o->sources[o->source_count++] = source;
}

bool rewrite_closes_all(const struct graph *g, int16_t region)
{
    return g->operations[g->regions[region].closes].insn->id == SFP_I_SFPENCC;
}

const struct graph_source *rewrite_old_source(const struct graph_operation *o)
{
    return o->results[0].in_place == GRAPH_NONE ? NULL : &o->sources[o->results[0].in_place];
}

bool rewrite_remove_marked(struct graph *g, bool *gone)
{
    graph_remove(g, gone);
    free(gone);
    return true;
}

unsigned rewrite_count_readers(const struct graph *g, int16_t value)
{
    unsigned readers = 0;

    for (const struct graph_operation *o = g->operations; o < g->operations + g->count; o++)
        for (unsigned source = 0; source < o->source_count; source++)
            readers += o->sources[source].value == value;
    return readers;
}
