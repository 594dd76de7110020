/* Words that the instruction reference shows instructions by, another register in each operand. */
#ifndef MAN_EXAMPLE_H
#define MAN_EXAMPLE_H

#include <stdint.h>

#include "isa/isa.h"

enum { LANE_CONFIG_TARGET = 15 }; /* of SFPCONFIG, which shows it: all modes make a difference to LaneConfig */

/* The word of an instruction in that mode. */
uint32_t example_word(const struct sfp_insn *insn, unsigned mode);

/* An example, an item of a list, with what it does, as sfpdis --annotate has both. */
void print_example(const struct sfp_insn *insn);

#endif
