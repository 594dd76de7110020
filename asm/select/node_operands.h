/* The operands of an instruction as nodes have them, in sets, bit o for enum node_operand; and the words of nodes. */
#ifndef SFP_OPERANDS_OF_NODES_H
#define SFP_OPERANDS_OF_NODES_H

#include "nodes.h"

enum {
    OPERANDS_FIXED = 0xFF << NODE_L0,
    OPERANDS_ANY = 1 << NODE_OPERANDS, /* an LReg that L7 names, too */
};

uint32_t operands_read(const struct sfp_insn *insn, unsigned mod);
uint32_t operands_written(const struct sfp_insn *insn, unsigned mod);

/* Is the LReg that it writes the one that L7 names, so that this is to be loaded before? Then [NODE_VD] is that one,
 * and L7 no operand. */
bool is_named_by_l7(const struct sfp_insn *insn, unsigned mod);

/* Does it write lanes that are not enabled too? */
bool writes_all_lanes(const struct sfp_insn *insn, unsigned mod);

/* The field of the word that names the LReg of NODE_VA to NODE_VD. */
enum sfp_field operand_field(const struct sfp_insn *insn, enum node_operand operand);

const char *operand_name(enum node_operand operand); /* "VA", ... "L7" */

/* ---- Words of nodes whose registers are known ---- */

/* The word of a NODE_INSN, with L0 as each register that its node would have a value in. */
uint32_t node_word(const struct node *node);

/* The same with this LReg as NODE_VA to NODE_VD. */
uint32_t node_word_with(const struct sfp_insn *insn, uint32_t word, enum node_operand operand, unsigned lreg);

/* SFPCONFIG of this target from L0. */
uint32_t config_word(const struct sfp_index *index, uint32_t target);

/* The words, one or two, that put a constant into `lreg`. Returns how many. */
enum { CONSTANT_WORDS = 2 };
size_t constant_words(const struct sfp_index *index, uint32_t bits, unsigned lreg, uint32_t words[CONSTANT_WORDS]);

#endif
