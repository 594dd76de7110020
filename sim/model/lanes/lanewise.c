/*
 * Executors that treat each lane by itself: fields of floats, integers and bits, conversions, SFPARECIP
 * (sfpu-semantics(7), Fields of floats, Integers and bits, SFPCAST, SFPSTOCHRND and SFPARECIP).
 */
#include "lanes.h"

/* ---- Fields of floats: SFPDIVP2, SFPEXEXP, SFPEXMAN, SFPSETEXP, SFPSETMAN, SFPSETSGN, SFPABS ---- */

enum { SETMAN_IMM_SHIFT = 11 };

EXEC(SFPDIVP2)
{
    const sfp_v *c = lreg_vectors(m, op->vc);
    uint32_t imm = (uint32_t)op->imm & EXP_MAX;

    if (op->mod & SFP_MODE_SFPDIVP2_ADD)
        STORE_LREG(m, op->vd,
                   sfp_sel(sfp_eq(c[i] & exp_bits, sfp_splat(exp_bits)), c[i],
                           (c[i] & ~exp_bits) | ((c[i] + (imm << EXP_LSB)) & exp_bits)));
    else
        STORE_LREG(m, op->vd, (c[i] & ~exp_bits) | imm << EXP_LSB);
}

EXEC(SFPEXEXP)
{
    const sfp_v *c = lreg_vectors(m, op->vc);
    uint32_t bias = op->mod & SFP_MODE_SFPEXEXP_NODEBIAS ? 0 : EXP_BIAS;
    sfp_v result[SFP_VN];

    EACH_VECTOR(i) result[i] = (c[i] >> EXP_LSB & EXP_MAX) - bias;
    store_flagged(m, op, result, result, op->mod & SFP_MODE_SFPEXEXP_CC_LT0,
                  op->mod & SFP_MODE_SFPEXEXP_CC_INVERT, FLAG_IF_NEGATIVE);
}

EXEC(SFPEXMAN)
{
    const sfp_v *c = lreg_vectors(m, op->vc);
    uint32_t one = op->mod & SFP_MODE_SFPEXMAN_PAD9 ? 0 : hidden_one;

    STORE_LREG(m, op->vd, (c[i] & man_bits) | one);
}

EXEC(SFPSETEXP)
{
    const sfp_v *c = lreg_vectors(m, op->vc), *b = lreg_vectors(m, op->b);
    uint32_t imm = ((uint32_t)op->imm & EXP_MAX) << EXP_LSB;

    if (op->mod & SFP_MODE_SFPSETEXP_ARG_IMM)
        STORE_LREG(m, op->vd, (c[i] & ~exp_bits) | imm);
    else if (op->mod & SFP_MODE_SFPSETEXP_ARG_EXPONENT)
        STORE_LREG(m, op->vd, (c[i] & ~exp_bits) | (b[i] & exp_bits));
    else
        STORE_LREG(m, op->vd, (c[i] & ~exp_bits) | (b[i] & EXP_MAX) << EXP_LSB);
}

EXEC(SFPSETMAN)
{
    const sfp_v *c = lreg_vectors(m, op->vc), *b = lreg_vectors(m, op->b);
    uint32_t imm = (uint32_t)op->imm << SETMAN_IMM_SHIFT;

    if (op->mod & SFP_MODE_SFPSETMAN_ARG_IMM)
        STORE_LREG(m, op->vd, (c[i] & ~man_bits) | imm);
    else
        STORE_LREG(m, op->vd, (c[i] & ~man_bits) | (b[i] & man_bits));
}

EXEC(SFPSETSGN)
{
    const sfp_v *c = lreg_vectors(m, op->vc), *b = lreg_vectors(m, op->b);
    uint32_t imm = (uint32_t)op->imm << 31;

    if (op->mod & SFP_MODE_SFPSETSGN_ARG_IMM)
        STORE_LREG(m, op->vd, (c[i] & ~sign_bit) | imm);
    else
        STORE_LREG(m, op->vd, (c[i] & ~sign_bit) | (b[i] & sign_bit));
}

/* -NaN keeps its sign; -Inf does not (sfpu-semantics(7), Fields of floats). */
EXEC(SFPABS)
{
    const sfp_v *c = lreg_vectors(m, op->vc);

    if (op->mod & SFP_MODE_SFPABS_FLOAT)
        STORE_LREG(m, op->vd, sfp_sel(sfp_ltu(sfp_splat(sign_bit | exp_bits), c[i]), c[i], c[i] & ~sign_bit));
    else
        STORE_LREG(m, op->vd, sfp_sel(sfp_sign(c[i]), -c[i], c[i]));
}

/* ---- Integers and bits: SFPIADD, SFPSHFT, SFPAND, SFPOR, SFPXOR, SFPNOT, SFPLZ ---- */

static inline void store_sum(struct sfp_machine *m, const struct sfp_op *op, const sfp_v sum[SFP_VN])
{
    store_flagged(m, op, sum, sum, !(op->mod & SFP_MODE_SFPIADD_CC_NONE), op->mod & SFP_MODE_SFPIADD_CC_INVERT,
                  FLAG_IF_NEGATIVE);
}

EXEC(SFPIADD)
{
    const sfp_v *c = lreg_vectors(m, op->vc), *b = lreg_vectors(m, op->b);
    sfp_v sum[SFP_VN];

    if (op->mod & SFP_MODE_SFPIADD_ARG_IMM) {
        EACH_VECTOR(i) sum[i] = c[i] + (uint32_t)sfp_signed_12((uint32_t)op->imm);
        store_sum(m, op, sum);
    } else if (op->mod & SFP_MODE_SFPIADD_SUBTRACT) {
        EACH_VECTOR(i) sum[i] = c[i] - b[i];
        store_sum(m, op, sum);
    } else {
        EACH_VECTOR(i) sum[i] = c[i] + b[i];
        store_sum(m, op, sum);
    }
}

/* Wormhole knows bit 0 of the mode only (sfpu-semantics(7), Integers and bits). */
EXEC(SFPSHFT)
{
    enum { FROM_IMM = SFP_MODE_SFPSHFT_ARG_IMM, ARITHMETIC = SFP_MODE_SFPSHFT_ARITHMETIC };
    unsigned mod = m->s.kernels == SFP_BH ? op->mod : op->mod & FROM_IMM;
    bool shifts_c = mod & FROM_IMM && mod & SFP_MODE_SFPSHFT_SRC_LREGC;
    const sfp_v *c = lreg_vectors(m, op->vc), *x = shifts_c ? c : lreg_vectors(m, op->b);

    if (mod & FROM_IMM)
        shift_by_immediate(m, op->vd, x, sfp_signed_12((uint32_t)op->imm), mod & ARITHMETIC);
    else if (mod & ARITHMETIC)
        STORE_LREG(m, op->vd, shift_arithmetic(x[i], c[i]));
    else
        STORE_LREG(m, op->vd, shift_logical(x[i], c[i]));
}

/* VD = second source & VC. The decoder has resolved Blackhole's USE_VB: `b` is VB with USE_VB, and VD without. */
EXEC(SFPAND)
{
    const sfp_v *c = lreg_vectors(m, op->vc), *b = lreg_vectors(m, op->b);

    STORE_LREG(m, op->vd, b[i] & c[i]);
}

EXEC(SFPOR)
{
    const sfp_v *c = lreg_vectors(m, op->vc), *b = lreg_vectors(m, op->b);

    STORE_LREG(m, op->vd, b[i] | c[i]);
}

EXEC(SFPXOR)
{
    const sfp_v *c = lreg_vectors(m, op->vc), *b = lreg_vectors(m, op->b);

    STORE_LREG(m, op->vd, b[i] ^ c[i]);
}

EXEC(SFPNOT)
{
    const sfp_v *c = lreg_vectors(m, op->vc);

    STORE_LREG(m, op->vd, ~c[i]);
}

EXEC(SFPLZ)
{
    const sfp_v *c = lreg_vectors(m, op->vc);
    uint32_t keep = op->mod & SFP_MODE_SFPLZ_NOSGN_MASK ? 0x7FFFFFFF : 0xFFFFFFFF;
    sfp_v tested[SFP_VN], result[SFP_VN];

    EACH_VECTOR(i) {
        tested[i] = c[i] & keep;
        result[i] = sfp_clz(tested[i]);
    }
    store_flagged(m, op, result, tested, op->mod & SFP_MODE_SFPLZ_CC_NE0, op->mod & SFP_MODE_SFPLZ_CC_INVERT,
                  FLAG_IF_NONZERO);
}

/* ---- Conversions: SFPCAST and SFPSTOCHRND ---- */

static const uint32_t magnitude_bits = 0x7FFFFFFF;

/* Converts a sign-magnitude integer to a float, to nearest, ties to even: the host's own conversion. */
static inline sfp_v cast_nearest(sfp_v c)
{
    return (c & sign_bit) | (sfp_v)__builtin_convertvector((sfp_vs)(c & magnitude_bits), sfp_vf);
}

/* Converts likewise, but rounds up if seven of the dropped bits are above seven bits drawn (sfpu-semantics(7),
 * SFPCAST). */
static inline sfp_v cast_stochastic(sfp_v c, sfp_v drawn)
{
    enum { LSB_EXPONENT = 157, COMPARED = 0xFE }; /* exponent of 2^30: the leading one adds the last 1 */
    sfp_v magnitude = c & magnitude_bits, lz = sfp_clz(magnitude);
    sfp_v normal = sfp_sll(magnitude, lz);
    sfp_v up = sfp_ltu(drawn >> 9 & COMPARED, normal & COMPARED) & 1;
    sfp_v value = ((LSB_EXPONENT - lz) << EXP_LSB) + (normal >> 8) + up;

    return (c & sign_bit) | sfp_k_keep(sfp_k_nonzero(magnitude), value);
}

static void cast_to_float(struct sfp_machine *m, const struct sfp_op *op, bool stochastic)
{
    const sfp_v *c = lreg_vectors(m, op->vc);

    if (is_writable(op->vd) && stochastic)
        STORE_LREG(m, op->vd, cast_stochastic(c[i], prng_draw(m, i)));
    else if (is_writable(op->vd))
        STORE_LREG(m, op->vd, cast_nearest(c[i]));
    else if (stochastic)
        prng_skip(m);
}

EXEC(SFPCAST)
{
    unsigned mod = op->mod & (m->s.kernels == SFP_BH ? 3 : 1);
    const sfp_v *c = lreg_vectors(m, op->vc);

    if (mod <= SFP_MODE_SFPCAST_SM32_TO_FP32_RNS) {
        cast_to_float(m, op, mod == SFP_MODE_SFPCAST_SM32_TO_FP32_RNS);
    } else if (is_writable(op->vd)) {
        /* INT32_SM32 goes both ways between two's complement and sign-magnitude. */
        uint32_t sign = mod == SFP_MODE_SFPCAST_INT32_SM32 ? sign_bit : 0;

        STORE_LREG(m, op->vd, sfp_sel(sfp_sign(c[i]), sign | -c[i], c[i]));
    }
}

enum { Q_BITS = 23, Q_HALF = 0x400000, Q_ALL = 0x7FFFFF };

/*
 * Drops the low `bits` bits of c's mantissa. Rounds up if they reach q's upper bits (biased on purpose): the sum below
 * then carries. Infinities and NaNs lose their mantissa, denormals all bits.
 */
static inline sfp_v narrow_float(sfp_v c, sfp_v q, unsigned bits)
{
    const uint32_t unit = 1u << bits, infinite = EXP_MAX << EXP_LSB;
    sfp_v magnitude = c & magnitude_bits, rounded = (magnitude + (unit - (q >> (Q_BITS - bits)))) & ~(unit - 1);
    sfp_v result = sfp_minu(rounded, sfp_splat(infinite)) | (c & sign_bit);

    return sfp_k_drop(sfp_k_lts(magnitude, sfp_splat(hidden_one)), result);
}

/* Returns sign and magnitude from a whole part and a 23-bit fraction: rounds, clamps, avoids negative zero. */
static inline sfp_v round_integer(sfp_v whole, sfp_v fraction, sfp_v q, sfp_v sign, uint32_t max)
{
    sfp_v magnitude = sfp_minu(whole - ~sfp_lts(fraction, q), sfp_splat(max)); /* minus an all-ones mask adds one */

    return magnitude | sfp_k_keep(sfp_k_nonzero(magnitude), sign);
}

/*
 * Converts a float to an integer of sign and magnitude. Values below one half give 0, and values from 2^23 on are above
 * every maximum. Shifts by 32 or more, and by negative counts, leave 0.
 */
static inline sfp_v float_to_integer(sfp_v c, sfp_v q, uint32_t max, uint32_t keep_sign)
{
    enum { ONE_HALF = EXP_BIAS - 1, INTEGER = EXP_BIAS + EXP_LSB }; /* exponents of 1/2 and of 2^23 */
    sfp_v e = c >> EXP_LSB & EXP_MAX, m = (c & man_bits) | hidden_one;
    sfp_v whole = sfp_srl(m, sfp_maxs(INTEGER - e, sfp_splat(0)));
    sfp_v fraction = sfp_sll(m, e - ONE_HALF) >> 1 & man_bits;
    sfp_v result = round_integer(whole, fraction, q, c & keep_sign, max);

    return sfp_k_drop(sfp_k_lts(e, sfp_splat(ONE_HALF)), result);
}

static inline sfp_v scale_integer(sfp_v c, sfp_v amount, sfp_v q, uint32_t max, uint32_t keep_sign)
{
    sfp_v m = c & magnitude_bits;
    sfp_v fraction = sfp_sll(m, Q_BITS - amount) | sfp_srl(m, amount - Q_BITS);

    return round_integer(sfp_srl(m, amount), fraction & Q_ALL, q, c & keep_sign, max);
}

/* Rounding thresholds are (drawn & keep) | fixed. */
struct thresholds {
    sfp_v keep, fixed;
};

static inline struct thresholds choose_thresholds(const struct sfp_machine *m, const struct sfp_op *op)
{
    enum { NEAREST, STOCHASTIC, TO_ZERO };
    const bool to_zero = op->rnd == TO_ZERO && m->s.kernels == SFP_BH, drawn = op->rnd != NEAREST && !to_zero;

    return (struct thresholds){sfp_splat(drawn ? Q_ALL : 0), sfp_splat(drawn ? 0 : to_zero ? Q_ALL : Q_HALF)};
}

/* Returns the thresholds of vector i. The generators step in every mode (sfpu-semantics(7), SFPSTOCHRND). */
static inline sfp_v draw_threshold(struct sfp_machine *m, const struct thresholds *t, unsigned i)
{
    return (prng_draw(m, i) & t->keep) | t->fixed;
}

/* Returns the distance by which an integer is shifted right. */
static inline sfp_v shift_amount(const struct sfp_op *op, sfp_v b)
{
    return choose_vector(op->mod & SFP_MODE_SFPSTOCHRND_IMM_SHIFTS, sfp_splat((uint32_t)op->imm), b & 31);
}

EXEC(SFPSTOCHRND)
{
    enum { FP16A_DROPS = 13, FP16B_DROPS = 16 };
    enum { MAX_UINT8 = 0xFF, MAX_INT8 = 0x7F, MAX_UINT16 = 0xFFFF, MAX_INT16 = 0x7FFF };
    const sfp_v *c = lreg_vectors(m, op->vc), *b = lreg_vectors(m, op->vb);
    const struct thresholds t = choose_thresholds(m, op);

    if (!is_writable(op->vd)) {
        prng_skip(m);
        return;
    }
    switch (op->mod & ~SFP_MODE_SFPSTOCHRND_IMM_SHIFTS) {
    case SFP_MODE_SFPSTOCHRND_FP32_TO_FP16A:
        STORE_LREG(m, op->vd, narrow_float(c[i], draw_threshold(m, &t, i), FP16A_DROPS));
        break;
    case SFP_MODE_SFPSTOCHRND_FP32_TO_FP16B:
        STORE_LREG(m, op->vd, narrow_float(c[i], draw_threshold(m, &t, i), FP16B_DROPS));
        break;
    case SFP_MODE_SFPSTOCHRND_FP32_TO_UINT8:
        STORE_LREG(m, op->vd, float_to_integer(c[i], draw_threshold(m, &t, i), MAX_UINT8, 0));
        break;
    case SFP_MODE_SFPSTOCHRND_FP32_TO_INT8:
        STORE_LREG(m, op->vd, float_to_integer(c[i], draw_threshold(m, &t, i), MAX_INT8, sign_bit));
        break;
    case SFP_MODE_SFPSTOCHRND_FP32_TO_UINT16:
        STORE_LREG(m, op->vd, float_to_integer(c[i], draw_threshold(m, &t, i), MAX_UINT16, 0));
        break;
    case SFP_MODE_SFPSTOCHRND_FP32_TO_INT16:
        STORE_LREG(m, op->vd, float_to_integer(c[i], draw_threshold(m, &t, i), MAX_INT16, sign_bit));
        break;
    case SFP_MODE_SFPSTOCHRND_INT32_TO_UINT8:
        STORE_LREG(m, op->vd, scale_integer(c[i], shift_amount(op, b[i]), draw_threshold(m, &t, i), MAX_UINT8, 0));
        break;
    case SFP_MODE_SFPSTOCHRND_INT32_TO_INT8:
        STORE_LREG(m, op->vd, scale_integer(c[i], shift_amount(op, b[i]), draw_threshold(m, &t, i), MAX_INT8,
                                            sign_bit));
        break;
    }
}

/* ---- SFPARECIP, of Blackhole ---- */

#include "aexp_table.inc"

enum { TABLE_LSB = 16, LOW_HALF = 0xFFFF };

/*
 * R(m): a tiny m gives infinity; a huge m, infinity and NaN give 0. For i, the upper seven bits of m's mantissa, the
 * result's mantissa is floor(65536 / (257 + 2 i) + 1/2) - 128. The divisor below is (257 + 2 i) / 256, and no quotient
 * is as close to a half as its rounding error.
 */
static inline sfp_v approximate_reciprocal(sfp_v m)
{
    enum { INDEX = 0x7F, EXP_SUM = 253 };
    const uint32_t index_bits = INDEX << TABLE_LSB, one_and_half_step = 0x3F808000;
    const uint32_t too_large = 0x7E800000, infinite = 0x7F800000;
    const float integer = 0x1p23f;
    sfp_v nearest = (sfp_v)(256.0f / (sfp_vf)((m & index_bits) | one_and_half_step) + integer);
    sfp_v result = (EXP_SUM - (m >> EXP_LSB)) << EXP_LSB | (nearest & INDEX) << TABLE_LSB;

    result = sfp_k_keep(sfp_k_lts(m, sfp_splat(too_large)), result);
    return sfp_k_sel(sfp_k_lts(m, sfp_splat(hidden_one)), sfp_splat(infinite), result);
}

/* X(m): the low 16 bits pass straight through, except for zeros and denormals. */
static inline sfp_v approximate_exponential(sfp_v m)
{
    const sfp_v first = sfp_splat(AEXP_FIRST), last = sfp_splat(AEXP_LAST);
    const uint32_t one = 0x3F800000;
    sfp_v upper = sfp_minu(sfp_maxu(m >> TABLE_LSB, first), last);
    sfp_v result = sfp_lookup(aexp_table, upper - first) | (m & LOW_HALF);

    return sfp_k_sel(sfp_k_lts(m, sfp_splat(hidden_one)), sfp_splat(one), result);
}

EXEC(SFPARECIP)
{
    enum { RECIP, COND_RECIP };
    const sfp_v *c = lreg_vectors(m, op->vc), *b = lreg_vectors(m, op->vb);

    if (op->mod == RECIP)
        STORE_LREG(m, op->vd, (c[i] & sign_bit) | approximate_reciprocal(c[i] & ~sign_bit));
    else if (op->mod == COND_RECIP)
        STORE_LREG(m, op->vd, sfp_sel(sfp_sign(b[i]), approximate_reciprocal(c[i] & ~sign_bit), c[i]));
    else
        STORE_LREG(m, op->vd, (c[i] & sign_bit) | approximate_exponential(c[i] & ~sign_bit));
}
