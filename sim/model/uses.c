/* What one decoded instruction reads and writes, from its row's uses. */
#include "uses.h"

enum {
    WRITABLE_LREGS = (1 << SFP_FIRST_CONSTANT_LREG) - 1,
    CONFIG_LREGS = ((1 << SFP_PROGRAMMABLE_LREGS) - 1) << SFP_FIRST_PROGRAMMABLE_LREG,
};

/* LRegs a resource stands for in `op`. */
static uint32_t lregs_of(enum sfp_resource resource, const struct sfp_op *op)
{
    enum { L0_L2 = 0x07, L0_L3 = 0x0F, L1_L3 = 0x0E, L4_L6 = 0x70, L0_L7 = 0xFF, L3 = 1 << 3, L7 = 1 << 7 };

    switch (resource) {
    case SFP_R_VA: return 1u << op->va;
    case SFP_R_VB: return 1u << op->vb;
    case SFP_R_VC: return 1u << op->vc;
    case SFP_R_VD: return 1u << op->vd;
    case SFP_R_B: return 1u << op->b;
    case SFP_R_L0: return 1;
    case SFP_R_L3: return L3;
    case SFP_R_L7: return L7;
    case SFP_R_L0_L2: return L0_L2;
    case SFP_R_L0_L3: return L0_L3;
    case SFP_R_L1_L3: return L1_L3;
    case SFP_R_L4_L6: return L4_L6;
    case SFP_R_L0_L7: return L0_L7;
    case SFP_R_ANY: return WRITABLE_LREGS;
    default: return 0;
    }
}

static uint32_t other_of(enum sfp_resource resource)
{
    switch (resource) {
    case SFP_R_FLAGS: return SFP_USES_FLAGS;
    case SFP_R_STACK: return SFP_USES_STACK;
    case SFP_R_PRNG: return SFP_USES_PRNG;
    case SFP_R_DST: return SFP_USES_DST;
    case SFP_R_RWC: return SFP_USES_RWC;
    case SFP_R_CONFIG: return SFP_USES_CONFIG;
    case SFP_R_LANE_CONFIG: return SFP_USES_LANE_CONFIG;
    case SFP_R_MACRO_CONFIG: return SFP_USES_MACRO_CONFIG;
    case SFP_R_LATCH: return SFP_USES_LATCH;
    default: return 0;
    }
}

uint32_t sfp_uses(const struct sfp_use uses[SFP_MAX_USES], const struct sfp_op *op)
{
    uint32_t mask = 0;

    for (unsigned i = 0; i < SFP_MAX_USES && uses[i].resource != SFP_R_NONE; i++)
        if (sfp_use_holds(&uses[i], op->mod, op->vd))
            mask |= lregs_of((enum sfp_resource)uses[i].resource, op) | other_of((enum sfp_resource)uses[i].resource);
    return mask;
}

void sfp_op_set_uses(struct sfp_op *op)
{
    const uint32_t constants = SFP_USES_LREGS & ~(WRITABLE_LREGS | 1u << SFP_STAGING_LREG);

    op->reads = sfp_uses(op->insn->reads, op);
    op->writes = sfp_uses(op->insn->writes, op);
    if (op->insn->id == SFP_I_SFPCONFIG) /* its VD is an LReg only from L11 on */
        op->writes &= ~(uint32_t)SFP_USES_LREGS | (CONFIG_LREGS & op->writes);
    else
        op->writes &= ~constants;
}
