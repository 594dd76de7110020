/* The modes of an instruction in the instruction reference. */
#ifndef MAN_PRINT_MODES_H
#define MAN_PRINT_MODES_H

#include "isa/isa.h"

/* "0-3, 8": the modes of a mask. */
void print_modes_of(unsigned mask);

/* Items of a list: which modes there are and what each does, options, and what is configured by its numbers. */
void print_modes(const struct sfp_insn *insn);

/* What a letter of a phrase (include/modes.def) stands for where there is no word. */
const char *phrase_operand(char letter);

#endif
