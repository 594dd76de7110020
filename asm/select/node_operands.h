/* An instruction's operands as sets of enum node_operand (bit n is operand n), and the encoding of nodes as words. */
#ifndef SFP_OPERANDS_OF_NODES_H
#define SFP_OPERANDS_OF_NODES_H

#include "nodes.h"

enum {
    OPERANDS_FIXED = 0xFF << NODE_L0,
    OPERANDS_ANY = 1 << NODE_OPERANDS, /* also any LReg, whose number L7 holds */
};

/* The operands that the instruction reads or writes in mode `mod`. */
uint32_t operands_read(const struct sfp_insn *insn, unsigned mod);
uint32_t operands_written(const struct sfp_insn *insn, unsigned mod);

/* Does the instruction write the LReg whose number L7 holds? If so, the result is the operand NODE_VD, L7 is not an
 * operand, and L7 must be loaded with the result's register number before. */
bool is_named_by_l7(const struct sfp_insn *insn, unsigned mod);

/* Does the instruction write disabled lanes too? */
bool writes_all_lanes(const struct sfp_insn *insn, unsigned mod);

/* The word's field that names the LReg of an operand, NODE_VA to NODE_VD. */
enum sfp_field operand_field(const struct sfp_insn *insn, enum node_operand operand);

const char *operand_name(enum node_operand operand); /* returns "VA", ... "L7" */

/* ---- Words of nodes whose registers are known ---- */

/* The word of a NODE_INSN, with L0 in each field that names a value's register. */
uint32_t node_word(const struct node *node);

/* Returns `word` with this LReg in the field of an operand, NODE_VA to NODE_VD. */
uint32_t node_word_with(const struct sfp_insn *insn, uint32_t word, enum node_operand operand, unsigned lreg);

/* The word of an SFPCONFIG that copies L0 to the target. */
uint32_t config_word(const struct sfp_index *index, uint32_t target);

/* Writes the one or two words that load the constant `bits` into `lreg`. Returns the number of words. */
enum { CONSTANT_WORDS = 2 };
size_t constant_words(const struct sfp_index *index, uint32_t bits, unsigned lreg, uint32_t words[CONSTANT_WORDS]);

#endif
