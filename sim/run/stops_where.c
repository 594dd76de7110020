/* Finds the words and values that --print options mean. */
#include "stops_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

/* Returns whether `file` is `path`, or its last components. */
static bool is_file(const char *path, const char *file)
{
    const size_t length = strlen(path), tail = strlen(file);

    return length >= tail && strcmp(path + length - tail, file) == 0
        && (length == tail || path[length - tail - 1] == '/' || file[0] == '/');
}

/* Returns whether a print before the line stops at word `index`: the first word of the line's code, or of another
 * copy of that code, such as an expanded macro's. In compiled code every word qualifies, and is_line_continued()
 * decides during the run. */
static bool begins_line(sfpu_machine *m, size_t index, const struct sfpu_where *where)
{
    struct sfpu_where before = {.size = sizeof before};

    if (sfpu_is_compiled(m))
        return true;
    if (where->further)
        return false;
    return index == 0 || sfpu_get_where(m, index - 1, &before) != SFPU_OK || before.line != where->line
        || strcmp(before.file, where->file) != 0 || before.column >= where->column;
}

/* Returns the first word's file, which lines without a file refer to. */
static const char *find_main_file(sfpu_machine *m)
{
    struct sfpu_where where = {.size = sizeof where};

    return sfpu_get_where(m, 0, &where) == SFPU_OK ? where.file : NULL;
}

/* Returns whether word `index` comes from a file of this name; *where receives its place. *code is negative if
 * memory ran out. */
static bool is_from(sfpu_machine *m, size_t index, const char *file, struct sfpu_where *where, int *code)
{
    const int found = sfpu_get_where(m, index, where);

    if (found == SFPU_OK)
        return is_file(where->file, file);
    if (found != SFPU_BAD_INPUT) /* else the word's source is unknown */
        *code = found;
    return false;
}

/* Returns the first line, from the wanted line on, that has an instruction; 0: no such line. */
static unsigned long find_first_line(struct stops *s, const struct print *p, const char *file, int *code)
{
    unsigned long first = 0;

    for (size_t i = 0; i < s->word_count; i++) {
        struct sfpu_where where = {.size = sizeof where};

        if (is_from(s->m, i, file, &where, code) && where.line >= p->option->number && (!first || where.line < first))
            first = where.line;
    }
    return first;
}

static bool take_source_line(struct stops *s, struct print *p, const char *file, char **error)
{
    int code = SFPU_OK;
    const unsigned long line = find_first_line(s, p, file, &code);

    p->line = line;
    for (size_t i = 0; line && i < s->word_count; i++) {
        struct sfpu_where where = {.size = sizeof where};

        p->words[i] = is_from(s->m, i, file, &where, &code) && where.line == line && begins_line(s->m, i, &where);
    }
    if (code != SFPU_OK)
        return false;
    return line || fail_with(error, "--print=%s: neither line %" PRIu64 " of %s nor a later line has an instruction",
                             p->option->text, p->option->number, file);
}

static bool find_line(struct stops *s, struct print *p, char **error)
{
    const char *file = p->option->name ? p->option->name : sfpu_source_file(s->m, 0);

    if (!sfpu_source_file(s->m, 0) && !find_main_file(s->m))
        return fail_with(error, "--print=%s: the kernel's source is not known: its file has only words",
                         p->option->text);
    return take_source_line(s, p, file ? file : find_main_file(s->m), error);
}

static bool find_index(struct stops *s, struct print *p, char **error)
{
    if (p->option->number >= s->word_count)
        return fail_with(error, "--print=%s: the kernel has words 0 to %zu", p->option->text, s->word_count - 1);
    p->words[p->option->number] = 1;
    return true;
}

static bool find_region(struct stops *s, struct print *p, char **error)
{
    const char *wanted = p->option->name, *name;
    size_t first, end;
    bool any = false;

    for (size_t i = 0; (name = sfpu_region(s->m, i, &first, &end)); i++) {
        if (wanted && strcmp(name, wanted) != 0)
            continue;
        for (size_t word = first; word < end; word++)
            p->words[word] = wanted ? 1 : (uint32_t)i + 1;
        any = true;
    }
    return any || fail_with(error, wanted ? "--print=%s: the kernel has no region '%s'"
                                          : "--print=%s: the kernel has no region", p->option->text, wanted);
}

static bool find_print_place(struct stops *s, struct print *p, char **error)
{
    static bool (*const find[])(struct stops *s, struct print *p, char **error) = {
        [PRINT_LINE] = find_line, [PRINT_INDEX] = find_index, [PRINT_REGION] = find_region};
    const enum print_where where = p->option->where;

    s->wants_regions |= where == PRINT_REGION;
    s->wants_findings |= where == PRINT_FINDING;
    if (where != PRINT_LINE && where != PRINT_INDEX && where != PRINT_REGION)
        return true;
    p->words = calloc(s->word_count + 1, sizeof *p->words);
    return p->words && find[where](s, p, error);
}

/* ---- Values ---- */

static size_t count_printed_values(const struct print_option *o)
{
    size_t count = 0;

    for (size_t i = 0; i < o->count; i++)
        count += o->items[i].kind == PRINT_LREG ? o->items[i].last - o->items[i].first + 1 : 1;
    return count;
}

/* Makes values for each item; every register of a range has its own. */
static bool make_values(struct stops *s, struct print *p, int format, char **error)
{
    const struct print_option *o = p->option;

    p->values = calloc(count_printed_values(o), sizeof *p->values);
    for (size_t i = 0; p->values && i < o->count; i++) {
        struct print_item item = o->items[i];

        do {
            if (!print_values_make(s->m, &item, format, &p->values[p->count], error)) {
                char *why = *error;

                if (why)
                    fail_with(error, "--print=%s: %s", o->text, why);
                free(why);
                return false;
            }
            p->count++;
        } while (item.kind == PRINT_LREG && item.first++ < item.last);
    }
    return p->values != NULL;
}

bool stops_find(struct stops *s, size_t option, int format, char **error)
{
    struct print *p = &s->prints[option];

    p->option = &s->options->prints[option];
    return find_print_place(s, p, error) && make_values(s, p, format, error);
}
