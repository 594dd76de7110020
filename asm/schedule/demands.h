/* What the loads of schedules ask of macros: for each a sequence, before it is known which templates there are. */
#ifndef SFP_DEMANDS_H
#define SFP_DEMANDS_H

#include "isa/vector_unit.h"
#include "schedule_cells.h"

/* ---- How a macro can do what a cell says: a byte of its sequence, and a template as far as the cell asks for it ----
 * What the loaded register takes the place of, and what the mode does not look at, is open (sfpu-timing(7), Field
 * overrides). */

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

/* Is VB part of an immediate that counts, so that no template can ask for another register there? */
bool vb_is_immediate(const struct sfp_insn *insn, unsigned mode);

/* A word of this mode without its registers, which are asked for one by one. */
struct partial partial_without_registers(const struct sfp_insn *insn, uint32_t word, unsigned mode);

bool sequence_slots_equal(const struct sfp_sequence_slot *a, const struct sfp_sequence_slot *b);

/* Does `insn` in this mode give the same with two of its operands exchanged? Then exchanges these in *action. */
bool action_exchange(const struct sfp_insn *insn, struct action *action);

/* ---- Demands ---- */

/* A cell that a load schedules. */
struct demand_item {
    const struct cell *cell;
    unsigned way_count;
    struct way ways[MOST_WAYS]; /* with their delays */
};

enum {
    MOST_ITEMS = SFP_UNIT_STORE, /* one a sub-unit */
    MOST_DISTINCT = 64,          /* demands that differ */
};

/* Does a macro use the format of its load for its store? */
enum format_from { FORMAT_ANY, FORMAT_OF_MISC, FORMAT_OF_LOAD };

/* What one load asks for, in one turn of the rotation. */
struct demand {
    const struct schedule *schedule;
    const struct cell *load;
    unsigned turn;
    size_t distinct; /* which of the distinct demands it is */
    enum format_from format;
    unsigned item_count;
    struct demand_item items[MOST_ITEMS];
};

/* Of all loads of some schedules that are set up together. */
struct demands {
    struct demand *items; /* by schedule, then by tag, then by turn; owned */
    size_t count;
    size_t distinct[MOST_DISTINCT], distinct_count; /* of those that are the same the first */
    uint8_t store_mod0;   /* the format of stores in Misc */
};

/* Why there are none. */
enum demands_fault {
    DEMANDS_FINE,
    DEMANDS_NO_MEMORY,
    DEMANDS_DELAY,   /* `cell` comes too early or too late after its load */
    DEMANDS_TWICE,   /* `cell` and `other` are one load's, and on one sub-unit */
    DEMANDS_NO_WAY,  /* no macro makes `cell` of what it loads, in this turn */
    DEMANDS_MANY,    /* more than MOST_DISTINCT, the last of them being that of the load `cell` */
    DEMANDS_FORMATS, /* the formats of `cell` and `other`, stores, both differ from their loads' */
};

struct demands_error {
    const struct schedule *schedule;
    const struct cell *cell, *other;
    unsigned turn;
};

/* Collects what `count` schedules ask for, to be freed by demands_free() in any case. After a fault *error says where.
 * */
enum demands_fault demands_make(struct demands *demands, struct schedule *const *schedules, size_t count,
                                struct demands_error *error);
void demands_free(struct demands *demands);

#endif
