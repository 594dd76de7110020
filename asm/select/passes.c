/* Functions that the passes share. */
#include "passes.h"

#include "node_operands.h"

#include <stdlib.h>

bool select_fail(const struct selecting *s, struct node_place place, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    node_vfail(s->list, place, s->error, format, arguments);
    va_end(arguments);
    return false;
}

bool select_add(struct selecting *s, const struct node *node)
{
    return node_list_add(&s->nodes, node);
}

int32_t select_value(struct selecting *s)
{
    return s->nodes.values++;
}

struct node select_insn(const struct selecting *s, enum sfp_id id, unsigned mod, struct node_place place)
{
    struct node node = node_of(NODE_INSN, place);

    node.insn = s->rows[id];
    node.mod = (uint8_t)mod;
    return node;
}

struct sfp_issued select_issued(const struct selecting *s, const struct node *node)
{
    if (node->kind == NODE_CONFIG)
        return sfp_issued_of(&s->index, config_word(&s->index, node->imm));
    return sfp_issued_of(&s->index, node->kind == NODE_INSN ? node_word(node) : node->imm);
}

static bool becomes_word(const struct node *node)
{
    return node->kind == NODE_INSN || node->kind == NODE_WORD || node->kind == NODE_CONFIG;
}

bool select_follow(const struct selecting *s, struct states *states, const struct node *node)
{
    struct sfp_issued word;

    if (node->kind == NODE_WORD)
        return states_follow_own(states, node->imm);
    if (node->kind == NODE_BARRIER)
        own_track_barrier(&states->own);
    if (!becomes_word(node))
        return true;
    word = select_issued(s, node);
    return states_follow(states, &word);
}

bool select_changes_flags(const struct selecting *s, const struct node *node)
{
    struct sfp_replay replay = {0};

    if (node->kind == NODE_WORD)
        replay = sfp_replay_of(sfp_insn_of_word(&s->index, node->imm), node->imm);
    if (replay.length > 0)
        return !replay.records;
    return becomes_word(node) && select_issued(s, node).writes & (SFP_USES_FLAGS | SFP_USES_STACK);
}

bool select_crosses_lanes(const struct node *node)
{
    if (node->kind != NODE_INSN)
        return node->kind == NODE_CONFIG || node->kind == NODE_WRITE;
    return sfp_crosses_lanes(node->insn, node->mod);
}

bool select_keeps_lanes(const struct node *node, unsigned operand)
{
    if (node->uses[operand] == NODE_NONE)
        return false;
    if (node->kind != NODE_INSN)
        return node->kind == NODE_CONSTANT;
    return operands_written(node->insn, node->mod) >> operand & 1 &&
           (node->relation == INSN_KEEPS || !(operands_read(node->insn, node->mod) >> operand & 1));
}

struct node select_insn_for(const struct selecting *s, enum sfp_id id, const struct node *node)
{
    struct node made = select_insn(s, id, 0, node->place);

    if (select_keeps_lanes(node, NODE_VD))
        made.relation = INSN_KEEPS;
    return made;
}

bool select_is_pure(const struct selecting *s, const struct node *node)
{
    switch (node->kind) {
    case NODE_INSN: return !(select_issued(s, node).writes & ~(uint32_t)SFP_USES_LREGS);
    case NODE_CONSTANT:
    case NODE_READ:
    case NODE_ASSIGN: return true;
    default: return false;
    }
}

/* Does the list write the LReg `reg` by SFPCONFIG or by a word of its own? */
static bool is_configured(const struct selecting *s, unsigned reg)
{
    for (size_t i = 0; i < s->list->count; i++) {
        const struct node *node = &s->list->nodes[i];
        const bool config = node->kind == NODE_CONFIG || node->kind == NODE_WORD;

        if (config && select_issued(s, node).writes >> reg & 1)
            return true;
    }
    return false;
}

int select_constant_lreg(const struct selecting *s, uint32_t bits)
{
    switch (bits) {
    case 0: return SFP_LREG_ZERO;
    case SFP_BITS_ONE: return SFP_LREG_ONE;
    case SFP_BITS_0_8373: return SFP_LREG_0_8373;
    default: break;
    }
    return bits == sfp_lreg_defaults[0] && !is_configured(s, SFP_FIRST_PROGRAMMABLE_LREG)
               ? (int)SFP_FIRST_PROGRAMMABLE_LREG : -1;
}

uint32_t *select_count_uses(const struct selecting *s)
{
    uint32_t *counts = calloc((size_t)s->nodes.values + 1, sizeof *counts);

    for (size_t i = 0; counts && i < s->nodes.count; i++)
        for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
            if (s->nodes.nodes[i].uses[operand] != NODE_NONE)
                counts[s->nodes.nodes[i].uses[operand]]++;
    return counts;
}

size_t *select_makers(const struct selecting *s)
{
    size_t *makers = malloc(((size_t)s->nodes.values + 1) * sizeof *makers);

    for (int32_t v = 0; makers && v < s->nodes.values; v++)
        makers[v] = SIZE_MAX;
    for (size_t i = 0; makers && i < s->nodes.count; i++)
        for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
            if (s->nodes.nodes[i].makes[operand] != NODE_NONE)
                makers[s->nodes.nodes[i].makes[operand]] = i;
    return makers;
}

static bool has_used_value(const struct node *node, const uint32_t *counts)
{
    for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
        if (node->makes[operand] != NODE_NONE && counts[node->makes[operand]] > 0)
            return true;
    return false;
}

/* Finds unused nodes from the end, so that a node whose only users are unused counts as unused too. */
static void find_dead(const struct selecting *s, uint32_t *counts, bool *dead)
{
    for (size_t i = s->nodes.count; i-- > 0;) {
        const struct node *node = &s->nodes.nodes[i];

        dead[i] = !has_used_value(node, counts) && select_is_pure(s, node);
        for (unsigned operand = 0; dead[i] && operand < NODE_OPERANDS; operand++)
            if (node->uses[operand] != NODE_NONE)
                counts[node->uses[operand]]--;
    }
}

static void forget_unused(struct node *node, const uint32_t *counts)
{
    for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
        if (node->makes[operand] != NODE_NONE && counts[node->makes[operand]] == 0)
            node->makes[operand] = NODE_NONE;
}

bool select_drop_dead(struct selecting *s)
{
    uint32_t *counts = select_count_uses(s);
    bool *dead = calloc(s->nodes.count + 1, sizeof *dead);
    size_t kept = 0;

    if (counts && dead) {
        find_dead(s, counts, dead);
        for (size_t i = 0; i < s->nodes.count; i++) {
            if (dead[i])
                continue;
            s->nodes.nodes[kept] = s->nodes.nodes[i];
            forget_unused(&s->nodes.nodes[kept], counts);
            if (s->state)
                s->state[kept] = s->state[i];
            kept++;
        }
        s->nodes.count = kept;
    }
    free(dead);
    free(counts);
    return counts && dead;
}
