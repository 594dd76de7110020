/*
 * Rows: stretches of nodes that repeat, as the loop of a kernel over the rows of Dst leaves them. The rows of a stretch
 * are the same operations on the same values, except values that each row makes itself, and addresses of Dst. Shared
 * constants do not count: their nodes stand in the first row that uses them.
 */
#ifndef SFP_ROW_STRETCHES_H
#define SFP_ROW_STRETCHES_H

#include "passes.h"

struct row_stretch {
    size_t first_start, rows; /* starts[first_start .. first_start + rows] of struct row_stretches */
};

struct row_stretches {
    struct row_stretch *stretches; /* in the order of the nodes */
    size_t count, room;
    size_t *starts; /* indices in s->nodes: for each stretch the first node of each row, and the node after the last */
    size_t start_count, start_room;
};

/* Returns whether the node is a constant that can be loaded anywhere, any number of times. */
bool is_shared_constant(const struct node *node);

/* Fills *found for the nodes of `s`, after select_share_constants(). Returns false if memory ran out. The caller calls
 * row_stretches_free() in either case. */
bool row_stretches_find(struct row_stretches *found, const struct selecting *s);
void row_stretches_free(struct row_stretches *found);

#endif
