/* The options of sfpsched. */
#ifndef SFP_SCHED_OPTIONS_H
#define SFP_SCHED_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "action/machine_options.h"

enum { SCHED_MOST_ROWS = 4 /* most kernel iterations in an iteration of a table */ };

struct sched_options {
    struct sfp_machine_options machine;
    const char *kernel, *region, *name, *output; /* arguments of the command line; NULL: not given */
    const char *check;                           /* source with a table to check */
    const char *proof;                           /* prefix of the files of refutations */
    const char *pin;                             /* a source; answers must have its schedule's cells */
    unsigned why;                                /* period whose impossibility is to be explained; 0: not asked */
    const char **rewrites;                       /* names of rewrites, at most one for each argument; owned */
    size_t rewrite_count;
    unsigned period;                             /* requested period; 0: any period */
    unsigned rows;                               /* number of kernel iterations in an iteration of the table; 0: one,
                                                  * or two where that takes fewer cycles */
    unsigned conflicts;                          /* most conflicts of a model */
    double time;                                 /* time limit in seconds; 0: no limit */
    bool all, graph, json, quiet, verbose;
    bool header;                                 /* prints a C++ header instead of a source */
    const char *sweep;                           /* options of sfpsim sweep for the header's error, or NULL */
    bool macro_words;                            /* prints the configuration of SFPLOADMACRO instead of a source */
    bool no_macros, overlap;                     /* a plain order; its iterations may overlap */
    char *command;                               /* the command line, for comments; owned */
};

/* Returns whether the answer is a plain order, in which iterations do not overlap, and not a table. */
static inline bool sched_wants_order(const struct sched_options *o)
{
    return o->no_macros && !o->overlap;
}

/* Parses the command line. Returns false after a complaint if memory ran out. Ends the program on wrong options, as
 * argp does. sched_options_free() is due either way. */
bool sched_options_parse(struct sched_options *o, int argc, char **argv);
void sched_options_free(struct sched_options *o);

#endif
