/* The rules of schedules: include/schedule_rules.def. */
#ifndef SFP_SCHEDULE_RULES_H
#define SFP_SCHEDULE_RULES_H

#include "columns.h"

/* Reports each cell that breaks one of the rules that need the table alone. */
void schedule_check(struct assembler *as, struct schedule *s);

#endif
