/* Messages about rules. */
#include "broken.h"

#include "front/assembler.h"

#include <stdarg.h>
#include <stdio.h>

enum { LONGEST_TEXT = 900 };

static const struct {
    const char *name, *mends;
} rules[] = {
#define RULE(id, name, severity, text, mends, ...) {name, mends},
#include "schedule_rules.def"
#undef RULE
};

void schedule_broken(struct assembler *as, enum schedule_rule rule, struct place place, const char *format, ...)
{
    char text[LONGEST_TEXT];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    report_error(as, place, "%s [%s]", text, rules[rule].name);
    report_note(as, place, rules[rule].mends);
}

const char *cell_place_text(char text[static CELL_PLACE_SIZE], const struct cell *cell)
{
    snprintf(text, CELL_PLACE_SIZE, "row %u, %s", cell->row, schedule_column(cell->unit));
    return text;
}
