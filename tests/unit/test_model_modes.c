/*
 * What neither golden records nor the slow reference cover: guards, the
 * template backdoor, lane enables, the flag stack, configuration, addressing,
 * modes of the instructions that cross lanes, and SFPLOADMACRO without time.
 * Expected values are worked out here from the manual. Every test runs
 * at each SIMD level on each arch it is for.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "model/model.h"

enum { MAX_LEVELS = 4, COLUMNS = SFP_COLUMNS, ALL = -1 };

/* ---- Fixture ---- */

typedef void body(struct sfp_machine *m);

static struct sfp_machine *current; /* freed here even if a test jumps away */

static void run_on(enum sfp_arch arch, body *test)
{
    const struct sfp_semantics *list[MAX_LEVELS] = {NULL};

    sfp_semantics_list(list);
    for (unsigned i = 0; i < MAX_LEVELS && list[i]; i++) {
        sfp_machine_free(current);
        current = sfp_machine_new(arch, list[i]);
        assert_non_null(current);
        test(current);
    }
}

static int teardown(void **state)
{
    (void)state;
    sfp_machine_free(current);
    return 0;
}

/* TEST(name, archs) { ... } defines a cmocka test whose body gets a fresh machine `m` a level and arch. */
#define TEST(name, archs)                     \
    static body name##_body;                  \
    static void name(void **state)            \
    {                                         \
        (void)state;                          \
        if ((archs) & SFP_WH)                 \
            run_on(SFP_WH, name##_body);      \
        if ((archs) & SFP_BH)                 \
            run_on(SFP_BH, name##_body);      \
    }                                         \
    static void name##_body(struct sfp_machine *m)

#define EACH_LANE(l) for (unsigned l = 0; l < SFP_LANES; l++)

static void expect_at(const struct sfp_machine *m, int line, const char *what, unsigned where, uint32_t got,
                      uint32_t want)
{
    if (got != want)
        fail_msg("line %d, %s %s: %s [%u] is %08X, expected %08X", line, sfp_arch_name(m->s.arch), m->semantics->level,
                 what, where, (unsigned)got, (unsigned)want);
}

#define EXPECT(got, want) expect_at(m, __LINE__, #got, 0, (uint32_t)(got), (uint32_t)(want))
#define EXPECT_LANE(l, got, want) expect_at(m, __LINE__, #got, l, (uint32_t)(got), (uint32_t)(want))

static void execute(struct sfp_machine *m, uint32_t word)
{
    struct sfp_op op;

    sfp_decode(m, word, 0, &op);
    if (!op.exec)
        fail_msg("%s refuses %08X", sfp_arch_name(m->s.arch), (unsigned)word);
    op.exec(m, &op);
}

/* ---- Words ---- */

#define I12(op, imm, vc, vd, mod) ((uint32_t)(op) << 24 | (uint32_t)(imm) << 12 | (vc) << 8 | (vd) << 4 | (mod))
#define I16(op, imm, vd, mod) ((uint32_t)(op) << 24 | (uint32_t)(imm) << 8 | (vd) << 4 | (mod))
#define MATH(op, va, vb, vc, vd, mod) I12(op, (va) << 4 | (vb), vc, vd, mod)
#define MEMI(op, vd, mod0, imm) ((uint32_t)(op) << 24 | (uint32_t)(vd) << 20 | (uint32_t)(mod0) << 16 | (imm))

enum {
    LOAD = 0x70, LOADI, STORE, LUT, ADDI = 0x75, EXEXP = 0x77, IADD = 0x79, SETCC = 0x7B, MOV, ABS, AND, MAD = 0x84,
    PUSHC = 0x87, POPC, SETSGN, ENCC, COMPC, TRANSP, STOCHRND = 0x8E, CAST = 0x90, CONFIG, SWAP, LOADMACRO, SHFT2,
    LE = 0x96, GT, ARECIP = 0x99,
};
enum { FP16 = 1, BF16, FP32, INT32, UINT16 = 6, INT32_ALL = 10, STEP = 1 };

/* A load or store with address modifier `mode`, whose field is a bit higher on Wormhole. */
static uint32_t mem(const struct sfp_machine *m, unsigned op, unsigned vd, unsigned mod0, unsigned mode, unsigned addr)
{
    return MEMI(op, vd, mod0, mode << (m->s.arch == SFP_WH ? 14 : 13) | addr);
}

/* ---- State ---- */

static void fill(struct sfp_machine *m, unsigned reg, uint32_t value)
{
    EACH_LANE(l) m->s.lreg[reg][l] = value;
}

/* Every register and lane another value: 4r..., a normal float that multiplying by one and adding zero keeps. */
static uint32_t mark(unsigned reg, unsigned l)
{
    return 0x40000000 + (reg << 16) + (l << 8);
}

static void fill_marks(struct sfp_machine *m)
{
    for (unsigned reg = 0; reg < 8; reg++)
        EACH_LANE(l) m->s.lreg[reg][l] = mark(reg, l);
}

static void set_flags(struct sfp_machine *m, uint32_t flags, uint32_t use)
{
    m->s.flags = flags;
    m->s.use_flags = use;
    sfp_state_refresh(&m->s);
}

/* Lanes outside `lanes` are disabled by predication. */
static void enable_only(struct sfp_machine *m, uint32_t lanes)
{
    set_flags(m, lanes, UINT32_MAX);
}

static uint32_t flags(const struct sfp_machine *m)
{
    return m->s.flags;
}

static uint32_t use(const struct sfp_machine *m)
{
    return m->s.use_flags;
}

/* LaneConfig of one column, or of all of them. */
static void configure(struct sfp_machine *m, int column, uint32_t bits)
{
    EACH_LANE(l) {
        if (column == ALL || l % COLUMNS == (unsigned)column)
            m->s.lane_config[l] = bits;
    }
    sfp_state_refresh(&m->s);
}

/* Address modifier 1 moves Dst on by 2. */
static void step_by_two(struct sfp_machine *m)
{
    m->s.own.thread_config[(m->s.arch == SFP_WH ? 23 : 28) + STEP] = 2;
    sfp_state_refresh(&m->s);
}

static bool in(uint32_t lanes, unsigned l)
{
    return lanes >> l & 1;
}

/* Random numbers, stepped for us (sfpu-semantics(7), Random numbers). */
static const uint32_t drawn = 0xC5CF309E, next = 0xE2E7984F;

static void fill_prng(struct sfp_machine *m)
{
    EACH_LANE(l) m->s.prng[l] = drawn;
}

static void expect_prng(const struct sfp_machine *m, int line, uint32_t stepped)
{
    EACH_LANE(l) expect_at(m, line, "prng", l, m->s.prng[l], in(stepped, l) ? next : drawn);
}

#define EXPECT_STEPPED(lanes) expect_prng(m, __LINE__, lanes)

/* A copy of the whole state, for what must not change. */
static struct sfp_state kept;

static void keep(const struct sfp_machine *m)
{
    kept = m->s;
}

#define EXPECT_KEPT() EXPECT(memcmp(&kept, &m->s, sizeof kept), 0)

/* ---- The template backdoor (sfpu-semantics(7), Template loads) ---- */

/* Words with VD field 12 + i are captured in all lanes, enabled or not, and not executed. */
TEST(backdoor_captures, SFP_BOTH)
{
    static const uint32_t words[][2] = {
        /* word, i */
        {MATH(MAD, 1, 2, 3, 12, 0), 0},  {0x8F0000D0, 1},               {MEMI(LOADI, 14, 0, 0x1234), 2},
        {I12(SETCC, 1, 0, 15, 1), 3},    {I12(ENCC, 3, 0, 12, 10), 0},  {I12(PUSHC, 0, 0, 13, 0), 1},
        {I12(POPC, 0, 0, 14, 0), 2},     {I12(COMPC, 0, 0, 15, 0), 3},  {MEMI(LUT, 12, 0, 0), 0},
        {I12(CAST, 0, 1, 13, 1), 1},     {I12(SWAP, 0, 1, 14, 0), 2},   {I12(TRANSP, 0, 0, 15, 0), 3},
        {I12(STOCHRND, 0, 1, 12, 0), 0}, {I12(SHFT2, 0, 1, 13, 3), 1},  {I12(IADD, 5, 1, 14, 1), 2},
        {I12(MOV, 0, 9, 15, 8), 3},      {MATH(MAD, 1, 2, 3, 12, 8), 0}, {I12(ABS, 0, 1, 13, 0), 1},
    };

    fill_marks(m);
    fill_prng(m);
    set_flags(m, 0x0000FF00, 0xFFFFFFFF);
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        keep(m);
        execute(m, words[i][0]);
        EACH_LANE(l) EXPECT_LANE(l, m->s.macro_template[words[i][1]][l], words[i][0]);
        memcpy(m->s.macro_template, kept.macro_template, sizeof kept.macro_template);
        sfp_state_refresh(&m->s);
        EXPECT_KEPT();
    }
}

/* SFPCONFIG's VD is a destination of its own. */
TEST(backdoor_leaves_config_alone, SFP_BOTH)
{
    execute(m, I16(CONFIG, 0x0104, 15, 1));
    EXPECT(m->s.macro_template[3][0], 0);
    EXPECT(m->s.lane_config[9], 0x104);
}

/* Captured loads and stores still move the counters, and nothing else. */
TEST(backdoor_steps_counters, SFP_BOTH)
{
    step_by_two(m);
    fill_marks(m);
    m->s.dst[0][0] = 0x1111;
    execute(m, mem(m, LOAD, 12, BF16, STEP, 0));
    EXPECT(m->s.own.rwc.dst, 2);
    execute(m, mem(m, STORE, 13, BF16, STEP, 0));
    EXPECT(m->s.own.rwc.dst, 4);
    EXPECT(m->s.dst[0][0], 0x1111);
    EXPECT(m->s.lreg[0][0], mark(0, 0));
    EXPECT(m->s.macro_template[0][31], mem(m, LOAD, 12, BF16, STEP, 0));
    EXPECT(m->s.macro_template[1][31], mem(m, STORE, 13, BF16, STEP, 0));
}

/* Blackhole's INT32_ALL: Sp back by SFPU_STACK_Incr for a load unless it is 0, on by it for a store. */
TEST(backdoor_steps_sp, SFP_BH)
{
    m->s.own.thread_config[36] = 2;
    sfp_state_refresh(&m->s);
    execute(m, mem(m, LOAD, 12, INT32_ALL, 0, 0));
    EXPECT(m->s.own.rwc.sp, 0);
    execute(m, mem(m, STORE, 12, INT32_ALL, 0, 0));
    EXPECT(m->s.own.rwc.sp, 2);
    execute(m, mem(m, STORE, 12, INT32_ALL, 0, 0));
    execute(m, mem(m, LOAD, 12, INT32_ALL, 0, 0));
    EXPECT(m->s.own.rwc.sp, 2);
}

/* With the backdoor closed G12 instructions run, but no result goes to L12..L15; G8 instructions do nothing. */
TEST(backdoor_closed, SFP_BOTH)
{
    configure(m, ALL, SFP_LC_DISABLE_BACKDOOR);
    step_by_two(m);
    fill(m, 1, 0xC0000000);
    fill_prng(m);
    set_flags(m, 0xFFFFFFFF, 0xFFFFFFFF);

    keep(m);
    execute(m, MEMI(LOADI, 12, 0, 0x1234));    /* nothing at all */
    execute(m, MATH(MAD, 1, 2, 3, 12, 0));     /* no register to write */
    execute(m, I12(IADD, 5, 1, 13, 1));        /* G8: nor flags, though L1 + 5 is negative */
    execute(m, I12(EXEXP, 0, 1, 14, 10));
    EXPECT_KEPT();

    execute(m, I12(CAST, 0, 1, 12, 1)); /* G12: the random numbers step */
    EXPECT_STEPPED(0xFFFFFFFF);
    execute(m, I12(SETCC, 0, 10, 15, 0)); /* L10 < 0: nowhere */
    EXPECT(flags(m), 0);
    execute(m, I12(ENCC, 3, 0, 13, 10));
    EXPECT(flags(m), 0xFFFFFFFF);
    execute(m, I12(PUSHC, 0, 0, 14, 0));
    EXPECT(m->s.stack_size, 1);
    execute(m, mem(m, LOAD, 12, BF16, STEP, 0)); /* only the counter */
    EXPECT(m->s.own.rwc.dst, 2);
    EXPECT(m->s.lreg[12][0], 0x3B000000);
    execute(m, mem(m, STORE, 12, BF16, 0, 0x3FE)); /* 3FE + 2: row 0. L12 = 2^-9: sign 0, exponent 76, mantissa 0 */
    EXPECT(m->s.dst[0][0], 0x0076);
    EXPECT(m->s.macro_template[0][0], 0);
}

/* Where LaneConfig differs, each lane does its own: here columns 0..3 execute, 4..7 capture. */
TEST(backdoor_diverges, SFP_BOTH)
{
    const uint32_t closed = 0x0F0F0F0F, word = I12(SETCC, 1, 0, 12, 1);

    for (int column = 0; column < 4; column++)
        configure(m, column, SFP_LC_DISABLE_BACKDOOR);
    step_by_two(m);
    set_flags(m, 0, 0xFFFFFFFF);
    execute(m, I12(ENCC, 2, 0, 12, 10)); /* closed lanes only: flags 1, use 0 */
    EXPECT(flags(m), closed);
    EXPECT(use(m), ~closed);
    set_flags(m, closed, 0xFFFFFFFF);
    execute(m, I12(SETCC, 0, 0, 12, 1));
    EXPECT(flags(m), 0);
    EACH_LANE(l) EXPECT_LANE(l, m->s.macro_template[0][l], in(closed, l) ? 0 : I12(SETCC, 0, 0, 12, 1));
    set_flags(m, 0xFFFFFFFF, 0xFFFFFFFF);
    execute(m, word);
    EXPECT(flags(m), 0xFFFFFFFF);
    execute(m, I12(SETCC, 0, 0, 12, 1)); /* 0 in the lanes that execute; the others, though enabled, keep their flags */
    EXPECT(flags(m), ~closed);
    execute(m, mem(m, LOAD, 12, BF16, STEP, 0)); /* one instruction, one step */
    EXPECT(m->s.own.rwc.dst, 2);
    EACH_LANE(l) EXPECT_LANE(l, m->s.macro_template[0][l], in(closed, l) ? 0 : mem(m, LOAD, 12, BF16, STEP, 0));
}

/* ---- Indirection through L7 (sfpu-semantics(7), Multiply-add family) ---- */

/* VA = L7 & 15: x * 1 + 0 keeps a normal float; constants can be named too, and denormals (L15) count as 0. */
TEST(indirect_va, SFP_BOTH)
{
    static const uint32_t constants[] = {0x3F56594B, 0, 0x3F800000, 0xBF800000, 0x3B000000, 0xBF2CC4C7, 0xBEB08FF9, 0};

    fill_marks(m);
    EACH_LANE(l) m->s.lreg[7][l] = 0x40001000 | l; /* a normal float, too; only bits 3:0 count */
    enable_only(m, 0x7FFFFFFF);
    execute(m, MATH(MAD, 5, 10, 9, 0, 4));
    for (unsigned l = 0; l < 31; l++) {
        unsigned reg = l % 16;
        uint32_t want = reg == 7 ? 0x40001000 | l : reg < 8 ? mark(reg, l) : constants[reg - 8];

        EXPECT_LANE(l, m->s.lreg[0][l], want);
    }
    EXPECT(m->s.lreg[0][31], mark(0, 31));
}

/* VD = L7 & 15, L7 read before it is written; lanes that name 8..15 write nothing. */
TEST(indirect_vd, SFP_BOTH)
{
    fill_marks(m);
    EACH_LANE(l) m->s.lreg[7][l] = 0x100 | l;
    enable_only(m, 0x0FFFFFFF);
    execute(m, MATH(MAD, 10, 10, 10, 9, 8)); /* 1 * 1 + 1. The guard looks at VD = 9 and lets it pass */
    for (unsigned reg = 0; reg < 8; reg++) {
        EACH_LANE(l) {
            uint32_t old = reg == 7 ? 0x100 | l : mark(reg, l);

            EXPECT_LANE(l, m->s.lreg[reg][l], l < 28 && l % 16 == reg ? 0x40000000 : old);
        }
    }
    EXPECT(m->s.lreg[9][9], 0);
    EXPECT(m->s.lreg[10][10], 0x3F800000);
}

/* Without indirection VD = 8..11 is executed for nothing; with VD = 12 the word is captured, whatever L7 says. */
TEST(indirect_guard, SFP_BOTH)
{
    fill_marks(m);
    fill(m, 7, 1);
    keep(m);
    execute(m, MATH(MAD, 10, 10, 10, 8, 0));
    execute(m, MATH(MAD, 10, 10, 10, 11, 0));
    EXPECT_KEPT();
    execute(m, MATH(MAD, 10, 10, 10, 12, 8));
    EXPECT(m->s.lreg[1][0], mark(1, 0));
    EXPECT(m->s.macro_template[0][0], MATH(MAD, 10, 10, 10, 12, 8));
    configure(m, ALL, SFP_LC_DISABLE_BACKDOOR);
    execute(m, MATH(MAD, 10, 10, 10, 12, 8));
    EXPECT(m->s.lreg[1][0], 0x40000000);
}

/* ---- sfpu-semantics(7), SFPSWAP ---- */

/* VC = 1.0 and VD = 2.0: VD becomes 1.0 exactly where it gets the minimum. */
TEST(swap_modes, SFP_BOTH)
{
    static const uint8_t min_rows[16] = {0, 0xF, 0x3, 0x5, 0x9, 0x1, 0x2, 0x4, 0x8}; /* 9 to 15: none */

    for (unsigned mode = 1; mode < 16; mode++) {
        fill(m, 1, 0x3F800000);
        fill(m, 2, 0x40000000);
        execute(m, I12(SWAP, 0, 1, 2, mode));
        EACH_LANE(l) {
            bool min = min_rows[mode] >> l / COLUMNS & 1;

            EXPECT_LANE(l, m->s.lreg[2][l], min ? 0x3F800000 : 0x40000000);
            EXPECT_LANE(l, m->s.lreg[1][l], min ? 0x40000000 : 0x3F800000);
        }
    }
}

/* EXCHANGE_SRCB_SRCC turns the decision round, lane by lane, but not that of mode 0. */
TEST(swap_exchange_bit, SFP_BOTH)
{
    configure(m, 3, SFP_LC_EXCHANGE_SRCB_SRCC);
    fill(m, 1, 0x3F800000);
    fill(m, 2, 0x40000000);
    execute(m, I12(SWAP, 0, 1, 2, 1));
    EACH_LANE(l) EXPECT_LANE(l, m->s.lreg[2][l], l % COLUMNS == 3 ? 0x40000000 : 0x3F800000);
    execute(m, I12(SWAP, 0, 1, 2, 0));
    EACH_LANE(l) EXPECT_LANE(l, m->s.lreg[2][l], l % COLUMNS == 3 ? 0x3F800000 : 0x40000000);
    fill(m, 1, 0x40000000);
    fill(m, 2, 0x3F800000); /* VD has the minimum already */
    execute(m, I12(SWAP, 0, 1, 2, 1));
    EACH_LANE(l) EXPECT_LANE(l, m->s.lreg[2][l], l % COLUMNS == 3 ? 0x40000000 : 0x3F800000);
}

/* -NaN < -Inf < -1 < -denormal < -0 < +0 < denormal < 1 < Inf < NaN, and nothing is flushed. */
TEST(swap_order, SFP_BOTH)
{
    static const uint32_t ascending[] = {0xFFFFFFFF, 0xFF800001, 0xFF800000, 0xBF800000, 0x80000001, 0x80000000,
                                         0x00000000, 0x00000001, 0x3F800000, 0x7F800000, 0x7F800001, 0x7FFFFFFF};
    enum { COUNT = sizeof ascending / sizeof ascending[0] };

    for (unsigned i = 0; i < COUNT; i++) {
        for (unsigned j = 0; j < COUNT; j++) {
            fill(m, 0, ascending[i]);
            fill(m, 1, ascending[j]);
            execute(m, I12(SWAP, 0, 0, 1, 1));
            EXPECT_LANE(i, m->s.lreg[1][5], ascending[i < j ? i : j]);
            EXPECT_LANE(j, m->s.lreg[0][5], ascending[i < j ? j : i]);
        }
    }
}

/* A side that cannot be written is dropped; disabled lanes keep both. */
TEST(swap_constant_and_mask, SFP_BOTH)
{
    fill(m, 0, 0x40000000);
    enable_only(m, 0x0000FFFF);
    execute(m, I12(SWAP, 0, 10, 0, 1));
    EACH_LANE(l) {
        EXPECT_LANE(l, m->s.lreg[0][l], l < 16 ? 0x3F800000 : 0x40000000);
        EXPECT_LANE(l, m->s.lreg[10][l], 0x3F800000);
    }
}

/* ENABLE_DEST_INDEX: indices follow in L4..L7, in ties too where VD gets the maximum (!(c < d) holds then). */
TEST(swap_indices, SFP_BOTH)
{
    configure(m, ALL, SFP_LC_DEST_INDEX);
    for (unsigned mode = 1; mode < 10; mode += 8) {
        fill_marks(m);
        EACH_LANE(l) {
            m->s.lreg[1][l] = 0x3F800000;
            m->s.lreg[2][l] = l % 3 == 0 ? 0x3F800000 : l % 3 == 1 ? 0x40000000 : 0x3F000000;
        }
        execute(m, I12(SWAP, 0, 1, 2, mode));
        EACH_LANE(l) {
            bool less = l % 3 == 1, swap = mode == 1 ? less : !less;

            EXPECT_LANE(l, m->s.lreg[5][l], mark(swap ? 6 : 5, l));
            EXPECT_LANE(l, m->s.lreg[6][l], mark(swap ? 5 : 6, l));
            EXPECT_LANE(l, m->s.lreg[4][l], mark(4, l));
            EXPECT_LANE(l, m->s.lreg[2][l],
                        l % 3 == 0 ? 0x3F800000 : l % 3 == 1 ? (mode == 1 ? 0x3F800000 : 0x40000000)
                                                            : (mode == 1 ? 0x3F000000 : 0x3F800000));
        }
    }
}

/*
 * Equal operands: c counts as the smaller one where it is negative. Where VD gets the minimum, indices follow in the
 * negative ties, where it gets the maximum in the others; EXCHANGE_SRCB_SRCC turns both round.
 */
TEST(swap_index_ties, SFP_BOTH)
{
    static const uint32_t ties[] = {0x3F800000, 0xBF800000, 0x00000000, 0x80000000, 0xFFFFFFFF};
    enum { COUNT = sizeof ties / sizeof ties[0], MIN = 1, MAX = 9 };

    for (unsigned i = 0; i < 4; i++) {
        const unsigned mode = i & 1 ? MAX : MIN;
        const bool exchanged = i & 2;

        configure(m, ALL, SFP_LC_DEST_INDEX | (exchanged ? SFP_LC_EXCHANGE_SRCB_SRCC : 0));
        fill_marks(m);
        EACH_LANE(l) m->s.lreg[1][l] = m->s.lreg[2][l] = ties[l % COUNT];
        execute(m, I12(SWAP, 0, 1, 2, mode));
        EACH_LANE(l) {
            const bool negative = ties[l % COUNT] >= 0x80000000, swap = (negative == (mode == MIN)) != exchanged;

            EXPECT_LANE(l, m->s.lreg[5][l], mark(swap ? 6 : 5, l));
            EXPECT_LANE(l, m->s.lreg[6][l], mark(swap ? 5 : 6, l));
        }
    }
}

/* Only L0..L3 receive values. VC = 6 does not; as index of L2 it takes part in the index exchange with L5. */
TEST(swap_indices_high_register, SFP_BOTH)
{
    configure(m, ALL, SFP_LC_DEST_INDEX);
    configure(m, 7, 0);
    fill_marks(m);
    execute(m, I12(SWAP, 0, 6, 1, 0));
    EACH_LANE(l) {
        bool plain = l % COLUMNS == 7;

        EXPECT_LANE(l, m->s.lreg[1][l], mark(6, l));
        EXPECT_LANE(l, m->s.lreg[6][l], mark(plain ? 1 : 5, l));
        EXPECT_LANE(l, m->s.lreg[5][l], mark(plain ? 5 : 6, l));
    }
}

/* ---- SFPTRANSP: each write needs its destination lane (sfpu-semantics(7), SFPTRANSP) ---- */

TEST(transp_masked, SFP_BOTH)
{
    const uint32_t lanes = 0x00F0FF3C;

    fill_marks(m);
    enable_only(m, lanes);
    execute(m, I12(TRANSP, 0, 0, 9, 0));
    for (unsigned reg = 0; reg < 8; reg++) {
        EACH_LANE(l) {
            unsigned row = l / COLUMNS, column = l % COLUMNS;
            uint32_t moved = mark(reg / 4 * 4 + row, reg % 4 * COLUMNS + column);

            EXPECT_LANE(l, m->s.lreg[reg][l], in(lanes, l) ? moved : mark(reg, l));
        }
    }
}

/* ---- sfpu-semantics(7), SFPSHFT2 ---- */

/* Modes 0 to 2 in masked lanes: L0..L2 from the next register; L3 is 0, the row below of old L0, or VC rotated. */
TEST(shft2_copies, SFP_BOTH)
{
    const uint32_t lanes = 0xF00FA5FF;

    for (unsigned mode = 0; mode < 3; mode++) {
        fill_marks(m);
        enable_only(m, lanes);
        execute(m, I12(SHFT2, 0, 5, 9, mode));
        EACH_LANE(l) {
            unsigned left = l % COLUMNS ? l - 1 : l + 7;
            uint32_t last = mode == 0 ? 0 : mode == 1 ? (l < 24 ? mark(0, l + 8) : 0) : mark(5, left);

            for (unsigned reg = 0; reg < 3; reg++)
                EXPECT_LANE(l, m->s.lreg[reg][l], mark(in(lanes, l) ? reg + 1 : reg, l));
            EXPECT_LANE(l, m->s.lreg[3][l], in(lanes, l) ? last : mark(3, l));
            EXPECT_LANE(l, m->s.lreg[5][l], mark(5, l));
        }
    }
}

/* Rotation right within rows, in place and masked; VD = 8..11 writes nothing. */
TEST(shft2_rotate, SFP_BOTH)
{
    fill_marks(m);
    enable_only(m, 0xFFFF0000);
    execute(m, I12(SHFT2, 0, 4, 4, 3));
    EACH_LANE(l) EXPECT_LANE(l, m->s.lreg[4][l], mark(4, l < 16 ? l : l % COLUMNS ? l - 1 : l + 7));
    keep(m);
    execute(m, I12(SHFT2, 0, 5, 9, 4)); /* mode 4 is G8 */
    EXPECT_KEPT();
}

/*
 * Mode 4 shifts right within rows. Into column 0 Wormhole shifts what column 7
 * of the last rotation's VC held, enabled or not and whatever VD; Blackhole 0.
 */
TEST(shft2_latch, SFP_BOTH)
{
    bool wh = m->s.arch == SFP_WH;

    fill_marks(m);
    execute(m, I12(SHFT2, 0, 4, 6, 4)); /* nothing latched yet */
    EACH_LANE(l) EXPECT_LANE(l, m->s.lreg[6][l], l % COLUMNS ? mark(4, l - 1) : 0);
    enable_only(m, 0);
    execute(m, I12(SHFT2, 0, 5, 9, 3));
    execute(m, I12(SHFT2, 0, 7, 6, 4)); /* disabled: no effect, nor does mode 4 latch */
    enable_only(m, 0xFFFFFFFF);
    execute(m, I12(SHFT2, 0, 4, 6, 4));
    EACH_LANE(l) EXPECT_LANE(l, m->s.lreg[6][l], l % COLUMNS ? mark(4, l - 1) : wh ? mark(5, l + 7) : 0);
    execute(m, I12(SHFT2, 0, 4, 11, 2)); /* mode 2 latches as well */
    execute(m, I12(SHFT2, 0, 5, 6, 4));
    EACH_LANE(l) EXPECT_LANE(l, m->s.lreg[6][l], l % COLUMNS ? mark(5, l - 1) : wh ? mark(4, l + 7) : 0);
    execute(m, I12(SHFT2, 0, 9, 9, 3)); /* the documented way to clear it */
    execute(m, I12(SHFT2, 0, 5, 6, 4));
    EXPECT(m->s.lreg[6][8], 0);
}

/* Nor does a scheduled one whose VD is L16, which is beyond L11 as well. */
TEST(shft2_latch_scheduled, SFP_BOTH)
{
    struct sfp_op op;

    fill_marks(m);
    sfp_decode(m, I12(SHFT2, 0, 5, 0, 3), 0, &op);
    op.scheduled = true;
    op.vd = SFP_STAGING_LREG;
    op.exec(m, &op);
    EXPECT(m->s.lreg[SFP_STAGING_LREG][1], mark(5, 0));
    EXPECT(m->s.shft2_latch[0], 0);
    op.vd = 11;
    op.exec(m, &op);
    EXPECT(m->s.shft2_latch[0], m->s.arch == SFP_WH ? mark(5, 7) : 0);
}

/* A captured rotation does not execute, so it latches nothing. */
TEST(shft2_latch_captured, SFP_WH)
{
    fill_marks(m);
    execute(m, I12(SHFT2, 0, 5, 12, 3));
    EXPECT(m->s.shft2_latch[0], 0);
}

/* Mode 5: L[VB] by VC, VB under the immediate; mode 6: VB = imm & 15 and the shift is imm. Right shifts are logical. */
TEST(shft2_bits, SFP_BOTH)
{
    fill(m, 1, 0x80000001);
    EACH_LANE(l) m->s.lreg[2][l] = l - 16;
    execute(m, I12(SHFT2, 1, 2, 0, 5));
    EXPECT(m->s.lreg[0][16], 0x80000001);
    EXPECT(m->s.lreg[0][17], 0x00000002);
    EXPECT(m->s.lreg[0][31], 0x00008000);
    EXPECT(m->s.lreg[0][15], 0x40000000);
    EXPECT(m->s.lreg[0][0], 0x00008000);
    fill(m, 2, 33); /* modulo 32 */
    execute(m, I12(SHFT2, 1, 2, 0, 5));
    EXPECT(m->s.lreg[0][3], 0x00000002);
    fill(m, 2, (uint32_t)-32);
    execute(m, I12(SHFT2, 1, 2, 0, 5));
    EXPECT(m->s.lreg[0][3], 0x80000001);
    fill(m, 3, 0x11);
    execute(m, I12(SHFT2, 0x003, 0, 0, 6)); /* L3 << 3 */
    EXPECT(m->s.lreg[0][3], 0x88);
    execute(m, I12(SHFT2, 0xFFE, 0, 0, 6)); /* L14 >> 2 */
    EXPECT(m->s.lreg[0][3], 0x2FAC23FE);
}

TEST(shft2_undefined_modes, SFP_BOTH)
{
    fill_marks(m);
    keep(m);
    for (unsigned mode = 7; mode < 16; mode++)
        execute(m, I12(SHFT2, 1, 2, 0, mode));
    EXPECT_KEPT();
}

/* ---- The flag stack (sfpu-semantics(7), Flag stack and Predication) ---- */

static void push(struct sfp_machine *m, uint32_t flag_bits, uint32_t use_bits)
{
    set_flags(m, flag_bits, use_bits);
    execute(m, I12(PUSHC, 0, 0, 0, 0));
}

/* The ninth entry overwrites slot 0, the sixteenth push wraps the counter to "empty". */
TEST(stack_overflow, SFP_BOTH)
{
    for (uint32_t i = 0; i < 9; i++)
        push(m, 0x100 + i, i);
    EXPECT(m->s.stack_size, 9);
    EXPECT(m->s.stack.flags[0], 0x108);
    EXPECT(m->s.stack.use_flags[0], 8);
    EXPECT(m->s.stack.flags[1], 0x101);
    execute(m, I12(POPC, 0, 0, 0, 0)); /* top: slot (9 - 1) & 7 = 0 */
    EXPECT(flags(m), 0x108);
    execute(m, I12(POPC, 0, 0, 0, 0)); /* then slot 7 */
    EXPECT(flags(m), 0x107);
    EXPECT(m->s.stack_size, 7);
    for (uint32_t i = 7; i < 16; i++)
        push(m, i, i);
    EXPECT(m->s.stack_size, 0);
    EXPECT(m->s.stack.flags[7], 15);
    execute(m, I12(POPC, 0, 0, 0, 1)); /* a peek finds it empty */
    EXPECT(flags(m), 0);
    EXPECT(use(m), 0);
}

/* A pop of nothing enables all lanes and leaves the counter at 15, whose top is slot 6. */
TEST(stack_underflow, SFP_BOTH)
{
    for (uint32_t i = 0; i < 8; i++)
        push(m, 0x200 + i, 0x300 + i);
    for (uint32_t i = 0; i < 8; i++)
        execute(m, I12(POPC, 0, 0, 0, 0));
    EXPECT(flags(m), 0x200);
    EXPECT(m->s.stack_size, 0);
    execute(m, I12(POPC, 0, 0, 0, 0));
    EXPECT(flags(m), 0);
    EXPECT(use(m), 0);
    EXPECT(m->s.derived.enabled, 0xFFFFFFFF);
    EXPECT(m->s.stack_size, 15);
    execute(m, I12(POPC, 0, 0, 0, 0));
    EXPECT(flags(m), 0x206);
    EXPECT(use(m), 0x306);
    EXPECT(m->s.stack_size, 14);
}

/* SFPCOMPC takes an empty stack's top for {1, 1}, and an else-branch of its own top otherwise. */
TEST(stack_compc, SFP_BOTH)
{
    set_flags(m, 0x00FF00FF, 0x0000FFFF);
    execute(m, I12(COMPC, 0, 0, 0, 0));
    EXPECT(flags(m), 0x0000FF00); /* use and !flags */
    EXPECT(use(m), 0x0000FFFF);
    push(m, 0x33333333, 0x0F0F0F0F);
    set_flags(m, 0x55555555, 0x00FFFFFF);
    execute(m, I12(COMPC, 0, 0, 0, 0)); /* 0F0F0F0F & 00FFFFFF & 33333333 & AAAAAAAA */
    EXPECT(flags(m), 0x00020202);
    EXPECT(m->s.stack_size, 1);
}

/* Wormhole: a look at a full stack copies its top over its bottom. */
TEST(stack_full_peek, SFP_BOTH)
{
    for (unsigned mode = 1; mode < 16; mode++) {
        m->s.stack_size = 0;
        for (uint32_t i = 0; i < 8; i++)
            push(m, 0x400 + i, 0x500 + i);
        execute(m, I12(POPC, 0, 0, 0, mode));
        EXPECT_LANE(mode, m->s.stack.flags[0], m->s.arch == SFP_WH ? 0x407 : 0x400);
        EXPECT_LANE(mode, m->s.stack.use_flags[0], m->s.arch == SFP_WH ? 0x507 : 0x500);
        EXPECT_LANE(mode, m->s.stack.flags[7], 0x407);
        EXPECT(m->s.stack_size, 8);
    }
    m->s.stack_size = 7; /* not full: no bug */
    m->s.stack.flags[0] = 0x123;
    execute(m, I12(POPC, 0, 0, 0, 1));
    EXPECT(m->s.stack.flags[0], 0x123);
    EXPECT(flags(m), 0x406);
}

/* The boolean table for A = 0000FFFF and B = 00FF00FF; row 0 stands for what is not in it. */
static const uint32_t a_bits = 0x0000FFFF, b_bits = 0x00FF00FF;
static const uint32_t booleans[13] = {
    0,          0x00FF00FF, 0xFF00FF00, 0x000000FF, 0x00FFFFFF, 0x0000FF00, 0xFF00FFFF,
    0x00FF0000, 0xFFFF00FF, 0xFF000000, 0xFFFFFF00, 0x00FFFF00, 0xFF0000FF,
};

/* SFPPOPC: A are the flags, B those of the top. */
TEST(popc_modes, SFP_BOTH)
{
    for (unsigned mode = 1; mode < 16; mode++) {
        m->s.stack_size = 0;
        push(m, b_bits, 0x12345678);
        set_flags(m, a_bits, 0x87654321);
        execute(m, I12(POPC, 0, 0, 0, mode));
        EXPECT_LANE(mode, flags(m),
                    mode <= 12 ? booleans[mode] : mode == 13 ? ~a_bits : mode == 14 ? 0xFFFFFFFF : 0);
        EXPECT_LANE(mode, use(m), mode <= 12 ? 0x12345678 : mode == 13 ? 0x87654321 : 0xFFFFFFFF);
        EXPECT(m->s.stack_size, 1);
        EXPECT(m->s.stack.flags[0], b_bits);
    }
}

/* SFPPUSHC on Blackhole: A are the top's flags, B the current ones; the top takes UseLaneFlags too. */
TEST(pushc_modes, SFP_BH)
{
    for (unsigned mode = 1; mode < 16; mode++) {
        uint32_t top = mode <= 12 ? booleans[mode] : mode == 13 ? ~b_bits : mode == 14 ? 0xFFFFFFFF : 0;

        m->s.stack_size = 0;
        push(m, a_bits, 0x12345678);
        set_flags(m, b_bits, 0x87654321);
        execute(m, I12(PUSHC, 0, 0, 0, mode));
        EXPECT_LANE(mode, m->s.stack.flags[0], top);
        EXPECT_LANE(mode, m->s.stack.use_flags[0], mode <= 13 ? 0x87654321 : 0xFFFFFFFF);
        EXPECT_LANE(mode, flags(m), mode == 13 ? ~b_bits : b_bits);
        EXPECT_LANE(mode, use(m), 0x87654321);
        EXPECT(m->s.stack_size, 1);
    }
}

/* On an empty stack they do nothing, but that mode 13 inverts the flags. */
TEST(pushc_modes_empty, SFP_BH)
{
    set_flags(m, b_bits, 0x87654321);
    for (unsigned mode = 1; mode < 16; mode++) {
        keep(m);
        execute(m, I12(PUSHC, 0, 0, 0, mode));
        if (mode == 13) {
            EXPECT(flags(m), ~b_bits);
            EXPECT(m->s.stack_size, 0);
            set_flags(m, b_bits, 0x87654321);
        }
        EXPECT_KEPT();
    }
}

/* Wormhole has mode 0 only. */
TEST(pushc_modes_wh, SFP_WH)
{
    push(m, a_bits, 0x12345678);
    set_flags(m, b_bits, 0x87654321);
    keep(m);
    for (unsigned mode = 1; mode < 16; mode++)
        execute(m, I12(PUSHC, 0, 0, 0, mode));
    EXPECT_KEPT();
}

/* ---- SFPGT, SFPLE (sfpu-semantics(7), Comparisons) ---- */

/*
 * VD is 2.0 in lanes 0..15, else -0; VC is +0: VD > VC in lanes 0..15. Results
 * only in enabled lanes, the stack in all of them.
 */
TEST(compare_modes, SFP_BH)
{
    const uint32_t greater = 0x0000FFFF, lanes = 0x00FFFF00, stacked = 0x0F0F0F0F;

    for (unsigned word = LE; word <= GT; word++) {
        uint32_t holds = word == GT ? greater : ~greater;

        for (unsigned mode = 0; mode < 16; mode++) {
            uint32_t top = !(mode & 2) ? stacked : mode & 4 ? stacked | holds : stacked & holds;

            m->s.stack_size = 0;
            push(m, stacked, 0x77777777);
            enable_only(m, lanes);
            fill(m, 1, 0);
            EACH_LANE(l) m->s.lreg[2][l] = l < 16 ? 0x40000000 : 0x80000000;
            execute(m, I12(word, 0, 1, 2, mode));
            EXPECT_LANE(mode, flags(m), mode & 1 ? lanes & holds : lanes);
            EXPECT_LANE(mode, m->s.stack.flags[0], top);
            EXPECT(m->s.stack.use_flags[0], 0x77777777);
            EACH_LANE(l) {
                uint32_t old = l < 16 ? 0x40000000 : 0x80000000;

                EXPECT_LANE(l, m->s.lreg[2][l], mode & 8 && in(lanes, l) ? (in(holds, l) ? 0xFFFFFFFF : 0) : old);
            }
        }
    }
}

/* An empty stack stays as it is; VD = 9 takes part but receives nothing. */
TEST(compare_empty_stack, SFP_BH)
{
    m->s.stack.flags[7] = 0x1234;
    set_flags(m, 0xFFFFFFFF, 0xFFFFFFFF);
    keep(m);
    execute(m, I12(GT, 0, 10, 9, 2));
    execute(m, I12(LE, 0, 10, 9, 2 | 4 | 8));
    EXPECT_KEPT();
    execute(m, I12(GT, 0, 10, 9, 1)); /* 0 > 1: nowhere */
    EXPECT(flags(m), 0);
}

/* ---- SFPENCC, SFPSETCC ---- */

/* Immediates in 13:12: bit 0 for UseLaneFlags, bit 1 for LaneFlags; all lanes, even those that ROW_MASK takes out. */
TEST(encc, SFP_BOTH)
{
    static const struct {
        uint32_t mode, imm, flags, use;
    } cases[] = {
        {0, 3, 0xFFFFFFFF, 0x00FF00FF},  {1, 0, 0xFFFFFFFF, 0xFF00FF00},  {2, 0, 0xFFFFFFFF, 0},
        {2, 1, 0xFFFFFFFF, 0xFFFFFFFF},  {3, 1, 0xFFFFFFFF, 0xFFFFFFFF},  {3, 0, 0xFFFFFFFF, 0},
        {8, 0, 0, 0x00FF00FF},           {8, 2, 0xFFFFFFFF, 0x00FF00FF},  {9, 1, 0, 0xFF00FF00},
        {9, 3, 0xFFFFFFFF, 0xFF00FF00},  {10, 0, 0, 0},                   {10, 1, 0, 0xFFFFFFFF},
        {10, 2, 0xFFFFFFFF, 0},          {10, 3, 0xFFFFFFFF, 0xFFFFFFFF}, {4, 0, 0xFFFFFFFF, 0x00FF00FF},
    };

    configure(m, 2, 0xF << SFP_LC_ROW_MASK_LSB);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        set_flags(m, 0x0000FFFF, 0x00FF00FF);
        execute(m, I12(ENCC, cases[i].imm, 0, 0, cases[i].mode));
        EXPECT_LANE(i, flags(m), cases[i].flags);
        EXPECT_LANE(i, use(m), cases[i].use);
        EACH_LANE(l) {
            bool on = l % COLUMNS != 2 && (!in(cases[i].use, l) || in(cases[i].flags, l));

            EXPECT_LANE(l, m->s.derived.enabled >> l & 1, on);
        }
    }
}

/* Lanes without predication get 0; mode bit 3 clears, bit 0 takes the immediate before the others are looked at. */
TEST(setcc, SFP_BOTH)
{
    static const struct {
        uint32_t mode, imm, want; /* for VC = -0 */
    } cases[] = {{0, 0, 1}, {2, 0, 1}, {4, 0, 0}, {6, 0, 0}, {1, 1, 1}, {1, 0, 0}, {3, 1, 1}, {5, 0, 0},
                 {7, 1, 1}, {8, 0, 0}, {9, 1, 0}, {10, 0, 0}, {12, 0, 0}, {15, 1, 0}};

    fill(m, 1, 0x80000000);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        set_flags(m, 0xFFF0FF00, 0x0F0F0F0F); /* enabled: without predication, or with it and the flag */
        execute(m, I12(SETCC, cases[i].imm, 1, 0, cases[i].mode));
        EACH_LANE(l) {
            bool used = in(0x0F0F0F0F, l), on = !used || in(0xFFF0FF00, l);
            bool want = on ? used && cases[i].want : in(0xFFF0FF00, l);

            EXPECT_LANE(l, in(flags(m), l), want);
        }
    }
}

/* ---- ROW_MASK (sfpu-semantics(7), Lanes) ---- */

/* Bit r of the LaneConfig of row 0's lane takes lane 8r + k out, whatever the flags. */
TEST(row_mask, SFP_BOTH)
{
    const uint32_t masked = 1u << (8 * 1 + 3) | 1u << (8 * 3 + 3) | 1u << (8 * 0 + 5);

    configure(m, 3, 0xA << SFP_LC_ROW_MASK_LSB);
    configure(m, 5, 0x1 << SFP_LC_ROW_MASK_LSB);
    fill_marks(m);
    fill_prng(m);
    execute(m, MEMI(LOADI, 0, 2, 7));
    execute(m, I12(MOV, 0, 9, 1, 8));
    EXPECT_STEPPED(~masked);
    execute(m, I12(MOV, 0, 10, 2, 2)); /* all lanes */
    execute(m, I12(MOV, 0, 10, 3, 6)); /* reserved bit 2 does not matter */
    EACH_LANE(l) {
        EXPECT_LANE(l, m->s.lreg[0][l], in(masked, l) ? mark(0, l) : 7);
        EXPECT_LANE(l, m->s.lreg[1][l], in(masked, l) ? mark(1, l) : drawn);
        EXPECT_LANE(l, m->s.lreg[2][l], 0x3F800000);
        EXPECT_LANE(l, m->s.lreg[3][l], 0x3F800000);
    }
    execute(m, I12(ENCC, 1, 0, 0, 10)); /* use 1, flags 0: everywhere */
    EXPECT(flags(m), 0);
    EXPECT(use(m), 0xFFFFFFFF);
    execute(m, I12(PUSHC, 0, 0, 0, 0));
    execute(m, I12(COMPC, 0, 0, 0, 0)); /* top {0, 1}: stays 0 */
    execute(m, I12(POPC, 0, 0, 0, 14));
    EXPECT(flags(m), 0xFFFFFFFF);
}

/* The column's row-0 lane decides: what other rows' LaneConfig says of ROW_MASK is not looked at. */
TEST(row_mask_of_row_0, SFP_BOTH)
{
    m->s.lane_config[8 + 4] = 0xF << SFP_LC_ROW_MASK_LSB;
    sfp_state_refresh(&m->s);
    execute(m, MEMI(LOADI, 0, 2, 7));
    EACH_LANE(l) EXPECT_LANE(l, m->s.lreg[0][l], 7);
}

/* ---- SFPCONFIG and what SFPMOV reads back (sfpu-semantics(7), SFPCONFIG and SFPMOV) ---- */

/* L0 of row 0 goes to all rows of its column. Lanes: bit 2k of the immediate, and the flags of row 0. */
TEST(config_lanes, SFP_BOTH)
{
    EACH_LANE(l) m->s.lreg[0][l] = 0x100 + l;
    execute(m, I16(CONFIG, 0, 4, 0));
    EACH_LANE(l) EXPECT_LANE(l, m->s.macro_sequence[0][l], 0x100 + l % COLUMNS);
    execute(m, I16(CONFIG, 0x4002, 5, 8)); /* bit 14: column 7; bit 1 is no column's */
    EACH_LANE(l) EXPECT_LANE(l, m->s.macro_sequence[1][l], l % COLUMNS == 7 ? 0x107 : 0);
    execute(m, I16(CONFIG, 0x0011, 6, 9)); /* value and lane mask at once: columns 0 and 2 */
    EACH_LANE(l) EXPECT_LANE(l, m->s.macro_sequence[2][l], l % COLUMNS == 0 || l % COLUMNS == 2 ? 0x11 : 0);

    /* Column 1's row 0 is disabled, column 2's is not, whatever the other rows say; ROW_MASK does not matter. */
    set_flags(m, 0x02020204, 0x0000FF06);
    configure(m, 4, 0xF << SFP_LC_ROW_MASK_LSB);
    execute(m, I16(CONFIG, 0, 7, 0));
    EACH_LANE(l) EXPECT_LANE(l, m->s.macro_sequence[3][l], l % COLUMNS == 1 ? 0 : 0x100 + l % COLUMNS);
}

TEST(config_destinations, SFP_BOTH)
{
    fill(m, 0, 0xABCD1234);
    execute(m, I16(CONFIG, 0x5555, 0, 1)); /* templates come from L0 even so */
    EXPECT(m->s.macro_template[0][31], 0xABCD1234);
    execute(m, I16(CONFIG, 0x5555, 4, 1));
    EXPECT(m->s.macro_sequence[0][31], 0x5555);
    execute(m, I16(CONFIG, 0, 12, 0));
    EXPECT(m->s.lreg[12][31], 0xABCD1234);
    execute(m, I16(CONFIG, 0x5555, 12, 1)); /* its default */
    EXPECT(m->s.lreg[12][31], 0x3B000000);
    for (uint32_t dest = 9; dest <= 10; dest++) {
        keep(m);
        execute(m, I16(CONFIG, 0x5555, dest, 1));
        execute(m, I16(CONFIG, 0, dest, 0));
        EXPECT_KEPT();
    }
    enable_only(m, 0xFFFFFF00); /* row 0 rules: no lane is written */
    execute(m, I16(CONFIG, 0, 11, 0));
    EXPECT(m->s.lreg[11][31], 0xBF800000);
}

/* Misc has 12 bits, LaneConfig 18; 2 is OR, 4 AND, 6 XOR. */
TEST(config_combines, SFP_BOTH)
{
    execute(m, I16(CONFIG, 0xF0F0, 8, 1));
    EXPECT(m->s.macro_misc[9], 0x0F0);
    execute(m, I16(CONFIG, 0x000C, 8, 3));
    EXPECT(m->s.macro_misc[9], 0x0FC);
    execute(m, I16(CONFIG, 0x0F0F, 8, 5));
    EXPECT(m->s.macro_misc[9], 0x00C);
    execute(m, I16(CONFIG, 0x0A08, 8, 7));
    EXPECT(m->s.macro_misc[9], 0xA04);

    fill(m, 0, 0xFFFF0100);
    execute(m, I16(CONFIG, 0, 15, 0)); /* from L0: bits 17:16 too */
    EXPECT(m->s.lane_config[9], 0x30100);
    execute(m, I16(CONFIG, 0x0104, 15, 1)); /* an immediate leaves them */
    EXPECT(m->s.lane_config[9], 0x30104);
    execute(m, I16(CONFIG, 0x0004, 15, 5)); /* even AND */
    EXPECT(m->s.lane_config[9], 0x30004);
    execute(m, I16(CONFIG, 0x0804, 15, 7));
    EXPECT(m->s.lane_config[9], 0x30800);
    fill(m, 0, 0x10800);
    execute(m, I16(CONFIG, 0, 15, 6)); /* XOR with L0 */
    EXPECT(m->s.lane_config[9], 0x20000);
    execute(m, I16(CONFIG, 0, 15, 4));
    EXPECT(m->s.lane_config[9], 0);
    execute(m, I16(CONFIG, 0x2000, 15, 9)); /* no even bit but 2000 is odd: no column */
    EXPECT(m->s.lane_config[9], 0);
    execute(m, I16(CONFIG, 0x1000, 15, 9)); /* bit 12: column 6 loses row 0 at once */
    EXPECT(m->s.lane_config[14], 0x1000);
    EXPECT(m->s.derived.enabled >> 6 & 1, 0);
    EXPECT(m->s.derived.enabled >> 14 & 1, 1);
}

/* VC 0..3 templates, 4..7 sequences, 8 Misc, 10..14 zero, 15 LaneConfig; the sign mode does not apply. */
TEST(mov_special, SFP_BOTH)
{
    EACH_LANE(l) {
        for (unsigned i = 0; i < 4; i++) {
            m->s.macro_template[i][l] = 0x100 * (i + 1) + l;
            m->s.macro_sequence[i][l] = 0x1000 * (i + 1) + l;
        }
        m->s.macro_misc[l] = 0x800 + l;
        m->s.lane_config[l] = l % COLUMNS;
    }
    sfp_state_refresh(&m->s);
    for (unsigned vc = 0; vc < 16; vc++) {
        uint32_t base = vc < 4 ? 0x100 * (vc + 1) : vc < 8 ? 0x1000 * (vc - 3) : vc == 8 ? 0x800 : 0;

        if (vc == 9)
            continue;
        execute(m, I12(MOV, 0, vc, 0, 9));
        EACH_LANE(l) EXPECT_LANE(l, m->s.lreg[0][l], vc == 15 ? l % COLUMNS : base ? base + l : 0);
    }
}

/* ---- The random numbers (sfpu-semantics(7), Random numbers): a step in enabled lanes, once an instruction ---- */

TEST(prng_consumers, SFP_BOTH)
{
    const uint32_t lanes = 0x0FF0A55A;

    enable_only(m, lanes);
    fill(m, 1, 0x3F800000);
    for (uint32_t mode = 0; mode < 16; mode++) {
        for (uint32_t rnd = 0; rnd < 2; rnd++) {
            fill_prng(m);
            execute(m, I12(STOCHRND, rnd << 9, 1, mode & 1 ? 9u : 0u, mode)); /* VD = 9: no result, but a step */
            EXPECT_STEPPED(lanes);
        }
    }
    fill_prng(m);
    execute(m, I12(CAST, 0, 1, 0, 0));
    EXPECT_STEPPED(0);
    execute(m, I12(CAST, 0, 1, 9, 1));
    EXPECT_STEPPED(lanes);
    fill_prng(m);
    fill_marks(m);
    execute(m, I12(MOV, 0, 9, 3, 8)); /* the value before the step */
    EXPECT_STEPPED(lanes);
    EACH_LANE(l) EXPECT_LANE(l, m->s.lreg[3][l], in(lanes, l) ? drawn : mark(3, l));
    fill_prng(m);
    execute(m, I12(MOV, 0, 9, 11, 8)); /* nowhere to go */
    EXPECT_STEPPED(lanes);
    fill_prng(m);
    execute(m, I12(MOV, 0, 9, 12, 8)); /* captured */
    EXPECT_STEPPED(0);
}

/* Blackhole's modes 2 and 3 of SFPCAST are G8 and draw nothing. */
TEST(prng_cast_bh, SFP_BH)
{
    fill_prng(m);
    execute(m, I12(CAST, 0, 1, 0, 2));
    execute(m, I12(CAST, 0, 1, 0, 3));
    execute(m, I12(CAST, 0, 1, 9, 3));
    EXPECT_STEPPED(0);
}

/* ---- SFPLOADI ---- */

/* C100 as bf16, fp16 (1:10000:0100000000 is -2.5), unsigned, signed, and as either half of 12345678. */
TEST(loadi_modes, SFP_BOTH)
{
    static const uint32_t want[16] = {
        0xC1000000, 0xC0200000, 0x0000C100, 0x0000C100, 0xFFFFC100, 0xFFFFC100, 0xFFFFC100, 0xFFFFC100,
        0xC1005678, 0xC0200000, 0x1234C100, 0x1234C100, 0xFFFFC100, 0xFFFFC100, 0x1234C100, 0x1234C100,
    };

    enable_only(m, 0x55555555);
    for (unsigned mode = 0; mode < 16; mode++) {
        fill(m, 3, 0x12345678);
        execute(m, MEMI(LOADI, 3, mode, 0xC100));
        EACH_LANE(l) EXPECT_LANE(mode, m->s.lreg[3][l], l & 1 ? 0x12345678 : want[mode]);
    }
    execute(m, MEMI(LOADI, 0, 1, 0x0000)); /* no zero, no infinity among the fp16s */
    EXPECT(m->s.lreg[0][0], 0x38000000);
    execute(m, MEMI(LOADI, 0, 1, 0x7C00));
    EXPECT(m->s.lreg[0][0], 0x47800000);
    keep(m);
    for (unsigned vd = 8; vd < 12; vd++)
        execute(m, MEMI(LOADI, vd, 0, 0xC100));
    EXPECT_KEPT();
}

/* ---- Addresses and lanes of loads and stores (sfpu-dst(7), Addresses) ---- */

/* UINT16 cells that name their row and column. */
static void name_cells(struct sfp_machine *m)
{
    for (unsigned row = 0; row < SFP_DST_ROWS; row++)
        for (unsigned column = 0; column < SFP_DST_COLUMNS; column++)
            m->s.dst[row][column] = (uint16_t)(row << 4 | column);
}

/* Row and column of lane l for an address, bit 0 of which is ignored. */
static uint32_t cell(unsigned addr, unsigned l)
{
    return (addr / 4 * 4 + l / COLUMNS) << 4 | (2 * (l % COLUMNS) + (addr >> 1 & 1));
}

static void expect_cells(const struct sfp_machine *m, int line, unsigned addr)
{
    EACH_LANE(l) expect_at(m, line, "L0", l, m->s.lreg[0][l], cell(addr, l));
}

/* The sum of immediate, MATH_Offset, Dst and DEST_REGW_BASE, modulo 1024. */
TEST(address_sum, SFP_BOTH)
{
    name_cells(m);
    m->s.own.thread_config[1] = 0x100;
    m->s.config[0][6] = 0x40;
    m->s.own.rwc.dst = 0x20;
    sfp_state_refresh(&m->s);
    execute(m, mem(m, LOAD, 0, UINT16, 0, 0x00C));
    expect_cells(m, __LINE__, 0x16C);
    execute(m, mem(m, LOAD, 0, UINT16, 0, 0x2FF)); /* 45F: 05F, odd */
    expect_cells(m, __LINE__, 0x05E);
}

/* Blackhole adds Sp + DEST_SP_BASE, of which two bits count. */
TEST(address_sp, SFP_BH)
{
    name_cells(m);
    m->s.own.rwc.sp = 5;
    m->s.config[0][7] = 1;
    sfp_state_refresh(&m->s);
    execute(m, mem(m, LOAD, 0, UINT16, 0, 0x10));
    expect_cells(m, __LINE__, 0x12);
    EXPECT(m->s.own.rwc.sp, 5);
}

static void put_32(struct sfp_machine *m, unsigned row, unsigned column, uint32_t bits)
{
    m->s.dst[row][column] = (uint16_t)(bits >> 16);
    m->s.dst[row + 8][column] = (uint16_t)bits;
}

/* INT32_ALL: all lanes, even those that ROW_MASK takes out; of Dst two bits. 10 + (7 & 3) is row 10, odd columns. */
TEST(int32_all, SFP_BOTH)
{
    configure(m, 1, 0xF << SFP_LC_ROW_MASK_LSB);
    enable_only(m, 0);
    m->s.own.rwc.dst = 7;
    for (unsigned row = 0; row < 4; row++)
        for (unsigned column = 1; column < SFP_DST_COLUMNS; column += 2)
            put_32(m, 0x20 + row, column, row << 4 | column); /* Dst32b row 10 is physical row 20 */
    execute(m, mem(m, LOAD, 0, INT32_ALL, 0, 0x10));
    EACH_LANE(l) EXPECT_LANE(l, m->s.lreg[0][l], (l / COLUMNS) << 4 | (2 * (l % COLUMNS) + 1));
    EACH_LANE(l) m->s.lreg[0][l] = l;
    execute(m, mem(m, STORE, 0, INT32_ALL, 0, 0));
    EACH_LANE(l) EXPECT_LANE(l, m->s.dst[8 + l / COLUMNS][2 * (l % COLUMNS) + 1], l);
}

/* BLOCK_DEST_WR stops stores of INT32_ALL too. */
TEST(int32_all_blocked, SFP_BOTH)
{
    configure(m, ALL, SFP_LC_BLOCK_DEST_WR | SFP_LC_BLOCK_DEST_RD);
    fill_marks(m);
    m->s.own.addr_mods_known = UINT8_MAX;
    sfp_state_refresh(&m->s);
    keep(m);
    execute(m, mem(m, STORE, 1, INT32_ALL, 0, 0));
    execute(m, mem(m, LOAD, 1, INT32_ALL, 0, 0));
    EXPECT_KEPT();
}

/*
 * Blackhole's stack. Stores use Sp and then step it on by 4, loads step it back
 * first, unless it is 0: what was pushed last comes first.
 */
TEST(int32_all_stack, SFP_BH)
{
    m->s.own.thread_config[36] = 4;
    sfp_state_refresh(&m->s);
    fill(m, 0, 111);
    fill(m, 1, 222);
    execute(m, mem(m, STORE, 0, INT32_ALL, 0, 0));
    EXPECT(m->s.own.rwc.sp, 4);
    execute(m, mem(m, STORE, 1, INT32_ALL, 0, 0));
    EXPECT(m->s.own.rwc.sp, 8);
    EXPECT(m->s.dst[8][0], 111); /* low halves of Dst32b rows 0 and 4 */
    EXPECT(m->s.dst[12][0], 222);
    execute(m, mem(m, LOAD, 2, INT32_ALL, 0, 0));
    EXPECT(m->s.lreg[2][31], 222);
    execute(m, mem(m, LOAD, 2, INT32_ALL, 0, 0));
    EXPECT(m->s.lreg[2][31], 111);
    EXPECT(m->s.own.rwc.sp, 0);
    execute(m, mem(m, LOAD, 2, INT32_ALL, 0, 0)); /* empty: row 0 again */
    EXPECT(m->s.lreg[2][31], 111);
    EXPECT(m->s.own.rwc.sp, 0);
    m->s.own.rwc.sp = 2; /* wraps at ten bits; 2 - 4 + 8 is address 6 */
    m->s.dst[12][1] = 333;
    execute(m, mem(m, LOAD, 2, INT32_ALL, 0, 8));
    EXPECT(m->s.own.rwc.sp, 0x3FE);
    EXPECT(m->s.lreg[2][0], 333);
}

/* COL_EXCHANGE: the column's own bit, in row 0's LaneConfig, forces odd Dst columns; 6 for loads, 7 for stores. */
TEST(column_exchange, SFP_BOTH)
{
    name_cells(m);
    configure(m, 2, SFP_LC_RD_COL_EXCHANGE);
    configure(m, 5, SFP_LC_WR_COL_EXCHANGE);
    m->s.lane_config[8] = SFP_LC_RD_COL_EXCHANGE; /* row 1: not looked at */
    sfp_state_refresh(&m->s);
    execute(m, mem(m, LOAD, 0, UINT16, 0, 0));
    EACH_LANE(l) EXPECT_LANE(l, m->s.lreg[0][l], cell(l % COLUMNS == 2 ? 2 : 0, l));
    execute(m, mem(m, LOAD, 0, UINT16, 0, 2));
    expect_cells(m, __LINE__, 2);
    EACH_LANE(l) m->s.lreg[1][l] = 0x8000 + l;
    execute(m, mem(m, STORE, 1, UINT16, 0, 0));
    EACH_LANE(l) {
        bool odd = l % COLUMNS == 5;
        unsigned row = l / COLUMNS, column = 2 * (l % COLUMNS);

        EXPECT_LANE(l, m->s.dst[row][column + odd], 0x8000 + l);
        EXPECT_LANE(l, m->s.dst[row][column + !odd], row << 4 | (column + !odd));
    }
    fill(m, 1, 0x12345678); /* LO16 stores 5678 above 1234 */
    execute(m, mem(m, STORE, 1, 9, 0, 0));
    EXPECT(m->s.dst[0][11], 0x5678);
    EXPECT(m->s.dst[8][11], 0x1234);
    EXPECT(m->s.dst[8][10], 0x08A);
    execute(m, mem(m, LOAD, 2, INT32, 0, 0)); /* column 2 from Dst column 5, where naming left 005 and 085 */
    EXPECT(m->s.lreg[2][2], 0x02800085); /* 0005: exponent 05, which moves up by 7 */
}

/*
 * The 16-bit view: row 8 is the high half of 32-bit row 8, which physical rows 16 and 24 hold (sfpu-dst(7), Storage).
 * Stores leave the low half, loads take the high one; 32-bit accesses and the modes that store whole words are as ever.
 */
TEST(dst_16bit_view, SFP_BOTH)
{
    name_cells(m);
    m->s.dst_16bit_view = true;
    sfp_state_refresh(&m->s);
    fill(m, 1, 0x1234);
    execute(m, mem(m, STORE, 1, UINT16, 0, 8));
    EXPECT(m->s.dst[16][0], 0x1234);
    EXPECT(m->s.dst[16][1], 0x101);
    EXPECT(m->s.dst[24][0], 0x180);
    EXPECT(m->s.dst[8][0], 0x080);
    execute(m, mem(m, LOAD, 2, UINT16, 0, 10)); /* odd columns */
    EXPECT(m->s.lreg[2][0], 0x101);
    execute(m, mem(m, LOAD, 2, INT32, 0, 8)); /* high half 1234: mantissa bits 12, exponent 34 */
    EXPECT(m->s.lreg[2][0], 0x1A120180);
    fill(m, 1, 0xABCD5678);
    execute(m, mem(m, STORE, 1, 7, 0, 8)); /* HI16 */
    EXPECT(m->s.dst[16][0], 0xABCD);
    EXPECT(m->s.dst[24][0], 0x5678);
}

/* What it is for: a tile of uint16 becomes one of fp32 in place. Without it the first stores overwrite cells to come. */
TEST(dst_16bit_view_widens, SFP_BOTH)
{
    enum { TILE_ROWS = 64, VECTOR_ROWS = 2 };

    m->s.dst_16bit_view = true;
    sfp_state_refresh(&m->s);
    for (unsigned r = 0; r < TILE_ROWS; r++)
        for (unsigned c = 0; c < 16; c++)
            m->s.dst[sfp_dst_row16(&m->s, r)][c] = (uint16_t)(16 * r + c);
    for (unsigned addr = 0; addr < TILE_ROWS; addr += VECTOR_ROWS) {
        execute(m, mem(m, LOAD, 0, UINT16, 0, addr));
        execute(m, I12(CAST, 0, 0, 0, 0));
        execute(m, mem(m, STORE, 0, FP32, 0, addr));
    }
    for (unsigned addr = 0; addr < TILE_ROWS; addr += VECTOR_ROWS) {
        execute(m, mem(m, LOAD, 0, FP32, 0, addr));
        EACH_LANE(l) {
            const float want = (float)(16 * ((addr & ~3u) + l / COLUMNS) + 2 * (l % COLUMNS) + (addr >> 1 & 1));
            uint32_t bits;

            memcpy(&bits, &want, sizeof bits);
            EXPECT_LANE(l, m->s.lreg[0][l], bits);
        }
    }
}

/* BLOCK bits, lane by lane: no transfer, but the counters move. */
TEST(block_bits, SFP_BOTH)
{
    name_cells(m);
    step_by_two(m);
    fill_marks(m);
    configure(m, 1, SFP_LC_BLOCK_DEST_RD);
    configure(m, 6, SFP_LC_BLOCK_DEST_WR);
    execute(m, mem(m, LOAD, 0, UINT16, STEP, 4));
    EXPECT(m->s.own.rwc.dst, 2);
    EACH_LANE(l) EXPECT_LANE(l, m->s.lreg[0][l], l % COLUMNS == 1 ? mark(0, l) : cell(4, l));
    fill(m, 0, 0xBEEF);
    execute(m, mem(m, STORE, 0, UINT16, STEP, 4)); /* 4 + 2 */
    EXPECT(m->s.own.rwc.dst, 4);
    EACH_LANE(l)
        EXPECT_LANE(l, m->s.dst[4 + l / COLUMNS][2 * (l % COLUMNS) + 1], l % COLUMNS == 6 ? cell(6, l) : 0xBEEF);
}

/* Disabled lanes transfer nothing; VD = 8..11 loads nothing, and stores constants. */
TEST(transfer_lanes, SFP_BOTH)
{
    name_cells(m);
    fill_marks(m);
    step_by_two(m);
    enable_only(m, 0x00FF0F0F);
    execute(m, mem(m, LOAD, 0, UINT16, 0, 0));
    EACH_LANE(l) EXPECT_LANE(l, m->s.lreg[0][l], in(0x00FF0F0F, l) ? cell(0, l) : mark(0, l));
    for (unsigned vd = 8; vd < 12; vd++)
        execute(m, mem(m, LOAD, vd, UINT16, STEP, 0));
    EXPECT(m->s.own.rwc.dst, 8);
    EXPECT(m->s.lreg[8][0], 0x3F56594B);
    execute(m, mem(m, STORE, 11, BF16, 0, 0)); /* -1.0: sign, mantissa 0, exponent 7F */
    EACH_LANE(l)
        EXPECT_LANE(l, m->s.dst[8 + l / COLUMNS][2 * (l % COLUMNS)], in(0x00FF0F0F, l) ? 0x807F : cell(8, l));
}

/* L8..L11 keep what they hold, whatever names them as VD (sfpu-semantics(7), Write guards). */
TEST(constants_stay, SFP_BOTH)
{
    enum { VD = 4, MEMORY_VD = 20 };
    static const struct {
        unsigned archs;
        uint32_t word;
        unsigned lsb;
    } words[] = {
        {SFP_BOTH, MATH(MAD, 1, 2, 3, 0, 0), VD},   {SFP_BOTH, MEMI(LOADI, 0, 2, 7), MEMORY_VD},
        {SFP_BOTH, MEMI(LUT, 0, 0, 0), MEMORY_VD},  {SFP_BOTH, I12(EXEXP, 0, 1, 0, 0), VD},
        {SFP_BOTH, I12(IADD, 5, 1, 0, 5), VD},      {SFP_BOTH, I12(MOV, 0, 1, 0, 0), VD},
        {SFP_BOTH, I12(MOV, 0, 1, 0, 1), VD},       {SFP_BOTH, I12(MOV, 0, 1, 0, 2), VD},
        {SFP_BOTH, I12(MOV, 0, 0, 0, 8), VD},       {SFP_BOTH, I12(MOV, 0, 9, 0, 8), VD},
        {SFP_BOTH, I12(ABS, 0, 1, 0, 0), VD},       {SFP_BOTH, I12(AND, 0, 1, 0, 0), VD},
        {SFP_BOTH, I12(SETSGN, 1, 1, 0, 1), VD},    {SFP_BOTH, I12(STOCHRND, 0, 1, 0, 0), VD},
        {SFP_BOTH, I12(STOCHRND, 0, 1, 0, 1), VD},  {SFP_BOTH, I12(STOCHRND, 0, 1, 0, 7), VD},
        {SFP_BOTH, I12(CAST, 0, 1, 0, 0), VD},      {SFP_BOTH, I12(CAST, 0, 1, 0, 1), VD},
        {SFP_BOTH, I12(SHFT2, 0, 1, 0, 3), VD},     {SFP_BOTH, I12(SHFT2, 0, 1, 0, 5), VD},
        {SFP_BOTH, I12(SWAP, 0, 1, 0, 0), VD},      {SFP_BH, I12(LE, 0, 1, 0, 8), VD},
        {SFP_BH, I12(GT, 0, 1, 0, 8), VD},          {SFP_BH, I12(ARECIP, 0, 1, 0, 0), VD},
    };

    keep(m);
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        for (uint32_t vd = 8; vd < 12 && words[i].archs & m->s.arch; vd++) {
            fill_marks(m);
            execute(m, words[i].word | vd << words[i].lsb);
            for (unsigned reg = 8; reg < 12; reg++)
                EXPECT_LANE(i, memcmp(m->s.lreg[reg], kept.lreg[reg], sizeof kept.lreg[reg]), 0);
        }
}

/* CAPTURE with DEST_INDEX: a load to L0..L3 also writes row << 4 | column to L4..L7, in the same lanes. */
TEST(capture_index, SFP_BOTH)
{
    const uint32_t capture = SFP_LC_DEST_INDEX | SFP_LC_CAPTURE_INDEX;

    name_cells(m);
    fill_marks(m);
    configure(m, ALL, capture);
    configure(m, 3, SFP_LC_CAPTURE_INDEX);               /* not without DEST_INDEX */
    configure(m, 4, capture | SFP_LC_RD_COL_EXCHANGE);   /* the odd column is the one noted */
    configure(m, 5, capture | SFP_LC_BLOCK_DEST_RD);
    enable_only(m, 0xFFFF00FF);
    execute(m, mem(m, LOAD, 1, FP32, 0, 0x3F8));
    EACH_LANE(l) {
        unsigned column = l % COLUMNS;
        bool noted = in(0xFFFF00FF, l) && column != 3 && column != 5;

        EXPECT_LANE(l, m->s.lreg[5][l], noted ? cell(column == 4 ? 0x3FA : 0x3F8, l) : mark(5, l));
    }
    execute(m, mem(m, LOAD, 4, FP32, 0, 0)); /* L4 has no companion: L8 stays 0.8373 */
    EACH_LANE(l) EXPECT_LANE(l, m->s.lreg[8][l], 0x3F56594B);
}

static void invalidate(struct sfp_machine *m, unsigned row)
{
    memset(&m->s.dst_valid[row], 0, 4);
    sfp_state_refresh(&m->s);
}

/* A row that is not valid reads as 0, both halves of its cells; it becomes valid when a lane stores to it. */
TEST(invalid_rows, SFP_BOTH)
{
    name_cells(m);
    invalidate(m, 0);
    execute(m, mem(m, LOAD, 0, INT32, 0, 0)); /* high halves in rows 0..3, low ones in 8..11, which are valid */
    EACH_LANE(l) EXPECT_LANE(l, m->s.lreg[0][l], 0);
    fill(m, 0, 0xBEEF);
    enable_only(m, 0x00010200); /* lanes 9 and 16: rows 1 and 2 */
    execute(m, mem(m, STORE, 0, UINT16, 0, 0));
    EXPECT(m->s.dst[1][2], 0xBEEF);
    for (unsigned row = 0; row < 8; row++)
        EXPECT_LANE(row, m->s.dst_valid[row], row != 0 && row != 3);
}

/* ---- Blackhole's Dst address functions (sfpu-dst(7), Storage) ---- */

static void set_functions(struct sfp_machine *m, uint32_t bits)
{
    m->s.config[0][220] = bits;
    sfp_state_refresh(&m->s);
}

/*
 * Remap moves row bits 5:4 to 4:3 and bit 3 to 5. Swizzle, for 32-bit cells
 * after it, moves bits 4:3 (XORed into what is left, which keeps bit 4) to 3:2
 * and bit 2 to 3; then rows spread by eights: (r & 1F8) << 1 | (r & 207).
 */
TEST(dst_functions, SFP_BH)
{
    enum { NONE, SWIZZLE, REMAP, BOTH };
    static const struct {
        uint32_t bits, addr, row16, row32;
    } cases[] = {
        {NONE, 0x08, 0x08, 0x10},    {NONE, 0x1FC, 0x1FC, 0x3F4},
        {REMAP, 0x08, 0x20, 0x40},   {REMAP, 0x10, 0x08, 0x10},   {REMAP, 0x20, 0x10, 0x20},
        {REMAP, 0x3C, 0x3C, 0x74},   {REMAP, 0x48, 0x60, 0xC0},
        {SWIZZLE, 0x04, 0x04, 0x10}, {SWIZZLE, 0x08, 0x08, 0x04}, {SWIZZLE, 0x10, 0x10, 0x30},
        {SWIZZLE, 0x18, 0x18, 0x34},
        {BOTH, 0x08, 0x20, 0x40},    {BOTH, 0x10, 0x08, 0x04},    {BOTH, 0x04, 0x04, 0x10},
    };

    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        set_functions(m, cases[i].bits);
        memset(m->s.dst, 0, sizeof m->s.dst);
        fill(m, 0, 0x1234);
        execute(m, mem(m, STORE, 0, UINT16, 0, cases[i].addr));
        EXPECT_LANE(i, m->s.dst[cases[i].row16 + 3][14], 0x1234); /* lane 31 */
        fill(m, 1, 0);
        execute(m, mem(m, LOAD, 1, UINT16, 0, cases[i].addr));
        EXPECT_LANE(i, m->s.lreg[1][31], 0x1234);

        memset(m->s.dst, 0, sizeof m->s.dst);
        fill(m, 0, 0xC0205678); /* -2.5 and more: cell A0205678 shuffled: sign, mantissa 20, exponent 80 */
        execute(m, mem(m, STORE, 0, INT32, 0, cases[i].addr));
        EXPECT_LANE(i, m->s.dst[cases[i].row32 + 2][2], 0xA080); /* lane 17 */
        EXPECT_LANE(i, m->s.dst[cases[i].row32 + 2 + 8][2], 0x5678);
        execute(m, mem(m, LOAD, 1, INT32, 0, cases[i].addr));
        EXPECT_LANE(i, m->s.lreg[1][17], 0xC0205678);
    }
}

/* ---- SFPLOADMACRO without time (sfpu-timing(7), SFPLOADMACRO) ---- */

/* Sequence bytes: `to` VC (0), VB (80) or L16 (40) and both; delay; selector. */
#define ITEM(unit, bits, delay, selector) ((uint32_t)((bits) | (delay) << 3 | (selector)) << 8 * (unit))
enum { SIMPLE, MADS, ROUND, STORES };
enum { TO_VB = 0x80, TO_L16 = 0x40, SELECT_NOP = 2, SELECT_STORE = 3, TEMPLATE_0 = 4, TEMPLATE_1 = 5 };
enum { USES_LOAD_MOD0 = 0x10 };

static void set_macro(struct sfp_machine *m, unsigned macro, uint32_t sequence, uint32_t misc)
{
    EACH_LANE(l) {
        m->s.macro_sequence[macro][l] = sequence;
        m->s.macro_misc[l] = misc;
    }
    sfp_state_refresh(&m->s);
}

static uint32_t loadmacro(const struct sfp_machine *m, unsigned macro, unsigned vd, unsigned mod0, unsigned mode,
                          unsigned addr)
{
    return mem(m, LOADMACRO, macro << 2 | (vd & 3), mod0, mode, addr | vd >> 2);
}

static void fill_dst(struct sfp_machine *m, uint16_t value)
{
    for (unsigned row = 0; row < SFP_DST_ROWS; row++)
        for (unsigned column = 0; column < SFP_DST_COLUMNS; column++)
            m->s.dst[row][column] = value;
}

/*
 * sfpu-timing(7), Examples: load, L16 = 1 / x, store of L16 at the load's address.
 * 1.0 is cell 007F; R(1.0) = 3F7F0000, whose cell is mantissa 7F, exponent 7E.
 */
TEST(macro_reciprocal, SFP_BH)
{
    step_by_two(m);
    fill_dst(m, 0x007F);
    execute(m, I12(ARECIP, 0, 0, 12, 0));
    set_macro(m, 0, ITEM(SIMPLE, TO_L16, 0, TEMPLATE_0) | ITEM(STORES, TO_L16, 1, SELECT_STORE), 0x110);
    execute(m, loadmacro(m, 0, 5, BF16, STEP, 0x10));
    EXPECT(m->s.own.rwc.dst, 2); /* the load's step only */
    EACH_LANE(l) {
        EXPECT_LANE(l, m->s.lreg[5][l], 0x3F800000);
        EXPECT_LANE(l, m->s.lreg[16][l], 0x3F7F0000);
        EXPECT_LANE(l, m->s.dst[0x10 + l / COLUMNS][2 * (l % COLUMNS)], 0x7F7E);
        EXPECT_LANE(l, m->s.dst[0x10 + l / COLUMNS][2 * (l % COLUMNS) + 1], 0x007F);
    }
}

/*
 * The loaded register replaces VC, and an opcode without VB takes the template's
 * VD (here 12: L12) as its second source; or it replaces VB, and VC stays.
 */
TEST(macro_sources, SFP_BOTH)
{
    const uint32_t template = I12(IADD, 0, 3, 12, 4); /* VC = 3, no flags */

    fill_dst(m, 0x0005);
    fill(m, 3, 0x1000);
    execute(m, template);
    set_macro(m, 1, ITEM(SIMPLE, 0, 0, TEMPLATE_0), 0);
    execute(m, loadmacro(m, 1, 2, UINT16, 0, 0));
    EXPECT(m->s.lreg[2][7], 5 + 0x3B000000);
    set_macro(m, 1, ITEM(SIMPLE, TO_VB, 0, TEMPLATE_0), 0);
    execute(m, loadmacro(m, 1, 2, UINT16, 0, 0));
    EXPECT(m->s.lreg[2][7], 0x1000 + 5);
    EXPECT(m->s.lreg[3][7], 0x1000);
    set_macro(m, 1, ITEM(SIMPLE, TO_VB | TO_L16, 0, TEMPLATE_0), 0);
    execute(m, loadmacro(m, 1, 2, UINT16, 0, 0));
    EXPECT(m->s.lreg[16][7], 0x1000 + 5);
    EXPECT(m->s.lreg[2][7], 5);
}

/*
 * Opcodes whose fields are particular: SFPADDI's VC is the loaded register, or
 * the template's VD (L12 = 2^-9); SFPSHFT2's VB lies under its immediate.
 */
TEST(macro_field_rules, SFP_BOTH)
{
    fill_dst(m, 0x007F); /* 1.0 */
    fill(m, 3, 0x11);
    execute(m, I16(ADDI, 0x3F80, 12, 0));
    execute(m, I12(SHFT2, 0x003, 0, 13, 6));
    set_macro(m, 0, ITEM(MADS, 0, 0, TEMPLATE_0), 0);
    execute(m, loadmacro(m, 0, 2, BF16, 0, 0));
    EXPECT(m->s.lreg[2][7], 0x40000000);
    set_macro(m, 0, ITEM(MADS, TO_VB, 0, TEMPLATE_0), 0);
    execute(m, loadmacro(m, 0, 2, BF16, 0, 0));
    EXPECT(m->s.lreg[2][7], 0x3F804000);
    set_macro(m, 0, ITEM(ROUND, 0, 0, TEMPLATE_1), 0);
    execute(m, loadmacro(m, 0, 2, BF16, 0, 0));
    EXPECT(m->s.lreg[2][7], 0x88);
    set_macro(m, 0, ITEM(ROUND, TO_VB, 0, TEMPLATE_1), 0);
    execute(m, loadmacro(m, 0, 2, BF16, 0, 0));
    EXPECT(m->s.lreg[2][7], 0xFC000000); /* 3F800000 << 3 */
}

/* Blackhole's SFPAND has a VB only in mode 1, where it stays; in mode 0 the template's VD takes its place. */
TEST(macro_and, SFP_BH)
{
    fill_dst(m, 0x0FFF);
    fill(m, 3, 0x00F0);
    fill(m, 4, 0x0F00);
    EACH_LANE(l) {
        m->s.macro_template[0][l] = I12(AND, 3, 0, 4, 1);
        m->s.macro_template[1][l] = I12(AND, 3, 0, 4, 0);
    }
    set_macro(m, 0, ITEM(SIMPLE, 0, 0, TEMPLATE_0), 0);
    execute(m, loadmacro(m, 0, 2, UINT16, 0, 0));
    EXPECT(m->s.lreg[2][7], 0x00F0);
    set_macro(m, 0, ITEM(SIMPLE, 0, 0, TEMPLATE_1), 0);
    execute(m, loadmacro(m, 0, 2, UINT16, 0, 0));
    EXPECT(m->s.lreg[2][7], 0x0F00);
}

/* Indirection does not apply to L16; VA is the template's, and may be indirect. */
TEST(macro_indirect, SFP_BOTH)
{
    fill_dst(m, 0x007F);
    fill_marks(m);
    fill(m, 7, 4);
    EACH_LANE(l) m->s.macro_template[0][l] = MATH(MAD, 0, 0, 9, 0, 12); /* L4 * loaded, loaded in VB */
    set_macro(m, 0, ITEM(MADS, TO_VB | TO_L16, 0, TEMPLATE_0), 0);
    execute(m, loadmacro(m, 0, 2, BF16, 0, 0));
    EACH_LANE(l) {
        EXPECT_LANE(l, m->s.lreg[16][l], mark(4, l));
        EXPECT_LANE(l, m->s.lreg[4][l], mark(4, l));
        EXPECT_LANE(l, m->s.lreg[2][l], 0x3F800000);
    }
    m->s.lreg[4][9] = 0x40000000;
    set_macro(m, 0, ITEM(MADS, TO_VB, 0, TEMPLATE_0), 0);
    execute(m, loadmacro(m, 0, 2, BF16, 0, 0)); /* to L4 itself */
    EXPECT(m->s.lreg[4][9], 0x40000000);
    EXPECT(m->s.lreg[2][9], 0x3F800000);
}

/* Results for L16 set no flags (C-46); those for the loaded register do. */
TEST(macro_flags, SFP_BOTH)
{
    fill_dst(m, 0x0005);
    execute(m, I12(IADD, 0xFF0, 3, 12, 1)); /* VC - 16, flags if negative */
    set_flags(m, 0, 0);
    set_macro(m, 0, ITEM(SIMPLE, TO_L16, 0, TEMPLATE_0), 0);
    execute(m, loadmacro(m, 0, 2, UINT16, 0, 0));
    EXPECT(m->s.lreg[16][7], (uint32_t)-11);
    EXPECT(flags(m), 0);
    set_macro(m, 0, ITEM(SIMPLE, 0, 0, TEMPLATE_0), 0);
    execute(m, loadmacro(m, 0, 2, UINT16, 0, 0));
    EXPECT(m->s.lreg[2][7], (uint32_t)-11);
    EXPECT(flags(m), 0xFFFFFFFF);
}

/* StoreMod0, unless UsesLoadMod0ForStore has the macro's bit. 2.5 is bf16 cell 2080; as FP32 it goes to two rows. */
TEST(macro_store_mode, SFP_BOTH)
{
    fill_dst(m, 0x2080);
    set_macro(m, 2, ITEM(STORES, 0, 3, SELECT_STORE), USES_LOAD_MOD0 << 2 | FP32);
    execute(m, loadmacro(m, 2, 1, BF16, 0, 0x20));
    EXPECT(m->s.lreg[1][0], 0x40200000);
    EXPECT(m->s.dst[0x20][0], 0x2080);
    EXPECT(m->s.dst[0x48][0], 0x2080);
    set_macro(m, 2, ITEM(STORES, 0, 3, SELECT_STORE), USES_LOAD_MOD0 << 1 | FP32);
    execute(m, loadmacro(m, 2, 1, BF16, 0, 0x20)); /* Dst32b row 20: physical 40 and 48 */
    EXPECT(m->s.dst[0x40][0], 0x2080);
    EXPECT(m->s.dst[0x48][0], 0x0000);
    EXPECT(m->s.dst[0x48][1], 0x2080);
}

/* A store's source: the loaded register, the template's VD, or L16. */
TEST(macro_store_source, SFP_BOTH)
{
    fill_dst(m, 0x0111);
    fill(m, 0, 0x0222);
    fill(m, 6, 0x0333);
    fill(m, 16, 0x0444);
    EACH_LANE(l) m->s.macro_template[1][l] = mem(m, STORE, 6, 0, 0, 0x3FF); /* mode and address do not count */
    set_macro(m, 0, ITEM(STORES, TO_VB, 0, SELECT_STORE), UINT16);
    execute(m, loadmacro(m, 0, 3, UINT16, 0, 8));
    EXPECT(m->s.dst[8][0], 0x0222);
    set_macro(m, 0, ITEM(STORES, TO_VB, 0, TEMPLATE_1), UINT16);
    execute(m, loadmacro(m, 0, 3, UINT16, 0, 8));
    EXPECT(m->s.lreg[3][0], 0x0222);
    EXPECT(m->s.dst[8][0], 0x0333);
    set_macro(m, 0, ITEM(STORES, TO_L16 | TO_VB, 0, TEMPLATE_1), UINT16);
    execute(m, loadmacro(m, 0, 3, UINT16, 0, 8));
    EXPECT(m->s.dst[8][0], 0x0444);
    fill(m, 3, 0);
    set_macro(m, 0, ITEM(STORES, 0, 0, TEMPLATE_1), UINT16);
    m->s.dst[8][0] = 0x0555;
    execute(m, loadmacro(m, 0, 3, UINT16, 0, 8));
    EXPECT(m->s.dst[8][0], 0x0555);
    EXPECT(m->s.lreg[3][0], 0x0555);
}

/* Items run in the order of their delays: 2 * 3 + 1 made negative, or 2 * -3 + 1. Others need not be there. */
TEST(macro_delays, SFP_BOTH)
{
    fill_dst(m, 0x4080); /* 3.0 */
    fill(m, 4, 0x40000000);
    EACH_LANE(l) {
        m->s.macro_template[0][l] = MATH(MAD, 4, 0, 10, 0, 0); /* 2 * loaded + 1, loaded in VB */
        m->s.macro_template[1][l] = I12(SETSGN, 1, 0, 0, 1);
    }
    set_macro(m, 3, ITEM(SIMPLE, 0, 6, TEMPLATE_1) | ITEM(MADS, TO_VB, 2, TEMPLATE_0), 0);
    execute(m, loadmacro(m, 3, 1, BF16, 0, 0));
    EXPECT(m->s.lreg[1][0], 0xC0E00000); /* -7 */
    set_macro(m, 3, ITEM(SIMPLE, 0, 0, TEMPLATE_1) | ITEM(MADS, TO_VB, 2, TEMPLATE_0), 0);
    execute(m, loadmacro(m, 3, 1, BF16, 0, 0));
    EXPECT(m->s.lreg[1][0], 0xC0A00000); /* -5 */
    set_macro(m, 3, ITEM(SIMPLE, 0, 3, TEMPLATE_1) | ITEM(ROUND, 0, 7, SELECT_NOP), 0);
    execute(m, loadmacro(m, 3, 1, BF16, 0, 0));
    EXPECT(m->s.lreg[1][0], 0xC0400000);
}

/* Enables count when an item runs: SFPSETCC of x < 0, then a store in those lanes. */
TEST(macro_predicated_store, SFP_BOTH)
{
    fill_dst(m, 0);
    for (unsigned row = 0; row < 4; row++)
        m->s.dst[row][6] = 0x807F; /* -1.0 in column 3 */
    fill(m, 0, 0x40000000);
    set_flags(m, 0xFFFFFFFF, 0xFFFFFFFF);
    EACH_LANE(l) m->s.macro_template[0][l] = I12(SETCC, 0, 0, 0, 0);
    set_macro(m, 0, ITEM(SIMPLE, 0, 1, TEMPLATE_0) | ITEM(STORES, TO_VB, 4, SELECT_STORE), BF16);
    execute(m, loadmacro(m, 0, 1, BF16, 0, 0));
    EXPECT(flags(m), 0x08080808);
    EACH_LANE(l) EXPECT_LANE(l, m->s.dst[l / COLUMNS][2 * (l % COLUMNS)], l % COLUMNS == 3 ? 0x0080 : 0);
}

/* SFPSWAP works on VC and VB: template VD = 14 becomes VB, and the loaded register takes the maximum of it and L14. */
TEST(macro_swap, SFP_BOTH)
{
    fill_dst(m, 0x8080); /* -2.0 */
    m->s.dst[1][0] = 0x007F;
    EACH_LANE(l) m->s.macro_template[0][l] = I12(SWAP, 0, 0, 14, 1);
    set_macro(m, 0, ITEM(SIMPLE, 0, 0, TEMPLATE_0), 0);
    fill(m, 7, 0x1234);
    execute(m, loadmacro(m, 0, 1, BF16, 0, 0));
    EXPECT(m->s.lreg[1][0], 0xBEB08FF9);
    EXPECT(m->s.lreg[1][8], 0x3F800000);
    EXPECT(m->s.lreg[14][0], 0xBEB08FF9);
}

/* As if the backdoor were closed: a template whose VD field is 12..15 executes, and is not captured again. */
TEST(macro_ignores_backdoor, SFP_BOTH)
{
    fill_dst(m, 0x007F);
    fill_prng(m);
    set_flags(m, 0xFFFFFFFF, 0xFFFFFFFF);
    execute(m, I12(SETCC, 0, 0, 13, 2)); /* template 1: loaded != 0 */
    set_macro(m, 0, ITEM(SIMPLE, 0, 0, TEMPLATE_1), 0);
    fill(m, 1, 0);
    execute(m, loadmacro(m, 0, 1, BF16, 0, 0));
    EXPECT(flags(m), 0xFFFFFFFF);
    fill_dst(m, 0);
    execute(m, loadmacro(m, 0, 1, BF16, 0, 0));
    EXPECT(flags(m), 0);
    EXPECT(m->s.macro_template[1][0], I12(SETCC, 0, 0, 13, 2));
}

/* Each lane follows its own column's sequence; the load is common to all. */
TEST(macro_diverges, SFP_BOTH)
{
    step_by_two(m);
    fill_dst(m, 0x0005);
    fill_prng(m);
    execute(m, I12(IADD, 7, 0, 12, 5));
    EACH_LANE(l) {
        uint32_t to = l % COLUMNS < 3 ? 0 : TO_L16;

        m->s.lreg[0][l] = ITEM(SIMPLE, to, 0, TEMPLATE_0) | ITEM(STORES, 0, 1, SELECT_STORE);
    }
    execute(m, I16(CONFIG, 0, 4, 0));
    execute(m, I16(CONFIG, UINT16, 8, 1));
    execute(m, loadmacro(m, 0, 2, UINT16, STEP, 0));
    EXPECT(m->s.own.rwc.dst, 2);
    EACH_LANE(l) {
        bool first = l % COLUMNS < 3;

        EXPECT_LANE(l, m->s.lreg[2][l], first ? 12 : 5);
        EXPECT_LANE(l, m->s.lreg[16][l], first ? 0 : 12);
        EXPECT_LANE(l, m->s.dst[l / COLUMNS][2 * (l % COLUMNS)], first ? 12 : 5);
    }
    EXPECT(m->s.derived.enabled, 0xFFFFFFFF);
}

/* Selector 0 schedules nothing, 1 is undefined and schedules nothing; an opcode on the wrong unit becomes SFPNOP. */
TEST(macro_nothing, SFP_BOTH)
{
    fill_dst(m, 0x0005);
    EACH_LANE(l) m->s.macro_template[0][l] = MATH(MAD, 10, 10, 10, 0, 0);
    set_macro(m, 0, ITEM(SIMPLE, 0, 0, TEMPLATE_0) | ITEM(MADS, 0, 0, 1) | ITEM(STORES, 0, 0, TEMPLATE_0), 0);
    execute(m, loadmacro(m, 0, 2, UINT16, 0, 0));
    EXPECT(m->s.lreg[2][0], 5);
    EXPECT(m->s.dst[0][0], 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(backdoor_captures),
        cmocka_unit_test(backdoor_leaves_config_alone),
        cmocka_unit_test(backdoor_steps_counters),
        cmocka_unit_test(backdoor_steps_sp),
        cmocka_unit_test(backdoor_closed),
        cmocka_unit_test(backdoor_diverges),
        cmocka_unit_test(indirect_va),
        cmocka_unit_test(indirect_vd),
        cmocka_unit_test(indirect_guard),
        cmocka_unit_test(swap_modes),
        cmocka_unit_test(swap_exchange_bit),
        cmocka_unit_test(swap_order),
        cmocka_unit_test(swap_constant_and_mask),
        cmocka_unit_test(swap_indices),
        cmocka_unit_test(swap_index_ties),
        cmocka_unit_test(swap_indices_high_register),
        cmocka_unit_test(transp_masked),
        cmocka_unit_test(shft2_copies),
        cmocka_unit_test(shft2_rotate),
        cmocka_unit_test(shft2_latch),
        cmocka_unit_test(shft2_latch_scheduled),
        cmocka_unit_test(shft2_latch_captured),
        cmocka_unit_test(shft2_bits),
        cmocka_unit_test(shft2_undefined_modes),
        cmocka_unit_test(stack_overflow),
        cmocka_unit_test(stack_underflow),
        cmocka_unit_test(stack_compc),
        cmocka_unit_test(stack_full_peek),
        cmocka_unit_test(popc_modes),
        cmocka_unit_test(pushc_modes),
        cmocka_unit_test(pushc_modes_empty),
        cmocka_unit_test(pushc_modes_wh),
        cmocka_unit_test(compare_modes),
        cmocka_unit_test(compare_empty_stack),
        cmocka_unit_test(encc),
        cmocka_unit_test(setcc),
        cmocka_unit_test(row_mask),
        cmocka_unit_test(row_mask_of_row_0),
        cmocka_unit_test(config_lanes),
        cmocka_unit_test(config_destinations),
        cmocka_unit_test(config_combines),
        cmocka_unit_test(mov_special),
        cmocka_unit_test(prng_consumers),
        cmocka_unit_test(prng_cast_bh),
        cmocka_unit_test(loadi_modes),
        cmocka_unit_test(address_sum),
        cmocka_unit_test(address_sp),
        cmocka_unit_test(int32_all),
        cmocka_unit_test(int32_all_blocked),
        cmocka_unit_test(int32_all_stack),
        cmocka_unit_test(column_exchange),
        cmocka_unit_test(dst_16bit_view),
        cmocka_unit_test(dst_16bit_view_widens),
        cmocka_unit_test(block_bits),
        cmocka_unit_test(transfer_lanes),
        cmocka_unit_test(constants_stay),
        cmocka_unit_test(capture_index),
        cmocka_unit_test(invalid_rows),
        cmocka_unit_test(dst_functions),
        cmocka_unit_test(macro_reciprocal),
        cmocka_unit_test(macro_sources),
        cmocka_unit_test(macro_field_rules),
        cmocka_unit_test(macro_and),
        cmocka_unit_test(macro_indirect),
        cmocka_unit_test(macro_flags),
        cmocka_unit_test(macro_store_mode),
        cmocka_unit_test(macro_store_source),
        cmocka_unit_test(macro_delays),
        cmocka_unit_test(macro_predicated_store),
        cmocka_unit_test(macro_swap),
        cmocka_unit_test(macro_ignores_backdoor),
        cmocka_unit_test(macro_diverges),
        cmocka_unit_test(macro_nothing),
    };

    return cmocka_run_group_tests_name("modes of the model", tests, NULL, teardown);
}
