/* The state of a run of sfpsched, from the kernel's program to the answer. */
#ifndef SFP_SCHEDULING_H
#define SFP_SCHEDULING_H

#include "pin.h"
#include "print_cell.h"
#include "sched_options.h"
#include "sched_report.h"
#include "split_search.h"
#include "two_rows.h"

enum { SCHED_EXIT_NOT = 1 /* exit status: not found, not proven, or not equal */ };

struct scheduling {
    const struct sched_options *options;
    double end;             /* time on the monotonic clock in seconds when the search must end; 0: no limit */
    sfpu_machine *machine;
    sfpu_program *recorded; /* words pushed by a compiled kernel, or NULL */
    struct loop_body body;
    struct loop_graphs one; /* an iteration here is --rows-per-iteration kernel iterations, by default 1 */
    struct loop_graphs two; /* with two kernel iterations as one, if two_rows_try() has made them */
    const struct loop_graphs *used; /* points to `one` or `two`: the searched graphs, later the graphs of the answer */
    uint32_t offered;       /* set of rewrites that would replace operations if --rewrite named them */
    struct two_rows two_rows; /* what became of two_rows_try() */
    struct sfp_program pinned; /* the schedule with pinned cells; empty without --pin */
    struct search search;
    struct answer own;      /* the kernel's own order, until it becomes the search's answer; otherwise empty */
    struct kept_names kept; /* names of the kernel's constants */
    struct told_steps steps;
    char *name;
    bool shows, shown;      /* progress goes to a terminal; a line of progress is visible */
};

/* Runs the kernel loaded in s->machine, and makes the graph of its loop. Returns an exit status, after a complaint
 * if not 0. */
int scheduling_read(struct scheduling *s);

/* Makes the graphs of the loop with `rows` kernel iterations as one, at most SCHED_MOST_ROWS. A table needs a number
 * that divides the loop's iterations. Returns false with a message in *error, which the caller frees, or with NULL in
 * *error if memory ran out. loop_graphs_free() is due either way. */
bool scheduling_make_graphs(struct scheduling *s, unsigned rows, struct loop_graphs *graphs, char **error);

/* Returns whether models can hold the graph. */
bool scheduling_fits(const struct graph *g);

/* Returns whether the operations that step the counter of Dst can add an iteration's rows by the known address
 * modifiers, while the other operations add 0. */
bool scheduling_can_step(const struct scheduling *s, const struct graph *g);

/* Returns the schedule's name, which the caller frees, or NULL if memory ran out. */
char *scheduling_name(const struct sched_options *options);

#endif
