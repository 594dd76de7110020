/*
 * Debug tables: any text is read, or refused with the program as it was; what was read tells the same places, labels
 * and regions once written and read again. Input: options with the number of words, then the table, or what follows a
 * head that fits the words.
 */
#include "fuzz.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "program/debug_table.h"

enum { MOST_WORDS = 15 };

/* Word n is n. */
static struct sfp_program new_program(size_t count)
{
    struct sfp_program program = {.count = count};

    program.words = fuzz_memory(malloc((count + 1) * sizeof *program.words));
    for (size_t i = 0; i < count; i++)
        program.words[i] = (uint32_t)i;
    return program;
}

static bool parse(const struct sfp_buffer *file, struct sfp_program *program)
{
    char *error;

    if (sfp_debug_parse(file, "fuzz.dbg", program, &program->arch, &error)) {
        if (error)
            fuzz_fail("read, and yet: %s", error);
        return true;
    }
    fuzz_message(error);
    if (program->sources || program->origins.bytes || program->symbols || program->regions || program->symbol_count ||
        program->region_count)
        fuzz_fail("something is left of a table that was refused");
    return false;
}

static void same_places(const struct sfp_program *a, const struct sfp_program *b)
{
    for (size_t i = 0; i < a->count; i++) {
        struct sfp_where x, y;

        if (!sfp_program_where(a, i, &x) || !sfp_program_where(b, i, &y))
            fuzz_fail("word %zu has no place", i);
        if (strcmp(x.file, y.file) != 0 || x.line != y.line || x.column != y.column || x.length != y.length ||
            memcmp(x.text, y.text, x.length) != 0)
            fuzz_fail("word %zu is of %s:%lu:%lu, then of %s:%lu:%lu", i, x.file, x.line, x.column, y.file, y.line,
                      y.column);
    }
}

static void same_names(const struct sfp_program *a, const struct sfp_program *b)
{
    if (a->symbol_count != b->symbol_count || a->region_count != b->region_count)
        fuzz_fail("%zu symbols and %zu regions, then %zu and %zu", a->symbol_count, a->region_count, b->symbol_count,
                  b->region_count);
    for (size_t i = 0; i < a->symbol_count; i++)
        if (strcmp(a->symbols[i].name, b->symbols[i].name) != 0 || a->symbols[i].index != b->symbols[i].index)
            fuzz_fail("symbol %zu differs", i);
    for (size_t i = 0; i < a->region_count; i++)
        if (strcmp(a->regions[i].name, b->regions[i].name) != 0 || a->regions[i].first != b->regions[i].first ||
            a->regions[i].end != b->regions[i].end)
            fuzz_fail("region %zu differs", i);
}

static void write_and_read(const struct sfp_program *program)
{
    struct sfp_program again = new_program(program->count);
    struct sfp_buffer file = {0};
    FILE *stream = fuzz_memory(open_memstream(&file.data, &file.size));
    const bool written = sfp_debug_write(program, stream);

    fclose(stream);
    fuzz_memory(written ? file.data : NULL);
    if (!parse(&file, &again))
        fuzz_fail("what was written cannot be read:\n%s", file.data);
    if (again.arch != program->arch)
        fuzz_fail("the arch differs");
    same_places(program, &again);
    same_names(program, &again);
    sfp_program_free(&again);
    free(file.data);
}

/* The head of a table of these words, and what the input has to follow it. */
static struct sfp_buffer with_head(const struct sfp_program *program, const struct fuzz_input *in)
{
    struct sfp_buffer file = {0};
    FILE *stream = fuzz_memory(open_memstream(&file.data, &file.size));

    fprintf(stream, "{\"schema\": \"sfpasm-debug\", \"version\": 1, \"arch\": \"blackhole\", \"words\": %zu,"
                    "\"checksum\": \"0x%016" PRIx64 "\", ",
            program->count, sfp_debug_checksum(program->words, program->count));
    fwrite(in->data, 1, in->size, stream);
    fclose(stream);
    return (struct sfp_buffer){.data = fuzz_memory(file.data), .size = file.size};
}

/* A copy of its own: the input has no byte more. */
static struct sfp_buffer as_it_is(const struct fuzz_input *in)
{
    struct sfp_buffer file = {.data = fuzz_memory(malloc(in->size + 1)), .size = in->size};

    memcpy(file.data, in->data, in->size);
    return file;
}

int fuzz_debug(const uint8_t *data, size_t size)
{
    enum { WHOLE = 16 };
    struct fuzz_input in = {data, size};
    const unsigned options = fuzz_byte(&in);
    struct sfp_program program = new_program(options & MOST_WORDS);
    struct sfp_buffer file = options & WHOLE ? as_it_is(&in) : with_head(&program, &in);

    if (parse(&file, &program))
        write_and_read(&program);
    sfp_program_free(&program);
    free(file.data);
    return 0;
}
