/* What sfpsim says when a signal ends a run. */
#ifndef SFP_STOPPED_H
#define SFP_STOPPED_H

#include "sfpu.h"

/* Names the machine whose run is to be spoken of; NULL: none. */
void stopped_watch(const sfpu_machine *m);

/* Says on standard error how far the run is, if there is one. Safe in a signal handler. */
void stopped_say(const char *signal);

#endif
