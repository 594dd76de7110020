/* The state of select_lower_conditions(), the pass that turns conditions into flag instructions, and the functions
 * for trees of conditions and for single comparisons. */
#ifndef SFP_LOWERING_H
#define SFP_LOWERING_H

#include "passes.h"

/* The integer or bit pattern that a value is known to hold in all its defined lanes. */
struct number {
    bool known;
    uint32_t bits;
};

struct lowering {
    struct selecting *s;
    const struct node **deciders; /* by condition: node that makes the condition */
    int8_t *known;                /* by condition: the result in all lanes, 1 or 0; -1 if unknown */
    struct number *numbers;       /* by value of the list */
    const struct node **truths;   /* by value of the list: the NODE_TRUTH that makes the value, if the value is only
                                   * tested for 0; else NULL */
    struct states states;
    bool elided[STATE_DEPTH]; /* by open NODE_PUSHC: the push was left out, and its pop enables all lanes */
    unsigned depth;
    bool recorded; /* between barriers: replay may start with any lanes enabled */
    struct node_place place; /* place of the node being lowered */
};

/* Appends a node, or an instruction that has no operands, to s->nodes, and updates `states`. Returns false if memory
 * ran out. */
bool lowering_add(struct lowering *lowering, const struct node *node);
bool lowering_flags(struct lowering *lowering, enum sfp_id id, unsigned mod);

/* Like lowering_add(), for a node that makes a new value in VD. Returns the value's number, or NODE_NONE if memory
 * ran out. */
int32_t lowering_make(struct lowering *lowering, struct node *node);

/* Appends SFPSETCC of the value in mode `mod`, which disables the lanes that fail its test. Returns false if memory
 * ran out. */
bool lowering_test(struct lowering *lowering, int32_t value, unsigned mod);

/* Appends a node that uses no condition. A known number becomes the immediate of SFPIADD, and a sum of two known
 * numbers becomes a constant. Returns false if memory ran out. */
bool lower_numbers(struct lowering *lowering, const struct node *node);

/* Is the value of the list a known number? If so, sets *bits to the number. */
static inline bool lowering_is_number(const struct lowering *lowering, int32_t value, uint32_t *bits)
{
    *bits = lowering->numbers[value].bits;
    return lowering->numbers[value].known;
}

/* Does the number fit SFPIADD's immediate? */
static inline bool lowering_is_immediate(uint32_t number)
{
    enum { IMM_END = 1 << 11 };

    return number + IMM_END < 2 * IMM_END;
}

/* Appends the nodes that disable lanes in which the NODE_COMPARE fails, or, if `negated`, in which it holds. Returns
 * false if memory ran out. */
bool lower_compare(struct lowering *lowering, const struct node *node, bool negated);

/* Does lower_compare() need an SFPCOMPC for the node? */
bool compare_complements(const struct lowering *lowering, const struct node *node, bool negated);

/* Returns the comparison's result in all lanes, 1 or 0, or -1 if unknown. */
int compare_known(const struct lowering *lowering, const struct node *node);

#endif
