/* Prints operands by the names that sfpu.inc gives them. */
#ifndef SFP_PRINT_NAMES_H
#define SFP_PRINT_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text_buffer.h"
#include "isa/isa.h"

enum {
    OPERAND_NAME_SIZE = 64, /* room for any name and its NUL */
    MODIFIERS_NAMED = 2,    /* address modifiers with a name */
};

/* The address modifiers that sfpu.inc names: STAY and STEP, in this order. Fills in their numbers on `arch`. */
void named_modifiers(enum sfp_arch arch, unsigned numbers[static MODIFIERS_NAMED]);

/* Write an operand by its name in sfpu.inc, or as a number without one: an address modifier, a format of loads and
 * stores, a mode of an instruction. Return `text`. */
const char *modifier_text(enum sfp_arch arch, unsigned modifier, char text[static OPERAND_NAME_SIZE]);
const char *dst_format_text(enum sfp_arch arch, unsigned format, char text[static OPERAND_NAME_SIZE]);
const char *mode_text(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode,
                      char text[static OPERAND_NAME_SIZE]);

/* Returns written operand number n, or NULL. `full`: hidden operands are written too. */
const struct sfp_operand *written_operand(const struct sfp_insn *insn, bool full, unsigned n);

/* Appends the word as an instruction for a source that includes sfpu.inc, with this text as its immediate unless
 * NULL. */
void instruction_text(const struct sfp_index *index, uint32_t word, const char *immediate, struct text *out);

#endif
