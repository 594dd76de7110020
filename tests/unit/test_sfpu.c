/*
 * libsfpu by its public header alone: machines, programs, settings and state. Values are worked by hand, the working
 * beside them.
 */
#include "sfpu_elf.h"
#include "sfpu_test.h"

#include <unistd.h>

/* 2.0 into L0 and L0 * L0 = 4.0 into L1, whose result can be read after one cycle more, and a store of it. */
static const char square[] = "sfploadi L0, 0x4000, 0\n"
                             "sfpmul L1, L0, L0, L9, 0\n"
                             "sfpnop\n"
                             "sfpstore L1, 4, 3, 3\n";

/* The same: opcode << 24 and the fields of sfpu(7). SFPLOADI 0x71 VD 0; SFPMUL 0x86 VA 0, VB 0, VC 9, VD 1; SFPNOP
 * 0x8F; SFPSTORE 0x72 VD 1, Mod0 3 << 16, address mode 3 << 14, address 4. */
static const uint32_t square_words[] = {0x71004000, 0x86000910, 0x8F000000, 0x7213C004};
enum { SQUARE_WORDS = 4 };

/* ---- Machines ---- */

static void test_codes(void **state)
{
    static const struct {
        int code;
        const char *text;
    } codes[] = {
        {SFPU_OK, "done"}, {SFPU_STOPPED, "stopped at a limit"}, {SFPU_DIFFERENT, "the values differ"},
        {SFPU_NO_MEMORY, "not enough memory"}, {SFPU_BAD_ARGUMENT, "an argument is out of range"},
        {SFPU_BAD_INPUT, "malformed input"}, {SFPU_BAD_SOURCE, "the source has errors"},
        {SFPU_NO_PROGRAM, "no program is loaded"}, {SFPU_REFUSED, "an instruction is not modelled"},
        {SFPU_DEADLOCK, "the program waits for ever"}, {3, "no such code"}, {-8, "the run was interrupted"}, {-9, "no such code"},
    };
    unsigned parts[3];
    char rest;

    (void)state;
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        assert_string_equal(sfpu_code_text(codes[i].code), codes[i].text);
    assert_int_equal(sscanf(sfpu_version(), "%u.%u.%u%c", &parts[0], &parts[1], &parts[2], &rest), 3);
}

static void test_open(void **state)
{
    struct sfpu_options options = {.size = sizeof options, .arch = 3};
    sfpu_machine *m = (sfpu_machine *)&options;

    (void)state;
    assert_int_equal(sfpu_open(NULL, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_open(&options, &m), SFPU_BAD_ARGUMENT);
    assert_null(m);
    options = (struct sfpu_options){.size = 0, .arch = SFPU_BLACKHOLE};
    assert_int_equal(sfpu_open(&options, &m), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_open(NULL, &m), SFPU_OK);
    assert_int_equal(sfpu_machine_arch(m), SFPU_ANY_ARCH);
    assert_string_equal(sfpu_simd_level(m), "");
    assert_string_equal(sfpu_error(m), "");
    sfpu_close(m);
    m = machine_of(SFPU_BLACKHOLE);
    assert_int_equal(sfpu_machine_arch(m), SFPU_BLACKHOLE);
    assert_string_not_equal(sfpu_simd_level(m), "");
    sfpu_close(m);
    sfpu_close(NULL);
    sfpu_free(NULL);
}

/* A caller from before there was `arch` knows the size alone; one of the future has more behind what is known here. */
static void test_callers_of_other_ages(void **state)
{
    const struct {
        size_t size;
    } old = {sizeof old};
    struct {
        struct sfpu_options now;
        uint64_t later[4];
    } new = {.now = {.size = sizeof new, .arch = SFPU_BLACKHOLE}, .later = {1, 2, 3, 4}};
    struct {
        struct sfpu_result now;
        uint64_t later;
    } result = {.now.size = sizeof result, .later = 7};
    struct sfpu_result part = {.size = offsetof(struct sfpu_result, vector), .vector = 99};
    sfpu_machine *m;

    (void)state;
    assert_int_equal(sfpu_open((const struct sfpu_options *)&old, &m), SFPU_OK);
    assert_int_equal(sfpu_machine_arch(m), SFPU_ANY_ARCH);
    sfpu_close(m);
    assert_int_equal(sfpu_open(&new.now, &m), SFPU_OK);
    assert_int_equal(sfpu_machine_arch(m), SFPU_BLACKHOLE);
    load(m, square);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_get_result(m, &part), SFPU_OK);
    assert_int_equal(part.instructions, SQUARE_WORDS);
    assert_int_equal(part.vector, 99);
    assert_int_equal(part.size, offsetof(struct sfpu_result, vector));
    assert_int_equal(sfpu_get_result(m, &result.now), SFPU_OK);
    assert_int_equal(result.now.vector, SQUARE_WORDS);
    assert_int_equal(result.later, 7);
    part.size = 0;
    assert_fails(m, sfpu_get_result(m, &part), SFPU_BAD_ARGUMENT, "a struct does not say its size");
    assert_fails(m, sfpu_get_result(m, NULL), SFPU_BAD_ARGUMENT, "no place for the result");
    sfpu_close(m);
}

static void test_arch_names(void **state)
{
    char names[64], cut[9];

    (void)state;
    assert_int_equal(sfpu_arch_names(names, sizeof names), SFPU_OK);
    assert_string_equal(names, "wormhole (wh) or blackhole (bh)");
    assert_int_equal(sfpu_arch_names(cut, sizeof cut), SFPU_OK);
    assert_string_equal(cut, "wormhole");
    assert_int_equal(sfpu_arch_names(names, 0), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_arch_names(NULL, 9), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_arch_named("wormhole"), SFPU_WORMHOLE);
    assert_int_equal(sfpu_arch_named("wh"), SFPU_WORMHOLE);
    assert_int_equal(sfpu_arch_named("bh"), SFPU_BLACKHOLE);
    assert_int_equal(sfpu_arch_named("grayskull"), SFPU_ANY_ARCH);
    assert_int_equal(sfpu_arch_named(NULL), SFPU_ANY_ARCH);
    assert_string_equal(sfpu_arch_name(SFPU_WORMHOLE), "wormhole");
    assert_string_equal(sfpu_arch_name(SFPU_BLACKHOLE), "blackhole");
    assert_string_equal(sfpu_arch_name(SFPU_ANY_ARCH), "any arch");
    assert_string_equal(sfpu_arch_name(17), "any arch");
}

/* Where the arch is open, the first program decides; calls that fail do not. */
static void test_any_arch(void **state)
{
    static const char blackhole[] = ".arch blackhole\nsfpnop\n", wormhole[] = ".arch wormhole\nsfpnop\n";
    uint32_t lanes[SFPU_LANES];
    sfpu_machine *m = machine_of(SFPU_ANY_ARCH);

    (void)state;
    assert_int_equal(sfpu_set(m, "no-such", ""), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_lreg(m, SFPU_LREGS, lanes), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_set_lreg(m, SFPU_LREGS, lanes), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_flags(m, NULL, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_set_state(m, NULL, 0), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_write_dst(m, SFPU_RAW, SFPU_ROWS, lanes, 1), SFPU_BAD_INPUT);
    assert_int_equal(sfpu_configure_format(m, 99), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_machine_arch(m), SFPU_ANY_ARCH);
    assert_int_equal(sfpu_stated_arch(m), SFPU_ANY_ARCH);
    assert_null(sfpu_stated_init(m));
    load(m, blackhole);
    assert_null(sfpu_stated_init(m));
    assert_int_equal(sfpu_machine_arch(m), SFPU_BLACKHOLE);
    assert_int_equal(sfpu_stated_arch(m), SFPU_BLACKHOLE);
    assert_fails(m, sfpu_load_text(m, "k.s", wormhole, strlen(wormhole)), SFPU_BAD_SOURCE,
                 "k.s: the source has errors");
    assert_int_equal(sfpu_machine_arch(m), SFPU_BLACKHOLE);
    sfpu_close(m);

    m = machine_of(SFPU_ANY_ARCH);
    assert_int_equal(sfpu_load_words(m, square_words, SQUARE_WORDS), SFPU_OK);
    assert_int_equal(sfpu_machine_arch(m), SFPU_WORMHOLE);
    assert_int_equal(sfpu_stated_arch(m), SFPU_ANY_ARCH);
    sfpu_close(m);
    assert_int_equal(sfpu_stated_arch(NULL), SFPU_ANY_ARCH);
    assert_null(sfpu_stated_init(NULL));

    m = machine_of(SFPU_WORMHOLE);
    load(m, ".init llk\nsfpnop\n");
    assert_string_equal(sfpu_stated_init(m), "llk");
    load(m, ".init reset\nsfpnop\n");
    assert_string_equal(sfpu_stated_init(m), "reset");
    load(m, "sfpnop\n");
    assert_null(sfpu_stated_init(m));
    sfpu_close(m);

    m = machine_of(SFPU_ANY_ARCH);
    assert_int_equal(sfpu_get_lreg(m, 0, lanes), SFPU_OK);
    assert_int_equal(sfpu_machine_arch(m), SFPU_WORMHOLE);
    sfpu_close(m);
}

/* ---- Programs ---- */

static void assert_square(sfpu_machine *m)
{
    assert_int_equal(sfpu_word_count(m), SQUARE_WORDS);
    assert_memory_equal(sfpu_words(m), square_words, sizeof square_words);
}

static void test_words(void **state)
{
    uint32_t words[SQUARE_WORDS];
    char text[64], cut[5];
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);

    (void)state;
    assert_int_equal(sfpu_word_count(m), 0);
    assert_null(sfpu_words(m));
    assert_fails(m, sfpu_place(m, 0, text, sizeof text), SFPU_BAD_ARGUMENT, "there is no word 0: the program has 0");
    memcpy(words, square_words, sizeof words);
    assert_int_equal(sfpu_load_words(m, words, SQUARE_WORDS), SFPU_OK);
    memset(words, 0, sizeof words);
    assert_square(m);
    assert_int_equal(sfpu_place(m, 3, text, sizeof text), SFPU_OK);
    assert_string_equal(text, "words: word 3");
    assert_int_equal(sfpu_place(m, 3, cut, sizeof cut), SFPU_OK);
    assert_string_equal(cut, "word");
    assert_fails(m, sfpu_place(m, 4, text, sizeof text), SFPU_BAD_ARGUMENT, "there is no word 4: the program has 4");
    assert_fails(m, sfpu_place(m, 0, text, 0), SFPU_BAD_ARGUMENT, "no room for the place");
    assert_int_equal(sfpu_disassemble(m, square_words[0], text, sizeof text), SFPU_OK);
    assert_string_equal(text, "sfploadi\tL0,16384,0");
    assert_int_equal(sfpu_disassemble(m, square_words[0], cut, sizeof cut), SFPU_OK);
    assert_string_equal(cut, "sfpl");
    assert_fails(m, sfpu_disassemble(m, 0, NULL, 9), SFPU_BAD_ARGUMENT, "no room for the instruction");
    assert_fails(m, sfpu_disassemble(m, 0, text, 0), SFPU_BAD_ARGUMENT, "no room for the instruction");
    assert_fails(m, sfpu_place(m, 0, NULL, 9), SFPU_BAD_ARGUMENT, "no room for the place");
    assert_null(sfpu_source_file(m, 0));

    assert_fails(m, sfpu_load_words(m, NULL, 1), SFPU_BAD_ARGUMENT, "no words");
    assert_fails(m, sfpu_load_words(m, words, 0), SFPU_BAD_INPUT,
                 "words: empty: expected 32-bit instruction words");
    assert_square(m);
    sfpu_close(m);
}

static void keep_printed(void *context, const struct sfpu_diagnostic *d)
{
    assert_string_not_equal(d->printed, d->colored);
    text_add(context, d->printed, strlen(d->printed));
}

static void test_text(void **state)
{
    static const char bad[] = "sfpnop\n  sfpnopp\n";
    char place[64];
    struct text said = {0};
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);

    (void)state;
    load(m, square);
    assert_square(m);
    assert_int_equal(sfpu_place(m, 1, place, sizeof place), SFPU_OK);
    assert_string_equal(place, "k.s:2:1");
    assert_fails(m, sfpu_load_text(m, "bad.s", bad, strlen(bad)), SFPU_BAD_SOURCE, "bad.s: the source has errors");
    sfpu_on_diagnostic(m, note, &said);
    assert_int_equal(sfpu_load_text(m, "bad.s", bad, strlen(bad)), SFPU_BAD_SOURCE);
    assert_non_null(said.bytes);
    assert_string_equal(said.bytes, "error - bad.s:2:3 unknown instruction 'sfpnopp'; did you mean 'sfpnop'?\n");
    text_free(&said);
    sfpu_on_diagnostic(m, keep_printed, &said);
    assert_int_equal(sfpu_load_text(m, "bad.s", bad, strlen(bad)), SFPU_BAD_SOURCE);
    assert_string_equal(said.bytes, "bad.s:2:3: error: unknown instruction 'sfpnopp'; did you mean 'sfpnop'?\n"
                                    "  sfpnopp\n"
                                    "  ^~~~~~~\n");
    text_free(&said);
    sfpu_on_diagnostic(m, NULL, NULL);
    assert_fails(m, sfpu_load_text(m, "e.s", "", 0), SFPU_BAD_SOURCE, "e.s: the source has errors");
    assert_fails(m, sfpu_load_text(m, NULL, "", 0), SFPU_BAD_ARGUMENT, "no text, or no name for it");
    assert_fails(m, sfpu_load_text(m, "e.s", NULL, 0), SFPU_BAD_ARGUMENT, "no text, or no name for it");
    assert_square(m);
    sfpu_close(m);
}

static void write_file(const char *path, const void *bytes, size_t size)
{
    FILE *stream = fopen(path, "wb");

    assert_non_null(stream);
    assert_int_equal(fwrite(bytes, 1, size, stream), size);
    assert_int_equal(fclose(stream), 0);
}

static void count_warnings(void *count, const struct sfpu_diagnostic *d)
{
    *(size_t *)count += d->warning && strcmp(d->warning, "gnu") == 0;
}

/* What the options of a machine's sources say, which it keeps: 2 words by ROWS, 1 by an included file, and a warning of a
 * class that is off otherwise, for the one place of T0. */
static void test_configured_assembly(void **state)
{
    static const char text[] = ".include \"rows.inc\"\n.rept ROWS\nsfpmov T0, L1, 0\n.endr\n";
    char directory[] = "/tmp/test-sfpu-XXXXXX", included[64], rows[] = "ROWS=2", gnu[] = "gnu";
    const char *dirs[] = {directory}, *defines[] = {rows}, *warnings[] = {gnu};
    struct sfpu_assembly how = {.size = sizeof how, .include_dirs = dirs, .include_dir_count = 1, .defines = defines,
                                .define_count = 1, .warnings = warnings, .warning_count = 1};
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);
    size_t told = 0;

    (void)state;
    assert_non_null(mkdtemp(directory));
    snprintf(included, sizeof included, "%s/rows.inc", directory);
    write_file(included, "sfpnop\n", 7);
    sfpu_on_diagnostic(m, count_warnings, &told);
    assert_int_equal(sfpu_load_text(m, "k.s", text, sizeof text - 1), SFPU_BAD_SOURCE);
    assert_int_equal(sfpu_configure_assembly(m, &how), SFPU_OK);
    rows[5] = '9'; /* it has copies */
    defines[0] = NULL;
    assert_int_equal(sfpu_load_text(m, "k.s", text, sizeof text - 1), SFPU_OK);
    assert_int_equal(sfpu_word_count(m), 3);
    assert_int_equal(told, 1);
    assert_fails(m, sfpu_configure_assembly(m, &how), SFPU_BAD_ARGUMENT, "the options for assembling are invalid");
    defines[0] = rows;
    strcpy(gnu, "gnX");
    assert_fails(m, sfpu_configure_assembly(m, &how), SFPU_BAD_ARGUMENT, "unknown warning of the assembler");
    assert_int_equal(sfpu_load_text(m, "k.s", text, sizeof text - 1), SFPU_OK); /* as before */
    assert_int_equal(sfpu_word_count(m), 3);
    assert_int_equal(sfpu_configure_assembly(m, NULL), SFPU_OK);
    assert_int_equal(sfpu_load_text(m, "k.s", text, sizeof text - 1), SFPU_BAD_SOURCE);
    assert_int_equal(sfpu_configure_assembly(NULL, NULL), SFPU_BAD_ARGUMENT);
    unlink(included);
    assert_int_equal(rmdir(directory), 0);
    sfpu_close(m);
}

static void test_files(void **state)
{
    char directory[] = "/tmp/test-sfpu-XXXXXX", source[64], words[64], missing[64], expected[192];
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);

    (void)state;
    assert_non_null(mkdtemp(directory));
    snprintf(source, sizeof source, "%s/k.s", directory);
    snprintf(words, sizeof words, "%s/k.bin", directory);
    snprintf(missing, sizeof missing, "%s/none.bin", directory);
    write_file(source, square, strlen(square));
    write_file(words, square_words, sizeof square_words); /* little-endian, as the host is */
    assert_int_equal(sfpu_load_file(m, source), SFPU_OK);
    assert_square(m);
    assert_string_equal(sfpu_source_file(m, 0), source);
    assert_null(sfpu_source_file(m, 1));
    assert_int_equal(sfpu_load_file(m, words), SFPU_OK);
    assert_square(m);
    snprintf(expected, sizeof expected, "cannot read '%s': No such file or directory", missing);
    assert_fails(m, sfpu_load_file(m, missing), SFPU_BAD_INPUT, expected);
    assert_fails(m, sfpu_load_file(m, NULL), SFPU_BAD_ARGUMENT, "no path");
    write_file(words, square_words, 6);
    snprintf(expected, sizeof expected, "%s: 6 bytes are not whole 32-bit words; source is named .s or .S; for C++ "
             "headers: sfpasm --call", words);
    assert_fails(m, sfpu_load_file(m, words), SFPU_BAD_INPUT, expected);
    assert_square(m);
    unlink(source);
    unlink(words);
    assert_int_equal(rmdir(directory), 0);
    sfpu_close(m);
}

static void test_elf(void **state)
{
    struct elf_file f;
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);

    (void)state;
    elf_make(&f);
    assert_int_equal(sfpu_load_elf(m, &f, sizeof f, NULL), SFPU_OK);
    assert_int_equal(sfpu_word_count(m), 2);
    assert_int_equal(sfpu_words(m)[0], square_words[0]);
    assert_int_equal(sfpu_words(m)[1], 0x8F000000);
    assert_int_equal(sfpu_load_elf(m, &f, sizeof f, "second"), SFPU_OK);
    assert_int_equal(sfpu_word_count(m), 1);
    assert_int_equal(sfpu_words(m)[0], 0x8F000000);
    assert_fails(m, sfpu_load_elf(m, &f, sizeof f, "third"), SFPU_BAD_INPUT,
                 "'ELF file': no function 'third'");
    assert_fails(m, sfpu_load_elf(m, NULL, 0, NULL), SFPU_BAD_ARGUMENT, "no bytes");
    f.text[1] = f.text[2] = ADDI;
    assert_fails(m, sfpu_load_elf(m, &f, sizeof f, NULL), SFPU_BAD_INPUT, "ELF file: no Tensix instructions");
    assert_int_equal(sfpu_load_elf(m, "no ELF", 6, NULL), SFPU_BAD_INPUT);
    assert_int_equal(sfpu_word_count(m), 1);
    sfpu_close(m);
}

/* ---- State ---- */

/* Lane l gets l * 3. */
static void fill(uint32_t lanes[SFPU_LANES])
{
    for (uint32_t lane = 0; lane < SFPU_LANES; lane++)
        lanes[lane] = lane * 3;
}

static void test_lregs(void **state)
{
    uint32_t lanes[SFPU_LANES], got[SFPU_LANES];
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);

    (void)state;
    fill(lanes);
    for (unsigned reg = 0; reg < SFPU_LREGS; reg++) {
        const int constant = (reg >= 8 && reg <= 10) || reg == 15;

        assert_int_equal(sfpu_get_lreg(m, reg, got), SFPU_OK);
        assert_int_equal(sfpu_set_lreg(m, reg, lanes), constant ? SFPU_BAD_ARGUMENT : SFPU_OK);
        if (!constant)
            assert_int_equal(sfpu_get_lreg(m, reg, got), SFPU_OK);
        if (!constant)
            assert_memory_equal(got, lanes, sizeof lanes);
    }
    assert_lreg(m, 10, 0x3F800000); /* 1.0 */
    assert_int_equal(sfpu_get_lreg(m, 15, got), SFPU_OK);
    assert_int_equal(got[31], 62); /* L15 counts lanes by two */
    assert_fails(m, sfpu_set_lreg(m, 9, lanes), SFPU_BAD_ARGUMENT, "L9 is not a register that can be written");
    assert_fails(m, sfpu_set_lreg(m, 0, NULL), SFPU_BAD_ARGUMENT, "no lanes");
    assert_fails(m, sfpu_get_lreg(m, 17, got), SFPU_BAD_ARGUMENT,
                 "L17 is not a register, or there is no place for its lanes");
    assert_int_equal(sfpu_get_lreg(NULL, 0, got), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_set_lreg(NULL, 0, got), SFPU_BAD_ARGUMENT);
    sfpu_close(m);
}

/* Only lanes whose flag is set are written, once flags count. */
static void test_flags(void **state)
{
    uint32_t flags, use, got[SFPU_LANES];
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, "sfploadi L0, 0x4000, 0\n");

    (void)state;
    assert_int_equal(sfpu_set_flags(m, 0x80000005, UINT32_MAX), SFPU_OK);
    assert_int_equal(sfpu_get_flags(m, &flags, &use), SFPU_OK);
    assert_int_equal(flags, 0x80000005);
    assert_int_equal(use, UINT32_MAX);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_get_lreg(m, 0, got), SFPU_OK);
    for (unsigned lane = 0; lane < SFPU_LANES; lane++)
        assert_int_equal(got[lane], lane == 0 || lane == 2 || lane == 31 ? 0x40000000 : 0);
    assert_fails(m, sfpu_get_flags(m, NULL, &use), SFPU_BAD_ARGUMENT, "no place for the flags");
    assert_fails(m, sfpu_get_flags(m, &use, NULL), SFPU_BAD_ARGUMENT, "no place for the flags");
    assert_int_equal(sfpu_set_flags(NULL, 0, 0), SFPU_BAD_ARGUMENT);
    sfpu_close(m);
}

static void test_state(void **state)
{
    static const char change[] = "{\"lane_flags\": \"0x00001234\", \"cycles\": 7}", bad[] = "{\"lane_flags\": true}";
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, square), *other = machine_of(SFPU_WORMHOLE);
    uint32_t flags, use;
    char *json, *again;
    size_t size;

    (void)state;
    if (sfpu_set_state(m, change, strlen(change)) != SFPU_OK)
        fail_msg("%s", sfpu_error(m));
    assert_int_equal(sfpu_get_flags(m, &flags, &use), SFPU_OK);
    assert_int_equal(flags, 0x1234);
    assert_int_equal(sfpu_get_state(m, &json, &size), SFPU_OK);
    assert_int_equal(strlen(json), size);
    assert_null(strstr(json, "\"cycles\""));
    assert_int_equal(sfpu_set_state(other, json, size), SFPU_OK);
    assert_int_equal(sfpu_get_state(other, &again, NULL), SFPU_OK);
    assert_string_equal(again, json);
    sfpu_free(again);
    assert_fails(m, sfpu_set_state(m, bad, strlen(bad)), SFPU_BAD_INPUT,
                 "lane_flags: found true, expected a number from 0 to 4294967295, or \"0x0\" to \"0xffffffff\"");
    assert_int_equal(sfpu_get_state(m, &again, NULL), SFPU_OK);
    assert_string_equal(again, json);
    sfpu_free(again);
    sfpu_free(json);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_get_state(m, &json, NULL), SFPU_OK);
    assert_non_null(strstr(json, "\"cycles\": 4")); /* one an instruction, of which there are four */
    sfpu_free(json);
    assert_fails(m, sfpu_get_state(m, NULL, NULL), SFPU_BAD_ARGUMENT, "no place for the text");
    assert_fails(m, sfpu_set_state(m, NULL, 0), SFPU_BAD_ARGUMENT, "no text");
    sfpu_close(m);
    sfpu_close(other);
}

static void test_settings(void **state)
{
    char text[128];
    uint32_t flags, use;
    sfpu_machine *m = machine_of(SFPU_BLACKHOLE);

    (void)state;
    assert_int_equal(sfpu_set(m, "init", "llk"), SFPU_OK);
    assert_int_equal(sfpu_get_flags(m, &flags, &use), SFPU_OK);
    assert_int_equal(use, UINT32_MAX);
    assert_int_equal(flags, UINT32_MAX);
    assert_int_equal(sfpu_reset(m), SFPU_OK);
    assert_int_equal(sfpu_get_flags(m, &flags, &use), SFPU_OK);
    assert_int_equal(use, 0);
    assert_int_equal(sfpu_set(m, "dst-base", "64"), SFPU_OK);
    assert_fails(m, sfpu_set(m, "dst-base", "1024"), SFPU_BAD_ARGUMENT, "dst-base: '1024' is not in 0..1023");
    assert_fails(m, sfpu_set(m, "dst-bass", "0"), SFPU_BAD_ARGUMENT, "dst-bass: no such setting");
    assert_fails(m, sfpu_set(m, NULL, "0"), SFPU_BAD_ARGUMENT, "no name, or no value");
    assert_fails(m, sfpu_set(m, "dst-base", NULL), SFPU_BAD_ARGUMENT, "no name, or no value");
    assert_int_equal(sfpu_check_setting(NULL, "llk", text, sizeof text), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_check_setting("init", "llk", text, 0), SFPU_BAD_ARGUMENT);
    assert_fails(m, sfpu_set(m, "addr-mod-base", ""), SFPU_BAD_ARGUMENT,
                 "addr-mod-base: Blackhole has no address modifier base; its field selects all eight entries");
    assert_int_equal(sfpu_set(NULL, "init", "llk"), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_reset(NULL), SFPU_BAD_ARGUMENT);

    assert_int_equal(sfpu_check_setting("srcb-format", "bf16", text, sizeof text), SFPU_OK);
    assert_string_equal(text, "");
    assert_int_equal(sfpu_check_setting("srcb-format", "bf17", text, sizeof text), SFPU_BAD_ARGUMENT);
    assert_string_equal(text, "srcb-format: 'bf17' is neither a data format nor a code from 0 to 15");
    assert_int_equal(sfpu_check_setting("init", NULL, text, sizeof text), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_check_setting("init", "llk", NULL, 0), SFPU_BAD_ARGUMENT);
    sfpu_close(m);
}

/* ---- No machine ---- */

static void ignore_event(void *context, const struct sfpu_event *event)
{
    (void)context, (void)event;
}

static void test_no_machine(void **state)
{
    struct sfpu_finding finding = {.size = sizeof finding};
    struct sfpu_progress progress = {.size = sizeof progress};
    struct sfpu_result result = {.size = sizeof result};
    struct sfpu_where where = {.size = sizeof where};
    struct sfpu_inlined inlined = {.size = sizeof inlined};
    struct sfpu_stack stack = {.size = sizeof stack};
    struct sfpu_macros macros = {.size = sizeof macros};
    const struct sfpu_limits limits = {.size = sizeof limits};
    uint32_t lanes, flags;
    size_t count;
    char text[8], *json;

    (void)state;
    assert_string_equal(sfpu_error(NULL), "");
    assert_string_equal(sfpu_simd_level(NULL), "");
    assert_int_equal(sfpu_machine_arch(NULL), SFPU_ANY_ARCH);
    assert_int_equal(sfpu_word_count(NULL), 0);
    assert_null(sfpu_words(NULL));
    assert_null(sfpu_source_file(NULL, 0));
    sfpu_on_diagnostic(NULL, note, NULL);
    sfpu_on_event(NULL, ignore_event, NULL);
    sfpu_clear_findings(NULL);
    assert_int_equal(sfpu_load_words(NULL, square_words, SQUARE_WORDS), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_load_file(NULL, "k.s"), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_place(NULL, 0, text, sizeof text), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_disassemble(NULL, 0, text, sizeof text), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_run(NULL, 1), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_step(NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_configure_runs(NULL, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_set_gaps(NULL, "", 0), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_want(NULL, SFPU_STATS, NULL, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_report(NULL, SFPU_STATS, text_add, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_warn(NULL, "uninit"), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_limit_findings(NULL, SFPU_NOTE, 0), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_finding(NULL, 0, &finding), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_visit_findings(NULL, NULL, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_preprocessed_open(NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_share_preprocessed(NULL, NULL), SFPU_BAD_ARGUMENT);
    sfpu_preprocessed_close(NULL);
    assert_int_equal(sfpu_count_findings(NULL, &count, &count), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_print_findings(NULL, 0, text_add, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_progress(NULL, &progress), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_load_text(NULL, "k.s", "sfpnop\n", 7), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_load_elf(NULL, text, sizeof text, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_where(NULL, 0, &where), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_inlined(NULL, 0, 0, &inlined), SFPU_BAD_ARGUMENT);
    assert_null(sfpu_region(NULL, 0, NULL, NULL));
    assert_int_equal(sfpu_get_flags(NULL, &flags, &lanes), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_enabled(NULL, &lanes), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_stack(NULL, &stack), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_macros(NULL, &macros), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_state(NULL, &json, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_set_state(NULL, "{}", 2), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_check_state(NULL, "{}", 2), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_compare_state(NULL, "{}", 2, NULL, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_configured_format(NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_run_until(NULL, &limits), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_end_run(NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_result(NULL, &result), SFPU_BAD_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_codes),    cmocka_unit_test(test_open),  cmocka_unit_test(test_callers_of_other_ages),
        cmocka_unit_test(test_arch_names), cmocka_unit_test(test_any_arch), cmocka_unit_test(test_words),
        cmocka_unit_test(test_text),     cmocka_unit_test(test_configured_assembly), cmocka_unit_test(test_files), cmocka_unit_test(test_elf),
        cmocka_unit_test(test_lregs),    cmocka_unit_test(test_flags), cmocka_unit_test(test_state),
        cmocka_unit_test(test_settings), cmocka_unit_test(test_no_machine),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
