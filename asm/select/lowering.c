/* Appends the nodes that conditions become. */
#include "lowering.h"

bool lowering_add(struct lowering *l, const struct node *node)
{
    return select_follow(l->s, &l->states, node) && select_add(l->s, node);
}

bool lowering_flags(struct lowering *l, enum sfp_id id, unsigned mod)
{
    const struct node node = select_insn(l->s, id, mod, l->place);

    return lowering_add(l, &node);
}

bool lowering_test(struct lowering *l, int32_t value, unsigned mod)
{
    struct node node = select_insn(l->s, SFP_I_SFPSETCC, mod, l->place);

    node.uses[NODE_VC] = value;
    return lowering_add(l, &node);
}

int32_t lowering_make(struct lowering *l, struct node *node)
{
    node->makes[NODE_VD] = select_value(l->s);
    return lowering_add(l, node) ? node->makes[NODE_VD] : NODE_NONE;
}
