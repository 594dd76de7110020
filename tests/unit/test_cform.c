/* The C form of sources: words worked out by hand, and one error for what is not understood. */
#include "front/asm.h"

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
    assert_number("using T = uint8_t; typedef int16_t S; T a = 257; S b = 65535;", "a + b", 0);
    assert_number("", "sizeof(int) + sizeof(uint16_t) + sizeof(1LL)", 14);
    assert_number("", "1'000", 1000);
    assert_number("", "0 ? 1 << 32 : 3", 3);
    assert_number("", "0 && 1 / 0", 0);
}

static void test_names(void **state)
{
    (void)state;
    assert_number("enum X { A, B = 3, C };", "C * 10 + X::B", 43);
    assert_number("enum class Y : uint8_t { P = 7, Q }; constexpr Y y = Y::Q;", "static_cast<int>(y) + (int)Y::P", 15);
    assert_number("namespace N { constexpr int X = 8; namespace M { enum E { K = 5 }; } }", "N::X + N::M::K + M::E::K",
                  18);
    assert_number("namespace a { int x = 1; } namespace b { int x = 2; }", "a::x * 10 + b::x", 12);
    assert_number("", "(int)DataFormat::UInt32 + (int)ckernel::DataFormat::Int32", 32);
    assert_number("", "PoolType::MIN + PoolType::MAX", 5);
    assert_number("constexpr int a[] = {1, 2, 3};", "a[0] + a[1] * 10 + a[a[0] + 1] * 100", 321);
    assert_number("int a[4] = {5}; a[1]++; a[2] += 7; a[3] = a[0];", "a[0] + a[1] + a[2] + a[3]", 18);
    assert_number("constexpr int a(4); int b{}; int c = {3};", "a + b + c", 7);
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
    assert_words("int i = 0; while (i < 3) { TTI_SFPLOADI(0, 0, i); i++; }", 3, counted);
    assert_words("int i = 0; while (true) { if (i == 2) break; TTI_SFPLOADI(0, 0, i); i++; }", 2, counted);
    assert_words("for (int i = 0; i < 5; i++) { if (i % 2 == 0) continue; TTI_SFPLOADI(0, 0, i); }", 2, odd);
    assert_words("int i = 0; do { TTI_SFPLOADI(0, 0, i); i++; } while (i < 3);", 3, counted);
    assert_words("int i = 0; do TTI_SFPLOADI(0, 0, i); while (i > 0);", 1, counted);
    assert_words("for (int i = 0; i < 2; i++) for (int j = 0; j < 9; j++) { if (j == 1) break; "
                 "TTI_SFPLOADI(0, 0, i); }", 2, counted);
    assert_words("void f() { for (int i = 0; ; i++) { if (i == 2) return; TTI_SFPLOADI(0, 0, i); } }", 2, counted);
}

static void test_switch(void **state)
{
    static const uint32_t words[] = {0x71000002, 0x71000003};
    static const char kernel[] = "switch (%s) { case 1: TTI_SFPLOADI(0, 0, 1); break; case 2: TTI_SFPLOADI(0, 0, 2); "
                                 "case 1 + 2: { TTI_SFPLOADI(0, 0, 3); break; } default: TTI_SFPLOADI(0, 0, 4); }";
    char text[300];

    (void)state;
    snprintf(text, sizeof text, kernel, "2");
    assert_words(text, 2, words);
    snprintf(text, sizeof text, kernel, "int x = 1; x + 2");
    assert_words(text, 1, words + 1);
    snprintf(text, sizeof text, kernel, "77");
    assert_words(text, 1, (const uint32_t[]){0x71000004});
    assert_words("switch (5) { case 1: TTI_SFPNOP; }\n.word 9", 1, (const uint32_t[]){9});
    assert_words("for (int i = 1; i < 4; i++) switch (i) { case 1: continue; default: TTI_SFPLOADI(0, 0, i); }", 2,
                 words);
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

/* A function that is called gives its words there, with what the call gives it, and not where it stands. */
static void test_calls(void **state)
{
    static const uint32_t words[] = {0x71000006, 0x71000008};

    (void)state;
    assert_words("template <int N, bool F = false>\ninline void f(int x, int y = 3)\n"
                 "{ int q = N; TTI_SFPLOADI(0, 0, x + y + q + F); }\n"
                 "void g() { int n = 1; f<2>(n); f<2, (3 > 2)>(n, 4); }", 2, words);
    assert_words("int n = 6; void f() { TTI_SFPLOADI(0, 0, n); n += 2; }\nvoid g() { int n = 1; f(); f(); n++; }", 2,
                 words);
    assert_words("namespace a { void f(uint8_t x) { TTI_SFPLOADI(0, 0, x); } }\na::f(262);", 1, words);
    assert_words("template <int N> void f() { if constexpr (N < 9) { TTI_SFPLOADI(0, 0, N); f<N + 2>(); } }\n"
                 "void g() { f<6>(); }", 2, words);
    assert_words("void f(int x) { if (x == 1) return; TTI_SFPLOADI(0, 0, x); }\nf(1); f(6); f(8);", 2, words);
    assert_words("constexpr int f(int x) { if (x > 3) return 8; return x * 2; }\n"
                 "TTI_SFPLOADI(0, 0, f(3)); TTI_SFPLOADI(0, 0, f(4));", 2, words);
    assert_words("template <typename T> void f(T x) { T y = x; TTI_SFPLOADI(0, 0, y); }\n"
                 "void g() { f<uint8_t>(262); f<int>(8); }", 2, words);
    assert_words("template <typename T> constexpr T limit(const T &a, T b = 8) { T c = a; return c < b ? c : b; }\n"
                 "void g() { uint8_t n = 6; TTI_SFPLOADI(0, 0, limit(n)); TTI_SFPLOADI(0, 0, limit(300)); }", 2, words);
    assert_words("template <typename T, int N> T cut(T x) { return x + N; }\n"
                 "TTI_SFPLOADI(0, 0, (cut<uint8_t, 6>(256)));\n"
                 "template <typename T = uint8_t> T low(int x) { return x; }\nTTI_SFPLOADI(0, 0, low(264));", 2, words);
    assert_words("constexpr int unused(int x) { return x; }\nvoid f() { TTI_SFPLOADI(0, 0, 6); }", 1, words);
    assert_words("load_replay_buf<Exec>(0, 1, [] { TTI_SFPLOADI(0, 0, 6); });", 2,
                 (const uint32_t[]){0x04000013, 0x71000006});
}

static void test_refused(void **state)
{
    static const struct {
        const char *text;
        unsigned long line, column;
    } lines[] = {
        {"while (1) { TTI_SFPNOP; }", 1, 1},
        {"for (;;) ;", 1, 1},
        {"for (int i = 0; i < 3; i++", 1, 5},
        {"for (int i = 0; i = 3; i++) TTI_SFPNOP;", 1, 19},
        {"for (auto x : list) { TTI_SFPNOP; }", 1, 6},
        {"TTI_SFPNOP;\nif (0) {{ TTI_SFPNOP; }\n.word 1", 2, 8},
        {"for (int i = 0; i < 0; i++) {\n.word 1", 1, 29},
        {"if (1) TTI_SFPNOP; else {\n.word 1", 1, 25},
        {"if (0) TTI_SFPNOP\n.word 1\nTTI_SFPNOP;\n.word 2", 2, 1},
        {"if (0) f(x)\nTTI_SFPNOP;", 2, 1},
        {"if (0) { x = 'ab; }\n.word 1", 1, 14},
        {"if (0) { x = \"ab; }\n.word 1", 1, 14},
        {"if (0) { /* x }\n.word 1", 1, 10},
        {"if (0) f(1;\n.word 1", 1, 9},
        {"if (0) TTI_SFPNOP", 1, 18},
        {"{ if (0) x }", 1, 12},
        {"break;", 1, 1},
        {"continue;", 1, 1},
        {"switch (1) { default: continue; }", 1, 23},
        {"case 1: TTI_SFPNOP;", 1, 1},
        {"switch (1) TTI_SFPNOP;", 1, 12},
        {"switch (1) { case q: TTI_SFPNOP; }", 1, 19},
        {"enum class E { A }; TTI_SFPLOADI(0, 0, A);", 1, 40},
        {"enum E { A, A };", 1, 13},
        {"enum E { A = q, B }; TTI_SFPLOADI(0, 0, A + B);", 1, 14},
        {"Foo x = 1; TTI_SFPLOADI(0, 0, x);", 1, 1},
        {"template <typename T> void f() { T x = 1; TTI_SFPLOADI(0, 0, x); }\nvoid g() { f(); }", 1, 34},
        {"namespace a { constexpr int x = 1; } TTI_SFPLOADI(0, 0, b::x);", 1, 57},
        {"namespace a { int x = 1; } namespace b { int x = 2; } TTI_SFPLOADI(0, 0, x);", 1, 74},
        {"constexpr int a[] = {1, 2}; TTI_SFPLOADI(0, 0, a[2]);", 1, 50},
        {"constexpr int a[] = {1, 2}; TTI_SFPLOADI(0, 0, a[-1]);", 1, 50},
        {"constexpr int a[] = {1, 2}; TTI_SFPLOADI(0, 0, a);", 1, 48},
        {"constexpr int a[] = {1, 2}; a[0] = 1;", 1, 29},
        {"int a[1] = {1, 2};", 1, 5},
        {"TTI_SFPLOADI(0, 0, 1 << 32);", 1, 25},
        {"TTI_SFPLOADI(0, 0, 1 << -1);", 1, 25},
        {"void f() { TTI_SFPLOADI(0, 0, m); }\nvoid g() { int m = 2; f(); f(); }", 1, 31},
        {"void g() { f(); }\nvoid f() { TTI_SFPNOP; }", 1, 12},
        {"void f(int a) { TTI_SFPNOP; }\nvoid g() { f(1, 2); }", 2, 17},
        {"void f(int a) { TTI_SFPLOADI(0, 0, a); }\nvoid g() { f(); }", 1, 36},
        {"void f(int &a) { a = 1; }\nvoid g() { int x = 0; f(x); }", 2, 25},
        {"void f(int a) { }\nvoid f(int a, int b = 2) { }\nvoid g() { f(1); }", 3, 12},
        {"void f() { g(); }\nvoid g() { f(); }\nf();", 1, 12},
        {"template <int N> void f() { f<N + 1>(); }\nvoid g() { f<0>(); }", 1, 29},
        {"sfpi::vConstIntPrgm0 = 5;", 1, 1},
        {"LLK_ASSERT(1 == 2, \"no\");", 1, 1},
        {"TTI_SFPNOP;\nvFloat x = 3;", 2, 1},
        {"dst_reg--;", 1, 1},
        {"dst_reg += 8;", 1, 12},
        {"void g() { switch (2) { case 1: { TTI_SFPNOP; case 2: TTI_SFPNOP; } } }", 1, 47},
        {"switch (2) { case 1: TTI_SFPNOP; case 2: case 1: TTI_SFPNOP; }", 1, 42},
        {"switch (2) { default: TTI_SFPNOP; default: TTI_SFPNOP; }", 1, 35},
        {"void f() { static int n; n++; }\nvoid g() { f(); }", 1, 23},
        {"void f(int a) { static const int n = a; }\nvoid g() { f(1); }", 1, 34},
        {"TTI_SFPLOADI(0, 0, 'ab');", 1, 20},
        {"{\n# if 0\n}", 2, 1},
        {"TTI_SFPLOADI(0, 0, sizeof(unknown));", 1, 27},
        {"int f() { TTI_SFPNOP; }\nvoid g() { int x = f(); }", 2, 20},
        {"sfpi::vInt a = 1;", 1, 1},
        {"foo(1, 2);", 1, 1},
        {"math::set(1);", 1, 1},
        {"float x = 1.0f;", 1, 1},
        {"int x = 1.5;", 1, 9},
        {"constexpr int x = 1; x = 2;", 1, 22},
        {"constexpr int x;", 1, 16},
        {"int x = 1; int x = 2;", 1, 16},
        {"int x; TTI_SFPLOADI(0, 0, x);", 1, 27},
        {"for (int i = 0; i < 3; i--) TTI_SFPNOP;", 1, 1},
        {"for (uint32_t i = 3; i >= 0; i--) TTI_SFPNOP;", 1, 1},
        {"for (int i = 0; i < n; i++) TTI_SFPNOP;", 1, 21},
        {"for (int i = 0; i < 100000; i++) for (int j = 0; j < 100000; j++) TTI_SFPNOP;", 1, 34},
        {"int f() { TTI_SFPNOP; return 3; }", 1, 5},
        {"for (int i = 0; i < 100000; i++) for (int j = 0; j < 100000; j++) ;", 1, 34},
        {"if (q) { TTI_SFPNOP; } else { TTI_SFPNOP; }", 1, 5},
        {"void f() {\n sfpnop\n ; }", 2, 2},
        {"void f() { TTI_SFPNOP }", 1, 23},
        {"void f() { TTI_SFPNOP;", 1, 10},
        {"}", 1, 1},
        {"#include <x.h>", 1, 1},
        {"{\n#ifdef X\n}", 2, 1},
        {"lltt::replay(1);", 1, 1},
        {"lltt::record<lltt::Foo>(1, 2);", 1, 14},
        {"return;", 1, 1},
        {"static_assert(1 == 2, \"no\");", 1, 1},
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

/* `stands` gives SFPLOADI L0, mode 2, 9 where it stands, unless a call outside of functions says what is assembled. */
static void assert_driven(const char *text, bool driven)
{
    static const char definitions[] =
        "int n = 0;\nconstexpr int one(int x) { return x; }\n"
        "void stands() { TTI_SFPLOADI(0, 2, 9); }\nvoid f(int x = 1) { TT_SFPLOADI(0, 2, x); }\n";
    static const uint32_t stood = 0x71020009;
    struct sfp_program program;
    struct findings findings;
    char whole[600];

    snprintf(whole, sizeof whole, "%s%s\nTTI_SFPNOP;\n", definitions, text);
    if (!assemble(whole, NULL, 0, &program, &findings))
        fail_msg("%s: %lu:%lu: %s", text, findings.line, findings.column, findings.text);
    if ((program.words[0] != stood) != driven)
        fail_msg("%s: 0x%08x is the first word", text, program.words[0]);
    sfp_program_free(&program);
}

static void test_driven(void **state)
{
    static const char *const driven[] = {
        "f(3);", "f(3)", "f()\nf(1)", "sfpnop\nf(1)", "TTI_SFPNOP\nf(1);", "lab: f(1)", ".set q, 3\nf(1)",
        "#pragma x\nf(1);", "// c\nf(1); // d", "{ f(1); }", "for (int i = 0; i < 2; i++) f(i);",
        "for (int i = 0; i < 2; i++) { f(i); }", "if (1) f(1); else f(2);", "if (0) ; else\n f(2);",
        "if constexpr (true)\n{\n if (1) { f(1); }\n}", "do { f(1); n++; } while (n < 2);",
        "while (n < 2) { n++; f(n); }", "switch (1) { case 1: f(1); }", "switch (1) { default: f(1); }",
        "void g() { f(1); }\nf(2);", "f(\n one(3));",
    };
    static const char *const undriven[] = {
        "", "constexpr int a =\n one(4);", "constexpr int a = 1 ? 2 : one(4);", "static_assert(one(1) == 1);",
        "void g() { f(1); }", "void g()\n{\n for (int i = 0; i < 2; i++) { f(i); }\n f(3);\n}",
        "namespace x { void g() { f(1); } }", "void g(int y = one(3)) { f(1); }", "TTI_SFPNOP;\nvoid g() { f(1); }",
        "int a[] = {\n one(1), one(2)};", "TTI_SFPLOADI(0, 2,\n one(3));", "enum class E { A = one(1) };",
        "int b{one(1)};", "int c(one(1));", "load_replay_buf(0, 1, [] { f(1); });",
        ".set q, 3\nconstexpr int a = one(1);",
    };

    (void)state;
    for (size_t i = 0; i < sizeof driven / sizeof driven[0]; i++)
        assert_driven(driven[i], true);
    for (size_t i = 0; i < sizeof undriven / sizeof undriven[0]; i++)
        assert_driven(undriven[i], false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_expressions), cmocka_unit_test(test_definitions), cmocka_unit_test(test_loops),
        cmocka_unit_test(test_types),       cmocka_unit_test(test_names),
        cmocka_unit_test(test_turns),       cmocka_unit_test(test_switch),      cmocka_unit_test(test_calls),
        cmocka_unit_test(test_conditions),  cmocka_unit_test(test_replay),      cmocka_unit_test(test_functions),
        cmocka_unit_test(test_refused),     cmocka_unit_test(test_prefixes),    cmocka_unit_test(test_driven),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
