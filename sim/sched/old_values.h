/*
 * Tells which reads of an answer find an old value: the value from before a result that is pending for the register, or
 * (in a half of a register that no other operation reads) what another iteration has left. A table's cell marks such a
 * read by .old.
 */
#ifndef SFP_OLD_VALUES_H
#define SFP_OLD_VALUES_H

#include "answer.h"

/* Returns whether operation `i` finds an old value in this source's register, because a result is pending there. */
bool old_values_read(const struct answer *a, size_t i, unsigned source);

/* Returns whether operation `i` keeps a half of its register as another iteration has left it: an SFPLOADI or SFPLOAD
 * of one half, if no result of the same iteration is in the register. The graph has no source for the other half then, because
 * no operation reads that half before another one has replaced it. */
bool old_values_keep(const struct answer *a, size_t i);

/* Returns whether the result of an issued multiply-add to L0 is pending when operation `i` starts. */
bool old_values_find_l0(const struct answer *a, size_t i);

#endif
