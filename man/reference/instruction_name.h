/* Names of instructions in the reference. */
#ifndef REFERENCE_INSTRUCTION_NAME_H
#define REFERENCE_INSTRUCTION_NAME_H

#include <stddef.h>

#include "isa/isa.h"

/* Returns the instruction's name in the tables, mostly that of the vendor's macro. The instruction's page has the
 * same name. */
const char *instruction_name(enum sfp_id id);

/* Returns the first row of the instruction with this name or macro, or NULL if no instruction has it. */
const struct sfp_insn *instruction_named(const char *name, size_t length);

#endif
