/* Words that the instruction reference shows instructions by, another register in each operand. */
#ifndef MAN_EXAMPLE_H
#define MAN_EXAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "dis/dis.h"
#include "isa/isa.h"

enum { LANE_CONFIG_TARGET = 15 }; /* of SFPCONFIG, which shows it: all modes make a difference to LaneConfig */

/* The word of an instruction in that mode. */
uint32_t example_word(const struct sfp_insn *insn, unsigned mode);

/* Writes the word as the GNU assembler spells it, and what it does, as sfpdis --annotate has both. Returns false if
 * sfpdis says nothing of what it does. */
bool describe_word(enum sfp_arch arch, uint32_t word, char spelling[SFP_DISASSEMBLY_SIZE],
                   char meaning[SFP_ANNOTATION_SIZE]);

/* An example, an item of a list, with what it does, as sfpdis --annotate has both. */
void print_example(const struct sfp_insn *insn);

#endif
