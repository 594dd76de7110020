/* The parts of the machine that executes words on terms. */
#ifndef SFP_MACHINE_PARTS_H
#define SFP_MACHINE_PARTS_H

#include "term_machine.h"

/* A word of the vector unit. */
struct term_word {
    const struct sfp_insn *insn;
    uint32_t word;
    unsigned mode;
    struct sfp_named named;
};

/* Writes a result to VD, or to the register that L7 names, in enabled samples. */
void machine_write_result(struct term_machine *m, const struct term_word *w, const struct term *value);

/* Handles a load's side effect: with the matching LaneConfig, a load notes the value's place in a further LReg. */
void machine_note_index(struct term_machine *m, const struct term_word *w);

/* Executes SFPCONFIG. */
void machine_configure(struct term_machine *m, const struct term_word *w);

/* machine_execute_flags() executes instructions that change flags, machine_execute_across() those that move values
 * across lanes and registers. Each returns false, without effect, if the word is neither. */
bool machine_execute_flags(struct term_machine *m, const struct term_word *w);
bool machine_execute_across(struct term_machine *m, const struct term_word *w);

#endif
