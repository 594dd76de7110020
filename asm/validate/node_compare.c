/*
 * Decides NODE_COMPARE by the profile (include/profiles.def, sfpasm(1)): by the sign of a difference, in either
 * direction, by equal bits, or by SFPGT and SFPLE. The decision is made on terms, without words.
 */
#include "node_run.h"

/* A comparison of a term with another term or a number. */
struct comparison {
    enum node_relation relation;
    enum node_type type;
    const struct term *a, *b; /* compared terms; b: NULL for a number */
    uint32_t number;
};

static struct comparison resolve_term_comparison(const struct node_run *run, const struct node *node)
{
    const enum profile_compare manner = (enum profile_compare)run->list->profile->compare;
    const int32_t second = node->uses[NODE_VB];
    const bool equality = node->relation == NODE_EQ || node->relation == NODE_NE;
    struct comparison c = {(enum node_relation)node->relation, (enum node_type)node->type,
                           run->values[node->uses[NODE_VC]], second == NODE_NONE ? NULL : run->values[second],
                           node->imm};

    /* COMPARE_BY_SIGN subtracts floats even if one is a known number */
    if (c.b && run->numbers[second].known && (c.type == NODE_INTEGER || manner != COMPARE_BY_SIGN)) {
        c.b = NULL;
        c.number = run->numbers[second].bits;
    }
    if (c.type == NODE_FLOAT && equality && (manner == COMPARE_BY_BITS || manner == COMPARE_BY_ORDER))
        c.type = NODE_INTEGER;
    return c;
}

static uint64_t second_in(const struct comparison *c, unsigned i)
{
    return c->b ? c->b->hash[i] : term_constant(c->number);
}

/* Returns x - y. */
static uint64_t subtract_in_sample(const struct node_run *run, const struct comparison *c, uint64_t x, uint64_t y,
                                   unsigned i)
{
    const uint64_t minus_one = term_constant(SFP_BITS_ONE) ^ TERM_SIGN;

    return c->type == NODE_INTEGER ? term_integer_difference(x, y, i)
                                   : term_multiply_add(&run->machine->rules, y, minus_one, x, i);
}

/* Is a > b, for profiles that decide greater on its own? By SFPGT, or by the sign of b - a. */
static bool is_greater(const struct node_run *run, const struct comparison *c, unsigned i)
{
    const uint64_t a = c->a->hash[i], b = second_in(c, i);
    const enum profile_compare manner = (enum profile_compare)run->list->profile->compare;

    if (manner == COMPARE_BY_ORDER && c->type == NODE_FLOAT)
        return term_is_greater(a, b, i);
    return subtract_in_sample(run, c, b, a, i) & TERM_SIGN;
}

/* Is a < b? By SFPGT with the operands exchanged, or by the sign of a - b; for a comparison with 0, by the sign of
 * a. */
static bool is_less(const struct node_run *run, const struct comparison *c, uint64_t less, unsigned i)
{
    const bool zero = !c->b && c->number == 0;

    if (run->list->profile->compare == COMPARE_BY_ORDER && c->type == NODE_FLOAT && !zero)
        return term_is_greater(second_in(c, i), c->a->hash[i], i);
    return less & TERM_SIGN;
}

static bool comparison_holds(const struct node_run *run, const struct comparison *c, unsigned i)
{
    const bool by_sign = run->list->profile->compare == COMPARE_BY_SIGN, zero = !c->b && c->number == 0;
    const uint64_t less = zero ? c->a->hash[i] : subtract_in_sample(run, c, c->a->hash[i], second_in(c, i), i);
    const bool greater = by_sign ? !(less & TERM_SIGN) && !term_is_zero(less, i) : is_greater(run, c, i);

    switch (c->relation) {
    case NODE_LT: return is_less(run, c, less, i);
    case NODE_GE: return !is_less(run, c, less, i);
    case NODE_EQ: return term_is_zero(less, i);
    case NODE_NE: return !term_is_zero(less, i);
    case NODE_GT: return greater;
    default: return !greater;
    }
}

bool node_run_compare(struct node_run *run, const struct node *node)
{
    const struct comparison c = resolve_term_comparison(run, node);
    struct truth *made = &run->conditions[node->condition];

    for (unsigned i = 0; i < SAMPLES; i++)
        sample_put(&made->holds, i, comparison_holds(run, &c, i));
    SAMPLE_SET(&made->unknown, c.a->unknown.words[k] | (c.b ? c.b->unknown.words[k] : 0));
    return true;
}
