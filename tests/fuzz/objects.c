/* ELF files of programs: what is written is read back as the same words, with the same lines. */
#include "sources.h"

#include "fuzz.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "dis/elf_code.h"
#include "program/object.h"

/* What must not come back otherwise. */
struct written {
    const struct sfp_program *program;
    struct sfp_buffer file;
};

static bool can_be_written(const struct sfp_program *program)
{
    for (size_t i = 0; i < program->count; i++)
        if (!object_holds(program->words[i]))
            return false;
    return true;
}

/* False if the file was refused, as it should be. */
static bool write_file(struct written *w, bool debug)
{
    FILE *stream = fuzz_memory(open_memstream(&w->file.data, &w->file.size));
    const enum object_result result = sfp_object_write(w->program, debug, stream);

    fclose(stream);
    if (result == OBJECT_NO_MEMORY)
        fuzz_memory(NULL);
    if ((result == OBJECT_WRITTEN) != can_be_written(w->program))
        fuzz_fail("%s", result == OBJECT_WRITTEN ? "a RISC-V instruction is written as a word" : "refused");
    return result == OBJECT_WRITTEN;
}

/* ---- By its table ---- */

static void check_words(const struct sfp_program *wanted, const struct sfp_program *found)
{
    if (found->count != wanted->count ||
        memcmp(found->words, wanted->words, wanted->count * sizeof *wanted->words) != 0)
        fuzz_fail("%zu words come back as %zu others", wanted->count, found->count);
    if (found->arch != wanted->arch)
        fuzz_fail("the arch differs");
}

static void check_places(const struct sfp_program *wanted, const struct sfp_program *found)
{
    struct sfp_where x, y;

    for (size_t i = 0; i < wanted->count; i++)
        if (!sfp_program_where(wanted, i, &x) || !sfp_program_where(found, i, &y) || x.line != y.line ||
            x.column != y.column || strcmp(x.file, y.file) != 0)
            fuzz_fail("word %zu has another place", i);
}

static void check_program(const struct written *w, bool debug)
{
    struct sfp_program found = {0};
    struct elf_code code;
    char *error;

    if (!elf_read(&w->file, "fuzz.elf", &(struct elf_range){.stop = UINT64_MAX}, &code, &error) ||
        !elf_program(&code, "fuzz.elf", &found, &error))
        fuzz_fail("what was written cannot be read: %s", error ? error : "no memory");
    check_words(w->program, &found);
    if (debug)
        check_places(w->program, &found);
    elf_free(&code);
    sfp_program_free(&found);
}

/* ---- By its lines ---- */

static bool is_told(unsigned long number)
{
    return number > 0 && number <= INT_MAX;
}

static void check_lines(const struct written *w)
{
    struct elf_lines lines;
    struct sfp_where where;

    if (!elf_lines_read(&w->file, &lines))
        fuzz_memory(NULL);
    if (lines.trouble)
        fuzz_fail("the lines that were written are malformed: %s", lines.trouble);
    for (size_t i = 0; i < w->program->count; i++) {
        const struct elf_line *line = elf_line_at(&lines, OBJECT_CODE + 4 * (uint32_t)i);

        fuzz_memory((void *)(uintptr_t)sfp_program_where(w->program, i, &where));
        if (line ? line->line != where.line || line->column != where.column : is_told(where.line) && *where.file)
            fuzz_fail("word %zu is of line %lu, and %u", i, where.line, line ? line->line : 0);
    }
    elf_lines_free(&lines);
}

void fuzz_object(const struct sfp_program *program)
{
    for (unsigned debug = 0; debug < 2; debug++) {
        struct written w = {.program = program};

        if (write_file(&w, debug)) {
            check_program(&w, debug);
            if (debug)
                check_lines(&w);
        }
        free(w.file.data);
    }
}
