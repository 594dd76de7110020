/* .schedule_setup. */
#include "directives.h"

#include "setup.h"
#include "setup_errors.h"
#include "table.h"
#include "assembly/assembler.h"

#include <stdlib.h>

/* ---- Operands ---- */

void schedule_ask(struct assembler *as)
{
    *as->schedule_request = (struct schedule_request){
        .set_ups = as->schedule_request->set_ups, .last_set_up = as->schedule_request->last_set_up};
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

static const char *counted(const struct schedule *s)
{
    return s->counts_cycles ? "cycles" : "instructions";
}

/* The schedules that were named, each once. Returns how many; 0, reported, if one is not there or not like the rest. */
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
            s->set_up = SCHEDULE_NOT_SET_UP; /* until it is */
        for (size_t k = 0; k < count; k++)
            again |= found[k] == s;
        if (!s || again)
            continue;
        if (count > 0 && s->counts_cycles != found[0]->counts_cycles) {
            report_error(as, asked->names[i], "delays of '%.*s' count %s, and those of '%.*s' %s: they cannot be set "
                         "up together", place_precision(s->name), place_text(s->name), counted(s),
                         place_precision(found[0]->name), place_text(found[0]->name), counted(found[0]));
            good = false;
        }
        found[count++] = s;
    }
    return good ? count : 0;
}

/* ---- Setting up ---- */

/* Notes which macro each load is. False if memory ran out. */
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

static void emit(struct assembler *as, struct place directive, const struct setup *setup)
{
    if (!emit_allowed(as, setup->count, directive))
        return;
    for (size_t i = 0; i < setup->count && !as->stopped; i++)
        emit_allowed_word(as, setup->words[i], directive, i > 0);
}

static void set_up(struct assembler *as, struct place directive, const struct demands *demands,
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
        report_warning(as, SFP_W_CLOBBER, directive, "this set-up clobbers L0, through which SFPCONFIG gets its values");
    emit(as, directive, &setup);
}

void schedule_setup(struct assembler *as, struct place directive)
{
    struct schedule *schedules[MOST_SET_UP];
    struct demands demands;
    struct demands_error error;
    enum demands_fault fault;
    size_t count;

    if (as->stopped || report_gnu(as, directive, "GNU as has no '.schedule_setup'") ||
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
        set_up(as, directive, &demands, schedules, count);
    demands_free(&demands);
}
