/* Uses of a decoded instruction: the masks of isa/uses.h with the LRegs that its operands name. */
#ifndef SFP_OP_USES_H
#define SFP_OP_USES_H

#include "isa/uses.h"
#include "model.h"

/* Uses of reads in the lower half of a word and of writes in the upper, for those who want both. */
enum { SFP_WRITES_LSB = 32 };

/* The LRegs of the operands that `names` has, in both halves. */
static inline uint64_t sfp_named_lregs(uint64_t names, const struct sfp_op *op)
{
    const uint64_t each = 1 | UINT64_C(1) << SFP_WRITES_LSB;

    return (names & each) << op->va | (names >> 1 & each) << op->vb | (names >> 2 & each) << op->vc
           | (names >> 3 & each) << op->vd | (names >> 4 & each) << op->b;
}

/* The mask of resources as sfp_resources_read() and its like give them, with the LRegs that the operands of `op` name. */
static inline uint32_t sfp_uses(uint32_t resources, const struct sfp_op *op)
{
    const struct sfp_uses u = sfp_uses_of(resources);

    return u.mask | (uint32_t)sfp_named_lregs(u.names, op);
}

#endif
