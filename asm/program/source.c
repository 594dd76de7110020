/* Source texts and their line maps. */
#include "source.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

struct source *sfp_source_new(const char *name, struct sfp_buffer text, bool owned)
{
    struct source *source = calloc(1, sizeof *source);

    if (!source)
        return NULL;
    source->name = strdup(name);
    if (!source->name) {
        free(source);
        return NULL;
    }
    source->text = text;
    source->owned = owned;
    return source;
}

void sfp_source_free(struct source *source)
{
    if (!source)
        return;
    if (source->owned)
        buffer_free(&source->text);
    pool_free(&source->strings);
    names_free(&source->files);
    free(source->markers);
    free(source->line_origins);
    free(source->expansions);
    free(source->lines);
    free(source->name);
    free(source);
}

const char *sfp_source_keep(struct source *source, const char *name, size_t length)
{
    return pool_copy(&source->strings, name, length);
}

/* Returns the source's own copy of a file name, for the next marker. NULL without memory. */
static const char *intern_file_name(struct source *source, const char *file, size_t length)
{
    const char *name;
    size_t index;

    if (names_find(&source->files, file, length, &index))
        return source->markers[index].file;
    name = sfp_source_keep(source, file, length);
    return name && names_add(&source->files, name, length, source->marker_count) ? name : NULL;
}

static bool marker_begins(const void *marker, const void *offset)
{
    return ((const struct line_marker *)marker)->begin <= *(const size_t *)offset;
}

/* Returns the last marker at or before `offset`, or NULL. */
static const struct line_marker *marker_of(const struct source *source, size_t offset)
{
    const size_t count =
        array_before(source->markers, source->marker_count, sizeof *source->markers, marker_begins, &offset);

    return count ? &source->markers[count - 1] : NULL;
}

static size_t included_at(const struct source *source, size_t offset)
{
    const struct line_marker *marker = marker_of(source, offset);

    return marker ? marker->included : NOT_INCLUDED;
}

/* Returns the offset that includes the text after a marker of this kind, or NOT_INCLUDED. The marker's own line ends
 * before `begin`. */
static size_t includer_after(const struct source *source, size_t begin, enum mark mark)
{
    const size_t now = included_at(source, begin - 1);

    if (mark == MARK_ENTER)
        return begin - 1;
    return mark == MARK_RETURN && now != NOT_INCLUDED ? included_at(source, now) : now;
}

bool sfp_source_mark_as(struct source *source, size_t begin, unsigned long line, const char *file, size_t file_length,
                        enum mark mark)
{
    const char *name;

    /* Text that is scanned again, as in a repeated block, repeats its markers. Expansions need no markers: the
     * markers of their bodies hold for them. */
    if (source->expanded || (source->marker_count > 0 && source->markers[source->marker_count - 1].begin >= begin))
        return true;
    if (!array_room(&source->markers, source->marker_count, &source->marker_capacity, sizeof *source->markers))
        return false;
    name = intern_file_name(source, file, file_length);
    if (!name)
        return false;
    source->markers[source->marker_count] = (struct line_marker){
        .begin = begin,
        .file = name,
        .line = line,
        .included = includer_after(source, begin, mark),
    };
    source->marker_count++;
    return true;
}

bool sfp_source_mark(struct source *source, size_t begin, unsigned long line, const char *file, size_t file_length)
{
    return sfp_source_mark_as(source, begin, line, file, file_length, MARK_GO_ON);
}

bool sfp_source_includer(struct place place, struct place *includer)
{
    size_t at = place.source->expanded ? NOT_INCLUDED : included_at(place.source, place.begin);
    const struct line_marker *marker;

    if (at == NOT_INCLUDED)
        return false;
    marker = marker_of(place.source, at);
    if (marker && marker->file[0] == '<') /* the file is <command-line> */
        return false;
    *includer = (struct place){place.source, (uint32_t)at, (uint32_t)at};
    return true;
}

bool sfp_source_expand(struct source *source, struct expansion *expansion, const char *text, size_t size)
{
    size_t capacity = source->text_capacity ? source->text_capacity : 1 << 12;

    if (!array_room(&source->expansions, source->expansion_count, &source->expansion_capacity,
                    sizeof *source->expansions))
        return false;
    while (capacity - source->text.size <= size)
        capacity *= 2;
    if (capacity != source->text_capacity) {
        char *data = realloc(source->text.data, capacity);

        if (!data)
            return false;
        source->text.data = data;
        source->text_capacity = capacity;
    }
    expansion->begin = (uint32_t)source->text.size;
    source->expansions[source->expansion_count++] = *expansion;
    if (size > 0) /* an empty text may be NULL */
        memcpy(source->text.data + source->text.size, text, size);
    source->text.size += size;
    if (size > 0 && text[size - 1] != '\n')
        source->text.data[source->text.size++] = '\n';
    return true;
}

void sfp_source_forget(struct source *source, size_t count)
{
    if (count >= source->expansion_count)
        return;
    source->text.size = source->expansions[count].begin;
    source->expansion_count = count;
    source->counted = source->descended = (struct line_step){0};
}

static bool expansion_begins(const void *expansion, const void *offset)
{
    return ((const struct expansion *)expansion)->begin <= *(const size_t *)offset;
}

/* Returns the index of the expansion that contains `offset`. */
static size_t expansion_of(const struct source *source, size_t offset)
{
    const size_t count = array_before(source->expansions, source->expansion_count, sizeof *source->expansions,
                                      expansion_begins, &offset);

    return count ? count - 1 : 0;
}

const struct expansion *sfp_source_expansion(struct place place)
{
    return place.source->expanded ? &place.source->expansions[expansion_of(place.source, place.begin)] : NULL;
}

static bool count_lines(struct source *source)
{
    const char *text = source->text.data;
    const char *end = text + source->text.size;
    size_t count = 1;

    for (const char *p = text; (p = memchr(p, '\n', (size_t)(end - p))); p++)
        count++;
    source->lines = malloc(count * sizeof *source->lines);
    if (!source->lines)
        return false;
    source->lines[source->line_count++] = 0;
    /* A mapped file can have changed since the lines were counted. */
    for (const char *p = text; source->line_count < count && (p = memchr(p, '\n', (size_t)(end - p))); p++)
        source->lines[source->line_count++] = (size_t)(p - text) + 1;
    return true;
}

void sfp_source_pass(struct source *source, size_t offset)
{
    enum { KEPT = 1 << 20 };

    if (!source->text.mapped || offset < source->passed + KEPT)
        return;
    buffer_drop(&source->text, source->passed, offset);
    source->passed = offset;
}

static bool line_begins(const void *line, const void *offset)
{
    return *(const size_t *)line <= *(const size_t *)offset;
}

/* Returns the index of the line that contains `offset`. */
static size_t find_line_index(const struct source *source, size_t offset)
{
    const size_t count = array_before(source->lines, source->line_count, sizeof *source->lines, line_begins, &offset);

    return count ? count - 1 : 0;
}

/* Counts the lines between two offsets in a text of expansions. */
static size_t lines_between(struct source *source, size_t begin, size_t end)
{
    const char *text = source->text.data;
    struct line_step step = {.begin = begin, .offset = begin};

    if (source->counted.begin == begin && source->counted.offset >= begin && source->counted.offset <= end)
        step = source->counted;
    for (const char *p = text + step.offset; (p = memchr(p, '\n', (size_t)(text + end - p))); p++) {
        step.lines++;
        step.offset = (size_t)(p - text) + 1;
    }
    source->counted = step;
    return step.lines;
}

/* Returns the offset that lies `count` lines after `offset` in a text of expansions. */
static size_t lines_after(struct source *source, size_t offset, size_t count)
{
    const char *end = source->text.data + source->text.size;
    struct line_step step = {.begin = offset, .offset = offset};

    if (source->descended.begin == offset && source->descended.offset >= offset && source->descended.lines <= count)
        step = source->descended;
    for (const char *p = source->text.data + step.offset; step.lines < count && p < end; step.lines++) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));

        p = newline ? newline + 1 : end;
        step.offset = (size_t)(p - source->text.data);
    }
    source->descended = step;
    return step.offset;
}

static bool lines_ready(struct source *source)
{
    return source->lines || count_lines(source);
}

bool source_count_lines(struct source *source)
{
    return source->expanded || lines_ready(source);
}

/* Moves *offset down by `count` lines. Returns false without memory. */
static bool go_down(struct source *source, size_t *offset, size_t count)
{
    size_t line;

    if (source->expanded) {
        *offset = lines_after(source, *offset, count);
        return true;
    }
    if (!lines_ready(source))
        return false;
    line = find_line_index(source, *offset);
    if (count > 0)
        *offset = source->lines[line + count < source->line_count ? line + count : source->line_count - 1];
    return true;
}

/* Follows an offset in an expansion to the line that a person wrote: sets *source and *offset. Returns false without
 * memory. */
static bool find_written(struct source **source, size_t *offset)
{
    while ((*source)->expanded) {
        const struct expansion *expansion = &(*source)->expansions[expansion_of(*source, *offset)];
        const size_t count = lines_between(*source, expansion->begin, *offset);

        *source = expansion->body.source;
        *offset = expansion->body.begin;
        if (!go_down(*source, offset, count))
            return false;
    }
    return true;
}

/* Finds the begin and end of the line that contains `offset`, in a text of expansions. */
static void expanded_line(const struct source *source, size_t offset, size_t *begin, size_t *end)
{
    const size_t index = expansion_of(source, offset);
    const size_t first = source->expansions[index].begin;
    const size_t last =
        index + 1 < source->expansion_count ? source->expansions[index + 1].begin : source->text.size;
    const char *text = source->text.data;
    const char *newline = memrchr(text + first, '\n', offset - first);

    *begin = newline ? (size_t)(newline - text) + 1 : first;
    newline = memchr(text + offset, '\n', last - offset);
    *end = newline ? (size_t)(newline - text) : last;
}

static void written_line(const struct source *source, size_t offset, size_t *begin, size_t *end)
{
    const size_t line = find_line_index(source, offset);

    *begin = source->lines[line];
    *end = line + 1 < source->line_count ? source->lines[line + 1] - 1 : source->text.size;
}

static bool origin_begins(const void *origin, const void *offset)
{
    return ((const struct line_origin *)origin)->begin <= *(const size_t *)offset;
}

/* Returns the last .loc before `offset`, or NULL. */
static const struct line_origin *origin_of(const struct source *source, size_t offset)
{
    const size_t count = array_before(source->line_origins, source->line_origin_count, sizeof *source->line_origins,
                                      origin_begins, &offset);

    return count ? &source->line_origins[count - 1] : NULL;
}

bool sfp_source_mark_origin(struct source *source, size_t begin, const char *file, unsigned long line)
{
    /* The same reason as for markers. */
    if (source->expanded ||
        (source->line_origin_count > 0 && source->line_origins[source->line_origin_count - 1].begin >= begin))
        return true;
    if (!array_room(&source->line_origins, source->line_origin_count, &source->line_origin_capacity,
                    sizeof *source->line_origins))
        return false;
    source->line_origins[source->line_origin_count++] = (struct line_origin){begin, file, line};
    return true;
}

bool sfp_source_locate(struct source *source, size_t offset, struct position *position)
{
    const struct line_marker *marker;
    const struct line_origin *origin;
    struct source *written = source;
    size_t there = offset;
    size_t line;
    size_t begin;
    size_t end;

    if (!find_written(&written, &there) || !lines_ready(written))
        return false;
    (source->expanded ? expanded_line : written_line)(source, offset, &begin, &end);
    if (end > begin && source->text.data[end - 1] == '\r')
        end--;
    line = find_line_index(written, there);
    marker = marker_of(written, there);
    origin = origin_of(written, there);
    if (marker)
        line = marker->line + line - find_line_index(written, marker->begin);
    else
        line++;
    *position = (struct position){
        .file = marker ? marker->file : written->name,
        .line = line,
        .column = offset - begin + 1,
        .text = source->text.data + begin,
        .length = end - begin,
        .from_file = origin ? origin->file : NULL,
        .from_line = origin ? origin->line : 0,
    };
    return true;
}
