/*
 * Resolves NODE_ASSIGN by the enabled lanes. Each value is known in the lanes of one state. If all these lanes are
 * enabled where an assignment replaces the value, the new value simply takes the old one's place. Otherwise the old
 * value's register must take in the new value in enabled lanes: the instruction that makes the new value writes to that
 * register, where disabled lanes keep the old value, or an SFPMOV copies the new value.
 */
#include "passes.h"

#include "node_operands.h"

#include <stdlib.h>

struct resolving {
    struct selecting *s;
    int32_t *known;   /* by value: the state in whose lanes the value is known */
    int32_t *same_as; /* by value: the value that replaces it, made by a node that remains */
    size_t *makers;   /* by replacing value: the new index of its node */
    size_t kept;      /* the number of nodes kept so far */
};

static bool init_resolving(struct resolving *resolving)
{
    const size_t values = (size_t)resolving->s->nodes.values + 1;

    resolving->known = calloc(values, sizeof *resolving->known);
    resolving->same_as = calloc(values, sizeof *resolving->same_as);
    resolving->makers = select_makers(resolving->s);
    resolving->s->state = calloc(resolving->s->nodes.count + 1, sizeof *resolving->s->state);
    if (!resolving->known || !resolving->same_as || !resolving->makers || !resolving->s->state)
        return false;
    for (int32_t v = 0; v < resolving->s->nodes.values; v++)
        resolving->same_as[v] = v;
    return true;
}

static void free_resolving(struct resolving *resolving)
{
    free(resolving->known);
    free(resolving->same_as);
    free(resolving->makers);
}

/* ---- Assignments ---- */

static enum node_operand operand_making(const struct node *node, int32_t value)
{
    unsigned operand = NODE_VA;

    while (node->makes[operand] != value)
        operand++;
    return (enum node_operand)operand;
}

/* Can the constant load directly into the register of the old value? The constant must be loaded in the lanes of
 * `state`, and no LReg may hold it permanently. */
static bool can_load_in_place(const struct resolving *resolving, const struct node *maker, int32_t value, int32_t state)
{
    return resolving->s->state[resolving->makers[value]] == state && maker->uses[NODE_VD] == NODE_NONE &&
           select_constant_lreg(resolving->s, maker->imm) < 0;
}

/* Makes the node of `value` leave `old` in disabled lanes, if possible. Returns whether it is. */
static bool fold_assign(struct resolving *resolving, int32_t old, int32_t value)
{
    const size_t at = resolving->makers[value];
    const int32_t now = resolving->s->states.now;
    struct node *maker = &resolving->s->nodes.nodes[at];
    const enum node_operand operand = operand_making(maker, value);

    if (maker->kind == NODE_INSN && states_covers(&resolving->s->states, now, resolving->s->state[at])) {
        if (maker->uses[operand] == old) {
            maker->relation = INSN_KEEPS;
            return true;
        }
        if (operand != NODE_VD || maker->uses[operand] != NODE_NONE ||
            operands_read(maker->insn, maker->mod) >> operand & 1 || writes_all_lanes(maker->insn, maker->mod))
            return false;
    } else if (maker->kind != NODE_CONSTANT || !can_load_in_place(resolving, maker, value, now)) {
        return false;
    }
    if (resolving->makers[old] >= at)
        return false;
    maker->uses[NODE_VD] = old;
    return true;
}

/* Resolves an assignment. Returns true if an SFPMOV is needed, which is stored in *merge; false if the assignment
 * needs no node. */
static bool resolve_assign(struct resolving *resolving, const struct node *node, struct node *merge)
{
    const int32_t now = resolving->s->states.now, old = node->uses[NODE_VD], made = node->makes[NODE_VD];
    const int32_t value = resolving->same_as[node->uses[NODE_VC]];

    resolving->same_as[made] = value;
    resolving->known[made] = now;
    if (old == NODE_NONE || states_covers(&resolving->s->states, now, resolving->known[old]))
        return false;
    resolving->known[made] = states_join(&resolving->s->states, resolving->known[old], now);
    if (resolving->same_as[old] == value || fold_assign(resolving, resolving->same_as[old], value))
        return false;
    resolving->same_as[made] = made;
    *merge = select_insn(resolving->s, SFP_I_SFPMOV, SFP_MODE_SFPMOV_MOVE, node->place);
    merge->uses[NODE_VC] = value;
    merge->uses[NODE_VD] = resolving->same_as[old];
    merge->makes[NODE_VD] = made;
    return true;
}

/* ---- Other nodes ---- */

/* Returns the lanes in which the operand of the node is known. A NODE_READ is known in all lanes. Other results are
 * known in enabled lanes and, if the register keeps disabled lanes, where the register's old value is known. */
static int32_t known_lanes(const struct resolving *resolving, const struct node *node, unsigned operand)
{
    const int32_t now = resolving->s->states.now;

    if (node->kind == NODE_READ)
        return STATE_ALL;
    return select_keeps_lanes(node, operand)
               ? states_join(&resolving->s->states, resolving->known[node->uses[operand]], now) : now;
}

static void follow_made_values(struct resolving *resolving, struct node *node)
{
    for (unsigned operand = 0; operand < NODE_OPERANDS; operand++) {
        if (node->makes[operand] == NODE_NONE)
            continue;
        resolving->known[node->makes[operand]] = known_lanes(resolving, node, operand);
        resolving->makers[node->makes[operand]] = resolving->kept;
    }
    for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
        if (node->uses[operand] != NODE_NONE)
            node->uses[operand] = resolving->same_as[node->uses[operand]];
}

/* Rejects an instruction that may use LRegs besides its operands. Those LRegs would have to be known before
 * registers are assigned. */
static bool check_indices(const struct resolving *resolving, const struct node *node)
{
    if (node->kind != NODE_INSN || !states_use_indices(&resolving->s->states, node->insn))
        return true;
    return select_fail(resolving->s, node->place,
                       "%s also uses L4 to L7, because the kernel's own words may have set ENABLE_DEST_INDEX in "
                       "LaneConfig: clear that bit first, or compute this before those words", node->insn->macro);
}

static bool resolve_node(struct resolving *resolving, size_t i)
{
    struct node node = resolving->s->nodes.nodes[i], merge;

    if (!check_indices(resolving, &node))
        return false;
    if (node.kind == NODE_ASSIGN) {
        if (!resolve_assign(resolving, &node, &merge))
            return true;
        node = merge;
        resolving->makers[node.makes[NODE_VD]] = resolving->kept;
    } else {
        follow_made_values(resolving, &node);
    }
    resolving->s->state[resolving->kept] = resolving->s->states.now;
    resolving->s->nodes.nodes[resolving->kept++] = node;
    return select_follow(resolving->s, &resolving->s->states, &node);
}

bool select_resolve_assigns(struct selecting *s)
{
    struct resolving resolving = {.s = s};
    bool resolved = init_resolving(&resolving) && states_init(&s->states, &s->index, select_all_at_entry(s));

    for (size_t i = 0; resolved && i < s->nodes.count; i++)
        resolved = resolve_node(&resolving, i);
    if (resolved)
        s->nodes.count = resolving.kept;
    free_resolving(&resolving);
    return resolved && select_drop_dead(s);
}
