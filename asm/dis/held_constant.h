/* The constant in L0 on the way through words, and what SFPCONFIG makes of it. */
#ifndef HELD_CONSTANT_H
#define HELD_CONSTANT_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/isa.h"

struct held_constant {
    uint32_t value, known; /* known: a mask of its bits */
};

/* Follows a word that executes, in all lanes. All zeros at the start, and where it is not known what came before. */
void held_constant_pass(struct held_constant *held, const struct sfp_index *index, uint32_t word);

/* Does the word write a sequence or Misc, with a value that is known? Fills in which of SFPCONFIG's targets, and what. */
bool held_constant_configures(const struct held_constant *held, const struct sfp_index *index, uint32_t word,
                              uint32_t *target, uint32_t *value);

#endif
