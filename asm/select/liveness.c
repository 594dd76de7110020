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

static bool init_resolving(struct resolving *r)
{
    const size_t values = (size_t)r->s->nodes.values + 1;

    r->known = calloc(values, sizeof *r->known);
    r->same_as = calloc(values, sizeof *r->same_as);
    r->makers = select_makers(r->s);
    r->s->state = calloc(r->s->nodes.count + 1, sizeof *r->s->state);
    if (!r->known || !r->same_as || !r->makers || !r->s->state)
        return false;
    for (int32_t v = 0; v < r->s->nodes.values; v++)
        r->same_as[v] = v;
    return true;
}

static void free_resolving(struct resolving *r)
{
    free(r->known);
    free(r->same_as);
    free(r->makers);
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
static bool can_load_in_place(const struct resolving *r, const struct node *maker, int32_t value, int32_t state)
{
    return r->s->state[r->makers[value]] == state && maker->uses[NODE_VD] == NODE_NONE &&
           select_constant_lreg(r->s, maker->imm) < 0;
}

/* Makes the node of `value` leave `old` in disabled lanes, if possible. Returns whether it is. */
static bool fold_assign(struct resolving *r, int32_t old, int32_t value)
{
    const size_t at = r->makers[value];
    const int32_t now = r->s->states.now;
    struct node *maker = &r->s->nodes.nodes[at];
    const enum node_operand operand = operand_making(maker, value);

    if (maker->kind == NODE_INSN && states_covers(&r->s->states, now, r->s->state[at])) {
        if (maker->uses[operand] == old) {
            maker->relation = INSN_KEEPS;
            return true;
        }
        if (operand != NODE_VD || maker->uses[operand] != NODE_NONE ||
            operands_read(maker->insn, maker->mod) >> operand & 1 || writes_all_lanes(maker->insn, maker->mod))
            return false;
    } else if (maker->kind != NODE_CONSTANT || !can_load_in_place(r, maker, value, now)) {
        return false;
    }
    if (r->makers[old] >= at)
        return false;
    maker->uses[NODE_VD] = old;
    return true;
}

/* Resolves an assignment. Returns true if an SFPMOV is needed, which is stored in *merge; false if the assignment
 * needs no node. */
static bool resolve_assign(struct resolving *r, const struct node *node, struct node *merge)
{
    const int32_t now = r->s->states.now, old = node->uses[NODE_VD], made = node->makes[NODE_VD];
    const int32_t value = r->same_as[node->uses[NODE_VC]];

    r->same_as[made] = value;
    r->known[made] = now;
    if (old == NODE_NONE || states_covers(&r->s->states, now, r->known[old]))
        return false;
    r->known[made] = states_join(&r->s->states, r->known[old], now);
    if (r->same_as[old] == value || fold_assign(r, r->same_as[old], value))
        return false;
    r->same_as[made] = made;
    *merge = select_insn(r->s, SFP_I_SFPMOV, SFP_MODE_SFPMOV_MOVE, node->place);
    merge->uses[NODE_VC] = value;
    merge->uses[NODE_VD] = r->same_as[old];
    merge->makes[NODE_VD] = made;
    return true;
}

/* ---- Other nodes ---- */

/* Returns the lanes in which the operand of the node is known. A NODE_READ is known in all lanes. Other results are
 * known in enabled lanes and, if the register keeps disabled lanes, where the register's old value is known. */
static int32_t known_lanes(const struct resolving *r, const struct node *node, unsigned operand)
{
    const int32_t now = r->s->states.now;

    if (node->kind == NODE_READ)
        return STATE_ALL;
    return select_keeps_lanes(node, operand) ? states_join(&r->s->states, r->known[node->uses[operand]], now) : now;
}

static void follow_made_values(struct resolving *r, struct node *node)
{
    for (unsigned operand = 0; operand < NODE_OPERANDS; operand++) {
        if (node->makes[operand] == NODE_NONE)
            continue;
        r->known[node->makes[operand]] = known_lanes(r, node, operand);
        r->makers[node->makes[operand]] = r->kept;
    }
    for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
        if (node->uses[operand] != NODE_NONE)
            node->uses[operand] = r->same_as[node->uses[operand]];
}

/* Rejects an instruction that may use LRegs besides its operands. Those LRegs would have to be known before
 * registers are assigned. */
static bool check_indices(const struct resolving *r, const struct node *node)
{
    if (node->kind != NODE_INSN || !states_use_indices(&r->s->states, node->insn))
        return true;
    return select_fail(r->s, node->place,
                       "%s also uses L4 to L7, because the kernel's own words may have set ENABLE_DEST_INDEX in "
                       "LaneConfig: clear that bit first, or compute this before those words", node->insn->macro);
}

static bool resolve_node(struct resolving *r, size_t i)
{
    struct node node = r->s->nodes.nodes[i], merge;

    if (!check_indices(r, &node))
        return false;
    if (node.kind == NODE_ASSIGN) {
        if (!resolve_assign(r, &node, &merge))
            return true;
        node = merge;
        r->makers[node.makes[NODE_VD]] = r->kept;
    } else {
        follow_made_values(r, &node);
    }
    r->s->state[r->kept] = r->s->states.now;
    r->s->nodes.nodes[r->kept++] = node;
    return select_follow(r->s, &r->s->states, &node);
}

bool select_resolve_assigns(struct selecting *s)
{
    struct resolving r = {.s = s};
    bool resolved = init_resolving(&r) && states_init(&s->states, &s->index, select_all_at_entry(s));

    for (size_t i = 0; resolved && i < s->nodes.count; i++)
        resolved = resolve_node(&r, i);
    if (resolved)
        s->nodes.count = r.kept;
    free_resolving(&r);
    return resolved && select_drop_dead(s);
}
