/* A table breaks a rule of include/schedule_rules.def. */
#ifndef SFP_SCHEDULE_BROKEN_H
#define SFP_SCHEDULE_BROKEN_H

#include "schedule.h"

struct assembler;

enum schedule_rule {
#define RULE(id, ...) RULE_##id,
#include "schedule_rules.def"
#undef RULE
    RULES,
};

/* Reports what breaks that rule, as severely as it is, with its name behind the text, and in a note what mends it. */
void schedule_broken(struct assembler *as, enum schedule_rule rule, struct place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The same where the table at hand says what mends it. */
void schedule_broken_mended(struct assembler *as, enum schedule_rule rule, struct place place, const char *mends,
                            const char *format, ...) __attribute__((format(printf, 5, 6)));

/* The text "row 3, Simple" of a cell. */
enum { CELL_PLACE_SIZE = 40 };
const char *cell_place_text(char text[static CELL_PLACE_SIZE], const struct cell *cell);

#endif
