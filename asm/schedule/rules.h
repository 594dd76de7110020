/* The rules of schedules that need the table alone: include/schedule_rules.def. */
#ifndef SFP_SCHEDULE_RULES_H
#define SFP_SCHEDULE_RULES_H

#include "access.h"

struct assembler;

/* A table being checked. */
struct check {
    struct assembler *as;
    const struct schedule *schedule;
    enum sfp_arch arch;
    struct grid grid;
};

/* Reports all cells that break one of the rules; there is at least one. */
void schedule_check(struct assembler *as, const struct schedule *s);

/* ---- neighbours.c: cells of one cycle, or of two that follow each other, on different sub-units ---- */

void check_neighbours(const struct check *c, const struct cell *cell);

/* ---- flow.c: who reads what of whom; false if memory ran out ---- */

bool check_flow(const struct check *c);

#endif
