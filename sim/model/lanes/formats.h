/* The formats of SFPLOAD and SFPSTORE (sfpu-dst(7), Cell orders, Loads and Stores), on a vector of cells. */
#ifndef SFP_FORMATS_H
#define SFP_FORMATS_H

#include "lanes.h"

enum { FMT_FP16_REBIAS = 112, FMT_FP16_MAX_EXP = 31 };

/* Return whether a mode transfers 32-bit cells. HI16 and LO16 load one half but store whole words (sfpu-dst(7),
 * Stores). */
static inline bool load_is_wide(unsigned mode)
{
    return SFP_WIDE_LOADS >> mode & 1;
}

static inline bool store_is_wide(unsigned mode)
{
    return SFP_WIDE_STORES >> mode & 1;
}

/* Convert bf16 between the upper half of an LReg (sign, exponent, mantissa) and a cell (sign, mantissa, exponent). */
static inline sfp_v dst_from_bf16(sfp_v x)
{
    return (x >> 16 & 0x8000) | (x >> 8 & 0x7F00) | (x >> 23 & 0xFF);
}

static inline sfp_v bf16_from_dst(sfp_v cell)
{
    return (cell & 0x8000) << 16 | (cell & 0xFF) << 23 | (cell & 0x7F00) << 8;
}

/* Returns an fp16 cell as a float. Exponent 31 is ordinary, unless LaneConfig makes its top pattern infinity. */
static inline sfp_v fp16_from_dst(sfp_v cell, sfp_v lane_config)
{
    sfp_v exponent = cell & FMT_FP16_MAX_EXP, mantissa = cell >> 5 & 0x3FF, sign = (cell & 0x8000) << 16;
    sfp_v rebased = sfp_k_keep(sfp_k_nonzero(exponent), exponent + FMT_FP16_REBIAS);
    sfp_v infinite = sfp_eq(cell & 0x7FFF, sfp_splat(0x7FFF)) & sfp_ne(lane_config & SFP_LC_FP16A_INF, sfp_splat(0));

    return sign | sfp_sel(infinite, sfp_splat(0x7F800000), rebased << EXP_LSB | mantissa << 13);
}

/* Returns a float as an fp16 cell. Truncates; values below 2^-14 become signed zero, larger values than the largest
 * pattern become that pattern. */
static inline sfp_v dst_from_fp16(sfp_v x)
{
    const sfp_v smallest = sfp_splat((FMT_FP16_REBIAS + 1) << EXP_LSB);
    const sfp_v too_large = sfp_splat((FMT_FP16_REBIAS + FMT_FP16_MAX_EXP + 1) << EXP_LSB);
    sfp_v magnitude = x & ~sign_bit;
    sfp_v value = (magnitude >> 8 & 0x7FE0) | (magnitude - (FMT_FP16_REBIAS << EXP_LSB)) >> EXP_LSB;

    value = sfp_k_sel(sfp_k_lts(magnitude, too_large), value, sfp_splat(0x7FFF));
    return (x >> 16 & 0x8000) | sfp_k_drop(sfp_k_lts(magnitude, smallest), value);
}

static inline sfp_v flush_denormal(sfp_v x)
{
    return sfp_k_sel(sfp_k_nonzero(x & 0x7F800000), x, x & sign_bit);
}

/* Returns an integer "8" as a cell: an fp16 cell with exponent 16 and up to ten bits of magnitude. */
static inline sfp_v dst_from_int8(sfp_v x)
{
    return (x >> 16 & 0x8000) | (x & 0x3FF) << 5 | 0x10;
}

/* Converts two's complement to sign-magnitude; -2^31 becomes -0. */
static inline sfp_v sign_magnitude(sfp_v x)
{
    return (x & sign_bit) | (sfp_abs(x) & ~sign_bit);
}

#define FMT_INLINE __attribute__((always_inline)) static inline

/* The functions below take a mode after SRCB was resolved and sfp_load_format() or sfp_store_format() was applied.
 * Where speed matters, callers pass constants. */

/* Returns the value that SFPLOAD makes from a 16-bit cell; `old` is the destination's former value. */
FMT_INLINE sfp_v decode_narrow(enum sfp_arch arch, unsigned mode, sfp_v cell, sfp_v lane_config, sfp_v old)
{
    const bool wh = arch == SFP_WH;
    sfp_v sign = (cell & 0x8000) << 16, magnitude = cell >> 5 & 0x3FF;

    switch ((enum sfp_mod0)mode) {
    case SFP_FMT_BF16:
        return bf16_from_dst(cell);
    case SFP_FMT_INT8:
        return sign | (magnitude & (wh ? 0x7F : 0xFF));
    case SFP_FMT_INT8_COMP:
        return choose_vector(wh, sfp_k_negate(sfp_k_sign(sign), magnitude), sign | magnitude);
    case SFP_FMT_UINT16:
    case SFP_FMT_LO16:
        return cell;
    case SFP_FMT_HI16:
        return cell << 16;
    case SFP_FMT_INT16:
        return sign | (cell & 0x7FFF);
    case SFP_FMT_ZERO:
        return sfp_splat(0);
    case SFP_FMT_LO16_ONLY:
        return (old & 0xFFFF0000) | cell;
    case SFP_FMT_HI16_ONLY:
        return cell << 16 | (old & 0xFFFF);
    case SFP_FMT_FP16:
    case SFP_FMT_SRCB:
    case SFP_FMT_FP32:
    case SFP_FMT_INT32:
    case SFP_FMT_INT32_ALL:
    case SFP_FMT_INT32_SM:
        break;
    }
    return fp16_from_dst(cell, lane_config);
}

/* Returns the value that SFPLOAD makes from the halves of a 32-bit cell. Cells of integers are shuffled like cells
 * of floats. */
FMT_INLINE sfp_v decode_wide(unsigned mode, sfp_v high, sfp_v low)
{
    sfp_v v = bf16_from_dst(high) | low;

    return mode == SFP_FMT_INT32_SM ? sfp_k_negate(sfp_k_sign(v), v & ~sign_bit) : v;
}

/* Returns the 16-bit cell that SFPSTORE writes; bits above it do not matter. */
FMT_INLINE sfp_v encode_narrow(unsigned mode, sfp_v x)
{
    switch ((enum sfp_mod0)mode) {
    case SFP_FMT_BF16:
        return dst_from_bf16(flush_denormal(x));
    case SFP_FMT_INT8:
        return dst_from_int8(x);
    case SFP_FMT_INT8_COMP:
        return dst_from_int8(sign_magnitude(x));
    case SFP_FMT_UINT16:
    case SFP_FMT_LO16_ONLY:
        return x;
    case SFP_FMT_INT16:
        return (x >> 16 & 0x8000) | (x & 0x7FFF);
    case SFP_FMT_ZERO:
        return sfp_splat(0);
    case SFP_FMT_HI16_ONLY:
        return x >> 16;
    case SFP_FMT_FP16:
    case SFP_FMT_SRCB:
    case SFP_FMT_FP32:
    case SFP_FMT_INT32:
    case SFP_FMT_INT32_ALL:
    case SFP_FMT_INT32_SM:
    case SFP_FMT_HI16:
    case SFP_FMT_LO16:
        break;
    }
    return dst_from_fp16(x);
}

/* Computes the halves of the 32-bit cell that SFPSTORE writes; bits above each half do not matter. Both arches flush
 * the denormals of FP32 (tt-isa-documentation issue 55; sfpu-dst(7), Stores). */
FMT_INLINE void encode_wide(unsigned mode, sfp_v x, sfp_v *high, sfp_v *low)
{
    if (mode == SFP_FMT_FP32)
        x = flush_denormal(x);
    else if (mode == SFP_FMT_INT32_SM)
        x = sign_magnitude(x);
    *low = x;
    *high = dst_from_bf16(x);
    if (mode == SFP_FMT_HI16 || mode == SFP_FMT_LO16) /* these modes do not shuffle; LO16 exchanges the halves */
        *high = x >> 16;
    if (mode == SFP_FMT_LO16) {
        *low = *high;
        *high = x;
    }
}

#endif
