/* Keeps values' terms while nodes run. */
#include "node_run.h"

#include "base/array.h"

#include <stdlib.h>

/* ---- Terms in use ---- */

struct term *node_run_take(struct node_run *run)
{
    return run->spare_count > 0 ? run->spare[--run->spare_count] : malloc(sizeof(struct term));
}

void node_run_give(struct node_run *run, struct term *term)
{
    if (term && array_room(&run->spare, run->spare_count, &run->spare_room, sizeof(struct term *)))
        run->spare[run->spare_count++] = term;
    else
        free(term);
}

/* ---- The run ---- */

bool node_run_init(struct node_run *run, const struct node_list *list, struct term_machine *machine)
{
    *run = (struct node_run){.list = list, .machine = machine};
    run->values = calloc((size_t)list->values + 1, sizeof(struct term *));
    run->numbers = calloc((size_t)list->values + 1, sizeof *run->numbers);
    run->conditions = calloc((size_t)list->conditions + 1, sizeof *run->conditions);
    run->last = calloc((size_t)list->values + 1, sizeof *run->last);
    if (!run->values || !run->numbers || !run->conditions || !run->last)
        return false;
    for (size_t i = 0; i < list->count; i++) {
        run->keeps_values |= list->nodes[i].kind == NODE_BARRIER;
        for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
            if (list->nodes[i].uses[operand] != NODE_NONE)
                run->last[list->nodes[i].uses[operand]] = i;
    }
    return true;
}

void node_run_free(struct node_run *run)
{
    for (int32_t v = 0; run->values && v < run->list->values; v++)
        free(run->values[v]);
    for (size_t i = 0; i < run->spare_count; i++)
        free(run->spare[i]);
    free(run->values);
    free(run->numbers);
    free(run->conditions);
    free(run->last);
    free(run->spare);
}
