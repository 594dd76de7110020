/* sfpsim --batch: many runs in one process. */
#ifndef SFP_BATCH_H
#define SFP_BATCH_H

#include "report/report_files.h"

struct batch_options {
    const char *file; /* "-": standard input */
    struct report_options reports;
    bool quiet, verbose;
};

/* Does all runs that the file lists, on all processors, and reports on them in order. Returns the exit status; ends the
 * program as a signal would have that it was told to stop by. */
int batch_run(const struct batch_options *options);

/* Is `sfpsim` called for a batch, by its arguments? */
bool batch_is_meant(int argc, char **argv);

/* `sfpsim --batch FILE ...`. */
int batch_main(int argc, char **argv);

#endif
