/* Schedules as the program keeps them: program/schedules.h. */
#ifndef SFP_SCHEDULE_RECORDED_H
#define SFP_SCHEDULE_RECORDED_H

#include "schedule.h"

struct assembler;

/* Adds the table of a schedule to the program, if it is not there yet. False, reported, if memory ran out. */
bool schedule_keep(struct assembler *as, struct schedule *s);

/* Notes that the next word of the program is a cell of that schedule. False, reported, if memory ran out. */
bool schedule_keep_word(struct assembler *as, const struct schedule *s, const struct cell *cell, unsigned turn);

#endif
