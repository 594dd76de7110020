/*
 * Predication. The operations between one that changes flags and the SFPENCC that enables all lanes again are a region,
 * or several, each of lanes of the one before: what changes flags in a region closes it, works in it, and opens the
 * next. There is no flag stack: SFPPOPC is that SFPENCC, and the conditions once more that held when flags were pushed,
 * of the same values; SFPCOMPC is the same with the opposite of the last condition.
 */
#include "graph_parts.h"

#include "isa/modes.h"
#include "util/array.h"

bool graph_ignores_flags(const struct sfp_insn *insn, unsigned mode)
{
    return insn->id == SFP_I_SFPMOV && mode == SFP_MODE_SFPMOV_ALL_LANES_ENABLED;
}

/* ---- Regions ---- */

static bool same_lanes(const struct graph *g, int16_t a, int16_t b)
{
    return a == b || (a != GRAPH_NONE && b != GRAPH_NONE && g->regions[a].lanes == g->regions[b].lanes);
}

bool graph_is_within(const struct graph *g, int16_t region, int16_t outer)
{
    while (region != GRAPH_NONE && !same_lanes(g, region, outer))
        region = g->operations[g->regions[region].opens].region;
    return same_lanes(g, region, outer);
}

bool graph_open_region(struct building *b)
{
    struct graph *g = b->graph;

    if (!b->body->predicated)
        return graph_refuse(b, REFUSAL_LANES_OFF, NULL);
    *b->error = NULL;
    if (!array_room(&g->regions, g->region_count, &g->region_room, sizeof *g->regions))
        return false;
    if (b->region != GRAPH_NONE)
        g->regions[b->region].closes = (uint16_t)(g->count - 1);
    b->region = (int16_t)g->region_count;
    g->regions[g->region_count++] = (struct graph_region){.opens = (uint16_t)(g->count - 1), .lanes = b->region};
    return true;
}

/* With an SFPENCC that sets all flags, the kernel's word or one that is made. */
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

static uint32_t enabling_word(const struct building *b)
{
    return MADE_WORD(&b->index, SFP_I_SFPENCC, {SFP_F_MOD, SFP_MODE_SFPENCC_EU_R1});
}

/* ---- SFPENCC ---- */

/* Does it enable all lanes, predication being on before and after? */
static bool enables_all(const struct taken *t)
{
    enum { PREDICATION = 1, FLAGS = 2 };
    const uint32_t imm = sfp_field(t->insn, t->word, SFP_F_IMM);
    const bool stays_on = t->mode & SFP_MODE_SFPENCC_IMM_ENABLES ? imm & PREDICATION
                                                                 : !(t->mode & SFP_MODE_SFPENCC_TOGGLE);

    return stays_on && (!(t->mode & SFP_MODE_SFPENCC_IMM_FLAGS) || imm & FLAGS);
}

static bool enable(struct building *b, const struct taken *t)
{
    if (!enables_all(t))
        return graph_refuse(b, REFUSAL_ENABLES, NULL);
    return b->region == GRAPH_NONE || close_region(b, t->word);
}

/* ---- Conditions that hold once more ---- */

/* The SFPSETCC that sets the same flags as what has opened a region, of a value that is there still. */
struct condition {
    uint32_t word;
    struct graph_source source;
    unsigned source_count;
    bool known;
};

static bool tests_its_result(const struct graph_operation *o)
{
    if (o->insn->id == SFP_I_SFPIADD)
        return !(o->mode & SFP_MODE_SFPIADD_CC_NONE);
    return o->insn->id == SFP_I_SFPEXEXP && o->mode & SFP_MODE_SFPEXEXP_CC_LT0;
}

static struct condition condition_of(const struct building *b, const struct graph_operation *o)
{
    const unsigned mode = o->mode & SFP_MODE_SFPIADD_CC_INVERT ? SFP_MODE_SFPSETCC_LREG_GTE0
                                                               : SFP_MODE_SFPSETCC_LREG_LT0;

    if (o->insn->id == SFP_I_SFPSETCC)
        return (struct condition){o->word, o->sources[0], o->source_count, true};
    return (struct condition){
        .word = MADE_WORD(&b->index, SFP_I_SFPSETCC, {SFP_F_MOD, mode}),
        .source = {.slot = GRAPH_VC, .value = o->results[0].value},
        .source_count = 1,
        .known = tests_its_result(o) && o->results[0].value != GRAPH_NONE,
    };
}

/* Adds the condition where all lanes of the region around it are enabled. */
static bool hold(struct building *b, const struct condition *condition)
{
    if (!condition->known)
        return graph_refuse(b, REFUSAL_FLAG_STACK, NULL);
    return graph_add_word(b, condition->word, &condition->source, condition->source_count) && graph_open_region(b);
}

/* From all lanes to those of the region. */
static bool reopen(struct building *b, int16_t region)
{
    const struct graph *g = b->graph;
    struct condition condition;

    if (region == GRAPH_NONE)
        return true;
    condition = condition_of(b, &g->operations[g->regions[region].opens]);
    if (!reopen(b, g->operations[g->regions[region].opens].region) || !hold(b, &condition))
        return false;
    g->regions[b->region].lanes = g->regions[region].lanes;
    return true;
}

static bool turn_to(struct building *b, int16_t region)
{
    return b->region == region || ((b->region == GRAPH_NONE || close_region(b, enabling_word(b))) && reopen(b, region));
}

/* ---- The flag stack ---- */

static bool push(struct building *b, const struct taken *t)
{
    if (t->mode != SFP_MODE_SFPPUSHC_PUSH || b->depth == GRAPH_PUSHED)
        return graph_refuse(b, REFUSAL_FLAG_STACK, NULL);
    b->pushed[b->depth++] = b->region;
    return true;
}

static bool pop(struct building *b, const struct taken *t)
{
    if (t->mode != SFP_MODE_SFPPOPC_POP || b->depth == 0)
        return graph_refuse(b, REFUSAL_FLAG_STACK, NULL);
    return turn_to(b, b->pushed[--b->depth]);
}

/* The other lanes of what has been pushed. An empty stack is as one of all lanes (sfpu-semantics(7), Flag stack). */
static bool complement(struct building *b)
{
    const unsigned special = SFP_MODE_SFPSETCC_IMM_BIT | SFP_MODE_SFPSETCC_ZERO;
    const int16_t pushed = b->depth > 0 ? b->pushed[b->depth - 1] : GRAPH_NONE;
    const struct graph_operation *opener;
    struct condition condition;
    unsigned mode;

    if (b->region == GRAPH_NONE || (b->depth == 0 && b->body->stacked))
        return graph_refuse(b, REFUSAL_FLAG_STACK, NULL);
    opener = &b->graph->operations[b->graph->regions[b->region].opens];
    condition = condition_of(b, opener);
    mode = sfp_field(sfp_insn_of_word(&b->index, condition.word), condition.word, SFP_F_MOD);
    if (!same_lanes(b->graph, opener->region, pushed) || mode & special)
        return graph_refuse(b, REFUSAL_FLAG_STACK, NULL);
    condition.word = sfp_word_with(sfp_insn_of_word(&b->index, condition.word), condition.word, SFP_F_MOD,
                                   mode ^ SFP_MODE_SFPSETCC_INVERSE);
    return turn_to(b, pushed) && hold(b, &condition);
}

/* ---- All of it ---- */

bool graph_take_flags(struct building *b, const struct taken *t, bool *done)
{
    *done = true;
    switch (t->insn->id) {
    case SFP_I_SFPENCC: return enable(b, t);
    case SFP_I_SFPPUSHC: return push(b, t);
    case SFP_I_SFPPOPC: return pop(b, t);
    case SFP_I_SFPCOMPC: return complement(b);
    default: break;
    }
    *done = false;
    return !((t->reads | t->writes) >> SFP_R_STACK & 1) || graph_refuse(b, REFUSAL_FLAG_STACK, NULL);
}
