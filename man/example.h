/* Example words, with which the instruction reference shows instructions. Each register operand has another
 * register. */
#ifndef MAN_EXAMPLE_H
#define MAN_EXAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "dis/dis.h"
#include "isa/isa.h"

enum { LANE_CONFIG_TARGET = 15 }; /* SFPCONFIG's target in examples: LaneConfig, on which all modes have an effect */

/* Returns the example word of an instruction in `mode`. */
uint32_t example_word(const struct sfp_insn *insn, unsigned mode);

/* Writes the word's GNU spelling and its meaning, as sfpdis --annotate prints them. Returns false if sfpdis has no
 * meaning for the word. */
bool describe_word(enum sfp_arch arch, uint32_t word, char spelling[SFP_DISASSEMBLY_SIZE],
                   char meaning[SFP_ANNOTATION_SIZE]);

/* Prints an example as a list item, with its meaning, as sfpdis --annotate prints it. */
void print_example(const struct sfp_insn *insn);

#endif
