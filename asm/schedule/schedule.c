/* Schedules: their columns, and their end. */
#include "schedule.h"

#include <stdlib.h>

const struct schedule_column schedule_columns[SCHEDULE_COLUMNS] = {
    {"Load", SFP_UNIT_LOAD},   {"Simple", SFP_UNIT_SIMPLE}, {"MAD", SFP_UNIT_MAD},
    {"Round", SFP_UNIT_ROUND}, {"Store", SFP_UNIT_STORE},   {"Front end", SFP_UNIT_NONE},
};

const char *schedule_column(enum sfp_unit unit)
{
    for (unsigned i = 0; i < SCHEDULE_COLUMNS; i++)
        if (schedule_columns[i].unit == unit)
            return schedule_columns[i].title;
    return "";
}

void schedule_free(struct schedule *s)
{
    for (size_t i = 0; i < s->cell_count; i++)
        free(s->cells[i].actions);
    free(s->cells);
    free(s->tags);
    free(s->rotations);
    free(s->macros);
}
