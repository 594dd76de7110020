/* What one decoded instruction reads and writes, from its row's uses. */
#include "op_uses.h"

uint32_t sfp_uses(uint32_t resources, const struct sfp_op *op)
{
    const struct sfp_uses u = sfp_uses_of(resources);

    return u.mask | (uint32_t)sfp_named_lregs(u.names, op);
}
