/* A tile's log of pushed words, as a program. */
#include "core_kernel.h"

#include <stdlib.h>
#include <string.h>

#include "program/origins.h"
#include "program/source.h"
#include "base/array.h"
#include "base/text_buffer.h"

#define NOT_YET UINT32_MAX

/* A conversion from the log to a program. */
struct log_conversion {
    const struct sfp_tile *tile;
    const struct sfp_kernel *kernel;
    struct sfp_program *program;
    struct text text;    /* lines, ordered by the first word from each */
    size_t *indices;     /* by line: index of the instruction */
    size_t line_count, line_capacity;
    uint32_t *offsets;   /* by index: position in the text */
    size_t region_capacity;
};

/* ---- Lines ---- */

/* Returns the source position of the instruction at `index`. `place` is a buffer for a function's name. */
static struct sfp_where where_of(const struct log_conversion *log, size_t index, char *place, size_t size)
{
    const struct sfp_core_code *code;
    struct sfp_where where;

    if (log->kernel->has_source && sfp_program_where(&log->kernel->program, index, &where))
        return where;
    code = sfp_kernel_code_at(log->kernel, index);
    code->place(code->context, index, place, size);
    return (struct sfp_where){.file = log->kernel->path, .line = index + 1, .column = 1, .text = place,
                              .length = strlen(place)};
}

enum { PLACE = 4096 };

static bool add_log_line(struct log_conversion *log, size_t index)
{
    char place[PLACE];
    const struct sfp_where where = where_of(log, index, place, sizeof place);

    if (log->text.size + where.length > INT32_MAX
        || !array_room(&log->indices, log->line_count, &log->line_capacity, sizeof *log->indices))
        return false;
    log->indices[log->line_count++] = index;
    log->offsets[index] = (uint32_t)(log->text.size + where.column - 1);
    text_add(&log->text, where.text, where.length);
    text_add_char(&log->text, '\n');
    return !log->text.failed;
}

/* Makes the program's only source from the collected source lines. The source takes over the text. */
static bool add_log_source(struct log_conversion *log)
{
    struct sfp_program *p = log->program;
    struct source *source;

    text_add(&log->text, "\0", 2);
    p->sources = log->text.failed ? NULL : calloc(1, sizeof *p->sources);
    source = p->sources
        ? sfp_source_new(log->kernel->path, (struct sfp_buffer){log->text.data, log->text.size - 2}, true) : NULL;
    if (!source)
        return false;
    log->text = (struct text){0};
    p->sources[p->source_count++] = source;
    for (size_t i = 0; i < log->line_count; i++) {
        char place[PLACE];
        const struct sfp_where where = where_of(log, log->indices[i], place, sizeof place);
        const size_t begin = log->offsets[log->indices[i]] - (where.column - 1);

        if (!sfp_source_mark(source, begin, where.line, where.file, strlen(where.file)))
            return false;
    }
    return true;
}

/* ---- Words ---- */

/* Adds a word to its function's region. Consecutive words of one function share a region. */
static bool add_to_region(struct log_conversion *log, size_t word, size_t index)
{
    const struct sfp_region *function = sfp_program_region(&log->kernel->program, index);
    struct sfp_program *p = log->program;
    struct sfp_region *last = p->region_count ? &p->regions[p->region_count - 1] : NULL;

    if (!function)
        return true;
    if (last && last->end == word && strcmp(last->name, function->name) == 0) {
        last->end++;
        return true;
    }
    if (!array_room(&p->regions, p->region_count, &log->region_capacity, sizeof *p->regions))
        return false;
    last = &p->regions[p->region_count];
    *last = (struct sfp_region){.name = strdup(function->name), .first = word, .end = word + 1};
    p->region_count += last->name != NULL;
    return last->name != NULL;
}

static bool add_log_words(struct log_conversion *log)
{
    struct sfp_program *p = log->program;

    for (size_t i = 0; i < log->tile->logged; i++) {
        const size_t index = log->tile->log[i].index;

        if (log->offsets[index] == NOT_YET && !add_log_line(log, index))
            return false;
        p->words[p->count++] = log->tile->log[i].word;
        if (!sfp_origins_add(&p->origins, (struct sfp_origin){.offset = log->offsets[index]})
            || !add_to_region(log, i, index))
            return false;
    }
    return true;
}

bool tile_log_program(const struct sfp_tile *tile, const struct sfp_kernel *kernel, struct sfp_program *program)
{
    const size_t count = kernel->program.count;
    struct log_conversion log = {.tile = tile, .kernel = kernel, .program = program,
                                 .offsets = array_resized(NULL, count + 1, sizeof *log.offsets)};
    bool made;

    *program = (struct sfp_program){.arch = kernel->program.arch, .arch_stated = true,
                                    .words = calloc(tile->logged + 1, sizeof *program->words)};
    if (log.offsets)
        memset(log.offsets, 0xFF, count * sizeof *log.offsets); /* NOT_YET */
    made = program->words && log.offsets && add_log_words(&log) && add_log_source(&log);
    free(log.offsets);
    free(log.indices);
    text_free(&log.text);
    if (!made)
        sfp_program_free(program);
    return made;
}
