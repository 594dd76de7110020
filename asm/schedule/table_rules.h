/* Checks a table against the rules of include/schedule_rules.def. */
#ifndef SFP_TABLE_RULES_H
#define SFP_TABLE_RULES_H

#include "loop.h"
#include "schedule_cells.h"

struct assembler;

/* ---- rule_text.c: messages ---- */

enum schedule_rule {
#define RULE(id, ...) RULE_##id,
#include "schedule_rules.def"
#undef RULE
    RULES,
};

/* Reports a broken rule with the rule's severity. The rule's name follows the text, and a note says how to mend the
 * table. */
void schedule_broken(struct assembler *as, enum schedule_rule rule, struct place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Like schedule_broken(), with a remedy of the caller's. */
void schedule_broken_mended(struct assembler *as, enum schedule_rule rule, struct place place, const char *mends,
                            const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Writes a cell's place, such as "row 3, Simple", to `text`, and returns `text`. */
enum { CELL_PLACE_SIZE = 40 };
const char *cell_place_text(char text[static CELL_PLACE_SIZE], const struct cell *cell);

/* ---- rule_places.c: rules about single cells and their places ---- */

/* A table being checked. */
struct check {
    struct assembler *as;
    const struct schedule *schedule;
    enum sfp_arch arch;
    struct grid grid;
};

/* Reports every cell that breaks a rule. The schedule must have at least one cell. */
void schedule_check(struct assembler *as, const struct schedule *s);

/* ---- rule_neighbours.c: cells of the same cycle, or of consecutive cycles, on different sub-units ---- */

/* Reports the rules about neighbours that the cell breaks. */
void check_neighbours(const struct check *c, const struct cell *cell);

/* ---- rule_flow.c: which write each read finds ----
 * Returns false if memory ran out. */

bool check_flow(const struct check *c);

/* ---- rule_gaps.c: does a schedule need issue without gaps? ----
 * By rule: a gap delays the words after it, and the cells that these words schedule. If delays count cycles, cells
 * scheduled by words before the gap do not move. If delays count instructions, these cells wait too, but start in the
 * first cycle of the gap, before the words issued in their rows. */

/* The places where gaps can come: before every word; or only before given words of each body, and before words at
 * the beginning and the end of a loop. */
struct gap_places {
    uint64_t length;              /* number of words of a body, which contains all turns; 0: gaps can come before
                                   * every word */
    bool late[LOOP_LONGEST_BODY]; /* by word of a body: can a gap come before it? Word 0 is row 0 of an iteration of
                                   * turn 0. */
    uint64_t iterations;          /* number of the loop's iterations; 0: gaps can come only within bodies */
    uint64_t lead, behind;        /* gaps can come before words 1 to `lead` of the loop, and before words from
                                   * `behind` on */
};

enum gap_effect { GAP_OLD_VALUE, GAP_NEW_VALUE, GAP_SAME_UNIT, GAP_OTHER_ORDER };

/* The effect of a gap: `cell`, which a load has scheduled, and `other` change their order. */
struct gap_finding {
    const struct cell *cell, *other;
    enum gap_effect effect;
    uint32_t what; /* resources written by one cell, and read or written by the other: a mask of isa/modes.h */
    bool dst;      /* one cell writes rows of Dst that the other reads or writes */
};

/* Finds the first pair of cells whose order a gap would change. Returns false if no gap at these places does harm. */
bool gap_find(const struct grid *grid, enum sfp_arch arch, const struct gap_places *places,
              struct gap_finding *finding);

/* Remedies for a loop that gaps harm. */
struct gap_mends {
    bool instructions; /* delays that count instructions mend the gap */
    bool form;         /* another form of the loop mends the gap */
    bool both;         /* both together mend the gap */
    const char *called; /* name of the form */
    unsigned slot;     /* slot of REPLAY for the form */
};

/* Reports that the schedule needs issue without gaps: the harm that a gap does, and the remedies. */
void gaps_report(struct assembler *as, const struct schedule *s, struct place directive,
                 const struct gap_finding *finding, struct gap_mends mends);

#endif
