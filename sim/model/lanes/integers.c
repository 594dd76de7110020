/* Integers and bits: SFPIADD, SFPSHFT, SFPAND, SFPOR, SFPXOR, SFPNOT, SFPLZ (sfpu-semantics(7), Integers and bits). */
#include "lanes.h"

static inline void store_sum(struct sfp_machine *m, const struct sfp_op *op, const sfp_v sum[SFP_VN])
{
    store_flagged(m, op, sum, sum, !(op->mod & SFP_MODE_SFPIADD_CC_NONE), op->mod & SFP_MODE_SFPIADD_CC_INVERT,
                  FLAG_IF_NEGATIVE);
}

EXEC(SFPIADD)
{
    const sfp_v *c = lreg(m, op->vc), *b = lreg(m, op->b);
    sfp_v sum[SFP_VN];

    if (op->mod & SFP_MODE_SFPIADD_ARG_IMM) {
        EACH_VECTOR(i) sum[i] = c[i] + (uint32_t)sign_extend_12(op->imm);
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
    const sfp_v *c = lreg(m, op->vc), *x = shifts_c ? c : lreg(m, op->b);

    if (mod & FROM_IMM)
        shift_by_immediate(m, op->vd, x, sign_extend_12(op->imm), mod & ARITHMETIC);
    else if (mod & ARITHMETIC)
        STORE_LREG(m, op->vd, shift_arithmetic(x[i], c[i]));
    else
        STORE_LREG(m, op->vd, shift_logical(x[i], c[i]));
}

/* The second source is VB where Blackhole's USE_VB asks for it: resolved when the word is decoded. */
EXEC(SFPAND)
{
    const sfp_v *c = lreg(m, op->vc), *b = lreg(m, op->b);

    STORE_LREG(m, op->vd, b[i] & c[i]);
}

EXEC(SFPOR)
{
    const sfp_v *c = lreg(m, op->vc), *b = lreg(m, op->b);

    STORE_LREG(m, op->vd, b[i] | c[i]);
}

EXEC(SFPXOR)
{
    const sfp_v *c = lreg(m, op->vc), *b = lreg(m, op->b);

    STORE_LREG(m, op->vd, b[i] ^ c[i]);
}

EXEC(SFPNOT)
{
    const sfp_v *c = lreg(m, op->vc);

    STORE_LREG(m, op->vd, ~c[i]);
}

EXEC(SFPLZ)
{
    const sfp_v *c = lreg(m, op->vc);
    uint32_t keep = op->mod & SFP_MODE_SFPLZ_NOSGN_MASK ? 0x7FFFFFFF : 0xFFFFFFFF;
    sfp_v tested[SFP_VN], result[SFP_VN];

    EACH_VECTOR(i) {
        tested[i] = c[i] & keep;
        result[i] = sfp_clz(tested[i]);
    }
    store_flagged(m, op, result, tested, op->mod & SFP_MODE_SFPLZ_CC_NE0, op->mod & SFP_MODE_SFPLZ_CC_INVERT,
                  FLAG_IF_NONZERO);
}
