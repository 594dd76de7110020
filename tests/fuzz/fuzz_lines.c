/*
 * Line tables of DWARF. Input: the size of the texts that tables name, these texts, tables. What is read is in order,
 * and twice the same.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz/lines_file.h"
#include "riscv/lines.h"

static void check(const struct rv_lines *l)
{
    for (size_t i = 0; i < l->count; i++) {
        const struct rv_line *line = &l->lines[i];
        const bool known = line->file != RV_NO_FILE;

        if (i > 0 && line->address <= line[-1].address)
            fuzz_fail("line %zu, of 0x%x, is not behind that of 0x%x", i, line->address, line[-1].address);
        if (known && (line->file >= l->file_count || line->line == 0 || !*l->files[line->file].name))
            fuzz_fail("line %zu is line %u of file %u", i, line->line, line->file);
        if (line->main != RV_NO_FILE && line->main >= l->file_count)
            fuzz_fail("line %zu was compiled from file %u", i, line->main);
        if (rv_line_at(l, line->address) != (known ? line : NULL))
            fuzz_fail("line %zu is not found", i);
    }
    if (l->count > 0 && l->lines[l->count - 1].file != RV_NO_FILE)
        fuzz_fail("the last line has no end");
    if (l->trouble && !*l->trouble)
        fuzz_fail("no trouble");
}

static bool are_equal(const struct rv_lines *a, const struct rv_lines *b)
{
    if (a->count != b->count || a->file_count != b->file_count || a->trouble != b->trouble
        || a->trouble_at != b->trouble_at)
        return false;
    return a->count == 0 || memcmp(a->lines, b->lines, a->count * sizeof *a->lines) == 0;
}

int fuzz_lines(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    const uint8_t wanted = fuzz_byte(&in);
    const size_t texts = wanted < in.size ? wanted : in.size;
    struct lines_file *made = fuzz_memory(malloc(sizeof *made + in.size));
    struct sfp_buffer file = {.data = (char *)made};
    struct rv_lines lines, again;

    file.size = lines_file_make(made, in.data + texts, in.size - texts, in.data, texts);
    if (!rv_lines_read(&file, &lines) || !rv_lines_read(&file, &again))
        fuzz_memory(NULL);
    check(&lines);
    if (!are_equal(&lines, &again))
        fuzz_fail("read a second time they are others");
    rv_lines_free(&lines);
    rv_lines_free(&again);
    free(made);
    return 0;
}
