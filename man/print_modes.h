/* Printing the modes of an instruction in the instruction reference. */
#ifndef MAN_PRINT_MODES_H
#define MAN_PRINT_MODES_H

#include "isa/isa.h"

/* Prints list items: the modes with their meanings, the options, and the targets that the instruction configures. */
void print_modes(const struct sfp_insn *insn);

#endif
