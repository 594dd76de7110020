/* Appends the nodes that conditions become. */
#include "lowering.h"

bool lowering_add(struct lowering *lowering, const struct node *node)
{
    return select_follow(lowering->s, &lowering->states, node) && select_add(lowering->s, node);
}

bool lowering_flags(struct lowering *lowering, enum sfp_id id, unsigned mod)
{
    const struct node node = select_insn(lowering->s, id, mod, lowering->place);

    return lowering_add(lowering, &node);
}

bool lowering_test(struct lowering *lowering, int32_t value, unsigned mod)
{
    struct node node = select_insn(lowering->s, SFP_I_SFPSETCC, mod, lowering->place);

    node.uses[NODE_VC] = value;
    return lowering_add(lowering, &node);
}

int32_t lowering_make(struct lowering *lowering, struct node *node)
{
    node->makes[NODE_VD] = select_value(lowering->s);
    return lowering_add(lowering, node) ? node->makes[NODE_VD] : NODE_NONE;
}
