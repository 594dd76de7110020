/* The C++ source that is compiled for a recording. */
#ifndef SFP_RECORD_CALLS_H
#define SFP_RECORD_CALLS_H

#include "record.h"

/*
 * The source: the headers, then a function for each call, then a main that records them all. Messages name the place of
 * a call --call:N: it is the Nth. On failure false with a message in *error, or NULL if memory ran out.
 */
bool calls_source(const struct sfp_recording *recording, struct text *source, char **error);

#endif
