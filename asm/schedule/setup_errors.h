/* Why schedules cannot be set up: the rules of what is allocated, with the cells that break them. */
#ifndef SFP_SETUP_ERRORS_H
#define SFP_SETUP_ERRORS_H

#include "allocate.h"

struct assembler;

/* Says that demands have that fault. */
void setup_report_demands(struct assembler *as, struct place directive, enum demands_fault fault,
                          const struct demands_error *error);

/* Says that there is no allocation for them; `a` is what allocate() found. */
void setup_report_allocation(struct assembler *as, struct place directive, const struct demands *demands,
                             const struct allocated *a, enum allocate_result result);

#endif
