/* What the encoder of statement.c, its operands and their warnings share. */
#ifndef SFP_OPERANDS_H
#define SFP_OPERANDS_H

#include "assembler.h"
#include "encode.h"

enum { MODES_TEXT = 64 };

/* An instruction as it was written, and the word it became. */
struct written {
    const struct sfp_insn *insn;
    const char *spelling; /* of the instruction, in this form */
    struct place name;
    const struct sfp_operand *const *slots; /* the fields that the operands fill, in their order */
    const struct operand *operands;
    size_t count;
    uint32_t word;
    bool gnu; /* in the GNU form */
};

/* Gives the warnings that these operands deserve. */
void warn_operands(struct assembler *as, const struct written *written);

/* A mask of modes as a list such as "0-3, 8", written into `text` and returned. */
const char *modes_text(char text[static MODES_TEXT], unsigned modes);

/* ---- operands.c ---- */

/* An instruction being encoded. */
struct encoding {
    struct assembler *as;
    const struct sfp_insn *insn;
    const char *name;           /* of the instruction, as this form spells it */
    const struct operand *mode; /* the operand that is the mode, or NULL */
    int64_t previous;           /* value of the operand before this one; SFP_K_HALFWORD asks */
    uint32_t word;
};

/* The value for the field `slot` of an operand in the GNU or in the macro form. False, reported, if it has none. */
bool operand_check_gnu(struct encoding *e, const struct sfp_operand *slot, const struct operand *operand,
                       int64_t *value);
bool operand_check_macro(struct encoding *e, const struct sfp_operand *slot, const struct operand *operand,
                         int64_t *value);

#endif
