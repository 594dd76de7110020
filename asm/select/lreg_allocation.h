/*
 * Which value is in which LReg while words are made, node by node. A register holds one value; a value is in one
 * register, or, if it is a constant, in none until it is wanted. Copies are made in all lanes.
 */
#ifndef SFP_ALLOCATION_H
#define SFP_ALLOCATION_H

#include "select_emit.h"
#include "own_words.h"

enum {
    ALLOCATED_LREGS = 8,
    ALL_ALLOCATED = (1 << ALLOCATED_LREGS) - 1,
    NO_LREG = -1,
    /* What else than a value a register can hold. */
    HOLDS_NOTHING = -1, HOLDS_COPY = -2 /* for the node under way */, HOLDS_OWN = -3 /* for the kernel's own words */,
};

struct allocation {
    struct selecting *s;
    struct emitting emitting;
    struct own_words own;
    size_t at;                      /* the node under way */
    bool within;                    /* what REPLAY records */
    int32_t holds[ALLOCATED_LREGS]; /* a value, or one of the above */
    uint32_t pinned;                /* registers with operands of the node */
    int8_t *lreg;                   /* of each value, or NO_LREG */
    int8_t *wish;                   /* the register that a value should be in, or NO_LREG */
    const struct node **constants;  /* by value: its node, if it can be loaded again; else NULL */
    int32_t *loaded;                /* by value: for a constant in a register, in which state it was loaded */
    size_t *makers;                 /* by value */
    size_t *first_use, *uses, *next; /* by value, where its uses start among all, which are in order; the next ones */
};

/* Ready for the first node. False if memory ran out; allocation_free is due either way. */
bool allocation_init(struct allocation *a, struct selecting *s, struct selection *selection);
void allocation_free(struct allocation *a);

static inline const struct node *allocation_node(const struct allocation *a)
{
    return &a->s->nodes.nodes[a->at];
}

/* The next node behind this one that uses the value; SIZE_MAX: none. And the last of all, or the one that makes it. */
size_t allocation_next_use(struct allocation *a, int32_t value);
size_t allocation_last_use(const struct allocation *a, int32_t value);
static inline bool allocation_ends(struct allocation *a, int32_t value)
{
    return allocation_next_use(a, value) == SIZE_MAX;
}

/* A free register, not one of `avoid`, for a value, or for a copy (NODE_NONE). A constant may have to go for it.
 * NO_LREG: there is none, and the error says so, or memory ran out. Who asks says what the register holds. */
int allocation_take(struct allocation *a, int32_t value, uint32_t avoid);

/* Copies a register. */
bool allocation_copy(struct allocation *a, int to, int from);

/* Moves what is in a register elsewhere, not into one of `avoid`, so that it holds nothing; or fails. */
bool allocation_vacate(struct allocation *a, int reg, uint32_t avoid);

/* The value is in this register; the one in which it was holds nothing. */
void allocation_place(struct allocation *a, int32_t value, int reg);

/* The value is in no register. */
void allocation_drop(struct allocation *a, int32_t value);

/* Has it in a register, in lanes that are enabled, and pins this. */
bool allocation_want(struct allocation *a, int32_t value);

/* Have values been in all registers at once? Counts them. */
void allocation_count(const struct allocation *a);

#endif
