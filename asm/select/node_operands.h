/* The operands of an instruction as nodes have them: sets, bit o for enum node_operand. */
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

#endif
