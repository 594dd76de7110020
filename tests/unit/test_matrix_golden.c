/*
 * The matrix unit against golden vectors (tests/vectors/README.md, matrix): single instructions with all operands,
 * and programs of the vendor's kernels, run in order and in time.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fileio.h"
#include "base/word_bytes.h"
#include "model/config.h"
#include "model/source_banks.h"
#include "time/pipeline.h"
#include "word_machine.h"

enum {
    COLUMNS = SFP_DST_COLUMNS,
    WORD = sizeof(uint32_t),
    MAX_SHOWN = 10,
    HEAD = 12,           /* words before a record's rows */
    MAX_NAME = 300,
    FP32_BIT = 1,        /* bits of a record's width */
    INT8_BIT = 2,
    OWN_INSTRUCTIONS = 6 * 2, /* files of instructions */
    WHOLE = 0x3147584D,  /* magic numbers of programs with all rows of Dst, and with the first rows of Dst */
    FIRST_ROWS = 0x3247584D,
    SOME_ROWS = 128,
};

struct bytes {
    const char *at, *end;
};

static uint32_t take_word(struct bytes *b)
{
    assert_true(b->end - b->at >= WORD);
    b->at += WORD;
    return sfp_word_at(b->at - WORD);
}

static void take_rows(struct bytes *b, uint32_t (*rows)[COLUMNS], unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < COLUMNS; j++)
            rows[i][j] = take_word(b);
}

/* Configures the formats of both sources, and the width of Dst. */
static void configure_matrix(struct sfp_machine *m, unsigned a, unsigned b, unsigned width)
{
    sfp_config_set(&m->s, SFP_CFG_SRCA, 0, a);
    sfp_config_set(&m->s, SFP_CFG_SRCB, 0, b);
    sfp_config_set(&m->s, SFP_CFG_FP32, 0, width & FP32_BIT);
    sfp_config_set(&m->s, SFP_CFG_SFPU_FP32, 0, width & FP32_BIT);
    sfp_config_set(&m->s, SFP_CFG_INT8_MATH, 0, width & INT8_BIT ? 1 : 0);
    sfp_state_refresh(&m->s);
}

static enum sfp_arch arch_of_letter(char letter)
{
    return letter == 'w' ? SFP_WH : SFP_BH;
}

static char *read_whole(const char *path, struct sfp_buffer *file)
{
    char *error = NULL;

    if (!file_read(path, file, &error))
        fail_msg("%s", error ? error : "no memory");
    return file->data;
}

/* ---- Single instructions ---- */

struct record {
    uint32_t word, format[SFP_SOURCES], width, phase, counter[SFP_SOURCES], dst, valid, rows;
    uint32_t before[SFP_MATRIX_ROWS][COLUMNS], after[SFP_MATRIX_ROWS][COLUMNS];
    struct sfp_source_image image[SFP_SOURCES];
};

static void take_record(struct bytes *b, struct record *r)
{
    enum { BLOCK_OF_8 = 0x38 };
    unsigned rows[SFP_SOURCES];

    memset(r, 0, sizeof *r);
    r->word = take_word(b);
    r->format[SFP_SRCA] = take_word(b);
    r->format[SFP_SRCB] = take_word(b);
    r->width = take_word(b);
    r->phase = take_word(b);
    r->counter[SFP_SRCA] = take_word(b);
    r->counter[SFP_SRCB] = take_word(b);
    r->dst = take_word(b);
    r->valid = take_word(b);
    r->rows = take_word(b);
    rows[SFP_SRCA] = take_word(b);
    rows[SFP_SRCB] = take_word(b);
    assert_true(r->rows <= SFP_MATRIX_ROWS);
    for (unsigned source = 0; source < SFP_SOURCES; source++) {
        const unsigned first = r->counter[source] & BLOCK_OF_8;

        assert_true(first + rows[source] <= SFP_SOURCE_ROWS);
        r->image[source].format = (uint8_t)r->format[source];
        take_rows(b, &r->image[source].row[first], rows[source]);
    }
    take_rows(b, r->before, r->rows);
    take_rows(b, r->after, r->rows);
}

static unsigned physical_row(const struct sfp_machine *m, const struct record *r, unsigned i)
{
    return r->width ? sfp_dst_row32(&m->s, r->dst + i) : sfp_dst_row16(&m->s, r->dst + i);
}

static void set_dst(struct sfp_machine *m, const struct record *r)
{
    for (unsigned i = 0; i < r->rows; i++) {
        const unsigned at = physical_row(m, r, i);

        m->s.dst_valid[at] = r->valid >> i & 1;
        for (unsigned j = 0; j < COLUMNS; j++) {
            m->s.dst[at][j] = (uint16_t)(r->width ? r->before[i][j] >> 16 : r->before[i][j]);
            if (r->width)
                m->s.dst[at + SFP_LOW_HALF_ROWS][j] = (uint16_t)r->before[i][j];
        }
    }
    sfp_state_refresh(&m->s);
}

/* Returns whether the rows hold what the record expects. Prints the first difference. */
static bool is_dst_as_expected(const struct sfp_machine *m, const struct record *r, const char *path, unsigned number)
{
    for (unsigned i = 0; i < r->rows; i++) {
        const unsigned at = physical_row(m, r, i);

        for (unsigned j = 0; j < COLUMNS; j++) {
            const uint32_t high = m->s.dst[at][j];
            const uint32_t got = r->width ? high << 16 | m->s.dst[at + SFP_LOW_HALF_ROWS][j] : high;

            if (got == r->after[i][j] && m->s.dst_valid[at])
                continue;
            print_error("%s: record %u, 0x%08X: row %u, column %u is %X, not %X\n", path, number, (unsigned)r->word, i,
                        j, (unsigned)got, (unsigned)r->after[i][j]);
            return false;
        }
    }
    return true;
}

static bool check_record(struct sfp_machine *m, const struct record *r, const char *path, unsigned number)
{
    sfp_banks_free(m->banks);
    m->banks = sfp_banks_new();
    assert_non_null(m->banks);
    assert_true(sfp_banks_feed(m->banks, SFP_SRCA, &r->image[SFP_SRCA], 1));
    assert_true(sfp_banks_feed(m->banks, SFP_SRCB, &r->image[SFP_SRCB], 1));
    configure_matrix(m, r->format[SFP_SRCA], r->format[SFP_SRCB], r->width);
    m->s.own.rwc.srca = (uint8_t)r->counter[SFP_SRCA];
    m->s.own.rwc.srcb = (uint8_t)r->counter[SFP_SRCB];
    m->s.own.rwc.dst = (uint16_t)r->dst;
    m->s.own.rwc.fidelity = (uint8_t)r->phase;
    set_dst(m, r);
    execute(m, r->word);
    if (m->banks->stop.stops)
        print_error("%s: record %u, 0x%08X%s\n", path, number, (unsigned)r->word, m->banks->stop.why);
    return is_dst_as_expected(m, r, path, number);
}

/* Checks all records of a file. Adds to *records and returns the number of failures. */
static unsigned check_instructions(const char *path, unsigned *records)
{
    const char *arch = strrchr(path, '_');
    struct sfp_machine *m = machine(arch_of_letter(arch[1]));
    struct record *r = malloc(sizeof *r);
    struct sfp_buffer file;
    struct bytes b = {.at = read_whole(path, &file)};
    unsigned failed = 0, number = 0;

    assert_non_null(r);
    for (b.end = b.at + file.size; b.at < b.end && failed < MAX_SHOWN; number++) {
        take_record(&b, r);
        failed += !check_record(m, r, path, number);
    }
    *records += number;
    free(r);
    buffer_free(&file);
    sfp_machine_free(m);
    return failed;
}

/* ---- Programs ---- */

enum { MOST_WORDS = 1000, MOST_BANKS = 16 };

struct program {
    enum sfp_arch arch;
    uint32_t format, wide, valid, words, banks[SFP_SOURCES], rows;
    uint32_t word[MOST_WORDS];
    struct sfp_source_image image[SFP_SOURCES][MOST_BANKS];
    uint16_t before[SFP_DST_ROWS][COLUMNS], after[SFP_DST_ROWS][COLUMNS];
    uint8_t valid_after[SFP_DST_ROWS];
};

static void take_cells(struct bytes *b, uint16_t (*rows)[COLUMNS], unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = 0; j < COLUMNS; j += 2) {
            const uint32_t two = take_word(b);

            rows[i][j] = (uint16_t)two;
            rows[i][j + 1] = (uint16_t)(two >> 16);
        }
    }
}

static void take_program(struct bytes *b, struct program *p)
{
    const uint32_t magic = take_word(b);

    memset(p, 0, sizeof *p);
    assert_true(magic == WHOLE || magic == FIRST_ROWS);
    p->rows = magic == WHOLE ? SFP_DST_ROWS : SOME_ROWS;
    p->arch = take_word(b) ? SFP_BH : SFP_WH;
    p->format = take_word(b);
    p->wide = take_word(b);
    p->valid = take_word(b);
    p->words = take_word(b);
    p->banks[SFP_SRCA] = take_word(b);
    p->banks[SFP_SRCB] = take_word(b);
    assert_true(p->words <= MOST_WORDS);
    for (unsigned i = 0; i < p->words; i++)
        p->word[i] = take_word(b);
    for (unsigned source = 0; source < SFP_SOURCES; source++) {
        assert_true(p->banks[source] <= MOST_BANKS);
        for (unsigned i = 0; i < p->banks[source]; i++) {
            take_rows(b, p->image[source][i].row, SFP_SOURCE_ROWS);
            p->image[source][i].format = (uint8_t)p->format;
        }
    }
    take_cells(b, p->before, p->rows);
    take_cells(b, p->after, p->rows);
    memset(p->valid_after, (int)p->valid, sizeof p->valid_after);
    assert_true(b->end - b->at == p->rows);
    memcpy(p->valid_after, b->at, p->rows);
}

static struct sfp_machine *machine_for_program(const struct program *p)
{
    struct sfp_machine *m = machine(p->arch);

    m->banks = sfp_banks_new();
    assert_non_null(m->banks);
    for (unsigned source = 0; source < SFP_SOURCES; source++)
        assert_true(sfp_banks_feed(m->banks, (enum sfp_source)source, p->image[source], p->banks[source]));
    configure_matrix(m, p->format, p->format, p->wide ? FP32_BIT : 0);
    memcpy(m->s.dst, p->before, sizeof m->s.dst);
    memset(m->s.dst_valid, (int)p->valid, sizeof m->s.dst_valid);
    sfp_state_refresh(&m->s);
    return m;
}

static bool is_as_after(const struct sfp_machine *m, const struct program *p, const char *path, const char *how)
{
    for (unsigned row = 0; row < SFP_DST_ROWS; row++) {
        if (memcmp(m->s.dst[row], p->after[row], sizeof p->after[row]) != 0) {
            print_error("%s: %s: row %u differs: column 0 is %04X, not %04X\n", path, how, row, m->s.dst[row][0],
                        p->after[row][0]);
            return false;
        }
        if (m->s.dst_valid[row] != p->valid_after[row]) {
            print_error("%s: %s: row %u is %svalid\n", path, how, row, m->s.dst_valid[row] ? "" : "not ");
            return false;
        }
    }
    return true;
}

static bool ran(const struct sfp_machine *m, const struct sfp_run_result *result, const char *path)
{
    if (result->status == SFP_RUN_DONE)
        return true;
    print_error("%s: word %zu, 0x%08X: %s%s\n", path, result->index, (unsigned)result->word,
                m->banks->stop.waits_for ? "waits for " : "",
                m->banks->stop.waits_for ? m->banks->stop.waits_for : m->banks->stop.why ? m->banks->stop.why
                                                                                          : "refused");
    return false;
}

static bool check_in_order(const struct program *p, const char *path)
{
    struct sfp_machine *m = machine_for_program(p);
    struct sfp_run_result result;
    bool ok;

    sfp_run_untimed(m, p->word, p->words, &(struct sfp_run_options){.repeat = 1}, &result);
    ok = ran(m, &result, path) && is_as_after(m, p, path, "in order");
    sfp_machine_free(m);
    return ok;
}

static bool check_in_time(const struct program *p, const char *path)
{
    struct sfp_machine *m = machine_for_program(p);
    struct sfp_timing_result result;
    bool ok;

    sfp_run_timed(m, p->word, p->words, &(struct sfp_timing_options){.run = {.repeat = 1}}, &result);
    ok = ran(m, &result.run, path) && is_as_after(m, p, path, "in time");
    sfp_machine_free(m);
    return ok;
}

static unsigned check_program(const char *path)
{
    struct program *p = malloc(sizeof *p);
    struct sfp_buffer file;
    struct bytes b = {.at = read_whole(path, &file)};
    bool ok;

    assert_non_null(p);
    b.end = b.at + file.size;
    take_program(&b, p);
    buffer_free(&file);
    ok = check_in_order(p, path) && check_in_time(p, path);
    free(p);
    return !ok;
}

/* ---- Folders ---- */

/* Checks all files of a folder whose names match. Returns the number of files. */
static size_t check_files(const char *folder, const char *pattern, bool programs, unsigned *records)
{
    char path[MAX_NAME];
    unsigned failed = 0;
    glob_t files;
    size_t count;

    snprintf(path, sizeof path, "%s/%s", folder, pattern);
    if (glob(path, 0, NULL, &files) != 0)
        return 0;
    count = files.gl_pathc;
    for (size_t i = 0; i < count; i++)
        failed += programs ? check_program(files.gl_pathv[i]) : check_instructions(files.gl_pathv[i], records);
    globfree(&files);
    if (failed)
        fail_msg("%s: %u of the vectors of %zu files differ", folder, failed, count);
    return count;
}

static void own_instructions(void **state)
{
    unsigned records = 0;

    (void)state;
    assert_int_equal(check_files("tests/vectors/matrix", "[A-Z]*_[wb]h.bin", false, &records), OWN_INSTRUCTIONS);
}

static void own_programs(void **state)
{
    (void)state;
    assert_int_equal(check_files("tests/vectors/matrix", "[wb]_*.bin", true, NULL), 8);
}

/* The full set, which only developers have beside the project. */
static void shared_instructions(void **state)
{
    unsigned records = 0;

    (void)state;
    if (check_files("../shared/golden/matrix", "[A-Z]*_[wb]h.bin", false, &records) == 0) {
        print_message("../shared/golden/matrix is not here\n");
        skip();
    }
    print_message("%u instructions\n", records);
}

static void shared_programs(void **state)
{
    size_t count;

    (void)state;
    count = check_files("../shared/golden/matrix/programs", "[wb]_*.bin", true, NULL);
    if (count == 0) {
        print_message("../shared/golden/matrix/programs is not here\n");
        skip();
    }
    print_message("%zu programs\n", count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_instructions),
        cmocka_unit_test(own_programs),
        cmocka_unit_test(shared_instructions),
        cmocka_unit_test(shared_programs),
    };

    sfp_host_float_enter();
    return cmocka_run_group_tests_name("matrix unit: golden vectors", tests, NULL, NULL);
}
