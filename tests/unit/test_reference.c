/*
 * Tests of the slow reference itself: against the worked examples of the manual, against its formulas where the
 * reference computes by other means, and against the golden vectors where they are at hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/operands.h"
#include "reference/slow_convert.h"
#include "reference/slow_fma.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define GOLDEN "../shared/golden/"

enum { SHOWN_FAILURES = 10 };

static const enum sfp_arch both[] = {SFP_WH, SFP_BH};

static const char *arch_name(enum sfp_arch arch)
{
    return arch == SFP_WH ? "wormhole" : "blackhole";
}

/* ---- Multiply-add: sfpu-fma(7) ---- */

static const struct worked_example {
    const char *id;
    uint32_t x, y, z, wh, bh;
} worked_examples[] = {
    {"W1/B1", 0x3F800000, 0x3F800000, 0x3F800000, 0x40000000, 0x40000000},
    {"W2/B2", 0x3F800001, 0x3F800001, 0xBF800002, 0x32800000, 0x32800000},
    {"W3/B3", 0x3F800001, 0x3F7FFFFF, 0xBF800000, 0x33400000, 0x33400000},
    {"W4/B4", 0x40490FDB, 0x402DF854, 0xBF800000, 0x40F14581, 0x40F14581},
    {"W5/B5", 0x3EAAAAAB, 0x40400000, 0xBF800000, 0x33000000, 0x33000000},
    {"W6/B6", 0xBEB42F2B, 0xC016DD3B, 0x3CD58352, 0x3F5B0ACE, 0x3F5B0ACE},
    {"W7", 0xB4FE806C, 0x3D7FF9EA, 0xAF6BB30D, 0xB30028E2, 0xB30028E3},
    {"W8", 0xCBFE88A8, 0xC1FC00C3, 0x4C6675DD, 0x4E847B52, 0x4E847B53},
    {"W9", 0x80000000, 0x3F800000, 0x80000000, 0x00000000, 0x80000000},
    {"W10", 0xBF800000, 0x00000000, 0x80000000, 0x00000000, 0x80000000},
    {"W11/B7", 0x7F000000, 0x7F000000, 0xFF800000, 0x7F800001, 0xFF800000},
    {"W12/B8", 0x7F000000, 0x40000000, 0xFF7FFFFF, 0x7F800000, 0x7F800000},
    {"W13/B9", 0x7F800000, 0x00000001, 0x3F800000, 0x7F800001, 0x7FC00000},
    {"W14", 0xFFC12345, 0x3F000000, 0x00000000, 0xFFC12345, 0x7FC00000},
    {"W15", 0x7FABCDEF, 0x3E800001, 0xC0490FDB, 0x7FABCDF1, 0x7FC00000},
    {"W16", 0xFF800001, 0x00000000, 0x40400000, 0xFFC00001, 0x7FC00000},
    {"W17", 0x3F800000, 0x3F800000, 0xFFC12345, 0xFF800001, 0x7FC00000},
    {"W18", 0x7F800000, 0xBF800000, 0x7F800000, 0xFF800001, 0x7FC00000},
    {"W19/B10", 0x00FFFFFF, 0x3F000000, 0x00000000, 0x00000000, 0x00800000},
    {"W20/B11", 0x80800000, 0x3F000000, 0x00000000, 0x00000000, 0x80000000},
    {"W21/B12", 0x1F000000, 0x20000000, 0x00800001, 0x00800001, 0x00800001},
    {"B13", 0x322265B1, 0x0E175527, 0x80800000, 0x00000000, 0x00800000},
    {"B14", 0x321A2B8F, 0x0E04D71A, 0x80800000, 0x00000000, 0x00800000},
    {"B15", 0x32076F37, 0x0DF1F284, 0x00000000, 0x00000000, 0x00800000},
    {"B16", 0x3206839E, 0x0DF39A48, 0x00000000, 0x00800000, 0x00800000},
    {"B17", 0x007FFFFF, 0x4B000000, 0x3F800000, 0x3F800000, 0x3F800000},
    {"B18", 0x80800000, 0x3F800000, 0x00800001, 0x00000000, 0x00000000},
    {"B19", 0x7F7FFFFF, 0x3F800000, 0x73000000, 0x7F800000, 0x7F800000},
    {"B20", 0x7F7FFFFF, 0x3F800000, 0x72800000, 0x7F7FFFFF, 0x7F7FFFFF},
    {"B21", 0x3F800000, 0x3F800000, 0xB3000001, 0x3F7FFFFF, 0x3F7FFFFF},
    {"B22", 0x3F800000, 0x33000000, 0x3F800000, 0x3F800000, 0x3F800000},
    {"B23", 0x3F800000, 0x33000001, 0x3F800000, 0x3F800000, 0x3F800000},
    {"B24", 0x4817DE05, 0x46D3D395, 0x4284B890, 0x4F7B5306, 0x4F7B5306},
    {"W22", 0x7F800000, 0x00000000, 0x41234567, 0x7FA34567, 0x7FC00000},
    {"B25", 0x3F800000, 0x4B800001, 0x3F000000, 0x4B800001, 0x4B800001},
};

static void fma_worked_examples(void **state)
{
    (void)state;
    unsigned wrong = 0;
    for (size_t i = 0; i < COUNT(worked_examples); i++) {
        const struct worked_example *e = &worked_examples[i];
        uint32_t wh = slow_fma(SFP_WH, e->x, e->y, e->z);
        uint32_t bh = slow_fma(SFP_BH, e->x, e->y, e->z);
        if (wh != e->wh || bh != e->bh) {
            wrong++;
            print_error("%s: wh %08" PRIX32 " not %08" PRIX32 ", bh %08" PRIX32 " not %08" PRIX32 "\n", e->id, wh,
                        e->wh, bh, e->bh);
        }
    }
    assert_int_equal(wrong, 0);
}

static float float_of(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static uint32_t bits_of(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static uint32_t exponent_of(uint32_t x)
{
    return x >> 23 & 255;
}

/* sfpu-fma(7), Against IEEE 754: x * 1 + z and x * y + 0 round correctly, apart from flushes and signs of zero. */
static void fma_add_and_multiply_are_ieee(void **state)
{
    (void)state;
    enum { PAIRS = 300000 };
    uint64_t seed = 1;
    unsigned compared = 0;
    for (int i = 0; i < PAIRS; i++) {
        struct operand_triple t = random_triple(&seed);
        if (exponent_of(t.x) % 255 == 0 || exponent_of(t.y) % 255 == 0 || exponent_of(t.z) % 255 == 0)
            continue;
        uint32_t sum = bits_of(float_of(t.x) + float_of(t.z));
        uint32_t product = bits_of(float_of(t.x) * float_of(t.y));
        for (size_t a = 0; a < COUNT(both); a++) {
            if (exponent_of(sum) > 1) {
                assert_int_equal(slow_fma(both[a], t.x, 0x3F800000, t.z), sum);
                compared++;
            }
            if (exponent_of(product) > 1) {
                assert_int_equal(slow_fma(both[a], t.x, t.y, 0), product);
                compared++;
            }
        }
    }
    print_message("           compared %u sums and products\n", compared);
    assert_true(compared > PAIRS);
}

static uint32_t little_endian(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Opens a golden file; where there is none, says so and skips the test. */
static FILE *golden_open(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (f == NULL) {
        print_message("SKIPPED: no golden vectors at %s\n", path);
        skip();
    }
    return f;
}

static void check_golden_fma(enum sfp_arch arch, const char *path)
{
    FILE *f = golden_open(path);
    unsigned char record[16];
    unsigned records = 0;
    unsigned wrong = 0;
    while (fread(record, sizeof record, 1, f) == 1) {
        uint32_t a = little_endian(record);
        uint32_t b = little_endian(record + 4);
        uint32_t c = little_endian(record + 8);
        uint32_t d = little_endian(record + 12);
        uint32_t got = slow_fma(arch, a, b, c);
        records++;
        if (got != d && wrong++ < SHOWN_FAILURES)
            print_error("record %u: %08" PRIX32 " * %08" PRIX32 " + %08" PRIX32 ": got %08" PRIX32 ", golden %08" PRIX32
                        "\n", records - 1, a, b, c, got, d);
    }
    fclose(f);
    print_message("           %s: %u records, %u differ\n", arch_name(arch), records, wrong);
    assert_int_equal(wrong, 0);
    assert_int_equal(records, 200000);
}

static void fma_golden_wh(void **state)
{
    (void)state;
    check_golden_fma(SFP_WH, GOLDEN "fma_wh.bin");
}

static void fma_golden_bh(void **state)
{
    (void)state;
    check_golden_fma(SFP_BH, GOLDEN "fma_bh.bin");
}

/* ---- PRNG: sfpu-semantics(7), Random numbers ---- */

static void prng_seed_table(void **state)
{
    (void)state;
    static const struct {
        uint32_t seed, lane0, lane1, lane2, lane30, lane31, after_lane0;
    } table[] = {
        {0x00000000, 0xC5CF309E, 0x173CC27A, 0x5CF309E8, 0xC088CCD5, 0x02233355, 0xE2E7984F},
        {0x00000001, 0x8B9E613D, 0x2E7984F4, 0xB9E613D1, 0x811199AA, 0x044666AA, 0xC5CF309E},
        {0x12345678, 0x837EE01D, 0x0DFB8074, 0x37EE01D0, 0x9383591E, 0x4E0D6479, 0x41BF700E},
        {0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        uint32_t lanes[SFP_LANES];
        slow_prng_seed(table[i].seed, lanes);
        assert_int_equal(lanes[0], table[i].lane0);
        assert_int_equal(lanes[1], table[i].lane1);
        assert_int_equal(lanes[2], table[i].lane2);
        assert_int_equal(lanes[30], table[i].lane30);
        assert_int_equal(lanes[31], table[i].lane31);
        assert_int_equal(slow_prng_step(lanes[0]), table[i].after_lane0);
    }
}

/* ---- Conversions, as sfpu-semantics(7), SFPCAST and SFPSTOCHRND, writes them ---- */

static uint32_t cast_as_specified(bool stochastic, uint32_t c, uint32_t r)
{
    uint32_t sign = c & 0x80000000;
    uint32_t m = c & 0x7FFFFFFF;
    if (m == 0)
        return sign;
    uint32_t lz = (uint32_t)__builtin_clz(m);
    uint32_t n = m << lz;
    uint32_t d = sign + ((157 - lz) << 23) + (n >> 8);
    if (stochastic)
        return d + ((n & 0xFE) > (r >> 9 & 0xFE));
    return d + ((n & 0x80) && (n & 0x17F));
}

static uint32_t stoch_rnd_as_specified(unsigned mode, uint32_t q, uint32_t c, uint32_t b, unsigned imm5)
{
    static const uint32_t max[] = {[2] = 0xFF, [3] = 0x7F, [4] = 0xFF, [5] = 0x7F, [6] = 0xFFFF, [7] = 0x7FFF};
    uint32_t sign = c & 0x80000000;
    switch (mode & 7) {
    case 0:
    case 1: {
        uint32_t e = exponent_of(c);
        if (e == 0)
            return 0;
        if (e == 255)
            return c & 0xFF800000;
        uint32_t t = c & ((mode & 7) == 0 ? 0x1FFF : 0xFFFF);
        uint32_t x = c - t;
        if ((mode & 7) == 0)
            return t >= q >> 10 ? x + 0x2000 : x;
        return t >= q >> 7 ? x + 0x10000 : x;
    }
    case 4:
    case 5: {
        uint64_t w = (uint64_t)(c & 0x7FFFFFFF) << 23 >> (mode & 8 ? imm5 : b & 31);
        uint64_t m = (w >> 23) + ((w & 0x7FFFFF) >= q);
        m = m > max[mode & 7] ? max[mode & 7] : m;
        return (uint32_t)m | ((mode & 7) == 5 && m != 0 ? sign : 0);
    }
    default: {
        uint32_t kept = mode & 1 ? sign : 0;
        int e = (int)exponent_of(c) - 127;
        if (e < -1)
            return 0;
        if (e >= 16)
            return kept | max[mode & 7];
        uint64_t m = 0x800000 | (c & 0x7FFFFF);
        m = e >= 0 ? m << e : m >> 1;
        m = (m >> 23) + ((m & 0x7FFFFF) >= q);
        m = m > max[mode & 7] ? max[mode & 7] : m;
        return (uint32_t)m | (m != 0 ? kept : 0);
    }
    }
}

static void conversions_match_their_formulas(void **state)
{
    (void)state;
    uint64_t seed = 2;
    unsigned compared = 0;
    for (size_t i = 0; i < 4 * operand_count(); i++) {
        uint32_t c = i < operand_count() ? operand_at(i) : random_edge_operand(&seed);
        uint32_t prng = random_operand(&seed);
        uint32_t b = random_operand(&seed);
        unsigned imm5 = random_operand(&seed) & 31;
        assert_int_equal(slow_cast(SFP_WH, 0, c, prng), cast_as_specified(false, c, prng));
        assert_int_equal(slow_cast(SFP_BH, 1, c, prng), cast_as_specified(true, c, prng));
        for (unsigned rnd = 0; rnd < 3; rnd++) {
            uint32_t q = slow_round_threshold(SFP_BH, rnd, prng);
            for (unsigned mode = 0; mode < SFP_MODES; mode++) {
                uint32_t want = stoch_rnd_as_specified(mode, q, c, b, imm5);
                assert_int_equal(slow_stoch_rnd(mode, q, c, b, imm5), want);
                compared++;
            }
        }
    }
    print_message("           compared %u roundings\n", compared);
}

static void cast_modes_of_the_archs(void **state)
{
    (void)state;
    /* WH looks at bit 0 only; BH has the two integer modes. */
    assert_int_equal(slow_cast(SFP_WH, 2, 0x80000005, 0), 0xC0A00000);
    assert_int_equal(slow_cast(SFP_BH, 2, 0x80000005, 0), 0x7FFFFFFB);
    assert_int_equal(slow_cast(SFP_BH, 2, 0x80000000, 0), 0x80000000);
    assert_int_equal(slow_cast(SFP_BH, 3, 0xFFFFFFFB, 0), 0x80000005);
    assert_int_equal(slow_cast(SFP_BH, 3, 0x80000005, 0), 0xFFFFFFFB);
    assert_int_equal(slow_cast(SFP_BH, 3, 0x80000000, 0), 0x80000000);
    assert_int_equal(slow_cast(SFP_WH, 0, 0x80000000, 0), 0x80000000);
    assert_true(slow_cast_steps_prng(SFP_WH, 3));
    assert_false(slow_cast_steps_prng(SFP_BH, 3));
    /* Ties to even, and a carry into the next binade. */
    assert_int_equal(slow_cast(SFP_WH, 0, 0x01000001, 0), 0x4B800000);
    assert_int_equal(slow_cast(SFP_WH, 0, 0x01000003, 0), 0x4B800002);
    assert_int_equal(slow_cast(SFP_WH, 0, 0x7FFFFFFF, 0), 0x4F000000);
}

/* ---- Dst formats: sfpu-dst(7) ---- */

static void shuffles_match_their_formulas(void **state)
{
    (void)state;
    for (uint32_t x = 0; x <= 0xFFFF; x++) {
        uint32_t enc_bf = (x & 0x8000) | (x & 0x7F) << 8 | (x >> 7 & 0xFF);
        uint32_t dec_bf = (x & 0x8000) | (x & 0xFF) << 7 | (x >> 8 & 0x7F);
        uint32_t enc_fp16 = (x & 0x8000) | (x & 0x3FF) << 5 | (x >> 10 & 0x1F);
        assert_int_equal(slow_shuffle_bf16((uint16_t)x), enc_bf);
        assert_int_equal(slow_unshuffle_bf16((uint16_t)x), dec_bf);
        assert_int_equal(slow_shuffle_fp16((uint16_t)x), enc_fp16);
        assert_int_equal(slow_unshuffle_fp16((uint16_t)enc_fp16), x);
        assert_int_equal(slow_shuffle_32(x << 16 | 0x1234), enc_bf << 16 | 0x1234);
        assert_int_equal(slow_unshuffle_32(x << 16 | 0x89AB), dec_bf << 16 | 0x89AB);
    }
}

static void check_store(enum sfp_arch arch, unsigned mode, uint32_t x, unsigned width, uint32_t bits)
{
    struct slow_cell cell = slow_store(arch, mode, x);
    if (cell.width != width || cell.bits != bits)
        print_error("%s mode %u of %08" PRIX32 "\n", arch_name(arch), mode, x);
    assert_int_equal(cell.width, width);
    assert_int_equal(cell.bits, bits);
}

static void store_examples(void **state)
{
    (void)state;
    static const struct {
        uint32_t x, bf16, fp16, fp32;
    } table[] = {
        {0x3F800000, 0x007F, 0x000F, 0x007F0000}, {0xC0200000, 0xA080, 0xA010, 0xA0800000},
        {0x40490FDB, 0x4980, 0x4910, 0x49800FDB}, {0x7F800000, 0x00FF, 0x7FFF, 0x00FF0000},
        {0xFFC00000, 0xC0FF, 0xFFFF, 0xC0FF0000}, {0x7F800001, 0x00FF, 0x7FFF, 0x00FF0001},
        {0x80000000, 0x8000, 0x8000, 0x80000000}, {0x477FE000, 0x7F8E, 0x7FFE, 0x7F8EE000},
        {0x47800000, 0x008F, 0x001F, 0x008F0000}, {0x48000000, 0x0090, 0x7FFF, 0x00900000},
        {0x38800000, 0x0071, 0x0001, 0x00710000}, {0x387FC000, 0x7F70, 0x0000, 0x7F70C000},
        {0x12345678, 0x3424, 0x0000, 0x34245678},
    };
    for (size_t a = 0; a < COUNT(both); a++) {
        for (size_t i = 0; i < COUNT(table); i++) {
            check_store(both[a], 1, table[i].x, 16, table[i].fp16);
            check_store(both[a], 2, table[i].x, 16, table[i].bf16);
            check_store(both[a], 3, table[i].x, 32, table[i].fp32);
        }
        check_store(both[a], 1, 0x00000001, 16, 0);
        check_store(both[a], 2, 0x00000001, 16, 0);
        check_store(both[a], 5, 0x00000005, 16, 0x00B0);
        check_store(both[a], 5, 0x8000007F, 16, 0x8FF0);
        check_store(both[a], 5, 0x000003FF, 16, 0x7FF0);
        check_store(both[a], 5, 0x80000000, 16, 0x8010);
        check_store(both[a], 5, 0xFFFFFFFF, 16, 0xFFF0);
        check_store(both[a], 7, 0x12345678, 32, 0x12345678);
        check_store(both[a], 9, 0x12345678, 32, 0x56781234);
        check_store(both[a], 0xF, 0x12345678, 16, 0x1234);
    }
    check_store(SFP_WH, 3, 0x00000001, 32, 0x00000000);
    check_store(SFP_BH, 3, 0x00000001, 32, 0x00000000);
    check_store(SFP_WH, 4, 0x00000001, 32, 0x00000001);
    check_store(SFP_WH, 0xC, 0xFFFFFFFB, 32, 0x80000005);
    check_store(SFP_WH, 0xC, 0x80000000, 32, 0x80000000);
}

static void load_examples(void **state)
{
    (void)state;
    for (size_t a = 0; a < COUNT(both); a++) {
        assert_int_equal(slow_load(both[a], 1, 0x000F, 0, 0, false), 0x3F800000);
        assert_int_equal(slow_load(both[a], 1, 0x7FFF, 0, 0, false), 0x47FFE000);
        assert_int_equal(slow_load(both[a], 1, 0x7FFF, 0, 0, true), 0x7F800000);
        assert_int_equal(slow_load(both[a], 1, 0x7FE0, 0, 0, false), 0x007FE000);
        assert_int_equal(slow_load(both[a], 1, 0x0020, 0, 0, false), 0x00002000);
        assert_int_equal(slow_load(both[a], 1, 0x001F, 0, 0, true), 0x47800000);
        assert_int_equal(slow_load(both[a], 0xE, 0x1234, 0, 0xAAAABBBB, false), 0xAAAA1234);
        assert_int_equal(slow_load(both[a], 0xF, 0x1234, 0, 0xAAAABBBB, false), 0x1234BBBB);
    }
    assert_int_equal(slow_load(SFP_WH, 0xC, 0, 0x80000005, 0, false), 0xFFFFFFFB);
    assert_int_equal(slow_load(SFP_BH, 0xC, 0, 0x80000005, 0, false), 0x80000005);
    assert_int_equal(slow_load(SFP_WH, 0xC, 0, 0x80000000, 0, false), 0);
    /* Integer 8: 7 bits of magnitude on WH, 8 on BH; two's complement with 10 bits on WH only. */
    assert_int_equal(slow_load(SFP_WH, 5, 0xFFF0, 0, 0, false), 0x8000007F);
    assert_int_equal(slow_load(SFP_BH, 5, 0xFFF0, 0, 0, false), 0x800000FF);
    assert_int_equal(slow_load(SFP_WH, 0xD, 0xFFF0, 0, 0, false), 0xFFFFFC01);
    assert_int_equal(slow_load(SFP_BH, 0xD, 0xFFF0, 0, 0, false), 0x800003FF);
}

/* What a 16-bit or 32-bit store of a mode writes, the load of that mode gives back, as far as the format holds it. */
static void stores_come_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < operand_count(); i++) {
        uint32_t x = operand_at(i);
        for (size_t a = 0; a < COUNT(both); a++) {
            struct slow_cell cell = slow_store(both[a], 4, x);
            assert_int_equal(slow_load(both[a], 4, 0, cell.bits, 0, false), x);
            if (exponent_of(x) != 0) {
                cell = slow_store(both[a], 2, x);
                assert_int_equal(slow_load(both[a], 2, (uint16_t)cell.bits, 0, 0, false), x & 0xFFFF0000);
            }
            /* INT32_SM: WH keeps all but -0, which is 0 after the round trip. */
            cell = slow_store(both[a], 0xC, x);
            uint32_t want = both[a] == SFP_WH && x == 0x80000000 ? 0 : x;
            assert_int_equal(slow_load(both[a], 0xC, 0, cell.bits, 0, false), want);
        }
    }
}

static void srcb_mode_follows_the_format(void **state)
{
    (void)state;
    for (unsigned f = 0; f < 16; f++) {
        assert_int_equal(slow_srcb_mode(true, f), 3);
        assert_int_equal(slow_srcb_mode(false, f), (0x83F1u >> f & 1) != 0 ? 2 : 1);
    }
}

/* ---- sfpu-semantics(7), Tables and SFPARECIP ---- */

static void lut_formulas(void **state)
{
    (void)state;
    for (uint32_t x = 0; x < 0xFF; x++)
        assert_int_equal(slow_lut8(x), (x >> 7) << 31 | (127 - (x >> 4 & 7)) << 23 | (x & 15) << 19);
    assert_int_equal(slow_lut8(0xFF), 0);
    for (uint32_t x = 0; x <= 0xFFFF; x++) {
        uint32_t e = x >> 10 & 31;
        assert_int_equal(slow_lut16(x), (x >> 15) << 31 | (e == 31 ? 0 : e + 112) << 23 | (x & 0x3FF) << 13);
    }
}

static void mul24_examples(void **state)
{
    (void)state;
    assert_int_equal(slow_mul24(0, 0x007FFFFF, 0x007FFFFF, 0), 0x000001);
    assert_int_equal(slow_mul24(1, 0x007FFFFF, 0x007FFFFF, 0), 0x7FFFFE);
    /* Bits 31:23 of the factors do not take part. */
    assert_int_equal(slow_mul24(0, 0xFF800003, 0x12000005, 0), 15);
    /* VC = 1.0: s = 2, g >> s = 1000000h lies above the 23 bits; 4 units in its last place are g = 4000020h, 8 more. */
    assert_int_equal(slow_mul24(0, 3, 5, 0x3F800000), 15);
    assert_int_equal(slow_mul24(0, 3, 5, 0x3F800004), 15 + 8);
    /* VC = 2^-19: s = 21, g >> s = 20h; with all ones below, more than FFFFh falls off, which adds 10000h. */
    assert_int_equal(slow_mul24(0, 3, 5, 0x36000000), 15 + 0x20);
    assert_int_equal(slow_mul24(0, 3, 5, 0x367FFFFF), 15 + 0x3F + 0x10000);
    /* An addend shifted out altogether leaves the product alone; a denormal one counts as none. */
    assert_int_equal(slow_mul24(0, 3, 5, 0x31800000), 15);
    assert_int_equal(slow_mul24(0, 3, 5, 0x007FFFFF), 15);
}

static void recip_self_check(void **state)
{
    (void)state;
    static const struct {
        unsigned index;
        uint32_t entry;
    } known[] = {{0, 0x02}, {61, 0x02}, {62, 0x03}, {125, 0x04}, {689, 0x7F}, {690, 0x00}, {895, 0xEA}};

    assert_int_equal(slow_recip(0x3F800000), 0x3F7F0000);
    assert_int_equal(slow_recip(0x3F810000), 0x3F7D0000);
    assert_int_equal(slow_recip(0x3FFFFFFF), 0x3F000000);
    assert_int_equal(slow_recip(0x007FFFFF), 0x7F800000);
    assert_int_equal(slow_recip(0x7E7FFFFF), 0x00800000);
    assert_int_equal(slow_recip(0x7E800000), 0);
    for (uint32_t i = 0; i < 128; i++) {
        uint32_t entry = (uint32_t)floor(65536.0 / (257 + 2 * i) + 0.5) - 128;
        assert_int_equal(slow_recip((0x3F80 + i) << 16), 126u << 23 | entry << 16);
    }

    for (size_t i = 0; i < COUNT(known); i++) {
        uint32_t base = known[i].index < 690 ? 0x3F800000 : 0x40000000;
        assert_int_equal(slow_exp_approx((known[i].index + 0x3C80) << 16), base + (known[i].entry << 16));
    }
    for (uint32_t i = 0; i < 896; i++) {
        uint32_t m = (0x3C80 + i) << 16;
        double e = exp((double)float_of(m));
        uint32_t want;
        if (m < 0x3F320000)
            want = 0x3F800000 | (uint32_t)floor(128 * (e - 1)) << 16;
        else if (e < 4)
            want = 0x40000000 + ((uint32_t)floor(128 * (e / 2 - 1)) << 16);
        else
            want = 0x40000000 + ((128 + (uint32_t)floor(128 * (e / 4 - 1))) << 16);
        assert_int_equal(slow_exp_approx(m | 0xBEEF), want | 0xBEEF);
    }
    assert_int_equal(slow_exp_approx(0x007FFFFF), 0x3F800000);
    assert_int_equal(slow_exp_approx(0x3C7F1234), 0x3F811234);
    assert_int_equal(slow_exp_approx(0x7F801234), 0x40801234);

    /* Mode 1 looks at VB's sign and does not restore VC's. */
    assert_int_equal(slow_arecip(0, 0xBF800000, 0), 0xBF7F0000);
    assert_int_equal(slow_arecip(1, 0xBF800000, 0x80000000), 0x3F7F0000);
    assert_int_equal(slow_arecip(1, 0xBF800000, 0x7FFFFFFF), 0xBF800000);
    assert_int_equal(slow_arecip(2, 0x80000000, 0), 0xBF800000);
}

/* ---- The operand lists ---- */

static int compare_u32(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void operand_lists_hold_no_duplicates(void **state)
{
    (void)state;
    size_t n = operand_count();
    uint32_t *all = malloc(n * sizeof *all);
    assert_non_null(all);
    for (size_t i = 0; i < n; i++)
        all[i] = operand_at(i);
    qsort(all, n, sizeof *all, compare_u32);
    for (size_t i = 1; i < n; i++)
        assert_true(all[i] > all[i - 1]);
    /* Whatever else changes, these stay in: both zeros, the smallest and largest normal, infinities, NaNs. */
    static const uint32_t must[] = {
        0x00000000, 0x80000000, 0x00000001, 0x00800000, 0x3F800000, 0x7F7FFFFF, 0x7F800000, 0xFF800000, 0x7F800001,
        0xFFFFFFFF,
    };
    for (size_t i = 0; i < COUNT(must); i++)
        assert_non_null(bsearch(&must[i], all, n, sizeof *all, compare_u32));
    free(all);
}

static void triples_are_what_they_say(void **state)
{
    (void)state;
    size_t total = 0;
    for (int c = 0; c < TRIPLE_CLASSES; c++) {
        enum triple_class class = (enum triple_class)c;
        size_t n = triple_class_count(class);
        unsigned differ = 0;
        for (size_t i = 0; i < n; i += 97) {
            struct operand_triple t = triple_class_at(class, i);
            differ += slow_fma(SFP_WH, t.x, t.y, t.z) != slow_fma(SFP_BH, t.x, t.y, t.z);
            struct operand_triple same = triple_at(total + i);
            assert_memory_equal(&t, &same, sizeof t);
            if (class == TRIPLE_CANCEL) {
                /* What is left of the product is far below it. */
                uint32_t sum = slow_fma(SFP_BH, t.x, t.y, t.z);
                assert_true(exponent_of(sum) + 20 < exponent_of(t.x) + 2);
            }
        }
        print_message("           %s: %zu, archs differ in %u of every 97th\n", triple_class_name(class), n, differ);
        total += n;
    }
    assert_int_equal(total, triple_count());

    size_t visited = 0;
    struct triple_iterator it = triples(5, 1009);
    struct operand_triple t;
    while (triple_next(&it, &t))
        visited++;
    assert_int_equal(visited, (total - 5 + 1008) / 1009);
}

static void splitmix64_known_answers(void **state)
{
    (void)state;
    uint64_t seed = 1234567;
    assert_true(splitmix64(&seed) == UINT64_C(6457827717110365317));
    assert_true(splitmix64(&seed) == UINT64_C(3203168211198807973));
    assert_true(splitmix64(&seed) == UINT64_C(9817491932198370423));
    uint64_t a = 7;
    uint64_t b = 7;
    for (int i = 0; i < 1000; i++) {
        struct operand_triple ta = random_triple(&a);
        struct operand_triple tb = random_triple(&b);
        assert_memory_equal(&ta, &tb, sizeof ta);
    }
}

/* ---- Golden instruction records, lane by lane ---- */

/* The state that the instructions below read or write, and nothing else. */
struct machine {
    enum sfp_arch arch;
    uint32_t l[16][SFP_LANES];
    uint32_t prng[SFP_LANES];
    uint32_t lane_config[SFP_LANES];
    uint32_t flags;
    bool use_flags;
    bool fp32;
    unsigned srcb;
    unsigned rwc;
    uint16_t dst[1024][16];
};

static void machine_base(struct machine *m, enum sfp_arch arch)
{
    static const uint32_t constants[] = {
        0x3F56594B, 0, 0x3F800000, 0xBF800000, 0x3B000000, 0xBF2CC4C7, 0xBEB08FF9,
    };
    memset(m, 0, sizeof *m);
    m->arch = arch;
    m->flags = 0xFFFFFFFF;
    m->use_flags = true;
    for (uint32_t lane = 0; lane < SFP_LANES; lane++) {
        for (uint32_t r = 0; r < 8; r++)
            m->l[r][lane] = 0xC0DE0000 | r << 8 | lane;
        for (size_t r = 0; r < COUNT(constants); r++)
            m->l[8 + r][lane] = constants[r];
        m->l[15][lane] = 2 * lane;
        m->prng[lane] = 0x9E3779B9 * (lane + 1);
    }
    for (uint32_t row = 0; row < 1024; row++)
        for (uint32_t col = 0; col < 16; col++)
            m->dst[row][col] = (uint16_t)((row * 16 + col) * 0x9E37 + 0x79B9);
}

static uint32_t hex(const char *text, size_t digits)
{
    char copy[9] = {0};
    assert_true(strlen(text) >= digits && digits < sizeof copy);
    memcpy(copy, text, digits);
    return (uint32_t)strtoul(copy, NULL, 16);
}

static void read_lanes(json_t *value, uint32_t lanes[SFP_LANES])
{
    const char *text = json_string_value(value);
    assert_non_null(text);
    for (size_t lane = 0; lane < SFP_LANES; lane++)
        lanes[lane] = text[0] == '=' ? hex(text + 1, 8) : hex(text + 8 * lane, 8);
}

static void machine_apply(struct machine *m, json_t *changes)
{
    const char *key;
    json_t *value;
    json_object_foreach(json_object_get(changes, "lregs"), key, value) {
        unsigned long r = strtoul(key, NULL, 10);
        assert_true(r < 16);
        read_lanes(value, m->l[r]);
    }
    json_object_foreach(json_object_get(changes, "dst"), key, value) {
        unsigned long row = strtoul(key, NULL, 10);
        assert_true(row < 1024);
        for (size_t col = 0; col < 16; col++)
            m->dst[row][col] = (uint16_t)hex(json_string_value(value) + 4 * col, 4);
    }
    if ((value = json_object_get(changes, "prng")) != NULL)
        read_lanes(value, m->prng);
    if ((value = json_object_get(changes, "lane_config")) != NULL)
        for (size_t lane = 0; lane < SFP_LANES; lane++)
            m->lane_config[lane] = (uint32_t)json_integer_value(value);
    /* A record may hold both; where lanes differ this one counts. */
    if ((value = json_object_get(changes, "lane_config_lanes")) != NULL)
        read_lanes(value, m->lane_config);
    if ((value = json_object_get(changes, "cc")) != NULL)
        m->flags = hex(json_string_value(value), 8);
    if ((value = json_object_get(changes, "cc_en")) != NULL)
        m->use_flags = json_integer_value(value) != 0;
    if ((value = json_object_get(changes, "fp32")) != NULL)
        m->fp32 = json_integer_value(value) != 0;
    if ((value = json_object_get(changes, "srcb")) != NULL)
        m->srcb = (unsigned)json_integer_value(value);
    if ((value = json_object_get(changes, "rwc")) != NULL)
        m->rwc = (unsigned)json_integer_value(value);
}

/* sfpu-semantics(7), Lanes. */
static bool enabled(const struct machine *m, unsigned lane)
{
    if (m->lane_config[lane % 8] >> (12 + lane / 8) & 1)
        return false;
    return !m->use_flags || (m->flags >> lane & 1) != 0;
}

/* sfpu-semantics(7), Write guards: G12, and the final say on a register write. */
static bool guard_12(const struct machine *m, unsigned lane, unsigned vd)
{
    return vd < 12 || (m->lane_config[lane] & 2) != 0;
}

static void write_lane(struct machine *m, unsigned lane, unsigned vd, uint32_t value)
{
    if (vd < 8)
        m->l[vd][lane] = value;
}

/* sfpu-dst(7), Addresses, for base 0 and (on BH) stack pointer 0; `exchange` is the LaneConfig bit of that
 * direction. */
static void dst_place(const struct machine *m, uint32_t word, unsigned mode, unsigned lane, unsigned exchange,
                      unsigned *row, unsigned *col)
{
    unsigned base = mode == 0xA ? m->rwc & 3 : m->rwc;
    unsigned addr = ((word & 0x3FF) + base) & 0x3FF;
    *row = ((addr & 0x3FC) + lane / 8) & 0x3FF;
    *col = 2 * (lane % 8) + ((addr >> 1 & 1) | (m->lane_config[lane % 8] >> exchange & 1));
}

static unsigned row_of_32(unsigned row)
{
    return (row & 0x1F8) << 1 | (row & 0x207);
}

static void lane_load(struct machine *m, uint32_t word, unsigned lane)
{
    unsigned vd = word >> 20 & 15;
    unsigned mode = word >> 16 & 15;
    unsigned row;
    unsigned col;
    uint32_t config = m->lane_config[lane];
    if (mode == 0)
        mode = slow_srcb_mode(m->fp32, m->srcb);
    if (vd >= 8 || (config & 0x20) != 0 || !(enabled(m, lane) || mode == 0xA))
        return;
    dst_place(m, word, mode, lane, 6, &row, &col);
    uint32_t high = m->dst[row_of_32(row)][col];
    uint32_t w32 = high << 16 | m->dst[row_of_32(row) + 8][col];
    m->l[vd][lane] = slow_load(m->arch, mode, m->dst[row][col], w32, m->l[vd][lane], config & 1);
    if (vd < 4 && (config & 0xC) == 0xC)
        m->l[vd + 4][lane] = row << 4 | col;
}

static void lane_store(struct machine *m, uint32_t word, unsigned lane)
{
    unsigned vd = word >> 20 & 15;
    unsigned mode = word >> 16 & 15;
    unsigned row;
    unsigned col;
    if (mode == 0)
        mode = slow_srcb_mode(m->fp32, m->srcb);
    if (!guard_12(m, lane, vd) || (m->lane_config[lane] & 0x10) != 0 || !(enabled(m, lane) || mode == 0xA))
        return;
    dst_place(m, word, mode, lane, 7, &row, &col);
    struct slow_cell cell = slow_store(m->arch, mode, m->l[vd][lane]);
    if (cell.width == 16) {
        m->dst[row][col] = (uint16_t)cell.bits;
    } else {
        m->dst[row_of_32(row)][col] = (uint16_t)(cell.bits >> 16);
        m->dst[row_of_32(row) + 8][col] = (uint16_t)cell.bits;
    }
}

static void lane_cast(struct machine *m, uint32_t word, unsigned lane)
{
    unsigned vd = word >> 4 & 15;
    if (!enabled(m, lane) || !guard_12(m, lane, vd))
        return;
    uint32_t result = slow_cast(m->arch, word & 15, m->l[word >> 8 & 15][lane], m->prng[lane]);
    if (slow_cast_steps_prng(m->arch, word & 15))
        m->prng[lane] = slow_prng_step(m->prng[lane]);
    write_lane(m, lane, vd, result);
}

static void lane_stoch_rnd(struct machine *m, uint32_t word, unsigned lane)
{
    unsigned vd = word >> 4 & 15;
    if (!enabled(m, lane) || !guard_12(m, lane, vd))
        return;
    uint32_t q = slow_round_threshold(m->arch, word >> 21 & 7, m->prng[lane]);
    m->prng[lane] = slow_prng_step(m->prng[lane]);
    uint32_t c = m->l[word >> 8 & 15][lane];
    uint32_t b = m->l[word >> 12 & 15][lane];
    write_lane(m, lane, vd, slow_stoch_rnd(word & 15, q, c, b, word >> 16 & 31));
}

static void lane_arecip(struct machine *m, uint32_t word, unsigned lane)
{
    if (enabled(m, lane))
        write_lane(m, lane, word >> 4 & 15,
                   slow_arecip(word & 15, m->l[word >> 8 & 15][lane], m->l[word >> 12 & 15][lane]));
}

/* The destination of sfpu-semantics(7), Multiply-add family: VD, or what L7 says. L7 is read before anything is
 * written. */
static void write_indirect(struct machine *m, unsigned lane, unsigned vd, bool indirect, uint32_t value)
{
    if (guard_12(m, lane, vd))
        write_lane(m, lane, indirect ? m->l[7][lane] & 15 : vd, value);
}

static void lane_mad(struct machine *m, uint32_t word, unsigned lane)
{
    if (!enabled(m, lane))
        return;
    unsigned va = word & 4 ? m->l[7][lane] & 15 : word >> 16 & 15;
    uint32_t a = m->l[va][lane];
    uint32_t c = m->l[word >> 8 & 15][lane];
    if (m->arch == SFP_BH) {
        a ^= (word & 1) << 31;
        c ^= (word & 2) << 30;
    }
    uint32_t d = slow_fma(m->arch, a, m->l[word >> 12 & 15][lane], c);
    write_indirect(m, lane, word >> 4 & 15, word & 8, d);
}

static uint32_t immediate_operand(const struct machine *m, uint32_t word, unsigned lane)
{
    uint32_t c = m->l[word >> 4 & 15][lane];
    return m->arch == SFP_BH ? c ^ (word & 2) << 30 : c;
}

static void lane_addi(struct machine *m, uint32_t word, unsigned lane)
{
    if (!enabled(m, lane))
        return;
    uint32_t imm = (word >> 8 & 0xFFFF) << 16;
    uint32_t d = slow_fma(m->arch, imm, 0x3F800000, immediate_operand(m, word, lane));
    write_indirect(m, lane, word >> 4 & 15, word & 8, d);
}

static void lane_muli(struct machine *m, uint32_t word, unsigned lane)
{
    if (!enabled(m, lane))
        return;
    uint32_t imm = (word >> 8 & 0xFFFF) << 16;
    uint32_t d = slow_fma(m->arch, imm, immediate_operand(m, word, lane), 0);
    write_indirect(m, lane, word >> 4 & 15, word & 8, d);
}

static void lane_mul24(struct machine *m, uint32_t word, unsigned lane)
{
    if (!enabled(m, lane))
        return;
    unsigned va = word & 4 ? m->l[7][lane] & 15 : word >> 16 & 15;
    uint32_t d = slow_mul24(word & 15, m->l[va][lane], m->l[word >> 12 & 15][lane], m->l[word >> 8 & 15][lane]);
    write_indirect(m, lane, word >> 4 & 15, word & 8, d);
}

/* Which of the three main intervals |L3| is in. */
static unsigned lut_interval(uint32_t b)
{
    if (b < 0x3F800000)
        return 0;
    return b < 0x40000000 ? 1 : 2;
}

static uint32_t lut_result(const struct machine *m, unsigned lane, uint32_t a, uint32_t c, bool retain_sign)
{
    uint32_t x = m->l[3][lane];
    uint32_t d = slow_fma(m->arch, a, x & 0x7FFFFFFF, c);
    return retain_sign ? (d & 0x7FFFFFFF) | (x & 0x80000000) : d;
}

static void lane_lut(struct machine *m, uint32_t word, unsigned lane)
{
    if (!enabled(m, lane))
        return;
    uint32_t entry = m->l[lut_interval(m->l[3][lane] & 0x7FFFFFFF)][lane];
    uint32_t d = lut_result(m, lane, slow_lut8(entry >> 8), slow_lut8(entry), word >> 16 & 4);
    write_indirect(m, lane, word >> 20 & 15, word >> 16 & 8, d);
}

static void lane_lutfp32(struct machine *m, uint32_t word, unsigned lane)
{
    if (!enabled(m, lane))
        return;
    uint32_t b = m->l[3][lane] & 0x7FFFFFFF;
    unsigned i = lut_interval(b);
    uint32_t a = m->l[i][lane];
    uint32_t c = m->l[4 + i][lane];
    unsigned table = word & 0xB;
    if (table == 2 || table == 3) {
        uint32_t cut = table == 2 ? 0x40400000 : 0x40800000;
        uint32_t middle = i == 0 ? 0x3F000000 : i == 1 ? 0x3FC00000 : cut;
        unsigned half = b < middle ? 0 : 16;
        a = slow_lut16(a >> half);
        c = slow_lut16(c >> half);
    } else if (table >= 10) {
        c = slow_lut16(a);
        a = slow_lut16(a >> 16);
    }
    write_indirect(m, lane, word >> 4 & 15, word & 8, lut_result(m, lane, a, c, word & 4));
}

static const struct lane_function {
    const char *name;
    void (*run)(struct machine *m, uint32_t word, unsigned lane);
} lane_functions[] = {
    {"SFPLOAD", lane_load},           {"SFPSTORE", lane_store},   {"SFPCAST", lane_cast},
    {"SFP_STOCH_RND", lane_stoch_rnd}, {"SFPARECIP", lane_arecip}, {"SFPMAD", lane_mad},
    {"SFPADD", lane_mad},             {"SFPMUL", lane_mad},       {"SFPADDI", lane_addi},
    {"SFPMULI", lane_muli},           {"SFPMUL24", lane_mul24},   {"SFPLUT", lane_lut},
    {"SFPLUTFP32", lane_lutfp32},
};

static size_t lane_function_index(const char *name)
{
    size_t i = 0;
    while (i < COUNT(lane_functions) && strcmp(lane_functions[i].name, name) != 0)
        i++;
    return i;
}

/* Runs one record if its instruction is one of the above. True if the state comes out as the record says. */
static bool check_record(json_t *record, size_t function)
{
    static struct machine got;
    static struct machine want;
    const char *arch = json_string_value(json_object_get(record, "arch"));
    uint32_t word = (uint32_t)strtoul(json_string_value(json_object_get(record, "word")), NULL, 16);
    machine_base(&got, strcmp(arch, "bh") == 0 ? SFP_BH : SFP_WH);
    machine_apply(&got, json_object_get(record, "in"));
    want = got;
    machine_apply(&want, json_object_get(record, "out"));
    for (unsigned lane = 0; lane < SFP_LANES; lane++)
        lane_functions[function].run(&got, word, lane);
    return memcmp(got.l, want.l, sizeof got.l) == 0 && memcmp(got.prng, want.prng, sizeof got.prng) == 0 &&
           memcmp(got.dst, want.dst, sizeof got.dst) == 0;
}

static void check_golden_records(const char *path)
{
    FILE *f = golden_open(path);
    char *line = NULL;
    size_t size = 0;
    unsigned number = 0;
    unsigned wrong = 0;
    unsigned checked[COUNT(lane_functions)] = {0};
    while (getline(&line, &size, f) > 0) {
        json_error_t error;
        json_t *record = json_loads(line, 0, &error);
        assert_non_null(record);
        number++;
        const char *name = json_string_value(json_object_get(record, "name"));
        assert_non_null(name);
        size_t function = lane_function_index(name);
        if (function < COUNT(lane_functions)) {
            checked[function]++;
            if (!check_record(record, function) && wrong++ < SHOWN_FAILURES)
                print_error("%s:%u: %s %s\n", path, number, name, json_string_value(json_object_get(record, "word")));
        }
        json_decref(record);
    }
    free(line);
    fclose(f);
    unsigned all = 0;
    for (size_t i = 0; i < COUNT(checked); i++) {
        if (checked[i] != 0)
            print_message("           %s %u\n", lane_functions[i].name, checked[i]);
        all += checked[i];
    }
    print_message("           %s: %u of %u records checked, %u differ\n", path, all, number, wrong);
    assert_int_equal(wrong, 0);
    assert_true(all > 0);
}

static void golden_records_wh(void **state)
{
    (void)state;
    check_golden_records(GOLDEN "insn_wh.jsonl");
}

static void golden_records_bh(void **state)
{
    (void)state;
    check_golden_records(GOLDEN "insn_bh.jsonl");
}

static void golden_records_wh_docs(void **state)
{
    (void)state;
    check_golden_records(GOLDEN "insn_wh_docs.jsonl");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fma_worked_examples),
        cmocka_unit_test(fma_add_and_multiply_are_ieee),
        cmocka_unit_test(fma_golden_wh),
        cmocka_unit_test(fma_golden_bh),
        cmocka_unit_test(prng_seed_table),
        cmocka_unit_test(conversions_match_their_formulas),
        cmocka_unit_test(cast_modes_of_the_archs),
        cmocka_unit_test(shuffles_match_their_formulas),
        cmocka_unit_test(store_examples),
        cmocka_unit_test(load_examples),
        cmocka_unit_test(stores_come_back),
        cmocka_unit_test(srcb_mode_follows_the_format),
        cmocka_unit_test(lut_formulas),
        cmocka_unit_test(mul24_examples),
        cmocka_unit_test(recip_self_check),
        cmocka_unit_test(operand_lists_hold_no_duplicates),
        cmocka_unit_test(triples_are_what_they_say),
        cmocka_unit_test(splitmix64_known_answers),
        cmocka_unit_test(golden_records_wh),
        cmocka_unit_test(golden_records_bh),
        cmocka_unit_test(golden_records_wh_docs),
    };
    return cmocka_run_group_tests_name("reference", tests, NULL, NULL);
}
