/* sfpsim batch: many actions in one process. */
#ifndef SFP_BATCH_H
#define SFP_BATCH_H

#include "action/action.h"

struct batch_options {
    struct action_options action;
    const char *file; /* "-": standard input */
};

extern const struct action batch_action;

/* Does all that the file lists, on all processors, and reports on it in order. Returns the exit status. */
int batch_run(const struct batch_options *options);

#endif
