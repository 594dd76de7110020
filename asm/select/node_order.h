/*
 * List scheduling: orders the nodes of each window. Each cycle takes, among the nodes that can issue, the most wanted
 * one. Registers and waits are estimated here; choose_order.c measures an order's real cost by its words.
 */
#ifndef SFP_NODE_ORDER_H
#define SFP_NODE_ORDER_H

#include "node_window.h"
#include "own_words.h"

/* A manner: a rule for choosing the next node. A node taken out of the list's order must not need more registers
 * than the manner allows. */
struct order_manner {
    bool late;         /* the order changes flags only when no other node can issue */
    bool by_path;      /* the order prefers the node with the longest path to the window's end; else the first in the
                        * list */
    uint8_t registers; /* most values alive at once, including values of the kernel's own words */
    uint16_t ahead;    /* number of remaining nodes, in the list's order, to choose from */
};

struct ordering {
    const struct selecting *s;
    const struct order_manner *manner;
    const struct value_places *places;
    const struct own_words *own;
    uint32_t *left; /* by value: number of uses not yet ordered */
    unsigned live;  /* number of values in registers */
    uint64_t *cycles; /* by node of a window: its issue cycle; UINT64_MAX: not yet issued */
    size_t room;
};

/* Prepares *ordering for the list's first node. The pointers passed must outlive *ordering. Returns false if memory
 * ran out. The caller calls ordering_free() in either case. */
bool ordering_init(struct ordering *ordering, const struct selecting *s, const struct order_manner *manner,
                   const struct value_places *places, const struct own_words *own);
void ordering_free(struct ordering *ordering);

/* Updates uses and live values for a node that keeps its place. */
void ordering_pass(struct ordering *ordering, const struct node *node);

/* Orders a window, the next nodes of the list: sets order[n] to the index in s->nodes of the n-th node. Returns
 * false if memory ran out. */
bool ordering_window(struct ordering *ordering, const struct node_window *window, size_t *order);

#endif
