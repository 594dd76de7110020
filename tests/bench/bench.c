/*
 * How fast the semantics run: ns per 32-lane instruction by class, then whole
 * kernels, at every SIMD level this processor has. Marks are multiples of
 * yardsticks that are measured in the same run (yardstick.h); a row that
 * misses its mark says so, and the program succeeds all the same.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "fma_lane.h"
#include "model/model.h"
#include "time/pipeline.h"
#include "words.h"
#include "yardstick.h"

enum {
    MAX_LEVELS = 4,
    PATTERN = 4,        /* words of a row, executed in turn */
    OPS = 64,           /* operations in the array that is timed */
    REPETITIONS = 25,   /* odd: the median is one of them */
    ROUNDS = 5,         /* odd; that a row's are spread over: what the machine does for a while is in one of them */
    SAMPLES = REPETITIONS / ROUNDS,
    NAME_WIDTH = 38,
    MARK_WIDTH = 26,    /* of a row's multiple of its yardstick, and mark */
};
static const double repetition_ns = 400e3; /* short beside a scheduler's time slice */

/* ---- What is measured ---- */

/*
 * NO_MARK: measured, not judged, or judged by bench_plain.c. MARK_FAR is for multiply-adds out of the range of the host's
 * arithmetic, MARK_SUM for sums and products alone.
 */
enum mark {
    NO_MARK, MARK_MAD_WH, MARK_MAD_BH, MARK_FAR, MARK_SUM, MARK_SIMPLE, MARK_MEMORY, MARK_ARECIP, MARK_EXP, MARKS,
};

/* What a mark is a multiple of. */
static const enum yardstick yardstick_of[MARKS] = {
    [MARK_MAD_WH] = YARDSTICK_FMA, [MARK_MAD_BH] = YARDSTICK_FMA, [MARK_FAR] = YARDSTICK_FMA,
    [MARK_SUM] = YARDSTICK_FMA, [MARK_SIMPLE] = YARDSTICK_FMA, [MARK_MEMORY] = YARDSTICK_COPY,
    [MARK_ARECIP] = YARDSTICK_FMA, [MARK_EXP] = YARDSTICK_FMA,
};

/*
 * The marks were ns of one core of an AMD EPYC 9005: 14, 11, 45, 6, 3, 7, 20 and 350 with AVX-512, and with AVX2, whose
 * vectors are half as long, twice that, but 110 of MARK_FAR and 20 of MARK_ARECIP. There the yardsticks are 1.05 ns
 * (x86-64-v4) and 2.0 ns (x86-64-v3) for the multiply-add, and 35 ns for the copy.
 */
static const struct {
    const char *level;
    double times[MARKS];
} marks[] = {
    {"x86-64-v4", {[MARK_MAD_WH] = 13.3, [MARK_MAD_BH] = 10.5, [MARK_FAR] = 43, [MARK_SUM] = 5.7, [MARK_SIMPLE] = 2.9,
                   [MARK_MEMORY] = 0.2, [MARK_ARECIP] = 19, [MARK_EXP] = 333}},
    {"x86-64-v3", {[MARK_MAD_WH] = 14.5, [MARK_MAD_BH] = 12, [MARK_FAR] = 55, [MARK_SUM] = 6, [MARK_SIMPLE] = 3,
                   [MARK_MEMORY] = 0.4, [MARK_ARECIP] = 10, [MARK_EXP] = 350}},
};

/* What L4..L6 hold. */
enum operands {
    RANDOM_MANTISSAS, /* between 1/2 and 1, of both signs */
    EQUAL_LANES,      /* the same three numbers in all lanes */
    WITH_SPECIALS,    /* random mantissas, an infinity and a NaN among them */
    ANY_NUMBERS,      /* random mantissas and exponents of all sizes */
};

struct row {
    const char *name; /* without words: a heading */
    enum sfp_arch arch;
    enum mark mark;
    uint32_t words[PATTERN]; /* up to the first 0 */
    enum operands operands;
};

/* Marks are for what is done in a time. Dependent instructions take what the one before stored, and so wait for the
 * processor to hand it on. L4..L6 hold the operands, L7 small integers, L0..L3 what the rows before left. */
static const struct row rows[] = {
    {.name = "multiply-add"},
    {"SFPMAD, Wormhole, random mantissas", SFP_WH, MARK_MAD_WH, INTO_L0_L3(MATH(MAD, 4, 5, 6, 0, 0))},
    {"SFPMAD, Wormhole, equal lanes", SFP_WH, MARK_MAD_WH, INTO_L0_L3(MATH(MAD, 4, 5, 6, 0, 0)), EQUAL_LANES},
    {"SFPMAD, Wormhole, any numbers", SFP_WH, MARK_FAR, INTO_L0_L3(MATH(MAD, 4, 5, 6, 0, 0)), ANY_NUMBERS},
    {"SFPMAD, Wormhole, dependent", SFP_WH, NO_MARK, {MATH(MAD, 0, 5, 6, 0, 0)}},
    {"SFPMAD, Wormhole, NaN and Inf", SFP_WH, MARK_FAR, INTO_L0_L3(MATH(MAD, 4, 5, 6, 0, 0)), WITH_SPECIALS},
    {"SFPMAD, Blackhole, random mantissas", SFP_BH, MARK_MAD_BH, INTO_L0_L3(MATH(MAD, 4, 5, 6, 0, 0))},
    {"SFPMAD, Blackhole, equal lanes", SFP_BH, MARK_MAD_BH, INTO_L0_L3(MATH(MAD, 4, 5, 6, 0, 0)), EQUAL_LANES},
    {"SFPMAD, Blackhole, any numbers", SFP_BH, MARK_FAR, INTO_L0_L3(MATH(MAD, 4, 5, 6, 0, 0)), ANY_NUMBERS},
    {"SFPMAD, Blackhole, dependent", SFP_BH, NO_MARK, {MATH(MAD, 0, 5, 6, 0, 0)}},
    {"SFPMAD, Blackhole, negating", SFP_BH, MARK_MAD_BH, INTO_L0_L3(MATH(MAD, 4, 5, 6, 0, 3))},
    {"SFPMAD, Blackhole, NaN and Inf", SFP_BH, MARK_FAR, INTO_L0_L3(MATH(MAD, 4, 5, 6, 0, 0)), WITH_SPECIALS},
    {"SFPMAD, indirect VA", SFP_WH, NO_MARK, INTO_L0_L3(MATH(MAD, 4, 5, 6, 0, 4))},
    {"SFPMAD, indirect VD", SFP_WH, NO_MARK, INTO_L0_L3(MATH(MAD, 4, 5, 6, 0, 8))},
    {"SFPMUL", SFP_WH, MARK_SUM, INTO_L0_L3(MATH(MUL, 4, 5, 9, 0, 0))},
    {"SFPADD", SFP_WH, MARK_SUM, INTO_L0_L3(MATH(ADD, 10, 5, 6, 0, 0))},
    {"SFPMULI", SFP_WH, MARK_SUM, INTO_L0_L3(I16(MULI, 0x3F80, 0, 0))},
    {"SFPADDI", SFP_WH, MARK_SUM, INTO_L0_L3(I16(ADDI, 0x0000, 0, 0))},

    {.name = "simple lane operations"},
    {"SFPNOP", SFP_WH, MARK_SIMPLE, {0x8F000000}},
    {"SFPLOADI", SFP_WH, MARK_SIMPLE, LOADS_L0_L3(MEM(LOADI, 0, 0, 0x3F80))},
    {"SFPMOV", SFP_WH, MARK_SIMPLE, INTO_L0_L3(I12(MOV, 0, 4, 0, 0))},
    {"SFPMOV, dependent", SFP_WH, NO_MARK, {I12(MOV, 0, 0, 0, 1)}},
    {"SFPABS", SFP_WH, MARK_SIMPLE, INTO_L0_L3(I12(ABS, 0, 4, 0, 1))},
    {"SFPAND", SFP_WH, MARK_SIMPLE, INTO_L0_L3(I12(AND, 0, 4, 0, 0))},
    {"SFPAND, dependent", SFP_WH, NO_MARK, {I12(AND, 0, 4, 0, 0)}},
    {"SFPXOR", SFP_WH, MARK_SIMPLE, INTO_L0_L3(I12(XOR, 0, 4, 0, 0))},
    {"SFPNOT", SFP_WH, MARK_SIMPLE, INTO_L0_L3(I12(NOT, 0, 4, 0, 0))},
    {"SFPSETSGN", SFP_WH, MARK_SIMPLE, INTO_L0_L3(I12(SETSGN, 1, 4, 0, 1))},
    {"SFPSETEXP", SFP_WH, MARK_SIMPLE, INTO_L0_L3(I12(SETEXP, 0, 4, 0, 0))},
    {"SFPSETMAN", SFP_WH, MARK_SIMPLE, INTO_L0_L3(I12(SETMAN, 0, 4, 0, 0))},
    {"SFPDIVP2", SFP_WH, MARK_SIMPLE, INTO_L0_L3(I12(DIVP2, 1, 4, 0, 1))},
    {"SFPEXMAN", SFP_WH, MARK_SIMPLE, INTO_L0_L3(I12(EXMAN, 0, 4, 0, 0))},
    {"SFPEXEXP", SFP_WH, MARK_SIMPLE, INTO_L0_L3(I12(EXEXP, 0, 4, 0, 0))},
    {"SFPIADD", SFP_WH, MARK_SIMPLE, INTO_L0_L3(I12(IADD, 5, 4, 0, 5))},
    {"SFPIADD, dependent", SFP_WH, NO_MARK, {I12(IADD, 5, 0, 0, 5)}},
    {"SFPSHFT, by register", SFP_WH, MARK_SIMPLE, INTO_L0_L3(I12(SHFT, 0, 7, 0, 0))},
    {"SFPSHFT, by immediate", SFP_WH, MARK_SIMPLE, INTO_L0_L3(I12(SHFT, 3, 0, 0, 1))},
    {"SFPSHFT, arithmetic", SFP_BH, MARK_SIMPLE, INTO_L0_L3(I12(SHFT, 3, 4, 0, 7))},
    {"SFPSHFT2, by register", SFP_WH, MARK_SIMPLE, INTO_L0_L3(I12(SHFT2, 4, 7, 0, 5))},
    {"SFPLZ", SFP_WH, MARK_SIMPLE, INTO_L0_L3(I12(LZ, 0, 4, 0, 0))},
    {"SFPGT, to VD", SFP_BH, MARK_SIMPLE, INTO_L0_L3(I12(GT, 0, 4, 0, 8))},

    {.name = "conversions and tables"},
    {"SFPLUT", SFP_WH, NO_MARK, {MEM(LUT, 4, 4, 0)}},
    {"SFPLUTFP32, three entries", SFP_WH, NO_MARK, {I12(LUTFP32, 0, 0, 7, 0)}},
    {"SFPLUTFP32, six entries", SFP_WH, NO_MARK, {I12(LUTFP32, 0, 0, 7, 2)}},
    {"SFPMUL24", SFP_BH, NO_MARK, INTO_L0_L3(MATH(MUL24, 4, 5, 9, 0, 0))},
    {"SFPCAST, to nearest", SFP_WH, MARK_SIMPLE, INTO_L0_L3(I12(CAST, 0, 4, 0, 0))},
    {"SFPCAST, stochastic", SFP_WH, NO_MARK, INTO_L0_L3(I12(CAST, 0, 4, 0, 1))},
    {"SFPCAST, absolute value", SFP_BH, MARK_SIMPLE, INTO_L0_L3(I12(CAST, 0, 4, 0, 2))},
    {"SFPMOV, random", SFP_WH, NO_MARK, INTO_L0_L3(I12(MOV, 0, 9, 0, 8))},
    {"SFPSTOCHRND, to bf16", SFP_WH, NO_MARK, INTO_L0_L3(I12(STOCHRND, 0, 4, 0, 1))},
    {"SFPSTOCHRND, to bf16, stochastic", SFP_WH, NO_MARK, INTO_L0_L3(I12(STOCHRND, 0x200, 4, 0, 1))},
    {"SFPSTOCHRND, to int8", SFP_WH, NO_MARK, INTO_L0_L3(I12(STOCHRND, 0, 4, 0, 3))},
    {"SFPSTOCHRND, int32 to int8", SFP_WH, NO_MARK, INTO_L0_L3(I12(STOCHRND, 0, 4, 0, 13))},
    {"SFPARECIP, reciprocal", SFP_BH, MARK_ARECIP, INTO_L0_L3(I12(ARECIP, 0, 4, 0, 0))},
    {"SFPARECIP, exponential", SFP_BH, MARK_ARECIP, INTO_L0_L3(I12(ARECIP, 0, 4, 0, 2))},

    {.name = "swap and lanes"},
    {"SFPSWAP, exchange", SFP_WH, NO_MARK, {I12(SWAP, 0, 0, 1, 0), I12(SWAP, 0, 2, 3, 0)}},
    {"SFPSWAP, sort", SFP_WH, NO_MARK, {I12(SWAP, 0, 0, 1, 1), I12(SWAP, 0, 2, 3, 1)}},
    {"SFPSWAP, with a constant", SFP_WH, NO_MARK, INTO_L0_L3(I12(SWAP, 0, 10, 0, 1))},
    {"SFPTRANSP", SFP_WH, NO_MARK, {I12(TRANSP, 0, 0, 0, 0)}},
    {"SFPSHFT2, rotate", SFP_WH, NO_MARK, INTO_L0_L3(I12(SHFT2, 0, 4, 0, 3))},
    {"SFPSHFT2, copy along", SFP_WH, NO_MARK, {I12(SHFT2, 0, 0, 0, 0)}},

    {.name = "flags"},
    {"SFPSETCC", SFP_WH, NO_MARK, {I12(SETCC, 0, 4, 0, 0), I12(SETCC, 0, 4, 0, 6)}},
    {"SFPENCC", SFP_WH, NO_MARK, {I12(ENCC, 3, 0, 0, 10)}},
    {"SFPPUSHC and SFPPOPC", SFP_WH, NO_MARK, {I12(PUSHC, 0, 0, 0, 0), I12(POPC, 0, 0, 0, 0)}},
    {"SFPCOMPC", SFP_WH, NO_MARK, {I12(COMPC, 0, 0, 0, 0)}},
    {"SFPIADD, with flags", SFP_WH, NO_MARK, INTO_L0_L3(I12(IADD, 5, 4, 0, 1))},
    {"SFPLZ, with flags", SFP_WH, NO_MARK, INTO_L0_L3(I12(LZ, 0, 4, 0, 2))},
    {"SFPGT, to flags", SFP_BH, NO_MARK, {I12(GT, 0, 4, 0, 1), I12(GT, 0, 5, 0, 1)}},

#define LOAD_ROW(name, mod) {"SFPLOAD, " name, SFP_WH, MARK_MEMORY, LOADS_L0_L3(MEM(LOAD, 0, mod, 0))}
#define STORE_ROW(name, mod) {"SFPSTORE, " name, SFP_WH, MARK_MEMORY, LOADS_L0_L3(MEM(STORE, 0, mod, 0x40))}
    {.name = "loads"},
    LOAD_ROW("format of SrcB", 0), LOAD_ROW("fp16", 1), LOAD_ROW("bf16", 2), LOAD_ROW("fp32", 3),
    LOAD_ROW("int8", 5), LOAD_ROW("uint16", 6), LOAD_ROW("hi16", 7), LOAD_ROW("int16", 8),
    LOAD_ROW("int32, all lanes", 10), LOAD_ROW("zero", 11), LOAD_ROW("int32 sign-magnitude", 12),
    LOAD_ROW("int8 two's complement", 13), LOAD_ROW("lo16 only", 14),
    {"SFPLOAD, fp32, Blackhole", SFP_BH, MARK_MEMORY, LOADS_L0_L3(MEM(LOAD, 0, 3, 0))},

    {.name = "stores"},
    STORE_ROW("format of SrcB", 0), STORE_ROW("fp16", 1), STORE_ROW("bf16", 2), STORE_ROW("fp32", 3),
    STORE_ROW("int8", 5), STORE_ROW("uint16", 6), STORE_ROW("hi16", 7), STORE_ROW("int16", 8),
    STORE_ROW("int32, all lanes", 10), STORE_ROW("int32 sign-magnitude", 12), STORE_ROW("int8 two's complement", 13),
    {"SFPSTORE, fp32, Blackhole", SFP_BH, MARK_MEMORY, LOADS_L0_L3(MEM(STORE, 0, 3, 0x40))},
    {"SFPSTORE, SFPLOAD, dependent", SFP_WH, MARK_MEMORY, {MEM(STORE, 0, 2, 0x40), MEM(LOAD, 0, 2, 0x40)}},
#undef LOAD_ROW
#undef STORE_ROW
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* ---- Operands ---- */

static void fill_operands(struct sfp_machine *m, enum operands operands)
{
    enum { LARGEST_EXPONENT = 254, FRACTION_BITS = 23 };
    uint64_t random = 2;

    for (unsigned reg = 4; reg < 7; reg++) {
        for (unsigned l = 0; l < SFP_LANES; l++) {
            uint32_t *bits = &m->s.lreg[reg][l];

            if (operands == EQUAL_LANES)
                *bits = m->s.lreg[reg][0];
            else if (operands == ANY_NUMBERS)
                *bits = (*bits & 0x807FFFFF) | (1 + random_word(&random) % LARGEST_EXPONENT) << FRACTION_BITS;
        }
    }
    if (operands == WITH_SPECIALS) {
        m->s.lreg[4][3] = 0x7F800000;
        m->s.lreg[5][21] = 0x7FC00001;
    }
}

static void fill(struct sfp_machine *m, enum operands operands)
{
    uint64_t random = 1;

    sfp_state_reset(&m->s, m->s.arch);
    m->s.flags = UINT32_MAX; /* predication on, as the vendor's runtime leaves it */
    m->s.use_flags = UINT32_MAX;
    for (unsigned reg = 0; reg < 7; reg++)
        for (unsigned l = 0; l < SFP_LANES; l++)
            m->s.lreg[reg][l] = random_float(&random);
    for (unsigned l = 0; l < SFP_LANES; l++) {
        m->s.lreg[7][l] = l % 4;
        m->s.prng[l] = random_word(&random);
    }
    fill_operands(m, operands);
    for (unsigned row = 0; row < SFP_DST_ROWS; row++)
        for (unsigned column = 0; column < SFP_DST_COLUMNS; column++)
            m->s.dst[row][column] = (uint16_t)(random_word(&random) & 0xFF00) | 0x7E; /* bf16 around 1/2 */
    sfp_state_refresh(&m->s);
}

/* ---- Timing ---- */

/* Something repeatable, timed by how long `passes` of it take. */
typedef void timed(void *context, unsigned long passes);

static double time_once(timed *what, void *context, unsigned long passes)
{
    double start = cpu_now();

    what(context, passes);
    return cpu_now() - start;
}

/* ns of one pass, `count` times. */
static void sample(timed *what, void *context, double *ns, unsigned count)
{
    unsigned long passes = 1;

    while (time_once(what, context, passes) < repetition_ns && passes < 1ul << 30)
        passes *= 2;
    for (unsigned i = 0; i < count; i++)
        ns[i] = time_once(what, context, passes) / (double)passes;
}

/* Median ns of one pass. */
static double median(timed *what, void *context)
{
    double ns[REPETITIONS];

    sample(what, context, ns, REPETITIONS);
    return median_of(ns, REPETITIONS);
}

struct operations {
    struct sfp_machine *m;
    struct sfp_op op[OPS];
};

static void execute(void *context, unsigned long passes)
{
    struct operations *o = context;

    for (unsigned long p = 0; p < passes; p++)
        for (unsigned i = 0; i < OPS; i++)
            o->op[i].exec(o->m, &o->op[i]);
}

/* ns[SAMPLES] of the row's OPS operations. */
static void sample_row(struct sfp_machine *m, const struct row *r, double *ns)
{
    struct operations o = {.m = m};
    unsigned words = 0;

    while (words < PATTERN && r->words[words])
        words++;
    fill(m, r->operands);
    for (unsigned i = 0; i < OPS; i++)
        sfp_decode(m, r->words[i % words], i, &o.op[i]);
    sample(execute, &o, ns, SAMPLES);
}

struct scalar {
    enum sfp_arch arch;
    uint32_t x[SFP_LANES], y[SFP_LANES], z[SFP_LANES];
    volatile uint32_t result[SFP_LANES];
};

static void multiply_add_lanes(void *context, unsigned long passes)
{
    struct scalar *s = context;

    for (unsigned long p = 0; p < passes; p++)
        for (unsigned l = 0; l < SFP_LANES; l++)
            s->result[l] = sfp_fma_lane(s->arch, s->x[l], s->y[l], s->z[l]);
}

static double measure_scalar(enum sfp_arch arch)
{
    struct scalar s = {.arch = arch};
    uint64_t random = 1;

    for (unsigned l = 0; l < SFP_LANES; l++) {
        s.x[l] = random_float(&random);
        s.y[l] = random_float(&random);
        s.z[l] = random_float(&random);
    }
    return median(multiply_add_lanes, &s);
}

/* ---- Kernels ---- */

enum { VECTORS_OF_TILE = 32, MAX_BODY = 32, MAX_KERNEL = VECTORS_OF_TILE * MAX_BODY + 16, STORE_NEXT = ADDR_MOD_WH(2) };

/* exp as a kernel computes it: range reduction, a polynomial, the exponent put back, a reciprocal for negative x. */
static const uint32_t exp_body[] = {
    MEM(LOAD, 0, 2, 0),            /* x */
    I12(SETSGN, 0, 0, 1, 1),       /* |x| */
    I12(MOV, 0, 12, 7, 0),
    MATH(MAD, 1, 7, 9, 2, 0),      /* scaled */
    I12(NOP, 0, 0, 0, 0),
    I12(STOCHRND, 0, 2, 3, 7),     /* whole part */
    I12(CAST, 0, 3, 4, 0),
    MATH(MAD, 4, 11, 2, 2, 0),     /* fraction */
    MEM(LOADI, 5, 0, 0x3D2B),
    MATH(MAD, 2, 5, 13, 5, 0),     /* polynomial */
    I12(NOP, 0, 0, 0, 0),
    MATH(MAD, 2, 5, 14, 5, 0),
    I12(NOP, 0, 0, 0, 0),
    MATH(MAD, 2, 5, 10, 5, 0),
    I12(NOP, 0, 0, 0, 0),
    MATH(MAD, 2, 5, 10, 5, 0),
    I12(EXEXP, 0, 5, 6, 1),
    I12(IADD, 0, 3, 6, 4),
    I12(SETEXP, 0, 5, 6, 0),       /* exponent back */
    I12(SETCC, 0, 0, 0, 0),        /* x < 0 */
    I12(SETSGN, 1, 6, 1, 1),
    I12(DIVP2, 0xFFF, 1, 2, 1),    /* first guess */
    MATH(MAD, 1, 2, 10, 4, 0),
    I12(NOP, 0, 0, 0, 0),
    MATH(MAD, 4, 2, 2, 2, 0),      /* Newton */
    I12(NOP, 0, 0, 0, 0),
    MATH(MAD, 1, 2, 10, 4, 0),
    I12(NOP, 0, 0, 0, 0),
    MATH(MAD, 4, 2, 2, 6, 0),
    I12(ENCC, 3, 0, 0, 10),
    MEM(STORE, 6, 2, STORE_NEXT),
};

/* max(x, 0) and min(x, L10) by predication and by a swap. */
static const uint32_t clamp_body[] = {
    MEM(LOAD, 0, 2, 0),
    I12(SETCC, 0, 0, 0, 0),
    MEM(LOADI, 0, 0, 0),
    I12(ENCC, 3, 0, 0, 10),
    I12(SWAP, 0, 10, 0, 1),
    MEM(STORE, 0, 2, STORE_NEXT),
};

/* fp32 to fp32: what only moves data costs. */
static const uint32_t copy_body[] = {
    MEM(LOAD, 0, 3, 0),
    MEM(STORE, 0, 3, STORE_NEXT),
};

static const struct kernel {
    const char *name;
    const uint32_t *body;
    unsigned count;
    bool replay;
    enum mark mark; /* for 32 values */
} kernels[] = {
#define KERNEL(name, body, replay, mark) {name, body, sizeof(body) / sizeof(body)[0], replay, mark}
    KERNEL("exp, 31 instructions", exp_body, false, MARK_EXP),
    KERNEL("exp, 31 instructions, REPLAY", exp_body, true, MARK_EXP),
    KERNEL("clamp, 6 instructions", clamp_body, false, NO_MARK),
    KERNEL("clamp, 6 instructions, REPLAY", clamp_body, true, NO_MARK),
    KERNEL("copy, 2 instructions, fp32", copy_body, false, NO_MARK),
#undef KERNEL
};
enum { KERNELS = sizeof kernels / sizeof kernels[0] };

struct program {
    struct sfp_machine *m;
    size_t count;
    uint64_t executed;
    uint32_t words[MAX_KERNEL];
};

/* A tile of 32 x 32 values: the counter to 0, predication on, then the body for each 32 of them. */
static void make_program(struct program *p, const struct kernel *k)
{
    static const uint32_t prologue[] = {
        0xB2190002, /* ttsetc16 25, 2: address modifier 2 moves Dst on by 2 */
        0x37000004, /* ttsetrwc: Dst = 0 */
        I12(ENCC, 3, 0, 0, 10),
    };
    enum { RECORD_AND_EXECUTE = 3, LEN_LSB = 4 };
    const uint32_t replay = UINT32_C(0x04000000) | k->count << LEN_LSB;

    memcpy(p->words, prologue, sizeof prologue);
    p->count = sizeof prologue / sizeof prologue[0];
    for (unsigned i = 0; i < VECTORS_OF_TILE; i++) {
        if (k->replay)
            p->words[p->count++] = i == 0 ? replay | RECORD_AND_EXECUTE : replay;
        if (k->replay && i > 0)
            continue;
        memcpy(p->words + p->count, k->body, k->count * sizeof k->body[0]);
        p->count += k->count;
    }
}

static void run_program(void *context, unsigned long passes)
{
    struct program *p = context;
    const struct sfp_run_options options = {.repeat = passes};
    struct sfp_run_result result;

    sfp_run_untimed(p->m, p->words, p->count, &options, &result);
    if (result.status != SFP_RUN_DONE) {
        fprintf(stderr, "bench: the kernel does not run (word %zu)\n", result.index);
        exit(EXIT_FAILURE);
    }
    p->executed = result.executed / passes;
}

/* The same by the cycle model, all passes in one run: from the third on they are run from tape. */
static void run_timed(void *context, unsigned long passes)
{
    struct program *p = context;
    const struct sfp_timing_options options = {.run.repeat = passes};
    struct sfp_timing_result result;

    sfp_run_timed(p->m, p->words, p->count, &options, &result);
}

/* Each pass a run of its own, decoding included: what a user waits for. */
static void run_single_untimed(void *context, unsigned long passes)
{
    while (passes-- > 0)
        run_program(context, 1);
}

static void run_single_timed(void *context, unsigned long passes)
{
    while (passes-- > 0)
        run_timed(context, 1);
}

/* Further passes, so many that the first ones, which find out how the others go, count for little. */
enum { FURTHER = 256 };

static void run_further_untimed(void *context, unsigned long passes)
{
    run_program(context, passes * FURTHER);
}

static void run_further_timed(void *context, unsigned long passes)
{
    run_timed(context, passes * FURTHER);
}

struct kernel_result {
    double ns_per_vector, instructions_per_second;
};

static struct kernel_result measure_kernel(struct sfp_machine *m, const struct kernel *k)
{
    struct program p = {.m = m};
    double ns;

    fill(m, RANDOM_MANTISSAS);
    make_program(&p, k);
    ns = median(run_program, &p);
    return (struct kernel_result){ns / VECTORS_OF_TILE, (double)p.executed / ns * 1e9};
}

/* ---- The report ---- */

struct bench {
    const struct sfp_semantics *level[MAX_LEVELS];
    unsigned levels;
    struct sfp_machine *wormhole[MAX_LEVELS], *blackhole[MAX_LEVELS];
    unsigned marks_met[MAX_LEVELS], marks_seen[MAX_LEVELS];
    double mad[2][MAX_LEVELS]; /* SFPMAD, independent, of Wormhole and Blackhole */
    double yardstick[MAX_LEVELS][YARDSTICKS]; /* ns */
};

static bool bench_init(struct bench *b)
{
    const struct sfp_semantics *list[MAX_LEVELS] = {NULL};

    sfp_semantics_list(list);
    for (b->levels = 0; b->levels < MAX_LEVELS && list[b->levels]; b->levels++) {
        b->level[b->levels] = list[b->levels];
        b->wormhole[b->levels] = sfp_machine_new(SFP_WH, list[b->levels]);
        b->blackhole[b->levels] = sfp_machine_new(SFP_BH, list[b->levels]);
        if (!b->wormhole[b->levels] || !b->blackhole[b->levels])
            return false;
    }
    return true;
}

static void bench_free(struct bench *b)
{
    for (unsigned i = 0; i < MAX_LEVELS; i++) {
        sfp_machine_free(b->wormhole[i]);
        sfp_machine_free(b->blackhole[i]);
    }
}

static double mark_of(const struct sfp_semantics *level, enum mark mark)
{
    for (unsigned i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (strcmp(marks[i].level, level->level) == 0)
            return marks[i].times[mark];
    return 0;
}

/* The ns of a row, and as a multiple of its yardstick beside its mark: "12.30 (11.7 of 13.3) met", in a column. */
static void print_cell(struct bench *b, unsigned level, enum mark mark, double ns)
{
    const double limit = mark_of(b->level[level], mark), yardstick = b->yardstick[level][yardstick_of[mark]];
    const double times = yardstick > 0 ? ns / yardstick : 0;

    if (limit == 0 || yardstick == 0) {
        printf("%9.2f%-*s", ns, MARK_WIDTH, "");
        return;
    }
    printf("%9.2f %6.*f of %5.*f %-10s", ns, limit < 1 ? 2 : 1, times, limit < 1 ? 2 : 1, limit,
           times <= limit ? "met" : "NOT MET");
    b->marks_met[level] += times <= limit;
    b->marks_seen[level]++;
}

static void print_levels(const struct bench *b, const char *heading)
{
    printf("\n%-*s", NAME_WIDTH, heading);
    for (unsigned i = 0; i < b->levels; i++)
        printf("  %-*s", MARK_WIDTH + 7, b->level[i]->level);
    printf("\n");
}

struct row_samples {
    double ns[ROWS][MAX_LEVELS][REPETITIONS];
};

/* Yardsticks are measured in each round too, so that what slows the machine down for a while is not in them alone. */
static void sample_rows(struct bench *b, struct row_samples *samples)
{
    double yardstick[MAX_LEVELS][YARDSTICKS][ROUNDS];

    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < b->levels; i++)
            for (unsigned y = YARDSTICK_NONE + 1; y < YARDSTICKS; y++)
                yardstick[i][y][round] = yardstick_ns(y, b->level[i]->level);
        for (unsigned r = 0; r < ROWS; r++)
            for (unsigned i = 0; rows[r].words[0] && i < b->levels; i++)
                sample_row(rows[r].arch == SFP_WH ? b->wormhole[i] : b->blackhole[i], &rows[r],
                           samples->ns[r][i] + round * SAMPLES);
    }
    for (unsigned i = 0; i < b->levels; i++)
        for (unsigned y = YARDSTICK_NONE + 1; y < YARDSTICKS; y++)
            b->yardstick[i][y] = median_of(yardstick[i][y], ROUNDS);
}

static void print_yardsticks(const struct bench *b)
{
    printf("\n%-*s%9.2f\n", NAME_WIDTH, "yardsticks, ns: a copy of a tile", b->yardstick[0][YARDSTICK_COPY]);
    printf("%-*s%9.2f\n", NAME_WIDTH, "  32 multiply-adds in integers", b->yardstick[0][YARDSTICK_INTEGER]);
    for (unsigned i = 0; i < b->levels; i++)
        if (b->yardstick[i][YARDSTICK_FMA] > 0)
            printf("  32 fused multiply-adds, %-*s%9.2f\n", NAME_WIDTH - 26, b->level[i]->level,
                   b->yardstick[i][YARDSTICK_FMA]);
}

static void report_rows(struct bench *b)
{
    static struct row_samples samples;

    sample_rows(b, &samples);
    print_yardsticks(b);
    print_levels(b, "ns per 32-lane instruction, times, mark");
    for (unsigned r = 0; r < ROWS; r++) {
        if (!rows[r].words[0]) {
            printf("%s\n", rows[r].name);
            continue;
        }
        printf("  %-*s", NAME_WIDTH - 2, rows[r].name);
        for (unsigned i = 0; i < b->levels; i++) {
            double ns = median_of(samples.ns[r][i], REPETITIONS) / OPS;

            if (rows[r].words[0] == MATH(MAD, 4, 5, 6, 0, 0) && rows[r].operands == RANDOM_MANTISSAS)
                b->mad[rows[r].arch == SFP_BH][i] = ns;
            print_cell(b, i, rows[r].mark, ns);
        }
        printf("\n");
    }
}

static void report_scalar(const struct bench *b)
{
    static const char *const names[] = {"Wormhole", "Blackhole"};

    print_levels(b, "scalar multiply-add, 32 lanes");
    for (unsigned a = 0; a < 2; a++) {
        double ns = measure_scalar(a == 0 ? SFP_WH : SFP_BH);

        printf("  %-10s%8.1f ns%*s", names[a], ns, NAME_WIDTH - 23, "");
        for (unsigned i = 0; i < b->levels; i++)
            printf("%9.1f times slower%*s", ns / b->mad[a][i], MARK_WIDTH - 13, "");
        printf("\n");
    }
}

/* Words of the exp kernel, decoded again and again. */
static void decode_words(void *context, unsigned long passes)
{
    struct operations *o = context;

    for (unsigned long p = 0; p < passes; p++)
        for (unsigned i = 0; i < OPS; i++)
            sfp_decode(o->m, exp_body[i % (sizeof exp_body / sizeof exp_body[0])], i, &o->op[i]);
}

static void report_decoding(const struct bench *b)
{
    const double mark = 0.115; /* times; 25 ns where the yardstick takes 220 */
    struct operations o = {.m = b->wormhole[0]};
    const double ns = median(decode_words, &o) / OPS, times = ns / b->yardstick[0][YARDSTICK_INTEGER];

    printf("\n%-*s%9.2f %6.3f of %5.3f %s\n", NAME_WIDTH, "decoding, ns per word", ns, times, mark,
           times <= mark ? "met" : "NOT MET");
}

static void report_kernels(struct bench *b)
{
    struct kernel_result result[MAX_LEVELS];

    print_levels(b, "kernels, untimed, ns per 32 values");
    for (unsigned k = 0; k < KERNELS; k++) {
        for (unsigned i = 0; i < b->levels; i++)
            result[i] = measure_kernel(b->wormhole[i], &kernels[k]);
        printf("  %-*s", NAME_WIDTH - 2, kernels[k].name);
        for (unsigned i = 0; i < b->levels; i++)
            print_cell(b, i, kernels[k].mark, result[i].ns_per_vector);
        printf("\n%*s", NAME_WIDTH, "");
        for (unsigned i = 0; i < b->levels; i++)
            printf("%9.1f million instr/s %*s", result[i].instructions_per_second / 1e6, MARK_WIDTH - 17, "");
        printf("\n");
        fflush(stdout);
    }
}

/* The cycle model against --timing=off, at the best level: at most twice as slow for one pass, as fast for further
 * ones. */
static void report_timing(const struct bench *b)
{
    static void (*const ways[])(void *context, unsigned long passes) = {
        run_single_untimed, run_single_timed, run_further_untimed, run_further_timed};
    enum { SINGLE_WAYS = 2, WAYS = sizeof ways / sizeof ways[0] };

    printf("\nthe cycle model, %s, ns per 32 values, and its ratio to --timing=off\n", b->level[0]->level);
    for (unsigned k = 0; k < KERNELS; k++) {
        struct program p = {.m = b->wormhole[0]};
        double ns[WAYS];

        fill(p.m, RANDOM_MANTISSAS);
        make_program(&p, &kernels[k]);
        for (unsigned w = 0; w < WAYS; w++)
            ns[w] = median(ways[w], &p) / VECTORS_OF_TILE / (w < SINGLE_WAYS ? 1 : FURTHER);
        printf("  %-*s", NAME_WIDTH - 2, kernels[k].name);
        printf("  one pass %7.1f, off %7.1f: %4.2f;  further passes %7.1f, off %7.1f: %4.2f\n", ns[1], ns[0],
               ns[1] / ns[0], ns[3], ns[2], ns[3] / ns[2]);
    }
}

int main(void)
{
    struct bench b = {.levels = 0};

    if (!bench_init(&b)) {
        fprintf(stderr, "bench: out of memory\n");
        bench_free(&b);
        return EXIT_FAILURE;
    }
    sfp_host_float_enter();
    printf("SIMD level in use: %s. Medians of %d repetitions.\n", sfp_semantics_best()->level, REPETITIONS);
    report_rows(&b);
    report_scalar(&b);
    report_decoding(&b);
    report_kernels(&b);
    report_timing(&b);
    printf("\n");
    for (unsigned i = 0; i < b.levels; i++)
        if (b.marks_seen[i])
            printf("%s: %u of %u marks met\n", b.level[i]->level, b.marks_met[i], b.marks_seen[i]);
    bench_free(&b);
    return EXIT_SUCCESS;
}
