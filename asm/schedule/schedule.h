/*
 * A schedule: the table of an SFPLOADMACRO kernel, as sfpu-schedules(7) has it.
 *
 * One iteration is written, in absolute rows: a cell in row t of iteration d runs in cycle d * period + t. A cell is an
 * instruction as it executes, operands and all. It is issued by the thread, or it is a load with a tag, which becomes
 * the SFPLOADMACRO, or it is scheduled by the load of its tag. What rotates by iteration is resolved for each turn.
 */
#ifndef SFP_SCHEDULE_H
#define SFP_SCHEDULE_H

#include "isa/vector_unit.h"
#include "program/source.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SCHEDULE_ROWS = 1024,  /* of a table */
    SCHEDULE_TURNS = 32,   /* after which all rotations are where they began */
    SCHEDULE_ROTATIONS = 64,
    SCHEDULE_ADDRMODS = 8,
    SCHEDULE_NO_TAG = -1,
};

#define SCHEDULE_NOT_SET_UP UINT_MAX

enum cell_kind {
    CELL_ISSUED,    /* by the thread */
    CELL_LOAD,      /* SFPLOAD with a tag: the SFPLOADMACRO */
    CELL_SCHEDULED, /* by the load of its tag */
    CELL_IDLE,      /* a claim: the sub-unit does nothing in this row of any iteration */
    CELL_NEXT,      /* "...": something of another iteration is issued here */
};

/* What a cell does in one turn of the rotation. */
struct action {
    uint32_t word;          /* with the operands that it has when it executes, but for L16, which is VD 0 in it; of a
                             * scheduled store, address and address modifier are 0 */
    uint8_t va, vb, vc, vd; /* as it executes them, 0..16; VB is the second source, whatever the issued form calls it */
    uint8_t mod;            /* Mod0 or Mod1 */
};

struct cell {
    enum cell_kind kind;
    enum sfp_unit unit;          /* its column; SFP_UNIT_NONE: the front end's */
    const struct sfp_insn *insn; /* NULL of claims. A scheduled SFPSTORE's address is its load's. */
    unsigned row;
    unsigned still;              /* scheduled: cycles between its load's and its own in which delays do not count */
    int tag;                     /* a place in `tags` of its schedule, or SCHEDULE_NO_TAG */
    int32_t address;             /* of the iteration's own vector, of loads and of issued stores */
    uint8_t addrmod;
    bool old;                    /* it reads L2.old or the like: what a result that is under way has not replaced yet */
    struct place place;          /* of the cell's text, without the tag */
    struct place tag_place;
    struct action *actions;      /* one a turn, owned; NULL of claims */
};

/* A tag: the load of this name, and the cells it schedules. */
struct tag {
    struct place name;
    size_t load; /* a place in `cells`; SIZE_MAX: none was found */
};

struct rotation {
    struct place name;
    uint8_t registers[SCHEDULE_TURNS];
    unsigned count;
};

struct schedule {
    struct place directive, name; /* of .schedule; a name without text: it was wrong */
    unsigned period;              /* cycles; at least 1 */
    unsigned rows;                /* one more than the last row of a cell */
    unsigned turns;               /* least common multiple of the rotations, 1..SCHEDULE_TURNS */
    int32_t step;                 /* .rows: Dst rows from one vector to the next; 0: addresses stand still */
    int32_t addrmod_step[SCHEDULE_ADDRMODS];
    uint8_t addrmods;             /* bit i: .addrmod has said what modifier i adds */
    bool counts_cycles;           /* .delays cycles; else what delays count are instructions */
    bool gapless;                 /* .delays ..., gapless: the author sees to it that no gap comes between words */
    uint32_t carried;             /* LRegs that hand values from one iteration to the next on purpose */
    struct cell *cells;           /* by row, then by column; owned */
    size_t cell_count, cell_capacity;
    struct tag *tags;             /* owned */
    size_t tag_count, tag_capacity;
    struct rotation *rotations;   /* owned */
    size_t rotation_count, rotation_capacity;
    unsigned set_up;              /* by which .schedule_setup, counted from 1; 0: none; SCHEDULE_NOT_SET_UP: one that
                                   * was wrong, as has been reported */
    uint8_t *macros;              /* those of the loads, [tag * turns + turn], as it chose; owned */
    size_t kept;                  /* 0, or one more than its place among the schedules of the program */
    bool incomplete;              /* an error was reported in a row, which may lack cells */
    bool wrong;                   /* an error was reported: nothing is made of it */
};

/* What a cell does in iteration `d`. */
static inline const struct action *cell_action(const struct schedule *s, const struct cell *cell, uint64_t d)
{
    return &cell->actions[d % s->turns];
}

/* Is it a word of the thread's? */
static inline bool cell_is_issued(const struct cell *cell)
{
    return cell->kind == CELL_ISSUED || cell->kind == CELL_LOAD;
}

/* Is it issued, and nothing that delays count where they count instructions (sfpu-timing(7), Delays)? */
static inline bool cell_is_uncounted(const struct schedule *s, const struct cell *cell)
{
    return !s->counts_cycles && cell_is_issued(cell) && cell->insn->unit == SFP_UNIT_NONE;
}

/* Is it a load or a store of the vector unit? */
static inline bool cell_has_address(const struct cell *cell)
{
    return cell->insn->unit != SFP_UNIT_NONE && sfp_has_field(cell->insn, SFP_F_ADDR);
}

/* The columns of the header, from left to right. The last one may be left out. */
enum { SCHEDULE_COLUMNS = 6 };

extern const struct schedule_column {
    const char *title;
    enum sfp_unit unit;
} schedule_columns[SCHEDULE_COLUMNS];

/* The title of a sub-unit's column. */
const char *schedule_column(enum sfp_unit unit);

void schedule_free(struct schedule *s);

#endif
