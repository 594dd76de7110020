/*
 * Conversions, Dst formats, tables and the 24-bit multiply against the slow
 * reference, on structured and random operands, at every SIMD level this
 * processor has. After each word all LRegs, the random numbers and, for stores,
 * all of Dst must be as expected.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/operands.h"
#include "reference/slow_convert.h"
#include "reference/slow_fma.h"
#include "model/model.h"

enum { MAX_LEVELS = 4, MAX_SHOWN = 20, RESULT = 0, SOURCE_B = 1, SOURCE_C = 2, LANE_COLUMNS = 8 };
static const uint32_t sign_bit = 0x80000000, magnitude_bits = 0x7FFFFFFF;

/* ---- Fixture ---- */

/* What a word may read and change, apart from Dst. */
struct registers {
    uint32_t lreg[SFP_LREGS][SFP_LANES];
    uint32_t prng[SFP_LANES];
};

struct fixture {
    struct sfp_machine *machine[MAX_LEVELS];
    unsigned levels, wrong;
    enum sfp_arch arch;
    uint64_t random;
    uint32_t word;                 /* being tested */
    struct registers before, want; /* of it */
};

static void fixture_init(struct fixture *f, enum sfp_arch arch)
{
    const struct sfp_semantics *list[MAX_LEVELS] = {NULL};

    memset(f, 0, sizeof *f);
    f->arch = arch;
    f->random = 0xC0;
    sfp_semantics_list(list);
    while (f->levels < MAX_LEVELS && list[f->levels]) {
        f->machine[f->levels] = sfp_machine_new(arch, list[f->levels]);
        assert_non_null(f->machine[f->levels]);
        f->levels++;
    }
    memcpy(f->before.lreg, f->machine[0]->s.lreg, sizeof f->before.lreg);
}

/* Frees the machines, then fails if anything was wrong: cmocka may jump away. */
static void fixture_finish(struct fixture *f)
{
    for (unsigned i = 0; i < f->levels; i++)
        sfp_machine_free(f->machine[i]);
    if (f->wrong)
        print_error("%s: %u words went wrong\n", sfp_arch_name(f->arch), f->wrong);
    assert_int_equal(f->wrong, 0);
}

static void show(struct fixture *f, const char *level, const char *what, unsigned reg, unsigned l, uint32_t want,
                 uint32_t got)
{
    if (++f->wrong > MAX_SHOWN)
        return;
    print_error("%s %s, word %08X: %s%u lane %u (B %08X C %08X prng %08X): expected %08X, got %08X\n",
                sfp_arch_name(f->arch), level, (unsigned)f->word, what, reg, l, (unsigned)f->before.lreg[SOURCE_B][l],
                (unsigned)f->before.lreg[SOURCE_C][l], (unsigned)f->before.prng[l], (unsigned)want, (unsigned)got);
}

/* One report a word and level is enough. */
static void compare(struct fixture *f, const struct sfp_machine *m)
{
    for (unsigned reg = 0; reg < SFP_LREGS; reg++) {
        for (unsigned l = 0; l < SFP_LANES; l++) {
            if (m->s.lreg[reg][l] != f->want.lreg[reg][l]) {
                show(f, m->semantics->level, "L", reg, l, f->want.lreg[reg][l], m->s.lreg[reg][l]);
                return;
            }
        }
    }
    for (unsigned l = 0; l < SFP_LANES; l++) {
        if (m->s.prng[l] != f->want.prng[l]) {
            show(f, m->semantics->level, "prng", 0, l, f->want.prng[l], m->s.prng[l]);
            return;
        }
    }
}

static void execute(struct fixture *f, struct sfp_machine *m)
{
    struct sfp_op op;

    memcpy(m->s.lreg, f->before.lreg, sizeof f->before.lreg);
    memcpy(m->s.prng, f->before.prng, sizeof f->before.prng);
    sfp_decode(m, f->word, 0, &op);
    op.exec(m, &op);
}

/* Executes f->word from f->before; f->want must be the outcome. */
static void check(struct fixture *f)
{
    for (unsigned i = 0; i < f->levels; i++) {
        execute(f, f->machine[i]);
        compare(f, f->machine[i]);
    }
}

/* ---- Operands ---- */

/* Structured ones from number `at` on, then random ones: 32 more each call. */
static void fill(struct fixture *f, uint32_t lanes[SFP_LANES], size_t at)
{
    for (unsigned l = 0; l < SFP_LANES; l++)
        lanes[l] = at + l < operand_count() ? operand_at(at + l) : random_edge_operand(&f->random);
}

static void fill_random(struct fixture *f, uint32_t lanes[SFP_LANES])
{
    for (unsigned l = 0; l < SFP_LANES; l++)
        lanes[l] = random_operand(&f->random);
}

/* A fresh set of operands for the two sources, and of random numbers. */
static void new_operands(struct fixture *f, size_t at)
{
    fill(f, f->before.lreg[SOURCE_C], at);
    fill_random(f, f->before.lreg[SOURCE_B]);
    fill_random(f, f->before.lreg[RESULT]);
    fill_random(f, f->before.prng);
    f->want = f->before;
}

enum { RANDOM_OPERANDS = 20000 };

#define EACH_OPERANDS(f, at) \
    for (size_t at = 0; at < operand_count() + RANDOM_OPERANDS && (new_operands(f, at), true); at += SFP_LANES)

/* ---- SFPCAST, SFPSTOCHRND ---- */

static void check_cast(enum sfp_arch arch)
{
    struct fixture f;

    fixture_init(&f, arch);
    for (unsigned mode = 0; mode < SFP_MODES; mode++) {
        f.word = 0x90000200 | mode;
        EACH_OPERANDS(&f, at) {
            for (unsigned l = 0; l < SFP_LANES; l++) {
                uint32_t prng = f.before.prng[l];

                f.want.lreg[RESULT][l] = slow_cast(arch, mode, f.before.lreg[SOURCE_C][l], prng);
                f.want.prng[l] = slow_cast_steps_prng(arch, mode) ? slow_prng_step(prng) : prng;
            }
            check(&f);
        }
    }
    fixture_finish(&f);
}

/* Thresholds that matter are near what is compared with them, so half of the lanes get such a random number. */
static void tempt(struct fixture *f)
{
    for (unsigned l = 0; l < SFP_LANES; l += 2) {
        uint32_t c = f->before.lreg[SOURCE_C][l], tail = c & 0xFFFF;

        f->before.prng[l] = (f->before.prng[l] & 0xFF800000) | (l & 2 ? tail << 7 : (c & 0x1FFF) << 10);
    }
    f->want = f->before;
}

static void check_stoch_rnd_mode(struct fixture *f, unsigned mode, unsigned rnd)
{
    enum { RND_LSB = 21, IMM5_LSB = 16, VB_LSB = 12, VC_LSB = 8 };

    EACH_OPERANDS(f, at) {
        unsigned imm5 = random_operand(&f->random) % 32;

        tempt(f);
        f->word = 0x8E000000 | rnd << RND_LSB | imm5 << IMM5_LSB | SOURCE_B << VB_LSB | SOURCE_C << VC_LSB | mode;
        for (unsigned l = 0; l < SFP_LANES; l++) {
            uint32_t q = slow_round_threshold(f->arch, rnd, f->before.prng[l]);

            f->want.lreg[RESULT][l] =
                slow_stoch_rnd(mode, q, f->before.lreg[SOURCE_C][l], f->before.lreg[SOURCE_B][l], imm5);
            f->want.prng[l] = slow_prng_step(f->before.prng[l]);
        }
        check(f);
    }
}

static void check_stoch_rnd(enum sfp_arch arch)
{
    struct fixture f;

    fixture_init(&f, arch);
    for (unsigned mode = 0; mode < SFP_MODES; mode++)
        for (unsigned rnd = 0; rnd < (arch == SFP_BH ? 4 : 2); rnd++)
            check_stoch_rnd_mode(&f, mode, rnd);
    fixture_finish(&f);
}

/* ---- SFPLOAD, SFPSTORE ---- */

enum { LOAD = 0x70, STORE = 0x72, MOD0_LSB = 16, ODD = 2, GROUP_ROWS = 4, BIGGEST_ADDR = 1024, LOW_HALF = 8 };

/* Where sfpu-dst(7), Storage puts the upper half of a 32-bit cell; the lower one is 8 rows on. */
static unsigned row_32(unsigned row)
{
    return (row & 0x1F8) << 1 | (row & 0x207);
}

/* The physical cell of lane l for an address, and of its lower half where the cell is wide. */
static unsigned lane_row(unsigned addr, unsigned l, bool wide)
{
    unsigned row = addr / GROUP_ROWS * GROUP_ROWS + l / LANE_COLUMNS;

    return wide ? row_32(row) : row;
}

static unsigned lane_column(unsigned addr, unsigned l)
{
    return 2 * (l % LANE_COLUMNS) + (addr & ODD ? 1 : 0);
}

static uint32_t load_of_lane(const struct fixture *f, unsigned mode, unsigned addr, unsigned l, bool infinities)
{
    const uint16_t(*dst)[SFP_DST_COLUMNS] = f->machine[0]->s.dst;
    unsigned narrow = lane_row(addr, l, false), wide = lane_row(addr, l, true), column = lane_column(addr, l);

    return slow_load(f->arch, mode, dst[narrow][column],
                     (uint32_t)dst[wide][column] << 16 | dst[wide + LOW_HALF][column], f->before.lreg[RESULT][l],
                     infinities);
}

/* All addresses with one content of Dst. `resolved` is what `mode` stands for. */
static void check_loads_of(struct fixture *f, unsigned mode, unsigned resolved, bool infinities)
{
    const unsigned step = slow_load_width(resolved) == 16 ? 2 : 6; /* 6: odd and even columns in turn */

    for (unsigned addr = 0; addr < BIGGEST_ADDR; addr += step) {
        f->word = (uint32_t)LOAD << SFP_OPCODE_LSB | mode << MOD0_LSB | addr;
        new_operands(f, operand_count());
        for (unsigned l = 0; l < SFP_LANES; l++)
            f->want.lreg[RESULT][l] = load_of_lane(f, resolved, addr, l, infinities);
        check(f);
    }
}

/* Filling `part` of four: together they hold every 16-bit cell there is, and 32-bit cells of all exponents. */
static void fill_dst(struct fixture *f, unsigned part)
{
    enum { CELLS = SFP_DST_ROWS * SFP_DST_COLUMNS };

    for (unsigned i = 0; i < CELLS; i++) {
        uint16_t *cell = &f->machine[0]->s.dst[i / SFP_DST_COLUMNS][i % SFP_DST_COLUMNS];

        *cell = (uint16_t)(part * CELLS + i * 40503u % CELLS); /* an odd factor: a permutation */
    }
    for (unsigned i = 1; i < f->levels; i++)
        memcpy(f->machine[i]->s.dst, f->machine[0]->s.dst, sizeof f->machine[0]->s.dst);
}

static void set_lane_config(struct fixture *f, uint32_t bits)
{
    for (unsigned i = 0; i < f->levels; i++) {
        for (unsigned l = 0; l < SFP_LANES; l++)
            f->machine[i]->s.lane_config[l] = bits;
        sfp_state_refresh(&f->machine[i]->s);
    }
}

static void check_load(enum sfp_arch arch)
{
    enum { FILLINGS = 4 };
    struct fixture f;

    fixture_init(&f, arch);
    for (unsigned part = 0; part < FILLINGS; part++) {
        fill_dst(&f, part);
        for (unsigned mode = 1; mode < SFP_MODES; mode++) {
            check_loads_of(&f, mode, mode, false);
            set_lane_config(&f, SFP_LC_FP16A_INF);
            check_loads_of(&f, mode, mode, true);
            set_lane_config(&f, 0);
        }
    }
    fixture_finish(&f);
}

/* Mode 0 follows the configuration: word 1 bit 30 for FP32, bits 24:21 for the format of SrcB (sfpu-dst(7), Format
 * 0). */
static void check_srcb(enum sfp_arch arch)
{
    enum { FORMATS = 16, FORMAT_LSB = 21, FP32_LSB = 30 };
    struct fixture f;

    fixture_init(&f, arch);
    fill_dst(&f, 1);
    for (uint32_t format = 0; format < FORMATS; format++) {
        for (uint32_t fp32 = 0; fp32 < 2; fp32++) {
            for (unsigned i = 0; i < f.levels; i++) {
                f.machine[i]->s.config[0][1] = format << FORMAT_LSB | fp32 << FP32_LSB;
                f.machine[i]->s.srcb_written = true;
                sfp_state_refresh(&f.machine[i]->s);
            }
            check_loads_of(&f, 0, slow_srcb_mode(fp32, format), false);
        }
    }
    fixture_finish(&f);
}

typedef uint16_t dst_image[SFP_DST_ROWS][SFP_DST_COLUMNS];

static void store_in_image(dst_image dst, enum sfp_arch arch, unsigned mode, unsigned addr, unsigned l, uint32_t x)
{
    struct slow_cell cell = slow_store(arch, mode, x);
    unsigned row = lane_row(addr, l, cell.width == 32), column = lane_column(addr, l);

    if (cell.width == 32) {
        dst[row][column] = (uint16_t)(cell.bits >> 16);
        dst[row + LOW_HALF][column] = (uint16_t)cell.bits;
    } else {
        dst[row][column] = (uint16_t)cell.bits;
    }
}

static void check_store_of(struct fixture *f, unsigned mode, unsigned resolved, dst_image want)
{
    EACH_OPERANDS(f, at) {
        unsigned addr = random_operand(&f->random) % BIGGEST_ADDR & ~1u;

        f->word = (uint32_t)STORE << SFP_OPCODE_LSB | (uint32_t)SOURCE_C << 20 | mode << MOD0_LSB | addr;
        for (unsigned l = 0; l < SFP_LANES; l++)
            store_in_image(want, f->arch, resolved, addr, l, f->before.lreg[SOURCE_C][l]);
        check(f);
    }
    for (unsigned i = 0; i < f->levels; i++) {
        if (memcmp(f->machine[i]->s.dst, want, sizeof(dst_image)) == 0)
            continue;
        f->wrong++;
        print_error("%s %s: SFPSTORE mode %u left another Dst\n", sfp_arch_name(f->arch),
                    f->machine[i]->semantics->level, mode);
    }
}

/* Dst is compared after each mode's stores, which hit all of it over and over. */
static void check_store(enum sfp_arch arch)
{
    static dst_image want;
    struct fixture f;

    fixture_init(&f, arch);
    fill_dst(&f, 0);
    memcpy(want, f.machine[0]->s.dst, sizeof want);
    for (unsigned mode = 0; mode < SFP_MODES; mode++)
        check_store_of(&f, mode, mode ? mode : slow_srcb_mode(false, 0), want);
    fixture_finish(&f);
}

/* ---- SFPLUT, SFPLUTFP32 (sfpu-semantics(7), Tables) ---- */

enum { INPUT = 3, OFFSETS = 4, POINTER = 7, SGN_RETAIN = 4, INDIRECT_VD = 8 };

static unsigned interval(uint32_t magnitude)
{
    return magnitude < 0x3F800000 ? 0 : magnitude < 0x40000000 ? 1 : 2;
}

/* slope * |L3| + offset, into L0 or the register that L7 names. */
static void expect_table(struct fixture *f, unsigned mode, bool indirect, unsigned l, uint32_t slope, uint32_t offset)
{
    uint32_t input = f->before.lreg[INPUT][l], d = slow_fma(f->arch, slope, input & magnitude_bits, offset);
    unsigned vd = indirect ? f->before.lreg[POINTER][l] % 16 : RESULT;

    if (mode & SGN_RETAIN)
        d = (d & magnitude_bits) | (input & sign_bit);
    if (vd < 8)
        f->want.lreg[vd][l] = d;
}

/* Inputs of all three intervals and both signs, around the cuts and anywhere. */
static uint32_t table_input(struct fixture *f, unsigned i)
{
    static const uint32_t cuts[] = {0x3F000000, 0x3F800000, 0x3FC00000, 0x40000000,
                                    0x40400000, 0x40800000, 0x7F800000, 0x00000001};
    uint32_t near_cut = cuts[i % 8] - (i / 8 & 1);

    if (i % 3 == 0)
        return random_edge_operand(&f->random);
    return near_cut | (random_operand(&f->random) & sign_bit);
}

static void new_tables(struct fixture *f, unsigned number)
{
    for (unsigned reg = 0; reg < 8; reg++)
        fill_random(f, f->before.lreg[reg]);
    for (unsigned l = 0; l < SFP_LANES; l++)
        f->before.lreg[INPUT][l] = table_input(f, number + l);
}

/* Every 16-bit entry, in the register that the lane's input selects. */
static void check_lut(enum sfp_arch arch)
{
    struct fixture f;

    fixture_init(&f, arch);
    for (unsigned mode = 0; mode < SFP_MODES; mode++) {
        f.word = 0x73000000 | mode << MOD0_LSB;
        for (unsigned entry = 0; entry < 0x10000; entry += SFP_LANES) {
            new_tables(&f, entry / SFP_LANES * 7);
            for (unsigned l = 0; l < SFP_LANES; l++)
                f.before.lreg[interval(f.before.lreg[INPUT][l] & magnitude_bits)][l] = entry + l;
            f.want = f.before;
            for (unsigned l = 0; l < SFP_LANES; l++)
                expect_table(&f, mode, mode & INDIRECT_VD, l, slow_lut8((entry + l) >> 8), slow_lut8(entry + l));
            check(&f);
        }
    }
    fixture_finish(&f);
}

/* Which half of a six-entry table's register, by the cuts that sfpu-semantics(7), Tables, lists. */
static unsigned half(uint32_t magnitude, uint32_t last_cut)
{
    if (magnitude < 0x3F800000)
        return magnitude < 0x3F000000 ? 0 : 16;
    if (magnitude < 0x40000000)
        return magnitude < 0x3FC00000 ? 0 : 16;
    return magnitude < last_cut ? 0 : 16;
}

static void expect_lutfp32(struct fixture *f, unsigned mode, unsigned l)
{
    uint32_t magnitude = f->before.lreg[INPUT][l] & magnitude_bits;
    uint32_t a = f->before.lreg[interval(magnitude)][l], c = f->before.lreg[OFFSETS + interval(magnitude)][l];

    switch (mode & 0xB) {
    case 2:
    case 3: {
        unsigned shift = half(magnitude, (mode & 0xB) == 2 ? 0x40400000 : 0x40800000);

        expect_table(f, mode, false, l, slow_lut16(a >> shift), slow_lut16(c >> shift));
        break;
    }
    case 10:
    case 11:
        expect_table(f, mode, true, l, slow_lut16(a >> 16), slow_lut16(a));
        break;
    default:
        expect_table(f, mode, mode & INDIRECT_VD, l, a, c);
        break;
    }
}

static void check_lutfp32(enum sfp_arch arch)
{
    enum { TABLES = 4096 };
    struct fixture f;

    fixture_init(&f, arch);
    for (unsigned mode = 0; mode < SFP_MODES; mode++) {
        f.word = 0x95000000 | mode;
        for (unsigned number = 0; number < TABLES; number++) {
            new_tables(&f, number * 5);
            for (unsigned l = 0; l < SFP_LANES; l++) { /* every pattern is met in each half of a register */
                uint32_t *entry = &f.before.lreg[interval(f.before.lreg[INPUT][l] & magnitude_bits)][l];

                *entry = (number * SFP_LANES + l) * 0x8001u;
            }
            f.want = f.before;
            for (unsigned l = 0; l < SFP_LANES; l++)
                expect_lutfp32(&f, mode, l);
            check(&f);
        }
    }
    fixture_finish(&f);
}

/* ---- SFPARECIP, SFPMUL24: Blackhole ---- */

/* All upper halves; the lower ones are 0, all ones and random in turn. */
static void arecip(void **state)
{
    enum { UPPER = 0x10000 };
    static const uint32_t lower[] = {0, 0xFFFF};
    struct fixture f;

    (void)state;
    fixture_init(&f, SFP_BH);
    for (unsigned mode = 0; mode < SFP_MODES; mode++) {
        f.word = 0x99001200 | mode;
        for (uint32_t upper = 0; upper < UPPER; upper += SFP_LANES) {
            new_operands(&f, operand_count());
            for (unsigned l = 0; l < SFP_LANES; l++) {
                unsigned pick = (upper / SFP_LANES + l + mode) % 3;
                uint32_t low = pick < 2 ? lower[pick] : f.before.lreg[SOURCE_C][l] & 0xFFFF;

                f.before.lreg[SOURCE_C][l] = (upper + l) << 16 | low;
            }
            f.want = f.before;
            for (unsigned l = 0; l < SFP_LANES; l++)
                f.want.lreg[RESULT][l] =
                    slow_arecip(mode, f.before.lreg[SOURCE_C][l], f.before.lreg[SOURCE_B][l]);
            check(&f);
        }
    }
    fixture_finish(&f);
}

/* Mode bit 1 is reserved and ignored. A VC other than 0 is added, unpromised. */
static void check_mul24(struct fixture *f, unsigned mode, bool addend)
{
    enum { VA_LSB = 16, VB_LSB = 12, VC_LSB = 8, ADDEND = 3, ZERO_LREG = 9 };
    uint32_t vc = addend ? ADDEND : ZERO_LREG;

    f->word = 0x98000000 | (uint32_t)SOURCE_B << VA_LSB | (uint32_t)SOURCE_C << VB_LSB | vc << VC_LSB | mode;
    EACH_OPERANDS(f, at) {
        for (unsigned l = 0; l < SFP_LANES; l += 3)
            f->before.lreg[SOURCE_B][l] = random_edge_operand(&f->random);
        for (unsigned l = 0; l < SFP_LANES; l++)
            f->before.lreg[ADDEND][l] = l % 5 == 0 ? 0 : random_edge_operand(&f->random);
        f->want = f->before;
        for (unsigned l = 0; l < SFP_LANES; l++)
            f->want.lreg[RESULT][l] = slow_mul24(mode, f->before.lreg[SOURCE_B][l], f->before.lreg[SOURCE_C][l],
                                                 f->before.lreg[vc][l]);
        check(f);
    }
}

static void mul24(void **state)
{
    struct fixture f;

    (void)state;
    fixture_init(&f, SFP_BH);
    for (unsigned mode = 0; mode < 4; mode++) {
        check_mul24(&f, mode, false);
        check_mul24(&f, mode, true);
    }
    fixture_finish(&f);
}

#define BOTH(name)                      \
    static void name##_wh(void **state) \
    {                                   \
        (void)state;                    \
        check_##name(SFP_WH);           \
    }                                   \
    static void name##_bh(void **state) \
    {                                   \
        (void)state;                    \
        check_##name(SFP_BH);           \
    }

BOTH(cast)
BOTH(stoch_rnd)
BOTH(load)
BOTH(srcb)
BOTH(store)
BOTH(lut)
BOTH(lutfp32)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cast_wh),  cmocka_unit_test(cast_bh),  cmocka_unit_test(stoch_rnd_wh),
        cmocka_unit_test(stoch_rnd_bh), cmocka_unit_test(load_wh), cmocka_unit_test(load_bh),
        cmocka_unit_test(srcb_wh),  cmocka_unit_test(srcb_bh),  cmocka_unit_test(store_wh),
        cmocka_unit_test(store_bh), cmocka_unit_test(lut_wh),   cmocka_unit_test(lut_bh),
        cmocka_unit_test(lutfp32_wh), cmocka_unit_test(lutfp32_bh), cmocka_unit_test(arecip),
        cmocka_unit_test(mul24),
    };

    return cmocka_run_group_tests_name("conversions against the slow reference", tests, NULL, NULL);
}
