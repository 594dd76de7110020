/* What the files that execute words on terms share. */
#ifndef SFP_MACHINE_PARTS_H
#define SFP_MACHINE_PARTS_H

#include "term_machine.h"

/* A word of the vector unit's. */
struct term_word {
    const struct sfp_insn *insn;
    uint32_t word;
    unsigned mode;
    struct sfp_named named;
};

/* The result goes to VD, or where L7 says, in enabled samples. */
void machine_write_result(struct term_machine *m, const struct term_word *w, const struct term *value);

/* A load, once it is done: with LaneConfig so, it notes the place of the value in a further LReg. */
void machine_note_index(struct term_machine *m, const struct term_word *w);

/* SFPCONFIG. */
void machine_configure(struct term_machine *m, const struct term_word *w);

/* Instructions of flags, and those that move values across lanes and registers. False: the word is another one. */
bool machine_execute_flags(struct term_machine *m, const struct term_word *w);
bool machine_execute_across(struct term_machine *m, const struct term_word *w);

#endif
