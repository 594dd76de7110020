/* Why schedules cannot be set up. */
#include "setup_errors.h"

#include "access.h"
#include "broken.h"
#include "assembly/assembler.h"

#include <stdio.h>

void setup_report_demands(struct assembler *as, struct place directive, enum demands_fault fault,
                          const struct demands_error *error)
{
    const struct cell *cell = error->cell, *other = error->other;
    const struct schedule *s = error->schedule;
    char place[CELL_PLACE_SIZE];
    struct place tag;

    if (fault == DEMANDS_NO_MEMORY) {
        report_no_memory(as);
        return;
    }
    cell_place_text(place, cell);
    tag = s->tags[cell->tag].name;
    switch (fault) {
    case DEMANDS_DELAY:
        schedule_broken(as, RULE_DELAY, cell->place, "%s: [%.*s] starts in row %u, and its load is in row %u; a "
                        "macro reaches 1 to %d", place, place_precision(tag), place_text(tag), cell->row,
                        cell_issue_row(s, cell), SFP_SEQUENCE_DELAYS);
        break;
    case DEMANDS_TWICE:
        schedule_broken(as, RULE_CAPACITY, cell->place, "%s: [%.*s] has a cell on %s in row %u; a macro schedules "
                        "one on each sub-unit", place, place_precision(tag), place_text(tag),
                        schedule_column(cell->unit), other->row);
        break;
    case DEMANDS_NO_WAY:
        schedule_broken(as, RULE_OPERANDS, cell->place, "%s: [%.*s] cannot be scheduled: the loaded register (L%u) "
                        "must be VB or VC, and the result goes there or to L16: %.*s", place, place_precision(tag),
                        place_text(tag), s->cells[s->tags[cell->tag].load].actions[error->turn].vd,
                        place_precision(cell->place), place_text(cell->place));
        break;
    case DEMANDS_FORMATS:
        schedule_broken(as, RULE_FORMAT, cell->place, "stores in formats %u (row %u) and %u (row %u) differ from "
                        "their loads; there is one StoreMod0", other->actions[0].mod, other->row, cell->actions[0].mod,
                        cell->row);
        break;
    case DEMANDS_FINE:
    case DEMANDS_NO_MEMORY:
    case DEMANDS_MANY:
        schedule_broken(as, RULE_CAPACITY, directive, "these loads ask for more than %d different sequences; "
                        "%d exist", MOST_DISTINCT, SFP_SEQUENCES);
    }
}

/* A list in a message, of which the end is cut. */
struct list {
    char text[600];
    size_t length;
};

static void list_add(struct list *list, const char *text)
{
    const size_t room = sizeof list->text - list->length;
    const int size = snprintf(list->text + list->length, room, "%s", text);

    list->length += (size_t)size < room ? (size_t)size : room - 1;
}

/* Names each cell that takes template `t`, once. */
static void list_template(struct list *list, const struct demands *demands, const struct allocated *a, unsigned t)
{
    const struct cell *last = NULL;

    for (size_t d = 0; d < demands->distinct_count; d++) {
        const struct demand *demand = &demands->items[demands->distinct[d]];

        for (unsigned i = 0; i < demand->item_count; i++) {
            const struct cell *cell = demand->items[i].cell;
            char place[CELL_PLACE_SIZE], text[2 * CELL_PLACE_SIZE];

            if (a->template_of[d][i] != t || cell == last)
                continue;
            snprintf(text, sizeof text, "%s%s (%.20s)", last ? " and " : list->length ? "; " : "",
                     cell_place_text(place, cell), cell->insn->gnu);
            list_add(list, text);
            last = cell;
        }
    }
}

/* Names the loads that take macro `m`: their tags, and the turns in which they do. */
static void list_macro(struct list *list, const struct demands *demands, const struct allocated *a, unsigned m)
{
    bool first = true;

    for (size_t i = 0; i < demands->count; i++) {
        const struct demand *demand = &demands->items[i];
        const struct place tag = demand->schedule->tags[demand->load->tag].name;
        char text[2 * CELL_PLACE_SIZE];

        if (a->macro_of[demand->distinct] != m)
            continue;
        snprintf(text, sizeof text, "%s[%.*s]", first ? list->length ? "; " : "" : " ",
                 place_precision(tag) < CELL_PLACE_SIZE ? place_precision(tag) : CELL_PLACE_SIZE, place_text(tag));
        list_add(list, text);
        if (demand->schedule->turns > 1) {
            snprintf(text, sizeof text, " of turn %u", demand->turn);
            list_add(list, text);
        }
        first = false;
    }
}

void setup_report_allocation(struct assembler *as, struct place directive, const struct demands *demands,
                             const struct allocated *a, enum allocate_result result)
{
    struct list list = {.text = ""};

    if (result == ALLOCATE_TEMPLATES) {
        for (unsigned t = 0; t < a->slots.template_count; t++)
            list_template(&list, demands, a, t);
        schedule_broken(as, RULE_CAPACITY, directive, "this needs %u templates, and %d exist: %s",
                        a->slots.template_count, SFP_TEMPLATES, list.text);
    } else if (result == ALLOCATE_MACROS) {
        for (unsigned m = 0; m < a->slots.macro_count; m++)
            list_macro(&list, demands, a, m);
        schedule_broken(as, RULE_CAPACITY, directive, "this needs %u macros, and %d exist: %s",
                        a->slots.macro_count, SFP_SEQUENCES, list.text);
    } else {
        schedule_broken(as, RULE_CAPACITY, directive, "no way was found to do with %d templates and %d macros what "
                        "%zu different loads schedule", SFP_TEMPLATES, SFP_SEQUENCES, demands->distinct_count);
    }
}
