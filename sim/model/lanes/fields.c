/* Fields of floats: SFPDIVP2, SFPEXEXP, SFPEXMAN, SFPSETEXP, SFPSETMAN, SFPSETSGN, SFPABS (sfpu-semantics(7), Fields of
 * floats). */
#include "lanes.h"

enum { SETMAN_IMM_SHIFT = 11 };

EXEC(SFPDIVP2)
{
    const sfp_v *c = lreg(m, op->vc);
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
    const sfp_v *c = lreg(m, op->vc);
    uint32_t bias = op->mod & SFP_MODE_SFPEXEXP_NODEBIAS ? 0 : EXP_BIAS;
    sfp_v result[SFP_VN];

    EACH_VECTOR(i) result[i] = (c[i] >> EXP_LSB & EXP_MAX) - bias;
    store_flagged(m, op, result, result, op->mod & SFP_MODE_SFPEXEXP_CC_LT0,
                  op->mod & SFP_MODE_SFPEXEXP_CC_INVERT, FLAG_IF_NEGATIVE);
}

EXEC(SFPEXMAN)
{
    const sfp_v *c = lreg(m, op->vc);
    uint32_t one = op->mod & SFP_MODE_SFPEXMAN_PAD9 ? 0 : hidden_one;

    STORE_LREG(m, op->vd, (c[i] & man_bits) | one);
}

EXEC(SFPSETEXP)
{
    const sfp_v *c = lreg(m, op->vc), *b = lreg(m, op->b);
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
    const sfp_v *c = lreg(m, op->vc), *b = lreg(m, op->b);
    uint32_t imm = (uint32_t)op->imm << SETMAN_IMM_SHIFT;

    if (op->mod & SFP_MODE_SFPSETMAN_ARG_IMM)
        STORE_LREG(m, op->vd, (c[i] & ~man_bits) | imm);
    else
        STORE_LREG(m, op->vd, (c[i] & ~man_bits) | (b[i] & man_bits));
}

EXEC(SFPSETSGN)
{
    const sfp_v *c = lreg(m, op->vc), *b = lreg(m, op->b);
    uint32_t imm = (uint32_t)op->imm << 31;

    if (op->mod & SFP_MODE_SFPSETSGN_ARG_IMM)
        STORE_LREG(m, op->vd, (c[i] & ~sign_bit) | imm);
    else
        STORE_LREG(m, op->vd, (c[i] & ~sign_bit) | (b[i] & sign_bit));
}

/* -NaN keeps its sign; -Inf does not (sfpu-semantics(7), Fields of floats). */
EXEC(SFPABS)
{
    const sfp_v *c = lreg(m, op->vc);

    if (op->mod & SFP_MODE_SFPABS_FLOAT)
        STORE_LREG(m, op->vd, sfp_sel(sfp_ltu(sfp_splat(sign_bit | exp_bits), c[i]), c[i], c[i] & ~sign_bit));
    else
        STORE_LREG(m, op->vd, sfp_sel(sfp_sign(c[i]), -c[i], c[i]));
}
