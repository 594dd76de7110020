/* The parts of decoding that issue and SFPLOADMACRO share. */
#ifndef SFP_DECODE_H
#define SFP_DECODE_H

#include "model.h"

bool sfp_has_field(const struct sfp_insn *insn, enum sfp_field field);

/* Operands as the word and the rules for issued instructions have them; no executor. Clears the rest of *op. */
void sfp_decode_fields(const struct sfp_insn *insn, uint32_t word, struct sfp_op *op);

/* The executor of a vector instruction whose operands are final, write guard considered. */
sfp_exec *sfp_guarded_exec(const struct sfp_machine *m, const struct sfp_op *op);

#endif
