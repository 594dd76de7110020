/* The parts of the debug table's writers and readers that several files share: places and numbers. Also the table's
 * shortest member, "selected": the words that instruction selection chose. */
#include "debug_parts.h"

#include "origins.h"
#include "base/array.h"
#include "base/fail.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- Writing ---- */

/* Finds a file's number; adds the file if it is new. Returns false without memory. */
static bool intern_table_file(struct collection *c, const char *name, size_t *number)
{
    if (names_find(&c->file_names, name, strlen(name), number))
        return true;
    if (!array_room(&c->files, c->file_count, &c->file_capacity, sizeof *c->files))
        return false;
    c->files[*number = c->file_count++] = name;
    return names_add(&c->file_names, name, strlen(name), *number);
}

static bool add_source_line(struct collection *c, size_t index, size_t file, const struct sfp_where *where)
{
    size_t from = 0;

    if (where->from_file && !intern_table_file(c, where->from_file, &from))
        return false;
    if (!array_room(&c->lines, c->line_count, &c->line_capacity, sizeof *c->lines))
        return false;
    c->lines[c->line_count++] = (struct source_line){.index = index, .file = file, .from = from, .where = *where};
    return true;
}

bool debug_add_place(const struct sfp_program *program, struct sfp_origin origin, size_t index, struct collection *c)
{
    struct sfp_where where;
    size_t file;

    return sfp_origins_where(program, origin, &where) && intern_table_file(c, where.file, &file) &&
           add_source_line(c, index, file, &where);
}

/* ---- Reading ---- */

bool debug_fail(struct reading *r, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;

    va_start(arguments, format);
    text = format_text(format, arguments);
    va_end(arguments);
    if (!text || asprintf(r->error, "%s: %s", r->path, text) < 0)
        *r->error = NULL;
    free(text);
    return false;
}

json_int_t debug_number(const json_t *value, uint64_t most)
{
    const json_int_t number = json_is_integer(value) ? json_integer_value(value) : -1;

    return number >= 0 && (uint64_t)number <= most ? number : -1;
}

int64_t debug_offset(const struct reading *r, struct debug_place place)
{
    const struct debug_text *text;

    if (place.text < 0 || (size_t)place.text >= r->text_count)
        return -1;
    text = &r->texts[place.text];
    if (text->file != place.file || text->line != place.line)
        return -1;
    /* Bytes that were not UTF-8 do not change a line's length, so columns hold. */
    if (place.column < 1 || (size_t)place.column > text->length + 1)
        return -1;
    return (int64_t)text->offset + place.column - 1;
}

/* ---- The member "selected": words that instruction selection chose ---- */

void debug_write_chosen(struct sfp_json *j, const struct sfp_program *program)
{
    const struct sfp_chosen *chosen = &program->chosen;

    if (!chosen->profile)
        return;
    json_begin_on_line(j, "selected");
    json_text(j, "profile", chosen->profile);
    json_list(j, "words");
    for (size_t i = 0; i < chosen->count; i++) {
        json_list(j, NULL);
        json_count(j, NULL, chosen->ranges[i].first);
        json_count(j, NULL, chosen->ranges[i].end);
        json_list_end(j);
    }
    json_list_end(j);
    json_end(j);
}

bool debug_read_chosen(struct reading *r)
{
    const json_t *member = json_object_get(r->root, "selected"), *words = json_object_get(member, "words");
    const char *profile = json_string_value(json_object_get(member, "profile"));
    struct sfp_chosen *chosen = &r->program->chosen;
    json_int_t last = 0;
    json_t *entry;
    size_t i;

    if (!member)
        return true;
    chosen->profile = profile ? strdup(profile) : NULL;
    chosen->ranges = calloc(json_array_size(words) + 1, sizeof *chosen->ranges);
    if (profile && (!chosen->profile || !chosen->ranges))
        return debug_fail(r, NO_MEMORY);
    json_array_foreach(words, i, entry) {
        const json_int_t first = debug_number(json_array_get(entry, 0), r->program->count);
        const json_int_t end = debug_number(json_array_get(entry, 1), r->program->count);

        if (first < last || end <= first)
            return debug_fail(r, "malformed debug table: \"selected\", entry %zu", i);
        chosen->ranges[chosen->count++] = (struct sfp_word_range){(size_t)first, (size_t)end};
        last = end;
    }
    return (profile && chosen->count > 0) || debug_fail(r, "malformed debug table: \"selected\"");
}
