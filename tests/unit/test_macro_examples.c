/*
 * The SFPLOADMACRO examples: each against its plain twin, bit for bit on all
 * 16-bit inputs, and against results worked out in integers; their schedules
 * against the tables in their sources; their cycles; what is reported about
 * them; and what becomes of them when instructions come late.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "front/asm.h"
#include "pipeline/pipeline.h"
#include "model/setup.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define U16 "examples/macro-u16-to-bf16/u16-to-bf16"
#define WHERE "examples/macro-where/where"
#define RECIP "examples/macro-recip-bf16/recip-bf16"

enum {
    INPUTS = 1 << 16,
    CELLS = SFP_DST_ROWS * SFP_DST_COLUMNS,
    ALL_VECTORS = CELLS / SFP_LANES,
    MAX_WORDS = 2048,
};

static const enum sfp_arch both[] = {SFP_WH, SFP_BH};

/* Dst, cell by cell in order of rows; a vector is 2 rows. */
struct image {
    uint16_t cell[CELLS];
};

/* What a run leaves. */
struct outcome {
    struct image dst;
    uint64_t cycles;
    uint64_t words[SFP_FINDINGS]; /* bit i: the finding was reported about word i; the last one: 63 and later */
};

enum way { UNTIMED, TIMED };

static void assemble(const char *name, const char *suffix, enum sfp_arch arch, unsigned vectors,
                     struct sfp_program *program)
{
    char path[100], define[32];
    const char *defines[] = {define};
    struct sfp_asm_options options = {.arch = arch, .defines = defines, .define_count = 1,
                                      .sink = sfp_diagnostic_print, .context = stderr};
    struct sfp_asm_source source = {.path = path};

    sfp_warnings_init(&options.warnings);
    for (size_t i = 0; i < SFP_WARNINGS; i++)
        options.warnings.error[i] = true;
    snprintf(path, sizeof path, "%s%s.S", name, suffix);
    snprintf(define, sizeof define, "VECTORS=%u", vectors);
    assert_true(sfp_assemble(&options, &source, 1, program));
}

static void note_finding(void *context, enum sfp_finding finding, const struct sfp_op *op,
                         const struct sfp_finding_detail *detail)
{
    struct outcome *o = context;
    enum { LAST = 63 };

    (void)detail;
    o->words[finding] |= (uint64_t)1 << (op->index < LAST ? op->index : LAST);
}

/* Runs `words` from the state the vendor's runtime leaves, with Dst as in `in`. */
static void run(enum sfp_arch arch, const uint32_t *words, size_t count, const uint32_t *gaps, enum way way,
                const struct image *in, struct sfp_observer *observer, struct outcome *out)
{
    struct sfp_machine *m = sfp_machine_new(arch, sfp_semantics_best());
    struct sfp_timing_options options = {.run.repeat = 1, .gaps = gaps, .observers = observer};
    struct sfp_timing_result result = {0};

    assert_non_null(m);
    memset(out, 0, sizeof *out);
    m->reporter = (struct sfp_reporter){.report = note_finding, .context = out};
    sfp_setup_init(m, SFP_INIT_LLK);
    assert_int_equal(sizeof m->s.dst, sizeof in->cell);
    memcpy(m->s.dst, in->cell, sizeof in->cell);
    if (way == TIMED)
        sfp_run_timed(m, words, count, &options, &result);
    else
        sfp_run_untimed(m, words, count, &options.run, &result.run);
    assert_int_equal(result.run.status, SFP_RUN_DONE);
    memcpy(out->dst.cell, m->s.dst, sizeof in->cell);
    out->cycles = result.cycles;
    sfp_machine_free(m);
}

static void run_program(const struct sfp_program *p, enum way way, const struct image *in, struct outcome *out)
{
    run(p->arch, p->words, p->count, NULL, way, in, NULL, out);
}

static void expect_image(const char *what, const struct image *got, const struct image *expected)
{
    for (unsigned i = 0; i < CELLS; i++)
        if (got->cell[i] != expected->cell[i])
            fail_msg("%s: cell %u is %04x, expected %04x", what, i, got->cell[i], expected->cell[i]);
}

/* Expects `image` of the macro kernel in time, and of its twin in both ways. */
static void expect_all(const struct sfp_program *macro, const struct sfp_program *plain, const struct image *in,
                       const struct image *expected)
{
    struct outcome out;

    run_program(macro, TIMED, in, &out);
    expect_image("macro, timed", &out.dst, expected);
    run_program(plain, TIMED, in, &out);
    expect_image("plain, timed", &out.dst, expected);
    run_program(plain, UNTIMED, in, &out);
    expect_image("plain, untimed", &out.dst, expected);
}

/* ---- bf16 ---- */

/* A bf16 number to and from its Dst cell: sfpu-dst(7), Cell orders. */
static uint16_t bf16_cell(unsigned x)
{
    return (uint16_t)((x & 0x8000) | (x & 0x7F) << 8 | (x >> 7 & 0xFF));
}

/* v to the nearest bf16, ties away from zero. */
static unsigned bf16_of_integer(unsigned v)
{
    enum { DIGITS = 8, BIAS = 127 };
    unsigned log2 = 0, significand;

    if (v == 0)
        return 0;
    while (v >> (log2 + 1))
        log2++;
    significand = log2 < DIGITS ? v << (DIGITS - 1 - log2)
                                : (v + (1u << (log2 - DIGITS))) >> (log2 - (DIGITS - 1));
    return (BIAS + log2) * 128 + (significand - 128); /* from 255 to 256, the carry raises the exponent */
}

/*
 * 1/x as the example states it. Numbers: d/128 has the nearest reciprocal c/256.
 * Sums up: how many inputs are rounded correctly, and the largest error in units
 * in the last place, as a fraction.
 */
struct accuracy {
    unsigned nearest, lost, zeros, infinities, nans;
    unsigned error, error_of; /* the largest is error / error_of */
};

static unsigned bf16_reciprocal(unsigned x, struct accuracy *a)
{
    enum { INFINITE = 255, FIRST_LOST = 253 /* exponent field of 2^126 */, ONE_EXPONENT = 253 };
    unsigned sign = x & 0x8000, exponent = x >> 7 & 0xFF, d = 128 | (x & 0x7F), c, error;

    if (exponent == 0) {
        a->zeros++;
        return sign | 0x7F80;
    }
    if (exponent >= FIRST_LOST) {
        a->nans += exponent == INFINITE && d > 128;
        a->infinities += exponent == INFINITE && d == 128;
        a->lost += exponent != INFINITE;
        return sign;
    }
    assert_true(65536 % d != 0 || 65536 / d % 2 == 0); /* no tie */
    c = (65536 + d) / (2 * d);
    error = c * d > 32768 ? c * d - 32768 : 32768 - c * d; /* error / d units in the last place */
    assert_true(2 * error < d);
    if (error * a->error_of > a->error * d) {
        a->error = error;
        a->error_of = d;
    }
    a->nearest++;
    return sign | ((ONE_EXPONENT - exponent) * 128 + (c - 128));
}

/* ---- All inputs ---- */

static void u16_all_inputs(void **state)
{
    struct image in, expected;
    struct outcome out;

    (void)state;
    for (size_t a = 0; a < COUNT(both); a++) {
        struct sfp_program macro, plain;

        assemble(U16, "", both[a], ALL_VECTORS, &macro);
        assemble(U16, "-plain", both[a], ALL_VECTORS, &plain);
        for (unsigned first = 0; first < INPUTS; first += CELLS) {
            for (unsigned i = 0; i < CELLS; i++) {
                in.cell[i] = (uint16_t)(first + i);
                expected.cell[i] = bf16_cell(bf16_of_integer(first + i));
            }
            expect_all(&macro, &plain, &in, &expected);
            run_program(&macro, UNTIMED, &in, &out); /* its items do not meet those of another vector */
            expect_image("macro, untimed", &out.dst, &expected);
        }
        sfp_program_free(&macro);
        sfp_program_free(&plain);
    }
}

static void recip_all_inputs(void **state)
{
    struct sfp_program macro, plain;
    struct image in, expected;
    struct accuracy a = {.error_of = 1};

    (void)state;
    assemble(RECIP, "", SFP_BH, ALL_VECTORS, &macro);
    assemble(RECIP, "-plain", SFP_BH, ALL_VECTORS, &plain);
    for (unsigned first = 0; first < INPUTS; first += CELLS) {
        for (unsigned i = 0; i < CELLS; i++) {
            in.cell[i] = bf16_cell(first + i);
            expected.cell[i] = bf16_cell(bf16_reciprocal(first + i, &a));
        }
        expect_all(&macro, &plain, &in, &expected);
    }
    sfp_program_free(&macro);
    sfp_program_free(&plain);
    /* Signs x exponents 1..252 x mantissas; exponents 253 and 254; zeros and subnormals; infinities; NaNs. */
    assert_int_equal(a.nearest, 2 * 252 * 128);
    assert_int_equal(a.lost, 2 * 2 * 128);
    assert_int_equal(a.zeros, 2 * 128);
    assert_int_equal(a.infinities, 2);
    assert_int_equal(a.nans, 2 * 127);
    assert_int_equal(a.error, 127); /* 127/255, at 255/128 */
    assert_int_equal(a.error_of, 255);
}

/* Of c, a and b, each in `vectors` vectors, and of cells behind them that must stay. */
static void where_image(unsigned vectors, uint16_t (*value)(unsigned operand, unsigned i), unsigned first,
                        struct image *in, struct image *expected)
{
    unsigned cells = vectors * SFP_LANES;

    for (unsigned i = 0; i < CELLS; i++)
        in->cell[i] = value(i / cells, first + i % cells);
    *expected = *in;
    for (unsigned i = 0; i < cells; i++)
        expected->cell[i] = in->cell[i] != 0 ? in->cell[cells + i] : in->cell[2 * cells + i];
}

/* Three different orders of all 16-bit values. */
static uint16_t all_conditions(unsigned operand, unsigned i)
{
    static const unsigned odd[] = {1, 40503, 30011};

    return (uint16_t)(i * odd[operand % COUNT(odd)] + operand);
}

static uint16_t never(unsigned operand, unsigned i)
{
    if (operand == 0)
        return 0;
    return all_conditions(operand, i);
}

/* True and false lanes mixed, in no order; true by one bit. */
static uint16_t sometimes(unsigned operand, unsigned i)
{
    unsigned hash = i * 2654435761u;

    if (operand == 0)
        return (uint16_t)((hash >> 31) << (hash >> 20 & 15));
    return all_conditions(operand, i);
}

static void where_all_inputs(void **state)
{
    enum { VECTORS = 128 };
    static uint16_t (*const values[])(unsigned, unsigned) = {all_conditions, never, sometimes};
    struct image in, expected;

    (void)state;
    for (size_t a = 0; a < COUNT(both); a++) {
        struct sfp_program macro, plain;

        assemble(WHERE, "", both[a], VECTORS, &macro);
        assemble(WHERE, "-plain", both[a], VECTORS, &plain);
        for (size_t v = 0; v < COUNT(values); v++) {
            for (unsigned first = 0; first < INPUTS; first += VECTORS * SFP_LANES) {
                where_image(VECTORS, values[v], first, &in, &expected);
                expect_all(&macro, &plain, &in, &expected);
            }
        }
        sfp_program_free(&macro);
        sfp_program_free(&plain);
    }
}

/* ---- Cycles ---- */

static uint64_t cycles_of(const char *name, const char *suffix, enum sfp_arch arch, unsigned vectors)
{
    struct sfp_program program;
    struct image in = {{0}};
    struct outcome out;

    assemble(name, suffix, arch, vectors, &program);
    run_program(&program, TIMED, &in, &out);
    sfp_program_free(&program);
    return out.cycles;
}

static void steady_cycles(void **state)
{
    static const struct {
        const char *name, *suffix;
        enum sfp_arch arch;
        unsigned cycles; /* a vector */
    } kernels[] = {
        {U16, "", SFP_WH, 1},       {U16, "", SFP_BH, 1},
        {U16, "-plain", SFP_WH, 4}, {U16, "-plain", SFP_BH, 4},
        {WHERE, "", SFP_WH, 3},     {WHERE, "", SFP_BH, 3},
        {WHERE, "-plain", SFP_WH, 6}, {WHERE, "-plain", SFP_BH, 6},
        {RECIP, "", SFP_BH, 3},     {RECIP, "-plain", SFP_BH, 8},
    };
    static const unsigned sizes[] = {8, 16, 32, 64};

    (void)state;
    for (size_t k = 0; k < COUNT(kernels); k++) {
        uint64_t before = cycles_of(kernels[k].name, kernels[k].suffix, kernels[k].arch, sizes[0]);

        for (size_t s = 1; s < COUNT(sizes); s++) {
            uint64_t cycles = cycles_of(kernels[k].name, kernels[k].suffix, kernels[k].arch, sizes[s]);

            if (cycles - before != (uint64_t)kernels[k].cycles * (sizes[s] - sizes[s - 1]))
                fail_msg("%s%s: %u vectors more take %d cycles more", kernels[k].name, kernels[k].suffix,
                         sizes[s] - sizes[s - 1], (int)(cycles - before));
            before = cycles;
        }
    }
}

/* ---- Schedules ---- */

enum { TABLE_ROWS = 10, CELL_TEXT = 24 };

/* What executes in the first cycles from the first SFPLOADMACRO on. */
struct table {
    bool started;
    uint64_t start;
    char cell[TABLE_ROWS][SFP_UNITS][CELL_TEXT];
};

static void note_execution(void *context, const struct sfp_event *event)
{
    struct table *t = context;
    bool macro;

    if (event->kind != SFP_EVENT_EXEC || event->unit == SFP_UNIT_NONE)
        return;
    macro = event->op->insn->id == SFP_I_SFPLOADMACRO;
    if (macro && !t->started) {
        t->started = true;
        t->start = event->cycle;
    }
    if (!t->started || event->cycle - t->start >= TABLE_ROWS)
        return;
    snprintf(t->cell[event->cycle - t->start][event->unit], CELL_TEXT, "%s%s L%u", event->scheduled || macro ? "*" : "",
             event->op->insn->gnu, event->op->vd);
}

/* The tables in the sources: mnemonic and register, the one written or stored; * is what belongs to a macro. */
struct expected_table {
    const char *name;
    enum sfp_arch arch;
    struct {
        const char *load, *simple, *mad, *round, *store;
    } row[TABLE_ROWS];
};

static const struct expected_table tables[] = {
    {U16, SFP_WH, {
        {"*sfploadmacro L0", "", "", "", ""},
        {"*sfploadmacro L1", "*sfpcast L0", "", "", ""},
        {"*sfploadmacro L0", "*sfpcast L1", "", "*sfpstochrnd L16", ""},
        {"*sfploadmacro L1", "*sfpcast L0", "", "*sfpstochrnd L16", "*sfpstore L16"},
        {"*sfploadmacro L0", "*sfpcast L1", "", "*sfpstochrnd L16", "*sfpstore L16"},
        {"*sfploadmacro L1", "*sfpcast L0", "", "*sfpstochrnd L16", "*sfpstore L16"},
        {"*sfploadmacro L0", "*sfpcast L1", "", "*sfpstochrnd L16", "*sfpstore L16"},
        {"*sfploadmacro L1", "*sfpcast L0", "", "*sfpstochrnd L16", "*sfpstore L16"},
        {"*sfploadmacro L0", "*sfpcast L1", "", "*sfpstochrnd L16", "*sfpstore L16"},
        {"*sfploadmacro L1", "*sfpcast L0", "", "*sfpstochrnd L16", "*sfpstore L16"},
    }},
    {WHERE, SFP_WH, {
        {"*sfploadmacro L0", "", "", "", ""},
        {"*sfploadmacro L0", "*sfpsetcc L0", "", "", ""},
        {"sfpload L0", "*sfpencc L0", "", "", ""},
        {"*sfploadmacro L0", "", "", "", "*sfpstore L0"},
        {"*sfploadmacro L0", "*sfpsetcc L0", "", "", ""},
        {"sfpload L0", "*sfpencc L0", "", "", ""},
        {"*sfploadmacro L0", "", "", "", "*sfpstore L0"},
        {"*sfploadmacro L0", "*sfpsetcc L0", "", "", ""},
        {"sfpload L0", "*sfpencc L0", "", "", ""},
        {"*sfploadmacro L0", "", "", "", "*sfpstore L0"},
    }},
    {RECIP, SFP_BH, {
        {"*sfploadmacro L0", "", "", "", ""},
        {"", "sfparecip L2", "", "", ""},
        {"sfploadi L2", "", "", "", ""},
        {"*sfploadmacro L1", "", "*sfpmad L0", "", ""},
        {"", "sfparecip L3", "", "", ""},
        {"sfploadi L3", "", "", "*sfpshft2 L0", ""},
        {"*sfploadmacro L0", "*sfpiadd L16", "*sfpmad L1", "", ""},
        {"", "sfparecip L2", "", "", "*sfpstore L16"},
        {"sfploadi L2", "", "", "*sfpshft2 L1", ""},
        {"*sfploadmacro L1", "*sfpiadd L16", "*sfpmad L0", "", ""},
    }},
};

static void schedules(void **state)
{
    struct image in = {{0}};
    struct outcome out;

    (void)state;
    for (size_t k = 0; k < COUNT(tables); k++) {
        const struct expected_table *e = &tables[k];
        struct table table = {0};
        struct sfp_observer observer = {.event = note_execution, .context = &table};
        struct sfp_program program;

        assemble(e->name, "", e->arch, 32, &program);
        run(e->arch, program.words, program.count, NULL, TIMED, &in, &observer, &out);
        for (unsigned t = 0; t < TABLE_ROWS; t++) {
            assert_string_equal(table.cell[t][SFP_UNIT_LOAD], e->row[t].load);
            assert_string_equal(table.cell[t][SFP_UNIT_SIMPLE], e->row[t].simple);
            assert_string_equal(table.cell[t][SFP_UNIT_MAD], e->row[t].mad);
            assert_string_equal(table.cell[t][SFP_UNIT_ROUND], e->row[t].round);
            assert_string_equal(table.cell[t][SFP_UNIT_STORE], e->row[t].store);
        }
        sfp_program_free(&program);
    }
}

/* ---- Findings ---- */

/* The first SFPLOADMACRO that executes as it is recorded, not from the replay buffer, as a bit. */
static uint64_t issued_macro(const struct sfp_program *program)
{
    enum { REPLAY = 0x04, SFPLOADMACRO = 0x93, RECORD_AND_EXECUTE = 3 };
    bool issued = false;

    for (size_t i = 0; i < program->count; i++) {
        if (program->words[i] >> 24 == REPLAY)
            issued = (program->words[i] & RECORD_AND_EXECUTE) == RECORD_AND_EXECUTE;
        else if (program->words[i] >> 24 == SFPLOADMACRO && issued)
            return (uint64_t)1 << i;
    }
    return 0;
}

/*
 * Notes included, there is nothing to say about any of them but flags-clash-load, about where.S's loads of a and b,
 * and macro-outside-replay, about what executes as it is recorded.
 */
static void findings(void **state)
{
    static const char *const names[] = {U16, WHERE, RECIP};
    static const char *const suffixes[] = {"", "-plain"};
    enum { LOADS_OF_A_AND_B = 2 };
    struct image in = {{0}};
    struct outcome out;

    (void)state;
    for (unsigned k = 0; k < COUNT(names) * COUNT(suffixes) * COUNT(both); k++) {
        const char *name = names[k / 4], *suffix = suffixes[k / 2 % 2];
        enum sfp_arch arch = both[k % 2];
        struct sfp_program program;

        if (strcmp(name, RECIP) == 0 && arch == SFP_WH)
            continue;
        assemble(name, suffix, arch, 8, &program);
        run_program(&program, TIMED, &in, &out);
        for (unsigned f = 0; f < SFP_FINDINGS; f++) {
            uint64_t expected = f == SFP_FIND_MACRO_OUTSIDE ? issued_macro(&program) : 0;

            if (f == SFP_FIND_FLAGS_CLASH_LOAD && strcmp(name, WHERE) == 0 && *suffix == '\0')
                for (unsigned w = 1; w < program.count; w++)
                    if (program.words[w - 1] >> 24 == 0x93) /* SFPLOADMACRO: what follows the first is a's, then b's */
                        expected |= (uint64_t)1 << w;
            if (out.words[f] != expected)
                fail_msg("%s%s: %s", name, suffix, sfp_finding_info((enum sfp_finding)f)->name);
            if (expected && f == SFP_FIND_FLAGS_CLASH_LOAD)
                assert_int_equal(__builtin_popcountll(out.words[f]), LOADS_OF_A_AND_B);
        }
        sfp_program_free(&program);
    }
}

/* ---- Instructions that come late ---- */

/* `program` with its REPLAYs played, so that any of its instructions can come late; returns how many there are. */
static size_t unrolled(const struct sfp_program *program, uint32_t *words)
{
    enum { REPLAY = 0x04, RECORD = 1, AND_EXECUTE = 2 };
    uint32_t slots[SFP_REPLAY_SLOTS];
    size_t count = 0;

    for (size_t i = 0; i < program->count; i++) {
        uint32_t word = program->words[i];
        unsigned length = word >> 4 & 0x3F;

        if (word >> 24 != REPLAY) {
            words[count++] = word;
        } else if (word & RECORD) { /* all of them start at slot 0 */
            memcpy(slots, &program->words[i + 1], length * sizeof *slots);
            if (!(word & AND_EXECUTE))
                i += length;
        } else {
            memcpy(&words[count], slots, length * sizeof *slots);
            count += length;
        }
        assert_true(count < MAX_WORDS - SFP_REPLAY_SLOTS);
    }
    return count;
}

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525 + 1013904223;
    return *seed >> 16;
}

/* Conversion and reciprocal do not mind where gaps are; of where, those between vectors. */
static void late_instructions(void **state)
{
    enum { VECTORS = 64, GAPS_TRIED = 50, LONGEST = 12 };
    static const struct {
        const char *name;
        enum sfp_arch arch;
        bool anywhere;
    } kernels[] = {{U16, SFP_WH, true}, {U16, SFP_BH, true}, {RECIP, SFP_BH, true},
                   {WHERE, SFP_WH, false}, {WHERE, SFP_BH, false}};
    uint32_t words[MAX_WORDS], gaps[MAX_WORDS], seed = 1;
    struct outcome plain, late;
    struct image in;

    (void)state;
    for (unsigned i = 0; i < CELLS; i++)
        in.cell[i] = sometimes(i / (VECTORS * SFP_LANES) % 3, i * 4 + 3);
    for (size_t k = 0; k < COUNT(kernels); k++) {
        struct sfp_program macro, twin;
        size_t count, setup;

        assemble(kernels[k].name, "", kernels[k].arch, VECTORS, &macro);
        assemble(kernels[k].name, "-plain", kernels[k].arch, VECTORS, &twin);
        run_program(&twin, TIMED, &in, &plain);
        count = unrolled(&macro, words);
        setup = count - (size_t)3 * VECTORS; /* where's */
        for (unsigned n = 0; n < GAPS_TRIED; n++) {
            for (size_t i = 0; i < count; i++) {
                bool allowed = kernels[k].anywhere || i <= setup || (i - setup) % 3 == 0;

                gaps[i] = allowed && next_random(&seed) % 3 == 0 ? next_random(&seed) % LONGEST : 0;
            }
            run(kernels[k].arch, words, count, gaps, TIMED, &in, NULL, &late);
            expect_image(kernels[k].name, &late.dst, &plain.dst);
        }
        sfp_program_free(&macro);
        sfp_program_free(&twin);
    }
}

/* Why where.S must run from the replay buffer: a gap of one cycle before a or b spoils the vector, and no other. */
static void where_with_a_gap_inside(void **state)
{
    enum { VECTORS = 16, SPOILT = 5 };
    struct sfp_program macro;
    uint32_t words[MAX_WORDS], gaps[MAX_WORDS];
    struct image in, expected;
    struct outcome out;
    size_t count, setup;

    (void)state;
    assemble(WHERE, "", SFP_WH, VECTORS, &macro);
    count = unrolled(&macro, words);
    setup = count - (size_t)3 * VECTORS;
    where_image(VECTORS, sometimes, 0, &in, &expected);
    for (unsigned operand = 1; operand <= 2; operand++) {
        unsigned spoilt = 0;

        memset(gaps, 0, sizeof gaps);
        gaps[setup + 3 * SPOILT + operand] = 1;
        run(SFP_WH, words, count, gaps, TIMED, &in, NULL, &out);
        for (unsigned i = 0; i < CELLS; i++) {
            /* A vector is the even or the odd columns of 4 rows. */
            unsigned vector = i / (4 * SFP_DST_COLUMNS) * 2 + i % 2;

            spoilt += out.dst.cell[i] != expected.cell[i];
            if (vector != SPOILT)
                assert_int_equal(out.dst.cell[i], expected.cell[i]);
        }
        assert_true(spoilt > 0);
    }
    sfp_program_free(&macro);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(u16_all_inputs),
        cmocka_unit_test(where_all_inputs),
        cmocka_unit_test(recip_all_inputs),
        cmocka_unit_test(steady_cycles),
        cmocka_unit_test(schedules),
        cmocka_unit_test(findings),
        cmocka_unit_test(late_instructions),
        cmocka_unit_test(where_with_a_gap_inside),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
