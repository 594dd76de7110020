/* Names that sfpsim explain knows, by kind: those in brackets at the ends of messages, and faults of the hardware. */
#ifndef SFP_EXPLAIN_NAMES_H
#define SFP_EXPLAIN_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "sfpu.h"

/* A kind of name: texts for reports; its name in JSON; and a function that fetches the i-th name, or returns false
 * after the last. Only findings have more than name, text and source. */
struct name_kind {
    const char *heading, *one, *page, *json;
    bool (*take)(size_t i, struct sfpu_finding_kind *named);
};

/* The kinds, in the order of lists. */
enum {
    KIND_OF_FINDINGS, KIND_OF_FAILURES, KIND_OF_WARNINGS, KIND_OF_RULES, KIND_OF_CHECKS, KIND_OF_REFUSALS,
    KIND_OF_ERRATA, /* the last: a list of the faults alone begins here */
    NAME_KINDS,
};

extern const struct name_kind name_kinds[NAME_KINDS];

/* Fetches the kind's name `name`. Returns false if the kind has no such name. */
bool name_find(const struct name_kind *kind, const char *name, struct sfpu_finding_kind *named);

/* Returns the name without -W and error=, and the present name of a finding that was renamed. */
const char *name_strip(const char *name);

#endif
