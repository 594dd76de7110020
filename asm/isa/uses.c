/* Resources as masks. */
#include "uses.h"

enum {
    WRITABLE_LREGS = (1 << SFP_FIRST_CONSTANT_LREG) - 1,
    CONFIG_LREGS = ((1 << SFP_PROGRAMMABLE_LREGS) - 1) << SFP_FIRST_PROGRAMMABLE_LREG,
};

/* LRegs that a resource stands for whatever the operands. */
enum { L0_L3 = 0x0F, L1_L3 = 0x0E, L4_L6 = 0x70, L0_L7 = 0xFF, L0 = 1 << 0, L7 = 1 << 7 };

#define MASK(bits) (struct sfp_uses){.mask = bits}
#define OPERAND(name) (struct sfp_uses){.names = name}

static struct sfp_uses uses_of(enum sfp_resource resource)
{
    switch (resource) {
    case SFP_R_VA: return OPERAND(SFP_NAMES_VA);
    case SFP_R_VB: return OPERAND(SFP_NAMES_VB);
    case SFP_R_VC: return OPERAND(SFP_NAMES_VC);
    case SFP_R_VD: return OPERAND(SFP_NAMES_VD);
    case SFP_R_B: return OPERAND(SFP_NAMES_B);
    case SFP_R_L0: return MASK(L0);
    case SFP_R_L7: return MASK(L7);
    case SFP_R_L0_L3: return MASK(L0_L3);
    case SFP_R_L1_L3: return MASK(L1_L3);
    case SFP_R_L4_L6: return MASK(L4_L6);
    case SFP_R_L0_L7: return MASK(L0_L7);
    case SFP_R_ANY: return MASK(WRITABLE_LREGS);
    case SFP_R_FLAGS: return MASK(SFP_USES_FLAGS);
    case SFP_R_STACK: return MASK(SFP_USES_STACK);
    case SFP_R_PRNG: return MASK(SFP_USES_PRNG);
    case SFP_R_DST: return MASK(SFP_USES_DST);
    case SFP_R_RWC: return MASK(SFP_USES_RWC);
    case SFP_R_CONFIG: return MASK(SFP_USES_CONFIG);
    case SFP_R_LANE_CONFIG: return MASK(SFP_USES_LANE_CONFIG);
    case SFP_R_MACRO_CONFIG: return MASK(SFP_USES_MACRO_CONFIG);
    case SFP_R_LATCH: return MASK(SFP_USES_LATCH);
    case SFP_R_NONE: break;
    }
    return MASK(0);
}

struct sfp_uses sfp_uses_of(uint32_t resources)
{
    struct sfp_uses u = {.mask = 0};

    for (unsigned r = SFP_R_NONE + 1; resources >> r; r++) {
        const struct sfp_uses one = uses_of(resources >> r & 1 ? (enum sfp_resource)r : SFP_R_NONE);

        u.names |= one.names;
        u.mask |= one.mask;
    }
    return u;
}

uint32_t sfp_writable(const struct sfp_insn *insn)
{
    const uint32_t lregs = insn->id == SFP_I_SFPCONFIG /* its VD is an LReg only from L11 on */
                               ? CONFIG_LREGS : WRITABLE_LREGS | 1u << SFP_STAGING_LREG;

    return ~(uint32_t)SFP_USES_LREGS | lregs;
}
