/* Reports the race detector's findings, and hands out races as data. */
#include "races_parts.h"

#include <inttypes.h>
#include <stdio.h>

enum { TEXT = 200, THREADS_OF_A_RACE = 2 };

/* ---- Races ---- */

/* Returns "L12" or "Dst rows 64 to 67", in `text`. */
static const char *write_item(const struct sfp_race *race, char text[TEXT])
{
    if (race->row >= 0)
        snprintf(text, TEXT, "%s rows %d to %d", race->item, race->row, race->row + SFP_ROWS - 1);
    else
        snprintf(text, TEXT, "%s", race->item);
    return text;
}

/* Describes a race on the queues of scheduled work. */
static int write_schedule_race(const struct sfp_race *race, char text[TEXT])
{
    const char *other = sfp_thread_name(race->place[1].thread);

    if (!race->place[0].write)
        return snprintf(text, TEXT, "issues while work that the %s thread scheduled may be pending", other);
    return snprintf(text, TEXT, "schedules work beside %s of the %s thread",
                    race->place[1].write ? "scheduled work" : "vector instructions", other);
}

static int write_race(const struct sfp_race *race, unsigned kind, char text[TEXT])
{
    char item[TEXT];

    if (kind == RACES_SCHEDULE)
        return write_schedule_race(race, text);
    return snprintf(text, TEXT, "%s %s, which the %s thread %s", race->place[0].write ? "writes" : "reads",
                    write_item(race, item), sfp_thread_name(race->place[1].thread),
                    race->place[1].write ? "writes" : "reads");
}

/* Appends the number of further pairs of places. */
static void write_more(const struct sfp_races *r, size_t pairs, char *text, size_t room)
{
    if (pairs > 1)
        snprintf(text, room, "; %zu more pair%s of places%s", pairs - 1, pairs == 2 ? "" : "s",
                 r->full ? ", or more" : "");
}

static void report_kind(const struct sfp_races *r, unsigned kind, const struct sfp_reporter *reporter)
{
    const struct races_first *first = &r->firsts[kind];
    const struct sfp_race *race = &r->races[first->race];
    const struct sfp_finding_detail detail = {
        .cycle = first->cycle, .other = race->place[1].index, .by = first->by.insn ? &first->by : NULL, .lreg = -1,
        .relation = kind == RACES_SCHEDULE ? "beside" : race->place[1].write ? "written by" : "read by",
        .matter = (uint16_t)kind};
    struct sfp_finding_detail told = detail;
    char text[TEXT];
    const int length = write_race(race, kind, text);

    write_more(r, first->pairs, text + length, (size_t)(TEXT - length));
    told.text = text;
    reporter->report(reporter->context, SFP_FIND_THREAD_RACE, &first->op, &told);
}

/* ---- Findings about one word ---- */

static void report_note(const struct races_note *note, const struct sfp_reporter *reporter)
{
    const bool drain = note->finding == SFP_FIND_THREAD_DRAIN;
    struct sfp_finding_detail detail = {.cycle = note->cycle, .other = note->other, .lreg = -1,
                                        .relation = drain ? "before the work of" : "does not hold"};
    char text[TEXT];

    if (drain) {
        snprintf(text, sizeof text, "needs %u more %s before it", note->lacking,
                 note->lacks_vector ? note->lacking == 1 ? "vector instruction" : "vector instructions"
                                    : note->lacking == 1 ? "instruction" : "instructions");
        detail.text = text;
    }
    reporter->report(reporter->context, note->finding, &note->op, &detail);
}

static void report_kept_mutexes(const struct races_thread *thread, const struct sfp_reporter *reporter)
{
    for (unsigned i = 0; i < RACES_MUTEXES; i++) {
        const struct sfp_finding_detail detail = {.cycle = thread->taken_at[i], .other = SFP_NO_INDEX, .lreg = -1};

        if (thread->mutexes >> i & 1 && thread->taken_by[i].insn)
            reporter->report(reporter->context, SFP_FIND_MUTEX_KEPT, &thread->taken_by[i], &detail);
    }
}

static void report_beside(const struct races_beside *beside, const char *other, const struct sfp_reporter *reporter)
{
    char text[TEXT];
    const struct sfp_finding_detail detail = {.cycle = beside->cycle, .other = beside->macro, .lreg = -1,
                                              .relation = "beside the work of", .text = text};

    snprintf(text, sizeof text, "%" PRIu64 " vector instruction%s of its thread issued while work of the %s thread was "
             "pending", beside->count, beside->count == 1 ? "" : "s", other);
    reporter->report(reporter->context, SFP_FIND_THREAD_SCHEDULE, &beside->op, &detail);
}

static void report_all_beside(const struct sfp_races *r, const struct sfp_reporter *reporter)
{
    for (unsigned t = 0; t < SFP_THREADS; t++)
        for (unsigned other = 0; other < SFP_THREADS; other++)
            if (r->beside[t][other].count)
                report_beside(&r->beside[t][other], sfp_thread_name((enum sfp_thread_id)other), reporter);
}

void sfp_races_finish(const struct sfp_races *races, const struct sfp_reporter *reporter, bool ended)
{
    if (!reporter->report || __builtin_popcount(races->ran) < THREADS_OF_A_RACE)
        return;
    for (unsigned kind = 0; kind < RACES_KINDS; kind++)
        if (races->firsts[kind].pairs)
            report_kind(races, kind, reporter);
    for (size_t i = 0; i < races->note_count; i++)
        report_note(&races->notes[i], reporter);
    report_all_beside(races, reporter);
    for (unsigned t = 0; ended && t < SFP_THREADS; t++)
        report_kept_mutexes(&races->threads[t], reporter);
}

/* ---- Data ---- */

size_t sfp_races_count(const struct sfp_races *races)
{
    return races->count;
}

const struct sfp_race *sfp_races_get(const struct sfp_races *races, size_t i)
{
    return &races->races[i];
}
