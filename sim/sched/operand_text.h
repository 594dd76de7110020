/* Operands as the kernel's source wrote them. */
#ifndef SFP_OPERAND_TEXT_H
#define SFP_OPERAND_TEXT_H

#include "isa/isa.h"
#include "sfpu.h"

#include <stdbool.h>
#include <stddef.h>

/* A part of a text. */
struct span {
    const char *at;
    size_t length;
};

/* Finds the text of the immediate of a word of `insn`. Returns false if the source's line does not have the GNU form of
 * this instruction, or the instruction has no immediate. */
bool operand_text_immediate(const struct sfpu_where *where, const struct sfp_insn *insn, struct span *immediate);

/* Returns whether the character can be part of a name; a digit cannot be its first character. */
bool operand_text_is_in_name(char c);

/* Finds the next name in *rest, and cuts *rest after the name. Numbers are skipped. Returns false without a name. */
bool operand_text_next_name(struct span *rest, struct span *name);

#endif
