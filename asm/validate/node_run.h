/*
 * Nodes on terms: what a list of nodes means as it stands, by select/nodes.h. Values are terms. The kernel's own words
 * and the flags are those of a machine (term_machine.h).
 */
#ifndef SFP_NODE_RUN_H
#define SFP_NODE_RUN_H

#include "term_machine.h"

#include "select/nodes.h"

/* The number that a value has in every sample where the list defines the value. */
struct known_number {
    bool known;
    uint32_t bits;
};

struct node_run {
    const struct node_list *list;
    struct term_machine *machine;
    struct term **values;         /* by number; NULL: not made, or used by no node any more */
    struct known_number *numbers; /* by number of a value */
    struct truth *conditions;     /* by number */
    size_t *last;                 /* by value: the last node that uses it */
    bool keeps_values;            /* REPLAY may have nodes of the list again */
    struct term **spare;          /* terms that no value has */
    size_t spare_count, spare_room;
};

/* False if memory ran out; node_run_free is due either way. The list is one that node_list_check() has passed. */
bool node_run_init(struct node_run *run, const struct node_list *list, struct term_machine *machine);
void node_run_free(struct node_run *run);

/* What node `i` does, other than NODE_WORD, NODE_BARRIER and NODE_CALL. False if memory ran out. */
bool node_run_step(struct node_run *run, size_t i);

/* A term that is not in use, and gives one back. NULL: no memory. */
struct term *node_run_take(struct node_run *run);
void node_run_give(struct node_run *run, struct term *term);

/* Decides NODE_COMPARE as the profile has it. False if memory ran out. */
bool node_run_compare(struct node_run *run, const struct node *node);

/* Executes NODE_INSN. False if memory ran out. */
bool node_run_insn(struct node_run *run, const struct node *node);

/* Makes a value; the run has the term. */
static inline void node_run_make(struct node_run *run, int32_t value, struct term *term)
{
    if (run->values[value])
        node_run_give(run, run->values[value]);
    run->values[value] = term;
}

#endif
