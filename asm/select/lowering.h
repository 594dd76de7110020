/* Conditions under way to words: what trees of them, and single comparisons, are lowered with. */
#ifndef SFP_LOWERING_H
#define SFP_LOWERING_H

#include "passes.h"

/* What a value is in all lanes in which anything is known of it. */
struct number {
    bool known;
    uint32_t bits;
};

struct lowering {
    struct selecting *s;
    const struct node **deciders; /* of each condition */
    int8_t *known;                /* what it is in all lanes: 1 or 0; -1: that is not known */
    struct number *numbers;       /* by value of the list */
    const struct node **truths;   /* by value of the list: a NODE_TRUTH whose value is tested and no more; else NULL */
    struct states states;
    bool elided[STATE_DEPTH]; /* of each NODE_PUSHC that is open: it gave no word */
    unsigned depth;
    bool recorded; /* between barriers: which lanes are enabled when it is played back is not known */
    struct node_place place; /* of the node that is lowered */
};

/* Appends to s->nodes, and follows the states. False if memory ran out. */
bool lowering_add(struct lowering *l, const struct node *node);
bool lowering_flags(struct lowering *l, enum sfp_id id, unsigned mod);

/* The same, of what makes a value that nobody else knows: which, or NODE_NONE. */
int32_t lowering_make(struct lowering *l, struct node *node);

/* Disables lanes in which SFPSETCC of the value in this mode does not hold. */
bool lowering_test(struct lowering *l, int32_t value, unsigned mod);

/* Appends a node that no condition is in, with numbers in it as immediates, or as the number that they make. */
bool lower_numbers(struct lowering *l, const struct node *node);

/* Is it a value of the list that is a number? *bits: which. */
static inline bool lowering_is_number(const struct lowering *l, int32_t value, uint32_t *bits)
{
    *bits = l->numbers[value].bits;
    return l->numbers[value].known;
}

/* Can it be SFPIADD's immediate? */
static inline bool lowering_is_immediate(uint32_t number)
{
    enum { IMM_END = 1 << 11 };

    return number + IMM_END < 2 * IMM_END;
}

/* Disables lanes in which NODE_COMPARE, or its opposite, does not hold. */
bool lower_compare(struct lowering *l, const struct node *node, bool negated);

/* Does that take an SFPCOMPC? */
bool compare_complements(const struct lowering *l, const struct node *node, bool negated);

/* What the comparison is in all lanes, if that is known: 1 or 0; else -1. */
int compare_known(const struct lowering *l, const struct node *node);

#endif
