/*
 * Lines, inlined functions and rules for frames of an ELF file with DWARF. Input: a file. What is read is in order, and
 * twice the same.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "dis/elf_code.h"

static void check_line(const struct elf_lines *l, size_t i)
{
    const struct elf_line *line = &l->lines[i];
    const bool known = line->file != ELF_NO_FILE;

    if (i > 0 && line->address <= line[-1].address)
        fuzz_fail("line %zu, of 0x%x, is not behind that of 0x%x", i, line->address, line[-1].address);
    if (known && (line->file >= l->file_count || line->line == 0 || !*l->files[line->file].name))
        fuzz_fail("line %zu is line %u of file %u", i, line->line, line->file);
    if (line->main != ELF_NO_FILE && line->main >= l->file_count)
        fuzz_fail("line %zu was compiled from file %u", i, line->main);
    if (elf_line_at(l, line->address) != (known ? line : NULL))
        fuzz_fail("line %zu is not found", i);
}

static void check_inlined(const struct elf_lines *l, size_t i)
{
    const struct elf_inlined *inlined = &l->inlined[i], *caller = elf_inlined_caller(l, inlined);

    if (inlined->begin >= inlined->end || !*inlined->function)
        fuzz_fail("inlined function %zu, '%s', has 0x%x to 0x%x", i, inlined->function, inlined->begin, inlined->end);
    if (inlined->file != ELF_NO_FILE && inlined->file >= l->file_count)
        fuzz_fail("inlined function %zu is called from file %u", i, inlined->file);
    if (caller && caller >= inlined)
        fuzz_fail("inlined function %zu is called by a later one", i);
    if (i < 100 && !elf_inlined_at(l, inlined->begin))
        fuzz_fail("inlined function %zu is not found", i);
}

static void check(const struct elf_lines *l)
{
    for (size_t i = 0; i < l->count; i++)
        check_line(l, i);
    for (size_t i = 0; i < l->inlined_count; i++)
        check_inlined(l, i);
    if (l->trouble && !*l->trouble)
        fuzz_fail("no trouble");
}

static bool read_word(void *context, uint32_t address, uint32_t *word)
{
    (void)context;
    *word = address ^ 0x1000;
    return address & 4;
}

/* Of the first lines' code: a frame is found twice or not at all, and is then as it was. */
static void check_frames(const struct sfp_buffer *file, const struct elf_lines *l)
{
    enum { FRAMES = 4 };

    for (size_t i = 0; i < l->count && i < FRAMES; i++) {
        const struct elf_frame before = {.x = {0, 0x6000, 0x7FFC}, .pc = l->lines[i].address};
        struct elf_frame one = before, other = before;
        const bool found = elf_frame_return(file, &one, i % 2, read_word, NULL);

        if (elf_frame_return(file, &other, i % 2, read_word, NULL) != found || memcmp(&one, &other, sizeof one) != 0)
            fuzz_fail("the caller of 0x%x is another one", before.pc);
        if (!found && memcmp(&one, &before, sizeof one) != 0)
            fuzz_fail("the frame at 0x%x has changed", before.pc);
    }
}

static bool are_equal(const struct elf_lines *a, const struct elf_lines *b)
{
    if (a->count != b->count || a->file_count != b->file_count || a->inlined_count != b->inlined_count
        || a->trouble != b->trouble)
        return false;
    return a->count == 0 || memcmp(a->lines, b->lines, a->count * sizeof *a->lines) == 0;
}

int fuzz_lines(const uint8_t *data, size_t size)
{
    /* A copy of its own: files in memory begin at a multiple of eight. */
    struct sfp_buffer file = {.data = fuzz_memory(malloc(size + 1)), .size = size};
    struct elf_lines lines, again;

    memcpy(file.data, data, size);
    if (!elf_lines_read(&file, &lines) || !elf_lines_read(&file, &again))
        fuzz_memory(NULL);
    check(&lines);
    check_frames(&file, &lines);
    if (!are_equal(&lines, &again))
        fuzz_fail("read a second time they are others");
    elf_lines_free(&lines);
    elf_lines_free(&again);
    free(file.data);
    return 0;
}
