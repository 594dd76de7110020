/* SFPSWAP in its two halves, for whoever runs them in different cycles. */
#ifndef SFP_CROSS_H
#define SFP_CROSS_H

#include "lanes.h"

/* First half: the enabled lanes that exchange, as masks. */
void LEVELLED(sfp_swap_decide)(const struct sfp_machine *m, const struct sfp_op *op, uint32_t lanes[SFP_LANES]);

/* Second half: reads the operands again and exchanges them in those lanes. */
void LEVELLED(sfp_swap_move)(struct sfp_machine *m, const struct sfp_op *op, const uint32_t lanes[SFP_LANES]);

#endif
