/*
 * Lowers comparisons. A comparison becomes one or two SFPSETCC, which disable the lanes that fail the test of a value
 * against 0. That value compares to 0 as the two operands compare to each other. With a profile that has them, SFPGT or
 * SFPLE is used instead.
 */
#include "lowering.h"

/* The SFPSETCC mode that keeps the lanes in which the relation to 0 holds; a second mode, if two SFPSETCC are
 * needed; and whether an SFPCOMPC must then complement the lanes. */
struct test {
    uint8_t mode, second;
    bool has_second, complement;
};

static const struct test relation_tests[] = {
    [NODE_LT] = {.mode = SFP_MODE_SFPSETCC_LREG_LT0},
    [NODE_EQ] = {.mode = SFP_MODE_SFPSETCC_LREG_EQ0},
    [NODE_GE] = {.mode = SFP_MODE_SFPSETCC_LREG_GTE0},
    [NODE_NE] = {.mode = SFP_MODE_SFPSETCC_LREG_NE0},
    [NODE_GT] = {SFP_MODE_SFPSETCC_LREG_GTE0, SFP_MODE_SFPSETCC_LREG_NE0, true, false},
    [NODE_LE] = {SFP_MODE_SFPSETCC_LREG_GTE0, SFP_MODE_SFPSETCC_LREG_NE0, true, true},
};

/* A comparison in the form to be decided: value `a` with value `b`, or with `number` if `b` is NODE_NONE. */
struct comparison {
    enum node_relation relation;
    enum node_type type;
    int32_t a, b;
    uint32_t number;
};

static enum node_relation opposite_relation(enum node_relation relation)
{
    static const uint8_t opposites[] = {[NODE_LT] = NODE_GE, [NODE_EQ] = NODE_NE, [NODE_GE] = NODE_LT,
                                        [NODE_NE] = NODE_EQ, [NODE_LE] = NODE_GT, [NODE_GT] = NODE_LE};

    return (enum node_relation)opposites[relation];
}

static enum profile_compare compare_manner(const struct lowering *lowering)
{
    return (enum profile_compare)lowering->s->list->profile->compare;
}

static struct comparison resolve_comparison(const struct lowering *lowering, const struct node *node, bool negated)
{
    const enum node_relation relation = (enum node_relation)node->relation;
    struct comparison c = {negated ? opposite_relation(relation) : relation, (enum node_type)node->type,
                           node->uses[NODE_VC], node->uses[NODE_VB], node->imm};

    /* COMPARE_BY_SIGN always subtracts a float value, even a known 0. */
    if (c.b != NODE_NONE && (c.type == NODE_INTEGER || compare_manner(lowering) != COMPARE_BY_SIGN) &&
        lowering_is_number(lowering, c.b, &c.number))
        c.b = NODE_NONE;
    if (c.type == NODE_FLOAT && compare_manner(lowering) >= COMPARE_BY_BITS &&
        (relation == NODE_EQ || relation == NODE_NE))
        c.type = NODE_INTEGER;
    return c;
}

static bool is_with_zero(const struct comparison *c)
{
    return c->b == NODE_NONE && c->number == 0;
}

/* Does the profile decide > and <= as < and >= with the operands exchanged? */
static bool is_turned(const struct lowering *lowering, const struct comparison *c)
{
    return compare_manner(lowering) != COMPARE_BY_SIGN && (c->relation == NODE_GT || c->relation == NODE_LE);
}

/* Is the comparison decided by SFPGT or SFPLE instead of a difference? Comparisons with 0 that a single SFPSETCC
 * decides are excluded. */
static bool is_by_order(const struct lowering *lowering, const struct comparison *c)
{
    if (compare_manner(lowering) != COMPARE_BY_ORDER || c->type != NODE_FLOAT)
        return false;
    return c->relation == NODE_GT || c->relation == NODE_LE || !is_with_zero(c);
}

bool compare_complements(const struct lowering *lowering, const struct node *node, bool negated)
{
    const struct comparison c = resolve_comparison(lowering, node, negated);

    return relation_tests[c.relation].complement && !is_by_order(lowering, &c) && !is_turned(lowering, &c);
}

/* ---- Comparisons of known numbers ---- */

static bool relation_holds(enum node_relation relation, int32_t difference)
{
    switch (relation) {
    case NODE_LT: return difference < 0;
    case NODE_EQ: return difference == 0;
    case NODE_GE: return difference >= 0;
    case NODE_NE: return difference != 0;
    case NODE_LE: return difference <= 0;
    default: return difference > 0;
    }
}

int compare_known(const struct lowering *lowering, const struct node *node)
{
    const struct comparison c = resolve_comparison(lowering, node, false);
    uint32_t a;

    if (c.b != NODE_NONE || !lowering_is_number(lowering, c.a, &a) || (c.type == NODE_FLOAT && !is_with_zero(&c)))
        return -1;
    if (is_turned(lowering, &c))
        return c.type == NODE_FLOAT ? -1 : relation_holds(c.relation == NODE_GT ? NODE_LT : NODE_GE,
                                                          (int32_t)(c.number - a));
    return is_by_order(lowering, &c) ? -1 : relation_holds(c.relation, (int32_t)(a - c.number));
}

/* ---- Differences ---- */

static int32_t lower_constant(struct lowering *lowering, uint32_t bits)
{
    struct node node = node_of(NODE_CONSTANT, lowering->place);

    node.imm = bits;
    return lowering_make(lowering, &node);
}

/* Makes a - b as one multiply-add: b * -1 + a. */
static int32_t float_difference(struct lowering *lowering, int32_t a, int32_t b)
{
    struct node node = select_insn(lowering->s, SFP_I_SFPMAD, SFP_MODE_SFPMAD_NONE, lowering->place);

    node.uses[NODE_VA] = b;
    node.uses[NODE_VB] = lower_constant(lowering, sfp_lreg_defaults[0]);
    node.uses[NODE_VC] = a;
    return lowering_make(lowering, &node);
}

static int32_t integer_difference(struct lowering *lowering, int32_t a, int32_t b)
{
    struct node node = select_insn(lowering->s, SFP_I_SFPIADD, SFP_MODE_SFPIADD_MINUS_NONE, lowering->place);

    node.uses[NODE_VC] = a;
    node.uses[NODE_VD] = b;
    return lowering_make(lowering, &node);
}

static int32_t integer_sum(struct lowering *lowering, int32_t a, uint32_t imm)
{
    struct node node = select_insn(lowering->s, SFP_I_SFPIADD, SFP_MODE_SFPIADD_IMM_NONE, lowering->place);

    node.uses[NODE_VC] = a;
    node.imm = imm;
    return lowering_make(lowering, &node);
}

/* Returns a value that compares to 0 as the operands compare to each other, or as the exchanged operands compare if
 * `turned`. */
static int32_t make_difference(struct lowering *lowering, const struct comparison *c, bool turned)
{
    const uint32_t negative = -c->number;
    int32_t a = c->a, b = c->b;

    if (is_with_zero(c) && !turned)
        return a;
    if (b == NODE_NONE && !turned && c->type == NODE_INTEGER && lowering_is_immediate(negative))
        return integer_sum(lowering, a, negative);
    if (b == NODE_NONE)
        b = lower_constant(lowering, c->number);
    if (turned) {
        a = b;
        b = c->a;
    }
    return c->type == NODE_INTEGER ? integer_difference(lowering, a, b) : float_difference(lowering, a, b);
}

static bool test_by_sign(struct lowering *lowering, const struct comparison *c)
{
    const bool turned = is_turned(lowering, c);
    const struct test test = relation_tests[!turned ? c->relation : c->relation == NODE_GT ? NODE_LT : NODE_GE];
    const int32_t value = make_difference(lowering, c, turned);

    return value != NODE_NONE && lowering_test(lowering, value, test.mode) &&
           (!test.has_second || lowering_test(lowering, value, test.second)) &&
           (!test.complement || lowering_flags(lowering, SFP_I_SFPCOMPC, SFP_MODE_SFPCOMPC_NONE));
}

/* Decides a > b and a <= b directly, and a < b and a >= b with the operands exchanged. */
static bool test_by_order(struct lowering *lowering, const struct comparison *c)
{
    const bool turned = c->relation == NODE_LT || c->relation == NODE_GE;
    const bool greater = c->relation == NODE_GT || c->relation == NODE_LT;
    const int32_t b = c->b == NODE_NONE ? lower_constant(lowering, c->number) : c->b;
    struct node node = select_insn(lowering->s, greater ? SFP_I_SFPGT : SFP_I_SFPLE, SFP_MODE_SFPGT_SET_CC,
                                   lowering->place);

    if (b == NODE_NONE)
        return false;
    node.uses[NODE_VD] = turned ? b : c->a;
    node.uses[NODE_VC] = turned ? c->a : b;
    return lowering_add(lowering, &node);
}

bool lower_compare(struct lowering *lowering, const struct node *node, bool negated)
{
    const struct comparison c = resolve_comparison(lowering, node, negated);

    return is_by_order(lowering, &c) ? test_by_order(lowering, &c) : test_by_sign(lowering, &c);
}
