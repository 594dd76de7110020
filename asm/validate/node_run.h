/*
 * Executes nodes on terms, by the definition in select/nodes.h. Values are terms. The kernel's own words and the flags
 * belong to a machine (term_machine.h).
 */
#ifndef SFP_NODE_RUN_H
#define SFP_NODE_RUN_H

#include "term_machine.h"

#include "select/nodes.h"

/* A number that a value equals in every sample in which the list defines the value. */
struct known_number {
    bool known;
    uint32_t bits;
};

struct node_run {
    const struct node_list *list;
    struct term_machine *machine;
    struct term **values;         /* terms by value; NULL: not made yet, or without further uses */
    struct known_number *numbers; /* known numbers by value */
    struct truth *conditions;     /* truth by condition */
    size_t *last;                 /* by value: the last node that uses the value */
    bool keeps_values;            /* the run keeps all values, because REPLAY may execute nodes again */
    struct term **spare;          /* terms not in use, kept for later nodes */
    size_t spare_count, spare_room;
};

/* Prepares *run. `list` must have passed node_list_check(). Returns false if memory ran out. The caller calls
 * node_run_free() in either case. */
bool node_run_init(struct node_run *run, const struct node_list *list, struct term_machine *machine);
void node_run_free(struct node_run *run);

/* Executes node `i`, except NODE_WORD, NODE_BARRIER and NODE_CALL. Returns false if memory ran out. */
bool node_run_step(struct node_run *run, size_t i);

/* node_run_take() returns an unused term, or NULL if memory ran out; node_run_give() returns a term to the unused
 * ones. */
struct term *node_run_take(struct node_run *run);
void node_run_give(struct node_run *run, struct term *term);

/* Decides NODE_COMPARE by the profile's rules. Returns false if memory ran out. */
bool node_run_compare(struct node_run *run, const struct node *node);

/* Executes NODE_INSN. Returns false if memory ran out. */
bool node_run_insn(struct node_run *run, const struct node *node);

/* Makes `term` the value's term. The run owns the term. */
static inline void node_run_make(struct node_run *run, int32_t value, struct term *term)
{
    if (run->values[value])
        node_run_give(run, run->values[value]);
    run->values[value] = term;
}

#endif
