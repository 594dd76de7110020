/* Folds known integers: sums of two known integers become constants, and sums with one get an immediate. */
#include "lowering.h"

/* Is the node an SFPIADD that leaves flags unchanged, and adds [NODE_VD] or the immediate to [NODE_VC], or subtracts
 * [NODE_VD]? */
static bool is_sum(const struct node *node)
{
    return node->kind == NODE_INSN && node->insn->id == SFP_I_SFPIADD &&
           (node->mod == SFP_MODE_SFPIADD_LREG_NONE || node->mod == SFP_MODE_SFPIADD_MINUS_NONE ||
            node->mod == SFP_MODE_SFPIADD_IMM_NONE);
}

/* Makes the sum an SFPIADD of a value and an immediate. */
static void make_sum_of(struct node *sum, int32_t value, uint32_t number)
{
    sum->mod = SFP_MODE_SFPIADD_IMM_NONE;
    sum->imm = number;
    sum->uses[NODE_VC] = value;
    sum->uses[NODE_VD] = NODE_NONE;
}

/* Makes an immediate from the second operand if possible; else from the first, if the operands may be exchanged. */
static void take_sum_immediate(const struct lowering *lowering, struct node *sum)
{
    const bool less = sum->mod == SFP_MODE_SFPIADD_MINUS_NONE;
    const int32_t first = sum->uses[NODE_VC], second = sum->uses[NODE_VD];
    uint32_t number;

    if (lowering_is_number(lowering, second, &number) && lowering_is_immediate(less ? -number : number))
        make_sum_of(sum, first, less ? -number : number);
    else if (!less && lowering_is_number(lowering, first, &number) && lowering_is_immediate(number))
        make_sum_of(sum, second, number);
}

/* Are both operands known? If so, sets *bits to the sum. */
static bool is_known_sum(const struct lowering *lowering, const struct node *sum, uint32_t *bits)
{
    uint32_t first, second = (uint32_t)sfp_signed_12(sum->imm);

    if (!lowering_is_number(lowering, sum->uses[NODE_VC], &first) ||
        (sum->mod != SFP_MODE_SFPIADD_IMM_NONE && !lowering_is_number(lowering, sum->uses[NODE_VD], &second)))
        return false;
    *bits = sum->mod == SFP_MODE_SFPIADD_MINUS_NONE ? first - second : first + second;
    return true;
}

static struct node constant_of(const struct node *sum, uint32_t bits)
{
    struct node node = node_of(NODE_CONSTANT, sum->place);

    node.imm = bits;
    node.type = NODE_INTEGER;
    node.makes[NODE_VD] = sum->makes[NODE_VD];
    return node;
}

bool lower_numbers(struct lowering *lowering, const struct node *node)
{
    struct node lowered = *node;
    uint32_t bits;

    if (is_sum(node) && is_known_sum(lowering, node, &bits))
        lowered = constant_of(node, bits);
    else if (is_sum(node) && node->mod != SFP_MODE_SFPIADD_IMM_NONE)
        take_sum_immediate(lowering, &lowered);
    if (lowered.kind == NODE_CONSTANT && lowered.uses[NODE_VD] == NODE_NONE && lowered.makes[NODE_VD] != NODE_NONE)
        lowering->numbers[lowered.makes[NODE_VD]] = (struct number){true, lowered.imm};
    return lowering_add(lowering, &lowered);
}
