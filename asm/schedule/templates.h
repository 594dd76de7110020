/*
 * How a macro can do what a cell says: a byte of its sequence, and a template as far as the cell asks for it. What the
 * loaded register takes the place of, and what the mode does not look at, is open (sfpu-timing(7), Field overrides).
 */
#ifndef SFP_TEMPLATES_H
#define SFP_TEMPLATES_H

#include "isa/sequence.h"
#include "schedule.h"

/* Those bits of `word` that `care` has; the others are open, and 0. */
struct partial {
    uint32_t word, care;
};

/* One of the ways to schedule a cell. Its slot's selector is SFP_SELECT_TEMPLATE if it needs a template, and then
 * `wanted` says what it must be. */
struct way {
    struct sfp_sequence_slot slot;
    struct partial wanted;
};

enum { MOST_WAYS = 4 };

/*
 * The ways to schedule `action`, of instruction `insn`, by a load of LReg `loaded`; those with the operands as written
 * come first. Returns how many there are: none if the loaded register is no operand that a macro can replace.
 */
unsigned ways_of(const struct sfp_insn *insn, const struct action *action, unsigned loaded,
                 struct way ways[static MOST_WAYS]);

/* Makes a template of two, in the first. False if they ask for different bits, and then nothing has changed. */
bool partial_unify(struct partial *partial, const struct partial *other);

bool sequence_slots_equal(const struct sfp_sequence_slot *a, const struct sfp_sequence_slot *b);

/* Does `insn` in this mode give the same with two of its operands exchanged? Then exchanges these in *action. */
bool action_exchange(const struct sfp_insn *insn, struct action *action);

#endif
