/* Words of nodes whose registers are known. */
#ifndef SFP_ENCODE_NODE_H
#define SFP_ENCODE_NODE_H

#include "nodes.h"

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
