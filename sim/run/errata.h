/* The faults of the hardware, from include/errata.def. */
#ifndef SFP_ERRATA_H
#define SFP_ERRATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/json_writer.h"

/* The architectures, in the order of arch.def. */
enum {
#define ARCH(id, ...) ERRATUM_ON_##id,
#include "arch.def"
#undef ARCH
    ERRATUM_ARCHES,
};

/* A row of errata.def, with its columns. Columns with several items keep their separators. */
struct erratum {
    const char *area, *name;
    bool arches[ERRATUM_ARCHES];
    const char *instructions, *provenance, *text, *remedy, *simulated, *here, *findings, *test, *source;
};

/* Returns the i-th fault, or NULL after the last. */
const struct erratum *erratum_at(size_t i);

/* Returns the fault with this name, or NULL. */
const struct erratum *erratum_named(const char *name);

/* Returns the fault that the finding reports, or NULL: the finding is about the kernel, not about a fault. */
const struct erratum *erratum_of_finding(const char *finding);

/* Prints "Wormhole and Blackhole": the architectures that have the fault. */
void erratum_print_arches(FILE *out, const struct erratum *e);

/* Prints the area, the provenance, the remedy, the behaviour of sfpsim, the findings and the tests. */
void erratum_print_rest(FILE *out, const struct erratum *e);

/* Writes the columns other than name, text and source as members of the object under way. */
void erratum_put(struct sfp_json *j, const struct erratum *e);

#endif
