/* Reports broken rules. */
#include "table_rules.h"

#include "assembly/assembler.h"

#include <stdarg.h>
#include <stdio.h>

enum { LONGEST_TEXT = 900 };

enum severity { ERROR, WARNING, NOTE };

static const struct {
    const char *name;
    enum severity severity;
    const char *mends;
} rules[] = {
#define RULE(id, name, severity, text, mends, ...) {name, severity, mends},
#include "schedule_rules.def"
#undef RULE
};

/* Reports `text` with the rule's severity. */
static void report_broken_rule(struct assembler *as, enum schedule_rule rule, struct place place, const char *mends,
                               const char *text)
{
    const enum sfp_warning class = rules[rule].severity == WARNING ? SFP_W_SCHEDULE : SFP_W_SCHEDULE_NOTE;

    if (rules[rule].severity == ERROR)
        report_error(as, place, "%s [%s]", text, rules[rule].name);
    else if (as->options->warnings.on[class])
        report_warning(as, class, place, "%s [%s]", text, rules[rule].name);
    else
        return;
    report_note(as, place, mends);
}

void schedule_broken(struct assembler *as, enum schedule_rule rule, struct place place, const char *format, ...)
{
    char text[LONGEST_TEXT];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    report_broken_rule(as, rule, place, rules[rule].mends, text);
}

void schedule_broken_mended(struct assembler *as, enum schedule_rule rule, struct place place, const char *mends,
                            const char *format, ...)
{
    char text[LONGEST_TEXT];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    report_broken_rule(as, rule, place, mends, text);
}

const char *cell_place_text(char text[static CELL_PLACE_SIZE], const struct cell *cell)
{
    snprintf(text, CELL_PLACE_SIZE, "row %u, %s", cell->row, schedule_column(cell->unit));
    return text;
}
