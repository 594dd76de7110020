/* Where text comes from, when the text itself says so: line markers, .file, .line and .loc. */
#include "lines.h"

#include "directive.h"
#include "macro/arguments.h"
#include "util/array.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a marker's numbers after the name say. */
static enum mark mark_of(const char *flags)
{
    flags += strspn(flags, " \t");
    return *flags == '1' ? MARK_ENTER : *flags == '2' ? MARK_RETURN : MARK_GO_ON;
}

/* Do they say that the file is one of the system's headers? */
static bool is_system(const char *flags)
{
    return memchr(flags, '3', strspn(flags, " \t1234"));
}

void line_mark(struct assembler *as, struct place place, unsigned long line, const char *file, size_t length)
{
    if (place.source->preprocessed && length > 0 && file[0] != '<')
        include_note(as, file, length, is_system(file + length + 1));
    if (!source_mark_as(place.source, place.end + 1, line, file, length, mark_of(file + length + 1)))
        report_no_memory(as);
}

enum { DIGITS = 12 };

/* The name of .file `number`, or NULL. */
static const char *find_file(const struct assembler *as, uint32_t number)
{
    char key[DIGITS];
    const int length = snprintf(key, sizeof key, "%" PRIu32, number);
    size_t index;

    return names_find(&as->lines->numbers, key, (size_t)length, &index) ? as->lines->names[index] : NULL;
}

/* Notes that .file `number` is `name`; the last one counts. */
static bool enter_file(struct assembler *as, uint32_t number, const char *name)
{
    char key[DIGITS];
    const size_t length = (size_t)snprintf(key, sizeof key, "%" PRIu32, number);
    const char *kept;
    size_t index;

    if (names_find(&as->lines->numbers, key, length, &index)) {
        as->lines->names[index] = name;
        return true;
    }
    kept = assembly_keep_name(as, key, length);
    if (!kept || !array_room(&as->lines->names, as->lines->count, &as->lines->capacity, sizeof *as->lines->names))
        return false;
    as->lines->names[as->lines->count] = name;
    return names_add(&as->lines->numbers, kept, length, as->lines->count++);
}

/* The text after `end` is line `line` onwards of `file`. */
static void mark(struct assembler *as, struct place end, unsigned long line, const char *file)
{
    if (!source_mark_as(end.source, end.end, line, file, strlen(file), MARK_GO_ON))
        report_no_memory(as);
}

static const char *join(struct assembler *as, const char *directory, size_t directory_length, const char *file,
                        size_t length)
{
    struct text path = {0};
    const char *kept;

    if (directory_length > 0 && file[0] != '/') {
        text_add(&path, directory, directory_length);
        text_add_char(&path, '/');
    }
    text_add(&path, file, length);
    kept = path.failed || path.size == 0 ? NULL : assembly_keep_name(as, path.data, path.size);
    if (!kept)
        report_no_memory(as);
    text_free(&path);
    return kept;
}

/* .file "name", .file 1 "name", .file 1 "directory" "name"; what DWARF 5 has after them does not matter. False if it
 * is none of them. */
static bool set_file(struct assembler *as, struct cursor *c, struct place end)
{
    uint32_t number;
    const bool numbered = cursor_number(c, &number);
    const char *first;
    const char *second;
    size_t first_length;
    size_t second_length;
    const char *name;

    cursor_skip_blanks(c);
    if (!cursor_string(c, &first, &first_length) || first_length == 0)
        return false;
    cursor_skip_blanks(c);
    if (numbered && cursor_string(c, &second, &second_length) && second_length > 0)
        name = join(as, first, first_length, second, second_length);
    else
        name = join(as, NULL, 0, first, first_length);
    if (numbered && name && !enter_file(as, number, name))
        report_no_memory(as);
    if (!numbered && !cursor_done(c))
        return false;
    if (!numbered && name)
        end.source->named = name;
    return true;
}

/* .loc 1 12: a compiler made what follows from line 12 of file 1. */
static bool set_location(struct assembler *as, struct cursor *c, struct place directive, struct place end)
{
    uint32_t file;
    uint32_t line;

    if (!cursor_number(c, &file))
        return false;
    cursor_skip_blanks(c);
    if (!cursor_number(c, &line))
        return false;
    if (!find_file(as, file))
        report_error(as, directive, "there is no '.file %" PRIu32 "'", file);
    else if (!source_mark_origin(end.source, end.end, find_file(as, file), line))
        report_no_memory(as);
    return true;
}

/* .line 12: the next line is line 12, of the last .file "name" if there was one. */
static bool set_line(struct assembler *as, struct cursor *c, struct place end)
{
    uint32_t line;
    struct position position;

    if (!cursor_number(c, &line) || !cursor_done(c))
        return false;
    if (source_locate(end.source, end.begin, &position))
        mark(as, end, line, end.source->named ? end.source->named : position.file);
    else
        report_no_memory(as);
    return true;
}

void line_directive(struct assembler *as, struct place directive, struct place operands, struct place end)
{
    static const char *const forms[] = {
        [LINE_FILE] = ".file \"NAME\" or .file NUMBER \"NAME\"",
        [LINE_LINE] = ".line NUMBER",
        [LINE_LOC] = ".loc FILE LINE",
    };
    const int kind = directive_kind(directive);
    struct cursor c = cursor_of(place_text(operands), place_length(operands));
    bool done;

    if (as->stopped)
        return;
    if (kind == LINE_FILE)
        done = set_file(as, &c, end);
    else if (kind == LINE_LOC)
        done = set_location(as, &c, directive, end);
    else
        done = set_line(as, &c, end);
    if (!done && !as->stopped)
        report_error(as, place_length(operands) ? operands : directive, "this is not %s", forms[kind]);
}
