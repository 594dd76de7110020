/* What a core pushed, as a program. */
#include "recorded.h"

#include <stdlib.h>
#include <string.h>

#include "program/origins.h"
#include "program/source.h"
#include "util/array.h"
#include "util/text.h"

#define NOT_YET UINT32_MAX

/* A program under way. */
struct recording {
    const struct sfp_tile *tile;
    const struct sfp_kernel *kernel;
    struct sfp_program *program;
    struct text text;    /* of the lines, in order of the words that they came with first */
    size_t *indices;     /* whose line each is */
    size_t line_count, line_capacity;
    uint32_t *offsets;   /* by index, of its place in the text */
    size_t region_capacity;
};

/* ---- Lines ---- */

/* Where the instruction at `index` comes from; `place` has room for its function. */
static struct sfp_where where_of(const struct recording *r, size_t index, char *place, size_t size)
{
    struct sfp_where where;

    if (r->kernel->has_source && sfp_program_where(&r->kernel->program, index, &where))
        return where;
    r->kernel->place(r->kernel->context, index, place, size);
    return (struct sfp_where){.file = r->kernel->path, .line = index + 1, .column = 1, .text = place,
                              .length = strlen(place)};
}

enum { PLACE = 4096 };

static bool add_line(struct recording *r, size_t index)
{
    char place[PLACE];
    const struct sfp_where where = where_of(r, index, place, sizeof place);

    if (r->text.size + where.length > INT32_MAX
        || !array_room(&r->indices, r->line_count, &r->line_capacity, sizeof *r->indices))
        return false;
    r->indices[r->line_count++] = index;
    r->offsets[index] = (uint32_t)(r->text.size + where.column - 1);
    text_add(&r->text, where.text, where.length);
    text_add_char(&r->text, '\n');
    return !r->text.failed;
}

/* The source takes over the text. */
static bool add_source(struct recording *r)
{
    struct sfp_program *p = r->program;
    struct source *source;

    text_add(&r->text, "\0", 2);
    p->sources = r->text.failed ? NULL : calloc(1, sizeof *p->sources);
    source = p->sources ? source_new(r->kernel->path, (struct sfp_buffer){.data = r->text.data, .size = r->text.size - 2},
                                     true) : NULL;
    if (!source)
        return false;
    r->text = (struct text){0};
    p->sources[p->source_count++] = source;
    for (size_t i = 0; i < r->line_count; i++) {
        char place[PLACE];
        const struct sfp_where where = where_of(r, r->indices[i], place, sizeof place);
        const size_t begin = r->offsets[r->indices[i]] - (where.column - 1);

        if (!source_mark(source, begin, where.line, where.file, strlen(where.file)))
            return false;
    }
    return true;
}

/* ---- Words ---- */

/* Words of a function, one behind the other, are a region. */
static bool add_to_region(struct recording *r, size_t word, size_t index)
{
    const struct sfp_region *function = sfp_program_region(&r->kernel->program, index);
    struct sfp_program *p = r->program;
    struct sfp_region *last = p->region_count ? &p->regions[p->region_count - 1] : NULL;

    if (!function)
        return true;
    if (last && last->end == word && strcmp(last->name, function->name) == 0) {
        last->end++;
        return true;
    }
    if (!array_room(&p->regions, p->region_count, &r->region_capacity, sizeof *p->regions))
        return false;
    last = &p->regions[p->region_count];
    *last = (struct sfp_region){.name = strdup(function->name), .first = word, .end = word + 1};
    p->region_count += last->name != NULL;
    return last->name != NULL;
}

static bool add_words(struct recording *r)
{
    struct sfp_program *p = r->program;

    for (size_t i = 0; i < r->tile->logged; i++) {
        const size_t index = r->tile->log[i].index;

        if (r->offsets[index] == NOT_YET && !add_line(r, index))
            return false;
        p->words[p->count++] = r->tile->log[i].word;
        if (!origins_add(&p->origins, (struct sfp_origin){.offset = r->offsets[index]}) || !add_to_region(r, i, index))
            return false;
    }
    return true;
}

bool tile_recorded(const struct sfp_tile *tile, const struct sfp_kernel *kernel, struct sfp_program *program)
{
    const size_t count = kernel->program.count;
    struct recording r = {.tile = tile, .kernel = kernel, .program = program,
                          .offsets = reallocarray(NULL, count + 1, sizeof *r.offsets)};
    bool made;

    *program = (struct sfp_program){.arch = kernel->program.arch, .arch_stated = true,
                                    .words = calloc(tile->logged + 1, sizeof *program->words)};
    if (r.offsets)
        memset(r.offsets, 0xFF, count * sizeof *r.offsets); /* NOT_YET */
    made = program->words && r.offsets && add_words(&r) && add_source(&r);
    free(r.offsets);
    free(r.indices);
    text_free(&r.text);
    if (!made)
        sfp_program_free(program);
    return made;
}
