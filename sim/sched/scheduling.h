/* The state of a run of sfpsched, from the kernel's program to the answer. */
#ifndef SFP_SCHEDULING_H
#define SFP_SCHEDULING_H

#include "pin.h"
#include "print_cell.h"
#include "sched_options.h"
#include "sched_report.h"

struct scheduling {
    const struct sched_options *options;
    double end;             /* time on the monotonic clock in seconds when the search must end; 0: no limit */
    sfpu_machine *machine;
    sfpu_program *recorded; /* words pushed by a compiled kernel, or NULL */
    struct loop_body body;
    struct graph graph;
    struct graph unsplit;   /* the graph with SFPCOMPC, if graph.splits; otherwise empty */
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

/* Returns the schedule's name, which the caller frees, or NULL if memory ran out. */
char *scheduling_name(const struct sched_options *options);

#endif
