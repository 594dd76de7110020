/*
 * Predication. The operations between one that changes flags and the SFPENCC that enables all lanes again are a region.
 * SFPPUSHC and SFPPOPC around one, with all lanes enabled before, are no more than that SFPENCC; and the lanes that
 * SFPCOMPC turns to are those of the opposite SFPSETCC, of the same value.
 */
#include "graph_parts.h"

#include "isa/modes.h"
#include "util/array.h"

bool graph_ignores_flags(const struct sfp_insn *insn, unsigned mode)
{
    return insn->id == SFP_I_SFPMOV && mode == SFP_MODE_SFPMOV_ALL_LANES_ENABLED;
}

/* ---- Regions ---- */

bool graph_open_region(struct building *b)
{
    struct graph *g = b->graph;

    if (!b->body->predicated)
        return graph_refuse(b, REFUSAL_LANES_OFF, NULL);
    *b->error = NULL;
    if (!array_room(&g->regions, g->region_count, &g->region_room, sizeof *g->regions))
        return false;
    b->region = (int16_t)g->region_count;
    g->regions[g->region_count++] = (struct graph_region){.opens = (uint16_t)(g->count - 1)};
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
    if (!enables_all(t) || b->pushed)
        return graph_refuse(b, REFUSAL_ENABLES, NULL);
    return b->region == GRAPH_NONE || close_region(b, t->word);
}

/* ---- The flag stack ---- */

static bool push(struct building *b, const struct taken *t)
{
    if (t->mode != SFP_MODE_SFPPUSHC_PUSH || b->region != GRAPH_NONE || b->pushed)
        return graph_refuse(b, REFUSAL_FLAG_STACK, NULL);
    b->pushed = true;
    return true;
}

static bool pop(struct building *b, const struct taken *t)
{
    if (t->mode != SFP_MODE_SFPPOPC_POP || !b->pushed)
        return graph_refuse(b, REFUSAL_FLAG_STACK, NULL);
    b->pushed = false;
    return b->region == GRAPH_NONE || close_region(b, enabling_word(b));
}

/* The other lanes: a region of its own, which the opposite of what has opened this one opens. */
static bool complement(struct building *b)
{
    const struct graph_region *region = b->region == GRAPH_NONE ? NULL : &b->graph->regions[b->region];
    const unsigned special = SFP_MODE_SFPSETCC_IMM_BIT | SFP_MODE_SFPSETCC_ZERO;
    struct graph_operation opener;
    uint32_t word;

    if (!b->pushed || !region)
        return graph_refuse(b, REFUSAL_FLAG_STACK, NULL);
    opener = b->graph->operations[region->opens];
    if (opener.insn->id != SFP_I_SFPSETCC || opener.mode & special)
        return graph_refuse(b, REFUSAL_FLAG_STACK, NULL);
    word = sfp_word_with(opener.insn, opener.word, SFP_F_MOD, opener.mode ^ SFP_MODE_SFPSETCC_INVERSE);
    return close_region(b, enabling_word(b)) && graph_add_word(b, word, opener.sources, opener.source_count) &&
           graph_open_region(b);
}

/* ---- All of it ---- */

bool graph_take_flags(struct building *b, const struct taken *t, bool *done)
{
    const bool changes = (t->reads | t->writes) >> SFP_R_STACK & 1 || t->writes >> SFP_R_FLAGS & 1;

    *done = true;
    switch (t->insn->id) {
    case SFP_I_SFPENCC: return enable(b, t);
    case SFP_I_SFPPUSHC: return push(b, t);
    case SFP_I_SFPPOPC: return pop(b, t);
    case SFP_I_SFPCOMPC: return complement(b);
    default: break;
    }
    *done = false;
    if ((t->reads | t->writes) >> SFP_R_STACK & 1)
        return graph_refuse(b, REFUSAL_FLAG_STACK, NULL);
    return !changes || b->region == GRAPH_NONE || graph_refuse(b, REFUSAL_NESTED_FLAGS, NULL);
}
