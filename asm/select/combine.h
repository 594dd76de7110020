/* What the passes that make one instruction of two share: who makes and uses a value. */
#ifndef SFP_COMBINE_H
#define SFP_COMBINE_H

#include "passes.h"

struct combining {
    struct selecting *s;
    uint32_t *uses;
    size_t *makers;
    size_t *last;    /* by value: the last node that uses it */
    size_t *changes; /* by node: how many before it change flags */
};

/* False if memory ran out; combining_finish is due either way. */
bool combining_start(struct combining *c, struct selecting *s);

/* Leaves out what nobody uses any more. False if memory ran out, now or before. */
bool combining_finish(struct combining *c, bool started);

static inline struct node *combining_maker(const struct combining *c, int32_t value)
{
    return &c->s->nodes.nodes[c->makers[value]];
}

/* Do flags stay as they are from one node to another? */
static inline bool combining_same_flags(const struct combining *c, size_t from, size_t to)
{
    return c->changes[from] == c->changes[to];
}

/* Is it a plain product, or sum, and not a multiply-add by another name? */
bool combining_is_product(const struct combining *c, const struct node *node);
bool combining_is_sum(const struct combining *c, const struct node *node);

/* Is it a constant that SFPMULI or SFPADDI as node `i` can hold, and would by the profile? */
bool combining_is_immediate(const struct combining *c, int32_t value, size_t i);

/* The passes, in order. */
bool combine_immediates(struct selecting *s);
bool combine_sums(struct selecting *s);
bool combine_flags(struct selecting *s);

#endif
