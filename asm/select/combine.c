/* What becomes one instruction of two, as the profile has it. */
#include "combine.h"

#include <stdlib.h>

bool combining_start(struct combining *c, struct selecting *s)
{
    const struct node_list *nodes = &s->nodes;

    *c = (struct combining){.s = s};
    c->uses = select_count_uses(s);
    c->makers = select_makers(s);
    c->last = calloc((size_t)nodes->values + 1, sizeof *c->last);
    c->changes = calloc(nodes->count + 1, sizeof *c->changes);
    if (!c->uses || !c->makers || !c->last || !c->changes)
        return false;
    for (size_t i = 0; i < nodes->count; i++) {
        c->changes[i + 1] = c->changes[i] + select_changes_flags(s, &nodes->nodes[i]);
        for (unsigned o = 0; o < NODE_OPERANDS; o++)
            if (nodes->nodes[i].uses[o] != NODE_NONE)
                c->last[nodes->nodes[i].uses[o]] = i;
    }
    return true;
}

bool combining_finish(struct combining *c, bool started)
{
    free(c->uses);
    free(c->makers);
    free(c->last);
    free(c->changes);
    return started && select_drop_dead(c->s);
}

/* Is this always the same LReg: one that is left out, a constant, or a read of one? */
static bool is_lreg(const struct combining *c, int32_t value, unsigned reg)
{
    const struct node *node;

    if (value == NODE_NONE)
        return true;
    node = combining_maker(c, value);
    if (node->kind == NODE_CONSTANT)
        return select_constant_lreg(c->s, node->imm) == (int)reg;
    return node->kind == NODE_READ && node->imm == reg;
}

bool combining_is_product(const struct combining *c, const struct node *node)
{
    return node->kind == NODE_INSN && node->insn->id == SFP_I_SFPMUL && is_lreg(c, node->uses[NODE_VC], SFP_LREG_ZERO);
}

bool combining_is_sum(const struct combining *c, const struct node *node)
{
    return node->kind == NODE_INSN && node->insn->id == SFP_I_SFPADD && is_lreg(c, node->uses[NODE_VA], SFP_LREG_ONE);
}

/* ---- Immediates ---- */

enum { BF16_LOST = 0xFFFF, BF16_LSB = 16 };

bool combining_is_immediate(const struct combining *c, int32_t value, size_t i)
{
    const struct node *node = combining_maker(c, value);
    const bool before = c->s->list->profile->immediates == IMMEDIATES_ENDS;

    return node->kind == NODE_CONSTANT && node->type == NODE_FLOAT && node->uses[NODE_VD] == NODE_NONE &&
           !(node->imm & BF16_LOST) && (before ? combining_same_flags(c, c->makers[value], i)
                                               : select_constant_lreg(c->s, node->imm) < 0);
}

/* Is the register of this value free to be overwritten by node `i`? */
static bool ends_there(const struct combining *c, int32_t value, size_t i)
{
    const struct node *node = combining_maker(c, value);
    const bool constant = node->kind == NODE_CONSTANT && select_constant_lreg(c->s, node->imm) >= 0;
    const bool fixed = node->kind == NODE_READ && node->imm >= SFP_FIRST_CONSTANT_LREG;

    return c->last[value] == i && !constant && !fixed;
}

static bool take_immediate(struct combining *c, size_t i, enum node_operand constant, enum node_operand other)
{
    struct node *node = &c->s->nodes.nodes[i];
    const int32_t value = node->uses[other], kept = node->uses[NODE_VD];
    const bool anywhere = c->s->list->profile->immediates == IMMEDIATES_FIRST;
    struct node taken;

    if (value == node->uses[constant] || !combining_is_immediate(c, node->uses[constant], i) ||
        (kept != NODE_NONE && kept != value) || !(anywhere || ends_there(c, value, i)))
        return false;
    taken = select_insn(c->s, combining_is_sum(c, node) ? SFP_I_SFPADDI : SFP_I_SFPMULI, 0, node->place);
    taken.imm = combining_maker(c, node->uses[constant])->imm >> BF16_LSB;
    taken.uses[NODE_VD] = value;
    taken.makes[NODE_VD] = node->makes[NODE_VD];
    *node = taken;
    return true;
}

bool combine_immediates(struct selecting *s)
{
    struct combining c;
    const bool started = combining_start(&c, s);

    for (size_t i = 0; started && i < s->nodes.count; i++) {
        const struct node *node = &s->nodes.nodes[i];
        const bool product = combining_is_product(&c, node);
        const enum node_operand first = product ? NODE_VA : NODE_VB, second = product ? NODE_VB : NODE_VC;

        if ((product || combining_is_sum(&c, node)) && node->mod == 0 && !take_immediate(&c, i, first, second))
            take_immediate(&c, i, second, first);
    }
    return combining_finish(&c, started);
}

bool select_combine(struct selecting *s)
{
    const struct profile *profile = s->list->profile;
    const bool early = profile->immediates == IMMEDIATES_ENDS || profile->immediates == IMMEDIATES_FIRST;

    return (!early || combine_immediates(s)) && (profile->products != PRODUCTS_IN_SUMS || combine_sums(s)) &&
           (profile->immediates != IMMEDIATES_LAST || combine_immediates(s)) && combine_flags(s);
}
