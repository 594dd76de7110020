/* Uses of a decoded instruction as masks: bit r for LReg r, and the bits below. */
#ifndef SFP_USES_H
#define SFP_USES_H

#include "model.h"

enum {
    SFP_USES_LREGS = 0x1FFFF,
    SFP_USES_FLAGS = 1 << 20,
    SFP_USES_STACK = 1 << 21,
    SFP_USES_PRNG = 1 << 22,
    SFP_USES_DST = 1 << 23,
    SFP_USES_RWC = 1 << 24,
    SFP_USES_CONFIG = 1 << 25,
    SFP_USES_LANE_CONFIG = 1 << 26,
    SFP_USES_MACRO_CONFIG = 1 << 27,
    SFP_USES_LATCH = 1 << 28,
};

/* Operands that are LRegs, as bits of a mask of names. */
enum {
    SFP_NAMES_VA = 1 << 0,
    SFP_NAMES_VB = 1 << 1,
    SFP_NAMES_VC = 1 << 2,
    SFP_NAMES_VD = 1 << 3,
    SFP_NAMES_B = 1 << 4,
};

/* Uses as far as the mode tells: a mask, and the operands whose LRegs join it. */
struct sfp_uses {
    uint32_t mask;
    uint8_t names;
};

/* Uses of reads in the lower half of a word and of writes in the upper, for those who want both. */
enum { SFP_WRITES_LSB = 32 };

/* The LRegs of the operands that `names` has, in both halves. */
static inline uint64_t sfp_named_lregs(uint64_t names, const struct sfp_op *op)
{
    const uint64_t each = 1 | UINT64_C(1) << SFP_WRITES_LSB;

    return (names & each) << op->va | (names >> 1 & each) << op->vb | (names >> 2 & each) << op->vc
           | (names >> 3 & each) << op->vd | (names >> 4 & each) << op->b;
}

/* Of resources as sfp_resources_read() and its like give them. */
struct sfp_uses sfp_uses_of(uint32_t resources);

/* The mask of these, with the LRegs that the operands of `op` name. */
uint32_t sfp_uses(uint32_t resources, const struct sfp_op *op);

/* What an instruction of this row can write, as a mask: a constant can be named, not written. */
uint32_t sfp_writable(const struct sfp_insn *insn);

#endif
