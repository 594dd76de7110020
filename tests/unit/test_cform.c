/* The C form of sources: words worked out by hand, and one error for what is not understood. */
#include "asm.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The first error and the number of them. */
struct findings {
    size_t errors;
    unsigned long line, column;
    char text[300];
};

static void collect(void *context, const struct sfp_diagnostic *d)
{
    struct findings *findings = context;

    if (!d->error || findings->errors++ > 0)
        return;
    findings->line = d->line;
    findings->column = d->column;
    snprintf(findings->text, sizeof findings->text, "%s", d->text);
}

static bool assemble(const char *text, const char *const *defines, size_t define_count, struct sfp_program *program,
                     struct findings *findings)
{
    struct sfp_asm_options options = {.arch = SFP_WH, .sink = collect, .context = findings};
    const struct sfp_asm_source source = {.path = "test.s", .text = text, .size = strlen(text)};

    options.defines = defines;
    options.define_count = define_count;
    *findings = (struct findings){0};
    sfp_warnings_init(&options.warnings);
    return sfp_assemble(&options, &source, 1, program);
}

/* Expressions are seen as the low 16 bits of SFPLOADI L0: 0x7100 above them. */
static void assert_number(const char *definitions, const char *expression, uint16_t number)
{
    struct sfp_program program;
    struct findings findings;
    char text[400];

    snprintf(text, sizeof text, "%s TTI_SFPLOADI(0, 0, %s);", definitions, expression);
    if (!assemble(text, NULL, 0, &program, &findings))
        fail_msg("%s: %s", text, findings.text);
    if (program.count != 1 || program.words[0] != (0x71000000u | number))
        fail_msg("%s: 0x%08x, not 0x%08x", text, program.words[0], 0x71000000u | number);
    sfp_program_free(&program);
}

static void assert_words(const char *text, size_t count, const uint32_t *words)
{
    struct sfp_program program;
    struct findings findings;

    if (!assemble(text, NULL, 0, &program, &findings))
        fail_msg("%s: %lu:%lu: %s", text, findings.line, findings.column, findings.text);
    if (program.count != count || (count > 0 && memcmp(program.words, words, count * sizeof *words) != 0))
        fail_msg("%s: other words, %zu of them", text, program.count);
    sfp_program_free(&program);
}

static void test_expressions(void **state)
{
    (void)state;
    assert_number("", "(uint8_t)0x1FF", 0xFF);
    assert_number("", "static_cast<std::uint16_t>(-1)", 0xFFFF);
    assert_number("", "uint8_t(257) + uint32_t{2}", 3);
    assert_number("", "(int8_t)0xFF + 2", 1);
    assert_number("", "(unsigned long long)5 << 2 | 1", 21);
    assert_number("", "0x1'000u >> 4", 0x100);
    assert_number("", "1 + 2 * 3 << 1 & 0xF", 14);
    assert_number("", "(bool)7 + true + false", 2);
    assert_number("", "3 > 2 ? 10 : 1 / 0", 10);
    assert_number("", "ckernel::to_underlying(InstrModLoadStore::INT32)", 4);
    assert_number("", "(uint)InstrModLoadStore::INT32 + static_cast<InstrModLoadStore>(1)", 5);
    assert_number("", "-(~0) + !0", 2);
}

static void test_definitions(void **state)
{
    (void)state;
    assert_number("constexpr uint32_t a = 3, b = a * 2;", "b + a", 9);
    assert_number("[[maybe_unused]] static inline constexpr auto a = 1 << 3;", "a", 8);
    assert_number("const InstrModLoadStore fmt = InstrModLoadStore::INT32;", "fmt", 4);
    assert_number("uint8_t a = 255; a += 2; a <<= 1; ++a; a--;", "a", 2);
    assert_number("int const a{7};", "a", 7);
    assert_number("int a; a = 4;", "a", 4);
    assert_number("unsigned int a = 1; { int a = 2; a++; } a += 4;", "a", 5);
    assert_number("#define_is_a_comment_here\nint a = 6;", "a", 6);
    assert_words("constexpr int a = 5;\nsfploadi L0, a + 1, 0\n", 1, (const uint32_t[]){0x71000006});
}

/* SFPINCRWC-like counting is seen through SFPLOADI; SFPNOP is 0x8F000000. */
static void test_loops(void **state)
{
    static const uint32_t three[] = {0x71000000, 0x71000001, 0x71000002};
    static const uint32_t down[] = {0x71000006, 0x71000004, 0x71000002, 0x71000000};
    static const uint32_t nested[] = {0x71000000, 0x71000001, 0x7100000A, 0x7100000B};

    (void)state;
    assert_words("for (int d = 0; d < 3; d++) TTI_SFPLOADI(0, 0, d);", 3, three);
    assert_words("#pragma GCC unroll 3\nfor (uint32_t d = 0; d <= 2; ++d)\n{\n    TTI_SFPLOADI(0, 0, d);\n}\n", 3,
                 three);
    assert_words("for (int d = 0; d != 3; d += 1) { TTI_SFPLOADI(0, 0, d); }", 3, three);
    assert_words("for (int d = 6; d >= 0; d -= 2) TTI_SFPLOADI(0, 0, d);", 4, down);
    assert_words("for (int d = 6; d > -1; d += -2) TTI_SFPLOADI(0, 0, d);", 4, down);
    assert_words("int d; for (d = 0; d < 3; d++) TTI_SFPLOADI(0, 0, d);", 3, three);
    assert_words("for (int i = 0; i < 2; i++)\n    for (int j = 0; j < 2; j++) {\n"
                 "int s = i * 10; TTI_SFPLOADI(0, 0, s + j); }",
                 4, nested);
    assert_words("for (int d = 3; d < 3; d++) { not understood; } TTI_SFPNOP;", 1, (const uint32_t[]){0x8F000000});
}

static void test_conditions(void **state)
{
    static const uint32_t two[] = {0x71000002};

    (void)state;
    assert_words("if constexpr (1 == 2) { TTI_A(1); } else if constexpr (true) { TTI_SFPLOADI(0, 0, 2); } else { b; }",
                 1, two);
    assert_words("if (2 > 1) TTI_SFPLOADI(0, 0, 2); else TTI_A();", 1, two);
    assert_words("if (0) if (1) a; else b; else TTI_SFPLOADI(0, 0, 2);", 1, two);
    assert_words("void f() { if (1) { TTI_SFPLOADI(0, 0, 2); return; } TTI_SFPNOP; }", 1, two);
}

/* REPLAY: opcode 0x04, start at bit 14, length at 4, execute at 1, load at 0 (spec/07). */
static void test_replay(void **state)
{
    static const uint32_t words[] = {0x04000031, 0x04004033, 0x04000031, 0x04008020};

    (void)state;
    assert_words("lltt::record(0, 3); lltt::record<lltt::Exec>(1, 3);\nlltt::record<lltt::NoExec>(0, 3)\n"
                 "lltt::replay(2, 2);", 4, words);
}

static void test_functions(void **state)
{
    static const char kernel[] =
        "namespace ckernel::sfpu {\nusing namespace sfpi;\n"
        "template <bool APPROX, int ITER = 2, typename T = int>\n"
        "sfpi_inline __attribute__((always_inline)) void calculate(const int n, [[maybe_unused]] uint e = 7)\n"
        "{\n    for (int i = 0; i < ITER; i++) {\n        TTI_SFPLOADI(0, 0, e + i + (APPROX ? 0x10 : 0));\n    }\n"
        "    return;\n}\n}\n";
    static const char *const defines[] = {"APPROX=1", "ITER=1"};
    struct sfp_program program;
    struct findings findings;

    (void)state;
    assert_true(assemble(kernel, defines, 1, &program, &findings));
    assert_int_equal(program.count, 2);
    assert_int_equal(program.words[0], 0x71000017);
    assert_int_equal(program.words[1], 0x71000018);
    sfp_program_free(&program);
    assert_true(assemble(kernel, defines, 2, &program, &findings));
    assert_int_equal(program.count, 1);
    sfp_program_free(&program);
    assert_false(assemble(kernel, NULL, 0, &program, &findings));
    assert_int_equal(findings.errors, 1);
    assert_int_equal(findings.line, 7);
    assert_non_null(strstr(findings.text, "-D APPROX=VALUE"));
}

static void test_refused(void **state)
{
    static const struct {
        const char *text;
        unsigned long line, column;
    } lines[] = {
        {"while (1) { TTI_SFPNOP; }", 1, 1},
        {"TTI_SFPNOP;\nvFloat x = 3;", 2, 1},
        {"dst_reg++;", 1, 1},
        {"sfpi::vInt a = 1;", 1, 1},
        {"foo(1, 2);", 1, 1},
        {"math::set(1);", 1, 1},
        {"load_replay_buf(0, 2, [] { TTI_SFPNOP; });", 1, 1},
        {"int a[2] = {1, 2};", 1, 5},
        {"float x = 1.0f;", 1, 1},
        {"int x = 1.5;", 1, 9},
        {"constexpr int x = 1; x = 2;", 1, 22},
        {"constexpr int x;", 1, 16},
        {"int x = 1; int x = 2;", 1, 16},
        {"int x; TTI_SFPLOADI(0, 0, x);", 1, 27},
        {"for (;;) TTI_SFPNOP;", 1, 6},
        {"for (int i = 0; i < 3; i--) TTI_SFPNOP;", 1, 1},
        {"for (uint32_t i = 3; i >= 0; i--) TTI_SFPNOP;", 1, 1},
        {"for (int i = 0; i < n; i++) TTI_SFPNOP;", 1, 21},
        {"for (int i = 0; i < 3; i++) { i += 1; }", 1, 31},
        {"for (int i = 0; i < 100000; i++) for (int j = 0; j < 100000; j++) TTI_SFPNOP;", 1, 1},
        {"for (int i = 0; i < 100000; i++) for (int j = 0; j < 100000; j++) ;", 1, 34},
        {"if (q) { TTI_SFPNOP; } else { TTI_SFPNOP; }", 1, 5},
        {"void f() {\n sfpnop\n ; }", 2, 2},
        {"void f() { TTI_SFPNOP }", 1, 23},
        {"void f() { TTI_SFPNOP;", 1, 10},
        {"int f() { return 3; }", 1, 1},
        {"}", 1, 1},
        {"#include <x.h>", 1, 1},
        {"{\n#ifdef X\n}", 2, 1},
        {"lltt::replay(1);", 1, 1},
        {"lltt::record<lltt::Foo>(1, 2);", 1, 14},
        {"return;", 1, 1},
        {"static_assert(1 == 2, \"no\");", 1, 1},
        {"TTI_SFPLOADI(0, 0, sizeof(int));", 1, 20},
        {"TTI_SFPLOADI(0, 0, TTI_SFPNOP);", 1, 20},
        {"TTI_SFPLOADI(0, 0, 1)\n  { /* no end", 2, 5},
    };

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct sfp_program program;
        struct findings findings;

        if (assemble(lines[i].text, NULL, 0, &program, &findings))
            fail_msg("%s: not refused", lines[i].text);
        if (findings.errors != 1 || findings.line != lines[i].line || findings.column != lines[i].column)
            fail_msg("%s: %zu errors, the first at %lu:%lu: %s", lines[i].text, findings.errors, findings.line,
                     findings.column, findings.text);
    }
}

/* Every prefix of a kernel ends, whatever it is. */
static void test_prefixes(void **state)
{
    static const char kernel[] =
        "template <bool A = (1 > 0), int N = 2>\nstatic inline void f(uint a = 3) {\n"
        "const int b = (uint8_t)a << 1, c = 2;\n#pragma unroll\nfor (int i = 0; i < N; ++i) {\n"
        "if constexpr (A) { TTI_SFPLOADI(0, 0, static_cast<int>(b)); } else {}\n"
        "lltt::replay(0, c); /* x */ } } .word TT_OP_SFPLOADI(0, 0, (1 + 'a'))\n";
    char text[sizeof kernel];

    (void)state;
    for (size_t length = 0; length < sizeof kernel; length++) {
        struct sfp_program program;
        struct findings findings;

        memcpy(text, kernel, length);
        text[length] = '\0';
        if (assemble(text, NULL, 0, &program, &findings))
            sfp_program_free(&program);
        else
            assert_true(findings.errors > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_expressions), cmocka_unit_test(test_definitions), cmocka_unit_test(test_loops),
        cmocka_unit_test(test_conditions),  cmocka_unit_test(test_replay),      cmocka_unit_test(test_functions),
        cmocka_unit_test(test_refused),     cmocka_unit_test(test_prefixes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
