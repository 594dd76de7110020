/* The modes of an instruction in the instruction reference. */
#ifndef MAN_PRINT_MODES_H
#define MAN_PRINT_MODES_H

#include "isa/isa.h"

/* Items of a list: which modes there are and what each does, options, and what is configured by its numbers. */
void print_modes(const struct sfp_insn *insn);

#endif
