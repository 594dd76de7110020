/* Tables of a page: texts, lines and values, each kept once and numbered. */
#include "page_parts.h"

#include <stdlib.h>

#include "base/array.h"

/* ---- Texts ---- */

bool page_text_number(struct page_texts *texts, const char *text, uint32_t *number)
{
    const size_t length = strlen(text);
    size_t found;
    char *own;

    if (names_find(&texts->names, text, length, &found)) {
        *number = (uint32_t)found;
        return true;
    }
    own = array_room(&texts->texts, texts->count, &texts->room, sizeof *texts->texts) ? strdup(text) : NULL;
    if (!own || !names_add(&texts->names, own, length, texts->count)) {
        free(own);
        return false;
    }
    *number = (uint32_t)texts->count;
    texts->texts[texts->count++] = own;
    return true;
}

void page_texts_free(struct page_texts *texts)
{
    for (size_t i = 0; i < texts->count; i++)
        free(texts->texts[i]);
    free(texts->texts);
    names_free(&texts->names);
}

/* ---- Lines ---- */

enum { PLACE = 4096 };

/* Adds a source line, or, without a source, the place of a word. `place` is the key. Sets *number. */
static bool add_page_line(struct page_lines *lines, const struct sfp_where *where, const char *place, uint32_t *number)
{
    const size_t before = lines->keys.count;
    uint32_t file = 0;
    struct page_line *line;

    if (!array_room(&lines->lines, before, &lines->room, sizeof *lines->lines)
        || (where && !page_text_number(&lines->files, where->file, &file))
        || !page_text_number(&lines->keys, place, number))
        return false;
    if (lines->keys.count == before)
        return true;
    line = &lines->lines[before];
    *line = (struct page_line){.file = where ? (int)file : -1, .number = where ? where->line : 0};
    line->text = where ? strndup(where->text, where->length) : strdup(place);
    return line->text != NULL;
}

bool page_line_number(struct page_lines *lines, const struct sfp_kernel *kernel, size_t index, uint32_t *number)
{
    struct sfp_where where;
    char place[PLACE];
    bool has_source;

    if (!lines->of_word)
        lines->of_word = calloc(kernel->program.count + 1, sizeof *lines->of_word);
    if (!lines->of_word)
        return false;
    if (index >= kernel->program.count)
        index = kernel->program.count; /* place of indices outside the program */
    if (lines->of_word[index] == 0) {
        has_source = kernel->has_source && sfp_program_where(&kernel->program, index, &where);
        if (has_source)
            snprintf(place, sizeof place, "%lu %s", where.line, where.file);
        else
            sfp_kernel_place(kernel, index, place, sizeof place);
        if (!add_page_line(lines, has_source ? &where : NULL, place, number))
            return false;
        lines->of_word[index] = *number + 1;
    }
    *number = lines->of_word[index] - 1;
    return true;
}

void page_lines_free(struct page_lines *lines)
{
    for (size_t i = 0; lines->lines && i < lines->keys.count; i++)
        free(lines->lines[i].text);
    free(lines->lines);
    free(lines->of_word);
    page_texts_free(&lines->keys);
    page_texts_free(&lines->files);
}

/* ---- Values ---- */

bool page_value_number(struct page_values *values, const uint32_t lanes[SFP_LANES], int32_t *number)
{
    const size_t size = SFP_LANES * sizeof lanes[0];
    uint32_t (*own)[SFP_LANES];
    size_t found;

    *number = -1;
    if (names_find(&values->names, (const char *)lanes, size, &found)) {
        *number = (int32_t)found;
        return true;
    }
    if (values->count == PAGE_VALUES)
        return true;
    own = array_room(&values->lanes, values->count, &values->room, sizeof *values->lanes) ? malloc(sizeof *own) : NULL;
    if (!own)
        return false;
    memcpy(*own, lanes, size);
    if (!names_add(&values->names, (const char *)*own, size, values->count)) {
        free(own);
        return false;
    }
    values->lanes[values->count] = own;
    *number = (int32_t)values->count++;
    return true;
}

void page_values_free(struct page_values *values)
{
    for (size_t i = 0; i < values->count; i++)
        free(values->lanes[i]);
    free(values->lanes);
    names_free(&values->names);
}
