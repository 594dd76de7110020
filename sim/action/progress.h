/*
 * Progress of a long action: a line on a terminal, a first Ctrl-C that only stops the action, and the message when a
 * signal ends a run.
 */
#ifndef SFP_PROGRESS_H
#define SFP_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "sfpu.h"

struct progress {
    bool shown;      /* standard error is a terminal */
    const char *what; /* name of the counted things; NULL: show millions a second instead */
    bool drawn;      /* the line is on the screen */
    uint64_t before, total;
    double began, told; /* times of the start and of the last line, in seconds */
};

/* Starts a display where `before` of `total` are already done. From now on, the first signal that would end the
 * program is only noted. */
void progress_begin(struct progress *p, uint64_t before, uint64_t total);

/* Shows the count, the rate, and the expected remaining time; updates a few times a second at most. */
void progress_tell(struct progress *p, uint64_t done);

/* Wipes the line, at the end or before other output. */
void progress_end(struct progress *p);

/* ---- Message when a signal ends a run ---- */

/* Sets the machine whose run the message describes; NULL: no message. */
void stopped_watch(const sfpu_machine *m);

/* Prints the run's progress to standard error, if a run is in progress. Safe in a signal handler. */
void stopped_say(const char *signal);

#endif
