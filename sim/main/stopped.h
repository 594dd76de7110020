/* What sfpsim says when a signal ends a run. */
#ifndef SFP_STOPPED_H
#define SFP_STOPPED_H

#include "pipeline/progress.h"

/* Where the run that is to be spoken of keeps how far it is. */
extern struct sfp_progress stopped_progress;

/* Says on standard error how far the run is, if there is one. Safe in a signal handler. */
void stopped_say(const char *signal);

#endif
