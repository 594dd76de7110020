/* The options of sfpsched. */
#ifndef SFP_SCHED_OPTIONS_H
#define SFP_SCHED_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "action/machine_options.h"

struct sched_options {
    struct sfp_machine_options machine;
    const char *kernel, *region, *name, *output; /* NULL: not given */
    const char *check;                           /* a table that is looked at instead */
    const char *proof;                           /* what names of refutations begin with */
    const char *pin;                             /* a source whose schedule's cells an answer has */
    unsigned why;                                /* a period: why is there no table of it? 0: not asked */
    const char **rewrites;                       /* with room for as many as there are arguments; owned */
    size_t rewrite_count;
    unsigned period;                             /* 0: any */
    unsigned rows;                               /* iterations of the kernel in one of the table: 1 */
    unsigned conflicts;                          /* of a model */
    double time;                                 /* seconds; 0: without end */
    bool all, graph, json, quiet, verbose;
    bool no_macros, overlap;                     /* a plain order; whose iterations may overlap */
    char *command;                               /* what was called, for comments; owned */
};

/* From the command line. False after a complaint, if there is no memory; sched_options_free() is due either way. Ends
 * the program on errors of options, as argp does. */
bool sched_options_parse(struct sched_options *o, int argc, char **argv);
void sched_options_free(struct sched_options *o);

#endif
