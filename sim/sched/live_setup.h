/* The set-up of a plain kernel that an answer still reads. */
#ifndef SFP_LIVE_SETUP_H
#define SFP_LIVE_SETUP_H

#include "answer.h"
#include "loop_body.h"

/*
 * Fills kept[0..before_count - 1]: whether word i of the code before the loop stays in the answer's source. A word goes
 * if it is an SFPLOADI, or an SFPCONFIG of L11 to L14, whose register nothing reads before it is written again: not the
 * answer's operations, and not the rest of the code before the loop. If there are instructions of the vector unit after
 * the loop, or before it other instructions of the unit than these two and SFPNOP, the registers that they read count
 * as unknown, and all words before them stay.
 */
void live_setup_find(const struct loop_body *body, const struct answer *answer, bool *kept);

#endif
