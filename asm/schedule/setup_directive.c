/* .schedule_setup. */
#include "schedule_cells.h"

#include "allocation.h"
#include "assembly/assembler.h"
#include "table.h"
#include "table_rules.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- Errors of a setup ---- */

static void setup_report_demands(struct assembler *as, struct place directive, enum demands_fault fault,
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
                        "macro reaches 1 to %d cycles", place, place_precision(tag), place_text(tag), cell->row,
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

/* A list in a message; text beyond its size is cut off. */
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

/* Appends every cell that uses template `t`, once each. */
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

/* Appends the loads that use macro `m`: their tags, and their turns. */
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

static void setup_report_allocation(struct assembler *as, struct place directive, const struct demands *demands,
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
        schedule_broken(as, RULE_CAPACITY, directive, "found no way to schedule the cells of %zu different loads with "
                        "%d templates and %d macros", demands->distinct_count, SFP_TEMPLATES, SFP_SEQUENCES);
    }
}

/* ---- Operands ---- */

void schedule_ask(struct assembler *as)
{
    const struct schedule_request before = *as->schedule_request;

    *as->schedule_request = (struct schedule_request){.set_ups = before.set_ups, .last_set_up = before.last_set_up,
                                                      .set_up_end = before.set_up_end, .early = before.early};
}

void schedule_ask_name(struct assembler *as, struct place name)
{
    struct schedule_request *asked = as->schedule_request;

    if (asked->name_count > 0 && place_says(name, "config")) {
        asked->by_config = true;
    } else if (asked->name_count == MOST_SET_UP) {
        if (!asked->wrong)
            report_error(as, name, "more than %d schedules to be set up together", MOST_SET_UP);
        asked->wrong = true;
    } else {
        asked->names[asked->name_count++] = name;
    }
}

static const char *counted_name(const struct schedule *s)
{
    return s->counts_cycles ? "cycles" : "instructions";
}

/* Finds the schedules that were named, without duplicates. Returns their number; 0, after reporting an error, if one
 * is missing or its delays count differently. */
static size_t find_schedules(struct assembler *as, struct schedule *found[static MOST_SET_UP])
{
    const struct schedule_request *asked = as->schedule_request;
    bool good = !asked->wrong;
    size_t count = 0;

    for (unsigned i = 0; i < asked->name_count; i++) {
        struct schedule *s = schedule_find(as, asked->names[i]);
        bool again = false;

        good &= s != NULL;
        if (s)
            s->set_up = SCHEDULE_NOT_SET_UP; /* the state until setup succeeds */
        for (size_t k = 0; k < count; k++)
            again |= found[k] == s;
        if (!s || again)
            continue;
        if (count > 0 && s->counts_cycles != found[0]->counts_cycles) {
            report_error(as, asked->names[i], "delays of '%.*s' count %s, but delays of '%.*s' count %s: the two "
                         "cannot be set up together", place_precision(s->name), place_text(s->name), counted_name(s),
                         place_precision(found[0]->name), place_text(found[0]->name), counted_name(found[0]));
            good = false;
        }
        found[count++] = s;
    }
    return good ? count : 0;
}

/* ---- Setting up ---- */

/* Stores the macro of each load. Returns false if memory ran out. */
static bool keep_macros(const struct demands *demands, const struct allocated *a, struct schedule *const *schedules,
                        size_t count, unsigned set_up)
{
    const struct demand *demand = demands->items;

    for (size_t k = 0; k < count; k++) {
        struct schedule *s = schedules[k];
        const size_t loads = s->tag_count * s->turns;

        s->set_up = set_up;
        free(s->macros);
        s->macros = calloc(loads + 1, sizeof *s->macros);
        if (!s->macros)
            return false;
        for (size_t i = 0; i < loads; i++)
            s->macros[i] = a->macro_of[demand++->distinct];
    }
    return true;
}

static void emit_setup(struct assembler *as, struct place directive, const struct setup *setup)
{
    if (!emit_allowed(as, setup->count, directive))
        return;
    for (size_t i = 0; i < setup->count && !as->stopped; i++)
        emit_allowed_word(as, setup->words[i], directive, i > 0);
}

static void set_up_schedules(struct assembler *as, struct place directive, const struct demands *demands,
                             struct schedule *const *schedules, size_t count)
{
    struct allocated allocated;
    struct macro_config config;
    struct setup setup;
    const enum allocate_result result = allocate(demands, &allocated);

    if (result != ALLOCATED) {
        setup_report_allocation(as, directive, demands, &allocated, result);
        return;
    }
    as->schedule_request->last_set_up = directive;
    if (!keep_macros(demands, &allocated, schedules, count, ++as->schedule_request->set_ups)) {
        report_no_memory(as);
        return;
    }
    macro_config_make(&as->index, &allocated.slots, demands->store_mod0, schedules[0]->counts_cycles, &config);
    setup_make(&as->index, &config, as->schedule_request->by_config, &setup);
    if (setup.changes_l0)
        report_warning(as, SFP_W_CLOBBER, directive,
                       "this set-up clobbers L0, through which SFPCONFIG gets its values");
    emit_setup(as, directive, &setup);
    as->schedule_request->set_up_end = recent_count(as);
    as->schedule_request->early = setup.early;
}

void schedule_setup(struct assembler *as, struct place directive)
{
    struct schedule *schedules[MOST_SET_UP];
    struct demands demands;
    struct demands_error error;
    enum demands_fault fault;
    size_t count;

    if (as->stopped || as->options->partial_schedules ||
        report_gnu(as, directive, "GNU as has no '.schedule_setup'") ||
        hazards_refuse_schedule(as, directive))
        return;
    as->changes++;
    count = find_schedules(as, schedules);
    if (count == 0)
        return;
    fault = demands_make(&demands, schedules, count, &error);
    if (fault)
        setup_report_demands(as, directive, fault, &error);
    else
        set_up_schedules(as, directive, &demands, schedules, count);
    demands_free(&demands);
}
