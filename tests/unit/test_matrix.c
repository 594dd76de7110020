/*
 * The matrix unit by hand-worked cases (sfpu-matrix(7)): arithmetic, source banks, moves, refusals, and the ends of
 * runs. test_matrix_golden.c has the golden vectors.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/config.h"
#include "model/source_banks.h"
#include "time/pipeline.h"
#include "word_machine.h"

enum {
    MVMUL = 0x26000000,
    ELWMUL = 0x27000000,
    ELWADD = 0x28000000,
    ELWSUB = 0x30000000,
    GMPOOL = 0x33080000,
    GAPOOL = 0x34080000,
    MOVD2A = 0x08000000,
    MOVD2B = 0x0A000000,
    MOVB2A = 0x0B000000,
    MOVA2D = 0x12000000,
    MOVB2D = 0x13000000,
    TRNSPSRCB = 0x16000000,
    ZEROSRC = 0x11000000,
    CLEARDVALID = 0x36000000,
    SETRWC = 0x37000000,
    CLEARS_A = 1 << 22, /* bits of the field clear_dvalid */
    CLEARS_B = 1 << 23,
    CLEARS_BOTH = CLEARS_A | CLEARS_B,
    ACCUMULATES = 1 << 21,
    LOW_HALVES = 1 << 23, /* dest_32b_lo */
    FOUR_ROWS = 2 << 12,  /* instr_mod of MOVD2A, MOVD2B and MOVB2A */
    SOURCE_ROW_LSB = 17,
    BF16 = 5, FP16 = 1, TF32 = 4, INT8 = 14, /* codes of formats */
};

static uint32_t datum(unsigned sign, unsigned exponent, unsigned mantissa)
{
    return sign << 18 | exponent << 10 | mantissa;
}

/* Data of bf16 numbers: 1.0 has the exponent 127, and seven bits of mantissa, of ten. */
#define ONE datum(0, 127, 0)
#define TWO datum(0, 128, 0)
#define FOUR datum(0, 129, 0)

static void configure_matrix(struct sfp_machine *m, unsigned format, bool wide)
{
    sfp_config_set(&m->s, SFP_CFG_SRCA, 0, format);
    sfp_config_set(&m->s, SFP_CFG_SRCB, 0, format);
    sfp_config_set(&m->s, SFP_CFG_FP32, 0, wide);
    sfp_state_refresh(&m->s);
}

static struct sfp_machine *machine_with_banks(enum sfp_arch arch, unsigned format, bool wide)
{
    struct sfp_machine *m = machine(arch);

    m->banks = sfp_banks_new();
    assert_non_null(m->banks);
    configure_matrix(m, format, wide);
    return m;
}

/* Feeds a bank whose first row begins with these data. */
static void feed_row(struct sfp_machine *m, enum sfp_source source, unsigned format, const uint32_t *data, size_t count)
{
    struct sfp_source_image image = {.format = (uint8_t)format};

    memcpy(image.row[0], data, count * sizeof *data);
    assert_true(sfp_banks_feed(m->banks, source, &image, 1));
}

static void feed_one(struct sfp_machine *m, enum sfp_source source, unsigned format, uint32_t first)
{
    feed_row(m, source, format, &first, 1);
}

/* A 32-bit cell of row 0 as a number with its sign first. */
static uint32_t wide_cell(const struct sfp_machine *m, unsigned column)
{
    const uint32_t high = m->s.dst[0][column], low = m->s.dst[SFP_LOW_HALF_ROWS][column];

    return (high & 0x8000) << 16 | (high & 0xFF) << 23 | (high >> 8 & 0x7F) << 16 | low;
}

static void set_wide_cell(struct sfp_machine *m, unsigned column, uint32_t v)
{
    m->s.dst[0][column] = (uint16_t)((v >> 16 & 0x8000) | (v >> 16 & 0x7F) << 8 | (v >> 23 & 0xFF));
    m->s.dst[SFP_LOW_HALF_ROWS][column] = (uint16_t)v;
    m->s.dst_valid[0] = 1;
    sfp_state_refresh(&m->s);
}

/* A bf16 cell: sign, seven bits of mantissa, exponent. */
static uint16_t bf16_cell(unsigned sign, unsigned mantissa, unsigned exponent)
{
    return (uint16_t)(sign << 15 | mantissa << 8 | exponent);
}

static void assert_goes_on(const struct sfp_machine *m)
{
    if (m->banks->stop.stops)
        fail_msg("stops: %s", m->banks->stop.why ? m->banks->stop.why : m->banks->stop.waits_for);
}

static void assert_refuses(enum sfp_arch arch, unsigned a, unsigned b, bool wide, uint32_t word, const char *why)
{
    struct sfp_machine *m = machine_with_banks(arch, a, wide);

    sfp_config_set(&m->s, SFP_CFG_SRCB, 0, b);
    sfp_state_refresh(&m->s);
    feed_one(m, SFP_SRCA, a, ONE);
    feed_one(m, SFP_SRCB, b, ONE);
    execute(m, word);
    assert_true(m->banks->stop.stops);
    assert_string_equal(m->banks->stop.why, why);
    sfp_machine_free(m);
}

/* ---- Products ---- */

/* The identity times a row is the row: SrcA[k][j] is 1 for k = j, and Dst[0][j] = SrcB[0][j] * 1. In phase 0 SrcA gives
 * the upper 5 bits of its mantissa, all of 1.0, and SrcB the upper 7 bits, all that are other than 0 in these. */
static void test_identity(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine_with_banks(arch, BF16, false);
        struct sfp_source_image identity = {.format = BF16};
        uint32_t row[16];

        for (unsigned j = 0; j < 16; j++) {
            identity.row[j][j] = ONE;
            row[j] = datum(j & 1, 120 + j, (j * 4) << 4);
        }
        assert_true(sfp_banks_feed(m->banks, SFP_SRCA, &identity, 1));
        feed_row(m, SFP_SRCB, BF16, row, 16);
        execute(m, MVMUL);
        assert_goes_on(m);
        for (unsigned j = 0; j < 16; j++)
            assert_int_equal(m->s.dst[0][j], bf16_cell(j & 1, (j * 4) << 1, 120 + j));
        sfp_machine_free(m);
    }
}

/* Multiplies two bf16 numbers in the phases given by the bits of `phases`, and returns the cell. */
static uint16_t multiply_in_phases(enum sfp_arch arch, uint32_t a, uint32_t b, unsigned phases)
{
    struct sfp_machine *m = machine_with_banks(arch, BF16, false);
    uint16_t cell;

    feed_one(m, SFP_SRCA, BF16, a);
    feed_one(m, SFP_SRCB, BF16, b);
    for (unsigned phase = 0; phase < 4; phase++) {
        m->s.own.rwc.fidelity = (uint8_t)phase;
        if (phases >> phase & 1)
            execute(m, ELWMUL);
    }
    assert_goes_on(m);
    cell = m->s.dst[0][0];
    sfp_machine_free(m);
    return cell;
}

/*
 * 1.3125 x 7.96875, which tt-metal issue 12923 measured. SrcA's mantissa 10101000000 is 21 in the upper five bits, 0 in
 * the next. SrcB's, 11111111000, is 127 in the upper seven bits, and 1000 in the lower four, which count as 64.
 *   phase 0: 21 * 127 / 1024 * 4 = 10.418, to eight bits 167/16 = 10.4375
 *   phase 1: 0
 *   phase 2: 21 * 64 / 1024 * 4 / 128 = 0.041; with 10.4375 it is 167.66/16, in the end 168/16 = 10.5
 *   phase 3: 0
 * With operands exchanged, phases 0 and 1 alone give 10.5: 31 * 84 / 1024 * 4 = 10.172, rounded 163/16; and
 * 28 * 84 / 1024 * 4 / 32 = 0.287, together 167.59/16.
 */
static void test_phases(void **state)
{
    const uint32_t x = datum(0, 127, 0x140), y = datum(0, 129, 0x3F8);

    (void)state;
    EACH_ARCH(arch) {
        assert_int_equal(multiply_in_phases(arch, x, y, 0x3), bf16_cell(0, 0x27, 130)); /* 10.4375 = 8 * 1.0100111b */
        assert_int_equal(multiply_in_phases(arch, x, y, 0xF), bf16_cell(0, 0x28, 130)); /* 10.5 */
        assert_int_equal(multiply_in_phases(arch, y, x, 0x3), bf16_cell(0, 0x28, 130));
        assert_int_equal(multiply_in_phases(arch, x, y, 0x1), bf16_cell(0, 0x27, 130));
        assert_int_equal(multiply_in_phases(arch, x, y, 0x2), 0); /* nothing in phase 1: +0 */
    }
}

/*
 * Wormhole's error, matrix-cancellation of errata.def: Dst holds the number below 16, with all 24 bits of mantissa set
 * and exponent 130. Two products of -8 make -16 with the exponent 130. The sum is -1 unit: -2^-20 on Blackhole.
 * Wormhole moves it by 27 places too few, so that its exponent becomes 134: -128 (tt-metal issue 38306).
 */
static void test_cancellation(void **state)
{
    const uint32_t minus_two = datum(1, 128, 0), row[2] = {minus_two, minus_two};

    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine_with_banks(arch, BF16, true);
        struct sfp_source_image a = {.format = BF16};

        a.row[0][0] = a.row[1][0] = FOUR;
        assert_true(sfp_banks_feed(m->banks, SFP_SRCA, &a, 1));
        feed_row(m, SFP_SRCB, BF16, row, 2);
        set_wide_cell(m, 0, 0x417FFFFF);
        execute(m, MVMUL);
        assert_goes_on(m);
        assert_int_equal(wide_cell(m, 0), arch == SFP_WH ? 0xC3000000 : 0xB5800000);
        sfp_machine_free(m);
    }
}

/* Infinities are numbers: inf - inf = 0, inf + 1 = inf, inf * 0 = 0 (tt-metal issue 52141). 0x7F7F + 0x7AFF, the
 * largest number and 2^118 * 1.99, is rounded up to infinity (pull request 56069). */
static void test_infinities(void **state)
{
    const uint32_t inf = datum(0, 255, 0), largest = datum(0, 254, 0x3F8), other = datum(0, 245, 0x3F8);
    static const struct {
        uint32_t word, a, b;
        uint16_t cell;
    } cases[] = {
        {ELWSUB, 0x3FC00, 0x3FC00, 0}, {ELWADD, 0x3FC00, 0x1FC00, 0xFF}, {ELWMUL, 0x3FC00, 0, 0},
    };

    (void)state;
    assert_int_equal(cases[0].a, inf);
    assert_int_equal(cases[1].b, ONE);
    EACH_ARCH(arch) {
        for (size_t i = 0; i <= sizeof cases / sizeof cases[0]; i++) {
            const bool listed = i < sizeof cases / sizeof cases[0];
            struct sfp_machine *m = machine_with_banks(arch, BF16, false);

            feed_one(m, SFP_SRCA, BF16, listed ? cases[i].a : largest);
            feed_one(m, SFP_SRCB, BF16, listed ? cases[i].b : other);
            execute(m, listed ? cases[i].word : ELWADD);
            assert_goes_on(m);
            assert_int_equal(m->s.dst[0][0], listed ? cases[i].cell : 0xFF);
            sfp_machine_free(m);
        }
    }
}

/* -37 * 19: SrcA's magnitude is 32 in phases 0 and 2, 5 in 1 and 3; SrcB's 16 in 0 and 1, 3 in 2 and 3. The phases give
 * -512, -80, -96 and -15, together -703. A sum beyond 31 bits stays at the largest. */
static void test_integers(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine_with_banks(arch, INT8, false);
        static const uint32_t sums[] = {512, 592, 688, 703};

        sfp_config_set(&m->s, SFP_CFG_INT8_MATH, 0, 1);
        feed_one(m, SFP_SRCA, INT8, datum(1, 16, 37));
        feed_one(m, SFP_SRCB, INT8, datum(0, 16, 19));
        for (unsigned phase = 0; phase < 4; phase++) {
            m->s.own.rwc.fidelity = (uint8_t)phase;
            execute(m, ELWMUL);
            assert_goes_on(m);
            assert_int_equal(wide_cell(m, 0), 0x80000000 | sums[phase]);
        }
        set_wide_cell(m, 0, 0xFFFFFFFF);
        execute(m, ELWMUL);
        assert_int_equal(wide_cell(m, 0), 0xFFFFFFFF);
        sfp_machine_free(m);
    }
}

/* GMPOOL: the maximum of 1, 2 and 4, where SrcB's 0 takes the row with 4 out; rows 1 to 3 become 0. An invalid row
 * of Dst is the lowest. */
static void test_maximum(void **state)
{
    const uint32_t scale[16] = {ONE, ONE, 0, ONE};

    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine_with_banks(arch, BF16, false);
        struct sfp_source_image a = {.format = BF16};

        a.row[0][0] = ONE;
        a.row[1][0] = TWO;
        a.row[2][0] = FOUR;
        assert_true(sfp_banks_feed(m->banks, SFP_SRCA, &a, 1));
        feed_row(m, SFP_SRCB, BF16, scale, 16);
        memset(m->s.dst, 0xFF, sizeof m->s.dst);
        memset(m->s.dst_valid, 0, sizeof m->s.dst_valid);
        sfp_state_refresh(&m->s);
        execute(m, GMPOOL);
        assert_goes_on(m);
        assert_int_equal(m->s.dst[0][0], bf16_cell(0, 0, 128));
        for (unsigned row = 1; row < 4; row++)
            assert_int_equal(m->s.dst[row][0], 0);
        assert_int_equal(m->s.dst_valid[3], 1);
        assert_int_equal(m->s.dst_valid[4], 0);
        sfp_machine_free(m);
    }
}

/* ---- Banks ---- */

/* Two banks with 1 and 2: an instruction that releases makes the next see the other one; then nothing is left. */
static void test_banks_in_order(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine_with_banks(arch, BF16, false);

        feed_one(m, SFP_SRCA, BF16, ONE);
        feed_one(m, SFP_SRCA, BF16, TWO);
        feed_one(m, SFP_SRCB, BF16, ONE);
        execute(m, ELWMUL | CLEARS_A);
        execute(m, ELWMUL | CLEARS_A); /* Dst = 1 + 2 */
        assert_goes_on(m);
        assert_int_equal(m->s.dst[0][0], bf16_cell(0, 0x40, 128));
        execute(m, ELWMUL);
        assert_true(m->banks->stop.stops);
        assert_string_equal(m->banks->stop.waits_for, "SrcA");
        assert_int_equal(m->s.dst[0][0], bf16_cell(0, 0x40, 128));
        sfp_machine_free(m);
    }
}

/* SETRWC's clear bits release banks; with CLR_DVALID_SrcB_Disable the bank stays valid, and the other one comes next.
 * CLEARDVALID releases in any case, and moves on unless its bit 1 is set. */
static void test_releases(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine_with_banks(arch, BF16, false);

        for (unsigned i = 0; i < 2; i++)
            feed_one(m, SFP_SRCB, BF16, ONE);
        assert_true(sfp_banks_need(m->banks, SFP_SRCB));
        execute(m, SETRWC | CLEARS_B);
        assert_false(m->banks->bank[SFP_SRCB][0].valid);
        assert_int_equal(m->banks->read[SFP_SRCB], 1);
        assert_int_equal(found[SFP_FIND_RWC_FLIP], 0);
        assert_true(sfp_banks_need(m->banks, SFP_SRCB));
        sfp_config_set(&m->s, SFP_CFG_KEEP_SRCB, 0, 1);
        execute(m, SETRWC | CLEARS_B);
        assert_true(m->banks->bank[SFP_SRCB][1].valid);
        assert_int_equal(m->banks->read[SFP_SRCB], 0);
        m->banks->read[SFP_SRCB] = 1;
        execute(m, CLEARDVALID | CLEARS_B | 2);
        assert_false(m->banks->bank[SFP_SRCB][1].valid);
        assert_int_equal(m->banks->read[SFP_SRCB], 1);
        execute(m, CLEARDVALID | CLEARS_BOTH);
        assert_int_equal(m->banks->read[SFP_SRCA], 1);
        assert_int_equal(m->banks->read[SFP_SRCB], 0);
        execute(m, CLEARDVALID | 1);
        assert_int_equal(m->banks->read[SFP_SRCA], 0);
        sfp_machine_free(m);
    }
}

/* A word without data ends the run with its index, in order and in time; the words after it do nothing. */
static void test_run_ends(void **state)
{
    static const uint32_t words[] = {0x02000000, MVMUL | CLEARS_B, MVMUL, MVMUL};

    (void)state;
    EACH_ARCH(arch) {
        for (unsigned timed = 0; timed < 2; timed++) {
            struct sfp_machine *m = machine_with_banks(arch, BF16, false);
            const struct sfp_timing_options options = {.run = {.repeat = 1}};
            struct sfp_timing_result result;

            feed_one(m, SFP_SRCA, BF16, ONE);
            feed_one(m, SFP_SRCB, BF16, ONE);
            if (timed)
                sfp_run_timed(m, words, 4, &options, &result);
            else
                sfp_run_untimed(m, words, 4, &options.run, &result.run);
            assert_int_equal(result.run.status, SFP_RUN_DEADLOCK);
            assert_int_equal(result.run.index, 2);
            assert_int_equal(result.run.word, MVMUL);
            assert_string_equal(result.run.source, "SrcB");
            assert_int_equal(m->s.dst[0][0], bf16_cell(0, 0, 127));
            sfp_machine_free(m);
        }
    }
}

/* STALLWAIT for a valid bank brings one: SRCA_VLD is condition bit 10 on Wormhole, and 7 on Blackhole. */
static void test_stallwait_brings(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine_with_banks(arch, BF16, false);
        const uint32_t stallwait = 0xA2000000 | 0x40 << 15 | (arch == SFP_WH ? 1 << 10 : 1 << 7);

        feed_one(m, SFP_SRCA, BF16, ONE);
        execute(m, stallwait);
        assert_goes_on(m);
        assert_true(m->banks->bank[SFP_SRCA][0].valid);
        execute(m, CLEARDVALID | CLEARS_A);
        execute(m, stallwait);
        assert_true(m->banks->stop.stops);
        sfp_machine_free(m);
    }
}

/* Blackhole's bank has the format that was fed, FP16; Wormhole's is configured as bf16, whose three low bits of
 * mantissa MOVA2D drops. */
static void test_implied_format(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine_with_banks(arch, BF16, false);

        feed_one(m, SFP_SRCA, FP16, datum(0, 15, 1));
        execute(m, MOVA2D);
        assert_goes_on(m);
        assert_int_equal(m->s.dst[0][0], arch == SFP_BH ? 1 << 5 | 15 : 15);
        sfp_machine_free(m);
    }
}

/* ---- Moves ---- */

/* Four rows to SrcB's rows 16 to 19, transposed there, row 16 back to Dst's row 8: column 0 of the four rows. */
static void test_transposition(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine_with_banks(arch, BF16, false);

        feed_one(m, SFP_SRCB, BF16, 0);
        for (unsigned i = 0; i < 4; i++)
            m->s.dst[i][0] = bf16_cell(0, i, 127);
        assert_true(sfp_banks_need(m->banks, SFP_SRCB));
        execute(m, MOVD2B | FOUR_ROWS | 16 << SOURCE_ROW_LSB);
        execute(m, TRNSPSRCB);
        execute(m, MOVB2D | 16 << SOURCE_ROW_LSB | 8);
        assert_goes_on(m);
        for (unsigned j = 0; j < 4; j++)
            assert_int_equal(m->s.dst[8][j], bf16_cell(0, j, 127));
        sfp_machine_free(m);
    }
}

/* Halves of a 32-bit cell to SrcA: as TF32 the upper 19 bits; the lower half, as bf16, with dest_32b_lo. Numbers:
 * 0x3FABE123 is 0x1FD5F in 19 bits; its lower half 0xE123 as a cell has sign 1, mantissa 0x61 and exponent 0x23. */
static void test_halves(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine_with_banks(arch, TF32, true);

        sfp_banks_feed(m->banks, SFP_SRCA, &(struct sfp_source_image){.format = TF32}, 1);
        set_wide_cell(m, 0, 0x3FABE123);
        execute(m, MOVD2A);
        assert_goes_on(m);
        assert_int_equal(m->banks->bank[SFP_SRCA][0].data.row[0][0], 0x1FD5F);
        configure_matrix(m, BF16, true);
        m->banks->bank[SFP_SRCA][0].data.format = BF16;
        execute(m, MOVD2A | LOW_HALVES);
        assert_goes_on(m);
        assert_int_equal(m->banks->bank[SFP_SRCA][0].data.row[0][0], datum(1, 0x23, 0x61 << 3));
        sfp_machine_free(m);
    }
}

/* With Fp32_enabled, Blackhole's moves write 32 bits whatever the format; Wormhole's only of TF32. */
static void test_width_of_moves(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine_with_banks(arch, BF16, true);

        m->s.dst[SFP_LOW_HALF_ROWS][0] = 0x1234;
        feed_one(m, SFP_SRCA, BF16, ONE);
        execute(m, MOVA2D);
        assert_goes_on(m);
        assert_int_equal(m->s.dst[0][0], bf16_cell(0, 0, 127));
        assert_int_equal(m->s.dst[SFP_LOW_HALF_ROWS][0], arch == SFP_BH ? 0 : 0x1234);
        sfp_machine_free(m);
    }
}

/* MOVB2A takes zeros for denormals; ZEROSRC fills the matrix unit's bank of SrcA with ones, and no other bank. */
static void test_between_sources(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine_with_banks(arch, TF32, false);
        const uint32_t row[2] = {datum(1, 0, 5), datum(1, 1, 5)};

        feed_row(m, SFP_SRCB, TF32, row, 2);
        m->banks->bank[SFP_SRCA][0].data.format = TF32;
        execute(m, MOVB2A | 3 << SOURCE_ROW_LSB);
        assert_goes_on(m);
        assert_int_equal(m->banks->bank[SFP_SRCA][0].data.row[3][0], 0);
        assert_int_equal(m->banks->bank[SFP_SRCA][0].data.row[3][1], datum(1, 1, 5));
        execute(m, ZEROSRC | 1 << 4 | 1 << 3 | 1);
        assert_int_equal(m->banks->bank[SFP_SRCA][0].data.row[63][15], 0x7FFFF);
        assert_int_equal(m->banks->bank[SFP_SRCA][1].data.row[63][15], 0);
        assert_int_equal(m->banks->bank[SFP_SRCB][0].data.row[0][1], datum(1, 1, 5));
        execute(m, ZEROSRC | 1 << 2 | 3);
        assert_int_equal(m->banks->bank[SFP_SRCA][0].data.row[63][15], 0);
        assert_int_equal(m->banks->bank[SFP_SRCB][0].data.row[0][1], 0);
        sfp_machine_free(m);
    }
}

/* ---- Refusals ---- */

static void test_refusals(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine_with_banks(arch, BF16, false);

        assert_true(refused(m, GMPOOL | 1 << 14));       /* ArgMax */
        assert_true(refused(m, GAPOOL & ~(1u << 19)));   /* a pool of other sizes */
        assert_true(refused(m, 0x17000002));             /* SHIFTXA */
        assert_true(refused(m, 0x22000000));             /* CONV3S1 */
        sfp_banks_free(m->banks);
        m->banks = NULL;
        assert_true(refused(m, MVMUL));
        sfp_machine_free(m);
        assert_refuses(arch, FP16, BF16, false, MVMUL,
                       " with one source of 5-bit exponents and one of 8-bit exponents");
        assert_refuses(arch, INT8, INT8, false, MVMUL, " with int8 sources while INT8_math_enabled is off");
        assert_refuses(arch, TF32, TF32, false, MOVD2A, " to a tf32 source while Dst has 16-bit rows");
        assert_refuses(arch, BF16, BF16, false, MOVD2B | LOW_HALVES, " with dest_32b_lo while Dst has 16-bit rows");
        assert_refuses(arch, TF32, TF32, true, MOVA2D | LOW_HALVES, " with dest_32b_lo where it writes 32-bit rows");
    }
}

/* A fidelity phase is refused for sums only; stochastic rounding for all arithmetic. */
static void test_refused_modes(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine_with_banks(arch, BF16, false);

        feed_one(m, SFP_SRCA, BF16, ONE);
        feed_one(m, SFP_SRCB, BF16, ONE);
        m->s.own.rwc.fidelity = 1;
        execute(m, ELWMUL);
        assert_goes_on(m);
        execute(m, ELWADD | ACCUMULATES);
        assert_string_equal(m->banks->stop.why, " in a fidelity phase other than 0");
        m->banks->stop.stops = false;
        sfp_config_set(&m->s, SFP_CFG_FPU_SRND, 0, 1);
        execute(m, ELWMUL);
        assert_string_equal(m->banks->stop.why, " with stochastic rounding of the matrix unit");
        sfp_machine_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_identity),        cmocka_unit_test(test_phases),
        cmocka_unit_test(test_cancellation),    cmocka_unit_test(test_infinities),
        cmocka_unit_test(test_integers),        cmocka_unit_test(test_maximum),
        cmocka_unit_test(test_banks_in_order),  cmocka_unit_test(test_releases),
        cmocka_unit_test(test_run_ends),        cmocka_unit_test(test_stallwait_brings),
        cmocka_unit_test(test_implied_format),  cmocka_unit_test(test_transposition),
        cmocka_unit_test(test_halves),          cmocka_unit_test(test_width_of_moves),
        cmocka_unit_test(test_between_sources), cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_refused_modes),
    };

    sfp_host_float_enter();
    return cmocka_run_group_tests_name("matrix unit", tests, NULL, NULL);
}
