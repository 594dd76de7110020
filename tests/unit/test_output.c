/* What goes out of the assembler beside the words, and what the disassembler adds to them and reads. */
#include "program/debug_table.h"
#include "program/origins.h"
#include "program/sfp_program.h"
#include "dis/dis.h"
#include "dis/elf_code.h"
#include "assembly/asm.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const enum sfp_arch archs[] = {SFP_WH, SFP_BH};

static void assemble(enum sfp_arch arch, const char *text, size_t size, struct sfp_program *program)
{
    struct sfp_asm_options options = {.arch = arch, .sink = diagnostic_print, .context = stderr};
    const struct sfp_asm_source source = {.path = "test.s", .text = text, .size = size};

    warnings_init(&options.warnings);
    assert_true(warnings_set(&options.warnings, "no-reserved"));
    assert_true(assembly_make(&options, &source, 1, program));
}

/* ---- Comments ---- */

/* Words by hand from the ISA pages, their effects from sfpu-semantics(7) and sfpu-dst(7). */
static void test_annotations(void **state)
{
    static const struct {
        uint32_t word;
        enum sfp_arch arch;
        const char *text;
    } cases[] = {
        {0x84012300, SFP_WH, "L0 = L1 * L2 + L3"},
        {0x84012301, SFP_BH, "L0 = -L1 * L2 + L3"},
        {0x84012302, SFP_BH, "L0 = L1 * L2 - L3"},
        {0x84012308, SFP_WH, "L[L7] = L1 * L2 + L3"},
        {0x84012304, SFP_WH, "L0 = L[L7] * L2 + L3"},
        {0x850A1230, SFP_WH, "L3 = L1 + L2"},
        {0x86012930, SFP_WH, "L3 = L1 * L2"},
        {0x84012390, SFP_WH, "L9 = L1 * L2 + L3; not written, as L9 is read-only"},
        {0x84012398, SFP_WH, "L[L7] = L1 * L2 + L3"},
        {0x840123D0, SFP_WH, "instruction template 1 = this sfpmad"},
        {0x70338006, SFP_WH, "L3 = Dst[6] as fp32, then Dst counter by modifier 2"},
        {0x7222C004, SFP_WH, "Dst[4] = L2 as bf16, then Dst counter by modifier 3"},
        {0x7222E004, SFP_BH, "Dst[4] = L2 as bf16, then Dst counter by modifier 7"},
        /* The address 13 holds bit 2 of VD in its lowest bit. */
        {0x9391C00D, SFP_WH, "macro 2 with L5 = Dst[12] as fp16, then Dst counter by modifier 3"},
        {0x7B000100, SFP_WH, "flags = L1 < 0"},
        {0x7B000106, SFP_WH, "flags = L1 == 0"},
        {0x71103F80, SFP_WH, "L1 = 1.0"},
        {0x71113C00, SFP_WH, "L1 = 1.0"},
        {0x7114FFFB, SFP_WH, "L1 = -5, an integer"},
        {0x8A00300A, SFP_WH, "predication = 1; flags = 1"},
        {0x79FFB211, SFP_WH, "L1 = L2 - 5; flags = L1 < 0"},
        {0x79FFB215, SFP_WH, "L1 = L2 - 5"},
        {0x7AFFD001, SFP_WH, "L0 = L0 >> 3"},
        {0x8E25231C, SFP_WH, "L1 = integer L3 >> 5 as uint8, rounded stochastically"},
        {0x8E45231C, SFP_BH, "L1 = integer L3 >> 5 as uint8, rounded toward zero"},
        {0x92000211, SFP_WH, "L1 = min(L1, L2), L2 = max"},
        {0x910104F1, SFP_WH, "LaneConfig = 0x0104"},
        {0x910000B1, SFP_WH, "L11 = -1.0"},
        {0x76FFF211, SFP_WH, "L1 = L2 * 2^-1"},
        {0x90000212, SFP_WH, "L1 = sign-magnitude L2 as a float, rounded to nearest even; mode 2 is reserved"},
        {0x90000212, SFP_BH, "L1 = |L2| as an integer"},
        {0x0400C051, SFP_WH, "record the next 5 instructions from slot 3 on"},
        {0x0400C053, SFP_WH, "record the next 5 instructions from slot 3 on, and execute them"},
        {0x0400C000, SFP_WH, "play 32 instructions back, from slot 3"},
        {0x38008000, SFP_WH, "add to the counters Dst, SrcA, SrcB: rwc_cr 0, rwc_d 2, rwc_b 0, rwc_a 0"},
        {0x97000321, SFP_BH, "flags = L2 > L3"},
        /* Half a register is loaded, and the other half kept or not; a store writes all of it, or half a cell. */
        {0x7037C004, SFP_WH, "L3 = Dst[4] as high 16 bits, then Dst counter by modifier 3"},
        {0x703EC004, SFP_WH, "L3 = Dst[4] as low 16 bits, the others kept, then Dst counter by modifier 3"},
        {0x7227C004, SFP_WH, "Dst[4] = L2 as 32 raw bits, then Dst counter by modifier 3"},
        {0x7227E004, SFP_BH, "Dst[4] = L2 as 32 raw bits, then Dst counter by modifier 7"},
        {0x7229C004, SFP_WH, "Dst[4] = L2 as 32 raw bits, halves exchanged, then Dst counter by modifier 3"},
        {0x722EC004, SFP_WH, "Dst[4] = L2 as its low 16 bits, then Dst counter by modifier 3"},
        {0x722FE004, SFP_BH, "Dst[4] = L2 as its high 16 bits, then Dst counter by modifier 7"},
        {0x722CC004, SFP_WH, "Dst[4] = L2 as two's complement int32, then Dst counter by modifier 3"},
        /* Bit 0 of the mode means nothing for a template; bit 3 selects for every VD. */
        {0x91000520, SFP_WH, "instruction template 2 = L0"},
        {0x91000528, SFP_WH, "instruction template 2 = L0, in the lane columns that the immediate selects"},
        {0x91000529, SFP_BH, "instruction template 2 = L0, in the lane columns that the immediate selects"},
        {0x91000558, SFP_WH, "macro sequence 1 = L0, in the lane columns that the immediate selects"},
        /* Flags of SFPLZ come from VC as it was. */
        {0x81000332, SFP_WH, "flags = L3 != 0; L3 = leading zeros of L3"},
        {0x8100033A, SFP_BH, "flags = L3 == 0; L3 = leading zeros of L3"},
        {0x81000336, SFP_WH, "flags = (L3 without its sign) != 0; L3 = leading zeros of L3 without its sign"},
        {0x8100033E, SFP_WH, "flags = (L3 without its sign) == 0; L3 = leading zeros of L3 without its sign"},
        {0x94000001, SFP_WH, "L0 = L1, L1 = L2, L2 = L3, L3 = the old L0 one lane row up, with 0 in the last"},
        {0x94000302, SFP_BH, "L0 = L1, L1 = L2, L2 = L3, L3 = the old L3 rotated right by a lane in each row"},
        {0x98012900, SFP_BH, "L0 = low 23 bits of L1 * L2, integers of 23 bits"},
        {0x98012501, SFP_BH, "L0 = high 23 bits of L1 * L2, integers of 23 bits, or another value if L5 is not 0"},
        {0x97000321, SFP_WH, ""},
        {0x00000000, SFP_WH, ""}, /* no instruction at all */
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sfp_index index;
        char text[SFP_ANNOTATION_SIZE];
        size_t length;

        sfp_index_init(&index, cases[i].arch);
        length = disassembly_annotate(&index, cases[i].word, text);
        assert_int_equal(length, strlen(text));
        if (strcmp(text, cases[i].text) != 0)
            fail_msg("0x%08x: \"%s\", not \"%s\"", cases[i].word, text, cases[i].text);
    }
}

static void test_remarks(void **state)
{
    static const struct {
        uint32_t word;
        enum sfp_arch arch;
        enum sfp_syntax syntax;
        const char *text;
    } cases[] = {
        {0x84F12B30, SFP_WH, SFP_SYNTAX_GNU, "sfpmad with reserved bits 0x00f00000"},
        {0x84F12B30, SFP_WH, SFP_SYNTAX_MACRO, "sfpmad with reserved bits 0x00f00000"},
        {0x84012B30, SFP_WH, SFP_SYNTAX_GNU, ""},
        {0x97001001, SFP_BH, SFP_SYNTAX_GNU, "sfpgt with reserved bits 0x00001000"},
        {0x97001001, SFP_BH, SFP_SYNTAX_MACRO, ""}, /* the macro takes any imm12 */
        {0x97001001, SFP_WH, SFP_SYNTAX_GNU, ""},
        {0x8F0000C0, SFP_WH, SFP_SYNTAX_GNU, ""},
        {0x8F0000C0, SFP_WH, SFP_SYNTAX_MACRO, "sfpnop with bits 0x000000c0, for which TTI_SFPNOP has no argument"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sfp_index index;
        char text[SFP_ANNOTATION_SIZE];

        sfp_index_init(&index, cases[i].arch);
        assert_int_equal(dis_remark(&index, cases[i].word, cases[i].syntax, text), strlen(cases[i].text));
        assert_string_equal(text, cases[i].text);
    }
}

/* A word as a line with all comments. */
static size_t commented(const struct sfp_index *index, uint32_t word, enum sfp_syntax syntax, char *line)
{
    char remark[SFP_ANNOTATION_SIZE];
    char annotation[SFP_ANNOTATION_SIZE];
    const size_t length = disassembly_of_word(index, word, syntax, line);

    assert_true(dis_remark(index, word, syntax, remark) < SFP_ANNOTATION_SIZE);
    assert_true(disassembly_annotate(index, word, annotation) < SFP_ANNOTATION_SIZE - 1);
    assert_null(strpbrk(annotation, "\n\\%"));
    if (*remark && strncmp(line, ".ttinsn", 7) != 0)
        fail_msg("0x%08x: \"%s\" on \"%s\"", word, remark, line);
    return length + (size_t)sprintf(line + length, "\t%s %s: %s\n", disassembly_comment(syntax), remark, annotation);
}

/* Words in every opcode: with comments they assemble to themselves. */
static void test_commented_round_trip(void **state)
{
    enum { EACH = 300, COUNT = 256 * EACH, LINE = SFP_DISASSEMBLY_SIZE + 2 * SFP_ANNOTATION_SIZE };
    static uint32_t words[COUNT];
    char *text = malloc((size_t)COUNT * LINE);
    uint32_t random = 1;

    (void)state;
    assert_non_null(text);
    for (size_t i = 0; i < COUNT; i++) {
        random = random * 1664525 + 1013904223;
        words[i] = (uint32_t)(i / EACH) << 24 | random >> 8;
        if (i % 3 == 0)
            words[i] &= 0xFF00FFFF;
    }
    for (unsigned variant = 0; variant < 4; variant++) {
        const enum sfp_syntax syntax = variant & 1 ? SFP_SYNTAX_MACRO : SFP_SYNTAX_GNU;
        const enum sfp_arch arch = archs[variant >> 1];
        struct sfp_program program;
        struct sfp_index index;
        size_t length = 0;

        sfp_index_init(&index, arch);
        for (size_t i = 0; i < COUNT; i++)
            length += commented(&index, words[i], syntax, text + length);
        assemble(arch, text, length, &program);
        assert_int_equal(program.count, COUNT);
        assert_memory_equal(program.words, words, sizeof words);
        sfp_program_free(&program);
    }
    free(text);
}

/* ---- Output ---- */

static void test_identifiers(void **state)
{
    static const char *const cases[][2] = {
        {"kernel.c", "kernel"}, {"/tmp/a.b/my-kernel.x.c", "my_kernel"}, {"-", "sfpu_program"}, {"2x.c", "sfpu_2x"},
        {"int.c", "sfpu_int"}, {"_x.c", "sfpu__x"}, {".c", "sfpu__c"}, {"while", "sfpu_while"},
        {"\xc3\xa9.c", "sfpu___"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *name = sfp_output_identifier(cases[i][0]);

        assert_string_equal(name, cases[i][1]);
        free(name);
    }
}

/* ---- The debug table ---- */

static const char table_source[] = "start: sfpnop\n.region body\n.rept 2\n  sfpmov L0,L1,0 # caf\xe9\n"
                                   ".word 5, 6\n.endr\n.endregion\nend: ttnop";

struct table_file {
    char directory[32];
    char path[40];
    char table[48];
};

static void table_file_make(struct table_file *f)
{
    strcpy(f->directory, "/tmp/test-output-XXXXXX");
    assert_non_null(mkdtemp(f->directory));
    snprintf(f->path, sizeof f->path, "%s/k.bin", f->directory);
    snprintf(f->table, sizeof f->table, "%s.dbg", f->path);
}

static void table_file_remove(struct table_file *f)
{
    unlink(f->table);
    rmdir(f->directory);
}

static void put_file(const char *path, const char *bytes, size_t size)
{
    FILE *stream = fopen(path, "wb");

    assert_non_null(stream);
    assert_int_equal(fwrite(bytes, 1, size, stream), size);
    assert_int_equal(fclose(stream), 0);
}

/* Reads the table for these words as a program of its own. */
static enum sfp_debug_result read_table(const struct table_file *f, const uint32_t *words, size_t count,
                                        struct sfp_program *program, enum sfp_arch *arch)
{
    enum sfp_debug_result result;
    char *error;

    *program = (struct sfp_program){.words = malloc(count * sizeof *words), .count = count, .arch = SFP_WH};
    assert_non_null(program->words);
    memcpy(program->words, words, count * sizeof *words);
    result = sfp_debug_read(f->path, program, arch, &error);
    assert_int_equal(result == SFP_DEBUG_REFUSED, error != NULL);
    free(error);
    return result;
}

/* Words 0 to 3 set up: 90h is a template; 93h are three loads of two turns, after an SFPNOP that keeps them away from the
 * set-up, and before an SFPNOP that is no cell. */
static const char schedule_source[] =
    ".schedule halve\n"
    ".period 1\n"
    ".rows 2\n"
    ".addrmod 2:+2\n"
    ".rotate v = L0, L3\n"
    "t | Load                    | Simple                | MAD | Round | Store\n"
    "0 | [v] sfpload v, -4, 3, 2 |                       |     |       |\n"
    "1 | ...                     | [v] sfpabs L16, v, 1  |     | idle  |\n"
    "2 | ...                     |                       |     |       | [v] sfpstore L16, [v], 3\n"
    ".endschedule\n"
    ".schedule_setup halve\n"
    ".schedule_loop halve, 3, nodrain\n";

/* An action of one source, whose VD is L16. */
static void assert_action(const struct sfp_schedule_action *a, uint32_t word, struct sfp_schedule_source source)
{
    assert_int_equal(a->word, word);
    assert_int_equal(a->vd, 16);
    assert_int_equal(a->source_count, 1);
    assert_int_equal(a->sources[0].lreg, source.lreg);
    assert_int_equal(a->sources[0].cell, source.cell);
    assert_int_equal(a->sources[0].back, source.back);
}

/* The schedule above, as it was assembled or read. */
static void assert_schedule(const struct sfp_program *program)
{
    const struct sfp_schedule *s = &program->schedules[0];
    const struct sfp_schedule_word *word;
    struct sfp_where where;

    assert_int_equal(program->schedule_count, 1);
    assert_string_equal(s->name, "halve");
    assert_int_equal(s->period, 1);
    assert_int_equal(s->rows, 3);
    assert_int_equal(s->turns, 2);
    assert_int_equal(s->step, 2);
    assert_false(s->counts_cycles);
    assert_int_equal(s->tag_count, 1);
    assert_string_equal(s->tags[0], "v");
    assert_int_equal(s->cell_count, 6);
    assert_int_equal(s->cells[0].kind, SFP_CELL_LOAD);
    assert_int_equal(s->cells[0].unit, SFP_UNIT_LOAD);
    assert_int_equal(s->cells[0].tag, 0);
    assert_int_equal(s->cells[0].address, -4);
    assert_int_equal(s->cells[0].addrmod, 2);
    assert_int_equal(s->cells[1].kind, SFP_CELL_NEXT);
    assert_int_equal(s->cells[1].tag, -1);
    assert_null(s->cells[1].actions);
    assert_int_equal(s->cells[2].kind, SFP_CELL_SCHEDULED);
    assert_int_equal(s->cells[2].unit, SFP_UNIT_SIMPLE);
    assert_int_equal(s->cells[2].row, 1);
    assert_int_equal(s->cells[3].kind, SFP_CELL_IDLE);
    assert_int_equal(s->cells[3].unit, SFP_UNIT_ROUND);
    assert_int_equal(s->cells[5].address, -4); /* its load's */
    /* SFPABS, mode 1, of turn 1: VC = L3, from the load of the same iteration. The store's L16 is from SFPABS. */
    assert_action(&s->cells[2].actions[1], 0x7D000301, (struct sfp_schedule_source){3, 0, 0});
    assert_int_equal(s->cells[2].actions[1].vc, 3);
    assert_action(&s->cells[5].actions[0], 0x72030000, (struct sfp_schedule_source){16, 2, 0});
    assert_true(sfp_origins_where(program, s->cells[2].origin, &where));
    assert_int_equal(where.line, 8);
    assert_int_equal(where.column, 35);
    assert_int_equal(s->word_count, 3);
    assert_ptr_equal(sfp_schedule_of_word(program, program->count - 1, &word), s);
    assert_int_equal(word->cell, 0);
    assert_int_equal(word->turn, 0); /* of iteration 2 */
    assert_ptr_equal(sfp_schedule_of_word(program, program->count - 2, &word), s);
    assert_int_equal(word->turn, 1);
    assert_null(sfp_schedule_of_word(program, 0, &word));
}

/* Members of a schedule that are none, each the first of its name behind "schedules". */
static void refuse_schedules(const struct table_file *f, const struct sfp_program *program, const char *bytes)
{
    static const struct {
        const char *member, *wrong;
    } cases[] = {
        {"\"name\": \"halve\"", "\"name\": 1"}, {"\"period\": 1", "\"period\": 0"}, {"\"rows\": 3", "\"rows\": 0"},
        {"\"turns\": 2", "\"turns\": 0"}, {"\"turns\": 2", "\"turns\": -2"}, {"\"step\": 2", "\"step\": 3000000000"},
        {"\"delays\"", "\"delay\""}, {"\"tags\": [\"v\"]", "\"tags\": [2]"}, {"\"tag\": 0", "\"tag\": 1"},
        {"\"row\": 0", "\"row\": 3"}, {"\"unit\": \"load\"", "\"unit\": \"lode\""},
        {"\"by\": \"load\"", "\"by\": \"lode\""},
        /* a word that is not behind the one before or not there, a cell that makes none or is not there, a turn */
        {"[7, 0, 1]", "[6, 0, 1]"}, {"[8, 0, 0]", "[9, 0, 0]"}, {"[7, 0, 1]", "[7, 2, 1]"}, {"[7, 0, 1]", "[7, 6, 1]"},
        {"[7, 0, 1]", "[7, 0, 2]"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *from = strstr(strstr(bytes, "\"schedules\""), cases[i].member);
        struct sfp_program again;
        enum sfp_arch arch;
        char *wrong;
        int size;

        if (!from)
            fail_msg("no %s", cases[i].member);
        size = asprintf(&wrong, "%.*s%s%s", (int)(from - bytes), bytes, cases[i].wrong, from + strlen(cases[i].member));
        assert_true(size > 0);
        put_file(f->table, wrong, (size_t)size);
        if (read_table(f, program->words, program->count, &again, &arch) == SFP_DEBUG_READ)
            fail_msg("%s is taken", cases[i].wrong);
        sfp_program_free(&again);
        free(wrong);
    }
}

static void test_debug_schedules(void **state)
{
    struct sfp_program program, again;
    struct table_file f;
    enum sfp_arch arch;
    char *bytes;
    size_t size;
    FILE *stream = open_memstream(&bytes, &size);

    (void)state;
    assemble(SFP_WH, schedule_source, strlen(schedule_source), &program);
    assert_schedule(&program);
    assert_true(sfp_debug_write(&program, stream));
    fclose(stream);
    table_file_make(&f);
    put_file(f.table, bytes, size);
    assert_int_equal(read_table(&f, program.words, program.count, &again, &arch), SFP_DEBUG_READ);
    assert_schedule(&again);
    sfp_program_free(&again);
    refuse_schedules(&f, &program, bytes);

    /* A byte wrong anywhere: refused, or read with schedules that can be asked for. */
    for (size_t i = 0; i < size; i++) {
        const char before = bytes[i];
        const struct sfp_schedule_word *word;

        bytes[i] = before == '1' ? '9' : before == '[' ? '{' : before == '0' ? '-' : '1';
        put_file(f.table, bytes, size);
        bytes[i] = before;
        if (read_table(&f, program.words, program.count, &again, &arch) == SFP_DEBUG_READ)
            for (size_t w = 0; w < again.count; w++) {
                const struct sfp_schedule *s = sfp_schedule_of_word(&again, w, &word);

                if (!s)
                    continue;
                assert_true(s->cells[word->cell].actions[word->turn].source_count <= SFP_LREGS);
                assert_int_equal(s->cells[word->cell].tag, 0); /* all words are the load */
            }
        sfp_program_free(&again);
    }
    free(bytes);
    table_file_remove(&f);
    sfp_program_free(&program);
}

static void test_debug_table(void **state)
{
    struct sfp_program program, again;
    struct table_file f;
    enum sfp_arch arch = SFP_WH;
    char *bytes;
    size_t size;
    FILE *stream = open_memstream(&bytes, &size);

    (void)state;
    assemble(SFP_BH, table_source, strlen(table_source), &program);
    assert_int_equal(program.count, 8);
    assert_int_equal(program.symbol_count, 2);
    assert_true(sfp_debug_write(&program, stream));
    fclose(stream);
    table_file_make(&f);
    assert_int_equal(read_table(&f, program.words, program.count, &again, &arch), SFP_DEBUG_ABSENT);
    sfp_program_free(&again);

    put_file(f.table, bytes, size);
    assert_int_equal(read_table(&f, program.words, program.count, &again, &arch), SFP_DEBUG_READ);
    assert_int_equal(arch, SFP_BH);
    for (size_t i = 0; i < program.count; i++) {
        struct sfp_where a, b;

        assert_true(sfp_program_where(&program, i, &a));
        assert_true(sfp_program_where(&again, i, &b));
        assert_string_equal(b.file, "test.s");
        assert_int_equal(a.line, b.line);
        assert_int_equal(a.column, b.column);
        assert_int_equal(a.length, b.length);
        /* JSON cannot hold line 4's last byte. */
        assert_memory_equal(a.text, b.text, a.line == 4 ? a.length - 1 : a.length);
    }
    assert_int_equal(again.region_count, 1);
    assert_string_equal(again.regions[0].name, "body");
    assert_int_equal(again.regions[0].first, 1);
    assert_int_equal(again.regions[0].end, 7);
    assert_int_equal(again.symbol_count, 2);
    assert_string_equal(again.symbols[1].name, "end");
    assert_int_equal(again.symbols[1].index, 7);
    sfp_program_free(&again);

    program.words[3] ^= 1;
    assert_int_equal(read_table(&f, program.words, program.count, &again, &arch), SFP_DEBUG_REFUSED);
    assert_null(again.origins.bytes);
    sfp_program_free(&again);
    program.words[3] ^= 1;
    assert_int_equal(read_table(&f, program.words, program.count - 1, &again, &arch), SFP_DEBUG_REFUSED);
    sfp_program_free(&again);

    /* A byte wrong anywhere: refused, or read with places that can be asked for. */
    for (size_t i = 0; i < size; i++) {
        const char before = bytes[i];

        bytes[i] = before == '1' ? '9' : before == '[' ? '{' : '1';
        put_file(f.table, bytes, size);
        bytes[i] = before;
        if (read_table(&f, program.words, program.count, &again, &arch) == SFP_DEBUG_READ) {
            struct sfp_where where;

            for (size_t w = 0; w < again.count; w++)
                assert_true(sfp_program_where(&again, w, &where));
        }
        sfp_program_free(&again);
    }
    table_file_remove(&f);
    free(bytes);
    sfp_program_free(&program);
}

/* Reads a table of no words, with these "lines". */
static enum sfp_debug_result read_empty(const struct table_file *f, const char *lines)
{
    static const uint32_t none[1];
    struct sfp_program program;
    enum sfp_debug_result result;
    enum sfp_arch arch;
    char *text;
    const int size = asprintf(&text,
                              "{\"schema\": \"sfpasm-debug\", \"version\": 1, \"arch\": \"wormhole\", \"words\": 0,"
                              "\"checksum\": \"0xcbf29ce484222325\", \"files\": [\"a.s\"], \"lines\": [%s],"
                              "\"text\": [[0, 1, \"sfpnop\"]], \"symbols\": [], \"regions\": []}", lines);

    assert_true(size > 0);
    put_file(f->table, text, (size_t)size);
    free(text);
    result = read_table(f, none, 0, &program, &arch);
    sfp_program_free(&program);
    return result;
}

/* No line gives words that are not there. */
static void test_debug_table_empty(void **state)
{
    struct table_file f;

    (void)state;
    table_file_make(&f);
    assert_int_equal(read_empty(&f, ""), SFP_DEBUG_READ);
    assert_int_equal(read_empty(&f, "[0, 0, 1, 1, 0]"), SFP_DEBUG_REFUSED);
    assert_int_equal(read_empty(&f, "[0, 0, 1, 1, 0], [1000, 0, 1, 1, 0]"), SFP_DEBUG_REFUSED);
    table_file_remove(&f);
}

/* The checksum is FNV-1a of the file's bytes, here "dcba"; the value was computed apart from this project. */
static void test_checksum(void **state)
{
    const uint32_t words[] = {0x61626364};

    (void)state;
    assert_true(sfp_debug_checksum(words, 0) == UINT64_C(0xcbf29ce484222325));
    assert_true(sfp_debug_checksum(words, 1) == UINT64_C(0x7379236726592e75));
}

/* ---- ELF ---- */

enum { TEXT_WORDS = 6, ADDRESS = 0x1000, SECTIONS = 5 };

/* Two functions: addi, sfpload, sfpnop; sfpmad, ret, and a word of all ones at the end. */
static const uint32_t text_words[TEXT_WORDS] = {
    0x00000013, 0xC00F0011 /* 7003C004 rotated left by two */, 0x3C000002 /* 8F000000 */,
    0x1004ACC2 /* 84012B30 */, 0x00008067, 0xFFFFFFFF,
};

/* An ELF file of bytes as they lie in the file; this test runs on little-endian machines. */
struct elf_file {
    Elf32_Ehdr header;
    uint32_t text[TEXT_WORDS];
    Elf32_Sym symbols[3];
    char names[16];
    char section_names[40];
    Elf32_Shdr sections[SECTIONS];
};

static void elf_make(struct elf_file *f)
{
    static const char names[] = "\0first\0second";
    static const char section_names[] = "\0.text\0.symtab\0.strtab\0.shstrtab";

    *f = (struct elf_file){
        .header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS32, ELFDATA2LSB, EV_CURRENT},
                   .e_type = ET_EXEC, .e_machine = EM_RISCV, .e_version = EV_CURRENT,
                   .e_shoff = offsetof(struct elf_file, sections), .e_ehsize = sizeof(Elf32_Ehdr),
                   .e_shentsize = sizeof(Elf32_Shdr), .e_shnum = SECTIONS, .e_shstrndx = 4},
        .symbols = {{0},
                    {.st_name = 1, .st_value = ADDRESS, .st_size = 12, .st_shndx = 1,
                     .st_info = ELF32_ST_INFO(STB_GLOBAL, STT_FUNC)},
                    {.st_name = 7, .st_value = ADDRESS + 12, .st_shndx = 1,
                     .st_info = ELF32_ST_INFO(STB_GLOBAL, STT_FUNC)}},
        .sections = {
            {0},
            {.sh_name = 1, .sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_EXECINSTR, .sh_addr = ADDRESS,
             .sh_offset = offsetof(struct elf_file, text), .sh_size = sizeof f->text, .sh_addralign = 4},
            {.sh_name = 7, .sh_type = SHT_SYMTAB, .sh_offset = offsetof(struct elf_file, symbols),
             .sh_size = sizeof f->symbols, .sh_link = 3, .sh_info = 1, .sh_entsize = sizeof(Elf32_Sym)},
            {.sh_name = 15, .sh_type = SHT_STRTAB, .sh_offset = offsetof(struct elf_file, names),
             .sh_size = sizeof f->names},
            {.sh_name = 23, .sh_type = SHT_STRTAB, .sh_offset = offsetof(struct elf_file, section_names),
             .sh_size = sizeof f->section_names},
        },
    };
    memcpy(f->text, text_words, sizeof text_words);
    memcpy(f->names, names, sizeof names);
    memcpy(f->section_names, section_names, sizeof section_names);
}

static bool elf_try(struct elf_file *f, size_t size, const struct elf_range *range, struct elf_code *code, char **error)
{
    const struct sfp_buffer buffer = {.data = (char *)f, .size = size};

    return elf_read(&buffer, "test.elf", range, code, error);
}

/* All words of a file, at most as many as there are in `words`. Returns their number. */
static size_t elf_words(const struct elf_code *code, struct elf_word *words)
{
    struct elf_walk walk;
    size_t count = 0;

    elf_walk_begin(&walk, code);
    while (count < TEXT_WORDS && elf_walk_next(&walk, &words[count]))
        count++;
    return count;
}

static void test_elf(void **state)
{
    static const struct elf_range all = {.stop = UINT64_MAX};
    static const struct elf_range first = {.symbol = "first", .stop = UINT64_MAX};
    static const struct elf_range second = {.symbol = "second", .stop = UINT64_MAX};
    static const struct elf_range middle = {.start = ADDRESS + 4, .stop = ADDRESS + 12};
    struct elf_file f;
    struct elf_code code;
    struct elf_word words[TEXT_WORDS];
    char *error;

    (void)state;
    elf_make(&f);
    assert_true(elf_try(&f, sizeof f, &all, &code, &error));
    assert_int_equal(elf_words(&code, words), TEXT_WORDS);
    assert_int_equal(words[0].address, ADDRESS);
    assert_string_equal(words[0].section, ".text");
    assert_string_equal(words[0].symbol, "first");
    assert_int_equal(words[0].kind, ELF_RISCV);
    assert_int_equal(words[0].word, 0x13);
    assert_int_equal(words[1].kind, ELF_TENSIX);
    assert_int_equal(words[1].word, 0x7003C004);
    assert_null(words[1].symbol);
    assert_int_equal(words[2].word, 0x8F000000);
    assert_int_equal(words[3].word, 0x84012B30);
    assert_string_equal(words[3].symbol, "second");
    assert_int_equal(words[4].kind, ELF_RISCV);
    assert_int_equal(words[5].kind, ELF_RISCV);
    elf_free(&code);

    assert_true(elf_try(&f, sizeof f, &first, &code, &error));
    assert_int_equal(elf_words(&code, words), 3);
    elf_free(&code);
    assert_true(elf_try(&f, sizeof f, &second, &code, &error)); /* which has no size */
    assert_int_equal(elf_words(&code, words), 3);
    assert_int_equal(words[0].address, ADDRESS + 12);
    elf_free(&code);
    assert_true(elf_try(&f, sizeof f, &middle, &code, &error));
    assert_int_equal(elf_words(&code, words), 2);
    elf_free(&code);
}

static void assert_elf_refused(struct elf_file *f, const struct elf_range *range, const char *part)
{
    struct elf_code code;
    char *error;

    assert_false(elf_try(f, sizeof *f, range, &code, &error));
    assert_null(code.sections);
    assert_non_null(error);
    if (!strstr(error, part))
        fail_msg("\"%s\" does not say \"%s\"", error, part);
    free(error);
}

static void test_elf_refusals(void **state)
{
    static const struct elf_range all = {.stop = UINT64_MAX};
    static const struct elf_range misspelt = {.symbol = "frist", .stop = UINT64_MAX};
    struct elf_file f;

    (void)state;
    elf_make(&f);
    assert_elf_refused(&f, &misspelt, "no function 'frist'; did you mean 'first'?");
    f.header.e_ident[EI_CLASS] = ELFCLASS64;
    assert_elf_refused(&f, &all, "");
    elf_make(&f);
    f.header.e_machine = EM_386;
    assert_elf_refused(&f, &all, "not of RISC-V");
    elf_make(&f);
    f.sections[1].sh_flags = SHF_ALLOC;
    assert_elf_refused(&f, &all, "without an executable section");
    elf_make(&f);
    f.sections[1].sh_offset = sizeof f;
    assert_elf_refused(&f, &all, "malformed ELF file: ");
    elf_make(&f);
    f.sections[1].sh_addr = UINT32_MAX - 7;
    assert_elf_refused(&f, &all, "ends after the address space");
    elf_make(&f);
    f.header.e_shoff = sizeof f - sizeof f.sections + 1; /* the last byte is not there */
    assert_elf_refused(&f, &all, "a truncated ELF file: it ends before its section headers do");
    elf_make(&f);
    f.header.e_ident[EI_CLASS] = 9;
    assert_elf_refused(&f, &all, "malformed ELF file: unknown class, byte order or version");
    elf_make(&f);
    f.symbols[1].st_shndx = 77;
    assert_elf_refused(&f, &all, "section 77, which does not exist");
}

/* Whatever is wrong with the file, there is an answer or one message. */
static void elf_survives(struct elf_file *f, size_t size)
{
    static const struct elf_range range = {.stop = UINT64_MAX};
    static const struct elf_range symbol = {.symbol = "second", .stop = UINT64_MAX};
    const struct elf_range *const ranges[] = {&range, &symbol};
    /* A copy of just that size, so that a sanitizer sees what lies past it. */
    char *bytes = malloc(size + 1);

    assert_non_null(bytes);
    for (size_t i = 0; i < 2; i++) {
        const struct sfp_buffer buffer = {.data = bytes, .size = size};
        struct elf_code code;
        char *error;

        memcpy(bytes, f, size);
        if (elf_read(&buffer, "test.elf", ranges[i], &code, &error)) {
            struct elf_word words[TEXT_WORDS];

            elf_words(&code, words);
            elf_free(&code);
        } else {
            assert_non_null(error);
        }
        free(error);
    }
    free(bytes);
}

static void test_elf_damaged(void **state)
{
    static const unsigned char changes[] = {0x01, 0x02, 0x04, 0x10, 0x40, 0x80, 0x7F, 0xFF};
    struct elf_file f;
    unsigned char *bytes = (unsigned char *)&f;

    (void)state;
    elf_make(&f);
    for (size_t size = 0; size <= sizeof f; size++)
        elf_survives(&f, size);
    for (size_t i = 0; i < sizeof f; i++) {
        for (size_t c = 0; c < sizeof changes; c++) {
            bytes[i] ^= changes[c];
            elf_survives(&f, sizeof f);
            bytes[i] ^= changes[c];
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_annotations), cmocka_unit_test(test_remarks),
        cmocka_unit_test(test_commented_round_trip), cmocka_unit_test(test_identifiers),
        cmocka_unit_test(test_debug_table), cmocka_unit_test(test_debug_schedules), cmocka_unit_test(test_debug_table_empty),
        cmocka_unit_test(test_checksum), cmocka_unit_test(test_elf),
        cmocka_unit_test(test_elf_refusals), cmocka_unit_test(test_elf_damaged),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
