/*
 * List scheduling: an order of each window's nodes, cycle by cycle the node that can be issued then and is wanted most.
 * What it makes of registers and waits is an estimate; what an order costs its words say (choose_order.c).
 */
#ifndef SFP_NODE_ORDER_H
#define SFP_NODE_ORDER_H

#include "node_window.h"
#include "own_words.h"

/* How the next node is chosen, of those of which no other value needs a register more than there are. */
struct order_manner {
    bool late;         /* what changes flags only when nothing else can be issued */
    bool by_path;      /* then the one with most cycles behind it; else the first of the list */
    uint8_t registers; /* so many values may live, those of the kernel's own words among them */
    uint16_t ahead;    /* of so many nodes that are left, the first of the list */
};

struct ordering {
    const struct selecting *s;
    const struct order_manner *manner;
    const struct value_places *places;
    const struct own_words *own;
    uint32_t *left; /* by value: uses that are still to come */
    unsigned live;  /* values in registers */
    uint64_t *cycles; /* by node of a window: in which it is issued; UINT64_MAX: not yet */
    size_t room;
};

/* Ready for the list's first node. What is passed must last. False if memory
 * ran out; ordering_free is due either way. */
bool ordering_init(struct ordering *o, const struct selecting *s, const struct order_manner *manner,
                   const struct value_places *places, const struct own_words *own);
void ordering_free(struct ordering *o);

/* A node that keeps its place is next. */
void ordering_pass(struct ordering *o, const struct node *node);

/* A window is next: sets order[n] to the node of s->nodes that is its n-th then. False if memory ran out. */
bool ordering_window(struct ordering *o, const struct node_window *window, size_t *order);

#endif
