/* The rules of include/schedule_rules.def: which of them a table breaks. */
#ifndef SFP_TABLE_RULES_H
#define SFP_TABLE_RULES_H

#include "loop.h"
#include "schedule_cells.h"

struct assembler;

/* ---- rule_text.c: what is said ---- */

enum schedule_rule {
#define RULE(id, ...) RULE_##id,
#include "schedule_rules.def"
#undef RULE
    RULES,
};

/* Reports what breaks that rule, as severely as it is, with its name behind the text, and in a note what mends it. */
void schedule_broken(struct assembler *as, enum schedule_rule rule, struct place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The same where the table at hand says what mends it. */
void schedule_broken_mended(struct assembler *as, enum schedule_rule rule, struct place place, const char *mends,
                            const char *format, ...) __attribute__((format(printf, 5, 6)));

/* The text "row 3, Simple" of a cell. */
enum { CELL_PLACE_SIZE = 40 };
const char *cell_place_text(char text[static CELL_PLACE_SIZE], const struct cell *cell);

/* ---- rule_places.c: the rules that need the table alone ---- */

/* A table being checked. */
struct check {
    struct assembler *as;
    const struct schedule *schedule;
    enum sfp_arch arch;
    struct grid grid;
};

/* Reports all cells that break one of the rules; there is at least one. */
void schedule_check(struct assembler *as, const struct schedule *s);

/* ---- rule_neighbours.c: cells of one cycle, or of two that follow each other, on different sub-units ---- */

void check_neighbours(const struct check *c, const struct cell *cell);

/* ---- rule_flow.c: who reads what of whom; false if memory ran out ---- */

bool check_flow(const struct check *c);

/* ---- rule_gaps.c: does a schedule need issue without gaps? ----
 * By rule: a gap moves what is issued behind it, and what such words schedule. Where delays count cycles, what words
 * before the gap have scheduled does not move; where they count instructions it does, but starts in the first cycle of
 * the gap, before what is issued in that row. */

/* Where gaps can come: before every word; or only before some of the words of a body, in each of them, and before words
 * at the beginning and at the end of a loop. */
struct gap_places {
    uint64_t length;              /* words of a body, which has all turns; 0: before every word */
    bool late[LOOP_LONGEST_BODY]; /* by word, of which the first is row 0 of an iteration of turn 0 */
    uint64_t iterations;          /* of the loop; 0: only those of bodies */
    uint64_t lead, behind;        /* words 1 to `lead` of the loop, and those from `behind` on */
};

enum gap_effect { GAP_OLD_VALUE, GAP_NEW_VALUE, GAP_SAME_UNIT, GAP_OTHER_ORDER };

/* What a gap would change: `cell`, which a load has scheduled, and `other` come in another order. */
struct gap_finding {
    const struct cell *cell, *other;
    enum gap_effect effect;
    uint32_t what; /* as isa/modes.h has it: what one writes that the other reads, or writes too */
    bool dst;      /* the same for rows of Dst */
};

/* Finds the first such pair. False if there is none. */
bool gap_find(const struct grid *grid, enum sfp_arch arch, const struct gap_places *places,
              struct gap_finding *finding);

/* What would mend a loop that gaps do harm to. */
struct gap_mends {
    bool instructions; /* delays that count these */
    bool form;         /* another form */
    bool both;         /* one with the other */
    const char *called; /* that form */
    unsigned slot;     /* of REPLAY, for that form */
};

/* Says of a schedule that gaps would do it harm, what that is, and what would mend it. */
void gaps_report(struct assembler *as, const struct schedule *s, struct place directive,
                 const struct gap_finding *finding, struct gap_mends mends);

#endif
