/* The unit's shifts: left by a signed amount, right if it is negative, the amount modulo 32 (sfpu-semantics(7),
 * Integers and bits). */
#ifndef SFP_SHIFT_H
#define SFP_SHIFT_H

#include "lanes.h"

static inline int32_t sign_extend_12(int32_t imm)
{
    return (int32_t)((uint32_t)imm << 20) >> 20;
}

static inline sfp_v shift_logical(sfp_v x, sfp_v amount)
{
    return sfp_k_sel(sfp_k_sign(amount), sfp_srl(x, -amount & 31), sfp_sll(x, amount & 31));
}

static inline sfp_v shift_arithmetic(sfp_v x, sfp_v amount)
{
    return sfp_k_sel(sfp_k_sign(amount), sfp_sra(x, -amount & 31), sfp_sll(x, amount & 31));
}

/* The same amount in every lane: VD = x shifted. */
static inline void shift_by_immediate(struct sfp_machine *m, unsigned vd, const sfp_v *x, int32_t amount,
                                      bool arithmetic)
{
    const unsigned left = (unsigned)amount & 31, right = -(unsigned)amount & 31;

    if (amount >= 0)
        STORE_LREG(m, vd, x[i] << left);
    else if (arithmetic)
        STORE_LREG(m, vd, (sfp_v)((sfp_vs)x[i] >> right));
    else
        STORE_LREG(m, vd, x[i] >> right);
}

#endif
