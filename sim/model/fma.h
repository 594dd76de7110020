/*
 * The multiply-add of a vector of lanes, r = x*y + z, exact as sfpu-fma(7) says.
 *
 * Integers only: the hardware cuts the product to 28 bits and loses sticky bits
 * where a host multiply-add does not. Exponents stay in their place, bits 30:23
 * and above, so that packing is an addition.
 */
#ifndef SFP_FMA_H
#define SFP_FMA_H

#include "isa/isa.h"
#include "simd.h"

enum {
    SFP_FMA_FRACTION_BITS = 23,
    SFP_FMA_EXPONENT_BITS = 8, /* x shifted left by them has the hidden one's place on top */
    SFP_FMA_GRS_BITS = 3,      /* guard, round and sticky, below the fraction of p and q */
    SFP_FMA_DROPPED_BITS = 20, /* of the product, into sticky */
    SFP_FMA_NORMAL_ZEROS = 3,  /* leading zeros of r when normalised: r < 2^29 is never shifted right */
    SFP_FMA_EXTRA_BITS = 5,    /* below the fraction of a normalised r */
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
 * Steps 3 and 10: the results of lanes where E_x, E_y, E_z or E_p is 255 (E_p
 * already limited to that). `number` is what comes out when exponent 255 is
 * taken for an ordinary one: its bits leak into Wormhole's NaNs. A number that
 * underflows is 0 and one that overflows is infinite, which adds nothing to a
 * NaN, so the ways out of steps 6, 7 and 9 need no cases here.
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

/* Always inline: so that callers' loops keep the constants in registers. */
__attribute__((always_inline)) static inline sfp_v sfp_fma(enum sfp_arch arch, sfp_v x, sfp_v y, sfp_v z)
{
    const sfp_v infinite = sfp_splat(SFP_FMA_INFINITE), bias = sfp_splat(SFP_FMA_E(127));
    const sfp_v fraction = sfp_splat(SFP_FMA_FRACTION), hidden = sfp_splat(SFP_FMA_HIDDEN_ONE);
    sfp_v e_x = x & infinite, e_y = y & infinite, e_z = z & infinite;

    /* Steps 1 and 4. A product that vanishes is p = 0, E_p = 0; an E_p above 255 is as good as 255. */
    sfp_v e_sum = e_x + e_y;
    sfp_k counts = sfp_k_and(sfp_k_and(sfp_k_nonzero(e_x), sfp_k_nonzero(e_y)), sfp_k_geu(e_sum, bias));
    sfp_v e_p = sfp_minu(sfp_k_keep(counts, e_sum - bias), infinite);

    /* Step 2. The factors are shifted so that the upper 32 bits of the product are P >> 20 and the lower ones stick. */
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

    /* Step 6: a negative sum has the sign of the aligned operand, which is not the leading one's. */
    sfp_v s_p = x ^ y;
    sfp_k subtract = sfp_k_sign(s_p ^ z);
    sfp_v sum = leading + sfp_k_negate(subtract, aligned), r = sfp_abs(sum);
    sfp_v s = sfp_k_sel(z_leads, z, s_p) ^ sum;

    /* Step 7: Wormhole does not see bit 1 where n = 2, that is where bit 28 is set. */
    if (arch == SFP_WH)
        r &= ~(r >> 27 & 2);
    sfp_v zeros = sfp_clz(r);
    sfp_v normal = sfp_sll(r, zeros - SFP_FMA_NORMAL_ZEROS);

    /* Step 8, on all the extra bits at once: bits below the guard matter only by being there. */
    const uint32_t almost_half = (1 << (SFP_FMA_EXTRA_BITS - 1)) - 1;
    sfp_v even = normal >> SFP_FMA_EXTRA_BITS & 1;
    sfp_v rounded = normal + (SFP_FMA_PACK_E << (SFP_FMA_FRACTION_BITS + SFP_FMA_EXTRA_BITS) | almost_half) + even;
    sfp_v packed = (rounded >> SFP_FMA_EXTRA_BITS) + (e - (zeros << SFP_FMA_FRACTION_BITS));

    /* Steps 7 and 9. Exponents from -27 to 257 are in `packed`, more than signed words hold: so compared unsigned. */
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

#endif
