/* Disassembling by libsfpu's public header: what is written, and what is wrong with it. */
#include "sfpu_elf.h"
#include "sfpu_test.h"

#include <unistd.h>

/* As sfpu(7) has the fields: SFPLOADI 0x71 << 24, L0, 0x4000, which is 2.0 as bf16; SFPNOP 0x8F << 24; little-endian. */
static const uint8_t words[] = {0x00, 0x40, 0x00, 0x71, 0x00, 0x00, 0x00, 0x8F};
static const char words_text[] = "       0:\t71004000\tsfploadi\tL0,16384,0\n"
                                 "       4:\t8f000000\tsfpnop\n";

/* Of an arch without a second thought. */
static const struct sfpu_disassembly plain = {.size = sizeof plain};

/* What comes of bytes, and what is said, with `code`. */
static void assert_bytes(const struct sfpu_disassembly *how, const void *bytes, size_t size, int code,
                         const char *written, const char *said)
{
    struct text text = {0}, notes = {0};
    struct sfpu_disassembly own = *how;

    own.diagnose = note;
    own.context = &notes;
    assert_int_equal(sfpu_disassemble_bytes(&own, "code", bytes, size, text_add, &text), code);
    assert_string_equal(text.bytes ? text.bytes : "", written);
    assert_string_equal(notes.bytes ? notes.bytes : "", said);
    text_free(&text);
    text_free(&notes);
}

#define assert_words(how, written) assert_bytes(how, words, sizeof words, SFPU_OK, written, "")

static void test_words(void **state)
{
    static const char hex[] = "0x71004000\r\n\n0x8F000000";
    struct text text = {0};

    (void)state;
    assert_words(&plain, words_text);
    assert_bytes(&plain, hex, strlen(hex), SFPU_OK, words_text, "");
    assert_int_equal(sfpu_disassemble_bytes(NULL, "code", words, sizeof words, text_add, &text), SFPU_OK);
    assert_string_equal(text.bytes, words_text);
    text_free(&text);
}

static void test_options(void **state)
{
    struct sfpu_disassembly how = plain;

    (void)state;
    how.raw = 1;
    assert_words(&how, "sfploadi\tL0,16384,0\nsfpnop\n");
    how.annotate = 1;
    assert_words(&how, "sfploadi\tL0,16384,0\t# L0 = 2.0\nsfpnop\t# no operation\n");
    how.syntax = sfpu_syntax_named("macro");
    how.start = 1; /* within the first word, which is left out */
    assert_words(&how, "TTI_SFPNOP;\t// no operation\n");
    how.start = 0;
    how.stop = 4;
    assert_words(&how, "TTI_SFPLOADI(p_sfpu::LREG0, 0, 16384);\t// L0 = 2.0\n");
    how.stop = 8;
    how.start = 7;
    assert_bytes(&how, words, sizeof words, SFPU_OK, "",
                 "warning - -:0:0 no Tensix words in 'code', or in the part of it that was asked for\n");
    how = plain;
    how.source = 1;
    assert_bytes(&how, words, sizeof words, SFPU_OK, words_text,
                 "warning - -:0:0 no source lines: 'code' has no table of sfpasm -g beside it\n");
}

/* SFPARECIP, 0x99 << 24, is Blackhole's alone. */
static void test_arch(void **state)
{
    static const uint8_t arecip[] = {0x00, 0x00, 0x00, 0x99};
    struct sfpu_disassembly how = plain;

    (void)state;
    how.raw = 1;
    assert_bytes(&how, arecip, sizeof arecip, SFPU_OK, ".ttinsn\t0x99000000\n", "");
    how.arch = SFPU_BLACKHOLE;
    assert_bytes(&how, arecip, sizeof arecip, SFPU_OK, "sfparecip\tL0,L0,0\n", "");
}

static void test_syntaxes(void **state)
{
    (void)state;
    assert_int_equal(sfpu_syntax_named("gnu"), SFPU_GNU);
    assert_int_equal(sfpu_syntax_named("macro"), SFPU_MACRO);
    assert_int_equal(sfpu_syntax_named("gas"), SFPU_GAS);
    assert_int_equal(sfpu_syntax_named("intel"), -1);
    assert_int_equal(sfpu_syntax_named(NULL), -1);
}

static void test_elf(void **state)
{
    struct sfpu_disassembly how = plain;
    struct elf_file f;

    (void)state;
    elf_make(&f);
    assert_bytes(&how, &f, sizeof f, SFPU_OK,
                 "Section .text:\n<first>:\n    1004:\t71004000\tsfploadi\tL0,16384,0\n<second>:\n"
                 "    1008:\t8f000000\tsfpnop\n",
                 "");
    how.symbol = "first";
    how.all = 1;
    assert_bytes(&how, &f, sizeof f, SFPU_OK,
                 "Section .text:\n<first>:\n    1000:\t00000013\tnop\n"
                 "    1004:\t71004000\tsfploadi\tL0,16384,0\n",
                 "");
    how.symbol = "third";
    assert_bytes(&how, &f, sizeof f, SFPU_BAD_INPUT, "", "error - -:0:0 'code': no function 'third'\n");
}

/* The symbols' section holds code of another address, too: each has its heading, and a line between them. */
static void test_sections(void **state)
{
    struct elf_file f;

    (void)state;
    elf_make(&f);
    f.sections[2] = f.sections[1];
    f.sections[2].sh_addr = 0x2000;
    f.sections[2].sh_offset += 4;
    f.sections[2].sh_size = 8;
    assert_bytes(&plain, &f, sizeof f, SFPU_OK,
                 "Section .text:\n    1004:\t71004000\tsfploadi\tL0,16384,0\n    1008:\t8f000000\tsfpnop\n"
                 "\nSection .text:\n    2000:\t71004000\tsfploadi\tL0,16384,0\n    2004:\t8f000000\tsfpnop\n",
                 "");
}

static void test_bad_input(void **state)
{
    static const char hex[] = "0x71004000\n8F000000\n";
    struct sfpu_disassembly how = plain;

    (void)state;
    assert_bytes(&how, words, 0, SFPU_BAD_INPUT, "", "error - -:0:0 'code' is empty\n");
    assert_bytes(&how, words, 6, SFPU_BAD_INPUT, "",
                 "error - -:0:0 'code' has 6 bytes, which is not a whole number of 4-byte words\n");
    assert_bytes(&how, hex, strlen(hex), SFPU_BAD_INPUT, "",
                 "error - -:0:0 'code', line 2: '8F000000' is not 0x and 8 hexadecimal digits, like its first line\n");
    how.symbol = "first";
    assert_bytes(&how, words, sizeof words, SFPU_BAD_INPUT, "",
                 "error - -:0:0 'code' has no table of sfpasm -g beside it\n");
}

static void test_bad_arguments(void **state)
{
    const struct sfpu_disassembly wrong[] = {
        {.size = 0},
        {.size = sizeof plain, .arch = 3},
        {.size = sizeof plain, .syntax = 3},
        {.size = sizeof plain, .syntax = -1},
        {.size = sizeof plain, .start = 4, .stop = 4},
    };
    struct text text = {0};

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(sfpu_disassemble_bytes(&wrong[i], "code", words, sizeof words, text_add, &text),
                         SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_disassemble_bytes(&plain, NULL, words, sizeof words, text_add, &text), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_disassemble_bytes(&plain, "code", NULL, 4, text_add, &text), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_disassemble_bytes(&plain, "code", words, sizeof words, NULL, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_disassemble_file(&plain, NULL, text_add, &text), SFPU_BAD_ARGUMENT);
    assert_null(text.bytes);
}

/* A caller from before there was more than a syntax does not say it. */
static void test_older_caller(void **state)
{
    const struct {
        size_t size;
        int arch, syntax;
    } old = {sizeof old, SFPU_WORMHOLE, SFPU_GNU};
    struct text text = {0};

    (void)state;
    assert_int_equal(sfpu_disassemble_bytes((const struct sfpu_disassembly *)&old, "code", words, sizeof words, text_add,
                                            &text),
                     SFPU_OK);
    assert_string_equal(text.bytes, words_text);
    text_free(&text);
}

/* Takes one part, and no more. */
static int refuse(void *context, const char *bytes, size_t size)
{
    (void)bytes;
    (void)size;
    ++*(unsigned *)context;
    return 1;
}

static void test_given_up(void **state)
{
    enum { MANY = 100000 };
    uint8_t *many = calloc(MANY, sizeof words);
    unsigned times = 0;

    (void)state;
    assert_non_null(many);
    assert_int_equal(sfpu_disassemble_bytes(&plain, "code", many, MANY * sizeof words, refuse, &times), SFPU_OK);
    assert_int_equal(times, 1);
    free(many);
}

static void test_file(void **state)
{
    char directory[] = "/tmp/test-sfpu-XXXXXX", path[64], expected[128];
    struct sfpu_disassembly how = plain;
    struct text text = {0}, notes = {0};
    FILE *stream;

    (void)state;
    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/k.bin", directory);
    how.diagnose = note;
    how.context = &notes;
    assert_int_equal(sfpu_disassemble_file(&how, path, text_add, &text), SFPU_BAD_INPUT);
    snprintf(expected, sizeof expected, "error - -:0:0 cannot read '%s': No such file or directory\n", path);
    assert_string_equal(notes.bytes, expected);
    stream = fopen(path, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(words, 1, sizeof words, stream), sizeof words);
    assert_int_equal(fclose(stream), 0);
    text_free(&notes);
    assert_int_equal(sfpu_disassemble_file(&how, path, text_add, &text), SFPU_OK);
    assert_string_equal(text.bytes, words_text);
    assert_null(notes.bytes);
    text_free(&text);
    unlink(path);
    assert_int_equal(rmdir(directory), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),         cmocka_unit_test(test_options),       cmocka_unit_test(test_arch),
        cmocka_unit_test(test_syntaxes),      cmocka_unit_test(test_elf),           cmocka_unit_test(test_sections),
        cmocka_unit_test(test_bad_input),     cmocka_unit_test(test_bad_arguments), cmocka_unit_test(test_older_caller),
        cmocka_unit_test(test_given_up),      cmocka_unit_test(test_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
