/* Findings that follow from an instruction alone. */
#ifndef SFP_CHECK_H
#define SFP_CHECK_H

#include "model.h"

/* Reports reserved modes and bits, and destinations that cannot be written. */
void sfp_check_op(const struct sfp_machine *m, const struct sfp_op *op);

/* The same for every word of a program, whether it will run or not. */
void sfp_check_words(const struct sfp_machine *m, const uint32_t *words, size_t count);

#endif
