/* What a published figure contains besides its kernel: --harness. */
#ifndef SFP_HARNESS_H
#define SFP_HARNESS_H

#include "base/machine_options.h"
#include "util/json_writer.h"

struct argp_state;

/* Checks what --harness is given, "llk" or "llk:NAME"; one that no arch has is an error of usage. Returns what follows
 * "llk:", or "". */
const char *harness_option(struct argp_state *state, const char *arg);

struct harness;

/* That of the arch `m` is of, or NULL, and then *known, to be freed, says which it has: NULL without memory. */
const struct harness *harness_find(sfpu_machine *m, const char *name, char **known);

/* The line of the summary: harness and sum, of a run of `passes` that took `cycles`. */
void harness_print(const struct harness *harness, uint64_t cycles, unsigned long passes);

/* The same as the member "harness" of a document; null where `harness` is NULL. */
void harness_json(struct sfp_json *j, const struct harness *harness, uint64_t cycles, unsigned long passes);

#endif
