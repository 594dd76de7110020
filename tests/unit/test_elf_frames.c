/* From a function's frame to its caller's, in tests/elf/stack.elf, whose rules are as readelf has them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "dis/elf_code.h"
#include "base/fileio.h"

enum {
    RA = 1, SP = 2, S0 = 8, S1 = 9,
    IN_WAIT_AT = 0x6058, IN_MIDDLE = 0x60D8, IN_START = 0x6128, IN_BARE = 0x6008, START = 0x6110, END = 0x6150,
    STACK = 0xFFB007B0,
};

static struct sfp_buffer read_file(const char *path)
{
    struct sfp_buffer file;
    char *error = NULL;

    assert_true(file_read(path, &file, &error));
    return file;
}

/* A word of the stack is its address, but for those that keep an ra. */
static bool read_word(void *context, uint32_t address, uint32_t *word)
{
    size_t *reads = context;

    ++*reads;
    *word = address == STACK + 60 ? IN_START : address;
    return address >= STACK;
}

/* wait_at() keeps nothing; middle() ra at cfa - 4 = sp + 60; _start ra, s0 and s1 below cfa = sp + 16. */
static void test_frames(void **state)
{
    struct sfp_buffer file = read_file("tests/elf/stack.elf");
    struct elf_frame f = {.x = {[RA] = IN_MIDDLE, [SP] = STACK, [S0] = 8, [S1] = 9}, .pc = IN_WAIT_AT};
    size_t reads = 0;

    (void)state;
    assert_true(elf_frame_return(&file, &f, false, read_word, &reads));
    assert_int_equal(f.pc, IN_MIDDLE);
    assert_int_equal(f.x[SP], STACK);
    assert_int_equal(reads, 0);
    assert_true(elf_frame_return(&file, &f, true, read_word, &reads));
    assert_int_equal(f.pc, IN_START);
    assert_int_equal(f.x[SP], STACK + 64);
    assert_int_equal(f.x[S0], 8);
    assert_int_equal(reads, 1);
    assert_true(elf_frame_return(&file, &f, true, read_word, &reads));
    assert_int_equal(f.pc, STACK + 64 + 12);
    assert_int_equal(f.x[SP], STACK + 64 + 16);
    assert_int_equal(f.x[S0], STACK + 64 + 8);
    assert_int_equal(f.x[S1], STACK + 64 + 4);
    buffer_free(&file);
}

/* Of the last instruction of a function the rules are its own; of a call behind which another function begins those of
 * the call. */
static void test_ends(void **state)
{
    struct sfp_buffer file = read_file("tests/elf/stack.elf");
    struct elf_frame f = {.x = {[RA] = IN_MIDDLE, [SP] = STACK}, .pc = START};
    size_t reads = 0;

    (void)state;
    assert_true(elf_frame_return(&file, &f, false, read_word, &reads)); /* nothing is kept yet */
    assert_int_equal(f.x[SP], STACK);
    assert_int_equal(f.pc, IN_MIDDLE);
    f.pc = START;
    assert_true(elf_frame_return(&file, &f, true, read_word, &reads)); /* as if middle() ended in a call */
    assert_int_equal(f.pc, IN_MIDDLE);
    assert_int_equal(f.x[SP], STACK);
    buffer_free(&file);
}

static void assert_nothing(const struct sfp_buffer *file, uint32_t pc, elf_read_word *read)
{
    const struct elf_frame before = {.x = {[RA] = IN_MIDDLE, [SP] = STACK}, .pc = pc};
    struct elf_frame f = before;
    size_t reads = 0;

    assert_false(elf_frame_return(file, &f, false, read, &reads));
    assert_memory_equal(&f, &before, sizeof f);
}

static bool no_memory(void *context, uint32_t address, uint32_t *word)
{
    (void)context, (void)address, (void)word;
    return false;
}

static void test_nothing_known(void **state)
{
    struct sfp_buffer file = read_file("tests/elf/stack.elf"), without = read_file("tests/elf/threads.elf"),
                      text = read_file("tests/elf/stack.cpp");

    (void)state;
    assert_nothing(&file, IN_BARE, read_word);
    assert_nothing(&file, 0, read_word);
    assert_nothing(&file, IN_MIDDLE, no_memory);
    assert_nothing(&without, 0x6000, read_word);
    assert_nothing(&text, IN_MIDDLE, read_word);
    buffer_free(&file);
    buffer_free(&without);
    buffer_free(&text);
}

static const Elf32_Shdr *section_of(const struct sfp_buffer *file, const char *name)
{
    const Elf32_Ehdr *header = (const void *)file->data;
    const Elf32_Shdr *sections = (const void *)(file->data + header->e_shoff);
    const char *names = file->data + sections[header->e_shstrndx].sh_offset;

    for (unsigned i = 0; i < header->e_shnum; i++)
        if (strcmp(names + sections[i].sh_name, name) == 0)
            return &sections[i];
    fail();
    return NULL;
}

/* Whatever rules say, a frame is found or not, and then as it was: each byte of them in turn is another one. */
static void test_malformed(void **state)
{
    struct sfp_buffer file = read_file("tests/elf/stack.elf");
    const Elf32_Shdr *rules = section_of(&file, ".debug_frame");
    const uint8_t others[] = {0, 1, 0x0F /* def_cfa_expression */, 0x16 /* val_expression */, 0x7F, 0x80, 0xFF};
    size_t found = 0, reads = 0;

    (void)state;
    for (size_t i = 0; i < rules->sh_size; i++)
        for (size_t o = 0; o < sizeof others; o++) {
            struct elf_frame f = {.x = {[RA] = IN_START, [SP] = STACK}, .pc = IN_MIDDLE};
            char *at = &file.data[rules->sh_offset + i];
            const char before = *at;

            *at = (char)others[o];
            found += elf_frame_return(&file, &f, true, read_word, &reads);
            assert_true(f.pc != IN_MIDDLE || f.x[SP] == STACK);
            *at = before;
        }
    assert_true(found > 0 && found < rules->sh_size * sizeof others);
    buffer_free(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frames), cmocka_unit_test(test_ends), cmocka_unit_test(test_nothing_known),
        cmocka_unit_test(test_malformed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
