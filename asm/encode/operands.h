/* What the encoder of operands.c and the warnings of operand_warnings.c share. */
#ifndef SFP_OPERANDS_H
#define SFP_OPERANDS_H

#include "assembly/assembler.h"

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

#endif
