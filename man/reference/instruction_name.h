/* Names of instructions in the reference. */
#ifndef REFERENCE_INSTRUCTION_NAME_H
#define REFERENCE_INSTRUCTION_NAME_H

#include <stddef.h>

#include "isa/isa.h"

/* What its rows are called, and so its pages: mostly as the vendor's macro. */
const char *instruction_name(enum sfp_id id);

/* The first row of the instruction that has this name, or this macro; NULL: there is none. */
const struct sfp_insn *instruction_named(const char *name, size_t length);

#endif
