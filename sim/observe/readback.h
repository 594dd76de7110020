/*
 * Reads a run back as a source that behaves the same (sfpu-schedules(7)): a table for each loop of SFPLOADMACROs, and
 * the words issued between loops. Words that configured the SFPLOADMACROs are left out, because a .schedule_setup
 * replaces them.
 */
#ifndef SFP_READBACK_H
#define SFP_READBACK_H

#include <stdbool.h>
#include <stdio.h>

#include "time/event.h"

struct sfp_readback;

/* Returns a readback for a run on `arch`, or NULL if memory runs out. */
struct sfp_readback *sfp_readback_new(enum sfp_arch arch);
void sfp_readback_free(struct sfp_readback *r);

/* Takes an event of the run. */
void sfp_readback_event(struct sfp_readback *r, const struct sfp_event *event);

/* To be called once, after the last event. Writes the source, or a comment that says why no source can be made.
 * Returns false if memory ran out and the source is incomplete. */
bool sfp_readback_print(struct sfp_readback *r, FILE *stream);

#endif
