/*
 * Predication. Operations between an instruction that changes flags and the SFPENCC that enables all lanes form a
 * region, or a chain of regions: an instruction that changes flags inside a region works there, closes it, and opens
 * the next region. SFPSETCC opens a region with a subset of the current lanes; SFPCOMPC, with the pushed region's lanes
 * outside the current region; SFPPOPC, with the pushed region's lanes. Flags pushed while all lanes are enabled are
 * like an empty stack: their SFPPUSHC is dropped, and their SFPPOPC becomes SFPENCC.
 */
#include "graph_parts.h"

#include "isa/modes.h"
#include "isa/vector_unit.h"
#include "base/array.h"

/* ---- Regions ---- */

bool graph_open_region(struct building *b)
{
    struct graph *g = b->graph;
    const int16_t outer = b->region;

    if (!b->body->predicated)
        return graph_refuse(b, REFUSAL_LANES_OFF, NULL);
    *b->error = NULL;
    if (!array_room(&g->regions, g->region_count, &g->region_room, sizeof *g->regions))
        return false;
    if (b->region != GRAPH_NONE)
        g->regions[b->region].closes = (uint16_t)(g->count - 1);
    b->region = (int16_t)g->region_count;
    g->regions[g->region_count++] = (struct graph_region){.opens = (uint16_t)(g->count - 1), .lanes = b->region,
                                                            .outer = outer, .complement = GRAPH_NONE};
    return true;
}

/* Closes the region with an SFPENCC that sets all flags: the kernel's word, or one made here. */
static bool close_region(struct building *b, uint32_t word)
{
    struct graph *g = b->graph;

    g->regions[b->region].closes = (uint16_t)g->count;
    *b->error = NULL;
    if (!graph_add_word(b, word, NULL, 0))
        return false;
    b->region = GRAPH_NONE;
    return true;
}

static uint32_t make_enabling_word(const struct building *b)
{
    return MADE_WORD(&b->index, SFP_I_SFPENCC, {SFP_F_MOD, SFP_MODE_SFPENCC_EU_R1});
}

/* ---- SFPENCC ---- */

/* Returns whether SFPENCC leaves all lanes enabled, where predication was on before. */
static bool leaves_all_enabled(const struct decoded_word *t)
{
    const struct sfp_encc encc = sfp_encc_of(t->insn, t->word);

    return encc.sets_flags &&
           (encc.predication == SFP_PREDICATION_KEPT || encc.predication == SFP_PREDICATION_ON);
}

static bool take_sfpencc(struct building *b, const struct decoded_word *t)
{
    if (!leaves_all_enabled(t))
        return graph_refuse(b, REFUSAL_ENABLES, NULL);
    return b->region == GRAPH_NONE || close_region(b, t->word);
}

/* ---- The opposite condition ---- */

/* An SFPSETCC for exactly the lanes that an operation turns off, with its source, a value that still exists. Not
 * `known` if the operation has no such opposite. */
struct condition {
    uint32_t word;
    struct graph_source source;
    unsigned source_count;
    bool known;
};

static bool tests_its_result(const struct graph_operation *o)
{
    if (o->results[0].value == GRAPH_NONE)
        return false;
    if (o->insn->id == SFP_I_SFPIADD)
        return !(o->mode & SFP_MODE_SFPIADD_CC_NONE);
    return o->insn->id == SFP_I_SFPEXEXP && o->mode & SFP_MODE_SFPEXEXP_CC_LT0;
}

static struct condition find_opposite(const struct building *b, const struct graph_operation *o)
{
    const unsigned special = SFP_MODE_SFPSETCC_IMM_BIT | SFP_MODE_SFPSETCC_ZERO;
    const unsigned mode = o->mode & SFP_MODE_SFPIADD_CC_INVERT ? SFP_MODE_SFPSETCC_LREG_LT0
                                                               : SFP_MODE_SFPSETCC_LREG_GTE0;

    if (o->insn->id == SFP_I_SFPSETCC && !(o->mode & special))
        return (struct condition){sfp_word_with(o->insn, o->word, SFP_F_MOD, o->mode ^ SFP_MODE_SFPSETCC_INVERSE),
                                  o->sources[0], o->source_count, true};
    return (struct condition){
        .word = MADE_WORD(&b->index, SFP_I_SFPSETCC, {SFP_F_MOD, mode}),
        .source = {.slot = GRAPH_VC, .value = o->results[0].value},
        .source_count = 1,
        .known = tests_its_result(o),
    };
}

/* ---- The flag stack ---- */

static bool take_sfppushc(struct building *b, const struct decoded_word *t)
{
    if (t->mode != SFP_MODE_SFPPUSHC_PUSH || b->depth == GRAPH_PUSHED)
        return graph_refuse(b, REFUSAL_FLAG_STACK, NULL);
    b->pushed[b->depth++] = b->region;
    return b->region == GRAPH_NONE || graph_add_word(b, t->word, NULL, 0);
}

/* Changes from one region to another by the kernel's word. */
static bool change_region(struct building *b, uint32_t word, int16_t lanes, int16_t outer, int16_t other)
{
    struct graph_region *r;

    if (!graph_add_word(b, word, NULL, 0) || !graph_open_region(b))
        return false;
    r = &b->graph->regions[b->region];
    r->lanes = lanes == GRAPH_NONE ? b->region : lanes;
    r->outer = outer;
    r->complement = other;
    return true;
}

static bool take_sfppopc(struct building *b, const struct decoded_word *t)
{
    const struct graph_region *regions = b->graph->regions;
    int16_t to;

    if (t->mode != SFP_MODE_SFPPOPC_POP || b->depth == 0)
        return graph_refuse(b, REFUSAL_FLAG_STACK, NULL);
    to = b->pushed[--b->depth];
    if (to != GRAPH_NONE && b->region == GRAPH_NONE) /* an SFPENCC came in between, which a table could move */
        return graph_refuse(b, REFUSAL_FLAG_STACK, NULL);
    if (to != GRAPH_NONE)
        return change_region(b, t->word, regions[to].lanes, regions[to].outer, regions[to].complement);
    return b->region == GRAPH_NONE || close_region(b, make_enabling_word(b));
}

/* Does an operation work in the region? */
static bool is_region_worked_in(const struct graph *g, int16_t region)
{
    for (size_t i = g->regions[region].opens + 1u; i < g->count; i++)
        if (g->operations[i].region == region)
            return true;
    return false;
}

/* Handles an SFPCOMPC of all lanes as two words: SFPENCC, and the opposite condition. */
static bool replace_sfpcompc(struct building *b, const struct condition *opposite)
{
    const int16_t before = b->region;

    if (!close_region(b, make_enabling_word(b)) ||
        !graph_add_word(b, opposite->word, &opposite->source, opposite->source_count) || !graph_open_region(b))
        return false;
    b->graph->regions[b->region].complement = before;
    return true;
}

/* Handles SFPCOMPC: opens a region with the lanes of the pushed region that the current one lacks. An empty stack
 * counts as all lanes (sfpu-semantics(7), Flag stack), but not if flags may be on the stack before the loop. If no
 * operation worked in the first region, the opposite condition alone replaces both. */
static bool take_sfpcompc(struct building *b, const struct decoded_word *t)
{
    const int16_t pushed = b->depth > 0 ? b->pushed[b->depth - 1] : GRAPH_NONE;
    const struct graph_region *r = b->region == GRAPH_NONE ? NULL : &b->graph->regions[b->region];
    struct condition opposite;

    if (!r || (pushed == GRAPH_NONE && b->stacked))
        return graph_refuse(b, REFUSAL_FLAG_STACK, NULL);
    opposite = find_opposite(b, &b->graph->operations[r->opens]);
    opposite.known &= pushed == GRAPH_NONE && r->outer == GRAPH_NONE;
    if (opposite.known && !is_region_worked_in(b->graph, b->region))
        return replace_sfpcompc(b, &opposite);
    if (opposite.known && b->splits) {
        b->graph->splits = true;
        return replace_sfpcompc(b, &opposite);
    }
    return change_region(b, t->word, GRAPH_NONE, pushed, b->region);
}

/* ---- Entry point ---- */

bool graph_take_flags(struct building *b, const struct decoded_word *t, bool *done)
{
    *done = true;
    switch (t->insn->id) {
    case SFP_I_SFPENCC: return take_sfpencc(b, t);
    case SFP_I_SFPPUSHC: return take_sfppushc(b, t);
    case SFP_I_SFPPOPC: return take_sfppopc(b, t);
    case SFP_I_SFPCOMPC: return take_sfpcompc(b, t);
    default: break;
    }
    *done = false;
    return !((t->reads | t->writes) >> SFP_R_STACK & 1) || graph_refuse(b, REFUSAL_FLAG_STACK, NULL);
}
