/* Assembler and disassembler as libraries: against the peer assembler's own words, and against each other. */
#include "assembly/asm.h"
#include "dis/dis.h"
#include "base/fileio.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const enum sfp_arch archs[] = {SFP_WH, SFP_BH};

/* The first error and the number of them. */
struct findings {
    size_t errors;
    unsigned long line, column;
    size_t length; /* of the underlined span */
    char text[300];
};

static void collect(void *context, const struct sfp_diagnostic *d)
{
    struct findings *findings = context;

    if (!d->error || findings->errors++ > 0)
        return;
    findings->line = d->line;
    findings->column = d->column;
    findings->length = d->end - d->begin;
    snprintf(findings->text, sizeof findings->text, "%s", d->text);
}

static bool assemble(enum sfp_arch arch, bool strict, const char *text, size_t size, struct sfp_program *program,
                     struct findings *findings)
{
    struct sfp_asm_options options = {.arch = arch, .gnu_strict = strict, .sink = collect, .context = findings};
    const struct sfp_asm_source source = {.path = "test.s", .text = text, .size = size};

    *findings = (struct findings){0};
    warnings_init(&options.warnings);
    return assembly_make(&options, &source, 1, program);
}

/* The one word of a text. */
static void assert_word(enum sfp_arch arch, bool strict, const char *text, uint32_t word)
{
    struct sfp_program program;
    struct findings findings;

    if (!assemble(arch, strict, text, strlen(text), &program, &findings))
        fail_msg("%s: %s", text, findings.text);
    if (program.count != 1 || program.words[0] != word)
        fail_msg("%s: %zu words, the first 0x%08x, not 0x%08x", text, program.count, program.words[0], word);
    sfp_program_free(&program);
}

static void assert_refused(enum sfp_arch arch, bool strict, const char *text)
{
    struct sfp_program program;
    struct findings findings;

    if (assemble(arch, strict, text, strlen(text), &program, &findings))
        fail_msg("%s: not refused on %s", text, sfp_arch_name(arch));
    assert_null(program.words);
    assert_true(findings.errors > 0);
}

/* ---- Known words ---- */

/* Words of the vendor's binutils, and of the vendor's kernels (sfpu-frontend(7), Set-up). */
static void test_verified(void **state)
{
    static const struct {
        const char *text;
        uint32_t word;
    } lines[] = {
        {"sfploadi L1,0x3f80,0", 0x71103F80},        {"sfpstore L2,6,0,3", 0x7220C006},
        {"sfpmad L3,L1,L2,L11,0", 0x84012B30},       {"sfpadd L3,L1,L2,0", 0x850A1230},
        {"sfpmul L3,L1,L2,0", 0x86012930},           {"sfpencc 3,10", 0x8A00300A},
        {"sfpsetcc L1,0,6", 0x7B000106},             {"sfpiadd L1,L2,-5,1", 0x79FFB211},
        {"sfploadmacro 2,L5,13,1,3", 0x9391C00D},    {"sfpstochrnd L1,L2,L3,5,12,1", 0x8E25231C},
        {"sfpswap L1,L2,1", 0x92000211},             {"sfpconfig 15,0x104,1", 0x910104F1},
        {"sfpcast L1,L2,0", 0x90000210},             {"sfplut L1,4", 0x73140000},
        {"sfplutfp32 L1,2", 0x95000012},             {"sfpdivp2 L1,L2,-1,1", 0x76FFF211},
        {"sfpmuli L1,0x4000,0", 0x74400010},         {"sfpsetsgn L1,L2,1,1", 0x89001211},
        {"ttreplay 3,5,0,1", 0x0400C051},            {"ttsetrwc 3,4,8,0,0,15", 0x37D2000F},
        {"ttincrwc 0,2,0,0", 0x38008000},            {"ttsetc16 23,2", 0xB2170002},
        {"ttstallwait 0x100,0x80", 0xA2800080},      {"sfpload L0,4,3,3", 0x7003C004},
    };
    static const struct {
        const char *text;
        enum sfp_arch arch;
        uint32_t word;
    } macros[] = {
        {"TTI_SFPENCC(3, 0, 0, 10);", SFP_WH, 0x8A00300A},
        {"TTI_SFPCONFIG(0, 11, 1);", SFP_WH, 0x910000B1},
        {"TTI_SETRWC(p_setrwc::CLR_NONE, 0, 0, 0, 0, p_setrwc::SET_ABD_F);", SFP_WH, 0x3700000F},
        {"TTI_SETRWC(p_setrwc::CLR_NONE, p_setrwc::CR_D, 8, 0, 0, p_setrwc::SET_D);", SFP_WH, 0x37120004},
        {"TTI_STALLWAIT(p_stall::STALL_SFPU, p_stall::MATH);", SFP_WH, 0xA2800080},
        {"TTI_STALLWAIT(p_stall::STALL_SFPU, p_stall::MATH);", SFP_BH, 0xA2800010},
        {"TTI_STALLWAIT(p_stall::STALL_CFG, p_stall::MATH | p_stall::WAIT_SFPU);", SFP_BH, 0xA2400810},
        {"TTI_SETDMAREG(0, 0x5678, 0, 120);", SFP_WH, 0x45567878},
        {"TTI_SETDMAREG(1, 0x1678, 0, 120);", SFP_WH, 0x45567878},
        {"TTI_SEMINIT(1, 0, 1 << semaphore::MATH_DONE);", SFP_WH, 0xA3100200},
        {"TTI_ZEROACC(p_zeroacc::CLR_ALL, 1, 0, 0, 0);", SFP_BH, 0x101C0000},
        {"TTI_SFPADD(p_sfpu::LREG0, p_sfpu::LCONST_1, p_sfpu::LREG4, p_sfpu::LREG0, 0)", SFP_WH, 0x8500A400},
        {"TTI_SFPCAST(p_sfpu::LREG2, p_sfpu::LREG1, 0)", SFP_WH, 0x90000210},
        {"TTI_SFP_STOCH_RND(1, 5, 2, 3, 1, 12)", SFP_WH, 0x8E25231C},
        {"TT_SFPLOAD(1, InstrModLoadStore::INT32, ADDR_MOD_7, 0)", SFP_BH, 0x7014E000},
        {".word TT_OP_SFPIADD(-5 & 0xfff, 2, 1, sfpi::SFPIADD_MOD1_ARG_IMM)", SFP_WH, 0x79FFB211},
    };

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        assert_word(SFP_WH, false, lines[i].text, lines[i].word);
        assert_word(SFP_WH, true, lines[i].text, lines[i].word);
    }
    for (size_t i = 0; i < sizeof macros / sizeof macros[0]; i++)
        assert_word(macros[i].arch, false, macros[i].text, macros[i].word);
}

/* What the GNU form reaches beyond the peer's (words worked by hand from the ISA pages), and --gnu-strict then
 * refuses. */
static void test_beyond_gnu(void **state)
{
    static const struct {
        const char *text;
        uint32_t word;
    } lines[] = {
        {"sfpadd L0,L10,L1,L2,0", 0x850A1200},  {"sfpadd L0,L1,L10,L2,0", 0x8501A200},
        {"sfpmul L0,L1,L2,L3,0", 0x86012300},   {"sfpsetcc T0,L1,0,6", 0x7B0001C6},
        {"sfpencc T1,3,10", 0x8A0030DA},        {"sfpnop T0", 0x8F0000C0},
        {"sfpmad T1,L0,L1,L2,0", 0x840012D0},   {"sfpload L8,0,0,0", 0x70800000},
        {"sfpswap L1,L2,9", 0x92000219},        {"sfpshft2 L1,L2,L3,5", 0x94003215},
        {"sfpshft2 L1,L2,0xffb,6", 0x94FFB216}, {"sfpstore T1,0,0,0", 0x72D00000},
        {"sfpstore L1,0,InstrModLoadStore::INT32,ADDR_MOD_3", 0x7214C000},
        {"sfpsetcc L1,1,0", 0x7B001100},        {"ttsetdmareg 0,0x5678,0,120", 0x45567878},
        {"TTI_SFPNOP;", 0x8F000000},            {"sfpnop // nothing", 0x8F000000},
        {"sfploadi L0,1 ? 2 : 3,0", 0x71000002}, {"sfploadi L0,1lu,0", 0x71000001},
        {"sfpmov L1,L2,5", 0x7C000215},
    };

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        assert_word(SFP_WH, false, lines[i].text, lines[i].word);
        assert_refused(SFP_WH, true, lines[i].text);
    }
    assert_word(SFP_BH, false, "sfparecip L0,L2,L1,1", 0x99002101);
    assert_refused(SFP_BH, true, "sfparecip L0,L2,L1,1");
    assert_word(SFP_BH, false, "sfplutfp32 L1,2,5", 0x95050012);
    assert_word(SFP_BH, false, "sfpload L0,0,12,0", 0x700C0000);
}

/* GNU as's rules in the GNU form, C's in the macro form. */
static void test_expressions(void **state)
{
    static const struct {
        const char *text;
        uint32_t word;
    } words[] = {
        {".word 1+2*3", 7},
        {".word 1<<2+1", 5},           /* GNU as shifts first */
        {".word 1|2+4", 7},            /* and ORs before it adds */
        {".word 6&3*2", 6},
        {".word 1==1", 0xFFFFFFFF},    /* true is -1 */
        {".word (1==1)&&(2>1)", 1},
        {".word -1>>60", 15},          /* zeros come in */
        {".word ~0xF0", 0xFFFFFF0F},
        {".word 5!2", 0xFFFFFFFD},     /* or not */
        {".word 'A", 65},
        {".word 'A'+'\\n'", 75},
        {".word '\\''", 39},
        {".word 017+0b101+0xf", 35},
        {".word -7/2", 0xFFFFFFFD},
        {".word -7%2", 0xFFFFFFFF},
        {".word 7<>7", 0},
        {".word 0 && 1/0", 0},
        {".word 1 || 1/0", 1},
        {".word 0 && 1<<64", 0},
        {".word (0 || 0) + 2 * (0 || 5)", 2},
        {".word 2 <= 2", 0xFFFFFFFF},
        {".word 2 >= 3", 0},
        {".word 1 << 63 >> 63", 1},
        {".word -2147483648", 0x80000000},
        {".word 4294967295", 0xFFFFFFFF},
        {"TTI_SFPLOADI(0, 0, 1 << 2 + 1);", 0x71000008},
        {"TTI_SFPLOADI(0, 0, (1 == 1) ? 7 : 1/0);", 0x71000007},
        {"TTI_SFPLOADI(0, 0, 0x1'0ffu & ~0xF);", 0x710010F0},
        {".word TT_OP_NOP + TT_OP_SFPLOADI(0, 0, 1 << 2 + 1)", 0x73000008},
    };
    static const char *const wrong[] = {
        ".word 1/0", ".word 1%0", ".word 1<<64", ".word 1<<-1", ".word 08", ".word 0x", ".word 9223372036854775808",
        ".word 4294967296", ".word -2147483649", ".word 1+", ".word (1", ".word nothing", ".word 0 && nothing",
        ".ttinsn 1,2", ".word L1", ".word 'ab'",
    };

    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        assert_word(SFP_WH, false, words[i].text, words[i].word);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_refused(SFP_WH, false, wrong[i]);
}

static void assert_words(const char *text, const uint32_t *words, size_t count)
{
    struct sfp_program program;
    struct findings findings;

    if (!assemble(SFP_WH, false, text, strlen(text), &program, &findings))
        fail_msg("%s: %s", text, findings.text);
    assert_int_equal(program.count, count);
    assert_memory_equal(program.words, words, count * sizeof *words);
    sfp_program_free(&program);
}

static void test_repeat(void **state)
{
    struct sfp_program program;
    struct findings findings;
    struct sfp_where where;
    static const char lines[] = "ttnop\n.rept 2\n\tttnop\n  .word 5\n.endr\n.word 6\n";
    static const unsigned long expected[] = {1, 3, 4, 3, 4, 6};

    (void)state;
    assert_words(".rept 3\n.word 1\n.endr", (const uint32_t[]){1, 1, 1}, 3);
    assert_words(".set i,0\n.rept 3\ni=i+1\n.word i\n.endr", (const uint32_t[]){1, 2, 3}, 3);
    assert_words(".rept 0\n.rept 2\nnonsense\n.endr\n.endr\n.word 7", (const uint32_t[]){7}, 1);
    assert_words(".rept 2; .word 1; .rept 2; .word 2; .endr; .endr; .word 3", (const uint32_t[]){1, 2, 2, 1, 2, 2, 3},
                 7);
    assert_words(".rept 1 # .endr\n.word 1 /* .endr */\nx: .word 2 // .endr\n.endr\n.word 3",
                 (const uint32_t[]){1, 2, 3}, 3);
    assert_true(assemble(SFP_WH, false, lines, strlen(lines), &program, &findings));
    assert_int_equal(program.count, 6);
    for (size_t i = 0; i < program.count; i++) {
        assert_true(sfp_program_where(&program, i, &where));
        assert_int_equal(where.line, expected[i]);
        assert_string_equal(where.file, "test.s");
    }
    sfp_program_free(&program);
    assert_refused(SFP_WH, false, ".rept 2\nttnop");
    assert_refused(SFP_WH, false, ".rept -1\nttnop\n.endr\nttnop");
    /* None of these may take long, or much memory. */
    assert_refused(SFP_WH, false, ".rept 1<<40\nttnop\n.endr");
    assert_refused(SFP_WH, false, ".rept 1<<40\n.set i,1\n.endr\nttnop");
    assert_refused(SFP_WH, false,
                   ".rept 9999\n.rept 9999\n.rept 9999\n.set i,1\nttnop\n.endr\n.endr\n.endr");
    assert_words(".rept 1<<40\n.endr\n.word 1", (const uint32_t[]){1}, 1);
}

static void test_symbols(void **state)
{
    (void)state;
    assert_words("a: ttnop\nb: .word b-a, b\nc = 4\n.equ d, c*2\n.set c, 5\n.word c, d",
                 (const uint32_t[]){0x02000000, 1, 1, 5, 8}, 5);
    assert_refused(SFP_WH, false, "a: ttnop\na: ttnop");
    assert_refused(SFP_WH, false, "a: ttnop\n.set a, 1");
    assert_refused(SFP_WH, false, "sfploadi L0,p_sfpu::LREG9,0");
    assert_refused(SFP_WH, false, "sfploadi L0,MOV_4_ROWS,0");
    assert_word(SFP_WH, false, "sfploadi L0,LREG3,0", 0x71000003);
    assert_word(SFP_WH, false, "sfploadi L0,ckernel::p_sfpu::LREG3,0", 0x71000003);
    assert_word(SFP_WH, false, "sfploadi L0,::ckernel::p_sfpu::LREG3,0", 0x71000003);
    assert_word(SFP_WH, false, "sfpload L0,0,InstrModLoadStore::LO16,0", 0x70060000);
    assert_word(SFP_WH, false, "sfpload L0,0,MOD0_FMT_LO16,0", 0x70090000);
    assert_word(SFP_WH, false, "sfploadi L0,SFPCONFIG_MOD1_BITWISE_OR,0", 0x71000002);
    assert_refused(SFP_WH, false, "sfploadi L0,SFPMAD_MOD1_NEGATE_VA,0");
    assert_word(SFP_BH, false, "sfploadi L0,SFPMAD_MOD1_NEGATE_VA,0", 0x71000001);
}

static void test_places(void **state)
{
    static const struct {
        const char *text;
        unsigned long line, column;
        size_t length;
        size_t errors;
    } cases[] = {
        {"ttnop\n\tsfpmad L1,L2,L3,L16,0", 2, 18, 3, 1},
        {"sfpmadd L1,L2,L3,L4,0", 1, 1, 7, 1},
        {"sfpmad L1,L2,L3,L4,16\nsfpmad L1,zork,L3,L4,99\n)\nsfpfoo", 1, 20, 2, 5},
        {"TTI_SFPMAD(1,\n 2,\n  3, 4, 16);", 3, 9, 2, 1},
        {"sfpload L13,0,0,4", 1, 9, 3, 2},
        {"sfpadd L0,,L1\nttnop\nsfpadd (\nttnop", 1, 11, 1, 2},
        {".rept 2\n sfpfoo\n.endr", 2, 2, 6, 1},
        {"# 10 \"other.h\"\nsfpfoo", 10, 1, 6, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sfp_program program;
        struct findings f;

        assert_false(assemble(SFP_WH, false, cases[i].text, strlen(cases[i].text), &program, &f));
        if (f.line != cases[i].line || f.column != cases[i].column || f.length != cases[i].length ||
            f.errors != cases[i].errors)
            fail_msg("%s: %lu:%lu+%zu, %zu errors: %s", cases[i].text, f.line, f.column, f.length, f.errors, f.text);
    }
}

static void test_not_text(void **state)
{
    static const char nul[] = " sfpnop\n sfp\0nop\n";
    struct sfp_program program;
    struct findings findings;
    char *deep = malloc(1 << 20);

    (void)state;
    assert_non_null(deep);
    assert_false(assemble(SFP_WH, false, nul, sizeof nul - 1, &program, &findings));
    assert_int_equal(findings.line, 2);
    assert_int_equal(findings.column, 5);
    assert_refused(SFP_WH, false, "");
    assert_refused(SFP_WH, false, "# nothing\n\n");
    assert_refused(SFP_WH, false, "sfpnop /* and then");
    assert_refused(SFP_WH, false, "\xff\xfe");
    memset(deep, '(', (1 << 20) - 1);
    memcpy(deep, ".word ", 6);
    deep[(1 << 20) - 1] = '\0';
    assert_refused(SFP_WH, false, deep);
    memset(deep + 6, '-', (1 << 20) - 7);
    assert_refused(SFP_WH, false, deep);
    free(deep);
}

static void test_arch(void **state)
{
    struct sfp_program program;
    struct findings findings;

    (void)state;
    assert_true(assemble(0, false, ".arch bh\nsfpgt L0,L1,0,1", 24, &program, &findings));
    assert_int_equal(program.arch, SFP_BH);
    assert_true(program.arch_stated);
    sfp_program_free(&program);
    assert_true(assemble(0, false, "sfpnop", 6, &program, &findings));
    assert_int_equal(program.arch, SFP_WH);
    assert_false(program.arch_stated);
    sfp_program_free(&program);
    assert_refused(SFP_WH, false, ".arch blackhole\nsfpnop");
    assert_refused(0, false, ".arch wh\n.arch bh\nsfpnop");
    assert_refused(0, false, "sfpnop\n.arch bh");
    assert_refused(SFP_WH, false, "sfpgt L0,L1,0,1");
}

/* ---- Files of lines and words ---- */

/* A selection, and all of them where they are present beside the project. */
static char own_files[] = "tests/vectors/peer";
static char shared_files[] = "../shared/peer";

/* Reads KIND-ARCH.tsv; skips the test, and says so, where the shared one is absent. */
static struct sfp_buffer peer_file(const char *directory, const char *kind, enum sfp_arch arch)
{
    struct sfp_buffer buffer;
    char path[100];
    char *error;

    snprintf(path, sizeof path, "%s/%s-%s.tsv", directory, kind, arch == SFP_WH ? "wh" : "bh");
    if (!file_read(path, &buffer, &error)) {
        print_message("%s\n", error ? error : path);
        free(error);
        assert_ptr_equal(directory, shared_files);
        skip();
    }
    return buffer;
}

/* Assembles the lines of a file of line TAB word, and compares the words. */
static void check_peer_words(const char *directory, const char *kind, enum sfp_arch arch, bool strict)
{
    struct sfp_buffer buffer = peer_file(directory, kind, arch);
    char *text = malloc(buffer.size + 1);
    uint32_t *words = malloc((buffer.size + 1) * sizeof *words);
    size_t length = 0;
    size_t count = 0;
    struct sfp_program program;
    struct findings findings;

    assert_non_null(text);
    assert_non_null(words);
    for (char *line = strtok(buffer.data, "\n"); line; line = strtok(NULL, "\n")) {
        char *tab = strchr(line, '\t');

        assert_non_null(tab);
        words[count++] = (uint32_t)strtoul(tab + 1, NULL, 16);
        length += (size_t)sprintf(text + length, "%.*s\n", (int)(tab - line), line);
    }
    assert_true(count > 200);
    if (!assemble(arch, strict, text, length, &program, &findings))
        fail_msg("%s, line %lu: %s", kind, findings.line, findings.text);
    assert_int_equal(program.count, count);
    for (size_t i = 0; i < count; i++)
        if (program.words[i] != words[i])
            fail_msg("%s, line %zu: 0x%08x, not 0x%08x", kind, i + 1, program.words[i], words[i]);
    sfp_program_free(&program);
    free(words);
    free(text);
    buffer_free(&buffer);
}

/* The vendor's macros and named constants: words that its headers give. */
static void test_vendor(void **state)
{
    static const char *const kinds[] = {"macro", "constant"};

    (void)state;
    for (size_t a = 0; a < 2; a++)
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
            check_peer_words("tests/vectors/vendor", kinds[k], archs[a], false);
}

static void test_peer_words(void **directory)
{
    static const char *const kinds[] = {"accept", "random", "random-tt"};

    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        for (size_t a = 0; a < 2; a++) {
            check_peer_words(*directory, kinds[k], archs[a], false);
            check_peer_words(*directory, kinds[k], archs[a], true);
        }
    }
}

/* What the peer has a spelling for, sfpdis spells for it: its mnemonic and operands, which give the word again. */
static void check_peer_spelling(const char *directory, const char *kind, enum sfp_arch arch)
{
    struct sfp_buffer buffer = peer_file(directory, kind, arch);
    struct sfp_index index;

    sfp_index_init(&index, arch);
    for (char *line = strtok(buffer.data, "\n"); line; line = strtok(NULL, "\n")) {
        const uint32_t word = (uint32_t)strtoul(strchr(line, '\t') + 1, NULL, 16);
        const size_t name = strcspn(line, " \t");
        char text[SFP_DISASSEMBLY_SIZE];
        struct sfp_program program;
        struct findings findings;
        size_t length = disassembly_of_word(&index, word, SFP_SYNTAX_GAS, text);

        if (strncasecmp(text, line, name) != 0 || (text[name] != '\t' && text[name] != '\0'))
            fail_msg("%s: '%s' is spelt '%s'", kind, line, text);
        text[length++] = '\n';
        assert_true(assemble(arch, true, text, length, &program, &findings));
        assert_int_equal(program.count, 1);
        assert_int_equal(program.words[0], word);
        sfp_program_free(&program);
    }
    buffer_free(&buffer);
}

static void test_peer_spelling(void **directory)
{
    static const char *const kinds[] = {"accept", "random", "random-tt"};

    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        for (size_t a = 0; a < 2; a++)
            check_peer_spelling(*directory, kinds[k], archs[a]);
}

static void test_peer_refusals(void **directory)
{
    for (size_t a = 0; a < 2; a++) {
        struct sfp_buffer buffer = peer_file(*directory, "reject", archs[a]);
        size_t count = 0;

        for (char *line = strtok(buffer.data, "\n"); line; line = strtok(NULL, "\n")) {
            assert_refused(archs[a], true, line);
            count++;
        }
        assert_true(count > 200);
        buffer_free(&buffer);
    }
}

/* ---- Text of words ---- */

static void test_disassembly(void **state)
{
    static const struct {
        uint32_t word;
        enum sfp_arch arch;
        unsigned style;
        const char *text;
    } cases[] = {
        {0x84012B30, SFP_WH, SFP_SYNTAX_GNU, "sfpmad\tL3,L1,L2,L11,0"},
        {0x84012B30, SFP_WH, SFP_SYNTAX_MACRO,
         "TTI_SFPMAD(p_sfpu::LREG1, p_sfpu::LREG2, p_sfpu::LREG11, p_sfpu::LREG3, 0);"},
        {0x840012D0, SFP_WH, SFP_SYNTAX_GNU, "sfpmad\tT1,L0,L1,L2,0"},
        {0x840012D0, SFP_WH, SFP_SYNTAX_MACRO, "TTI_SFPMAD(p_sfpu::LREG0, p_sfpu::LREG1, p_sfpu::LREG2, 13, 0);"},
        {0x850A1230, SFP_WH, SFP_SYNTAX_GNU, "sfpadd\tL3,L1,L2,0"},
        {0x8501A230, SFP_WH, SFP_SYNTAX_GNU, "sfpadd\tL3,L1,L10,L2,0"},
        {0x79FFB211, SFP_WH, SFP_SYNTAX_GNU, "sfpiadd\tL1,L2,-5,1"},
        {0x71008000, SFP_WH, SFP_SYNTAX_GNU, "sfploadi\tL0,-32768,0"},
        {0x7220C006, SFP_WH, SFP_SYNTAX_GNU, "sfpstore\tL2,6,0,3"},
        {0x72E0C006, SFP_WH, SFP_SYNTAX_GNU, "sfpstore\tL14,6,0,3"},
        {0x7003C004, SFP_WH, SFP_SYNTAX_MACRO, "TTI_SFPLOAD(p_sfpu::LREG0, 3, ADDR_MOD_3, 4);"},
        {0x9391C00D, SFP_WH, SFP_SYNTAX_GNU, "sfploadmacro\t2,L5,13,1,3"},
        /* Without its sign where that is bits, and with it where it is a number; modes and registers stay. */
        {0x71008000, SFP_WH, SFP_SYNTAX_GNU | SFP_HEX, "sfploadi\tL0,0x8000,0"},
        {0x7104FFFE, SFP_WH, SFP_SYNTAX_GNU | SFP_HEX, "sfploadi\tL0,-0x2,4"},
        {0x71EAAA3B, SFP_WH, SFP_SYNTAX_GNU | SFP_HEX, "sfploadi\tT2,0xaa3b,10"},
        {0x79FFB211, SFP_WH, SFP_SYNTAX_GNU | SFP_HEX, "sfpiadd\tL1,L2,-0x5,1"},
        {0x7003C000, SFP_WH, SFP_SYNTAX_GNU | SFP_HEX, "sfpload\tL0,0x0,3,3"},
        {0x7003C040, SFP_WH, SFP_SYNTAX_MACRO | SFP_HEX, "TTI_SFPLOAD(p_sfpu::LREG0, 3, ADDR_MOD_3, 0x40);"},
        {0x79FFB211, SFP_WH, SFP_SYNTAX_GAS | SFP_HEX, "sfpiadd\tL1,L2,-0x5,1"},
        {0x84012B30, SFP_WH, SFP_SYNTAX_GNU | SFP_HEX, "sfpmad\tL3,L1,L2,L11,0"},
        {0x8F000000, SFP_WH, SFP_SYNTAX_GNU, "sfpnop"},
        {0x8F000000, SFP_WH, SFP_SYNTAX_MACRO, "TTI_SFPNOP;"},
        {0x8F000001, SFP_WH, SFP_SYNTAX_GNU, ".ttinsn\t0x8f000001"},
        {0x8F0000C0, SFP_WH, SFP_SYNTAX_GNU, "sfpnop\tT0"},
        {0x97000001, SFP_WH, SFP_SYNTAX_GNU, ".ttinsn\t0x97000001"},
        {0x97000001, SFP_BH, SFP_SYNTAX_GNU, "sfpgt\tL0,L0,0,1"},
        {0x97001001, SFP_BH, SFP_SYNTAX_GNU, ".ttinsn\t0x97001001"},
        {0x99002101, SFP_BH, SFP_SYNTAX_GNU, "sfparecip\tL0,L2,L1,1"},
        {0xFFFFFFFF, SFP_BH, SFP_SYNTAX_MACRO, ".ttinsn\t0xffffffff"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sfp_index index;
        char text[SFP_DISASSEMBLY_SIZE];

        sfp_index_init(&index, cases[i].arch);
        assert_int_equal(disassembly_of_word(&index, cases[i].word, cases[i].style, text), strlen(cases[i].text));
        assert_string_equal(text, cases[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verified),    cmocka_unit_test(test_beyond_gnu),    cmocka_unit_test(test_expressions),
        cmocka_unit_test(test_vendor),
        cmocka_unit_test(test_repeat),      cmocka_unit_test(test_symbols),       cmocka_unit_test(test_places),
        cmocka_unit_test(test_not_text),    cmocka_unit_test(test_arch),          cmocka_unit_test(test_disassembly),
        {"own_peer_words", test_peer_words, NULL, NULL, own_files},
        {"own_peer_refusals", test_peer_refusals, NULL, NULL, own_files},
        {"own_peer_spelling", test_peer_spelling, NULL, NULL, own_files},
        {"shared_peer_words", test_peer_words, NULL, NULL, shared_files},
        {"shared_peer_spelling", test_peer_spelling, NULL, NULL, shared_files},
        {"shared_peer_refusals", test_peer_refusals, NULL, NULL, shared_files},
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
