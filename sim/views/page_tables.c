/* Tables of a page: texts, lines and values, each kept once and numbered. */
#include "page_parts.h"

#include <stdlib.h>

#include "base/array.h"

/* ---- Texts ---- */

bool page_text_number(struct page_texts *t, const char *text, uint32_t *number)
{
    const size_t length = strlen(text);
    size_t found;
    char *own;

    if (names_find(&t->names, text, length, &found)) {
        *number = (uint32_t)found;
        return true;
    }
    own = array_room(&t->texts, t->count, &t->room, sizeof *t->texts) ? strdup(text) : NULL;
    if (!own || !names_add(&t->names, own, length, t->count)) {
        free(own);
        return false;
    }
    *number = (uint32_t)t->count;
    t->texts[t->count++] = own;
    return true;
}

void page_texts_free(struct page_texts *t)
{
    for (size_t i = 0; i < t->count; i++)
        free(t->texts[i]);
    free(t->texts);
    names_free(&t->names);
}

/* ---- Lines ---- */

enum { PLACE = 4096 };

/* Adds a source line, or, without a source, the place of a word. `place` is the key. Sets *number. */
static bool add_page_line(struct page_lines *l, const struct sfp_where *where, const char *place, uint32_t *number)
{
    const size_t before = l->keys.count;
    uint32_t file = 0;
    struct page_line *line;

    if (!array_room(&l->lines, before, &l->room, sizeof *l->lines)
        || (where && !page_text_number(&l->files, where->file, &file)) || !page_text_number(&l->keys, place, number))
        return false;
    if (l->keys.count == before)
        return true;
    line = &l->lines[before];
    *line = (struct page_line){.file = where ? (int)file : -1, .number = where ? where->line : 0};
    line->text = where ? strndup(where->text, where->length) : strdup(place);
    return line->text != NULL;
}

bool page_line_number(struct page_lines *l, const struct sfp_kernel *kernel, size_t index, uint32_t *number)
{
    struct sfp_where where;
    char place[PLACE];
    bool has_source;

    if (!l->of_word)
        l->of_word = calloc(kernel->program.count + 1, sizeof *l->of_word);
    if (!l->of_word)
        return false;
    if (index >= kernel->program.count)
        index = kernel->program.count; /* not a word of the program */
    if (l->of_word[index] == 0) {
        has_source = kernel->has_source && sfp_program_where(&kernel->program, index, &where);
        if (has_source)
            snprintf(place, sizeof place, "%lu %s", where.line, where.file);
        else
            sfp_kernel_place(kernel, index, place, sizeof place);
        if (!add_page_line(l, has_source ? &where : NULL, place, number))
            return false;
        l->of_word[index] = *number + 1;
    }
    *number = l->of_word[index] - 1;
    return true;
}

void page_lines_free(struct page_lines *l)
{
    for (size_t i = 0; l->lines && i < l->keys.count; i++)
        free(l->lines[i].text);
    free(l->lines);
    free(l->of_word);
    page_texts_free(&l->keys);
    page_texts_free(&l->files);
}

/* ---- Values ---- */

bool page_value_number(struct page_values *v, const uint32_t lanes[SFP_LANES], int32_t *number)
{
    const size_t size = SFP_LANES * sizeof lanes[0];
    uint32_t (*own)[SFP_LANES];
    size_t found;

    *number = -1;
    if (names_find(&v->names, (const char *)lanes, size, &found)) {
        *number = (int32_t)found;
        return true;
    }
    if (v->count == PAGE_VALUES)
        return true;
    own = array_room(&v->lanes, v->count, &v->room, sizeof *v->lanes) ? malloc(sizeof *own) : NULL;
    if (!own)
        return false;
    memcpy(*own, lanes, size);
    if (!names_add(&v->names, (const char *)*own, size, v->count)) {
        free(own);
        return false;
    }
    v->lanes[v->count] = own;
    *number = (int32_t)v->count++;
    return true;
}

void page_values_free(struct page_values *v)
{
    for (size_t i = 0; i < v->count; i++)
        free(v->lanes[i]);
    free(v->lanes);
    names_free(&v->names);
}
