/* Resources as masks. */
#include "uses.h"

enum {
    WRITABLE_LREGS = (1 << SFP_FIRST_CONSTANT_LREG) - 1,
    CONFIG_LREGS = ((1 << SFP_PROGRAMMABLE_LREGS) - 1) << SFP_FIRST_PROGRAMMABLE_LREG,
};

/* The operand that a resource is, as a name of it; 0 if it is none. */
static uint8_t name_of(enum sfp_resource resource)
{
    switch (resource) {
    case SFP_R_VA: return SFP_NAMES_VA;
    case SFP_R_VB: return SFP_NAMES_VB;
    case SFP_R_VC: return SFP_NAMES_VC;
    case SFP_R_VD: return SFP_NAMES_VD;
    case SFP_R_B: return SFP_NAMES_B;
    default: return 0;
    }
}

/* LRegs a resource stands for whatever the operands. */
static uint32_t lregs_of(enum sfp_resource resource)
{
    enum { L0_L2 = 0x07, L0_L3 = 0x0F, L1_L3 = 0x0E, L4_L6 = 0x70, L0_L7 = 0xFF, L3 = 1 << 3, L7 = 1 << 7 };

    switch (resource) {
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

struct sfp_uses sfp_uses_of(uint32_t resources)
{
    struct sfp_uses u = {.mask = 0};

    for (unsigned r = SFP_R_NONE + 1; resources >> r; r++) {
        if (!(resources >> r & 1))
            continue;
        u.names |= name_of((enum sfp_resource)r);
        u.mask |= lregs_of((enum sfp_resource)r) | other_of((enum sfp_resource)r);
    }
    return u;
}

uint32_t sfp_writable(const struct sfp_insn *insn)
{
    const uint32_t lregs = insn->id == SFP_I_SFPCONFIG /* its VD is an LReg only from L11 on */
                               ? CONFIG_LREGS : WRITABLE_LREGS | 1u << SFP_STAGING_LREG;

    return ~(uint32_t)SFP_USES_LREGS | lregs;
}
