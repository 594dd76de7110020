/*
 * The multiply-add of a vector of lanes, r = x*y + z, exact as sfpu-fma(7) says: first in integers; below, where
 * possible, in the host's floating point.
 *
 * In integers, because the hardware cuts the product to 28 bits and loses sticky bits, unlike a host multiply-add.
 * Exponents stay in their place, bits 30:23 and above, so that packing is an addition.
 */
#ifndef SFP_FMA_H
#define SFP_FMA_H

#include "isa/isa.h"
#include "simd.h"

enum {
    SFP_FMA_FRACTION_BITS = 23,
    SFP_FMA_EXPONENT_BITS = 8, /* x shifted left by this has the hidden one's place on top */
    SFP_FMA_GRS_BITS = 3,      /* guard, round and sticky, below the fraction of p and q */
    SFP_FMA_DROPPED_BITS = 20, /* bits of the product that go into sticky */
    SFP_FMA_NORMAL_ZEROS = 3,  /* leading zeros of r when normalised: r < 2^29 is never shifted right */
    SFP_FMA_EXTRA_BITS = 5,    /* bits below the fraction of a normalised r */
    SFP_FMA_PACK_E = 4,        /* E + n - 1 = E - leading zeros + 4: the hidden one adds the last 1 */
};

#define SFP_FMA_E(e) ((uint32_t)(e) << SFP_FMA_FRACTION_BITS)
#define SFP_FMA_SIGN 0x80000000u
#define SFP_FMA_HIDDEN_ONE SFP_FMA_E(1)
#define SFP_FMA_FRACTION (SFP_FMA_HIDDEN_ONE - 1)
#define SFP_FMA_INFINITE SFP_FMA_E(255)
#define SFP_FMA_ALL_ONES ((SFP_FMA_HIDDEN_ONE | SFP_FMA_FRACTION) << SFP_FMA_EXTRA_BITS)
#define SFP_FMA_WH_NAN 0x7F800001u
#define SFP_FMA_BH_NAN 0x7FC00000u

/*
 * Steps 3 and 10: the results of lanes where E_x, E_y, E_z or E_p is 255 (E_p already limited to 255). `number` is the
 * result when exponent 255 counts as ordinary: its bits leak into Wormhole's NaNs. A number that underflows is 0, and a
 * number that overflows is infinite. Both add nothing to a NaN, so the exits of steps 6, 7 and 9 need no cases here.
 */
static inline sfp_v sfp_fma_special(enum sfp_arch arch, sfp_v x, sfp_v y, sfp_v z, sfp_v e_p, sfp_v number)
{
    const sfp_v infinite = sfp_splat(SFP_FMA_INFINITE), magnitude = ~sfp_splat(SFP_FMA_SIGN);
    sfp_v e_x = x & infinite, e_y = y & infinite;
    sfp_v top_x = sfp_eq(e_x, infinite), top_y = sfp_eq(e_y, infinite);
    sfp_v nan_x = sfp_gts(x & magnitude, infinite), nan_y = sfp_gts(y & magnitude, infinite);
    sfp_v nan_z = sfp_gts(z & magnitude, infinite), infinite_z = sfp_eq(z & magnitude, infinite);
    sfp_v s_p = x ^ y, opposite = sfp_sign(s_p ^ z);
    sfp_v infinite_p = arch == SFP_WH ? top_x | top_y | sfp_eq(e_p, infinite) : top_x | top_y;
    sfp_v invalid = nan_x | nan_y | (top_x & sfp_eq(e_y, sfp_splat(0))) | (top_y & sfp_eq(e_x, sfp_splat(0))) |
                    (infinite_z & infinite_p & opposite);
    sfp_v result = sfp_sel(infinite_z, z, (s_p & SFP_FMA_SIGN) | SFP_FMA_INFINITE);
    sfp_v nan;

    if (arch == SFP_WH)
        nan = (sfp_sel(invalid, s_p, z) & SFP_FMA_SIGN) | SFP_FMA_WH_NAN | (number & ~SFP_FMA_SIGN);
    else
        nan = sfp_splat(SFP_FMA_BH_NAN);
    return sfp_sel(invalid | nan_z, nan, result);
}

/* Always inline, so that callers' loops keep the constants in registers. */
__attribute__((always_inline)) static inline sfp_v sfp_fma(enum sfp_arch arch, sfp_v x, sfp_v y, sfp_v z)
{
    const sfp_v infinite = sfp_splat(SFP_FMA_INFINITE), bias = sfp_splat(SFP_FMA_E(127));
    const sfp_v fraction = sfp_splat(SFP_FMA_FRACTION), hidden = sfp_splat(SFP_FMA_HIDDEN_ONE);
    sfp_v e_x = x & infinite, e_y = y & infinite, e_z = z & infinite;

    /* Steps 1 and 4. A product that vanishes is p = 0, E_p = 0; an E_p above 255 is as good as 255. */
    sfp_v e_sum = e_x + e_y;
    sfp_k counts = sfp_k_and(sfp_k_and(sfp_k_nonzero(e_x), sfp_k_nonzero(e_y)), sfp_k_geu(e_sum, bias));
    sfp_v e_p = sfp_minu(sfp_k_keep(counts, e_sum - bias), infinite);

    /* Step 2. The factors are shifted so that the product's upper 32 bits are P >> 20. The lower bits go into
     * sticky. */
    sfp_v m_x = x << SFP_FMA_EXPONENT_BITS | 1u << 31;
    sfp_v m_y = ((y & fraction) | hidden) << (32 - SFP_FMA_DROPPED_BITS - SFP_FMA_EXPONENT_BITS);
    sfp_v dropped, p = sfp_mul_wide(m_x, m_y, &dropped);
    p = sfp_k_keep(counts, p | sfp_nonzero(dropped));
    sfp_v q = sfp_k_keep(sfp_k_nonzero(e_z), ((z & fraction) | hidden) << SFP_FMA_GRS_BITS);

    /* Step 5. With nothing of the operand left, nothing sticks either. */
    sfp_v e = sfp_maxs(e_p, e_z), d = sfp_abs(e_p - e_z) >> SFP_FMA_FRACTION_BITS;
    sfp_k z_leads = sfp_k_lts(e_p, e_z);
    sfp_v leading = sfp_k_sel(z_leads, q, p), unaligned = sfp_k_sel(z_leads, p, q);
    sfp_v aligned = sfp_srl(unaligned, d);
    sfp_k sticky = sfp_k_and(sfp_k_nonzero(aligned), sfp_k_ne(sfp_sll(aligned, d), unaligned));
    aligned = sfp_k_set(sticky, aligned, 1);

    /* Step 6: a negative sum has the sign of the aligned operand, and not of the leading operand. */
    sfp_v s_p = x ^ y;
    sfp_k subtract = sfp_k_sign(s_p ^ z);
    sfp_v sum = leading + sfp_k_negate(subtract, aligned), r = sfp_abs(sum);
    sfp_v s = sfp_k_sel(z_leads, z, s_p) ^ sum;

    /* Step 7: Wormhole does not see bit 1 if n = 2, so if bit 28 is set. */
    if (arch == SFP_WH)
        r &= ~(r >> 27 & 2);
    sfp_v zeros = sfp_clz(r);
    sfp_v normal = sfp_sll(r, zeros - SFP_FMA_NORMAL_ZEROS);

    /* Step 8, on all extra bits at once: bits below the guard count only as zero or not zero. */
    const uint32_t almost_half = (1 << (SFP_FMA_EXTRA_BITS - 1)) - 1;
    sfp_v even = normal >> SFP_FMA_EXTRA_BITS & 1;
    sfp_v rounded = normal + (SFP_FMA_PACK_E << (SFP_FMA_FRACTION_BITS + SFP_FMA_EXTRA_BITS) | almost_half) + even;
    sfp_v packed = (rounded >> SFP_FMA_EXTRA_BITS) + (e - (zeros << SFP_FMA_FRACTION_BITS));

    /* Steps 7 and 9. Exponents from -27 to 257 are in `packed`, more than signed words hold: hence the unsigned
     * comparison. */
    sfp_k in_range = sfp_k_and(sfp_k_nonzero(r), sfp_k_ltu(packed - hidden, sfp_splat(SFP_FMA_E(-128))));
    sfp_v magnitude = sfp_minu(packed, infinite);
    if (arch == SFP_WH) {
        magnitude = sfp_k_keep(in_range, magnitude);
        s = sfp_k_keep(in_range, s);
    } else {
        /* Below range the fraction has a bit less: all ones round up to the smallest normal number. */
        sfp_k all_ones = sfp_k_lts(sfp_splat(SFP_FMA_ALL_ONES - 1), normal);
        sfp_k cancelled = sfp_k_and(subtract, sfp_k_eq(r, sfp_splat(0)));

        magnitude = sfp_k_sel(in_range, magnitude, sfp_k_keep(all_ones, hidden));
        s = sfp_k_drop(cancelled, s);
    }
    sfp_v result = (s & SFP_FMA_SIGN) | magnitude;

    sfp_k special = sfp_k_eq(sfp_maxs(sfp_maxs(e_x, e_y), e), infinite);
    if (__builtin_expect(sfp_k_any(special), 0))
        result = sfp_k_sel(special, sfp_fma_special(arch, x, y, z, e_p, result), result);
    return result;
}

/* x*y + z on Wormhole. Not commutative: keep the operand order of sfpu-fma(7). */
__attribute__((always_inline)) static inline sfp_v sfp_fma_wh(sfp_v x, sfp_v y, sfp_v z)
{
    return sfp_fma(SFP_WH, x, y, z);
}

/* x*y + z on Blackhole. */
__attribute__((always_inline)) static inline sfp_v sfp_fma_bh(sfp_v x, sfp_v y, sfp_v z)
{
    return sfp_fma(SFP_BH, x, y, z);
}

/*
 * ---- In the host's floating point ----
 *
 * The multiply-add of 32 lanes: exact, and much faster than in integers, where the larger exponent of product and
 * addend is in range. These functions refuse other values, and the integer functions take those.
 *
 * Let E = max(E_p, E_z) and u = 2^(E-153), the weight of r's lowest bit in sfpu-fma(7). For SFP_HOST_LOW <= E, r is
 * jam(x*y) + jam(z), where jam rounds to odd at u, and the result is r rounded to nearest even at 24 bits:
 *   - cutting the product to 28 bits and then aligning it is one jam, since jams compose;
 *   - the normalising shift keeps the sticky bit, so that rounding r itself is the same;
 *   - u >= 2^-126: nothing underflows, and r = 0 is an exact cancellation, +0 on both arches;
 *   - an aligned operand below u vanishes (step 5). The code must test z for this, since x*y may be a tie. It need not
 *     test x*y: z is then a multiple of 8 u, and 8 k +- 1 rounds back to z;
 *   - Wormhole overlooks a bit (step 7, n = 2) with an effect only if the tail is 18 of 32 over an even bit. In
 *     this case alone the rounded result lies 14 u beyond r, away from zero; its lowest bit is then cleared.
 *
 * Mostly the host's fused multiply-add, which rounds x*y + z once, gives that result (sfp_host_fused). If z is a
 * multiple of 2 u, as for E_z >= E - 2, r is jam(x*y + z): adding an even number to an odd one gives an odd one. And
 * rounding to odd two or more places below the result's last place leaves the result as it is; for |r| >= 2^25 u the
 * places are that far apart. Below 2^28 u Wormhole overlooks nothing.
 *
 * Otherwise floating point reaches jam by a large constant that leaves the wanted bits at the end of the significand,
 * rounded down and up; of two neighbours the odd one is the jammed value. Each level has the form that its instructions
 * allow. All these functions need the modes of sfp_host_float_enter: rounding to nearest, ties to even, and for
 * sfp_host_fused also denormals that count as zeros.
 */

enum {
    SFP_HOST_LOW = 27,     /* least E for which u is a normal number */
    SFP_HOST_HIGH = 250,   /* largest E for which the large constants are finite */
    SFP_HOST_LARGEST = 254, /* largest E for which a sum or a product alone is finite or overflows as in IEEE */
};

/* The pattern of 14 u, for exponents in place, less E. */
#define SFP_HOST_14_U (0x600000u - SFP_FMA_E(23))

/* Masks to exclusive-or with x and z to change their signs: 0, or SFP_FMA_SIGN. */
struct sfp_host_flips {
    uint32_t factor, addend;
};
static const struct sfp_host_flips sfp_host_as_is = {0, 0};

#include "fma_levels.h"

#define SFP_HOST_EACH(i) for (unsigned i = 0; i < SFP_VN; i++)

/* Computes r = x * y + z, signs flipped, E in range, where the host's multiply-add equals both arches'. Returns
 * false if it may differ in some lane. */
__attribute__((always_inline)) static inline bool sfp_host_fused(const sfp_v x[SFP_VN], const sfp_v y[SFP_VN],
                                                                 const sfp_v z[SFP_VN], struct sfp_host_flips f,
                                                                 const sfp_host_exponents h[SFP_VN], sfp_v r[SFP_VN])
{
#ifdef SFP_SIMD_FMA
    enum { LEAST_SUM = -1, SPAN = 2 }; /* r's exponent from E - 1 to E + 1, E_z from E - 2 to E */
    const sfp_v infinite = sfp_splat(SFP_FMA_INFINITE), most = sfp_splat(SFP_FMA_E(SPAN));
    sfp_v span = most;

    SFP_HOST_EACH(i) {
        const sfp_v e = SFP_HOST_E(h[i]), e_z = z[i] & infinite;

        r[i] = sfp_fused(x[i] ^ f.factor, y[i], z[i] ^ f.addend);
        span = sfp_maxu(span, sfp_k_keep(sfp_k_nonzero(e_z), e) - e_z);
        span = sfp_maxu(span, (r[i] & infinite) - e - SFP_FMA_E(LEAST_SUM));
    }
    return !sfp_k_any(sfp_k_ne(span, most));
#else
    (void)x, (void)y, (void)z, (void)f, (void)h, (void)r;
    return false;
#endif
}

/* Makes the compiler forget that these operands were loaded before. It then loads them again when registers run out,
 * instead of keeping copies in memory. */
#define SFP_HOST_AGAIN(x, y, z) __asm__("" : "+r"(x), "+r"(y), "+r"(z))

/* Computes r = x * y + z. Returns false, with nothing of use in r[], if E is out of range in some lane. */
__attribute__((always_inline)) static inline bool sfp_host_fma(enum sfp_arch arch, const sfp_v x[SFP_VN],
                                                               const sfp_v y[SFP_VN], const sfp_v z[SFP_VN],
                                                               sfp_v r[SFP_VN])
{
    sfp_host_exponents h[SFP_VN];

    if (__builtin_expect(!sfp_host_in_range(x, y, z, h), 0))
        return false;
    if (sfp_host_fused(x, y, z, sfp_host_as_is, h, r))
        return true;
    if (arch == SFP_WH)
        sfp_host_jammed(SFP_WH, x, y, z, sfp_host_as_is, h, r);
    else
        sfp_host_jammed(SFP_BH, x, y, z, sfp_host_as_is, h, r);
    return true;
}

/*
 * For E below SFP_HOST_LOW: makes x*y and z SFP_HOST_STEP exponents larger. The result is then larger by the same step,
 * since sfpu-fma(7) up to packing looks only at differences of exponents. The smaller factor has room for the step if E
 * <= SFP_HOST_HIGH - SFP_HOST_STEP. Returns false if E is larger in some lane. No product may vanish.
 */
enum { SFP_HOST_STEP = 64 };

__attribute__((always_inline)) static inline bool sfp_host_enlarge(sfp_v x[SFP_VN], sfp_v y[SFP_VN], sfp_v z[SFP_VN])
{
    enum { LARGEST = SFP_HOST_HIGH - SFP_HOST_STEP, BIAS = 127 };
    const sfp_v infinite = sfp_splat(SFP_FMA_INFINITE), step = sfp_splat(SFP_FMA_E(SFP_HOST_STEP));
    sfp_v sum = sfp_splat(0), addend = sfp_splat(0);

    SFP_HOST_EACH(i) {
        const sfp_v e_x = x[i] & infinite, e_y = y[i] & infinite, e_z = z[i] & infinite, x_is_less = sfp_gtu(e_y, e_x);

        sum = sfp_maxu(sum, e_x + e_y);
        addend = sfp_maxu(addend, e_z);
        x[i] += step & x_is_less;
        y[i] += step & ~x_is_less;
        z[i] = sfp_k_keep(sfp_k_nonzero(e_z), z[i] + step);
    }
    return !sfp_any(sfp_gtu(sum, sfp_splat(SFP_FMA_E(LARGEST + BIAS))) | sfp_gtu(addend, sfp_splat(SFP_FMA_E(LARGEST))));
}

/* Makes the results of enlarged operands smaller again. Returns false where Blackhole may round a value below all
 * numbers up to the least number (sfpu-fma(7), Normalisation), since r then tells too little. */
__attribute__((always_inline)) static inline bool sfp_host_reduce(enum sfp_arch arch, sfp_v r[SFP_VN])
{
    const sfp_v magnitude = ~sfp_splat(SFP_FMA_SIGN), below = sfp_splat(SFP_FMA_E(SFP_HOST_STEP + 1) - 1);
    const sfp_v zero_sign = sfp_splat(arch == SFP_BH ? SFP_FMA_SIGN : 0), none = sfp_splat(0);
    sfp_v unclear = none;

    SFP_HOST_EACH(i) {
        const sfp_v in_range = sfp_gtu(r[i] & magnitude, below), cancelled = sfp_eq(r[i] & magnitude, none);
        const sfp_v all_or_no_ones = sfp_eq((r[i] + 1) & (SFP_FMA_FRACTION - 1), none);

        if (arch == SFP_BH)
            unclear |= all_or_no_ones & ~in_range & ~cancelled;
        r[i] = sfp_sel(in_range, r[i] - SFP_FMA_E(SFP_HOST_STEP), r[i] & zero_sign);
    }
    return !sfp_any(unclear);
}

/* Computes x * y + (+0): an IEEE product where 1 <= E_p <= 254. Returns false for other E_p in some lane. */
__attribute__((always_inline)) static inline bool sfp_host_product(const sfp_v x[SFP_VN], const sfp_v y[SFP_VN],
                                                                   sfp_v r[SFP_VN])
{
    const sfp_v infinite = sfp_splat(SFP_FMA_INFINITE);
    sfp_v worst = sfp_splat(0);

    SFP_HOST_EACH(i) {
        sfp_v e_p = (sfp_v)((sfp_vf)(x[i] & infinite) * (sfp_vf)(y[i] & infinite));

        worst = sfp_maxu(worst, e_p - SFP_FMA_E(1));
        r[i] = (sfp_v)((sfp_vf)x[i] * (sfp_vf)y[i]);
    }
    return !sfp_k_any(sfp_k_ltu(sfp_splat(SFP_FMA_E(SFP_HOST_LARGEST - 1)), worst));
}

/* Computes x * y + (+0) for all factors except infinities and NaNs, and except E_p = 0. A smaller product gives +0
 * on both arches, a larger one overflows as in IEEE. Returns false for an exception in some lane. */
__attribute__((always_inline)) static inline bool sfp_host_product_beyond(const sfp_v x[SFP_VN], const sfp_v y[SFP_VN],
                                                                          sfp_v r[SFP_VN])
{
    const sfp_v infinite = sfp_splat(SFP_FMA_INFINITE), bias = sfp_splat(SFP_FMA_E(127)), zero = sfp_splat(0);
    sfp_v refused = zero;

    SFP_HOST_EACH(i) {
        sfp_v e_x = x[i] & infinite, e_y = y[i] & infinite, has_product = sfp_ne(sfp_minu(e_x, e_y), zero);

        refused |= sfp_eq(sfp_maxu(e_x, e_y), infinite) | (has_product & sfp_eq(e_x + e_y, bias));
        r[i] = (sfp_v)((sfp_vf)x[i] * (sfp_vf)y[i]) & has_product & sfp_gtu(e_x + e_y, bias);
    }
    return !sfp_any(refused);
}

/* Computes 1 * y + z, or y * 1 + z: an IEEE sum where 27 <= E <= 254. Returns false for other E in some lane. */
__attribute__((always_inline)) static inline bool sfp_host_sum(const sfp_v y[SFP_VN], const sfp_v z[SFP_VN],
                                                               sfp_v r[SFP_VN])
{
    const sfp_v infinite = sfp_splat(SFP_FMA_INFINITE);
    sfp_v worst = sfp_splat(0);

    SFP_HOST_EACH(i) {
        sfp_v e = sfp_maxu(y[i] & infinite, z[i] & infinite);

        worst = sfp_maxu(worst, e - SFP_FMA_E(SFP_HOST_LOW));
        r[i] = (sfp_v)((sfp_vf)y[i] + (sfp_vf)z[i]);
    }
    return !sfp_k_any(sfp_k_ltu(sfp_splat(SFP_FMA_E(SFP_HOST_LARGEST - SFP_HOST_LOW)), worst));
}

#endif
