/*
 * The multiply-add of 32 lanes in the host's floating point: exact, and much faster than fma.h, where the larger
 * exponent of product and addend is in range. What is out of range these functions refuse; it is left to fma.h.
 *
 * Let E = max(E_p, E_z) and u = 2^(E-153), the weight of r's lowest bit in sfpu-fma(7). For SFP_HOST_LOW <= E, r is
 * jam(x*y) + jam(z), where jam rounds to odd at u, and the result is r rounded to nearest even at 24 bits:
 *   - cutting the product to 28 bits and then aligning it is one jam, since jams compose;
 *   - the normalising shift keeps the sticky bit, so that rounding r itself is the same;
 *   - u >= 2^-126: nothing underflows, and r = 0 is an exact cancellation, +0 on both arches;
 *   - an aligned operand below u vanishes (step 5). Of z that has to be said, since x*y may be a tie. Of x*y it need
 *     not: z is then a multiple of 8 u, and 8 k +- 1 rounds back to it;
 *   - Wormhole overlooks a bit (step 7, n = 2) where it shows: where the tail is 18 of 32 over an even bit. There, and
 *     nowhere else, the rounded result lies 14 u beyond r, away from zero; its lowest bit is then cleared.
 *
 * Mostly the host's fused multiply-add, which rounds x*y + z once, gives that result (sfp_host_fused). Where z is a
 * multiple of 2 u, which it is if E_z >= E - 2, r is jam(x*y + z): adding an even number to an odd one gives an odd one.
 * And rounding to odd two places or more behind those of the result leaves the result as it is, which they are where
 * |r| >= 2^25 u. Below 2^28 u Wormhole overlooks nothing.
 *
 * Otherwise floating point reaches jam by a large constant that leaves the wanted bits at the end of the significand, rounded
 * down and up; of two neighbours the odd one is the jammed value. Each level has the form that its instructions allow.
 * All of these functions ask for the modes of sfp_host_float_enter: rounding to nearest, ties to even, and where there
 * is sfp_host_fused also denormals that count as zeros.
 */
#ifndef SFP_FMA_HOST_H
#define SFP_FMA_HOST_H

#include "fma.h"

enum {
    SFP_HOST_LOW = 27,     /* E from which u is a normal number */
    SFP_HOST_HIGH = 250,   /* E up to which the large constants are finite */
    SFP_HOST_LARGEST = 254, /* E up to which a sum or a product alone is finite or overflows as IEEE has it */
};

/* The pattern of 14 u, for exponents in place, less E. */
#define SFP_HOST_14_U (0x600000u - SFP_FMA_E(23))

/* What the signs of x and of z are exclusive-ored with: 0, or SFP_FMA_SIGN. */
struct sfp_host_flips {
    uint32_t factor, addend;
};
static const struct sfp_host_flips sfp_host_as_is = {0, 0};

#include "fma_levels.h"

#define SFP_HOST_EACH(i) for (unsigned i = 0; i < SFP_VN; i++)

/* r = x * y + z, signs flipped, E in range, where the host's multiply-add is that of both arches; false if it may not be
 * in some lane. */
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

/* The same operands, of which the compiler no longer knows that: it loads them again where it would run out of registers
 * and keep copies in memory, if they were the same. */
#define SFP_HOST_AGAIN(x, y, z) __asm__("" : "+r"(x), "+r"(y), "+r"(z))

/* r = x * y + z; false, and nothing of use in r[], if E is out of range in some lane. */
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
 * Below SFP_HOST_LOW: x, y, z with both sides SFP_HOST_STEP exponents larger, of which the result is as much larger, since
 * all of sfpu-fma(7) up to packing looks at differences of exponents only. The smaller factor has room for that where
 * E <= SFP_HOST_HIGH - SFP_HOST_STEP; false if it is more in some lane. No product may vanish.
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

/* Their result made smaller again; false where Blackhole may round what is below all numbers up to the least (sfpu-fma(7),
 * Normalisation), of which r tells too little. */
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

/* x * y + (+0): an IEEE product where 1 <= E_p <= 254. */
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

/* The same for all factors but infinite ones and no numbers, and but for E_p = 0: what is below gives +0 on both arches,
 * what is above overflows as IEEE has it. */
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

/* 1 * y + z, or y * 1 + z: an IEEE sum where 27 <= E <= 254. */
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
