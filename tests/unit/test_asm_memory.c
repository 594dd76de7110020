/*
 * An assembly in which memory runs out (scarce_memory.h), and is given back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "assembly/asm.h"
#include "scarce_memory.h"

/* ---- Sources ---- */

static const char gnu_source[] =
    ".include \"included.s\"\n"
    ".file 1 \"kernel.c\"\n"
    ".file 2 \"directory\" \"kernel.h\"\n"
    ".macro two a:req, b=1, rest:vararg\n"
    "  sfpload \\a, \\b, 0, 3\n"
    "  .if \\b\n"
    "  two \\a, 0 \\rest\n"
    "  .endif\n"
    "  .ifnb \\rest\n"
    "  sfploadi L0, \\@, \\()2\n"
    "  .endif\n"
    ".endm\n"
    "start: two L1\n"
    "  .loc 1 12\n"
    "  TWO a=L2, b=1\n"
    "  two L3, 1, 5\n"
    "  .loc 2 7\n"
    "  included L4\n"
    ".irp r, L1, L2\n"
    "  two \\r\n"
    "  .irpc d, 0123\n"
    "  sfploadi L0, \\d, 2\n"
    "  .endr\n"
    ".endr\n"
    ".set n, 0\n"
    ".rept 3\n"
    "  .if n == 0\n"
    "  .word (((((((((((((((((((((((((n + 1)))))))))))))))))))))))))\n"
    "  .elseif n == 1\n"
    "  .ifc a b, a b\n"
    "  .word 0x02000000\n"
    "  .endif\n"
    "  .else\n"
    "  .ifeqs \"a\\tb\", \"a\\tb\"\n"
    "  .word 0x03000000\n"
    "  .endif\n"
    "  .endif\n"
    "  .set n, n + 1\n"
    ".endr\n"
    ".rept 2\n"
    "  sfpnop # \\+\n"
    ".endr\n"
    ".region body\n"
    "1: sfpmov L0, L1, 0\n"
    "  .word 1b, start, InstrModLoadStore::INT32\n"
    ".endregion\n"
    ".purgem two\n"
    ".ifdef two\n"
    ".endif\n"
    ".incbin \"words.bin\", 4, 4\n"
    ".org ., 0x02000000\n"
    ".fill 2, 4, 0x02000000\n"
    ".ifeqs \"a\", \"b\"\n"
    ".word 0x04000000\n"
    ".endif\n"
    ".line 200\n"
    "sfpnop\n"
    ".file \"other.s\"\n"
    "sfpnop\n"
    ".print \"done\"\n";

static const char c_source[] =
    "constexpr uint32_t table = 3;\n"
    "template <bool APPROXIMATE = true, int N = 2>\n"
    "inline void row(const uint32_t k = 3, int step = 1)\n"
    "{\n"
    "    uint32_t value = k;\n"
    "    for (int i = 0; i < N; i++) {\n"
    "        const int table = value;\n"
    "        value += step;\n"
    "        TTI_SFPADDI(value & 0xFFFF, p_sfpu::LREG0, table - table);\n"
    "    }\n"
    "    if constexpr (APPROXIMATE) {\n"
    "        TTI_SFPNOP;\n"
    "    } else {\n"
    "        TTI_SFPLOADI(p_sfpu::LREG1, 2, table);\n"
    "    }\n"
    "}\n"
    "TTI_REPLAY(0, 2, 1, 1);\n"
    "TTI_SFPNOP; TTI_SFPNOP;\n"
    "TTI_REPLAY(0, 2, 0, 0);\n"
    ".word TT_OP_SFPNOP\n";

static const char schedule_source[] =
    ".schedule halve, period=1\n"
    ".rows 2\n"
    ".addrmod 2:+2\n"
    ".rotate v = L0, L1\n"
    "t | Load                   | Simple               | MAD | Round | Store\n"
    "0 | [v] sfpload v, 0, 3, 2 |                      |     |       |\n"
    "1 | ...                    | [v] sfpabs L16, v, 1 |     | idle  |\n"
    "2 | ...                    |                      |     |       | [v] sfpstore L16, [v], 3\n"
    ".endschedule\n"
    ".schedule_setup halve\n"
    ".schedule_loop halve, 3\n"
    ".schedule_loop halve, 30, replay=0, nodrain\n"
    ".schedule_drain halve\n"
    ".rept 2\n"
    ".schedule_loop halve, 30, solid=9\n"
    ".endr\n"
    ".schedule_record halve, 20\n"
    ".schedule_rest halve\n";

/* Each has one error. */
static const char *const faulty_sources[] = {
    "sfpnop\n.if 1\n.else\n.else\n.endif\n",
    "sfpnop\n.macro m\n.endm\n.macro m\n.endm\n",
    "sfpnop\na:\na:\n",
    ".schedule s\nt | Load | Simple | MAD | Round | Store\n0 | [a] sfpload L0, 0, 3, 3\n"
    "1 | | [a] sfpabs L1, L2, 0\n.endschedule\n.schedule_setup s\n",
    ".schedule s\nt | Load | Simple | MAD | Round | Store\n.addrmod 3:+0\n0 | [a] TTI_SFPLOAD(0, 0, 3, 0)\n"
    "1 | | | [a] sfpmad L0, L1, L0, L2, 0\n2 | | | | | [a] sfpstore L0, [a], 0\n.endschedule\nsfpnop\n",
    ".schedule s\nt | Load\n0 | sfpnop\n.endschedule\n.schedule s\nt | Load\n0 | sfpnop\n.endschedule\n",
    ".schedule halve\nt | Load\n0 | sfpnop\n.endschedule\n.schedule_setup halv\n",
    "sfpnop\n.irp\n.endr\n",
    "sfpnop\n.macro m a:req\n.endm\nm\n",
    "sfpnop\n.ifeqs \"a\"\n.endif\n",
    "sfpnop\n.rept 2\n.line\n.endr\n",
    "sfpnop\n.incbin \"words.bin\", 4, 3\n",
    "void f(int n) { TTI_SFPLOADI(0, 2, n); }\nTTI_SFPNOP;\n",
};

/* A source of its own file, which the C preprocessor reads. */
static const char preprocessed_source[] = "#define REGISTER L1\nsfpmov REGISTER, L0, 0\n";

static const char included_source[] =
    ".macro included register\n"
    "  sfpmov \\register, L0, 0\n"
    ".endm\n";

struct files {
    char directory[32];
    char included[64];
    char words[64];
    char preprocessed[64];
};

static void put_file(const char *path, const void *bytes, size_t size)
{
    FILE *stream = fopen(path, "wb");

    assert_non_null(stream);
    assert_int_equal(fwrite(bytes, 1, size, stream), size);
    assert_int_equal(fclose(stream), 0);
}

static void files_make(struct files *f)
{
    static const uint32_t words[] = {0x02000000, 0x03000000, 0x04000000};

    strcpy(f->directory, "/tmp/test-memory-XXXXXX");
    assert_non_null(mkdtemp(f->directory));
    snprintf(f->included, sizeof f->included, "%s/included.s", f->directory);
    snprintf(f->words, sizeof f->words, "%s/words.bin", f->directory);
    snprintf(f->preprocessed, sizeof f->preprocessed, "%s/k.S", f->directory);
    put_file(f->preprocessed, preprocessed_source, strlen(preprocessed_source));
    put_file(f->included, included_source, strlen(included_source));
    put_file(f->words, words, sizeof words);
}

static void files_remove(const struct files *f)
{
    unlink(f->included);
    unlink(f->words);
    unlink(f->preprocessed);
    rmdir(f->directory);
}

/* ---- Assemblies ---- */

struct errors {
    size_t count;
    size_t of_memory; /* those that say that it runs out */
    size_t others;    /* warnings, and what .print says */
};

static void count_errors(void *context, const struct sfp_diagnostic *d)
{
    struct errors *errors = context;

    assert_non_null(d->text);
    errors->count += d->error;
    errors->others += !d->error;
    errors->of_memory += d->error && strstr(d->text, "memory");
}

/* Assembles the text, or without one the file for the preprocessor, with memory that runs out as told. True if it gives
 * a program; `errors` counts those reported. */
static bool assemble(const char *text, enum lack lack, size_t number, struct sfp_program *program,
                     struct errors *errors, const struct files *f)
{
    const char *const directories[] = {f->directory};
    const char *const defines[] = {"given=3"};
    struct sfp_asm_options options = {
        .arch = SFP_BH,
        .include_dirs = directories,
        .include_dir_count = 1,
        .defines = defines,
        .define_count = 1,
        .sink = count_errors,
        .context = errors,
    };
    const struct sfp_asm_source source = {
        .path = text ? "memory.s" : f->preprocessed, .text = text, .size = text ? strlen(text) : 0};
    bool assembled;

    *errors = (struct errors){0};
    warnings_init(&options.warnings);
    memory.lack = lack;
    memory.number = number;
    memory.count = 0;
    assembled = assembly_make(&options, &source, 1, program);
    memory.lack = NO_LACK;
    return assembled;
}

static void same_places(const struct sfp_program *a, const struct sfp_program *b)
{
    for (size_t i = 0; i < a->count; i++) {
        struct sfp_where x, y;

        assert_true(sfp_program_where(a, i, &x));
        assert_true(sfp_program_where(b, i, &y));
        assert_string_equal(x.file, y.file);
        assert_int_equal(x.line, y.line);
        assert_int_equal(x.column, y.column);
    }
}

static void same_program(const struct sfp_program *a, const struct sfp_program *b)
{
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->words, b->words, a->count * sizeof *a->words);
    assert_int_equal(a->symbol_count, b->symbol_count);
    assert_int_equal(a->region_count, b->region_count);
    assert_int_equal(a->schedule_count, b->schedule_count);
    same_places(a, b);
}

static void check_blocks(size_t before, size_t number)
{
    if (scarce_memory_blocks() != before)
        fail_msg("allocation %zu fails, and %zu blocks are left for %zu", number, scarce_memory_blocks(), before);
}

/* Each allocation fails in its turn: that is an error that is reported, or it changes nothing. */
static void check_good(const char *text, enum lack lack, const struct files *f)
{
    struct sfp_program whole;
    struct errors errors;
    size_t allocations, others;
    size_t refused = 0;

    assert_true(assemble(text, NO_LACK, 0, &whole, &errors, f));
    allocations = memory.count;
    others = errors.others;
    same_places(&whole, &whole); /* what it keeps of them, once, is there before blocks are counted */
    for (size_t number = 1; number <= allocations; number++) {
        const size_t blocks = scarce_memory_blocks();
        struct sfp_program program;
        const bool assembled = assemble(text, lack, number, &program, &errors, f);

        if (assembled == (errors.count > 0) || assembled == (errors.of_memory > 0))
            fail_msg("allocation %zu fails: %zu errors, %zu of memory", number, errors.count, errors.of_memory);
        if (assembled) {
            same_program(&program, &whole);
            assert_int_equal(errors.others, others);
        }
        sfp_program_free(&program);
        check_blocks(blocks, number);
        refused += !assembled;
    }
    assert_true(refused > allocations / 2);
    sfp_program_free(&whole);
}

/* An error is never lost. */
static void check_faulty(const char *text, enum lack lack, const struct files *f)
{
    struct sfp_program program;
    struct errors errors;
    size_t allocations;

    assert_false(assemble(text, NO_LACK, 0, &program, &errors, f));
    assert_int_equal(errors.count, 1);
    allocations = memory.count;
    for (size_t number = 1; number <= allocations; number++) {
        const size_t blocks = scarce_memory_blocks();

        if (assemble(text, lack, number, &program, &errors, f) || errors.count == 0)
            fail_msg("allocation %zu fails, and with it the error of\n%s", number, text);
        check_blocks(blocks, number);
    }
}

static void test_good(void **state)
{
    check_good(gnu_source, ONE_FAILS, *state);
    check_good(gnu_source, ALL_FAIL_FROM, *state);
    check_good(c_source, ONE_FAILS, *state);
    check_good(c_source, ALL_FAIL_FROM, *state);
    check_good(schedule_source, ONE_FAILS, *state);
    check_good(schedule_source, ALL_FAIL_FROM, *state);
}

/* The preprocessor is not run at all, or what it made is the program. */
static void test_preprocessed(void **state)
{
    check_good(NULL, ONE_FAILS, *state);
}

static void test_faulty(void **state)
{
    for (size_t i = 0; i < sizeof faulty_sources / sizeof *faulty_sources; i++) {
        check_faulty(faulty_sources[i], ONE_FAILS, *state);
        check_faulty(faulty_sources[i], ALL_FAIL_FROM, *state);
    }
}

static int set_up(void **state)
{
    static struct files files;

    files_make(&files);
    *state = &files;
    return 0;
}

static int tear_down(void **state)
{
    files_remove(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_good), cmocka_unit_test(test_preprocessed),
                                       cmocka_unit_test(test_faulty)};

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
