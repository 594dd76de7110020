/* Handles a schedule's statements: directives, header and rows. Keeps the schedules of an assembly. */
#include "table.h"

#include "assembly/directive_table.h"
#include "assembly/suggest.h"
#include "table_rules.h"
#include "base/array.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Beginning and end ---- */

static bool keep_named(struct assembler *as, struct schedule *s)
{
    struct schedules *all = as->schedules;
    size_t other;

    if (!array_room(&all->items, all->count, &all->capacity, sizeof *all->items)) {
        free(s);
        return false;
    }
    all->items[all->count++] = s;
    if (place_length(s->name) == 0)
        return true;
    if (!names_find(&all->names, place_text(s->name), place_length(s->name), &other))
        return names_add(&all->names, place_text(s->name), place_length(s->name), all->count - 1);
    report_error(as, s->name, "a schedule is called '%.*s' already", place_precision(s->name), place_text(s->name));
    report_note(as, all->items[other]->name, "it is this one");
    s->wrong = true;
    return true;
}

void schedule_begin(struct assembler *as, struct place directive, struct place name)
{
    struct schedules *all = as->schedules;
    struct schedule *s;

    if (as->stopped || report_gnu(as, directive, "GNU as has no '.schedule'"))
        return;
    as->changes++; /* the enclosing expansion must be kept, because its repetitions differ */
    if (all->depth++ > 0) {
        report_error(as, directive, "schedules do not nest, and one is still open");
        return;
    }
    all->errors_before = as->errors;
    s = calloc(1, sizeof *s);
    if (s)
        *s = (struct schedule){.directive = directive, .name = name, .turns = 1, .period = SCHEDULE_ROWS};
    if (!s || !keep_named(as, s)) {
        report_no_memory(as);
        return;
    }
    all->open = s;
    all->period_given = all->step_given = all->delays_given = all->headed = all->has_rows = all->too_long = false;
}

void schedule_begin_nameless(struct assembler *as, struct place directive)
{
    directive.end = directive.begin;
    schedule_begin(as, directive, directive);
    if (as->schedules->open)
        as->schedules->open->wrong = true;
}

/* Returns the open schedule; NULL if the schedule was refused, or if assembly has stopped. */
static struct schedule *open_schedule(const struct assembler *as)
{
    return as->stopped ? NULL : as->schedules->open;
}

static bool has_instructions(const struct schedule *s)
{
    for (size_t i = 0; i < s->cell_count; i++)
        if (s->cells[i].insn)
            return true;
    return false;
}

static void finish_schedule(struct assembler *as, struct schedule *s)
{
    if (!as->schedules->period_given)
        s->period = s->rows > 0 ? s->rows : 1;
    s->wrong |= as->errors > as->schedules->errors_before;
    s->incomplete = as->schedules->has_rows && as->errors > as->schedules->errors_above;
    if (!has_instructions(s) && !s->wrong)
        report_error(as, s->directive, "this schedule is empty: no row of it has an instruction");
    else if (as->options->partial_schedules && !s->wrong)
        schedule_keep(as, s);
    else if (s->cell_count > 0 && !cells_count_still(s))
        report_no_memory(as);
    else if (s->cell_count > 0)
        schedule_check(as, s);
    s->wrong |= as->errors > as->schedules->errors_before;
}

void schedule_end(struct assembler *as, struct place directive)
{
    struct schedules *all = as->schedules;

    if (as->stopped || as->options->gnu_strict)
        return;
    if (all->depth == 0) {
        report_error(as, directive, "'.endschedule' without '.schedule'");
        return;
    }
    if (--all->depth > 0 || !all->open)
        return;
    finish_schedule(as, all->open);
    all->open = NULL;
}

void schedule_check_closed(struct assembler *as)
{
    if (as->schedules->open && !as->stopped)
        report_error(as, as->schedules->open->directive, "this '.schedule' has no '.endschedule'");
}

void schedules_free(struct schedules *schedules)
{
    for (size_t i = 0; i < schedules->count; i++) {
        schedule_free(schedules->items[i]);
        free(schedules->items[i]);
    }
    free(schedules->items);
    names_free(&schedules->names);
}

static void report_unknown_table(struct assembler *as, struct place name)
{
    const struct schedules *all = as->schedules;
    struct nearest search;

    nearest_init(&search, &as->suggesting, place_text(name), place_length(name));
    for (size_t i = 0; i < all->count && nearest_open(&search); i++)
        offer_place(as, &search, all->items[i]->name);
    report_unknown_schedule(as, name, search.best);
}

struct schedule *schedule_find(struct assembler *as, struct place name)
{
    const struct schedules *all = as->schedules;
    size_t i;

    if (names_find(&all->names, place_text(name), place_length(name), &i))
        return all->items[i]->wrong || all->items[i] == all->open ? NULL : all->items[i];
    report_unknown_table(as, name);
    return NULL;
}

/* ---- Directives ---- */

/* Is the number within `low` to `high`? Otherwise reports an error at `place` that names the number as `what`. */
static bool check_table_number(struct assembler *as, const struct value *value, struct place place,
                               const char *what, int low, int high)
{
    if (!value_check(as, value))
        return false;
    if (value->number >= low && value->number <= high)
        return true;
    report_error(as, place, "%s is %d..%d, not %" PRId64, what, low, high, value->number);
    return false;
}

static void set_number(struct assembler *as, struct schedule *s, enum schedule_kind kind, struct place of,
                       const struct value *value, struct place place)
{
    struct schedules *all = as->schedules;
    bool *given = kind == SCHEDULE_PERIOD ? &all->period_given : &all->step_given;

    if (*given) {
        report_error(as, of, "'%.*s' was given before", place_precision(of), place_text(of));
    } else if (all->has_rows) {
        report_error(as, of, "'%.*s' must stand before the rows", place_precision(of), place_text(of));
    } else if (kind == SCHEDULE_PERIOD) {
        s->period = check_table_number(as, value, place, "a period", 1, SCHEDULE_ROWS) ? (unsigned)value->number
                                                                                       : SCHEDULE_ROWS;
    } else if (check_table_number(as, value, place, "the step of '.rows'", -SFP_COUNTER_MASK, SFP_COUNTER_MASK)) {
        s->step = (int32_t)value->number;
    }
    *given = true;
}

void schedule_number(struct assembler *as, struct place directive, const struct value *value, struct place place)
{
    struct schedule *s = open_schedule(as);

    if (s)
        set_number(as, s, (enum schedule_kind)directive_kind(directive), directive, value, place);
}

void schedule_key(struct assembler *as, struct place key, const struct value *value, struct place place)
{
    if (!as->schedules->open || as->stopped)
        return;
    if (place_says(key, "period"))
        set_number(as, as->schedules->open, SCHEDULE_PERIOD, key, value, place);
    else
        report_error(as, key, "'.schedule NAME' takes period=CYCLES, not '%.*s'", place_precision(key),
                     place_text(key));
}

void schedule_addrmod(struct assembler *as, const struct value *modifier, struct place modifier_place,
                      const struct value *rows, struct place rows_place)
{
    const int last = (1 << sfp_arch_facts(as->program->arch)->addr_mod_bits) - 1;
    struct schedule *s = open_schedule(as);

    if (!s || !check_table_number(as, modifier, modifier_place, "an address modifier", 0, last))
        return;
    if (s->addrmods >> modifier->number & 1)
        report_error(as, modifier_place, "address modifier %" PRId64 " was given before", modifier->number);
    s->addrmods |= (uint8_t)(1u << modifier->number);
    if (check_table_number(as, rows, rows_place, "what an address modifier adds", -SFP_COUNTER_MASK, SFP_COUNTER_MASK))
        s->addrmod_step[modifier->number] = (int32_t)rows->number;
}

bool schedule_rotation(const struct assembler *as, const char *name, size_t length, int64_t *number)
{
    const struct schedule *s = as->schedules->open;

    for (size_t i = 0; s && i < s->rotation_count; i++) {
        const struct place other = s->rotations[i].name;

        if (place_length(other) == length && memcmp(place_text(other), name, length) == 0) {
            *number = (int64_t)i;
            return true;
        }
    }
    return false;
}

void schedule_rotate(struct assembler *as, struct place directive, struct place name)
{
    struct schedule *s = open_schedule(as);
    int64_t other;

    if (!s)
        return;
    if (as->schedules->has_rows)
        report_error(as, directive, "'.rotate' must stand before the rows");
    if (schedule_rotation(as, place_text(name), place_length(name), &other))
        report_error(as, name, "'%.*s' was given before", place_precision(name), place_text(name));
    if (s->rotation_count == SCHEDULE_ROTATIONS)
        report_error(as, name, "a schedule names at most %d registers, or rotations of them", SCHEDULE_ROTATIONS);
    else if (array_room(&s->rotations, s->rotation_count, &s->rotation_capacity, sizeof *s->rotations))
        s->rotations[s->rotation_count++] = (struct rotation){.name = name};
    else
        report_no_memory(as);
}

void schedule_rotate_to(struct assembler *as, unsigned reg, struct place place)
{
    struct schedule *s = as->schedules->open;
    struct rotation *last = s && s->rotation_count > 0 ? &s->rotations[s->rotation_count - 1] : NULL;

    if (!last || as->stopped)
        return;
    if (last->count == SCHEDULE_TURNS)
        report_error(as, place, "a register rotates over at most %d others", SCHEDULE_TURNS);
    else
        last->registers[last->count++] = (uint8_t)reg;
}

void schedule_carry(struct assembler *as, unsigned reg)
{
    struct schedule *s = open_schedule(as);

    if (s)
        s->carried |= 1u << reg;
}

void schedule_delays(struct assembler *as, struct place directive, struct place word)
{
    struct schedule *s = open_schedule(as);

    if (!s)
        return;
    if (as->schedules->delays_given)
        report_error(as, directive, "'.delays' was given before");
    as->schedules->delays_given = true;
    s->counts_cycles = place_says(word, "cycles");
    if (!s->counts_cycles && !place_says(word, "instructions"))
        report_error(as, word, "delays count 'cycles' or 'instructions', not '%.*s'", place_precision(word),
                     place_text(word));
}

void schedule_gapless(struct assembler *as, struct place word)
{
    struct schedule *s = as->schedules->open;

    if (!s || as->stopped)
        return;
    s->gapless = place_says(word, "gapless");
    if (!s->gapless)
        report_error(as, word, "'.delays' takes 'gapless' there, not '%.*s'", place_precision(word), place_text(word));
}

/* ---- The header ---- */

void schedule_header(struct assembler *as, struct place place)
{
    if (!as->schedules->open || as->stopped)
        return;
    if (as->schedules->headed)
        report_error(as, place, "this table has a header already");
    as->schedules->headed = true;
    as->schedules->titles = 0;
}

/* Does the title equal `title`, with runs of blanks counting as one? */
static bool is_title(struct place place, const char *title)
{
    const char *p = place_text(place);
    const char *const end = p + place_length(place);

    for (; p < end && *title; title++) {
        if (*p != *title)
            return false;
        if (*title != ' ')
            p++;
        else
            while (p < end && (*p == ' ' || *p == '\t'))
                p++;
    }
    return p == end && *title == '\0';
}

void schedule_title(struct assembler *as, struct place title)
{
    const unsigned column = as->schedules->titles++;

    if (!as->schedules->open || as->stopped)
        return;
    if (column >= SCHEDULE_COLUMNS)
        report_error(as, title, "a table has %d columns besides t, the last of them '%s'", SCHEDULE_COLUMNS,
                     schedule_columns[SCHEDULE_COLUMNS - 1].title);
    else if (!is_title(title, schedule_columns[column].title))
        report_error(as, title, "this column is '%s', not '%.*s'", schedule_columns[column].title,
                     place_precision(title), place_text(title));
}

/* ---- Rows ---- */

static unsigned greatest_divisor(unsigned a, unsigned b)
{
    return b == 0 ? a : greatest_divisor(b, a % b);
}

/* Counts the turns of all rotations together. Must run before the first row. */
static void count_turns(struct assembler *as, struct schedule *s)
{
    for (size_t i = 0; i < s->rotation_count; i++) {
        const unsigned count = s->rotations[i].count > 0 ? s->rotations[i].count : 1;
        const unsigned turns = s->turns / greatest_divisor(s->turns, count) * count;

        if (turns > SCHEDULE_TURNS)
            report_error(as, s->rotations[i].name, "rotations over %u and %u registers repeat after %u iterations, but "
                         "at most %d are possible", s->turns, count, turns, SCHEDULE_TURNS);
        else
            s->turns = turns;
    }
}

/* Converts a row number that goes back, relative to row `last`, to an absolute row: the number stands for a cycle of
 * a later iteration's rows. Returns false, after reporting an error, if the number is impossible. */
static bool unwrap_row(struct assembler *as, const struct schedule *s, struct place place, unsigned last,
                       int64_t *number)
{
    if (*number > last)
        return true;
    if (!as->schedules->period_given) {
        report_error(as, place, "row %" PRId64 " after row %u: row numbers may go back only if '.period' stands "
                     "before the rows", *number, last);
        return false;
    }
    if (*number == last && s->period > 1) {
        report_error(as, place, "row %u was written before", last);
        return false;
    }
    *number += (int64_t)((last - (uint64_t)*number) / s->period + 1) * s->period;
    return true;
}

static bool take_row_number(struct assembler *as, struct schedule *s, const struct value *value, struct place place)
{
    struct schedules *all = as->schedules;
    int64_t number = value->number;

    if (!value_check(as, value))
        return false;
    if (number < 0) {
        report_error(as, place, "rows are numbered from 0, but this is %" PRId64, number);
        return false;
    }
    if (number < SCHEDULE_ROWS && all->has_rows && !unwrap_row(as, s, place, all->row, &number))
        return false;
    if (number >= SCHEDULE_ROWS) {
        if (!all->too_long)
            report_error(as, place, "this would be row %" PRId64 " of the table, but the last possible row is %d",
                         number,
                         SCHEDULE_ROWS - 1);
        all->too_long = true;
        return false;
    }
    all->row = (unsigned)number;
    return true;
}

void schedule_row(struct assembler *as, const struct value *number, struct place place)
{
    struct schedules *all = as->schedules;
    struct schedule *s = all->open;

    all->row_wrong = true;
    if (!s || as->stopped)
        return;
    as->changes++; /* repeating the same text makes another row */
    if (!all->has_rows)
        all->errors_above = as->errors;
    if (!all->headed)
        report_error(as, place, "the header 't | Load | Simple | MAD | Round | Store' must stand before the rows");
    if (!all->has_rows)
        count_turns(as, s);
    all->headed = true;
    all->column = 0;
    all->row_wrong = !take_row_number(as, s, number, place);
    all->has_rows = true;
    all->written = (struct written_cell){.further = {CELL_UNSAID, CELL_UNSAID, CELL_UNSAID, CELL_UNSAID}};
}

void schedule_next_cell(struct assembler *as)
{
    as->schedules->column++;
}

enum sfp_unit schedule_unit(const struct schedules *all)
{
    return schedule_columns[all->column].unit;
}

bool schedule_on_grid(const struct schedules *all)
{
    return all->column < (all->titles < SCHEDULE_COLUMNS ? all->titles : SCHEDULE_COLUMNS);
}
