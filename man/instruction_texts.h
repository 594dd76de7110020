/* Texts about an instruction that the manual and the reference share. */
#ifndef MAN_INSTRUCTION_TEXTS_H
#define MAN_INSTRUCTION_TEXTS_H

#include "isa/isa.h"
#include "isa/modes.h"

enum { LONGEST_FORM = 400, LONGEST_PHRASE = 600 }; /* sizes of the texts below, in bytes, with the terminating 0 */

/* Writes the GNU form, "sfpadd VA, VB, ...". With `full`, the form includes the operands that the GNU assembler sets
 * itself. */
void write_gnu_form(const struct sfp_insn *insn, bool full, char text[LONGEST_FORM]);

/* Writes the macro form, "TTI_SFPADD(VA, VB, ...)". */
void write_macro_form(const struct sfp_insn *insn, char text[LONGEST_FORM]);

/* Writes a phrase of include/modes.def with names of operands in place of values, since the reference has no word. */
void write_phrase(const char *phrase, char text[LONGEST_PHRASE]);

/* Returns the format's text for a mode that is a format of Dst. */
const char *dst_format_text(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode);

/* Returns sfpsim's treatment of the instruction: "modelled", "refused" and the like. */
const char *simulation_text(const struct sfp_insn *insn);

/* Returns "G8" or "G12", or NULL if the instruction has no guard. */
const char *guard_text(const struct sfp_insn *insn);

enum { CONFIG_TARGETS = 16 }; /* the number of target numbers */

/* Returns the targets that begin at `number`, if SFPCONFIG writes them by its VD or SFPMOV reads them by its VC.
 * Returns NULL if no such targets exist, or if `insn` is another instruction. */
const struct sfp_config_target *config_target_reached(const struct sfp_insn *insn, unsigned number);

#endif
