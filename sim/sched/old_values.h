/* Tells which reads of an answer find an old value: the value from before a result that is pending for the register. A
 * table's cell marks such a read by .old. */
#ifndef SFP_OLD_VALUES_H
#define SFP_OLD_VALUES_H

#include "answer.h"

/* Does operation `i` find an old value in this source's register, because a result is pending there? */
bool old_values_read(const struct answer *a, size_t i, unsigned source);

/* Is the result of an issued multiply-add to L0 pending when operation `i` starts? */
bool old_values_find_l0(const struct answer *a, size_t i);

#endif
