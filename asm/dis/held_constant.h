/* Tracks the constant in L0 through a run of words, and the value that SFPCONFIG takes from L0. */
#ifndef HELD_CONSTANT_H
#define HELD_CONSTANT_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/isa.h"

struct held_constant {
    uint32_t value, known; /* value, and mask of its known bits */
};

/* Updates `held` for a word executed in every lane. Callers zero `held` at the start, and after each place that
 * other code may reach. */
void held_constant_pass(struct held_constant *held, const struct sfp_index *index, uint32_t word);

/* Returns whether the word writes a template, a sequence or Misc by SFPCONFIG with a known value. Fills in SFPCONFIG's
 * *target and the *value. */
bool held_constant_configures(const struct held_constant *held, const struct sfp_index *index, uint32_t word,
                              uint32_t *target, uint32_t *value);

#endif
