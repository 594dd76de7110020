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

/* The mask of a list of uses, in the modes that op->mod selects. */
uint32_t sfp_uses(const struct sfp_use uses[SFP_MAX_USES], const struct sfp_op *op);

/* Fills op->reads and op->writes from its row; operands must be final. */
void sfp_op_set_uses(struct sfp_op *op);

#endif
