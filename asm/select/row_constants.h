/*
 * Lists in which the rows of a loop over Dst are alike. Shared constants make rows differ, as one row loads what the
 * next ones find in registers. Here each row loads its constants itself, except those that a register keeps from before
 * the first row to the end of the last.
 */
#ifndef SFP_ROW_CONSTANTS_H
#define SFP_ROW_CONSTANTS_H

#include "row_stretches.h"

/* Where the rows have a constant from. */
enum constant_manner {
    LOADED_AT_USE, /* the row loads the constant directly before its first user, and again for users in other lanes */
    LOADED_ABOVE,  /* the row loads the constant once, where the lanes of all users in the row are enabled */
    KEPT_IN_ROWS,  /* a register keeps the constant from row to row */
    CONSTANT_MANNERS,
};

struct row_value {
    bool constant;   /* a shared constant */
    bool in_rows;    /* a row uses the value */
    uint8_t manner;  /* constants: an enum constant_manner */
    size_t maker;    /* the node that makes the value, or SIZE_MAX */
    /* Of the list under way: */
    int32_t now;     /* the value that stands for the constant in this segment, or NODE_NONE */
    int32_t lanes;   /* the state in which `now` was loaded, or that covers the lanes of all users in this segment */
    int32_t kept_in; /* the state in which the kept constant was loaded, or NODE_NONE: not yet */
    size_t noted;    /* the stretch, counted from 1, in which the value was last seen */
};

struct row_constants {
    struct selecting *s;
    struct row_stretches rows;
    struct node_list nodes; /* the list as the passes before left it, with its states */
    int32_t *states;
    struct row_value *values;
    int32_t *constants; /* the numbers of the shared constants */
    size_t constant_count;
    size_t listed;      /* the number of nodes of the list under way, in s->nodes and s->state */
};

/* Finds rows and constants of `s`. Returns false if memory ran out. Until row_constants_free(), which the caller calls
 * in either case, s->nodes and s->state are those of the list that row_constants_list() made last. */
bool row_constants_init(struct row_constants *rows, struct selecting *s);
void row_constants_free(struct row_constants *rows);

/* Makes s->nodes and s->state the list in which rows have their constants in the `manner` that values[] state. */
void row_constants_list(struct row_constants *rows);

/* Makes s->nodes and s->state a copy of the list as it was. */
void row_constants_copy(struct row_constants *rows);

#endif
