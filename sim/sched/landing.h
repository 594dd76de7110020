/* The cycles that carried LRegs need around the loop: between the code before it, the loop, and the code after it. */
#ifndef SFP_LANDING_H
#define SFP_LANDING_H

#include "answer.h"
#include "loop_body.h"

/* Returns the number of SFPNOPs before the loop, so that what the code before it sets in carried LRegs has landed when
 * the first iteration reads it. */
unsigned landing_before(const struct loop_body *body, const struct answer *answer);

/* Returns the number of SFPNOPs after the loop, so that what the last iteration hands on has landed when the code after
 * the loop reads it. Of the kernel's own order: 0. */
unsigned landing_after(const struct loop_body *body, const struct answer *answer);

#endif
