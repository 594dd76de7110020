/* The C form of sources: words worked out by hand, and one error for what is not understood. */
#include "assembly/asm.h"

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
    warnings_init(&options.warnings);
    return assembly_make(&options, &source, 1, program);
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
    assert_number("", "uint8_t(257) + uint32_t(2)", 3);
    assert_number("", "(int8_t)0xFF + 2", 1);
    assert_number("", "(unsigned long long)5 << 2 | 1", 21);
    assert_number("", "0x1'000u >> 4", 0x100);
    assert_number("", "1 + 2 * 3 << 1 & 0xF", 14);
    assert_number("", "(bool)7 + true + false", 2);
    assert_number("", "3 > 2 ? 10 : 1 / 0", 10);
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
    assert_number("int const a = 7;", "a", 7);
    assert_number("int a; a = 4;", "a", 4);
    assert_number("unsigned int a = 1; { int a = 2; a++; } a += 4;", "a", 5);
    assert_number("#define_is_a_comment_here\nint a = 6;", "a", 6);
    assert_words("constexpr int a = 5;\nsfploadi L0, a + 1, 0\n", 1, (const uint32_t[]){0x71000006});
}

/* C's types, on a core whose int and long have 32 bits. */
static void test_types(void **state)
{
    (void)state;
    assert_number("constexpr unsigned a = 0x80000000u;", "(a * 2) != 0", 0);
    assert_number("", "-1 < 1u", 0);
    assert_number("", "-1 < 1", 1);
    assert_number("", "-1 < 1LL", 1);
    assert_number("", "-1 < 1ULL", 0);
    assert_number("", "(1 << 31) < 0", 1);
    assert_number("", "0xFFFFFFFF == -1", 1);
    assert_number("", "4294967295 == -1", 0);
    assert_number("", "0xFFFFFFFFL > 0", 1);
    assert_number("", "(0xFFFFFFFF + 1) == 0", 1);
    assert_number("", "(4294967295 + 1) == 0", 0);
    assert_number("", "-1 >> 31 == -1", 1);
    assert_number("", "~0u >> 31", 1);
    assert_number("", "(-7) / 2u == 0x7FFFFFFC", 1);
    assert_number("", "-7 % 4 + 4", 1);
    assert_number("", "(uint8_t)200 + (uint8_t)100 > 255", 1);
    assert_number("", "(int8_t)0x80 < 0", 1);
    assert_number("", "static_cast<int64_t>(1) << 40 >> 36", 16);
    assert_number("", "(true ? -1 : 1u) > 0", 1);
    assert_number("auto a = 0x80000000; a += a;", "a", 0);
    assert_number("auto a = 1; a <<= 31; a >>= 31;", "a + 2", 1);
    assert_number("uint8_t a = 257; int16_t b = 65535;", "a + b", 0);
    assert_number("int64_t a = 1; a <<= 40; a >>= 36;", "a", 16);
    assert_number("auto a = 'a'; a -= 'b';", "a", 255); /* a char, which RISC-V has unsigned */
    assert_number(".equ A, -0x100000000\n", "A < 0", 1); /* long long, as it fits no other type */
    assert_number("", "1'000", 1000);
    assert_number("", "0 ? 1 << 32 : 3", 3);
    assert_number("", "0 && 1 / 0", 0);
}

/* How many bits each type has, and whether it has a sign: its highest bit alone is the lowest value of a signed one;
 * the highest of an unsigned one is what -1 is. */
static void test_widths(void **state)
{
    static const struct {
        const char *name;
        unsigned bits;
        bool is_signed;
    } types[] = {
        {"bool", 1, false}, {"char", 8, false}, {"signed char", 8, true}, {"unsigned char", 8, false},
        {"short", 16, true}, {"short int", 16, true}, {"unsigned short", 16, false}, {"int", 32, true},
        {"signed", 32, true}, {"unsigned", 32, false}, {"unsigned int", 32, false}, {"long", 32, true},
        {"long int", 32, true}, {"unsigned long", 32, false}, {"long unsigned int", 32, false}, {"long long", 64, true},
        {"unsigned long long", 64, false}, {"long long unsigned", 64, false}, {"uint", 32, false},
        {"size_t", 32, false}, {"uintptr_t", 32, false}, {"int8_t", 8, true}, {"int16_t", 16, true},
        {"int32_t", 32, true}, {"int64_t", 64, true}, {"uint8_t", 8, false}, {"uint16_t", 16, false},
        {"uint32_t", 32, false}, {"uint64_t", 64, false}, {"std::uint8_t", 8, false},
    };
    char text[200];

    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        const unsigned long long high = 1ULL << (types[i].bits - 1), highest = high | (high - 1);

        if (types[i].bits == 64) /* wider than literals */
            snprintf(text, sizeof text, "((%s)1 << 62) * 2 %c 0 && ((%s)1 << 62) * 4 == 0", types[i].name,
                     types[i].is_signed ? '<' : '>', types[i].name);
        else if (types[i].is_signed)
            snprintf(text, sizeof text, "(%s)0x%llxull == -0x%llxll - 1 && (%s)0x%llx == 0x%llx", types[i].name, high,
                     high - 1, types[i].name, high - 1, high - 1);
        else
            snprintf(text, sizeof text, "(%s)-1 == 0x%llxull && (%s)-1 > 0", types[i].name, highest, types[i].name);
        assert_number("", text, 1);
    }
}

/* What literals are: the first of int, unsigned and their like that the digits fit, decimal ones only if U says so. */
static void test_literals(void **state)
{
    (void)state;
    assert_number("", "2147483647 + 1 < 0", 1);
    assert_number("", "2147483648 + 1 < 0", 0);
    assert_number("", "0x7FFFFFFF + 1 < 0", 1);
    assert_number("", "0x80000000 * 2 == 0", 1);
    assert_number("", "2147483648 * 2 == 0", 0);
    assert_number("", "2147483648u * 2 == 0", 1);
    assert_number("", "2147483648UL * 2 == 0", 1);
    assert_number("", "2147483648LU * 2 == 0", 1);
    assert_number("", "2147483648ULL * 2 == 0", 0);
    assert_number("", "2147483648llu * 2 == 0", 0);
    assert_number("", "0 - 1LLU > 0", 1);
    assert_number("", "0 - 1ll < 0", 1);
    assert_number("", "0 - 1L < 0", 1);
    assert_number("", "0xFFFFFFFFLL + 1 == 0", 0);
    assert_number("", "037777777777 + 1 == 0", 1);
    assert_number("", "0 - 0 == 0", 1);
}

static void test_names(void **state)
{
    (void)state;
    assert_number("", "(int)DataFormat::UInt32 + (int)ckernel::DataFormat::Int32", 32);
    assert_number("", "PoolType::MIN + PoolType::MAX", 5);
    assert_number("constexpr int sum = PoolType::SUM;", "sum == ckernel::PoolType::SUM", 1);
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

/* The condition and the step are those of their turn. */
static void test_turns(void **state)
{
    static const uint32_t counted[] = {0x71000000, 0x71000001, 0x71000002};
    static const uint32_t powers[] = {0x71000001, 0x71000002, 0x71000004};
    static const uint32_t odd[] = {0x71000001, 0x71000003};

    (void)state;
    assert_words("for (int i = 0; i < 2 && true; i++) TTI_SFPLOADI(0, 0, i);", 2, counted);
    assert_words("for (int i = 0; i < 2 || false; i++) TTI_SFPLOADI(0, 0, i);", 2, counted);
    assert_words("for (int i = 0; i < 3 & 1; i++) TTI_SFPLOADI(0, 0, i);", 3, counted);
    assert_words("for (int i = 0; i != 4 && i < 2; i++) TTI_SFPLOADI(0, 0, i);", 2, counted);
    assert_words("int n = 3; for (int i = 0; i < n; i++) { n = 2; TTI_SFPLOADI(0, 0, i); }", 2, counted);
    assert_words("for (int i = 0, n = 1; i < 3; i += n) { TTI_SFPLOADI(0, 0, i); if (i == 1) n = 2; }", 2, counted);
    assert_words("for (int i = 0, j = 3; i < j; ++i, --j) TTI_SFPLOADI(0, 0, i);", 2, counted);
    assert_words("for (int i = 1; i < 8; i <<= 1) TTI_SFPLOADI(0, 0, i);", 3, powers);
    assert_words("int i = 1; for (; i < 8; i = i * 2) TTI_SFPLOADI(0, 0, i);", 3, powers);
    assert_words("for (int i = 0; i < 3; i++) { TTI_SFPLOADI(0, 0, i); i += 5; }", 1, counted);
    assert_words("for (int i = 0; i < 5; i++) { if (i % 2) TTI_SFPLOADI(0, 0, i); }", 2, odd);
    assert_words("for (int i = 0; i < 2; i++) for (int j = 0; j < 1; j++) TTI_SFPLOADI(0, 0, i);", 2, counted);
    assert_words("void f() { for (int i = 0; ; i++) { if (i == 2) return; TTI_SFPLOADI(0, 0, i); } }", 2, counted);
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

static void test_functions(void **state)
{
    static const char kernel[] =
        "// A kernel's function\n\n"
        "template <bool APPROX, int ITER = 2, typename T = int>\n"
        "sfpi_inline __attribute__((always_inline)) void calculate(const int n, [[maybe_unused]] uint e = 7)\n"
        "{\n    for (int i = 0; i < ITER; i++) {\n        TTI_SFPLOADI(0, 0, e + i + (APPROX ? 0x10 : 0));\n    }\n"
        "    return;\n}\n";
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

/* Of a type that is not known nothing is cut: 0x123 has nine bits. */
static void test_parameters_of_other_types(void **state)
{
    static const uint32_t words[] = {0x71000123, 0x71000124};

    (void)state;
    assert_words("template <Mode MODE = 0x123>\nvoid f(Other other = 0x124)\n{\n    TTI_SFPLOADI(0, 0, MODE);\n"
                 "    TTI_SFPLOADI(0, 0, other);\n}\n", 2, words);
}

static void test_refused(void **state)
{
    static const struct {
        const char *text;
        unsigned long line, column;
    } lines[] = {
        {"for (;;) ;", 1, 1},
        {"for (int i = 0; i < 3; i++", 1, 5},
        {"for (int i = 0; i = 3; i++) TTI_SFPNOP;", 1, 19},
        {"TTI_SFPNOP;\nif (0) {{ TTI_SFPNOP; }\n.word 1", 2, 8},
        {"void f(int a) { TTI_SFPLOADI(0, 0, a); TTI_SFPLOADI(0, 0, a); }", 1, 36},
        {"void f(int a) { int b = a * 2; TTI_SFPLOADI(0, 0, b); TTI_SFPLOADI(0, 0, a + 1); }", 1, 25},
        {"for (int i = 0; i < 0; i++) {\n.word 1", 1, 29},
        {"if (1) TTI_SFPNOP; else {\n.word 1", 1, 25},
        {"if (0) TTI_SFPNOP\n.word 1\nTTI_SFPNOP;\n.word 2", 2, 1},
        {"if (0) f(x)\nTTI_SFPNOP;", 2, 1},
        {"if (0) { x = 'ab; }\n.word 1", 1, 14},
        {"if (0) { x = \"ab; }\n.word 1", 1, 14},
        {"if (0) { /* x }\n.word 1", 1, 10},
        {"if (0) TTI_SFPNOP", 1, 18},
        {"{ if (0) x }", 1, 12},
        {"TTI_SFPLOADI(0, 0, 1 << 32);", 1, 25},
        {"TTI_SFPLOADI(0, 0, 1 << -1);", 1, 25},
        {"TTI_SFPLOADI(0, 0, 'ab');", 1, 20},
        {"{\n# if 0\n}", 2, 1},
        {"int x = 1.5;", 1, 9},
        {"constexpr int x = 1; x = 2;", 1, 22},
        {"constexpr int x;", 1, 16},
        {"int x = 1; int x = 2;", 1, 16},
        {"int x; TTI_SFPLOADI(0, 0, x);", 1, 27},
        {"for (int i = 0; i < 3; i--) TTI_SFPNOP;", 1, 1},
        {"for (uint32_t i = 3; i >= 0; i--) TTI_SFPNOP;", 1, 1},
        {"for (int i = 0; i < n; i++) TTI_SFPNOP;", 1, 21},
        {"for (int i = 0; i < 100000; i++) for (int j = 0; j < 100000; j++) TTI_SFPNOP;", 1, 34},
        {"for (int i = 0; i < 100000; i++) for (int j = 0; j < 100000; j++) ;", 1, 34},
        {"if (q) { TTI_SFPNOP; } else { TTI_SFPNOP; }", 1, 5},
        {"void f() {\n sfpnop\n ; }", 2, 2},
        {"void f() { TTI_SFPNOP }", 1, 23},
        {"void f() { TTI_SFPNOP;", 1, 10},
        {"}", 1, 1},
        {"#include <x.h>", 1, 1},
        {"{\n#ifdef X\n}", 2, 1},
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

/* What a C++ compiler has to read: one error that names it and says so, and none for what it would have defined. */
static void test_cplusplus(void **state)
{
    static const struct {
        const char *text, *named;
        unsigned long line, column;
    } sources[] = {
        {"while (1) { TTI_SFPNOP; }", "while", 1, 1},
        {"do { TTI_SFPNOP; } while (n < 3);", "do", 1, 1},
        {"switch (1) { case 1: TTI_SFPNOP; break; default: q; }", "switch", 1, 1},
        {"for (int i = 0; i < 3; i++) switch (i) { case 1: continue; }", "switch", 1, 29},
        {"case 1: TTI_SFPNOP;", "case", 1, 1},
        {"goto x;", "goto", 1, 1},
        {"for (int i = 0; i < 3; i++) { if (i == 1) break; TTI_SFPNOP; }", "break", 1, 43},
        {"for (int i = 0; i < 3; i++) { if (i != 1) continue; TTI_SFPNOP; }", "continue", 1, 43},
        {"enum E { A, B = 3 }; TTI_SFPLOADI(0, 0, A + (int)E::B);", "enum", 1, 1},
        {"enum class E : uint8_t { A }; E x = E::A;", "enum", 1, 1},
        {"namespace a { constexpr int x = 1; void f() { g(); } } TTI_SFPLOADI(0, 0, a::x);", "namespace", 1, 1},
        {"using namespace sfpi; TTI_SFPLOADI(0, 0, x);", "using", 1, 1},
        {"typedef int T; T x = 1; TTI_SFPLOADI(0, 0, x);", "typedef", 1, 1},
        {"struct S { static constexpr int A = 1; }; TTI_SFPLOADI(S::A, 0, 1);", "struct", 1, 1},
        {"class S { public: int a; };\nvoid f() { S s; s.set(1); }", "class", 1, 1},
        {"constexpr int a[] = {1, 2}; TTI_SFPLOADI(0, 0, a[1]);", "[", 1, 16},
        {"int a = 1; a[0] = 2;", "a", 1, 12},
        {"int a = 1; TTI_SFPLOADI(0, 0, a[0]);", "a", 1, 31},
        {"int *p = x; TTI_SFPLOADI(0, 0, p);", "*", 1, 5},
        {"int x = 1; int &y = x;", "&", 1, 16},
        {"int x{3}; TTI_SFPLOADI(0, 0, x);", "{", 1, 6},
        {"int x(3); TTI_SFPLOADI(0, 0, x);", "(", 1, 6},
        {"int x = {3}; TTI_SFPLOADI(0, 0, x);", "{", 1, 9},
        {"int x = 1; TTI_SFPLOADI(0, 0, x = 2);", "=", 1, 33},
        {"int x = 1; TTI_SFPLOADI(0, 0, x++);", "++", 1, 32},
        {"int x = 1; if (x = 2) TTI_SFPNOP;", "=", 1, 18},
        {"if (int x = 1; x > 0) TTI_SFPNOP;", "int", 1, 5},
        {"TTI_SFPLOADI(0, 0, uint8_t{1});", "uint8_t", 1, 20},
        {"auto l = [](int c) { return c; }; l(2);", "[", 1, 10},
        {"for (auto x : list) { TTI_SFPNOP; }", ":", 1, 13},
        {"int f(int x) { return x * 2; }\nTTI_SFPLOADI(0, 0, f(1));", "(", 1, 6},
        {"void f() { return 1; }", "return", 1, 12},
        {"return;", "return", 1, 1},
        {"void f() { TTI_SFPNOP; }\nf();", "f", 2, 1},
        {"template <int N = 1> void f() { TTI_SFPLOADI(0, 0, N); }\nvoid g() { f<2>(); }", "f", 2, 12},
        {"math::set(1);", "math::set", 1, 1},
        {"constexpr int m = std::max<int>(1, 2); TTI_SFPLOADI(0, 0, m);", "std::max", 1, 19},
        {"constexpr int m = to_underlying(InstrModLoadStore::INT32);", "to_underlying", 1, 19},
        {"template <> void f<true>() { TTI_SFPNOP; }", "<", 1, 19},
        {"template <int N> constexpr int x = N; TTI_SFPLOADI(0, 0, x<2>);", "x", 1, 32},
        {"template <int A> requires (A > 1) void f() { TTI_SFPNOP; }\nf<2>();", "requires", 1, 18},
        {"template <class T = A<int>> void f() { TTI_SFPNOP; }", "<", 1, 22},
        {"void f(int a[3]) { TTI_SFPNOP; }", "[", 1, 13},
        {"template <typename T> void f() { T x = 1; TTI_SFPLOADI(0, 0, x); }", "T", 1, 34},
        {"Foo x = 1; TTI_SFPLOADI(0, 0, x);", "Foo", 1, 1},
        {"constexpr std::array<uint32_t, 2> t = {1, 2}; TTI_SFPLOADI(0, 0, t[0]);", "std::array", 1, 11},
        {"void f() { ckernel_template tmp(1, 8, TT_OP_SFPNOP); tmp.program(); }", "ckernel_template", 1, 12},
        {"float x = 1.0f; TTI_SFPLOADI(0, 0, x);", "float", 1, 1},
        {"constexpr float x = 1.0f;", "float", 1, 11},
        {"sfpi::vInt a = 1;", "sfpi::vInt", 1, 1},
        {"sfpi::vConstIntPrgm0 = 5;", "sfpi::vConstIntPrgm0", 1, 1},
        {"void f() { vConstIntPrgm0 = 5; }", "vConstIntPrgm0", 1, 12},
        {"void f() { addr_mod_t {.dest = {.incr = 2}}.set(ADDR_MOD_6); }", "addr_mod_t", 1, 12},
        {"TTI_SFPLOADI(0, 0, sizeof(int));", "sizeof", 1, 20},
        {"void f() { static int n; n++; }", "n", 1, 23},
        {"static_assert(1 == 1, \"no\");", "static_assert", 1, 1},
        {"LLK_ASSERT(1 == 1, \"no\");", "LLK_ASSERT", 1, 1},
        {"lltt::replay(0, 3);", "lltt::replay", 1, 1},
        {"lltt::record<lltt::NoExec>(0, 3);", "lltt::record", 1, 1},
        {"load_replay_buf<Exec>(0, 1, [] { TTI_SFPLOADI(0, 0, 6); });", "load_replay_buf", 1, 1},
        {"_sfpu_load_imm32_(1, 2);", "_sfpu_load_imm32_", 1, 1},
        {"dst_reg++;", "dst_reg", 1, 1},
        {"void f() { ++sfpi::dst_reg; }", "sfpi::dst_reg", 1, 14},
        {"dst_reg += 3;", "dst_reg", 1, 1},
        {"dst_reg[0] = 1;", "dst_reg", 1, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
        struct sfp_program program;
        struct findings findings;
        char said[300];

        if (assemble(sources[i].text, NULL, 0, &program, &findings))
            fail_msg("%s: not refused", sources[i].text);
        snprintf(said, sizeof said, "'%s' here is more than sfpasm's C knows; sfpasm --call has a C++ compiler read it",
                 sources[i].named);
        if (findings.errors != 1 || findings.line != sources[i].line || findings.column != sources[i].column ||
            strcmp(findings.text, said) != 0)
            fail_msg("%s: %zu errors, the first at %lu:%lu: %s", sources[i].text, findings.errors, findings.line,
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
        "/* x */ } } .word TT_OP_SFPLOADI(0, 0, (1 + 'a'))\n";
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
        cmocka_unit_test(test_types),       cmocka_unit_test(test_names),
        cmocka_unit_test(test_widths),      cmocka_unit_test(test_literals),
        cmocka_unit_test(test_turns),       cmocka_unit_test(test_cplusplus),
        cmocka_unit_test(test_conditions),  cmocka_unit_test(test_functions),
        cmocka_unit_test(test_parameters_of_other_types),
        cmocka_unit_test(test_refused),     cmocka_unit_test(test_prefixes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
