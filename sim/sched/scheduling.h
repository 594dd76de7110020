/* A kernel under way, from its program to the answer. */
#ifndef SFP_SCHEDULING_H
#define SFP_SCHEDULING_H

#include "pin.h"
#include "print_cell.h"
#include "sched_options.h"
#include "sched_report.h"

/* A kernel under way. */
struct scheduling {
    const struct sched_options *o;
    double end;             /* on the clock; 0: there is none */
    sfpu_machine *m;
    sfpu_program *recorded; /* what a compiled kernel has pushed, or NULL */
    struct loop_body body;
    struct graph graph;
    struct graph unsplit;   /* the same with SFPCOMPC, if the graph splits some; or none */
    struct sfp_program pinned; /* has one schedule, whose cells are pinned; or none */
    struct search search;
    struct answer own;      /* the kernel's own order, until it is the search's answer; or none */
    struct told_steps steps;
    char *name;
    bool shows, shown;      /* on a terminal, how far it is */
};

/* Runs the kernel, which s->m has loaded, and makes the graph of its loop. Returns an exit status, after a complaint if
 * that is not 0. */
int scheduling_read(struct scheduling *s);

/* What the schedule is called; the caller frees it. NULL: no memory. */
char *scheduling_name(const struct sched_options *o);

#endif
