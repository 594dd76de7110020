/* State of reading a list of nodes from text, shared by the reader of lines and the meanings of builtins. */
#ifndef SFP_RECORD_NODES_READING_H
#define SFP_RECORD_NODES_READING_H

#include "builtins.h"
#include "nodes_read.h"

/* A condition, kept until its use. A condition may have several uses; each use gets nodes of its own. */
struct read_condition {
    uint8_t kind; /* kind of condition: NODE_COMPARE, NODE_NOT, NODE_AND or NODE_OR */
    uint8_t relation, type;
    int32_t value, other; /* comparison: numbers of list values; `other` is NODE_NONE to compare with `imm` */
    uint32_t imm;
    uint32_t operands[2]; /* other kinds: indices of conditions */
    uint32_t nodes;       /* number of nodes for one use */
    struct node_place place;
};

struct nodes_reading {
    struct node_list *list;
    struct sfp_index index;
    int32_t *values; /* the list's values, by their numbers in the text */
    size_t value_count, value_room;
    struct read_condition *conditions;
    size_t condition_count, condition_room;
    uint32_t or_mod, and_mod, not_mod; /* modes of sfpxbool */
    struct node_place place;           /* place of the current line */
    const char *call;                  /* text of the current call, or NULL before the first call */
    char **error;
};

/* A call of a builtin, with the list's values as operands. */
struct builtin_call {
    const struct builtin *builtin;
    int32_t uses[NODE_OPERANDS];
    uint32_t imm, mod, option;
    uint32_t conditions[2]; /* indices in the reading's conditions */
};

/* Sets the error to a message with the current line's place and call. Returns false. */
__attribute__((format(printf, 2, 3))) bool reading_fail(struct nodes_reading *reading, const char *format, ...);

/* Adds the nodes that the call means, and its results to `values` or `conditions`. Returns false with an error. */
bool builtin_mean(struct nodes_reading *reading, const struct builtin_call *call);

#endif
