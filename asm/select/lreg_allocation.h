/*
 * Register allocation: the LReg of each value at the node that is being turned into words. A register holds at most one
 * value. A value is in one register; a constant may also be in no register until a node wants it. Copies between
 * registers are made in all lanes.
 */
#ifndef SFP_ALLOCATION_H
#define SFP_ALLOCATION_H

#include "select_emit.h"
#include "own_words.h"

enum {
    ALLOCATED_LREGS = 8,
    ALL_ALLOCATED = (1 << ALLOCATED_LREGS) - 1,
    NO_LREG = -1,
    /* Contents of a register other than a value. */
    HOLDS_NOTHING = -1,
    HOLDS_COPY = -2, /* the register holds a copy for the current node */
    HOLDS_OWN = -3,  /* the register holds a value of the kernel's own words */
};

struct allocation {
    struct selecting *s;
    struct emitting emitting;
    struct own_words own;
    size_t at;                      /* the current node */
    bool within;                    /* the current node is inside a body that REPLAY records */
    int32_t holds[ALLOCATED_LREGS]; /* a value, or one of HOLDS_NOTHING, HOLDS_COPY and HOLDS_OWN */
    uint32_t pinned;                /* mask: registers with operands of the current node */
    int8_t *lreg;                   /* by value: its register, or NO_LREG */
    int8_t *wish;                   /* by value: its preferred register, or NO_LREG */
    const struct node **constants;  /* by value: the NODE_CONSTANT that can load the value again; else NULL */
    int32_t *loaded;                /* by value: for a constant in a register, the state in which it was loaded */
    size_t *makers;                 /* by value: the node that makes it */
    size_t *first_use, *uses, *next; /* by value: the start of its uses in `uses`, and the next use; `uses` lists
                                      * node indices, grouped by value, in order */
};

/* Prepares *alloc for the first node. Returns false if memory ran out. The caller calls allocation_free() in either
 * case. */
bool allocation_init(struct allocation *alloc, struct selecting *s, struct selection *selection);
void allocation_free(struct allocation *alloc);

/* The current node. */
static inline const struct node *allocation_node(const struct allocation *alloc)
{
    return &alloc->s->nodes.nodes[alloc->at];
}

/* allocation_next_use() returns the next node after the current node that uses the value, or SIZE_MAX if no such
 * node exists. allocation_last_use() returns the value's last use, or its maker if the value has no uses.
 * allocation_ends() returns whether no later node uses the value. */
size_t allocation_next_use(struct allocation *alloc, int32_t value);
size_t allocation_last_use(const struct allocation *alloc, int32_t value);
static inline bool allocation_ends(struct allocation *alloc, int32_t value)
{
    return allocation_next_use(alloc, value) == SIZE_MAX;
}

/* Returns a free register outside the mask `avoid` for a value, or, with NODE_NONE, for a copy. If all are full,
 * removes a constant from its register. Returns NO_LREG if no register can be freed, with an error set, or if memory
 * ran out. The caller sets holds[] for the register. */
int allocation_take(struct allocation *alloc, int32_t value, uint32_t avoid);

/* Copies register `from` to register `to`, in all lanes. Returns false if memory ran out. */
bool allocation_copy(struct allocation *alloc, int to, int from);

/* Empties a register: moves its value to a register outside the mask `avoid`, or drops a constant. Returns false,
 * with an error set, if the contents cannot move, or if memory ran out. */
bool allocation_vacate(struct allocation *alloc, int reg, uint32_t avoid);

/* Records that the value is now in register `reg`, and empties its former register. */
void allocation_place(struct allocation *alloc, int32_t value, int reg);

/* Records that no register holds the value. */
void allocation_drop(struct allocation *alloc, int32_t value);

/* Makes sure that a register holds the value in all enabled lanes, loading a constant if necessary, and pins the
 * register. Returns false, with an error set, if that is impossible, or if memory ran out. */
bool allocation_want(struct allocation *alloc, int32_t value);

/* Raises selection.registers to the number of registers in use now, if larger. */
void allocation_count(const struct allocation *alloc);

#endif
