/* What the writers and the readers of parts of the debug table share: places and numbers in it. */
#include "debug_parts.h"

#include "origins.h"
#include "base/array.h"
#include "base/fail.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- Writing ---- */

/* The number of a file, which is added if it is new. False without memory. */
static bool file_number(struct collection *c, const char *name, size_t *number)
{
    if (names_find(&c->file_names, name, strlen(name), number))
        return true;
    if (!array_room(&c->files, c->file_count, &c->file_capacity, sizeof *c->files))
        return false;
    c->files[*number = c->file_count++] = name;
    return names_add(&c->file_names, name, strlen(name), *number);
}

static bool add_line(struct collection *c, size_t index, size_t file, const struct sfp_where *where)
{
    size_t from = 0;

    if (where->from_file && !file_number(c, where->from_file, &from))
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

    return sfp_origins_where(program, origin, &where) && file_number(c, where.file, &file) &&
           add_line(c, index, file, &where);
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
