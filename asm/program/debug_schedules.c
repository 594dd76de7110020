/* The debug table's member "schedules": its writer and its reader. */
#include "debug_parts.h"

#include "sfp_program.h"
#include "base/fail.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *const kinds[SFP_CELL_KINDS] = {
    [SFP_CELL_ISSUED] = "issue", [SFP_CELL_LOAD] = "load", [SFP_CELL_SCHEDULED] = "macro", [SFP_CELL_IDLE] = "idle",
    [SFP_CELL_NEXT] = "next",
};

/* ---- Writing ---- */

bool debug_collect_schedules(const struct sfp_program *program, struct collection *c)
{
    for (size_t i = 0; i < program->schedule_count; i++) {
        const struct sfp_schedule *s = &program->schedules[i];

        for (size_t k = 0; k < s->cell_count; k++)
            if (!debug_add_place(program, s->cells[k].origin, 0, c))
                return false;
    }
    return true;
}

static void write_action(struct sfp_json *j, const struct sfp_schedule_action *action)
{
    json_list(j, NULL);
    json_count(j, NULL, action->word);
    json_count(j, NULL, action->va);
    json_count(j, NULL, action->vb);
    json_count(j, NULL, action->vc);
    json_count(j, NULL, action->vd);
    json_list(j, NULL);
    for (size_t i = 0; i < action->source_count; i++) {
        json_list(j, NULL);
        json_count(j, NULL, action->sources[i].lreg);
        json_count(j, NULL, action->sources[i].cell);
        json_signed(j, NULL, action->sources[i].back);
        json_list_end(j);
    }
    json_list_end(j);
    json_list_end(j);
}

static void write_place(struct sfp_json *j, const struct source_line *line)
{
    json_list(j, "place");
    json_count(j, NULL, line->file);
    json_count(j, NULL, line->where.line);
    json_count(j, NULL, line->where.column);
    json_count(j, NULL, line->text);
    json_list_end(j);
}

static void write_schedule_cell(struct sfp_json *j, const struct sfp_schedule *s, const struct sfp_schedule_cell *cell,
                                const struct source_line *line)
{
    json_new_line(j, DEBUG_CELL);
    json_begin(j, NULL);
    json_count(j, "row", cell->row);
    json_text(j, "unit", sfp_unit_name(cell->unit));
    json_text(j, "by", kinds[cell->kind]);
    json_signed(j, "tag", cell->tag);
    json_signed(j, "address", cell->address);
    json_count(j, "addrmod", cell->addrmod);
    if (cell->old)
        json_bool(j, "old", true);
    write_place(j, line);
    json_list(j, "turns");
    for (unsigned turn = 0; cell->actions && turn < s->turns; turn++)
        write_action(j, &cell->actions[turn]);
    json_list_end(j);
    json_end(j);
}

static void write_schedule_words(struct sfp_json *j, const struct sfp_schedule *s)
{
    json_new_line(j, DEBUG_MEMBER);
    json_list(j, "words");
    for (size_t i = 0; i < s->word_count; i++) {
        json_list(j, NULL);
        json_count(j, NULL, s->words[i].index);
        json_count(j, NULL, s->words[i].cell);
        json_count(j, NULL, s->words[i].turn);
        json_list_end(j);
    }
    json_list_end(j);
}

static void write_schedule(struct sfp_json *j, const struct sfp_schedule *s, const struct source_line *lines)
{
    json_new_line(j, DEBUG_ENTRY);
    json_begin(j, NULL);
    json_text(j, "name", s->name);
    json_count(j, "period", s->period);
    json_count(j, "rows", s->rows);
    json_count(j, "turns", s->turns);
    json_signed(j, "step", s->step);
    json_text(j, "delays", s->counts_cycles ? "cycles" : "instructions");
    json_new_line(j, DEBUG_MEMBER);
    if (s->unproven)
        json_bool(j, "unproven", true);
    json_list(j, "tags");
    for (size_t i = 0; i < s->tag_count; i++)
        json_text(j, NULL, s->tags[i]);
    json_list_end(j);
    json_new_line(j, DEBUG_MEMBER);
    json_list(j, "cells");
    for (size_t i = 0; i < s->cell_count; i++)
        write_schedule_cell(j, s, &s->cells[i], &lines[i]);
    json_list_end(j);
    write_schedule_words(j, s);
    json_end(j);
}

void debug_write_schedules(struct sfp_json *j, const struct sfp_program *program, const struct collection *c)
{
    size_t line = c->word_line_count;

    if (!program->schedule_count)
        return;
    json_list_on_line(j, "schedules");
    for (size_t i = 0; i < program->schedule_count; i++) {
        write_schedule(j, &program->schedules[i], &c->lines[line]);
        line += program->schedules[i].cell_count;
    }
    json_list_end(j);
}

/* ---- Reading ---- */

enum { MOST_REGISTER = SFP_STAGING_LREG, MOST_ROWS = INT32_MAX, MOST_TURNS = UINT16_MAX };

/* Returns a number from 0 to `most`. Clears *good and returns 0 if `value` is anything else. */
static uint32_t read_limited_number(const json_t *value, uint64_t most, bool *good)
{
    const json_int_t number = debug_number(value, most);

    *good &= number >= 0;
    return number < 0 ? 0 : (uint32_t)number;
}

/* Returns a 32-bit number that may be negative. Clears *good and returns 0 if `value` is anything else. */
static int32_t read_signed_number(const json_t *value, bool *good)
{
    const json_int_t number = json_is_integer(value) ? json_integer_value(value) : INT64_MAX;
    const bool fits = number >= INT32_MIN && number <= INT32_MAX;

    *good &= fits;
    return fits ? (int32_t)number : 0;
}

static bool read_sources(const struct sfp_schedule *s, const json_t *list, struct sfp_schedule_action *action)
{
    bool good = json_is_array(list);
    size_t i;
    json_t *entry;

    action->sources = calloc(json_array_size(list) + 1, sizeof *action->sources);
    if (!action->sources)
        return false;
    json_array_foreach(list, i, entry)
        action->sources[action->source_count++] = (struct sfp_schedule_source){
            .lreg = (uint8_t)read_limited_number(json_array_get(entry, 0), MOST_REGISTER, &good),
            .cell = read_limited_number(json_array_get(entry, 1), s->cell_count - 1, &good),
            .back = read_signed_number(json_array_get(entry, 2), &good),
        };
    return good;
}

static bool read_action(const struct sfp_schedule *s, const json_t *entry, struct sfp_schedule_action *action)
{
    bool good = true;

    action->word = read_limited_number(json_array_get(entry, 0), UINT32_MAX, &good);
    action->va = (uint8_t)read_limited_number(json_array_get(entry, 1), MOST_REGISTER, &good);
    action->vb = (uint8_t)read_limited_number(json_array_get(entry, 2), MOST_REGISTER, &good);
    action->vc = (uint8_t)read_limited_number(json_array_get(entry, 3), MOST_REGISTER, &good);
    action->vd = (uint8_t)read_limited_number(json_array_get(entry, 4), MOST_REGISTER, &good);
    return good && read_sources(s, json_array_get(entry, 5), action);
}

static bool read_actions(const struct sfp_schedule *s, const json_t *turns, struct sfp_schedule_cell *cell)
{
    const bool claims = cell->kind == SFP_CELL_IDLE || cell->kind == SFP_CELL_NEXT;
    bool good = json_array_size(turns) == (claims ? 0 : s->turns);

    if (!good || claims)
        return good;
    cell->actions = calloc(s->turns, sizeof *cell->actions);
    for (unsigned turn = 0; good && cell->actions && turn < s->turns; turn++)
        good = read_action(s, json_array_get(turns, turn), &cell->actions[turn]);
    return good && cell->actions;
}

/* Returns the index of a text among the `count` texts of text_of(), or -1 if the text is unknown. */
static int text_number(const json_t *value, const char *(*text_of)(int number), int count)
{
    const char *text = json_string_value(value);

    for (int i = 0; text && i < count; i++)
        if (strcmp(text, text_of(i)) == 0)
            return i;
    return -1;
}

static const char *kind_text(int kind)
{
    return kinds[kind];
}

static const char *unit_text(int unit)
{
    return sfp_unit_name((enum sfp_unit)unit);
}

/* Checks a cell's tag: loads and the cells that they schedule have a tag, other cells have -1. */
static bool tag_fits(const struct sfp_schedule *s, int kind, int tag)
{
    if (kind == SFP_CELL_LOAD || kind == SFP_CELL_SCHEDULED)
        return tag >= 0 && (size_t)tag < s->tag_count;
    return tag == -1;
}

static struct debug_place read_place(const json_t *entry)
{
    return (struct debug_place){
        debug_number(json_array_get(entry, 0), INT32_MAX), debug_number(json_array_get(entry, 1), INT32_MAX),
        debug_number(json_array_get(entry, 2), INT32_MAX), debug_number(json_array_get(entry, 3), INT32_MAX)};
}

static bool read_schedule_cell(struct reading *r, const struct sfp_schedule *s, const json_t *entry,
                               struct sfp_schedule_cell *cell)
{
    const int kind = text_number(json_object_get(entry, "by"), kind_text, SFP_CELL_KINDS);
    const int unit = text_number(json_object_get(entry, "unit"), unit_text, SFP_UNITS);
    const int64_t offset = debug_offset(r, read_place(json_object_get(entry, "place")));
    bool good = kind >= 0 && unit >= 0 && offset >= 0;

    *cell = (struct sfp_schedule_cell){
        .row = read_limited_number(json_object_get(entry, "row"), s->rows - 1, &good),
        .tag = read_signed_number(json_object_get(entry, "tag"), &good),
        .address = read_signed_number(json_object_get(entry, "address"), &good),
        .addrmod = (uint8_t)read_limited_number(json_object_get(entry, "addrmod"), UINT8_MAX, &good),
        .old = json_is_true(json_object_get(entry, "old")),
    };
    if (!good || !tag_fits(s, kind, cell->tag))
        return false;
    cell->kind = (enum sfp_cell_kind)kind;
    cell->unit = (enum sfp_unit)unit;
    cell->origin.offset = (uint32_t)offset;
    return read_actions(s, json_object_get(entry, "turns"), cell);
}

static bool read_schedule_cells(struct reading *r, struct sfp_schedule *s, const json_t *cells)
{
    const size_t count = json_array_size(cells);
    bool good = true;

    s->cells = calloc(count + 1, sizeof *s->cells);
    if (!s->cells)
        return false;
    s->cell_count = count;
    for (size_t i = 0; good && i < count; i++)
        good = read_schedule_cell(r, s, json_array_get(cells, i), &s->cells[i]);
    return good;
}

static bool read_tags(struct sfp_schedule *s, const json_t *tags)
{
    size_t i;
    json_t *entry;

    s->tags = calloc(json_array_size(tags) + 1, sizeof *s->tags);
    if (!s->tags)
        return false;
    json_array_foreach(tags, i, entry) {
        s->tags[i] = json_is_string(entry) ? strdup(json_string_value(entry)) : NULL;
        if (!s->tags[i])
            return false;
        s->tag_count++;
    }
    return true;
}

static bool read_schedule_words(const struct reading *r, struct sfp_schedule *s, const json_t *words)
{
    bool good = true;
    size_t i, next = 0;
    json_t *entry;

    s->words = calloc(json_array_size(words) + 1, sizeof *s->words);
    if (!s->words)
        return false;
    json_array_foreach(words, i, entry) {
        const json_int_t index = debug_number(json_array_get(entry, 0), r->program->count);
        const struct sfp_schedule_word word = {
            .index = (size_t)index,
            .cell = read_limited_number(json_array_get(entry, 1), s->cell_count, &good),
            .turn = read_limited_number(json_array_get(entry, 2), s->turns - 1, &good),
        };

        if (!good || index < (json_int_t)next || (size_t)index >= r->program->count || word.cell >= s->cell_count ||
            s->cells[word.cell].kind > SFP_CELL_LOAD)
            return false;
        s->words[s->word_count++] = word;
        next = word.index + 1;
    }
    return true;
}

static bool read_schedule(struct reading *r, const json_t *entry, struct sfp_schedule *s)
{
    const char *name = json_string_value(json_object_get(entry, "name"));
    const char *delays = json_string_value(json_object_get(entry, "delays"));
    bool good = name && delays;

    s->period = read_limited_number(json_object_get(entry, "period"), MOST_ROWS, &good);
    s->rows = read_limited_number(json_object_get(entry, "rows"), MOST_ROWS, &good);
    s->turns = read_limited_number(json_object_get(entry, "turns"), MOST_TURNS, &good);
    s->step = read_signed_number(json_object_get(entry, "step"), &good);
    if (!good || s->period == 0 || s->rows == 0 || s->turns == 0)
        return false;
    s->counts_cycles = strcmp(delays, "cycles") == 0;
    s->unproven = json_is_true(json_object_get(entry, "unproven"));
    s->name = strdup(name);
    return s->name && read_tags(s, json_object_get(entry, "tags")) &&
           read_schedule_cells(r, s, json_object_get(entry, "cells")) &&
           read_schedule_words(r, s, json_object_get(entry, "words"));
}

bool debug_read_schedules(struct reading *r)
{
    const json_t *schedules = json_object_get(r->root, "schedules");
    struct sfp_program *program = r->program;
    size_t i;
    json_t *entry;

    program->schedules = calloc(json_array_size(schedules) + 1, sizeof *program->schedules);
    if (!program->schedules)
        return debug_fail(r, NO_MEMORY);
    json_array_foreach(schedules, i, entry) {
        program->schedule_count++;
        errno = 0;
        if (!read_schedule(r, entry, &program->schedules[i]))
            return errno == ENOMEM ? debug_fail(r, NO_MEMORY)
                                   : debug_fail(r, "malformed debug table: \"schedules\", entry %zu", i);
    }
    return true;
}
