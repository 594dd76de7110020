/*
 * Nodes that may change places: those between two fences. What must be before what is said by arcs and by which lanes
 * are enabled; whoever keeps to it may have them in any order.
 */
#ifndef SFP_NODE_WINDOW_H
#define SFP_NODE_WINDOW_H

#include "passes.h"

/* A node of the window that another must be behind, and by how many cycles to have no wait. */
struct window_arc {
    uint32_t from, cycles;
};

struct window_node {
    size_t first_arc, arc_count; /* of what must be before it */
    uint32_t path;   /* so many cycles after it begins, at least, the window can end */
    uint8_t words;   /* that it becomes: 0 of what is read where it is */
    uint8_t holds;   /* for so many cycles nothing else is issued */
    bool changes;    /* which lanes are enabled: those that do stay in the list's order */
    bool exact;      /* goes only where the lanes are enabled that its own place has, and not where more are */
    bool ends;       /* writes into the register of a value that the list uses last here: before others that use it that
                      * would cost a copy */
    uint32_t step;   /* is INCRWC, and adds so much */
    uint32_t steps;  /* of the window, that the list has before it, add so much */
    uint32_t changed; /* so many before it in the list change lanes */
    uint32_t last;    /* it must be before that one of those which has so many before it */
};

struct node_window {
    const struct selecting *s;
    size_t first, count; /* nodes of s->nodes */
    struct window_node *nodes;
    struct window_arc *arcs;
    size_t room, arc_count, arc_room;
};

/* Which nodes are fences: they keep their places, and nothing passes them. NULL without memory; to be freed. */
bool *window_fences(const struct selecting *s);

/* By value: the nodes of the list that make it and that use it last; SIZE_MAX: none does. */
struct value_places {
    size_t *makers, *last;
};

/* False if memory ran out; value_places_free is due either way. */
bool value_places_find(struct value_places *places, const struct selecting *s);
void value_places_free(struct value_places *places);

/* What must be before what among these. False if memory ran out; window_free is due
 * either way, once for all windows that were found in one. */
bool window_find(struct node_window *window, const struct selecting *s, size_t first, size_t count,
                 const struct value_places *places);
void window_free(struct node_window *window);

static inline const struct node *window_node_of(const struct node_window *window, size_t i)
{
    return &window->s->nodes.nodes[window->first + i];
}

/* May node `i` be executed where the lanes of this state are enabled? */
bool window_allows(const struct node_window *window, size_t i, int32_t state);

/* The state behind node `i` of those that change flags, where the list has it. */
int32_t window_state_behind(const struct node_window *window, size_t i);

#endif
