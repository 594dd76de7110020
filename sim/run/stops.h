/* A run that stops on its way: values are printed where --print wants them, and --steps ends it. */
#ifndef SFP_STOPS_H
#define SFP_STOPS_H

#include "print.h"
#include "sfpu.h"
#include "base/json_writer.h"

struct stops_options {
    struct print_option *prints;
    size_t count;
    uint64_t steps; /* instructions that are issued at most; 0: all */
    bool json;      /* what is printed is kept for a document */
};

struct stops;

/* Is anything printed where a finding is made? */
bool stops_at_findings(const struct stops_options *options);

/* Is it printed how lanes came to be enabled? */
bool stops_tell_lanes(const struct stops_options *options);

/* Must the run be one that stops, and so one in time? */
bool stops_wanted(const struct stops_options *options);

/*
 * What `options` asks for of the kernel that the machine has and of the state that it has by now; `format` is that of
 * Dst in use. Both must outlive it. NULL with a message in *error, which the caller frees (NULL: no memory even for
 * that), if there is no such place or value.
 */
struct stops *stops_new(const struct stops_options *options, sfpu_machine *m, int format, char **error);

/* Runs, and prints on the way and at the end. *end is what sfpu_run would return; false without memory for what is
 * printed. */
bool stops_run(struct stops *s, unsigned long passes, int *end);

/* Where --steps has ended it; NULL: it has not. */
const struct sfpu_result *stops_early(const struct stops *s);

/* Says which places were never reached, a line each. Returns the program's status: of a hit that is an error. */
int stops_missed(const struct stops *s);

/* What was printed, as a list that is part of a document, once it is over. */
const struct sfp_json *stops_json(struct stops *s);

void stops_free(struct stops *s);

#endif
