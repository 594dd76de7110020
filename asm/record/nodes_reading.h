/* A list of nodes under way from its text: what the lines' reader and the meanings of builtins share. */
#ifndef SFP_RECORD_NODES_READING_H
#define SFP_RECORD_NODES_READING_H

#include "builtins.h"
#include "nodes_read.h"

/* A condition is kept until it is used: it may be more than once, and each use has nodes of its own. */
struct read_condition {
    uint8_t kind; /* NODE_COMPARE, NODE_NOT, NODE_AND or NODE_OR */
    uint8_t relation, type;
    int32_t value, other; /* compared: values of the list; the other NODE_NONE: with `imm` */
    uint32_t imm;
    uint32_t operands[2]; /* of the others: their places among the conditions */
    uint32_t nodes;       /* how many it takes */
    struct node_place place;
};

struct nodes_reading {
    struct node_list *list;
    struct sfp_index index;
    int32_t *values; /* those of the list, by the text's numbers */
    size_t value_count, value_room;
    struct read_condition *conditions;
    size_t condition_count, condition_room;
    uint32_t or_mod, and_mod, not_mod; /* of sfpxbool */
    struct node_place place;           /* of the line */
    const char *call;                  /* that it is in; NULL: none has begun */
    char **error;
};

/* A builtin's call, with its values as the list has them. */
struct builtin_call {
    const struct builtin *builtin;
    int32_t uses[NODE_OPERANDS];
    uint32_t imm, mod, option;
    uint32_t conditions[2]; /* places among the reading's */
};

/* Sets the error, with the place of the line, and the call; false. */
__attribute__((format(printf, 2, 3))) bool reading_fail(struct nodes_reading *r, const char *format, ...);

/* Adds what the call means, and what it makes to `values` or `conditions`. False with an error. */
bool builtin_mean(struct nodes_reading *r, const struct builtin_call *call);

#endif
