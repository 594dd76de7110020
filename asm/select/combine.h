/* The state that the combining passes share: the makers, uses and flag changes of values. A combining pass replaces
 * two instructions by one. */
#ifndef SFP_COMBINE_H
#define SFP_COMBINE_H

#include "passes.h"

struct combining {
    struct selecting *s;
    uint32_t *uses;
    size_t *makers;
    size_t *last;    /* by value: the last node that uses the value */
    size_t *changes; /* by node: the number of earlier nodes that change flags */
};

/* Fills *combining for the list of `s`. Returns false if memory ran out. The caller calls combining_finish() in
 * either case. */
bool combining_start(struct combining *combining, struct selecting *s);

/* Frees *combining and removes nodes whose values have no uses left. `started` is combining_start()'s result.
 * Returns false if `started` is false or memory ran out. */
bool combining_finish(struct combining *combining, bool started);

/* The node that makes the value. */
static inline struct node *combining_maker(const struct combining *combining, int32_t value)
{
    return &combining->s->nodes.nodes[combining->makers[value]];
}

/* Are the same lanes enabled at both nodes, because no node from `from` to `to` changes flags? */
static inline bool combining_same_flags(const struct combining *combining, size_t from, size_t to)
{
    return combining->changes[from] == combining->changes[to];
}

/* Is the node a plain product (SFPMUL that adds 0), or a plain sum (SFPADD that multiplies by 1)? With another third
 * operand, these instructions are multiply-adds. */
bool combining_is_product(const struct combining *combining, const struct node *node);
bool combining_is_sum(const struct combining *combining, const struct node *node);

/* Is `value` a constant that SFPMULI or SFPADDI can hold as an immediate at node `i`, and does the profile choose
 * such immediates? */
bool combining_is_immediate(const struct combining *combining, int32_t value, size_t i);

/* The passes, in order. */
bool combine_immediates(struct selecting *s);
bool combine_sums(struct selecting *s);
bool combine_flags(struct selecting *s);

#endif
