/* sfpsim --explain: a finding, and what shows it. */
#ifndef SFP_EXPLAIN_H
#define SFP_EXPLAIN_H

#include <argp.h>

#include "sfpu.h"

/* The finding of this name, or of this former name; one that there is not is an error of the option --explain. */
struct sfpu_finding_kind explain_named(const struct argp_state *state, const char *name);

/* Prints what sfpu-findings(7) has of it. */
void explain_print(const struct sfpu_finding_kind *kind);

#endif
