/*
 * Conditions to words. A comparison becomes one or two SFPSETCC, which disable lanes in which it does not hold: so an
 * and is one comparison after another. What disables the wrong ones is turned round by SFPCOMPC, within the lanes of
 * the last SFPPUSHC; an or is the complement of an and of complements. Where other lanes than those are enabled by
 * then, the whole is decided behind an SFPPUSHC of its own, kept as a value 1 or 0, and tested.
 */
#include "passes.h"

#include <stdlib.h>

struct lowering {
    struct selecting *s;
    const struct node **deciders; /* of each condition */
    struct states states;
    bool elided[STATE_DEPTH]; /* of each NODE_PUSHC that is open: it gave no word */
    unsigned depth;
    struct node_place place; /* of the node that is lowered */
};

/* SFPSETCC's mode that leaves lanes in which a value is so, and the one that follows it where it takes two; and whether
 * the lanes must be turned round then. */
struct test {
    uint8_t mode, second;
    bool has_second, complement;
};

static const struct test tests[] = {
    [NODE_LT] = {.mode = SFP_MODE_SFPSETCC_LREG_LT0},
    [NODE_EQ] = {.mode = SFP_MODE_SFPSETCC_LREG_EQ0},
    [NODE_GE] = {.mode = SFP_MODE_SFPSETCC_LREG_GTE0},
    [NODE_NE] = {.mode = SFP_MODE_SFPSETCC_LREG_NE0},
    [NODE_GT] = {SFP_MODE_SFPSETCC_LREG_GTE0, SFP_MODE_SFPSETCC_LREG_NE0, true, false},
    [NODE_LE] = {SFP_MODE_SFPSETCC_LREG_GTE0, SFP_MODE_SFPSETCC_LREG_NE0, true, true},
};

static enum node_relation opposite(enum node_relation relation)
{
    static const uint8_t opposites[] = {[NODE_LT] = NODE_GE, [NODE_EQ] = NODE_NE, [NODE_GE] = NODE_LT,
                                        [NODE_NE] = NODE_EQ, [NODE_LE] = NODE_GT, [NODE_GT] = NODE_LE};

    return (enum node_relation)opposites[relation];
}

/* ---- Nodes ---- */

static bool add(struct lowering *l, const struct node *node)
{
    if (node->kind == NODE_INSN || node->kind == NODE_WORD || node->kind == NODE_CONFIG) {
        const struct sfp_issued word = select_issued(l->s, node);

        if (!states_follow(&l->states, &word))
            return false;
    }
    return select_add(l->s, node);
}

static bool add_flags(struct lowering *l, enum sfp_id id, unsigned mod)
{
    const struct node node = select_insn(l->s, id, mod, l->place);

    return add(l, &node);
}

static bool set_flags(struct lowering *l, int32_t value, unsigned mod)
{
    struct node node = select_insn(l->s, SFP_I_SFPSETCC, mod, l->place);

    node.uses[NODE_VC] = value;
    return add(l, &node);
}

/* A value for what the node makes; NODE_NONE if memory ran out. */
static int32_t add_making(struct lowering *l, struct node *node)
{
    node->makes[NODE_VD] = select_value(l->s);
    return add(l, node) ? node->makes[NODE_VD] : NODE_NONE;
}

static int32_t constant(struct lowering *l, uint32_t bits)
{
    struct node node = node_of(NODE_CONSTANT, l->place);

    node.imm = bits;
    return add_making(l, &node);
}

/* A small integer where lanes are enabled, and what was in `old` where they are not. */
static int32_t load_integer(struct lowering *l, uint32_t integer, int32_t old)
{
    struct node node = select_insn(l->s, SFP_I_SFPLOADI, SFP_MODE_SFPLOADI_SHORT, l->place);

    node.imm = integer;
    node.uses[NODE_VD] = old;
    return add_making(l, &node);
}

/* ---- Comparisons ---- */

/* a - b as the multiply-add has it: b * -1 + a. */
static int32_t float_difference(struct lowering *l, int32_t a, int32_t b)
{
    struct node node = select_insn(l->s, SFP_I_SFPMAD, SFP_MODE_SFPMAD_NONE, l->place);

    node.uses[NODE_VA] = b;
    node.uses[NODE_VB] = constant(l, sfp_lreg_defaults[0]);
    node.uses[NODE_VC] = a;
    return add_making(l, &node);
}

static int32_t integer_difference(struct lowering *l, int32_t a, int32_t b)
{
    struct node node = select_insn(l->s, SFP_I_SFPIADD, SFP_MODE_SFPIADD_MINUS_NONE, l->place);

    node.uses[NODE_VC] = a;
    node.uses[NODE_VD] = b;
    return add_making(l, &node);
}

static int32_t integer_sum(struct lowering *l, int32_t a, uint32_t imm)
{
    struct node node = select_insn(l->s, SFP_I_SFPIADD, SFP_MODE_SFPIADD_IMM_NONE, l->place);

    node.uses[NODE_VC] = a;
    node.imm = imm;
    return add_making(l, &node);
}

/* A value that is to 0 as the compared ones are to each other. */
static int32_t difference(struct lowering *l, const struct node *compare)
{
    enum { IMM_END = 1 << 11 };
    const int32_t a = compare->uses[NODE_VC], b = compare->uses[NODE_VB];
    const uint32_t negative = -compare->imm;

    if (b == NODE_NONE && compare->imm == 0)
        return a;
    if (compare->type == NODE_INTEGER && b == NODE_NONE && negative + IMM_END < 2 * IMM_END)
        return integer_sum(l, a, negative);
    if (compare->type == NODE_INTEGER)
        return integer_difference(l, a, b == NODE_NONE ? constant(l, compare->imm) : b);
    return float_difference(l, a, b == NODE_NONE ? constant(l, compare->imm) : b);
}

/* Is it SFPGT or SFPLE, and not a difference? Those compare with 0 that SFPSETCC does at once are none. */
static bool is_by_order(const struct lowering *l, const struct node *compare, enum node_relation relation)
{
    const bool zero = compare->uses[NODE_VB] == NODE_NONE && compare->imm == 0;

    if (l->s->list->profile->compare != COMPARE_BY_ORDER || compare->type != NODE_FLOAT)
        return false;
    if (relation == NODE_GT || relation == NODE_LE)
        return true;
    return !zero && (relation == NODE_LT || relation == NODE_GE);
}

/* a > b and a <= b as they are, a < b and a >= b the other way round. */
static bool test_by_order(struct lowering *l, const struct node *compare, enum node_relation relation)
{
    const bool turned = relation == NODE_LT || relation == NODE_GE;
    const bool greater = relation == NODE_GT || relation == NODE_LT;
    const int32_t a = compare->uses[NODE_VC];
    const int32_t b = compare->uses[NODE_VB] == NODE_NONE ? constant(l, compare->imm) : compare->uses[NODE_VB];
    struct node node = select_insn(l->s, greater ? SFP_I_SFPGT : SFP_I_SFPLE, SFP_MODE_SFPGT_SET_CC, l->place);

    if (b == NODE_NONE)
        return false;
    node.uses[NODE_VD] = turned ? b : a;
    node.uses[NODE_VC] = turned ? a : b;
    return add(l, &node);
}

/* ---- Trees ---- */

static const struct node *decider(const struct lowering *l, const struct node *node, unsigned i)
{
    return l->deciders[node->conditions[i]];
}

/* Does the condition, or its opposite, take an SFPCOMPC? */
static bool complements(const struct lowering *l, const struct node *node, bool negated)
{
    enum node_relation relation;

    while (node->kind == NODE_NOT) {
        node = decider(l, node, 0);
        negated = !negated;
    }
    if (node->kind != NODE_COMPARE)
        return (node->kind == NODE_OR) != negated || complements(l, decider(l, node, 0), negated) ||
               complements(l, decider(l, node, 1), negated);
    relation = negated ? opposite((enum node_relation)node->relation) : (enum node_relation)node->relation;
    return tests[relation].complement && !is_by_order(l, node, relation);
}

static bool tree(struct lowering *l, const struct node *node, bool negated);

/* The condition as 1 and 0 in lanes that are enabled. */
static int32_t truth(struct lowering *l, const struct node *node, bool negated)
{
    const int32_t zero = load_integer(l, 0, NODE_NONE);
    int32_t value;

    if (zero == NODE_NONE || !add_flags(l, SFP_I_SFPPUSHC, SFP_MODE_SFPPUSHC_PUSH) || !tree(l, node, negated))
        return NODE_NONE;
    value = load_integer(l, 1, zero);
    return value != NODE_NONE && add_flags(l, SFP_I_SFPPOPC, SFP_MODE_SFPPOPC_POP) ? value : NODE_NONE;
}

/* Are those lanes enabled that are at the last SFPPUSHC? Without one SFPCOMPC is a complement of all lanes, which those
 * of the entry are if the profile says so. */
static bool is_top(const struct lowering *l)
{
    const bool all_at_entry = l->s->list->profile->outermost == OUTERMOST_ENCC;

    return l->states.now == states_top(&l->states) ||
           (all_at_entry && l->states.depth == 0 && l->states.now == STATE_ENTRY);
}

/* The same in words that may stand where other lanes are enabled than at the last SFPPUSHC. */
static bool tree_within(struct lowering *l, const struct node *node, bool negated)
{
    int32_t value;

    if (is_top(l) || !complements(l, node, negated))
        return tree(l, node, negated);
    if (l->states.depth == STATE_DEPTH)
        return select_fail(l->s, l->place, "more than %d conditions within each other", STATE_DEPTH);
    value = truth(l, node, negated);
    return value != NODE_NONE && set_flags(l, value, SFP_MODE_SFPSETCC_LREG_NE0);
}

static bool compare(struct lowering *l, const struct node *node, bool negated)
{
    const enum node_relation relation = negated ? opposite((enum node_relation)node->relation)
                                                : (enum node_relation)node->relation;
    const struct test test = tests[relation];
    int32_t value;

    if (is_by_order(l, node, relation))
        return test_by_order(l, node, relation);
    value = difference(l, node);
    return value != NODE_NONE && set_flags(l, value, test.mode) &&
           (!test.has_second || set_flags(l, value, test.second)) &&
           (!test.complement || add_flags(l, SFP_I_SFPCOMPC, SFP_MODE_SFPCOMPC_NONE));
}

static bool tree(struct lowering *l, const struct node *node, bool negated)
{
    bool turned;

    while (node->kind == NODE_NOT) {
        node = decider(l, node, 0);
        negated = !negated;
    }
    if (node->kind == NODE_COMPARE)
        return compare(l, node, negated);
    turned = (node->kind == NODE_OR) != negated;
    if (turned)
        negated = !negated;
    return tree_within(l, decider(l, node, 0), negated) && tree_within(l, decider(l, node, 1), negated) &&
           (!turned || add_flags(l, SFP_I_SFPCOMPC, SFP_MODE_SFPCOMPC_NONE));
}

/* ---- The list ---- */

/* Are all lanes enabled that were at the start, with nothing kept? */
static bool is_outermost(const struct lowering *l)
{
    return l->s->list->profile->outermost == OUTERMOST_ENCC && l->states.depth == 0 && l->states.now < STATES_AT_FIRST;
}

/* Does a word of the kernel's own reach for the stack before what begins at node `i` ends? */
static bool is_reached(const struct lowering *l, size_t i)
{
    unsigned within = 0;

    for (; i < l->s->list->count; i++) {
        const struct node *node = &l->s->list->nodes[i];

        if (node->kind == NODE_WORD && select_issued(l->s, node).writes & (SFP_USES_FLAGS | SFP_USES_STACK))
            return true;
        within += node->kind == NODE_PUSHC;
        if (node->kind == NODE_POPC && --within == 0)
            return false;
    }
    return false;
}

static bool lower_push(struct lowering *l, size_t i)
{
    const bool elided = is_outermost(l) && !is_reached(l, i);

    l->elided[l->depth++] = elided;
    if (!elided && l->states.depth == STATE_DEPTH)
        return select_fail(l->s, l->place, "more than %d conditions within each other", STATE_DEPTH);
    return elided || add_flags(l, SFP_I_SFPPUSHC, SFP_MODE_SFPPUSHC_PUSH);
}

static bool enable_all(struct lowering *l)
{
    enum { ENABLED_AND_SET = 3 };
    struct node node = select_insn(l->s, SFP_I_SFPENCC, SFP_MODE_SFPENCC_EI_RI, l->place);

    node.imm = ENABLED_AND_SET;
    return add(l, &node);
}

static bool lower_pop(struct lowering *l)
{
    return l->elided[--l->depth] ? enable_all(l) : add_flags(l, SFP_I_SFPPOPC, SFP_MODE_SFPPOPC_POP);
}

static bool lower_truth(struct lowering *l, const struct node *node)
{
    struct node assign = node_of(NODE_ASSIGN, node->place);

    if (l->states.depth == STATE_DEPTH)
        return select_fail(l->s, l->place, "more than %d conditions within each other", STATE_DEPTH);
    assign.uses[NODE_VC] = truth(l, decider(l, node, 0), false);
    assign.makes[NODE_VD] = node->makes[NODE_VD];
    return assign.uses[NODE_VC] != NODE_NONE && add(l, &assign);
}

static bool lower(struct lowering *l, size_t i)
{
    const struct node *node = &l->s->list->nodes[i];

    l->place = node->place;
    switch (node->kind) {
    case NODE_COMPARE:
    case NODE_NOT:
    case NODE_AND:
    case NODE_OR: l->deciders[node->condition] = node; return true;
    case NODE_WHERE: return tree_within(l, decider(l, node, 0), false);
    case NODE_TRUTH: return lower_truth(l, node);
    case NODE_PUSHC: return lower_push(l, i);
    case NODE_POPC: return lower_pop(l);
    case NODE_COMPC: return add_flags(l, SFP_I_SFPCOMPC, SFP_MODE_SFPCOMPC_NONE);
    case NODE_ENCC: return enable_all(l);
    default: return add(l, node);
    }
}

bool select_lower_conditions(struct selecting *s)
{
    struct lowering l = {.s = s, .deciders = calloc((size_t)s->list->conditions + 1, sizeof *l.deciders)};
    bool lowered = l.deciders && states_init(&l.states);

    for (size_t i = 0; lowered && i < s->list->count; i++)
        lowered = lower(&l, i);
    states_free(&l.states);
    free(l.deciders);
    return lowered;
}
