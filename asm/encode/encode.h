/* From operands to words. */
#ifndef SFP_ENCODE_H
#define SFP_ENCODE_H

#include "statement.h"
#include "isa/isa.h"

struct assembler;

/* What the warnings about operands ask of a row for each word. */
struct insn_facts {
    bool ready;
    uint8_t mode_lsb;             /* of the mode, or a place where the word has only 0 */
    uint8_t vd_lsb;               /* of the register VD, the same */
    bool vd_selects;              /* VD may name a template */
    bool wraps;                   /* an immediate or address may count as another number */
    uint16_t documented;          /* modes */
    uint16_t only_vd;             /* modes in which it only writes VD */
    uint32_t zero;                /* bits that must be 0 */
    uint32_t ignored[SFP_MODES];  /* sfp_ignored_bits */
};

enum { OPCODES = 256 };

/* Encodes an instruction from its operands, or reports what is wrong with them. `name` is where it is named. */
bool encode_gnu(struct assembler *as, const struct sfp_insn *insn, struct place name, const struct operand *operands,
                size_t count, uint32_t *word);
bool encode_macro(struct assembler *as, const struct sfp_insn *insn, struct place name, const struct operand *operands,
                  size_t count, uint32_t *word);

#endif
