/* Demands: the sequences that loads need, before templates are chosen. */
#ifndef SFP_DEMANDS_H
#define SFP_DEMANDS_H

#include "isa/vector_unit.h"
#include "schedule_cells.h"

/* ---- Ways to schedule a cell: a byte of the macro's sequence, and the bits that its template must have ----
 * Bits are open if the loaded register replaces them, or if the mode ignores them (sfpu-timing(7), Field
 * overrides). */

/* A partly determined word: `care` is the mask of determined bits; the others are open, and 0 in `word`. */
struct partial {
    uint32_t word, care;
};

/* One way to schedule a cell. If the way needs a template, the slot's selector is SFP_SELECT_TEMPLATE, and `wanted`
 * holds the template's determined bits. */
struct way {
    struct sfp_sequence_slot slot;
    struct partial wanted;
};

enum { MOST_WAYS = 4 };

/*
 * Fills ways[] with the ways in which a load of LReg `loaded` can schedule `action` of instruction `insn`; ways with
 * the operands as written come first. Returns their number: 0 if no macro can put the loaded register in place of an
 * operand.
 */
unsigned ways_of(const struct sfp_insn *insn, const struct action *action, unsigned loaded,
                 struct way ways[static MOST_WAYS]);

/* Merges two templates into *partial. Returns false, with *partial unchanged, if they need different bits. */
bool partial_unify(struct partial *partial, const struct partial *other);

/* Does the mode use VB's bits as part of an immediate, so that a template cannot name another register there? */
bool vb_is_immediate(const struct sfp_insn *insn, unsigned mode);

/* Returns a word in this mode with all register fields open; the caller sets register fields one by one. */
struct partial partial_without_registers(const struct sfp_insn *insn, uint32_t word, unsigned mode);

/* Are two bytes of a sequence equal? */
bool sequence_slots_equal(const struct sfp_sequence_slot *a, const struct sfp_sequence_slot *b);

/* If `insn` in this mode gives the same result with two operands exchanged, exchanges them in *action and returns
 * true. */
bool action_exchange(const struct sfp_insn *insn, struct action *action);

/* ---- Demands ---- */

/* A cell that a load schedules. */
struct demand_item {
    const struct cell *cell;
    unsigned way_count;
    struct way ways[MOST_WAYS]; /* delays included */
};

enum {
    MOST_ITEMS = SFP_UNIT_STORE, /* most items of an SFPLOADMACRO, one per sub-unit */
    MOST_DISTINCT = 64,          /* most different demands */
};

/* The source of the format of a macro's store: either, Misc, or the load. */
enum format_from { FORMAT_ANY, FORMAT_OF_MISC, FORMAT_OF_LOAD };

/* A load's demand in one turn of the rotation: cells to be scheduled by the load's macro. */
struct demand {
    const struct schedule *schedule;
    const struct cell *load;
    unsigned turn;
    size_t distinct; /* index among the distinct demands */
    enum format_from format;
    unsigned item_count;
    struct demand_item items[MOST_ITEMS];
};

/* The demands of all loads, for schedules set up together. */
struct demands {
    struct demand *items; /* demands by schedule, then by tag, then by turn; owned */
    size_t count;
    size_t distinct[MOST_DISTINCT], distinct_count; /* indices in `items`: the first among equal demands */
    uint8_t store_mod0;   /* format of stores in Misc */
};

/* Reasons why demands cannot be made. */
enum demands_fault {
    DEMANDS_FINE,
    DEMANDS_NO_MEMORY,
    DEMANDS_DELAY,   /* `cell` starts too early or too late after its load */
    DEMANDS_TWICE,   /* `cell` and `other` belong to one load and one sub-unit */
    DEMANDS_NO_WAY,  /* no macro can schedule `cell` after its load, in this turn */
    DEMANDS_MANY,    /* more than MOST_DISTINCT demands; the last one belongs to the load `cell` */
    DEMANDS_FORMATS, /* the formats of the stores `cell` and `other` both differ from their loads' formats */
};

struct demands_error {
    const struct schedule *schedule;
    const struct cell *cell, *other;
    unsigned turn;
};

/* Collects the demands of `count` schedules. On a fault, *error says where. The caller calls demands_free() in
 * either case. */
enum demands_fault demands_make(struct demands *demands, struct schedule *const *schedules, size_t count,
                                struct demands_error *error);
void demands_free(struct demands *demands);

#endif
