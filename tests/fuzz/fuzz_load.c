/*
 * ELF files for the RISC-V core: loaded, looked up, followed as the disassembler does, and run a little. Input: a file.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "dis/elf_code.h"
#include "core/load.h"

enum { L1_SIZE = 0x20000, LOCAL_SIZE = 0x1000, MOST_STEPS = 1000 };

/* ---- Running ---- */

static void run(const struct rv_image *image, const struct rv_span *spans)
{
    const struct rv_bus bus = {0};
    struct rv_core core;

    rv_core_init(&core, SFP_BH, &bus);
    for (unsigned i = 0; i < RV_SPANS && spans[i].size; i++) {
        if (!rv_core_add_span(&core, &spans[i]))
            fuzz_fail("no span %u", i);
    }
    if (!rv_start(&core, image))
        fuzz_memory(NULL);
    if (rv_run(&core, MOST_STEPS) == RV_STOP_NONE)
        fuzz_fail("a run does not end");
    rv_core_free(&core);
}

/* Each name leads to a symbol of that name, each function's address to one there. */
static void check_symbols(const struct rv_image *image)
{
    for (size_t i = 0; i < image->symbol_count && i < 100; i++) {
        const struct rv_symbol *symbol = &image->symbols[i], *found;
        char *error;

        found = rv_symbol_named(image, symbol->name, &error);
        if (!found || strcmp(found->name, symbol->name) != 0)
            fuzz_fail("symbol %zu is not found", i);
        found = rv_symbol_at(image, symbol->address);
        if (symbol->code && symbol->function && symbol->size && (!found || found->address != symbol->address))
            fuzz_fail("function %zu is not at its address", i);
        if (!rv_symbol_named(image, symbol->name + 1, &error))
            free(error);
    }
}

static void load(const struct sfp_buffer *file)
{
    uint8_t *memory = fuzz_memory(calloc(1, L1_SIZE + LOCAL_SIZE));
    const struct rv_span spans[RV_SPANS] = {{0, L1_SIZE, memory, true},
                                            {0xFFB00000, LOCAL_SIZE, memory + L1_SIZE, false}};
    struct rv_image image;
    char *error;

    if (rv_load_elf(file, "k.elf", spans, &image, &error)) {
        check_symbols(&image);
        run(&image, spans);
        rv_image_free(&image);
    } else {
        fuzz_message(error);
    }
    free(memory);
}

/* ---- Following ---- */

static void follow(const struct sfp_buffer *file)
{
    const struct elf_range range = {.stop = UINT64_MAX};
    struct follow f = {0};
    struct elf_code code;
    struct elf_walk walk;
    struct elf_word word;
    uint32_t pushed, offset;
    char *error;

    if (!elf_read(file, "k.elf", &range, &code, &error)) {
        fuzz_message(error);
        return;
    }
    elf_walk_begin(&walk, &code);
    while (elf_walk_next(&walk, &word)) {
        if (word.section) {
            follow_end(&f);
            if (!follow_begin(&f, &walk))
                fuzz_memory(NULL);
        }
        if (follow_pushed(&f, word.address, &pushed) && word.kind != ELF_RISCV)
            fuzz_fail("word %08x at %08x is no store", word.word, word.address);
        elf_symbol_before(&walk, word.word, &offset);
    }
    follow_end(&f);
    elf_free(&code);
}

int fuzz_load(const uint8_t *data, size_t size)
{
    /* A copy of its own: files in memory begin at a multiple of eight. */
    struct sfp_buffer file = {.data = fuzz_memory(malloc(size + 1)), .size = size};

    memcpy(file.data, data, size);
    load(&file);
    if (elf_is(&file))
        follow(&file);
    free(file.data);
    return 0;
}
