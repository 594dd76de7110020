/*
 * How far something is that takes its time: a line on a terminal, what a first Ctrl-C does to it, and what is said
 * when a signal ends a run.
 */
#ifndef SFP_PROGRESS_H
#define SFP_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "sfpu.h"

struct progress {
    bool shown;      /* standard error is a terminal */
    const char *what; /* is counted; NULL: millions of what goes without saying */
    bool drawn;      /* the line is there */
    uint64_t before, total;
    double began, told; /* seconds */
};

/* `before` of `total` are done already. From here on a signal that would end the program is noted, the first one. */
void progress_begin(struct progress *p, uint64_t before, uint64_t total);

/* Shows how many are done, at which rate, and how long the others will take; a few times a second at most. */
void progress_tell(struct progress *p, uint64_t done);

/* Wipes the line, in the end or before something else is printed. */
void progress_end(struct progress *p);

/* ---- What is said when a signal ends a run ---- */

/* Names the machine whose run is to be spoken of; NULL: none. */
void stopped_watch(const sfpu_machine *m);

/* Says on standard error how far the run is, if there is one. Safe in a signal handler. */
void stopped_say(const char *signal);

#endif
