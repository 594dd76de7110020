/* Conversions: SFPCAST and SFPSTOCHRND (sfpu-semantics(7), SFPCAST and SFPSTOCHRND). */
#include "lanes.h"

static const uint32_t magnitude_bits = 0x7FFFFFFF;

/* Sign-magnitude integer to float, to nearest, ties to even: the host's own conversion. */
static inline sfp_v cast_nearest(sfp_v c)
{
    return (c & sign_bit) | (sfp_v)__builtin_convertvector((sfp_vs)(c & magnitude_bits), sfp_vf);
}

/* Rounded up where seven of the bits dropped are above seven that were drawn (sfpu-semantics(7), SFPCAST). */
static inline sfp_v cast_stochastic(sfp_v c, sfp_v drawn)
{
    enum { LSB_EXPONENT = 157, COMPARED = 0xFE }; /* exponent of 2^30: the leading one adds the rest */
    sfp_v magnitude = c & magnitude_bits, lz = sfp_clz(magnitude);
    sfp_v normal = sfp_sll(magnitude, lz);
    sfp_v up = sfp_ltu(drawn >> 9 & COMPARED, normal & COMPARED) & 1;
    sfp_v value = ((LSB_EXPONENT - lz) << EXP_LSB) + (normal >> 8) + up;

    return (c & sign_bit) | sfp_k_keep(sfp_k_nonzero(magnitude), value);
}

static void cast_to_float(struct sfp_machine *m, const struct sfp_op *op, bool stochastic)
{
    const sfp_v *c = lreg(m, op->vc);

    if (writable(op->vd) && stochastic)
        STORE_LREG(m, op->vd, cast_stochastic(c[i], prng_draw(m, i)));
    else if (writable(op->vd))
        STORE_LREG(m, op->vd, cast_nearest(c[i]));
    else if (stochastic)
        prng_skip(m);
}

EXEC(SFPCAST)
{
    unsigned mod = op->mod & (m->s.kernels == SFP_BH ? 3 : 1);
    const sfp_v *c = lreg(m, op->vc);

    if (mod <= SFP_MODE_SFPCAST_SM32_TO_FP32_RNS) {
        cast_to_float(m, op, mod == SFP_MODE_SFPCAST_SM32_TO_FP32_RNS);
    } else if (writable(op->vd)) {
        /* INT32_SM32 goes both ways between two's complement and sign-magnitude. */
        uint32_t sign = mod == SFP_MODE_SFPCAST_INT32_SM32 ? sign_bit : 0;

        STORE_LREG(m, op->vd, sfp_sel(sfp_sign(c[i]), sign | -c[i], c[i]));
    }
}

enum { Q_BITS = 23, Q_HALF = 0x400000, Q_ALL = 0x7FFFFF };

/*
 * Drops the low `bits` bits of c's mantissa, rounding up where they reach q's upper bits (biased on purpose): there the
 * sum below carries. Infinities and NaNs lose their mantissa, denormals all.
 */
static inline sfp_v narrow_float(sfp_v c, sfp_v q, unsigned bits)
{
    const uint32_t unit = 1u << bits, infinite = EXP_MAX << EXP_LSB;
    sfp_v magnitude = c & magnitude_bits, rounded = (magnitude + (unit - (q >> (Q_BITS - bits)))) & ~(unit - 1);
    sfp_v result = sfp_minu(rounded, sfp_splat(infinite)) | (c & sign_bit);

    return sfp_k_drop(sfp_k_lts(magnitude, sfp_splat(hidden_one)), result);
}

/* Sign and magnitude from a whole part and a 23-bit fraction: round, clamp, no negative zero. */
static inline sfp_v round_integer(sfp_v whole, sfp_v fraction, sfp_v q, sfp_v sign, uint32_t max)
{
    sfp_v magnitude = sfp_minu(whole - ~sfp_lts(fraction, q), sfp_splat(max)); /* minus an all-ones mask adds one */

    return magnitude | sfp_k_keep(sfp_k_nonzero(magnitude), sign);
}

/*
 * Below one half there is nothing to round up, and from 2^23 on the value is above every maximum. Shifts by 32 or more,
 * as negative counts are, leave nothing.
 */
static inline sfp_v float_to_integer(sfp_v c, sfp_v q, uint32_t max, uint32_t keep_sign)
{
    enum { HALF = EXP_BIAS - 1, INTEGER = EXP_BIAS + EXP_LSB }; /* exponents of 1/2 and of 2^23 */
    sfp_v e = c >> EXP_LSB & EXP_MAX, m = (c & man_bits) | hidden_one;
    sfp_v whole = sfp_srl(m, sfp_maxs(INTEGER - e, sfp_splat(0)));
    sfp_v fraction = sfp_sll(m, e - HALF) >> 1 & man_bits;
    sfp_v result = round_integer(whole, fraction, q, c & keep_sign, max);

    return sfp_k_drop(sfp_k_lts(e, sfp_splat(HALF)), result);
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

static inline struct thresholds thresholds(const struct sfp_machine *m, const struct sfp_op *op)
{
    enum { NEAREST, STOCHASTIC, TO_ZERO };
    const bool to_zero = op->rnd == TO_ZERO && m->s.kernels == SFP_BH, drawn = op->rnd != NEAREST && !to_zero;

    return (struct thresholds){sfp_splat(drawn ? Q_ALL : 0), sfp_splat(drawn ? 0 : to_zero ? Q_ALL : Q_HALF)};
}

/* Those of vector i. The generators step whatever the mode (sfpu-semantics(7), SFPSTOCHRND). */
static inline sfp_v draw(struct sfp_machine *m, const struct thresholds *t, unsigned i)
{
    return (prng_draw(m, i) & t->keep) | t->fixed;
}

/* How far to the right an integer is shifted. */
static inline sfp_v amount(const struct sfp_op *op, sfp_v b)
{
    return choose(op->mod & SFP_MODE_SFPSTOCHRND_IMM_SHIFTS, sfp_splat((uint32_t)op->imm), b & 31);
}

EXEC(SFPSTOCHRND)
{
    enum { FP16A_DROPS = 13, FP16B_DROPS = 16 };
    enum { MAX_UINT8 = 0xFF, MAX_INT8 = 0x7F, MAX_UINT16 = 0xFFFF, MAX_INT16 = 0x7FFF };
    const sfp_v *c = lreg(m, op->vc), *b = lreg(m, op->vb);
    const struct thresholds t = thresholds(m, op);

    if (!writable(op->vd)) {
        prng_skip(m);
        return;
    }
    switch (op->mod & ~SFP_MODE_SFPSTOCHRND_IMM_SHIFTS) {
    case SFP_MODE_SFPSTOCHRND_FP32_TO_FP16A:
        STORE_LREG(m, op->vd, narrow_float(c[i], draw(m, &t, i), FP16A_DROPS));
        break;
    case SFP_MODE_SFPSTOCHRND_FP32_TO_FP16B:
        STORE_LREG(m, op->vd, narrow_float(c[i], draw(m, &t, i), FP16B_DROPS));
        break;
    case SFP_MODE_SFPSTOCHRND_FP32_TO_UINT8:
        STORE_LREG(m, op->vd, float_to_integer(c[i], draw(m, &t, i), MAX_UINT8, 0));
        break;
    case SFP_MODE_SFPSTOCHRND_FP32_TO_INT8:
        STORE_LREG(m, op->vd, float_to_integer(c[i], draw(m, &t, i), MAX_INT8, sign_bit));
        break;
    case SFP_MODE_SFPSTOCHRND_FP32_TO_UINT16:
        STORE_LREG(m, op->vd, float_to_integer(c[i], draw(m, &t, i), MAX_UINT16, 0));
        break;
    case SFP_MODE_SFPSTOCHRND_FP32_TO_INT16:
        STORE_LREG(m, op->vd, float_to_integer(c[i], draw(m, &t, i), MAX_INT16, sign_bit));
        break;
    case SFP_MODE_SFPSTOCHRND_INT32_TO_UINT8:
        STORE_LREG(m, op->vd, scale_integer(c[i], amount(op, b[i]), draw(m, &t, i), MAX_UINT8, 0));
        break;
    case SFP_MODE_SFPSTOCHRND_INT32_TO_INT8:
        STORE_LREG(m, op->vd, scale_integer(c[i], amount(op, b[i]), draw(m, &t, i), MAX_INT8, sign_bit));
        break;
    }
}
