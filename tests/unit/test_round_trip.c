/* Every word's text is assembled to that word again, in each syntax of either arch. */
#include "assembly/asm.h"
#include "dis/dis.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void show_error(void *context, const struct sfp_diagnostic *d)
{
    if (d->error)
        print_message("%s, line %lu: %s\n", (const char *)context, d->line, d->text);
}

/* Assembles the lines of `text`; no warnings, which are not what is looked at. */
static bool assemble(enum sfp_arch arch, bool strict, const char *text, size_t size, struct sfp_program *program)
{
    const struct sfp_asm_options options = {
        .arch = arch, .gnu_strict = strict, .max_errors = 1, .sink = show_error,
        .context = (char *)(uintptr_t)sfp_arch_name(arch)};
    const struct sfp_asm_source source = {.path = "test.s", .text = text, .size = size};

    return assembly_make(&options, &source, 1, program);
}

static bool same_words(enum sfp_arch arch, const struct sfp_program *program, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count && i < program->count; i++) {
        if (program->words[i] != words[i]) {
            print_message("0x%08x on %s became 0x%08x\n", words[i], sfp_arch_name(arch), program->words[i]);
            return false;
        }
    }
    return program->count == count;
}

/* What is assembled: the words in both syntaxes, and the words they stand for. */
struct lines {
    char *text;
    size_t length;
    uint32_t *words;
    size_t count;
};

static void add_line(struct lines *lines, const char *text, size_t length, uint32_t word)
{
    memcpy(lines->text + lines->length, text, length);
    lines->length += length;
    lines->text[lines->length++] = '\n';
    lines->words[lines->count++] = word;
}

/* Assembles the lines, and looks whether they give their words. */
static bool come_back(enum sfp_arch arch, bool strict, const struct lines *lines)
{
    struct sfp_program program = {0};
    const bool same = assemble(arch, strict, lines->text, lines->length, &program) &&
                      same_words(arch, &program, lines->words, lines->count);

    sfp_program_free(&program);
    return same;
}

/* Each word's text for GNU as, which --gnu-strict must take. */
static bool gas_round_trip(enum sfp_arch arch, unsigned style, const uint32_t *words, size_t count)
{
    struct lines lines = {.text = malloc(count * SFP_DISASSEMBLY_SIZE), .words = malloc(count * sizeof *lines.words)};
    struct sfp_index index;
    bool same = false;

    sfp_index_init(&index, arch);
    if (lines.text && lines.words) {
        for (size_t i = 0; i < count; i++) {
            char text[SFP_DISASSEMBLY_SIZE];

            add_line(&lines, text, disassembly_of_word(&index, words[i], SFP_SYNTAX_GAS | style, text), words[i]);
        }
        same = come_back(arch, true, &lines);
    }
    free(lines.text);
    free(lines.words);
    return same;
}

/* Disassembles words and assembles their texts again. A text that is the same in both syntaxes stands there once. */
static bool round_trip(enum sfp_arch arch, unsigned style, const uint32_t *words, size_t count)
{
    struct lines lines = {.text = malloc(2 * count * SFP_DISASSEMBLY_SIZE),
                          .words = malloc(2 * count * sizeof *lines.words)};
    struct sfp_index index;
    bool same = false;

    sfp_index_init(&index, arch);
    if (lines.text && lines.words) {
        for (size_t i = 0; i < count; i++) {
            char gnu[SFP_DISASSEMBLY_SIZE];
            char macro[SFP_DISASSEMBLY_SIZE];
            const size_t gnu_length = disassembly_of_word(&index, words[i], SFP_SYNTAX_GNU | style, gnu);
            const size_t macro_length = disassembly_of_word(&index, words[i], SFP_SYNTAX_MACRO | style, macro);

            add_line(&lines, gnu, gnu_length, words[i]);
            if (strcmp(gnu, macro) != 0)
                add_line(&lines, macro, macro_length, words[i]);
        }
        same = come_back(arch, false, &lines);
    }
    free(lines.text);
    free(lines.words);
    return same;
}

/* `style`: 0, or SFP_HEX. */
static bool round_trips(unsigned style, const uint32_t *words, size_t count)
{
    return round_trip(SFP_WH, style, words, count) && round_trip(SFP_BH, style, words, count) &&
           gas_round_trip(SFP_WH, style, words, count) && gas_round_trip(SFP_BH, style, words, count);
}

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* For each opcode: all zeros, all ones, single bits and their complements, every mode at either of the places there are
 * for it, alone and with an immediate of one sign and the other, random fields dense and sparse. */
static void test_opcodes(void **state)
{
    enum { EACH = 400, BITS = 24, MODES = 16 };
    static const uint32_t immediates[] = {0, 0x001000, 0xFFF000, 0x000001, 0x00FFFF};
    static uint32_t words[256 * (EACH + 2 * BITS + 2 + 2 * MODES * sizeof immediates / sizeof immediates[0])];
    uint64_t random = 0x9E3779B97F4A7C15;
    size_t count = 0;

    (void)state;
    for (uint32_t opcode = 0; opcode < 256; opcode++) {
        words[count++] = opcode << 24;
        words[count++] = opcode << 24 | 0xFFFFFF;
        for (unsigned bit = 0; bit < BITS; bit++) {
            words[count++] = opcode << 24 | 1u << bit;
            words[count++] = opcode << 24 | (0xFFFFFF & ~(1u << bit));
        }
        for (uint32_t mode = 0; mode < MODES; mode++) {
            for (size_t i = 0; i < sizeof immediates / sizeof immediates[0]; i++) {
                words[count++] = opcode << 24 | (immediates[i] & ~0xFu) | mode;
                words[count++] = opcode << 24 | (immediates[i] & ~0xF0000u) | mode << 16;
            }
        }
        for (size_t i = 0; i < EACH; i++) {
            uint32_t fields = (uint32_t)next_random(&random);

            if (i % 2)
                fields &= (uint32_t)next_random(&random);
            if (i % 4 == 3)
                fields &= (uint32_t)next_random(&random);
            words[count++] = opcode << 24 | (fields & 0xFFFFFF);
        }
    }
    assert_true(round_trips(0, words, count));
    assert_true(round_trips(SFP_HEX, words, count));
}

/* ---- All words ---- */

enum { CHUNK = 1 << 15, SAMPLE = 8191 };

/* One worker's share of the words 0, stride, 2 * stride, ...: every `workers`th chunk of them. */
static bool sweep(uint64_t stride, uint64_t worker, uint64_t workers)
{
    static uint32_t words[CHUNK];

    for (uint64_t chunk = worker; chunk * CHUNK * stride <= UINT32_MAX; chunk += workers) {
        uint64_t word = chunk * CHUNK * stride;
        size_t count = 0;

        for (; count < CHUNK && word <= UINT32_MAX; word += stride)
            words[count++] = (uint32_t)word;
        if (!round_trips(0, words, count))
            return false;
    }
    return true;
}

/* Every word there is if SFP_LONG is set, each opcode's 2^24, which takes an hour or so of two processors; else a
 * sample that is the same each time. */
static void test_sweep(void **state)
{
    const uint64_t stride = getenv("SFP_LONG") ? 1 : SAMPLE;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const uint64_t workers = processors > 1 ? (uint64_t)processors : 1;
    size_t failed = 0;

    (void)state;
    for (uint64_t worker = 0; worker < workers; worker++) {
        const pid_t child = fork();

        assert_true(child >= 0);
        if (child == 0)
            _exit(sweep(stride, worker, workers) ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    for (uint64_t worker = 0; worker < workers; worker++) {
        int status;

        assert_true(wait(&status) > 0);
        failed += !WIFEXITED(status) || WEXITSTATUS(status) != EXIT_SUCCESS;
    }
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_opcodes), cmocka_unit_test(test_sweep)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
