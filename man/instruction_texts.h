/* Texts of an instruction that the manual and the reference share. */
#ifndef MAN_INSTRUCTION_TEXTS_H
#define MAN_INSTRUCTION_TEXTS_H

#include "isa/isa.h"
#include "isa/modes.h"

enum { LONGEST_FORM = 400, LONGEST_PHRASE = 600 }; /* bytes of the texts below, with their ends */

/* "sfpadd VA, VB, ..."; `full`: with the operands that the GNU assembler sets itself. */
void write_gnu_form(const struct sfp_insn *insn, bool full, char text[LONGEST_FORM]);

/* "TTI_SFPADD(VA, VB, ...)" */
void write_macro_form(const struct sfp_insn *insn, char text[LONGEST_FORM]);

/* A phrase of include/modes.def with names of operands in it, as there is no word to take them from. */
void write_phrase(const char *phrase, char text[LONGEST_PHRASE]);

/* What Dst is loaded or stored as in a mode that is a format. */
const char *dst_format_text(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode);

/* "modelled", "refused" and the like: what sfpsim does with the instruction. */
const char *simulation_text(const struct sfp_insn *insn);

/* "G8" or "G12"; NULL: the instruction has no guard. */
const char *guard_text(const struct sfp_insn *insn);

enum { CONFIG_TARGETS = 16 }; /* numbers of them */

/* The targets whose first number is `number`, if SFPCONFIG writes them by its VD or SFPMOV reads them by its VC. NULL:
 * there are none, or `insn` is another instruction. */
const struct sfp_config_target *config_target_reached(const struct sfp_insn *insn, unsigned number);

#endif
