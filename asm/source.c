/* Source texts and their line maps. */
#include "source.h"

#include <stdlib.h>
#include <string.h>

struct source *source_new(const char *name, struct sfp_buffer text, bool owned)
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

void source_free(struct source *source)
{
    if (!source)
        return;
    if (source->owned)
        sfp_buffer_free(&source->text);
    for (size_t i = 0; i < source->file_count; i++)
        free(source->files[i]);
    free(source->files);
    free(source->markers);
    free(source->lines);
    free(source->name);
    free(source);
}

/* The source's own copy of a file name; markers of one file mostly follow each other. */
static const char *intern(struct source *source, const char *file, size_t length)
{
    char **files;
    char *copy;

    for (size_t i = source->file_count; i-- > 0;)
        if (strlen(source->files[i]) == length && memcmp(source->files[i], file, length) == 0)
            return source->files[i];
    files = realloc(source->files, (source->file_count + 1) * sizeof *files);
    if (!files)
        return NULL;
    source->files = files;
    copy = strndup(file, length);
    if (copy)
        files[source->file_count++] = copy;
    return copy;
}

bool source_mark(struct source *source, size_t begin, unsigned long line, const char *file, size_t file_length)
{
    const char *name;

    /* Text that is scanned again, as in a repeated block, repeats its markers. */
    if (source->marker_count > 0 && source->markers[source->marker_count - 1].begin >= begin)
        return true;
    name = intern(source, file, file_length);
    if (!name)
        return false;
    if (source->marker_count == source->marker_capacity) {
        const size_t capacity = source->marker_capacity ? 2 * source->marker_capacity : 16;
        struct line_marker *more = realloc(source->markers, capacity * sizeof *more);

        if (!more)
            return false;
        source->markers = more;
        source->marker_capacity = capacity;
    }
    source->markers[source->marker_count++] = (struct line_marker){begin, name, line};
    return true;
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
    for (const char *p = text; (p = memchr(p, '\n', (size_t)(end - p))); p++)
        source->lines[source->line_count++] = (size_t)(p - text) + 1;
    return true;
}

/* Index of the line that holds `offset`. */
static size_t line_of(const struct source *source, size_t offset)
{
    size_t low = 0;
    size_t high = source->line_count;

    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;

        if (source->lines[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The last marker at or before `offset`, or NULL. */
static const struct line_marker *marker_of(const struct source *source, size_t offset)
{
    size_t low = 0;
    size_t high = source->marker_count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (source->markers[middle].begin <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &source->markers[low - 1] : NULL;
}

bool source_locate(struct source *source, size_t offset, struct position *position)
{
    const struct line_marker *marker;
    size_t line;
    size_t end;

    if (!source->lines && !count_lines(source))
        return false;
    line = line_of(source, offset);
    marker = marker_of(source, offset);
    end = line + 1 < source->line_count ? source->lines[line + 1] - 1 : source->text.size;
    if (end > source->lines[line] && source->text.data[end - 1] == '\r')
        end--;
    *position = (struct position){
        .file = marker ? marker->file : source->name,
        .line = marker ? marker->line + line - line_of(source, marker->begin) : line + 1,
        .column = offset - source->lines[line] + 1,
        .text = source->text.data + source->lines[line],
        .length = end - source->lines[line],
    };
    return true;
}
