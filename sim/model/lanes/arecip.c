/* Blackhole's SFPARECIP (sfpu-semantics(7), SFPARECIP). */
#include "model/aexp_table.h"
#include "lanes.h"

enum { TABLE_LSB = 16, LOW_HALF = 0xFFFF };

/*
 * R(m): tiny gives infinity, huge (and infinity and NaN) gives 0. The mantissa, for the upper seven bits i of m's, is
 * floor(65536 / (257 + 2 i) + 1/2) - 128. The divisor below is (257 + 2 i) / 256, and no quotient is as close to a half
 * as its rounding error.
 */
static inline sfp_v reciprocal(sfp_v m)
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

/* X(m): the low 16 bits pass straight through, except of what is zero. */
static inline sfp_v exponential(sfp_v m)
{
    const sfp_v first = sfp_splat(SFP_AEXP_FIRST), last = sfp_splat(SFP_AEXP_LAST);
    const uint32_t one = 0x3F800000;
    sfp_v upper = sfp_minu(sfp_maxu(m >> TABLE_LSB, first), last);
    sfp_v result = sfp_lookup(sfp_aexp_table, upper - first) | (m & LOW_HALF);

    return sfp_k_sel(sfp_k_lts(m, sfp_splat(hidden_one)), sfp_splat(one), result);
}

EXEC(SFPARECIP)
{
    enum { RECIP, COND_RECIP };
    const sfp_v *c = lreg(m, op->vc), *b = lreg(m, op->vb);

    if (op->mod == RECIP)
        STORE_LREG(m, op->vd, (c[i] & sign_bit) | reciprocal(c[i] & ~sign_bit));
    else if (op->mod == COND_RECIP)
        STORE_LREG(m, op->vd, sfp_sel(sfp_sign(b[i]), reciprocal(c[i] & ~sign_bit), c[i]));
    else
        STORE_LREG(m, op->vd, (c[i] & sign_bit) | exponential(c[i] & ~sign_bit));
}
