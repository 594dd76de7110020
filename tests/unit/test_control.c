/* What surrounds the vector unit: configuration, counters, ZEROACC, semaphores (sfpu-frontend(7) and sfpu-dst(7)). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "model/config.h"
#include "golden/record.h"
#include "model/model.h"
#include "model/control.h"
#include "model/setup.h"
#include "word_machine.h"

static void assert_all_lanes(const uint32_t lanes[SFP_LANES], uint32_t value)
{
    for (unsigned l = 0; l < SFP_LANES; l++)
        assert_int_equal(lanes[l], value);
}

/* Words by hand from the ISA pages. */
static uint32_t setc16(unsigned index, unsigned value) { return 0xB2000000 | index << 16 | value; }
static uint32_t wrcfg(unsigned gpr, unsigned four, unsigned word) { return 0xB0000000 | gpr << 16 | four << 15 | word; }
static uint32_t rdcfg(unsigned gpr, unsigned word) { return 0xB1000000 | gpr << 16 | word; }
static uint32_t rmwcib(unsigned n, unsigned mask, unsigned data, unsigned word)
{
    return (0xB3 + n) << 24 | mask << 16 | data << 8 | word;
}
static uint32_t setdmareg(unsigned value, unsigned half) { return 0x45000000 | value << 8 | half; }
static uint32_t semaphore(unsigned opcode, unsigned mask) { return opcode << 24 | mask << 2; }

/* Names of data formats, in either case, and their codes, which are four bits (sfpu-dst(7), Format 0). */
static void test_data_formats(void **state)
{
    static const struct {
        const char *name;
        int code;
    } formats[] = {
        {"fp32", 0}, {"fp16", 1}, {"bfp8a", 2}, {"bfp4a", 3}, {"tf32", 4}, {"bf16", 5}, {"bfp8", 6}, {"bfp4", 7},
        {"int32", 8}, {"int16", 9}, {"fp8", 10}, {"bfp2a", 11}, {"int8", 14}, {"bfp2", 15}, {"FP32", 0}, {"Int8", 14},
        {"0", 0}, {"12", 12}, {"15", 15}, {"0xf", 15}, {"16", -1}, {"-1", -1}, {"", -1}, {"5 ", -1}, {"fp3", -1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        uint8_t code = 99;

        assert_int_equal(sfp_data_format_parse(formats[i].name, &code), formats[i].code >= 0);
        if (formats[i].code >= 0)
            assert_int_equal(code, formats[i].code);
    }
}

/* ---- sfpu-frontend(7), Set-up: what real software does ---- */

static void test_start_up(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);

        execute(m, arch == SFP_WH ? 0x10180000 : 0x10184000); /* ZEROACC all */
        for (unsigned r = 0; r < SFP_DST_ROWS; r++)
            assert_int_equal(m->s.dst_valid[r], 0);
        assert_false(m->s.derived.all_rows_valid);
        execute(m, 0x8A00300A); /* SFPENCC: predication on, all lanes on */
        assert_int_equal(m->s.use_flags, UINT32_MAX);
        assert_int_equal(m->s.flags, UINT32_MAX);
        execute(m, 0x02000000); /* NOP */
        for (unsigned l = 0; l < SFP_LANES; l++)
            m->s.lreg[11][l] = 5;
        execute(m, 0x910000B1); /* SFPCONFIG: L11 = -1.0 */
        assert_all_lanes(m->s.lreg[11], 0xBF800000);
        execute(m, 0xA3100010); /* SEMINIT(1, 0): UNPACK_TO_DEST = 2, MATH_DONE = 7, PACK_DONE = 4 */
        execute(m, 0xA3100200);
        execute(m, 0xA3100040);
        for (unsigned i = 0; i < SFP_SEMAPHORES; i++) {
            assert_int_equal(m->s.semaphore[i].max, i == 2 || i == 4 || i == 7);
            assert_int_equal(m->s.semaphore[i].value, 0);
        }
        sfp_machine_free(m);
    }
}

static void test_kernel_init(void **state)
{
    static const uint32_t mod7[2][3] = {{0xB2150000, 0xB21E0000, 0xB2370000}, {0xB2130000, 0xB2230000, 0xB2360000}};
    static const uint32_t mod6[2][3] = {{0xB2130000, 0xB21D0002, 0xB2360000}, {0xB2120000, 0xB2220002, 0xB2350000}};
    static const struct sfp_addr_mod none = {.dst_only = true}, by_two = {.dst_incr = 2, .dst_only = true};

    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);
        const struct sfp_rwc *rwc = &m->s.own.rwc;
        const unsigned a = arch == SFP_BH;

        for (unsigned i = 0; i < SFP_THREAD_CONFIGS; i++)
            m->s.own.thread_config[i] = UINT16_MAX;
        for (unsigned l = 0; l < SFP_LANES; l++)
            m->s.lane_config[l] = 0x30104;
        m->s.own.rwc = (struct sfp_rwc){9, 8, .srca = 7, .srca_cr = 6, .srcb = 5, .srcb_cr = 4, .fidelity = 3};
        sfp_state_refresh(&m->s);
        execute(m, 0x910000F1); /* LaneConfig = 0, bits 17:16 kept */
        assert_all_lanes(m->s.lane_config, 0x30000);
        for (unsigned i = 0; i < 3; i++)
            execute(m, mod7[a][i]);
        assert_memory_equal(&m->s.derived.own.addr_mod[7], &none, sizeof none);
        for (unsigned i = 0; i < 3; i++)
            execute(m, mod6[a][i]);
        assert_memory_equal(&m->s.derived.own.addr_mod[6], &by_two, sizeof none);
        assert_int_equal(m->s.derived.own.addr_mod[5].dst_incr, SFP_COUNTER_MASK);
        execute(m, 0x3700000F); /* SETRWC(0, 0, 0, 0, 0, SET_ABD_F) */
        assert_int_equal(rwc->dst | rwc->dst_cr | rwc->srca | rwc->srca_cr | rwc->srcb | rwc->srcb_cr | rwc->fidelity,
                         0);
        sfp_machine_free(m);
    }
}

static void test_tile_frame(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);
        const bool wh = arch == SFP_WH;

        execute(m, 0xB20102C0); /* set_dst_write_addr: tile 3 at 64 rows each, second half: 0xC0 + 0x200 */
        assert_int_equal(m->s.derived.own.math_offset, 0x2C0);
        execute(m, 0xB2020001); /* set_addr_mod_base; another register on Blackhole */
        assert_int_equal(m->s.derived.own.addr_mod_first, wh ? 4 : 0);
        execute(m, wh ? 0xA2800080 : 0xA2800010); /* STALLWAIT(STALL_SFPU, MATH) */
        execute(m, 0x38008000); /* INCRWC: Dst += 2 */
        assert_int_equal(m->s.own.rwc.dst, 2);
        assert_int_equal(m->s.own.rwc.dst_cr, 0);
        execute(m, 0x37120004); /* SETRWC(0, CR_D, 8, 0, 0, SET_D) twice: Dst = Dst_Cr + 8 */
        assert_int_equal(m->s.own.rwc.dst, 8);
        execute(m, 0x37120004);
        assert_int_equal(m->s.own.rwc.dst, 16);
        assert_int_equal(m->s.own.rwc.dst_cr, 16);
        execute(m, 0x37000004); /* clear_dst_reg_addr */
        assert_int_equal(m->s.own.rwc.dst | m->s.own.rwc.dst_cr, 0);
        if (wh)
            execute(m, 0xA2404000); /* STALLWAIT(STALL_CFG, WAIT_SFPU) */
        execute(m, 0xB2020000);
        assert_false(m->s.derived.own.addr_mod_first);
        execute(m, wh ? 0xA2404080 : 0xA2400810); /* STALLWAIT(STALL_CFG, MATH | SFPU), then the other half */
        execute(m, 0xB2010200);
        assert_int_equal(m->s.derived.own.math_offset, 512);
        execute(m, 0xB2010000);
        assert_int_equal(m->s.derived.own.math_offset, 0);
        assert_int_equal(found[SFP_FIND_WAIT_SRC_VALID] | found[SFP_FIND_RESERVED_BITS], 0);
        sfp_machine_free(m);
    }
}

static void test_formats(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);

        assert_int_equal(m->s.derived.own.srcb_mode, 2); /* format FP32 counts as BF16 */
        execute(m, 0xB6606001); /* both 32-bit enables: bits 30:29 of word 1 */
        assert_int_equal(m->s.config[0][1], 0x60000000);
        assert_int_equal(m->s.derived.own.srcb_mode, 3);
        execute(m, 0xB6600001);
        assert_int_equal(m->s.config[0][1], 0);
        execute(m, 0xB6202001); /* Fp32_enabled alone does not concern the vector unit */
        assert_int_equal(m->s.derived.own.srcb_mode, 2);
        execute(m, 0xB6404001);
        assert_int_equal(m->s.derived.own.srcb_mode, 3);
        execute(m, 0xB6600001);
        assert_false(m->s.srcb_written);
        execute(m, 0xB5E02002); /* the same bits of another word */
        assert_false(m->s.srcb_written);
        execute(m, 0xB5E02001); /* SrcB = 1, FP16: 1 << 21 */
        execute(m, 0xB6010001);
        assert_true(m->s.srcb_written);
        assert_int_equal(m->s.config[0][1], 0x00200000);
        assert_int_equal(m->s.derived.own.srcb_mode, 1);
        execute(m, 0xB5E0A001); /* SrcB = 5, BF16 */
        execute(m, 0xB6010001);
        assert_int_equal(m->s.config[0][1], 0x00A00000);
        assert_int_equal(m->s.derived.own.srcb_mode, 2);
        execute(m, 0xB5E02001);
        execute(m, 0xB3E0A000); /* override: word 0 = 5 << 5 | 1 << 9 */
        execute(m, 0xB4030200);
        assert_int_equal(m->s.config[0][0], 0x2A0);
        assert_int_equal(m->s.derived.own.srcb_mode, 2);
        execute(m, 0xB4030000);
        assert_int_equal(m->s.derived.own.srcb_mode, 1);
        execute(m, 0xB204000B); /* Blackhole: the thread's own format, BF16 */
        assert_int_equal(m->s.derived.own.srcb_mode, arch == SFP_BH ? 2 : 1);
        execute(m, 0xB2040000);
        assert_int_equal(m->s.derived.own.srcb_mode, 1);
        sfp_machine_free(m);
    }
}

/* Which formats FMT_SRCB takes for BF16: sfpu-dst(7), Format 0, all sixteen codes. */
static void test_all_source_formats(void **state)
{
    static const uint8_t mode[16] = {2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 2};
    struct sfp_machine *m = machine(SFP_WH);

    (void)state;
    for (unsigned f = 0; f < 16; f++) {
        assert_true(sfp_config_set(&m->s, SFP_CFG_SRCB, 0, f));
        assert_int_equal(sfp_config_get(&m->s, SFP_CFG_SRCB, 0), f);
        sfp_state_refresh_config(&m->s);
        assert_int_equal(m->s.derived.own.srcb_mode, mode[f]);
    }
    assert_false(sfp_config_set(&m->s, SFP_CFG_REMAP, 0, 1));
    sfp_machine_free(m);
}

static void test_blackhole_switches(void **state)
{
    struct sfp_machine *m = machine(SFP_BH);

    (void)state;
    execute(m, 0xB30202DC);
    execute(m, 0xB30101DC);
    assert_true(m->s.derived.own.remap && m->s.derived.own.swizzle);
    assert_int_equal(m->s.config[0][220], 3);
    assert_int_equal(m->s.config[1][220], 3); /* exists once */
    execute(m, rmwcib(0, 8, 8, 220));
    assert_int_equal(sfp_config_get(&m->s, SFP_CFG_ABSOLUTE_TILE, 0), 1);
    execute(m, 0xB30800DC);
    assert_int_equal(sfp_config_get(&m->s, SFP_CFG_ABSOLUTE_TILE, 0), 0);
    execute(m, 0xB30101DE);
    assert_int_equal(sfp_config_get(&m->s, SFP_CFG_SCBD_DISABLE, 0), 1);
    execute(m, 0xB30100DE);
    assert_int_equal(sfp_config_get(&m->s, SFP_CFG_SCBD_DISABLE, 0), 0);
    execute(m, setc16(36, 4));
    assert_int_equal(m->s.derived.own.stack_incr, 4);
    execute(m, rmwcib(0, 0xFF, 0x30, 7));
    assert_int_equal(m->s.derived.own.sp_base, 0x30);
    sfp_machine_free(m);
}

static void test_banks(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);

        execute(m, 0xB2000001); /* the other bank */
        execute(m, 0xB6404001);
        assert_int_equal(m->s.config[0][1], 0);
        assert_int_equal(m->s.config[1][1], 0x40000000);
        assert_int_equal(m->s.derived.own.srcb_mode, 3);
        execute(m, 0xB2000000);
        assert_int_equal(m->s.derived.own.srcb_mode, 2);
        sfp_machine_free(m);
    }
}

/* sfpu-semantics(7), Random numbers: lanes 0, 1, 2, 30, 31 after seeding. */
static const struct {
    uint32_t seed, lane[5];
} seeds[] = {
    {0x00000000, {0xC5CF309E, 0x173CC27A, 0x5CF309E8, 0xC088CCD5, 0x02233355}},
    {0x00000001, {0x8B9E613D, 0x2E7984F4, 0xB9E613D1, 0x811199AA, 0x044666AA}},
    {0x12345678, {0x837EE01D, 0x0DFB8074, 0x37EE01D0, 0x9383591E, 0x4E0D6479}},
    {0xFFFFFFFF, {0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF}},
};

static void assert_seeded(const struct sfp_state *s, const uint32_t lane[5])
{
    assert_int_equal(s->prng[0], lane[0]);
    assert_int_equal(s->prng[1], lane[1]);
    assert_int_equal(s->prng[2], lane[2]);
    assert_int_equal(s->prng[30], lane[3]);
    assert_int_equal(s->prng[31], lane[4]);
}

static void test_prng_seed(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);
        const unsigned word = arch == SFP_WH ? 164 : 186;

        execute(m, 0x45567878); /* sfpu-frontend(7), Seeding, as printed */
        execute(m, 0x45123479);
        assert_int_equal(m->s.own.gpr[60], 0x12345678);
        execute(m, 0xA2400001);
        execute(m, arch == SFP_WH ? 0xB03C00A4 : 0xB03C00BA);
        assert_seeded(&m->s, seeds[2].lane);
        assert_int_equal(m->s.config[1][word], 0x12345678);
        for (size_t i = 0; i < sizeof seeds / sizeof seeds[0]; i++) {
            execute(m, setdmareg(seeds[i].seed & 0xFFFF, 120));
            execute(m, setdmareg(seeds[i].seed >> 16, 121));
            execute(m, wrcfg(60, 0, word));
            assert_seeded(&m->s, seeds[i].lane);
        }
        /* A byte write merges into the last seed: FFFFFFFF with bytes 3..1 cleared and byte 0 = 1 is seed 1. */
        for (unsigned n = 0; n < 4; n++)
            execute(m, rmwcib(n, 0xFF, n == 0, word));
        assert_seeded(&m->s, seeds[1].lane);
        assert_int_equal(found[SFP_FIND_PRNG_PARTIAL_SEED], 4);
        execute(m, rdcfg(1, word));
        assert_int_equal(m->s.own.gpr[1], 1);
        sfp_machine_free(m);
    }
}

/* ---- sfpu-frontend(7), Configuration ---- */

static void test_thread_config_range(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);
        const unsigned words = arch == SFP_WH ? 57 : 68;

        execute(m, setc16(words - 1, 0xABCD));
        assert_int_equal(m->s.own.thread_config[words - 1], 0xABCD);
        assert_true(refused(m, setc16(words, 0)));
        assert_true(refused(m, setc16(255, 0)));
        sfp_machine_free(m);
    }
}

static void test_config_range(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);
        const unsigned words = arch == SFP_WH ? 188 : 224;

        for (unsigned n = 0; n < 4; n++) {
            assert_false(refused(m, rmwcib(n, 0xFF, 0, words - 1)));
            assert_true(refused(m, rmwcib(n, 0xFF, 0, words)));
        }
        assert_false(refused(m, wrcfg(0, 1, words - 1)));
        assert_true(refused(m, wrcfg(0, 0, words)));
        assert_true(refused(m, wrcfg(0, 0, 0x7FF)));
        assert_true(refused(m, wrcfg(0, 0, 0x400 | 60))); /* eleven bits count */
        assert_true(refused(m, rdcfg(0, 0x400 | 60)));
        assert_false(refused(m, wrcfg(0, 0, 0x800 | 60)));
        assert_false(refused(m, rdcfg(0, 0x800 | 60)));
        assert_false(refused(m, rdcfg(0, words - 1)));
        assert_true(refused(m, rdcfg(0, words)));
        sfp_machine_free(m);
    }
}

static void test_rmwcib(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);

    (void)state;
    m->s.config[0][20] = 0x11223344;
    execute(m, rmwcib(0, 0x0F, 0xFF, 20)); /* 44 -> 4F */
    execute(m, rmwcib(1, 0xF0, 0x00, 20)); /* 33 -> 03 */
    execute(m, rmwcib(2, 0xFF, 0xAA, 20));
    execute(m, rmwcib(3, 0x00, 0xFF, 20)); /* unchanged */
    assert_int_equal(m->s.config[0][20], 0x11AA034F);
    assert_int_equal(m->s.config[1][20], 0);
    sfp_machine_free(m);
}

static void test_wrcfg(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);
        const unsigned single = arch == SFP_WH ? 152 : 180;

        for (unsigned i = 0; i < SFP_GPRS; i++)
            m->s.own.gpr[i] = 0x1000 + i;
        execute(m, wrcfg(5, 0, single - 1));
        assert_int_equal(m->s.config[0][single - 1], 0x1005);
        assert_int_equal(m->s.config[1][single - 1], 0);
        execute(m, wrcfg(6, 0, single));
        assert_int_equal(m->s.config[0][single], 0x1006);
        assert_int_equal(m->s.config[1][single], 0x1006);
        execute(m, wrcfg(8, 1, 20)); /* words 20..23 = GPRs 8..11 */
        for (unsigned i = 0; i < 4; i++)
            assert_int_equal(m->s.config[0][20 + i], 0x1008 + i);
        assert_int_equal(found[SFP_FIND_CONFIG_MISALIGNED], 0);
        execute(m, wrcfg(14, 1, 27)); /* rounded down: words 24..27 = GPRs 12..15 */
        for (unsigned i = 0; i < 4; i++)
            assert_int_equal(m->s.config[0][24 + i], 0x100C + i);
        assert_int_equal(found[SFP_FIND_CONFIG_MISALIGNED], 1);
        execute(m, wrcfg(12, 1, 27)); /* either index alone */
        assert_int_equal(found[SFP_FIND_CONFIG_MISALIGNED], 2);
        execute(m, wrcfg(13, 1, 24));
        assert_int_equal(found[SFP_FIND_CONFIG_MISALIGNED], 3);
        execute(m, wrcfg(13, 0, 27));
        assert_int_equal(found[SFP_FIND_CONFIG_MISALIGNED], 3);
        execute(m, rdcfg(63, 22));
        assert_int_equal(m->s.own.gpr[63], 0x100A);
        execute(m, wrcfg(5 | 0x40, 0, 30)); /* bits 23:22 of the word must be 0 */
        assert_int_equal(m->s.config[0][30], 0x1005);
        assert_int_equal(found[SFP_FIND_RESERVED_BITS], 1);
        sfp_machine_free(m);
    }
}

static void test_state_reset(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);
        const unsigned single = arch == SFP_WH ? 152 : 180;

        execute(m, setc16(0, 1));
        for (unsigned i = 0; i < SFP_CONFIG_WORDS; i++)
            m->s.config[0][i] = m->s.config[1][i] = 0x40000000;
        execute(m, rmwcib(0, 0xFF, 1, 4)); /* not by RMWCIB */
        assert_int_equal(m->s.config[1][5], 0x40000000);
        assert_int_equal(m->s.derived.own.srcb_mode, 3);
        execute(m, wrcfg(0, 0, 4));
        for (unsigned i = 0; i < SFP_CONFIG_WORDS; i++) {
            assert_int_equal(m->s.config[0][i], 0x40000000);
            assert_int_equal(m->s.config[1][i], i < single ? 0 : 0x40000000);
        }
        assert_int_equal(m->s.derived.own.srcb_mode, 2);
        assert_int_equal(found[SFP_FIND_CONFIG_RESET], 1);
        sfp_machine_free(m);
    }
}

static void test_dest_base(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);

    (void)state;
    execute(m, rmwcib(0, 0xFF, 0, 6));
    assert_int_equal(found[SFP_FIND_DEST_BASE], 0);
    execute(m, rmwcib(0, 0xFF, 0x40, 6));
    assert_int_equal(found[SFP_FIND_DEST_BASE], 1);
    assert_int_equal(m->s.derived.own.dest_base, 0x40);
    sfp_machine_free(m);
}

/* CFGSHIFTMASK: 23 KeepOld, 22:20 operation, 19:15 width - 1, 14:10 rotate, 9:8 scratch, 7:0 word. */
static uint32_t cfgshiftmask(unsigned keep, unsigned operation, unsigned width_m1, unsigned rotate, unsigned scratch,
                             unsigned word)
{
    return 0xB8000000 | keep << 23 | operation << 20 | width_m1 << 15 | rotate << 10 | scratch << 8 | word;
}

static void test_cfgshiftmask(void **state)
{
    /*
     * Scratch 0 = ABCD1234, width 8, rotate 28 (left by 4): v = 34 << 4 = 340, the mask's place is FF0. Old = FFFF0F0F.
     * With KeepOld = 0 the old value is first FFFF000F.
     */
    static const struct {
        unsigned keep, operation;
        uint32_t result;
    } cases[] = {
        {0, 0, 0xFFFF034F}, /* FFFF000F | 340 */
        {1, 0, 0xFFFF0F4F}, /* FFFF0F0F | 340 */
        {1, 1, 0x00000300}, /* FFFF0F0F & 340 */
        {1, 2, 0xFFFF0C4F}, /* F0F ^ 340 = C4F */
        {1, 3, 0xFFFF124F}, /* F0F + 340 = 124F */
        {1, 4, 0xFFFFFFBF}, /* | FFFFFCBF: F0F | CBF = FBF, and the 0 of FFFF0F0F is filled */
        {1, 5, 0xFFFF0C0F}, /* & FFFFFCBF: F0F & CBF = C0F */
        {1, 6, 0x0000F3B0}, /* ^ FFFFFCBF: FFFF ^ FFFF = 0; 0F0F ^ FCBF = F3B0 */
        {1, 7, 0xFFFF0BCF}, /* F0F - 340 = BCF */
        {0, 7, 0xFFFEFCCF}, /* FFFF000F - 340: the borrow leaves the mask */
    };
    struct sfp_machine *m = machine(SFP_BH);

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        m->s.config[0][209] = 0xABCD1234;
        m->s.config[0][20] = 0xFFFF0F0F;
        execute(m, cfgshiftmask(cases[i].keep, cases[i].operation, 7, 28, 0, 20));
        assert_int_equal(m->s.config[0][20], cases[i].result);
    }
    /* Width 32 and no rotation: a plain addition, as the vendor uses it. Scratch 3 means the thread's own: 1 here. */
    m->s.config[0][210] = 0xFFFFFFFF;
    m->s.config[0][20] = 5;
    execute(m, cfgshiftmask(1, 3, 31, 0, 3, 20));
    assert_int_equal(m->s.config[0][20], 4);
    /* the other choices are the threads' in turn; a width of 1 takes bit 0 alone, rotated right by 31 to bit 1 */
    for (unsigned scratch = 0; scratch < 4; scratch++) {
        for (unsigned thread = 0; thread < 3; thread++)
            m->s.config[0][209 + thread] = 0x10u << 4 * thread | 1;
        m->s.config[0][20] = 0;
        execute(m, cfgshiftmask(1, 0, 31, 0, scratch, 20));
        assert_int_equal(m->s.config[0][20], 0x10 << 4 * (scratch < 3 ? scratch : 1) | 1);
        m->s.config[0][20] = 0;
        execute(m, cfgshiftmask(1, 0, 0, 31, scratch, 20));
        assert_int_equal(m->s.config[0][20], 2);
    }
    assert_true(refused(m, cfgshiftmask(1, 3, 31, 0, 0, 224)));
    sfp_machine_free(m);

    m = machine(SFP_WH);
    assert_true(refused(m, cfgshiftmask(1, 3, 31, 0, 0, 20)));
    sfp_machine_free(m);
}

static void test_setdmareg(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);

        for (unsigned i = 0; i < SFP_GPRS; i++)
            m->s.own.gpr[i] = 0xAAAABBBB;
        execute(m, setdmareg(0xFFFF, 6)); /* all 16 bits, low half of GPR 3 */
        assert_int_equal(m->s.own.gpr[3], 0xAAAAFFFF);
        execute(m, setdmareg(0x1234, 7));
        assert_int_equal(m->s.own.gpr[3], 0x1234FFFF);
        /* Bit 7: InputSource in 14:11. Source 10: one halfword; 15: a GPR; 12: four. */
        execute(m, 0x45000000 | 0u << 22 | 10 << 11 | 1 << 7 | 9);
        assert_int_equal(m->s.own.gpr[4], 0x0000BBBB);
        execute(m, 0x45000000 | 1u << 22 | 15 << 11 | 1 << 7 | 9);
        assert_int_equal(m->s.own.gpr[4], 0);
        execute(m, 0x45000000 | 2u << 22 | 12 << 11 | 1 << 7 | 19); /* GPR 9 -> GPRs 8..11 */
        for (unsigned i = 7; i < 13; i++)
            assert_int_equal(m->s.own.gpr[i], i >= 8 && i < 12 ? 0 : 0xAAAABBBB);
        assert_true(refused(m, 0x45000000 | 3u << 22 | 12 << 11 | 1 << 7));
        assert_true(refused(m, 0x45000000 | 9 << 11 | 1 << 7));
        assert_true(refused(m, 0x45000080));
        sfp_machine_free(m);
    }
}

static void test_reg2flop(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);

    (void)state;
    for (unsigned i = 0; i < SFP_GPRS; i++)
        m->s.own.gpr[i] = 0x2000 + i;
    execute(m, 0x48000000 | 1u << 22 | 5 << 6 | 7); /* one word: Config[52 + 5] = GPR 7 */
    assert_int_equal(m->s.config[0][57], 0x2007);
    execute(m, 0x48000000 | 8 << 6 | 12); /* four: Config[60..63] = GPRs 12..15 */
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(m->s.config[0][60 + i], 0x200C + i);
    assert_false(refused(m, 0x48000000 | 99 << 6));
    assert_true(refused(m, 0x48000000 | 100 << 6));
    execute(m, 0x48000000 | 1 << 21 | 100 << 6); /* address counters: nothing here */
    assert_int_equal(found[SFP_FIND_NO_EFFECT], 1);
    assert_int_equal(found[SFP_FIND_RESERVED_BITS], 0);
    /* byte offset, context and the target's low bit have no use here; of the index seven bits count, up to 12 */
    for (unsigned bit = 13; bit <= 20; bit++) {
        execute(m, 0x48000000 | 1u << 22 | 5 << 6 | bit | 1u << bit);
        assert_int_equal(found[SFP_FIND_RESERVED_BITS], bit - 12);
        assert_int_equal(m->s.config[0][57], 0x2000 + bit);
    }
    for (unsigned size = 1; size < 4; size++) {
        m->s.config[0][56] = 0;
        execute(m, 0x48000000 | size << 22 | 5 << 6 | 7);
        assert_int_equal(m->s.config[0][56], 0); /* one word, whatever is not size 0 */
        assert_int_equal(m->s.config[0][57], 0x2007);
    }
    sfp_machine_free(m);

    m = machine(SFP_BH);
    assert_true(refused(m, 0x48400000));
    sfp_machine_free(m);
}

/* ---- sfpu-frontend(7), Semaphores and Mutexes; sfpu-timing(7), Waits ---- */

static void test_semaphores(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);
        struct sfp_op wait;

        execute(m, semaphore(0xA3, 0x81) | 2u << 20 | 1u << 16); /* 0 and 7: max 2, value 1 */
        assert_int_equal(m->s.semaphore[0].max, 2);
        assert_int_equal(m->s.semaphore[7].value, 1);
        assert_int_equal(m->s.semaphore[1].max, 0);
        execute(m, semaphore(0xA4, 0x01));
        assert_int_equal(m->s.semaphore[0].value, 2);
        assert_int_equal(m->s.semaphore[7].value, 1);
        assert_int_equal(found[SFP_FIND_SEM_SATURATED], 0);
        sfp_decode(m, semaphore(0xA6, 0x81) | 2, 0, &wait); /* while any is at its maximum */
        assert_int_equal(sfp_semwait_holds(&m->s, &wait), 0);
        sfp_decode(m, semaphore(0xA6, 0x80) | 3, 0, &wait);
        assert_int_equal(sfp_semwait_holds(&m->s, &wait), -1);
        execute(m, semaphore(0xA4, 0x01)); /* beyond its maximum, with a warning */
        assert_int_equal(m->s.semaphore[0].value, 3);
        assert_int_equal(found[SFP_FIND_SEM_SATURATED], 1);
        for (unsigned i = 0; i < 20; i++)
            execute(m, semaphore(0xA4, 0x01));
        assert_int_equal(m->s.semaphore[0].value, 15);
        execute(m, semaphore(0xA5, 0x80));
        assert_int_equal(m->s.semaphore[7].value, 0);
        sfp_decode(m, semaphore(0xA6, 0x80) | 1, 0, &wait); /* while any is zero */
        assert_int_equal(sfp_semwait_holds(&m->s, &wait), 7);
        found[SFP_FIND_SEM_SATURATED] = 0;
        execute(m, semaphore(0xA5, 0x80));
        assert_int_equal(m->s.semaphore[7].value, 0);
        assert_int_equal(found[SFP_FIND_SEM_SATURATED], 1);
        sfp_decode(m, semaphore(0xA6, 0xFF), 0, &wait); /* no condition */
        assert_int_equal(sfp_semwait_holds(&m->s, &wait), -1);
        execute(m, semaphore(0xA6, 0xFF));
        assert_int_equal(found[SFP_FIND_SEM_CONDITION], 1);
        sfp_machine_free(m);
    }
}

static void test_stallwait(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);
    struct sfp_op op;

    (void)state;
    sfp_decode(m, 0xA2000000, 0, &op);
    assert_int_equal(sfp_stallwait_conditions(m, &op), 0x7F);
    execute(m, 0xA2000400); /* SRCA_VLD */
    execute(m, 0xA2000800); /* SRCB_VLD */
    execute(m, 0xA2004380); /* others */
    assert_int_equal(found[SFP_FIND_WAIT_SRC_VALID], 2);
    sfp_machine_free(m);

    m = machine(SFP_BH);
    sfp_decode(m, 0xA2000000, 0, &op);
    assert_int_equal(sfp_stallwait_conditions(m, &op), 0x0F);
    execute(m, 0xA2001E70); /* others */
    assert_int_equal(found[SFP_FIND_WAIT_SRC_VALID], 0);
    execute(m, 0xA2000080);
    execute(m, 0xA2000100);
    assert_int_equal(found[SFP_FIND_WAIT_SRC_VALID], 2);
    assert_int_equal(found[SFP_FIND_RESERVED_BITS], 0);
    execute(m, 0xA2002000);
    assert_int_equal(found[SFP_FIND_RESERVED_BITS], 1);
    sfp_machine_free(m);
}

static void test_mutexes(void **state)
{
    static const char valid[2][9] = {"10111111", "10111000"}; /* WH 0, 2..7; BH 0, 2..4 */

    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);

        for (unsigned i = 0; i < 8; i++) {
            assert_int_equal(refused(m, 0xA0000000 | i), valid[arch == SFP_BH][i] == '0');
            assert_int_equal(refused(m, 0xA1000000 | i), valid[arch == SFP_BH][i] == '0');
        }
        for (unsigned bit = 3; bit < 16; bit++)
            assert_true(refused(m, 0xA0000004 | 1u << bit) && refused(m, 0xA1000004 | 1u << bit));
        assert_true(refused(m, 0xA0000000 | 0xFFFF));
        for (unsigned bit = 16; bit < 24; bit++) { /* beyond the index: no part of it, but reserved */
            execute(m, 0xA1000000 | 1u << bit);
            assert_int_equal(found[SFP_FIND_RESERVED_BITS], bit - 15);
        }
        found[SFP_FIND_MUTEX_FOREIGN] = 0;
        execute(m, 0xA0000004);
        assert_int_equal(m->s.own.mutexes, 0x10);
        execute(m, 0xA1000002);
        assert_int_equal(found[SFP_FIND_MUTEX_FOREIGN], 1);
        execute(m, 0xA0000004);
        assert_int_equal(found[SFP_FIND_MUTEX_FOREIGN], 2);
        execute(m, 0xA1000004);
        assert_int_equal(m->s.own.mutexes, 0);
        assert_int_equal(found[SFP_FIND_MUTEX_FOREIGN], 2);
        sfp_machine_free(m);
    }
}

/* ---- sfpu-dst(7), ZEROACC ---- */

/* WH: 21 Use32b, 20:19 Mode, 16:15 AddrMod, 9:0 Imm. BH: 20:19 Mode, 18 Use32b, 17 Revert, 16:14 AddrMod, 9:0 Imm. */
static uint32_t zeroacc(enum sfp_arch arch, unsigned mode, unsigned wide, unsigned addr_mod, unsigned imm)
{
    return arch == SFP_WH ? 0x10000000 | wide << 21 | mode << 19 | addr_mod << 15 | imm
                          : 0x10000000 | mode << 19 | wide << 18 | addr_mod << 14 | imm;
}

static void set_all_rows(struct sfp_machine *m)
{
    memset(m->s.dst_valid, 1, sizeof m->s.dst_valid);
    sfp_state_refresh(&m->s);
}

/* The rows from `first` on are invalid, `count` of them, and with a nonzero `second` as many from there. */
static void assert_cleared(const struct sfp_machine *m, unsigned first, unsigned count, unsigned second)
{
    for (unsigned r = 0; r < SFP_DST_ROWS; r++) {
        const bool cleared = (r >= first && r < first + count) || (second && r >= second && r < second + count);

        if (m->s.dst_valid[r] == cleared)
            fail_msg("row %u is %s", r, cleared ? "valid" : "invalid");
    }
    assert_int_equal(m->s.derived.all_rows_valid, count == 0);
}

static void test_zeroacc_blocks(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);

        execute(m, zeroacc(arch, 1, 0, 0, 5)); /* rows 80..95 */
        assert_cleared(m, 80, 16, 0);
        set_all_rows(m);
        execute(m, zeroacc(arch, 1, 0, 0, 63));
        assert_cleared(m, 1008, 16, 0);
        set_all_rows(m);
        execute(m, zeroacc(arch, 1, 1, 0, 3)); /* high halves: 96..103 and 112..119 */
        assert_cleared(m, 96, 8, 112);
        set_all_rows(m);
        execute(m, zeroacc(arch, 2, 0, 0, 1));
        assert_cleared(m, 512, 512, 0);
        set_all_rows(m);
        execute(m, zeroacc(arch, 2, 0, 0, 2)); /* bit 0 decides */
        assert_cleared(m, 0, 512, 0);
        set_all_rows(m);
        execute(m, zeroacc(arch, 3, 0, 0, 7));
        assert_cleared(m, 0, 1024, 0);
        set_all_rows(m);
        assert_int_equal(found[SFP_FIND_ZEROACC_RANGE], 0);
        execute(m, zeroacc(arch, 1, 0, 0, 64)); /* no such block */
        execute(m, zeroacc(arch, 1, 1, 0, 32));
        assert_cleared(m, 0, 0, 0);
        assert_int_equal(found[SFP_FIND_ZEROACC_RANGE], 2);
        execute(m, zeroacc(arch, 1, 0, 0, 0x105)); /* masked to 5 */
        assert_int_equal(found[SFP_FIND_ZEROACC_RANGE], 3);
        assert_cleared(m, 80, 16, 0);
        sfp_machine_free(m);
    }
}

/* Wormhole counts blocks from row 0, Blackhole from the half in use unless told otherwise. */
static void test_zeroacc_half_in_use(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);
        const bool bh = arch == SFP_BH;

        execute(m, setc16(1, 0x1F0)); /* MATH_Offset + RWC.Dst = 1F0 + 10 = 200: the upper half */
        m->s.own.rwc.dst = 0x10;
        execute(m, zeroacc(arch, 1, 0, 0, 1)); /* BH block 33 = rows 528.. */
        assert_cleared(m, bh ? 528 : 16, 16, 0);
        set_all_rows(m);
        m->s.own.rwc.dst = 0; /* 1F0: 32-bit rows from 100h on lie in the upper half */
        execute(m, zeroacc(arch, 1, 1, 0, 1)); /* BH block 17 = rows 544.. and 560.. */
        assert_cleared(m, bh ? 544 : 32, 8, bh ? 560 : 48);
        set_all_rows(m);
        /* each base row's half: of 16-bit rows bit 9 tells, of 32-bit ones bit 8 too */
        for (unsigned base = 0; base < 0x400; base += 0x100) {
            execute(m, setc16(1, base));
            set_all_rows(m);
            execute(m, zeroacc(arch, 1, 0, 0, 2));
            assert_cleared(m, bh && base >= 0x200 ? 544 : 32, 16, 0);
            set_all_rows(m);
            execute(m, zeroacc(arch, 1, 1, 0, 2));
            assert_cleared(m, bh && base >= 0x100 ? 576 : 64, 8, bh && base >= 0x100 ? 592 : 80);
        }
        set_all_rows(m);
        execute(m, setc16(1, 0x1F0));
        if (bh) {
            m->s.own.rwc.dst = 0x10;
            execute(m, rmwcib(0, 8, 8, 220)); /* absolute */
            execute(m, zeroacc(arch, 1, 0, 0, 1));
            assert_cleared(m, 16, 16, 0);
        }
        sfp_machine_free(m);
    }
}

/* Measured on a p150b (tt-metal pull request 54295): row offset, index, first row that is cleared. */
static void test_zeroacc_index_changes_half(void **state)
{
    static const struct {
        unsigned offset, index, row;
        bool other;
    } cases[] = {
        {480, 31, 496, false},  {488, 31, 1008, true},  {496, 31, 1008, true}, {496, 15, 240, false},
        {496, 16, 768, true},   {0, 31, 496, false},    {511, 1, 528, true},   {512, 31, 1008, false},
        {1008, 15, 752, false}, {1008, 16, 256, true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sfp_machine *m = machine(SFP_BH);

        execute(m, setc16(1, cases[i].offset));
        execute(m, zeroacc(SFP_BH, 1, 0, 0, cases[i].index));
        assert_cleared(m, cases[i].row, 16, 0);
        assert_int_equal(found[SFP_FIND_ZEROACC_HALF], cases[i].other);
        sfp_machine_free(m);
    }
}

/* The index that names no block, which kernels use to step counters, changes no half. */
static void test_zeroacc_no_block(void **state)
{
    struct sfp_machine *m = machine(SFP_BH);

    (void)state;
    execute(m, setc16(1, 400));
    execute(m, zeroacc(SFP_BH, 1, 0, 0, 0xFF));
    assert_cleared(m, 0, 0, 0);
    assert_int_equal(found[SFP_FIND_ZEROACC_HALF], 0);
    sfp_machine_free(m);
}

static void test_zeroacc_row(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);

        execute(m, setc16(1, 0x100));
        m->s.own.rwc.dst = 8;
        execute(m, zeroacc(arch, 0, 0, 0, 3)); /* 100 + 8 + 3 = 10B */
        assert_cleared(m, 0x10B, 1, 0);
        set_all_rows(m);
        execute(m, rmwcib(3, 0x20, 0x20, 1)); /* Fp32_enabled: A32(10B) = (108 << 1) | 3 = 213 */
        execute(m, zeroacc(arch, 0, 0, 0, 3));
        assert_cleared(m, 0x213, 1, 0);
        set_all_rows(m);
        execute(m, rmwcib(3, 0xA0, 0x80, 1)); /* INT8_math_enabled instead */
        execute(m, zeroacc(arch, 0, 0, 0, 3));
        assert_cleared(m, 0x213, 1, 0);
        set_all_rows(m);
        assert_int_equal(found[SFP_FIND_ZEROACC_BITS], 0);
        execute(m, rmwcib(3, 0x80, 0, 1));
        execute(m, zeroacc(arch, 0, 1, 0, 3)); /* the instruction's own width does not count */
        assert_cleared(m, 0x10B, 1, 0);
        assert_int_equal(found[SFP_FIND_ZEROACC_BITS], 1);
        set_all_rows(m);
        assert_true(sfp_config_set(&m->s, SFP_CFG_DEST_REGW_BASE, 0, 0x20));
        sfp_state_refresh(&m->s);
        execute(m, zeroacc(arch, 0, 0, 0, 3)); /* + 20 */
        assert_cleared(m, 0x12B, 1, 0);
        set_all_rows(m);
        execute(m, setc16(1, 0x3E0));
        execute(m, zeroacc(arch, 0, 0, 0, 3)); /* 3E0 + 8 + 20 + 3 = 40B, of which ten bits */
        assert_cleared(m, 0x00B, 1, 0);
        sfp_machine_free(m);
    }
}

/* Modes 0 and 1 step the counters, the fidelity phase too; modes 2 and 3 do not. */
static void test_zeroacc_addr_mod(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);

        execute(m, setc16((arch == SFP_WH ? 23 : 28) + 2, 3u << 13 | 5)); /* entry 2: Dst += 5, fidelity += 3 */
        execute(m, arch == SFP_WH ? 0x100900FF : zeroacc(arch, 1, 0, 2, 0xFF)); /* no rows, only AddrMod 2 */
        assert_cleared(m, 0, 0, 0);
        assert_int_equal(m->s.own.rwc.dst, 5);
        assert_int_equal(m->s.own.rwc.fidelity, 3);
        assert_int_equal(found[SFP_FIND_ZEROACC_RANGE], 0);
        execute(m, zeroacc(arch, 0, 0, 2, 0));
        assert_int_equal(m->s.own.rwc.dst, 10);
        assert_int_equal(m->s.own.rwc.fidelity, 2); /* 3 + 3 modulo 4 */
        execute(m, zeroacc(arch, 2, 0, 2, 0));
        execute(m, zeroacc(arch, 3, 0, 2, 0));
        assert_int_equal(m->s.own.rwc.dst, 10);
        execute(m, setc16((arch == SFP_WH ? 23 : 28) + 2, 0x8000)); /* FidelityClear */
        execute(m, zeroacc(arch, 1, 0, 2, 0));
        assert_int_equal(m->s.own.rwc.fidelity, 0);
        sfp_machine_free(m);
    }
}

/* Bits that must be 0 say so, one by one, and change nothing: Wormhole 23, 22, 17, 14:10, Blackhole 23, 22, 13:10. */
static void test_zeroacc_reserved(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);
        const uint32_t zero = arch == SFP_WH ? 0xC27C00 : 0xC03C00;
        unsigned reported = 0;

        for (unsigned bit = 0; bit < 24; bit++) {
            if (!(zero >> bit & 1))
                continue;
            set_all_rows(m);
            execute(m, zeroacc(arch, 2, 0, 0, 1) | 1u << bit);
            assert_cleared(m, 512, 512, 0);
            assert_int_equal(found[SFP_FIND_RESERVED_BITS], ++reported);
        }
        for (unsigned bit = 0; bit < 10; bit++) { /* of a half's number bit 0 counts */
            set_all_rows(m);
            execute(m, zeroacc(arch, 2, 0, 0, 1u << bit));
            assert_cleared(m, bit ? 0 : 512, 512, 0);
        }
        assert_int_equal(found[SFP_FIND_RESERVED_BITS], reported);
        sfp_machine_free(m);
    }
}

static void test_zeroacc_revert(void **state)
{
    struct sfp_machine *m = machine(SFP_BH);

    (void)state;
    execute(m, 0x10184000);
    execute(m, zeroacc(SFP_BH, 1, 1, 0, 2) | 1 << 17); /* rows 64..71 and 80..87 come back */
    for (unsigned r = 0; r < SFP_DST_ROWS; r++)
        assert_int_equal(m->s.dst_valid[r], (r >= 64 && r < 72) || (r >= 80 && r < 88));
    for (unsigned n = 0; n < 32; n++) {
        execute(m, zeroacc(SFP_BH, 1, 1, 0, n) | 1 << 17);
        assert_false(m->s.derived.all_rows_valid); /* the low halves are still missing */
    }
    assert_true(refused(m, zeroacc(SFP_BH, 1, 0, 0, 2) | 1 << 17));
    assert_true(refused(m, zeroacc(SFP_BH, 0, 1, 0, 2) | 1 << 17));
    assert_true(refused(m, zeroacc(SFP_BH, 3, 1, 0, 2) | 1 << 17));
    assert_true(refused(m, 0x10380000)); /* Wormhole's CLR_ALL_32B: bit 21 */
    execute(m, 0x10980000);              /* bit 23 */
    assert_int_equal(found[SFP_FIND_RESERVED_BITS], 1);
    sfp_machine_free(m);

    m = machine(SFP_WH);
    assert_true(refused(m, zeroacc(SFP_WH, 1, 1, 0, 2) | 1 << 18));
    execute(m, 0x10380000);
    assert_cleared(m, 0, 1024, 0);
    sfp_machine_free(m);
}

/* ---- sfpu-dst(7), Counters, Address modifiers and Addresses ---- */

static void apply(struct sfp_machine *m, unsigned field)
{
    struct sfp_op op;

    sfp_decode(m, 0x70000000, 0, &op); /* SFPLOAD */
    op.addr_mode = (uint8_t)field;
    sfp_apply_addr_mod(m, &op, false);
}

static void set_addr_mod(struct sfp_machine *m, unsigned entry, unsigned ab, unsigned dst, unsigned bias)
{
    sfp_config_set(&m->s, SFP_CFG_ADDR_MOD_AB, entry, ab);
    sfp_config_set(&m->s, SFP_CFG_ADDR_MOD_DST, entry, dst);
    sfp_config_set(&m->s, SFP_CFG_ADDR_MOD_BIAS, entry, bias);
    sfp_state_refresh_config(&m->s);
}

static void assert_dst(const struct sfp_machine *m, unsigned dst, unsigned dst_cr)
{
    assert_int_equal(m->s.own.rwc.dst, dst);
    assert_int_equal(m->s.own.rwc.dst_cr, dst_cr);
}

/* The places of the address modifier registers, all eight entries. */
static void test_addr_mod_places(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SFP_ADDR_MODS; i++) {
        assert_int_equal(sfp_config_place(SFP_WH, SFP_CFG_ADDR_MOD_AB, i).index, 7 + 2 * i);
        assert_int_equal(sfp_config_place(SFP_WH, SFP_CFG_ADDR_MOD_DST, i).index, 23 + i);
        assert_int_equal(sfp_config_place(SFP_WH, SFP_CFG_ADDR_MOD_BIAS, i).index, 48 + i);
        assert_int_equal(sfp_config_place(SFP_BH, SFP_CFG_ADDR_MOD_AB, i).index, 12 + i);
        assert_int_equal(sfp_config_place(SFP_BH, SFP_CFG_ADDR_MOD_DST, i).index, 28 + i);
        assert_int_equal(sfp_config_place(SFP_BH, SFP_CFG_ADDR_MOD_BIAS, i).index, 47 + i);
    }
    assert_string_equal(sfp_config_name(SFP_CFG_SRCB), "ALU_FORMAT_SPEC_REG1_SrcB");
}

static void test_addr_mod_dst(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);

        m->s.own.rwc.dst = 100;
        m->s.own.rwc.dst_cr = 50;
        set_addr_mod(m, 1, 0, 0x3FE, 0); /* -2 */
        apply(m, 1);
        assert_dst(m, 98, 50);
        set_addr_mod(m, 1, 0, 0x400 | 7, 0); /* carriage return: Dst_Cr += 7, Dst = Dst_Cr */
        apply(m, 1);
        assert_dst(m, 57, 57);
        set_addr_mod(m, 1, 0, 0x1000 | 3, 0); /* C to CR */
        m->s.own.rwc.dst = 1022;
        apply(m, 1);
        assert_dst(m, 1, 1); /* 1022 + 3 modulo 1024 */
        set_addr_mod(m, 1, 0, 0x1400 | 5, 0); /* C to CR wins over carriage return */
        m->s.own.rwc.dst = 10;
        assert_int_equal(found[SFP_FIND_ADDR_MOD_COMBINATION], 0);
        apply(m, 1);
        assert_dst(m, 15, 15);
        set_addr_mod(m, 1, 0, 0x1C00 | 5, 0); /* clear wins over both */
        apply(m, 1);
        assert_dst(m, 0, 0);
        assert_int_equal(found[SFP_FIND_ADDR_MOD_COMBINATION], 2);
        set_addr_mod(m, 1, 0, 0xE000, 0); /* fidelity: not for loads and stores */
        m->s.own.rwc.fidelity = 2;
        apply(m, 1);
        assert_int_equal(m->s.own.rwc.fidelity, 2);
        sfp_machine_free(m);
    }
}

static void test_addr_mod_src(void **state)
{
    struct sfp_machine *m = machine(SFP_BH);

    (void)state;
    m->s.own.rwc = (struct sfp_rwc){.srca = 60, .srca_cr = 10, .srcb = 1, .srcb_cr = 2};
    set_addr_mod(m, 5, (0x40 | 3) << 8 | 5, 0, 0); /* SrcA += 5; SrcB by carriage return, 3 */
    apply(m, 5);
    assert_int_equal(m->s.own.rwc.srca, 1); /* 65 modulo 64 */
    assert_int_equal(m->s.own.rwc.srca_cr, 10);
    assert_int_equal(m->s.own.rwc.srcb, 5);
    assert_int_equal(m->s.own.rwc.srcb_cr, 5);
    set_addr_mod(m, 5, 0x80, 0, 0); /* SrcA cleared */
    apply(m, 5);
    assert_int_equal(m->s.own.rwc.srca | m->s.own.rwc.srca_cr, 0);
    assert_int_equal(m->s.own.rwc.srcb, 5);
    set_addr_mod(m, 5, 0xC1 << 8 | 0x3F, 0, 0); /* six bits of SrcA's step; SrcB's clear wins over its return */
    apply(m, 5);
    assert_int_equal(m->s.own.rwc.srca, 0x3F);
    assert_int_equal(m->s.own.rwc.srcb | m->s.own.rwc.srcb_cr, 0);
    sfp_machine_free(m);
}

/* Entry i steps Dst by 2^i, so that Dst tells which one was used. */
static void test_addr_mod_selection(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);

        for (unsigned i = 0; i < SFP_ADDR_MODS; i++)
            set_addr_mod(m, i, 0, 1u << i, 0);
        for (unsigned field = 0; field < 8; field++) {
            m->s.own.rwc.dst = 0;
            apply(m, field);
            assert_int_equal(m->s.own.rwc.dst, 1u << (arch == SFP_WH ? field & 3 : field));
        }
        if (arch == SFP_WH) {
            execute(m, 0xB2020001); /* the base bit: fields 2 and 3 name entries 6 and 7 */
            for (unsigned field = 0; field < 4; field++) {
                m->s.own.rwc.dst = 0;
                apply(m, field);
                assert_int_equal(m->s.own.rwc.dst, 1u << (field + 4));
            }
        } else {
            m->s.own.rwc.extra_addr_mod = 1; /* which is Wormhole's alone, as the base bit is */
            m->s.own.rwc.dst = 0;
            apply(m, 2);
            assert_int_equal(m->s.own.rwc.dst, 1u << 2);
        }
        sfp_machine_free(m);
    }
}

/* Any of its three registers sets an entry, by instruction and by name; loads and stores through others are told,
 * once. */
static void test_addr_mod_set(void **state)
{
    enum { LOAD = 0x70000000, STORE = 0x72000000 };
    static const enum sfp_config_field parts[] = {SFP_CFG_ADDR_MOD_AB, SFP_CFG_ADDR_MOD_DST, SFP_CFG_ADDR_MOD_BIAS};

    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);

        for (unsigned i = 0; i < 3; i++) {
            m->s.own.addr_mods_known = 0;
            execute(m, setc16(sfp_config_place(arch, parts[i], 2 + i).index, 0));
            assert_int_equal(m->s.own.addr_mods_known, 1 << (2 + i));
            m->s.own.addr_mods_known = 0;
            assert_true(sfp_config_set(&m->s, parts[i], 1 + i, 0));
            assert_int_equal(m->s.own.addr_mods_known, 1 << (1 + i));
        }
        m->s.own.addr_mods_known = 0;
        assert_true(sfp_config_set(&m->s, SFP_CFG_MATH_OFFSET, 0, 0));
        assert_int_equal(m->s.own.addr_mods_known, 0);
        sfp_state_refresh_config(&m->s);
        execute(m, LOAD);
        execute(m, LOAD);
        assert_int_equal(found[SFP_FIND_ADDR_MOD_UNSET], 1);
        m->s.own.addr_mods_known = 0;
        sfp_state_refresh_config(&m->s);
        execute(m, STORE);
        execute(m, STORE);
        assert_int_equal(found[SFP_FIND_ADDR_MOD_UNSET], 2);
        sfp_machine_free(m);
    }
}

static void test_addr_mod_bias(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);

    (void)state;
    set_addr_mod(m, 1, 0, 1, 2);    /* entry 1: += 1, toggles */
    set_addr_mod(m, 5, 0, 0x20, 4); /* entry 5: += 32; 4 & 3 = 0 does not toggle */
    apply(m, 1);
    assert_int_equal(m->s.own.rwc.extra_addr_mod, 1);
    apply(m, 1); /* entry 5 now */
    assert_int_equal(m->s.own.rwc.dst, 33);
    assert_int_equal(m->s.own.rwc.extra_addr_mod, 1);
    set_addr_mod(m, 5, 0, 0, 0x13); /* clear wins over toggle */
    apply(m, 1);
    assert_int_equal(m->s.own.rwc.extra_addr_mod, 0);
    set_addr_mod(m, 1, 0, 0, 0x13); /* where it is clear, too */
    apply(m, 1);
    assert_int_equal(m->s.own.rwc.extra_addr_mod, 0);
    assert_int_equal(found[SFP_FIND_ADDR_MOD_BIAS], 0);
    sfp_machine_free(m);

    m = machine(SFP_BH);
    set_addr_mod(m, 1, 0, 1, 2);
    apply(m, 1);
    assert_int_equal(m->s.own.rwc.extra_addr_mod, 0);
    assert_int_equal(found[SFP_FIND_ADDR_MOD_BIAS], 1);
    set_addr_mod(m, 1, 0, 1, 0x14); /* harmless */
    apply(m, 1);
    assert_int_equal(found[SFP_FIND_ADDR_MOD_BIAS], 1);
    sfp_machine_free(m);
}

static void test_dst_address(void **state)
{
    enum { INT32 = 4, INT32_ALL = 10 };

    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);
        const bool bh = arch == SFP_BH;
        struct sfp_op op = {.imm = 0x3FC};

        sfp_config_set(&m->s, SFP_CFG_MATH_OFFSET, 0, 0xC40); /* ten bits of it: 040 */
        sfp_config_set(&m->s, SFP_CFG_DEST_REGW_BASE, 0, 0x10);
        sfp_config_set(&m->s, SFP_CFG_DEST_SP_BASE, 0, 1);
        sfp_config_set(&m->s, SFP_CFG_STACK_INCR, 0, 4);
        sfp_state_refresh_config(&m->s);
        m->s.own.rwc.dst = 6;
        m->s.own.rwc.sp = 9;
        /* 3FC + 40 + (6 + 10) = 452 -> 052; BH adds (9 + 1) & 3 = 2. */
        op.mod = INT32;
        assert_int_equal(sfp_dst_address(&m->s, &op), bh ? 0x054 : 0x052);
        /* 3FC + 40 + (16 & 3 = 2) = 43E -> 03E; BH adds 9 + 1 = A. */
        op.mod = INT32_ALL;
        assert_int_equal(sfp_dst_address(&m->s, &op), bh ? 0x048 : 0x03E);
        sfp_sp_before_load(&m->s, &op); /* BH: 9 - 4 */
        assert_int_equal(m->s.own.rwc.sp, bh ? 5 : 9);
        sfp_sp_after_store(&m->s, &op);
        assert_int_equal(m->s.own.rwc.sp, 9);
        m->s.own.rwc.sp = 0;
        sfp_sp_before_load(&m->s, &op); /* stays at the bottom */
        assert_int_equal(m->s.own.rwc.sp, 0);
        op.insn = sfp_insn_of_word(&m->index, 0x70000000); /* SFPLOAD: as told, with what it takes from an Sp above 0 */
        assert_int_equal(sfp_transfer_address(&m->s, &op), bh ? 0x03E + 0 + 1 : 0x03E);
        m->s.own.rwc.sp = 1;
        assert_int_equal(sfp_transfer_address(&m->s, &op), bh ? 0x03E + 1 + 1 - 4 : 0x03E);
        m->s.own.rwc.sp = 2;
        sfp_sp_before_load(&m->s, &op); /* wraps: 2 - 4 */
        assert_int_equal(m->s.own.rwc.sp, bh ? 0x3FE : 2);
        op.mod = INT32;
        sfp_sp_before_load(&m->s, &op);
        sfp_sp_after_store(&m->s, &op);
        assert_int_equal(m->s.own.rwc.sp, bh ? 0x3FE : 2);
        sfp_machine_free(m);
    }
}

static void test_setrwc_extras(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);

        m->s.own.rwc.sp = 1;
        execute(m, 0x37001010); /* SETRWC(0, 0, 0, 4, 0, 10h): Sp = 4 << 4 */
        assert_int_equal(m->s.own.rwc.sp, arch == SFP_BH ? 64 : 1);
        assert_int_equal(m->s.own.rwc.srcb, 0);
        assert_int_equal(found[SFP_FIND_RWC_SP], 1);
        execute(m, 0x37000020); /* bit 5 has no meaning */
        assert_int_equal(found[SFP_FIND_RESERVED_BITS], 1);
        execute(m, 0x37C00000); /* flips */
        assert_int_equal(found[SFP_FIND_RWC_FLIP], 1);
        m->s.own.rwc.dst = 40;
        m->s.own.rwc.dst_cr = 7;
        execute(m, 0x3720C000); /* DstCtoCr with value 3, no select bit: Dst = Dst_Cr = 40 + 3 */
        assert_dst(m, 43, 43);
        m->s.own.rwc.dst = 1022;
        execute(m, 0x3730C000); /* DstCr beside it acts too, and so is not told: 1022 + 3 modulo 1024 */
        assert_dst(m, 1, 1);
        m->s.own.rwc.dst = 40;
        execute(m, 0x3720C000);
        assert_int_equal(found[SFP_FIND_RWC_SELECT], 0);
        execute(m, 0x3710C000); /* DstCr without its select bit */
        assert_dst(m, 43, 43);
        assert_int_equal(found[SFP_FIND_RWC_SELECT], 1);
        execute(m, 0x37100004); /* with it, and so SrcACr and SrcBCr */
        execute(m, 0x37040001);
        execute(m, 0x37080002);
        assert_int_equal(found[SFP_FIND_RWC_SELECT], 1);
        execute(m, 0x37040006); /* SrcACr and SrcBCr, each with the others' bits */
        assert_int_equal(found[SFP_FIND_RWC_SELECT], 2);
        execute(m, 0x37080005);
        assert_int_equal(found[SFP_FIND_RWC_SELECT], 3);
        for (unsigned bit = 21; bit <= 23; bit++)
            execute(m, 0x38000000 | 1u << bit); /* INCRWC bits 23:21 must be 0 */
        assert_int_equal(found[SFP_FIND_RESERVED_BITS], 4);
        sfp_machine_free(m);
    }
}

/* SETRWC and INCRWC as silicon-validated models have them. */
static void check_golden_counters(const char *path, enum sfp_arch arch)
{
    static struct golden_record r;
    struct golden_file *f = golden_open(path);
    struct sfp_machine *m;
    enum golden_status status;
    unsigned checked = 0;
    char text[256];

    if (!f) {
        print_message("%s is not here: skipped\n", path);
        skip();
    }
    m = machine(arch);
    while ((status = golden_next(f, &r)) == GOLDEN_RECORD) {
        if (r.words[0] >> 24 != 0x37 && r.words[0] >> 24 != 0x38)
            continue;
        m->s = r.before;
        execute(m, r.words[0]);
        if (golden_differs(&r, &m->s, text, sizeof text))
            fail_msg("%s:%u: %s", path, r.line, text);
        checked++;
    }
    if (status == GOLDEN_MALFORMED)
        fail_msg("%s:%u: %s", path, r.line, golden_error(f));
    golden_close(f);
    sfp_machine_free(m);
    assert_int_not_equal(checked, 0);
}

static void test_golden_wh(void **state)
{
    (void)state;
    check_golden_counters("../shared/golden/insn_wh.jsonl", SFP_WH);
}

static void test_golden_wh_docs(void **state)
{
    (void)state;
    check_golden_counters("../shared/golden/insn_wh_docs.jsonl", SFP_WH);
}

static void test_golden_bh(void **state)
{
    (void)state;
    check_golden_counters("../shared/golden/insn_bh.jsonl", SFP_BH);
}

/* ---- sfpu-frontend(7), What is modelled ---- */

static void test_notes(void **state)
{
    static const uint32_t noted[] = {0x36000000, 0x36C00001, 0x57000003, 0x35000001, 0x46000000};

    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);
        static struct sfp_state before;

        before = m->s;
        for (size_t i = 0; i < sizeof noted / sizeof noted[0]; i++)
            execute(m, noted[i]);
        assert_int_equal(found[SFP_FIND_NO_EFFECT], sizeof noted / sizeof noted[0]);
        execute(m, 0x02000000); /* NOP and DMANOP: silent */
        execute(m, 0x60000000);
        assert_int_equal(found[SFP_FIND_NO_EFFECT], sizeof noted / sizeof noted[0]);
        assert_memory_equal(&before, &m->s, sizeof before);
        if (arch == SFP_BH) {
            execute(m, 0x05000000); /* RESOURCEDECL */
            assert_int_equal(found[SFP_FIND_NO_EFFECT], sizeof noted / sizeof noted[0] + 1);
        } else {
            assert_true(refused(m, 0x05000000));
        }
        sfp_machine_free(m);
    }
}

static void test_refusals(void **state)
{
    static const uint32_t words[] = {
        0x28000000, /* ELWADD */
        0x26000000, /* MVMUL */
        0x41000000, /* PACR */
        0x42000000, /* UNPACR */
        0x58000000, /* ADDDMAREG */
        0xA7000000, /* STREAMWAIT */
        0xB7000000, /* STREAMWRCFG */
        0x00000000, /* no instruction */
        0xFF000000,
    };

    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *m = machine(arch);

        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
            assert_true(refused(m, words[i]));
        sfp_machine_free(m);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_data_formats),
        cmocka_unit_test(test_start_up),
        cmocka_unit_test(test_kernel_init),
        cmocka_unit_test(test_tile_frame),
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_all_source_formats),
        cmocka_unit_test(test_blackhole_switches),
        cmocka_unit_test(test_banks),
        cmocka_unit_test(test_prng_seed),
        cmocka_unit_test(test_thread_config_range),
        cmocka_unit_test(test_config_range),
        cmocka_unit_test(test_rmwcib),
        cmocka_unit_test(test_wrcfg),
        cmocka_unit_test(test_state_reset),
        cmocka_unit_test(test_dest_base),
        cmocka_unit_test(test_cfgshiftmask),
        cmocka_unit_test(test_setdmareg),
        cmocka_unit_test(test_reg2flop),
        cmocka_unit_test(test_semaphores),
        cmocka_unit_test(test_stallwait),
        cmocka_unit_test(test_mutexes),
        cmocka_unit_test(test_zeroacc_blocks),
        cmocka_unit_test(test_zeroacc_half_in_use),
        cmocka_unit_test(test_zeroacc_index_changes_half),
        cmocka_unit_test(test_zeroacc_no_block),
        cmocka_unit_test(test_zeroacc_row),
        cmocka_unit_test(test_zeroacc_addr_mod),
        cmocka_unit_test(test_zeroacc_reserved),
        cmocka_unit_test(test_zeroacc_revert),
        cmocka_unit_test(test_addr_mod_places),
        cmocka_unit_test(test_addr_mod_dst),
        cmocka_unit_test(test_addr_mod_src),
        cmocka_unit_test(test_addr_mod_selection),
        cmocka_unit_test(test_addr_mod_set),
        cmocka_unit_test(test_addr_mod_bias),
        cmocka_unit_test(test_dst_address),
        cmocka_unit_test(test_setrwc_extras),
        cmocka_unit_test(test_golden_wh),
        cmocka_unit_test(test_golden_wh_docs),
        cmocka_unit_test(test_golden_bh),
        cmocka_unit_test(test_notes),
        cmocka_unit_test(test_refusals),
    };

    return cmocka_run_group_tests_name("control", tests, NULL, NULL);
}
