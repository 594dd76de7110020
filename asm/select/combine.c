/* Finds makers and uses of values, and classifies nodes for the combining passes. */
#include "combine.h"

#include <stdlib.h>

bool combining_start(struct combining *combining, struct selecting *s)
{
    const struct node_list *nodes = &s->nodes;

    *combining = (struct combining){.s = s};
    combining->uses = select_count_uses(s);
    combining->makers = select_makers(s);
    combining->last = calloc((size_t)nodes->values + 1, sizeof *combining->last);
    combining->changes = calloc(nodes->count + 1, sizeof *combining->changes);
    if (!combining->uses || !combining->makers || !combining->last || !combining->changes)
        return false;
    for (size_t i = 0; i < nodes->count; i++) {
        combining->changes[i + 1] = combining->changes[i] + select_changes_flags(s, &nodes->nodes[i]);
        for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
            if (nodes->nodes[i].uses[operand] != NODE_NONE)
                combining->last[nodes->nodes[i].uses[operand]] = i;
    }
    return true;
}

bool combining_finish(struct combining *combining, bool started)
{
    free(combining->uses);
    free(combining->makers);
    free(combining->last);
    free(combining->changes);
    return started && select_drop_dead(combining->s);
}

/* Is the operand always the contents of LReg `reg`: left out, a constant that the LReg holds, or a read of the LReg? */
static bool is_lreg(const struct combining *combining, int32_t value, unsigned reg)
{
    const struct node *node;

    if (value == NODE_NONE)
        return true;
    node = combining_maker(combining, value);
    if (node->kind == NODE_CONSTANT)
        return select_constant_lreg(combining->s, node->imm) == (int)reg;
    return node->kind == NODE_READ && node->imm == reg;
}

bool combining_is_product(const struct combining *combining, const struct node *node)
{
    return node->kind == NODE_INSN && node->insn->id == SFP_I_SFPMUL &&
           is_lreg(combining, node->uses[NODE_VC], SFP_LREG_ZERO);
}

bool combining_is_sum(const struct combining *combining, const struct node *node)
{
    return node->kind == NODE_INSN && node->insn->id == SFP_I_SFPADD &&
           is_lreg(combining, node->uses[NODE_VA], SFP_LREG_ONE);
}

/* ---- Immediates ---- */

enum { BF16_LOST = 0xFFFF };

bool combining_is_immediate(const struct combining *combining, int32_t value, size_t i)
{
    const struct node *node = combining_maker(combining, value);
    const bool before = combining->s->list->profile->immediates == IMMEDIATES_ENDS;

    return node->kind == NODE_CONSTANT && node->type == NODE_FLOAT && node->uses[NODE_VD] == NODE_NONE &&
           !(node->imm & BF16_LOST) && (before ? combining_same_flags(combining, combining->makers[value], i)
                                               : select_constant_lreg(combining->s, node->imm) < 0);
}
