/*
 * Words of the matrix unit that copy to Dst, or are skipped (sfpu-frontend(7), Datacopy). The words are from the pages
 * MOVA2D, MOVB2D and ELWADD of the ISA documentation and, for Blackhole's layouts, from tt-llk's header.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/config.h"
#include "model/control.h"
#include "model/setup.h"
#include "time/pipeline.h"
#include "word_machine.h"

/* Dst held 1000 + row in each row at the start; since then all of it was overwritten, and marked invalid. */
static struct sfp_machine *copying(enum sfp_arch arch)
{
    struct sfp_machine *m = machine(arch);

    m->s.dst_is_input = true;
    for (unsigned row = 0; row < SFP_DST_ROWS; row++)
        for (unsigned column = 0; column < SFP_DST_COLUMNS; column++)
            m->s.dst[row][column] = (uint16_t)(1000 + row);
    sfp_datacopy_begin(m);
    memset(m->s.dst, 0, sizeof m->s.dst);
    memset(m->s.dst_valid, 0, sizeof m->s.dst_valid);
    sfp_state_refresh(&m->s);
    return m;
}

/* Fields by arch: AddrMod at 15 or 14, of MOVB2D the kind of move at 12 or 11. */
static uint32_t mova2d(enum sfp_arch arch, unsigned low, unsigned addr_mod, unsigned eight, unsigned row)
{
    return 0x12000000 | low << 23 | addr_mod << (arch == SFP_WH ? 15 : 14) | eight << 13 | row;
}

static uint32_t movb2d(enum sfp_arch arch, unsigned low, unsigned addr_mod, unsigned kind, unsigned row)
{
    return 0x13000000 | low << 23 | addr_mod << (arch == SFP_WH ? 15 : 14) | kind << (arch == SFP_WH ? 12 : 11) | row;
}

static uint32_t elwadd(enum sfp_arch arch, unsigned add, unsigned addr_mod, unsigned row)
{
    return 0x28000000 | add << 21 | addr_mod << (arch == SFP_WH ? 15 : 14) | row;
}

enum { BROADCAST_LSB = 19 }; /* of ELWADD, on both arches */

static uint32_t setc16(unsigned index, unsigned value)
{
    return 0xB2000000 | index << 16 | value;
}

/* The physical rows that are valid are `count` from `first` on, and brought; rows of Dst that are neither are 0. */
static void assert_brought(const struct sfp_machine *m, unsigned first, unsigned count)
{
    for (unsigned row = 0; row < SFP_DST_ROWS; row++) {
        const bool brought = row >= first && row < first + count;

        assert_int_equal(m->s.dst_valid[row], brought);
        for (unsigned column = 0; column < SFP_DST_COLUMNS; column++)
            assert_int_equal(m->s.dst[row][column], brought ? 1000 + row : 0);
    }
}

/* What the next word brings; then nothing is valid again. */
static void brings(struct sfp_machine *m, uint32_t word, unsigned first, unsigned count)
{
    execute(m, word);
    assert_brought(m, first, count);
    memset(m->s.dst, 0, sizeof m->s.dst);
    memset(m->s.dst_valid, 0, sizeof m->s.dst_valid);
}

/* One row, or an aligned block around it; of MOVB2D, kinds 1 and 3 broadcast column 0 of 0 and 2, and 6 is as 2. */
static void test_rows(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = copying(arch);

        brings(m, mova2d(arch, 0, 0, 0, 5), 5, 1);
        brings(m, mova2d(arch, 0, 0, 1, 13), 8, 8);
        brings(m, movb2d(arch, 0, 0, 0, 1023), 1023, 1);
        brings(m, movb2d(arch, 0, 0, 1, 7), 7, 1);
        brings(m, movb2d(arch, 0, 0, 2, 7), 0, 8);
        brings(m, movb2d(arch, 0, 0, 3, 9), 8, 8);
        brings(m, movb2d(arch, 0, 0, 4, 7), 4, 4);
        brings(m, movb2d(arch, 0, 0, 5, 4), 4, 4);
        brings(m, movb2d(arch, 0, 0, 6, 15), 8, 8);
        brings(m, elwadd(arch, 0, 0, 9), 8, 8);
        assert_int_equal(m->s.copied, 10);
        assert_int_equal(found[SFP_FIND_DST_IS_INPUT], 10);
        sfp_machine_free(m);
    }
}

/* The counter Dst, DEST_TARGET_REG_CFG_MATH_Offset and DEST_REGW_BASE are added before the block is looked for. */
static void test_base(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = copying(arch);

        execute(m, setc16(1, 512));
        m->s.own.rwc.dst = 6;
        brings(m, mova2d(arch, 0, 0, 1, 4), 520, 8); /* 512 + 6 + 4 = 522 */
        brings(m, elwadd(arch, 0, 0, 0), 512, 8);
        sfp_config_set(&m->s, SFP_CFG_DEST_REGW_BASE, 0, 505);
        sfp_state_refresh(&m->s);
        brings(m, mova2d(arch, 0, 0, 0, 2), 1, 1); /* 512 + 6 + 505 + 2 = 1025 */
        sfp_machine_free(m);
    }
}

/* Rows of 32 bits 8 to 15 are the physical rows 16 to 31, high halves first; only those of the high ones can be valid. */
static void assert_wide(struct sfp_machine *m, uint32_t word)
{
    execute(m, word);
    for (unsigned row = 0; row < SFP_DST_ROWS; row++) {
        assert_int_equal(m->s.dst_valid[row], row >= 16 && row < 24);
        assert_int_equal(m->s.dst[row][3], row >= 16 && row < 32 ? 1000 + row : 0);
    }
    memset(m->s.dst, 0, sizeof m->s.dst);
    memset(m->s.dst_valid, 0, sizeof m->s.dst_valid);
}

static void configure(struct sfp_machine *m, enum sfp_config_field field, uint32_t value)
{
    sfp_config_set(&m->s, field, 0, value);
    sfp_state_refresh(&m->s);
}

static void test_wide_rows(void **state)
{
    enum { TF32 = 4 };

    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = copying(arch);

        assert_wide(m, mova2d(arch, 1, 0, 1, 8));
        configure(m, SFP_CFG_SRCA, TF32);
        assert_wide(m, mova2d(arch, 0, 0, 1, 8));
        assert_wide(m, movb2d(arch, 0, 0, 2, 8)); /* SrcA's format is SrcB's */
        brings(m, elwadd(arch, 0, 0, 8), 8, 8);
        configure(m, SFP_CFG_SRCA_OVERRIDE, 1);
        brings(m, mova2d(arch, 0, 0, 1, 8), 8, 8);
        configure(m, SFP_CFG_SRCA_VAL, TF32);
        assert_wide(m, mova2d(arch, 0, 0, 1, 8));
        configure(m, SFP_CFG_SRCA_VAL, 0);
        configure(m, SFP_CFG_FP32, 1);
        assert_wide(m, elwadd(arch, 0, 0, 8));
        if (arch == SFP_BH) { /* MOVA2D and MOVB2D of the Blackhole pages of August 2026 */
            assert_wide(m, mova2d(arch, 0, 0, 1, 8));
            assert_wide(m, movb2d(arch, 0, 0, 2, 8));
        } else {
            brings(m, mova2d(arch, 0, 0, 1, 8), 8, 8);
            brings(m, movb2d(arch, 0, 0, 2, 8), 8, 8);
        }
        configure(m, SFP_CFG_FP32, 0);
        configure(m, SFP_CFG_INT8_MATH, 1);
        assert_wide(m, elwadd(arch, 0, 0, 8));
        brings(m, mova2d(arch, 0, 0, 1, 8), 8, 8); /* INT8_math makes no move wide */
        sfp_machine_free(m);
    }
}

/* tt-llk's datacopy: modifier 2 steps SrcA and Dst by 8; the fidelity phase steps too. */
static void test_counters(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = copying(arch);
        const unsigned ab = arch == SFP_WH ? 7 + 2 * 2 : 12 + 2, dst = (arch == SFP_WH ? 23 : 28) + 2;

        execute(m, setc16(ab, 3 << 8 | 8));
        execute(m, setc16(dst, 1 << 13 | 8));
        brings(m, mova2d(arch, 0, 2, 1, 0), 0, 8);
        brings(m, mova2d(arch, 0, 2, 1, 0), 8, 8);
        brings(m, movb2d(arch, 0, 2, 4, 0), 16, 4);
        brings(m, elwadd(arch, 0, 2, 0), 24, 8);
        assert_int_equal(m->s.own.rwc.dst, 32);
        assert_int_equal(m->s.own.rwc.srca, 32);
        assert_int_equal(m->s.own.rwc.srcb, 12);
        assert_int_equal(m->s.own.rwc.fidelity, 0); /* 4 modulo 4 */
        sfp_machine_free(m);
    }
}

/* Dst is all valid, and known to be, once all of its rows were brought. */
static void test_all_valid(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = copying(arch);

        for (unsigned row = 0; row < SFP_DST_ROWS; row += 8) {
            assert_false(m->s.derived.all_rows_valid);
            execute(m, mova2d(arch, 0, 0, 1, row));
        }
        assert_true(m->s.derived.all_rows_valid);
        sfp_machine_free(m);
    }
}

/* What has which option, by name; and an ELWADD that adds to Dst, which is no copy. */
static void test_options(void **state)
{
    static const uint32_t skipped[] = {
        0x26000000 /* MVMUL */, 0x27000000 /* ELWMUL */, 0x08000000 /* MOVD2A */, 0x16000000 /* TRNSPSRCB */,
        0x41000000 /* PACR */, 0x42000000 /* UNPACR */, 0x50000000 /* SETADC */,
    };

    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);
        struct sfp_setup copies = {0}, skips = {0};
        char *error;

        assert_true(sfp_setup_set(&copies, "dst-is-input", "", &error));
        assert_true(sfp_setup_set(&skips, "skip-fpu", "", &error));
        assert_true(refused(m, mova2d(arch, 0, 0, 1, 0)));
        assert_true(sfp_setup_apply(m, &copies, &error));
        assert_false(refused(m, mova2d(arch, 0, 0, 1, 0)));
        assert_false(refused(m, movb2d(arch, 0, 0, 4, 0)));
        assert_false(refused(m, elwadd(arch, 0, 0, 0)));
        assert_true(refused(m, elwadd(arch, 1, 0, 0)));
        for (size_t i = 0; i < sizeof skipped / sizeof skipped[0]; i++)
            assert_true(refused(m, skipped[i]));
        assert_true(sfp_setup_apply(m, &skips, &error));
        for (size_t i = 0; i < sizeof skipped / sizeof skipped[0]; i++)
            execute(m, skipped[i]);
        execute(m, elwadd(arch, 1, 0, 0));
        assert_int_equal(m->s.skipped, 8);
        assert_int_equal(found[SFP_FIND_SKIPPED], 8);
        assert_true(refused(m, 0x58000000)); /* ADDDMAREG writes a GPR */
        sfp_machine_free(m);
    }
}

/*
 * Which ELWADD is taken for a copy, by what its address modifier adds to SrcA and SrcB and by its broadcast: those of
 * tt-llk's datacopies (llk_math_eltwise_unary_datacopy.h), and those of its sums (llk_math_eltwise_binary.h and, the one
 * that leaves SrcA in place, llk_math_eltwise_binary_custom.h).
 */
static void test_sums(void **state)
{
    static const struct {
        unsigned srca, srcb, broadcast;
        bool copies;
    } cases[] = {
        {8, 0, 0, true},  /* A2D */
        {0, 8, 1, true},  /* B2D of a column */
        {0, 0, 3, true},  /* B2D of one value */
        {8, 8, 0, false}, /* a sum of tiles */
        {8, 0, 1, false}, /* of a tile and a column */
        {8, 0, 2, false}, /* of a tile and a row */
        {8, 0, 3, false}, /* of a tile and one value */
        {0, 8, 0, false}, /* of one block of SrcA and a tile */
        {0, 0, 0, false}, /* of one block each */
    };
    const struct sfp_timing_options options = {.run = {.repeat = 3}};
    struct sfp_timing_result result;

    (void)state;
    EACH_ARCH(arch)
        for (size_t i = 0; i < 2 * sizeof cases / sizeof cases[0]; i++) {
            struct sfp_machine *m = copying(arch);
            const unsigned ab = arch == SFP_WH ? 7 + 2 * 2 : 12 + 2;
            const uint32_t words[] = {setc16(ab, cases[i / 2].srcb << 8 | cases[i / 2].srca),
                                      elwadd(arch, 0, 2, 0) | cases[i / 2].broadcast << BROADCAST_LSB, 0x8F000000};

            if (i % 2)
                sfp_run_timed(m, words, 3, &options, &result);
            else
                sfp_run_untimed(m, words, 3, &options.run, &result.run);
            assert_int_equal(result.run.status, cases[i / 2].copies ? SFP_RUN_DONE : SFP_RUN_REFUSED);
            if (!cases[i / 2].copies) {
                assert_int_equal(result.run.index, 1);
                assert_int_equal(result.run.word, words[1]);
            }
            sfp_machine_free(m);
        }
}

/* MVMUL steps counters; what PACR has in those bits is another modifier. Nothing is brought. */
static void test_skipped(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = copying(arch);
        const unsigned lsb = arch == SFP_WH ? 15 : 14;

        m->s.skips = true;
        execute(m, setc16((arch == SFP_WH ? 23 : 28) + 1, 16));
        execute(m, 0x26000000 | 1 << lsb);
        assert_int_equal(m->s.own.rwc.dst, 16);
        execute(m, 0x41000000 | 1 << 15);
        assert_int_equal(m->s.own.rwc.dst, 16);
        m->s.dst_is_input = false;
        execute(m, mova2d(arch, 0, 1, 1, 0));
        assert_int_equal(m->s.own.rwc.dst, 32);
        assert_brought(m, 0, 0);
        sfp_machine_free(m);
    }
}

/*
 * A STALLWAIT for the matrix unit at T = 1, behind a word at 0: MOVA2D is under way in 0 to 3, so that the gate opens at
 * the end of 4 and SFPNOP issues in 5; ELWADD takes a cycle more, on Blackhole two; SETRWC none.
 */
static void test_time(void **state)
{
    enum { SFPNOP = (int)0x8F000000, SETRWC = 0x37000004, STALLWAIT = (int)0xA2000000, BLOCK_SFPU = 0x100 << 15 };

    (void)state;
    EACH_ARCH(arch) {
        const uint32_t first[] = {mova2d(arch, 0, 0, 1, 0), elwadd(arch, 0, 0, 0) | 1 << BROADCAST_LSB,
                                  (uint32_t)SETRWC};
        const uint64_t cycles[] = {6, arch == SFP_WH ? 7 : 8, 4}; /* SETRWC 0, STALLWAIT 1, a cycle at the gate, SFPNOP 3 */

        for (unsigned i = 0; i < 3; i++) {
            struct sfp_machine *m = copying(arch);
            const uint32_t words[] = {first[i], (uint32_t)(STALLWAIT | BLOCK_SFPU | (arch == SFP_WH ? 1 << 7 : 1 << 4)),
                                      (uint32_t)SFPNOP};
            const struct sfp_timing_options options = {.run = {.repeat = 1}};
            struct sfp_timing_result result;

            sfp_run_timed(m, words, 3, &options, &result);
            assert_int_equal(result.run.status, SFP_RUN_DONE);
            assert_int_equal(result.cycles, cycles[i]);
            sfp_machine_free(m);
        }
    }
}

/*
 * What a run began with is brought in each of its passes: the store of the one before is gone. SFPLOADI 0x3F80 as bf16
 * (1.0), a store of 4 rows at 0, and a copy of rows 0 to 7 before it.
 */
static void test_each_pass(void **state)
{
    (void)state;
    EACH_ARCH(arch)
        for (unsigned timed = 0; timed < 2; timed++) {
            struct sfp_machine *m = machine(arch);
            const unsigned addr_mode = arch == SFP_WH ? 14 : 13;
            const uint32_t words[] = {mova2d(arch, 0, 0, 1, 0), 0x70000000 | 2u << 16 | 3u << addr_mode,
                                      0x71103F80, 0x72100000 | 2u << 16 | 3u << addr_mode};
            const struct sfp_timing_options options = {.run = {.repeat = 5}};
            struct sfp_timing_result result;

            m->s.dst_is_input = true;
            for (unsigned row = 0; row < 8; row++)
                for (unsigned column = 0; column < SFP_DST_COLUMNS; column++)
                    m->s.dst[row][column] = 0x0081; /* 4.0: sign, 7 bits of mantissa, exponent 129 */
            if (timed)
                sfp_run_timed(m, words, 4, &options, &result);
            else
                sfp_run_untimed(m, words, 4, &options.run, &result.run);
            assert_int_equal(result.run.status, SFP_RUN_DONE);
            assert_int_equal(m->s.copied, 5);
            assert_int_equal(m->s.lreg[0][0], 0x40800000); /* 4.0 */
            assert_int_not_equal(m->s.dst[0][0], 0x0081);  /* the last pass stored 1.0 */
            assert_int_equal(m->s.dst[4][0], 0x0081);
            sfp_machine_free(m);
        }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_base),
        cmocka_unit_test(test_wide_rows),
        cmocka_unit_test(test_counters),
        cmocka_unit_test(test_all_valid),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_skipped),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_each_pass),
    };

    return cmocka_run_group_tests_name("datacopy", tests, NULL, NULL);
}
