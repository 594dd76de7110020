/* A run that stops on its way: --print prints values at places, and --steps ends the run. */
#ifndef SFP_STOPS_H
#define SFP_STOPS_H

#include "print.h"
#include "sfpu.h"
#include "base/json_writer.h"

struct stops_options {
    struct print_option *prints;
    size_t count;
    uint64_t steps; /* most instructions to issue; 0: no limit */
    bool json;      /* printed values go into a document */
};

struct stops;

/* Returns whether an option prints at findings. */
bool stops_at_findings(const struct stops_options *options);

/* Returns whether an option prints how lanes came to be enabled. */
bool stops_tell_lanes(const struct stops_options *options);

/* Returns whether the run must stop on its way, for which it needs the cycle model. */
bool stops_wanted(const struct stops_options *options);

/*
 * Finds the options' places and values in the machine's kernel and state. `format` is Dst's format in use. `options`
 * and `m` must outlive the stops. Returns NULL if a place or value does not exist, with a message in *error, which the
 * caller frees (NULL: memory ran out).
 */
struct stops *stops_new(const struct stops_options *options, sfpu_machine *m, int format, char **error);

/* Runs the kernel, and prints on the way and at the end. *end receives the code that sfpu_run() would return.
 * Returns false if memory for printing ran out. */
bool stops_run(struct stops *s, unsigned long passes, int *end);

/* Returns the state of a run that --steps ended, or NULL if the run ended by itself. */
const struct sfpu_result *stops_early(const struct stops *s);

/* Prints a warning for each place that was never reached, and an error for each hit that was never reached. Returns
 * the exit status. */
int stops_missed(const struct stops *s);

/* Closes the list of printed values, which belongs to `s`, and returns it for a document. */
const struct sfp_json *stops_json(struct stops *s);

void stops_free(struct stops *s);

#endif
