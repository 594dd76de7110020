/* What becomes one instruction of two, as the profile has it. */
#include "passes.h"

#include <stdlib.h>

struct combining {
    struct selecting *s;
    uint32_t *uses;
    size_t *makers;
    size_t *last;    /* by value: the last node that uses it */
    size_t *changes; /* by node: how many before it change flags */
};

static bool start(struct combining *c)
{
    const struct node_list *nodes = &c->s->nodes;

    c->uses = select_count_uses(c->s);
    c->makers = select_makers(c->s);
    c->last = calloc((size_t)nodes->values + 1, sizeof *c->last);
    c->changes = calloc(nodes->count + 1, sizeof *c->changes);
    if (!c->uses || !c->makers || !c->last || !c->changes)
        return false;
    for (size_t i = 0; i < nodes->count; i++) {
        c->changes[i + 1] = c->changes[i] + select_changes_flags(c->s, &nodes->nodes[i]);
        for (unsigned o = 0; o < NODE_OPERANDS; o++)
            if (nodes->nodes[i].uses[o] != NODE_NONE)
                c->last[nodes->nodes[i].uses[o]] = i;
    }
    return true;
}

static void finish(struct combining *c)
{
    free(c->uses);
    free(c->makers);
    free(c->last);
    free(c->changes);
}

static struct node *maker(const struct combining *c, int32_t value)
{
    return &c->s->nodes.nodes[c->makers[value]];
}

/* Do flags stay as they are from one node to another? */
static bool same_flags(const struct combining *c, size_t from, size_t to)
{
    return c->changes[from] == c->changes[to];
}

/* Is this always the same LReg: one that is left out, a constant, or a read of one? */
static bool is_lreg(const struct combining *c, int32_t value, unsigned reg)
{
    const struct node *node;

    if (value == NODE_NONE)
        return true;
    node = maker(c, value);
    if (node->kind == NODE_CONSTANT)
        return select_constant_lreg(c->s, node->imm) == (int)reg;
    return node->kind == NODE_READ && node->imm == reg;
}

/* Is it a plain product, or sum, and not a multiply-add by another name? */
static bool is_product(const struct combining *c, const struct node *node)
{
    return node->kind == NODE_INSN && node->insn->id == SFP_I_SFPMUL && is_lreg(c, node->uses[NODE_VC], SFP_LREG_ZERO);
}

static bool is_sum(const struct combining *c, const struct node *node)
{
    return node->kind == NODE_INSN && node->insn->id == SFP_I_SFPADD && is_lreg(c, node->uses[NODE_VA], SFP_LREG_ONE);
}

/* ---- Negations ---- */

/* Is it -x, made for one use and rounded nowhere? */
static bool is_negation(const struct combining *c, int32_t value, size_t i)
{
    const struct node *node;

    if (value == NODE_NONE || c->uses[value] != 1 || !same_flags(c, c->makers[value], i))
        return false;
    node = maker(c, value);
    return node->kind == NODE_INSN && node->insn->id == SFP_I_SFPMOV && node->mod == SFP_MODE_SFPMOV_NEGATE &&
           node->uses[NODE_VD] == NODE_NONE;
}

/* The mode's bit that negates the operand, or what it is a factor of; 0: the arch has none. */
static unsigned negating_bit(const struct combining *c, const struct node *node, enum node_operand operand)
{
    const unsigned bit = operand == NODE_VC ? SFP_MODE_SFPMAD_NEGATE_VC : SFP_MODE_SFPMAD_NEGATE_VA;

    return sfp_mode_options(node->insn, c->s->list->arch, bit);
}

static void take_negation(struct combining *c, size_t i, enum node_operand operand)
{
    struct node *node = &c->s->nodes.nodes[i];
    const unsigned bit = negating_bit(c, node, operand);

    if (!bit || !is_negation(c, node->uses[operand], i))
        return;
    node->mod ^= (uint8_t)bit;
    node->uses[operand] = maker(c, node->uses[operand])->uses[NODE_VC];
}

/* Operands that are negated only to be multiplied or added are negated by the mode, where the arch has that. */
static bool take_negations(struct selecting *s)
{
    static const enum node_operand operands[] = {NODE_VA, NODE_VB, NODE_VC};
    struct combining c = {.s = s};
    const bool started = start(&c);

    for (size_t i = 0; started && i < s->nodes.count; i++) {
        const struct node *node = &s->nodes.nodes[i];
        const bool adds = node->kind == NODE_INSN && (node->insn->id == SFP_I_SFPMUL || node->insn->id == SFP_I_SFPADD ||
                                                      node->insn->id == SFP_I_SFPMAD);

        for (size_t o = 0; adds && o < sizeof operands / sizeof operands[0]; o++)
            take_negation(&c, i, operands[o]);
    }
    finish(&c);
    return started && select_drop_dead(s);
}

/* ---- Products in sums ---- */

/* The sum's mode says to negate what stands for VB, the product's to negate that: once is enough. */
static uint8_t mode_of_both(const struct node *sum, const struct node *product, enum node_operand operand)
{
    enum { PRODUCT = SFP_MODE_SFPMAD_NEGATE_VA, ADDEND = SFP_MODE_SFPMAD_NEGATE_VC };
    const bool product_negated = sum->mod & (operand == NODE_VB ? PRODUCT : ADDEND);
    const bool addend_negated = sum->mod & (operand == NODE_VB ? ADDEND : PRODUCT);

    return (uint8_t)((product->mod ^ (product_negated ? PRODUCT : 0)) | (addend_negated ? ADDEND : 0));
}

static bool join(struct combining *c, size_t i, enum node_operand operand)
{
    struct node *sum = &c->s->nodes.nodes[i];
    const int32_t value = sum->uses[operand], addend = sum->uses[operand == NODE_VC ? NODE_VB : NODE_VC];
    const struct node *product = maker(c, value);

    if (!is_product(c, product) || c->uses[value] != 1 || product->uses[NODE_VD] != NODE_NONE ||
        product->mod & SFP_MODE_SFPMAD_NEGATE_VC || !same_flags(c, c->makers[value], i))
        return false;
    sum->mod = mode_of_both(sum, product, operand);
    sum->insn = c->s->rows[SFP_I_SFPMAD];
    sum->uses[NODE_VA] = product->uses[NODE_VA];
    sum->uses[NODE_VB] = product->uses[NODE_VB];
    sum->uses[NODE_VC] = addend;
    return true;
}

static bool join_products(struct selecting *s)
{
    struct combining c = {.s = s};
    const bool started = start(&c);

    for (size_t i = 0; started && i < s->nodes.count; i++)
        if (is_sum(&c, &s->nodes.nodes[i]) && !join(&c, i, NODE_VC))
            join(&c, i, NODE_VB);
    finish(&c);
    return started && select_drop_dead(s);
}

/* ---- Immediates ---- */

enum { BF16_LOST = 0xFFFF, BF16_LSB = 16 };

/* A constant that such an immediate holds, and no LReg. */
static bool is_immediate(const struct combining *c, int32_t value, size_t i)
{
    const struct node *node = maker(c, value);

    return node->kind == NODE_CONSTANT && node->uses[NODE_VD] == NODE_NONE && !(node->imm & BF16_LOST) &&
           select_constant_lreg(c->s, node->imm) < 0 && same_flags(c, c->makers[value], i);
}

/* Is the register of this value free to be overwritten by node `i`? */
static bool ends_there(const struct combining *c, int32_t value, size_t i)
{
    const struct node *node = maker(c, value);
    const int32_t kept = c->s->nodes.nodes[i].uses[NODE_VD];
    const bool constant = node->kind == NODE_CONSTANT && select_constant_lreg(c->s, node->imm) >= 0;
    const bool fixed = node->kind == NODE_READ && node->imm >= SFP_FIRST_CONSTANT_LREG;

    return c->last[value] == i && !constant && !fixed && (kept == NODE_NONE || kept == value);
}

static bool take_immediate(struct combining *c, size_t i, enum node_operand constant, enum node_operand other)
{
    struct node *node = &c->s->nodes.nodes[i];
    const int32_t value = node->uses[other];
    struct node taken;

    if (value == node->uses[constant] || !is_immediate(c, node->uses[constant], i) || !ends_there(c, value, i))
        return false;
    taken = select_insn(c->s, is_sum(c, node) ? SFP_I_SFPADDI : SFP_I_SFPMULI, 0, node->place);
    taken.imm = maker(c, node->uses[constant])->imm >> BF16_LSB;
    taken.uses[NODE_VD] = value;
    taken.makes[NODE_VD] = node->makes[NODE_VD];
    *node = taken;
    return true;
}

static bool take_immediates(struct selecting *s)
{
    struct combining c = {.s = s};
    const bool started = start(&c);

    for (size_t i = 0; started && i < s->nodes.count; i++) {
        const struct node *node = &s->nodes.nodes[i];
        const bool product = is_product(&c, node);
        const enum node_operand first = product ? NODE_VA : NODE_VB, second = product ? NODE_VB : NODE_VC;

        if ((product || is_sum(&c, node)) && node->mod == 0 && !take_immediate(&c, i, first, second))
            take_immediate(&c, i, second, first);
    }
    finish(&c);
    return started && select_drop_dead(s);
}

bool select_combine(struct selecting *s)
{
    const struct profile *profile = s->list->profile;

    return (profile->immediates != IMMEDIATES_BEFORE || take_immediates(s)) &&
           (profile->products != PRODUCTS_IN_SUMS || (take_negations(s) && join_products(s))) &&
           (profile->immediates != IMMEDIATES_AFTER || take_immediates(s));
}
