/* A pass that is found once, in time, and done again and again from the same state but for the contents of Dst. */
#ifndef SFP_BATCH_H
#define SFP_BATCH_H

#include "pipeline.h"

struct sfp_batch;

/*
 * Keeps the state of `m` as the start, and runs a pass from it, whose end *result is; the state is then to be rewound.
 * Options are for results only, of one pass and without observers. NULL if the pass fails, as the result says. The machine
 * and the words must outlive the batch, and the machine's configuration is the batch's until it is freed.
 */
struct sfp_batch *sfp_batch_new(struct sfp_machine *m, const uint32_t *words, size_t count,
                                const struct sfp_timing_options *options, struct sfp_timing_result *result);
void sfp_batch_free(struct sfp_batch *b);

/* Why each pass is run in full, or NULL where one is like the other. */
const char *sfp_batch_in_full(const struct sfp_batch *b);

/* The start, but for rows of Dst that no pass writes and that the caller writes before each. */
void sfp_batch_rewind(struct sfp_batch *b);

/*
 * Runs a pass from there, on the Dst that the machine has been given since. False: what it makes of the configuration
 * depends on its data, so that it must be run in full, rewound and with the same Dst again.
 */
bool sfp_batch_pass(struct sfp_batch *b);

/* Runs it in full. False: it fails, as the result says. */
bool sfp_batch_pass_in_full(struct sfp_batch *b, struct sfp_timing_result *result);

#endif
