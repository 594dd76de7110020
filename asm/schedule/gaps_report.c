/* What the verdict on gaps says. */
#include "gaps_report.h"

#include "broken.h"

#include <stdio.h>

/* What two cells share. */
static void name_shared(char *text, size_t size, const struct gap_finding *f)
{
    if (f->dst)
        snprintf(text, size, "a row of Dst");
    else if (f->what & SFP_USES_LREGS)
        snprintf(text, size, "L%d", __builtin_ctz(f->what));
    else if (f->what & (SFP_USES_FLAGS | SFP_USES_STACK))
        snprintf(text, size, "flags");
    else
        snprintf(text, size, "configuration");
}

/* What holds only without gaps. */
static void describe(char *text, size_t size, const struct gap_finding *f)
{
    char cell[CELL_PLACE_SIZE], other[CELL_PLACE_SIZE], shared[16];

    cell_place_text(cell, f->cell);
    cell_place_text(other, f->other);
    name_shared(shared, sizeof shared, f);
    switch (f->effect) {
    case GAP_OLD_VALUE:
        snprintf(text, size, "%s must find %s as before %s", other, shared, cell);
        break;
    case GAP_NEW_VALUE:
        snprintf(text, size, "%s must find %s as after %s", cell, shared, other);
        break;
    case GAP_SAME_UNIT:
        snprintf(text, size, "%s must come after %s, on one sub-unit", cell, other);
        break;
    default:
        snprintf(text, size, "%s must write %s after %s", cell, shared, other);
    }
}

void gaps_report(struct assembler *as, const struct schedule *s, struct place directive,
                 const struct gap_finding *finding)
{
    char text[4 * CELL_PLACE_SIZE];

    describe(text, sizeof text, finding);
    schedule_broken(as, RULE_GAPS, directive, "'%.*s' needs issue without gaps: %s", place_precision(s->name),
                    place_text(s->name), text);
}
