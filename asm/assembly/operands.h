/* Declarations shared by the encoder of statement.c, its operands and their warnings. */
#ifndef SFP_OPERANDS_H
#define SFP_OPERANDS_H

#include "assembler.h"
#include "encode.h"

enum { MODES_TEXT = 64 };

/* An instruction as written, and its word. */
struct written {
    const struct sfp_insn *insn;
    const char *spelling; /* the instruction's name in this form */
    struct place name;
    const struct sfp_operand *const *slots; /* the fields that the operands fill, in order */
    const struct operand *operands;
    size_t count;
    uint32_t word;
    bool gnu; /* the statement has the GNU form; if false, the macro form */
};

/* Reports the warnings about these operands. */
void warn_operands(struct assembler *as, const struct written *written);

/* Writes a mask of modes as a list such as "0-3, 8" into `text`, and returns it. */
const char *modes_text(char text[static MODES_TEXT], unsigned modes);

/* ---- operands.c ---- */

/* An instruction being encoded. */
struct encoding {
    struct assembler *as;
    const struct sfp_insn *insn;
    const char *name;           /* the instruction's name in this form */
    const struct operand *mode; /* the mode's operand, or NULL */
    int64_t previous;           /* value of the operand before, for SFP_K_HALFWORD */
    uint32_t word;
};

/* Compute the value for field `slot` from an operand in the GNU form or the macro form. Return false after an error. */
bool operand_check_gnu(struct encoding *e, const struct sfp_operand *slot, const struct operand *operand,
                       int64_t *value);
bool operand_check_macro(struct encoding *e, const struct sfp_operand *slot, const struct operand *operand,
                         int64_t *value);

#endif
