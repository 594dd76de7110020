/* The columns of a table, and which of them is under way. */
#ifndef SFP_SCHEDULE_COLUMNS_H
#define SFP_SCHEDULE_COLUMNS_H

#include "table.h"

/* The sub-unit of the column under way, which the header has. */
enum sfp_unit schedule_unit(const struct schedules *all);

/* Does the header have the column under way? */
bool schedule_on_grid(const struct schedules *all);

/* The title of a sub-unit's column. */
const char *schedule_column(enum sfp_unit unit);

#endif
