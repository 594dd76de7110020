/*
 * The steady state of a kernel whose SFPLOADMACROs overlap: the stretch of cycles in which the same sub-units do the
 * same again and again.
 */
#ifndef SFP_STATS_SCHEDULE_H
#define SFP_STATS_SCHEDULE_H

#include "stats.h"

struct sfp_steady;

/* From this cycle on, that of an SFPLOADMACRO. NULL without memory. */
struct sfp_steady *sfp_steady_new(uint64_t cycle);
void sfp_steady_free(struct sfp_steady *s);

/* An event of the run, in order of time. */
void sfp_steady_event(struct sfp_steady *s, const struct sfp_event *event);

/* What was found, once the run is over; valid as long as `s`. NULL: memory was lacking. */
const struct sfp_stats_schedule *sfp_steady_finish(struct sfp_steady *s);

#endif
