/*
 * A run read back as a source that behaves the same (sfpu-schedules(7)): a table for each loop of its SFPLOADMACROs,
 * and between them the words that it issued. What configured the SFPLOADMACROs is left out, as a .schedule_setup does
 * that.
 */
#ifndef SFP_READBACK_H
#define SFP_READBACK_H

#include <stdbool.h>
#include <stdio.h>

#include "time/event.h"

struct sfp_readback;

/* Of a run on `arch`. NULL without memory. */
struct sfp_readback *sfp_readback_new(enum sfp_arch arch);
void sfp_readback_free(struct sfp_readback *r);

/* Takes an event of the run. */
void sfp_readback_event(struct sfp_readback *r, const struct sfp_event *event);

/* To be called behind the last event, once: writes the source, or a comment that says why there is none. False if
 * memory ran out, and something is missing. */
bool sfp_readback_print(struct sfp_readback *r, FILE *stream);

#endif
