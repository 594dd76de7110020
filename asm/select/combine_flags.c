/*
 * SFPSETCC of the sign of what SFPIADD or SFPEXEXP has made: that instruction sets the flags, where the test was.
 * Values are the same. SFPLZ in such a mode tests what it reads, and not what it makes.
 */
#include "combine.h"

/* SFPSETCC by a sign. */
static bool tests_sign(const struct node *node)
{
    return node->kind == NODE_INSN && node->insn->id == SFP_I_SFPSETCC && (node->mod == SFP_MODE_SFPSETCC_LREG_LT0 ||
                                                                           node->mod == SFP_MODE_SFPSETCC_LREG_GTE0);
}

/* The mode that sets flags too, or -1. */
static int setting_mode(const struct node *node, bool inverse)
{
    if (node->kind != NODE_INSN)
        return -1;
    if (node->insn->id == SFP_I_SFPIADD && (node->mod & (SFP_MODE_SFPIADD_CC_NONE | SFP_MODE_SFPIADD_CC_INVERT)) ==
                                                  SFP_MODE_SFPIADD_CC_NONE)
        return (node->mod & ~SFP_MODE_SFPIADD_CC_NONE) | (inverse ? SFP_MODE_SFPIADD_CC_INVERT : 0);
    if (node->insn->id == SFP_I_SFPEXEXP && node->mod <= SFP_MODE_SFPEXEXP_NODEBIAS)
        return node->mod | SFP_MODE_SFPEXEXP_CC_LT0 | (inverse ? SFP_MODE_SFPEXEXP_CC_INVERT : 0);
    return -1;
}

/* Can what goes down pass it: is it of values alone, or keeps flags? */
static bool lets_pass(const struct combining *c, const struct node *node)
{
    if (node->kind == NODE_INSN)
        return node->insn->id == SFP_I_SFPPUSHC || !select_changes_flags(c->s, node);
    return node->kind == NODE_CONSTANT || node->kind == NODE_READ;
}

/* Can node `from` go down to `to`, without a use between of what it makes? */
static bool goes_down(const struct combining *c, size_t from, size_t to)
{
    const struct node *nodes = c->s->nodes.nodes;

    if (c->s->state[from] != c->s->state[to])
        return false;
    for (size_t i = from + 1; i < to; i++) {
        if (!lets_pass(c, &nodes[i]))
            return false;
        for (unsigned o = 0; o < NODE_OPERANDS; o++)
            if (nodes[i].uses[o] == nodes[from].makes[NODE_VD])
                return false;
    }
    return true;
}

bool combine_flags(struct selecting *s)
{
    struct combining c;
    const bool started = combining_start(&c, s);

    for (size_t i = 0; started && i < s->nodes.count; i++) {
        struct node *test = &s->nodes.nodes[i], *maker;
        int mode;

        if (!tests_sign(test))
            continue;
        maker = combining_maker(&c, test->uses[NODE_VC]);
        mode = setting_mode(maker, test->mod == SFP_MODE_SFPSETCC_LREG_GTE0);
        if (mode < 0 || !goes_down(&c, c.makers[test->uses[NODE_VC]], i))
            continue;
        c.makers[test->uses[NODE_VC]] = i;
        *test = *maker;
        test->mod = (uint8_t)mode;
        *maker = node_of(NODE_CONSTANT, test->place); /* nobody uses it */
    }
    return combining_finish(&c, started);
}
