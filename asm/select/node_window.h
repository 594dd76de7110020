/*
 * Windows: runs of nodes between two fences, whose nodes may change places. Arcs and enabled lanes constrain the order.
 * Any order that keeps these constraints is correct.
 */
#ifndef SFP_NODE_WINDOW_H
#define SFP_NODE_WINDOW_H

#include "passes.h"

/* An earlier node of the window on which a node depends, and the distance in cycles that avoids a wait. */
struct window_arc {
    uint32_t from, cycles;
};

struct window_node {
    size_t first_arc, arc_count; /* range in `arcs`: the nodes that must come before this node */
    uint32_t path;   /* the least number of cycles from this node's issue to the window's end */
    uint8_t words;   /* number of words; 0 for a NODE_READ, which needs no copy */
    uint8_t holds;   /* number of cycles until other nodes can issue */
    bool changes;    /* the node changes flags; such nodes keep the list's order among themselves */
    bool exact;      /* the node may only be executed with exactly the lanes of its own place, not with more lanes */
    bool ends;       /* the node overwrites the register of a value whose last use in the list is this node; if a
                      * later user of the value came after this node, the value would need a copy */
    uint32_t step;   /* INCRWC: number of rows that the Dst counter grows; else 0 */
    uint32_t steps;  /* the sum of `step` over the window's earlier nodes in the list */
    uint32_t changed; /* the number of earlier nodes of the window, in the list, that change flags */
    uint32_t last;    /* the flag change of the window, counted from 0 in the list's order, that the node must
                       * precede */
};

struct node_window {
    const struct selecting *s;
    size_t first, count; /* range in s->nodes */
    struct window_node *nodes;
    struct window_arc *arcs;
    size_t room, arc_count, arc_room;
};

/* Returns, by node, whether the node is a fence: a node that keeps its place and that no node passes. Returns NULL
 * if memory ran out. The caller frees the array. */
bool *window_fences(const struct selecting *s);

/* By value: the node that makes the value and the last node that uses it; SIZE_MAX if no node does. */
struct value_places {
    size_t *makers, *last;
};

/* Fills *places. Returns false if memory ran out. The caller calls value_places_free() in either case. */
bool value_places_find(struct value_places *places, const struct selecting *s);
void value_places_free(struct value_places *places);

/* Fills *window with the constraints among the `count` nodes from `first` on. *window may be reused for window after
 * window. Returns false if memory ran out. The caller calls window_free() once at the end in either case. */
bool window_find(struct node_window *window, const struct selecting *s, size_t first, size_t count,
                 const struct value_places *places);
void window_free(struct node_window *window);

/* The i-th node of the window, in the list's order. */
static inline const struct node *window_node_of(const struct node_window *window, size_t i)
{
    return &window->s->nodes.nodes[window->first + i];
}

/* May node `i` be executed with the lanes of this state enabled? */
bool window_allows(const struct node_window *window, size_t i, int32_t state);

/* The state after node `i`, a node that changes flags, in the list's order. */
int32_t window_state_behind(const struct node_window *window, size_t i);

#endif
