/*
 * What instructions read and write as masks: bit r for LReg r, and the bits below. What operands name is left to whoever
 * knows the operands.
 */
#ifndef SFP_USES_H
#define SFP_USES_H

#include "modes.h"

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

/* Of resources as sfp_resources_read() and its like give them. */
struct sfp_uses sfp_uses_of(uint32_t resources);

/* What an instruction of this row can write, as a mask: a constant can be named, not written. */
uint32_t sfp_writable(const struct sfp_insn *insn);

#endif
