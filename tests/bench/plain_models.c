/*
 * Plain C, from sfpu-semantics(7). Loops are such that compilers make vectors of them: flags are bytes, since gcc 12
 * makes none of bool; a lane that is not enabled is given its old value, since bytes cannot be stored under a mask; and
 * what is the same for all lanes is decided before the loop.
 */
#include "plain.h"

#include <string.h>

#define EACH_LANE(l) for (unsigned l = 0; l < SFP_LANES; l++)

static const uint32_t sign_bit = 0x80000000, magnitude_bits = 0x7FFFFFFF, mantissa_bits = 0x007FFFFF;
static const uint32_t infinity = 0x7F800000, hidden_one = 0x00800000, one_half = 0x00400000;
enum { MANTISSA_BITS = 23, EXPONENT = 0xFF, BIAS = 127, FP16_DROPS = 13, BF16_DROPS = 16 };
enum { DATA_LREGS = 8, ROW_SIZE = SFP_COLUMNS * sizeof(uint32_t) };

static inline uint8_t enabled_lane(const struct plain *p, unsigned l)
{
    return (p->use_flags[l] ^ 1) | p->flags[l];
}

/* ---- Flags ---- */

static void setcc(struct plain *p, const struct sfp_op *op)
{
    const int32_t *c = (const int32_t *)p->lreg[op->vc];
    const uint8_t bit = op->imm & 1;

#define SET_FLAGS(condition) \
    EACH_LANE(l) p->flags[l] = enabled_lane(p, l) ? p->use_flags[l] & (condition) : p->flags[l]
    if (op->mod & SFP_MODE_SFPSETCC_ZERO)
        SET_FLAGS(0);
    else if (op->mod & SFP_MODE_SFPSETCC_IMM_BIT)
        SET_FLAGS(bit);
    else if (op->mod == SFP_MODE_SFPSETCC_LREG_LT0)
        SET_FLAGS(c[l] < 0);
    else if (op->mod == SFP_MODE_SFPSETCC_LREG_NE0)
        SET_FLAGS(c[l] != 0);
    else if (op->mod == SFP_MODE_SFPSETCC_LREG_GTE0)
        SET_FLAGS(c[l] >= 0);
    else
        SET_FLAGS(c[l] == 0);
#undef SET_FLAGS
}

static void encc(struct plain *p, const struct sfp_op *op)
{
    const uint8_t use = op->imm & 1, flag = op->mod & SFP_MODE_SFPENCC_IMM_FLAGS ? op->imm >> 1 & 1 : 1;

    if (op->mod & SFP_MODE_SFPENCC_IMM_ENABLES)
        EACH_LANE(l) p->use_flags[l] = use;
    else if (op->mod & SFP_MODE_SFPENCC_TOGGLE)
        EACH_LANE(l) p->use_flags[l] ^= 1;
    EACH_LANE(l) p->flags[l] = flag;
}

static void pushc(struct plain *p, const struct sfp_op *op)
{
    const unsigned slot = p->stack_size % SFP_STACK_DEPTH;

    if (op->mod != SFP_MODE_SFPPUSHC_PUSH)
        return;
    memcpy(p->stack[slot].flags, p->flags, sizeof p->flags);
    memcpy(p->stack[slot].use_flags, p->use_flags, sizeof p->use_flags);
    p->stack_size = (p->stack_size + 1) % SFP_STACK_COUNTER;
}

static void popc(struct plain *p, const struct sfp_op *op)
{
    const unsigned slot = (p->stack_size - 1) % SFP_STACK_DEPTH;

    if (op->mod != SFP_MODE_SFPPOPC_POP)
        return;
    if (p->stack_size == 0) {
        memset(p->flags, 0, sizeof p->flags);
        memset(p->use_flags, 0, sizeof p->use_flags);
    } else {
        memcpy(p->flags, p->stack[slot].flags, sizeof p->flags);
        memcpy(p->use_flags, p->stack[slot].use_flags, sizeof p->use_flags);
    }
    p->stack_size = (p->stack_size - 1) % SFP_STACK_COUNTER;
}

/* ---- Lanes ---- */

static void transp(struct plain *p, const struct sfp_op *op)
{
    enum { HALF = SFP_ROWS };
    uint32_t enabled[SFP_LANES], moved[HALF][SFP_LANES];

    (void)op;
    EACH_LANE(l) enabled[l] = enabled_lane(p, l);
    for (unsigned half = 0; half < 2 * HALF; half += HALF) {
        for (unsigned reg = 0; reg < HALF; reg++)
            for (unsigned row = 0; row < SFP_ROWS; row++)
                memcpy(&moved[reg][row * SFP_COLUMNS], &p->lreg[half + row][reg * SFP_COLUMNS], ROW_SIZE);
        for (unsigned reg = 0; reg < HALF; reg++)
            EACH_LANE(l) p->lreg[half + reg][l] = enabled[l] ? moved[reg][l] : p->lreg[half + reg][l];
    }
}

static void rotate(struct plain *p, const struct sfp_op *op)
{
    const uint32_t *c = p->lreg[op->vc];
    uint32_t *d = p->lreg[op->vd], moved[SFP_LANES];

    if (op->mod != SFP_MODE_SFPSHFT2_SHFLROR1)
        return;
    EACH_LANE(l) moved[l] = c[l / SFP_COLUMNS * SFP_COLUMNS + (l - 1) % SFP_COLUMNS];
    if (!p->blackhole)
        for (unsigned row = 0; row < SFP_ROWS; row++)
            p->latch[row] = moved[row * SFP_COLUMNS];
    if (op->vd < DATA_LREGS)
        EACH_LANE(l) d[l] = enabled_lane(p, l) ? moved[l] : d[l];
}

/* ---- SFPSTOCHRND ---- */

static inline uint32_t prng_next(uint32_t s)
{
    return s >> 1 | (~(s ^ s >> 1 ^ s >> 21 ^ s >> 31) & 1) << 31;
}

/* To a float with `dropped` fewer bits of mantissa. */
static inline uint32_t narrow(uint32_t c, uint32_t q, unsigned dropped)
{
    const uint32_t exponent = c >> MANTISSA_BITS & EXPONENT, low = c & ((1u << dropped) - 1);
    const uint32_t kept = (c & magnitude_bits) >> dropped, up = low >= q >> (MANTISSA_BITS - dropped);
    const uint32_t rounded = exponent == EXPONENT ? infinity : (kept + up) << dropped;

    return exponent == 0 ? 0 : rounded | (c & sign_bit);
}

static inline uint32_t clamp(uint32_t magnitude, uint32_t max, uint32_t sign)
{
    if (magnitude > max)
        magnitude = max;
    return magnitude | (magnitude == 0 ? 0 : sign);
}

/* A float to an integer up to `max`, of 16 bits; `sign` is the bit of c that is kept. */
static inline uint32_t to_integer(uint32_t c, uint32_t q, uint32_t max, uint32_t sign)
{
    enum { LARGEST = 15 }; /* exponent of what `max` can hold */
    const int32_t exponent = (int32_t)(c >> MANTISSA_BITS & EXPONENT) - BIAS;
    const uint32_t mantissa = (c & mantissa_bits) | hidden_one;
    const uint32_t left = (uint32_t)(exponent > LARGEST ? LARGEST : exponent < 0 ? 0 : exponent);
    const uint32_t whole = exponent < 0 ? 0 : mantissa >> (MANTISSA_BITS - left);
    const uint32_t fraction = exponent < 0 ? mantissa >> 1 : mantissa << left & mantissa_bits;
    const uint32_t magnitude = exponent > LARGEST ? max : whole + (fraction >= q);

    return exponent < -1 ? 0 : clamp(magnitude, max, c & sign);
}

/* An integer shifted right, up to `max`. */
static inline uint32_t scale(uint32_t c, uint32_t amount, uint32_t q, uint32_t max, uint32_t sign)
{
    const uint64_t shifted = (uint64_t)(c & magnitude_bits) << MANTISSA_BITS >> amount;
    const uint32_t fraction = (uint32_t)shifted & mantissa_bits;

    return clamp((uint32_t)(shifted >> MANTISSA_BITS) + (fraction >= q), max, c & sign);
}

/* Steps the generators of enabled lanes; q[] becomes what fractions are rounded up from. */
static inline void draw(struct plain *p, unsigned rnd, const uint32_t enabled[SFP_LANES], uint32_t q[SFP_LANES])
{
    enum { NEAREST, STOCHASTIC, TO_ZERO };
    uint32_t drawn[SFP_LANES];

    EACH_LANE(l) {
        drawn[l] = p->prng[l];
        p->prng[l] = enabled[l] ? prng_next(drawn[l]) : drawn[l];
    }
    if (rnd == NEAREST)
        EACH_LANE(l) q[l] = one_half;
    else if (rnd == TO_ZERO && p->blackhole)
        EACH_LANE(l) q[l] = mantissa_bits;
    else
        EACH_LANE(l) q[l] = drawn[l] & mantissa_bits;
}

static void stochrnd(struct plain *p, const struct sfp_op *op)
{
    const uint32_t *b = p->lreg[op->vb], *c = p->lreg[op->vc];
    const bool immediate = op->mod & SFP_MODE_SFPSTOCHRND_IMM_SHIFTS;
    const uint32_t imm = (uint32_t)op->imm;
    uint32_t q[SFP_LANES], enabled[SFP_LANES], *d = p->lreg[op->vd];

    EACH_LANE(l) enabled[l] = enabled_lane(p, l);
    draw(p, op->rnd, enabled, q);
    if (op->vd >= DATA_LREGS)
        return;
#define ROUND(mode, value)                                         \
    case SFP_MODE_SFPSTOCHRND_##mode:                              \
        EACH_LANE(l) d[l] = enabled[l] ? (value) : d[l];           \
        break
    switch (op->mod & ~SFP_MODE_SFPSTOCHRND_IMM_SHIFTS) {
        ROUND(FP32_TO_FP16A, narrow(c[l], q[l], FP16_DROPS));
        ROUND(FP32_TO_FP16B, narrow(c[l], q[l], BF16_DROPS));
        ROUND(FP32_TO_UINT8, to_integer(c[l], q[l], UINT8_MAX, 0));
        ROUND(FP32_TO_INT8, to_integer(c[l], q[l], INT8_MAX, sign_bit));
        ROUND(FP32_TO_UINT16, to_integer(c[l], q[l], UINT16_MAX, 0));
        ROUND(FP32_TO_INT16, to_integer(c[l], q[l], INT16_MAX, sign_bit));
        ROUND(INT32_TO_UINT8, scale(c[l], immediate ? imm : b[l] & 31, q[l], UINT8_MAX, 0));
        ROUND(INT32_TO_INT8, scale(c[l], immediate ? imm : b[l] & 31, q[l], INT8_MAX, sign_bit));
    }
#undef ROUND
}

const struct plain_models PLAIN_MODELS = {
    .level = SFP_LEVEL_NAME,
    .exec = {
        [SFP_I_SFPSETCC] = setcc,
        [SFP_I_SFPENCC] = encc,
        [SFP_I_SFPPUSHC] = pushc,
        [SFP_I_SFPPOPC] = popc,
        [SFP_I_SFPTRANSP] = transp,
        [SFP_I_SFPSHFT2] = rotate,
        [SFP_I_SFPSTOCHRND] = stochrnd,
    },
};
