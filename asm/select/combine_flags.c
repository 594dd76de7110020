/*
 * Combines SFPIADD or SFPEXEXP with an SFPSETCC of the result's sign: the instruction itself sets the flags, at the
 * place of the test. The values stay the same. SFPLZ is excluded: its flag mode tests the operand, not the result.
 */
#include "combine.h"

/* Is the node an SFPSETCC by a sign? */
static bool tests_sign(const struct node *node)
{
    return node->kind == NODE_INSN && node->insn->id == SFP_I_SFPSETCC && (node->mod == SFP_MODE_SFPSETCC_LREG_LT0 ||
                                                                           node->mod == SFP_MODE_SFPSETCC_LREG_GTE0);
}

/* Returns the mode in which the node also sets flags, or -1. */
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

/* May a node move down past this one? The one passed must only make values, or save flags. */
static bool can_be_passed(const struct combining *combining, const struct node *node)
{
    if (node->kind == NODE_INSN)
        return node->insn->id == SFP_I_SFPPUSHC || !select_changes_flags(combining->s, node);
    return node->kind == NODE_CONSTANT || node->kind == NODE_READ;
}

/* Can node `from` move down to `to`: same lanes, and no use of its result between? */
static bool can_move_down(const struct combining *combining, size_t from, size_t to)
{
    const struct node *nodes = combining->s->nodes.nodes;

    if (combining->s->state[from] != combining->s->state[to])
        return false;
    for (size_t i = from + 1; i < to; i++) {
        if (!can_be_passed(combining, &nodes[i]))
            return false;
        for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
            if (nodes[i].uses[operand] == nodes[from].makes[NODE_VD])
                return false;
    }
    return true;
}

bool combine_flags(struct selecting *s)
{
    struct combining combining;
    const bool started = combining_start(&combining, s);

    for (size_t i = 0; started && i < s->nodes.count; i++) {
        struct node *test = &s->nodes.nodes[i], *maker;
        int mode;

        if (!tests_sign(test))
            continue;
        maker = combining_maker(&combining, test->uses[NODE_VC]);
        mode = setting_mode(maker, test->mod == SFP_MODE_SFPSETCC_LREG_GTE0);
        if (mode < 0 || !can_move_down(&combining, combining.makers[test->uses[NODE_VC]], i))
            continue;
        combining.makers[test->uses[NODE_VC]] = i;
        *test = *maker;
        test->mod = (uint8_t)mode;
        *maker = node_of(NODE_CONSTANT, test->place); /* unused from here on */
    }
    return combining_finish(&combining, started);
}
