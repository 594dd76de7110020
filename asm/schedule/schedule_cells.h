/*
 * A schedule: the table of an SFPLOADMACRO kernel (sfpu-schedules(7)).
 *
 * The table holds one iteration, in absolute rows: a cell in row t of iteration d runs in cycle d * period + t. A cell
 * is an instruction as it executes, with all operands. The thread issues the cell; or the cell is a load with a tag,
 * which becomes an SFPLOADMACRO; or the load of its tag schedules the cell. Rotating registers are resolved for each
 * turn.
 */
#ifndef SFP_SCHEDULE_CELLS_H
#define SFP_SCHEDULE_CELLS_H

#include "isa/modes.h"
#include "isa/vector_unit.h"
#include "program/source.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SCHEDULE_ROWS = 1024,  /* most rows of a table */
    SCHEDULE_TURNS = 32,   /* most turns until all rotations start again */
    SCHEDULE_ROTATIONS = 64,
    SCHEDULE_ADDRMODS = 8,
    SCHEDULE_NO_TAG = -1,
};

#define SCHEDULE_NOT_SET_UP UINT_MAX

enum cell_kind {
    CELL_ISSUED,    /* cell issued by the thread */
    CELL_LOAD,      /* SFPLOAD with a tag, which becomes an SFPLOADMACRO */
    CELL_SCHEDULED, /* cell scheduled by its tag's load */
    CELL_IDLE,      /* a claim: the sub-unit is idle in this row, in every iteration */
    CELL_NEXT,      /* "...": a claim that another iteration issues something in this row */
};

/* A cell's instruction in one turn of the rotation. */
struct action {
    uint32_t word;          /* word with the operands at execution, except for L16, which is VD 0 here; the address
                             * and address modifier of a scheduled store are 0 */
    uint8_t va, vb, vc, vd; /* registers at execution, 0..16; VB is the second source, even if the issued form uses
                             * another field */
    uint8_t mod;            /* mode of the word: Mod0 or Mod1 */
};

struct cell {
    enum cell_kind kind;
    enum sfp_unit unit;          /* column of the cell; SFP_UNIT_NONE: the front end's column */
    const struct sfp_insn *insn; /* instruction of the cell; NULL for claims; a scheduled SFPSTORE takes its address
                                  * from its load */
    unsigned row;
    unsigned still;              /* scheduled cells: number of cycles between the load and the cell that delays do
                                  * not count */
    int tag;                     /* index in the schedule's `tags`, or SCHEDULE_NO_TAG */
    int32_t address;             /* loads and issued stores: the address within the iteration's own vector */
    uint8_t addrmod;
    bool old;                    /* the cell reads L2.old or the like: the value from before a result still in flight */
    struct place place;          /* place of the cell's text, without the tag */
    struct place tag_place;
    struct action *actions;      /* actions of the cell, by turn, owned; NULL for claims */
};

/* A tag: the name of a load, used by the cells that the load schedules. */
struct tag {
    struct place name;
    size_t load; /* index of the load in `cells`; SIZE_MAX: the tag has no load */
};

struct rotation {
    struct place name;
    uint8_t registers[SCHEDULE_TURNS];
    unsigned count;
};

struct schedule {
    struct place directive, name; /* places of .schedule and of the name; empty if the name was wrong */
    unsigned period;              /* length of the period in cycles; at least 1 */
    unsigned rows;                /* number of the last row with a cell, plus 1 */
    unsigned turns;               /* least common multiple of the rotations' lengths, 1..SCHEDULE_TURNS */
    int32_t step;                 /* .rows: Dst rows from one vector to the next; 0: addresses stay */
    int32_t addrmod_step[SCHEDULE_ADDRMODS];
    uint8_t addrmods;             /* bit i: .addrmod gives the step of modifier i */
    bool counts_cycles;           /* .delays cycles: delays count cycles; false: instructions */
    bool gapless;                 /* .delays with `gapless`: the author promises that words come without gaps */
    uint32_t carried;             /* mask of LRegs that hand values to the next iteration on purpose */
    struct cell *cells;           /* cells by row, then by column; owned */
    size_t cell_count, cell_capacity;
    struct tag *tags;             /* array of tags; owned */
    size_t tag_count, tag_capacity;
    struct rotation *rotations;   /* array of rotations; owned */
    size_t rotation_count, rotation_capacity;
    unsigned set_up;              /* number of the .schedule_setup that set up the schedule, from 1; 0: none;
                                   * SCHEDULE_NOT_SET_UP: a setup with an error, already reported */
    uint8_t *macros;              /* macros of the loads, [tag * turns + turn], chosen by .schedule_setup; owned */
    unsigned recorded;            /* number of body words recorded by the last .schedule_record; 0: none */
    size_t kept;                  /* index among the program's schedules, plus 1; or 0 */
    bool incomplete;              /* an error was reported in a row, so cells may be missing */
    bool wrong;                   /* an error was reported: no words are made from the schedule */
};

/* The cell's instruction in iteration `d`. */
static inline const struct action *cell_action(const struct schedule *s, const struct cell *cell, uint64_t d)
{
    return &cell->actions[d % s->turns];
}

/* Does the thread issue the cell? */
static inline bool cell_is_issued(const struct cell *cell)
{
    return cell->kind == CELL_ISSUED || cell->kind == CELL_LOAD;
}

/* Is the cell issued, but not counted by delays that count instructions (sfpu-timing(7), Delays)? */
static inline bool cell_is_uncounted(const struct schedule *s, const struct cell *cell)
{
    return !s->counts_cycles && cell_is_issued(cell) && cell->insn->unit == SFP_UNIT_NONE;
}

/* Is the cell a load or store of the vector unit? */
static inline bool cell_has_address(const struct cell *cell)
{
    return cell->insn->unit != SFP_UNIT_NONE && sfp_has_field(cell->insn, SFP_F_ADDR);
}

/* The columns of the header, from left to right. The last may be left out. */
enum { SCHEDULE_COLUMNS = 6 };

extern const struct schedule_column {
    const char *title;
    enum sfp_unit unit;
} schedule_columns[SCHEDULE_COLUMNS];

/* The title of a sub-unit's column. */
const char *schedule_column(enum sfp_unit unit);

/* Frees the members of *s, not *s itself. */
void schedule_free(struct schedule *s);

/* ---- Reads and writes of cells, and the cells in each cycle ---- */

/* The reads and writes of a cell in one turn, as masks of isa/modes.h, and the number of cycles until its results
 * can be read. */
struct access {
    uint32_t reads, writes;
    unsigned latency;
};

struct access cell_access(const struct cell *cell, unsigned turn, enum sfp_arch arch);

/* The same without the source register whose number is in L7, because the table cannot know that register. */
struct access cell_known_access(const struct cell *cell, unsigned turn, enum sfp_arch arch);

/* Returns the row in which the cell reads its sources. */
uint32_t cell_read_row(const struct cell *cell, unsigned turn, enum sfp_arch arch);

/* Returns the LRegs that the cell reads according to Blackhole's scoreboard. */
uint32_t cell_seen_reads(const struct cell *cell, unsigned turn);

/* The cells of the steady state by cycle of the period and by sub-unit. Issued cells without a sub-unit are under
 * SFP_UNIT_NONE. Claims are left out. */
struct grid {
    const struct schedule *schedule;
    const struct cell *(*cells)[SFP_UNITS]; /* array of `period` rows, owned; by unit, the cell, or NULL: idle */
};

/* Fills *grid. Returns false if memory ran out. The caller calls grid_free(). */
bool grid_make(struct grid *grid, const struct schedule *schedule);
void grid_free(struct grid *grid);

/* Returns the cell that runs on `unit` in row `row`, counted from row 0 of an iteration; `row` may be negative. Sets
 * *later to how many iterations later the cell's own iteration starts. Returns NULL if the sub-unit is idle. */
const struct cell *grid_at(const struct grid *grid, int64_t row, enum sfp_unit unit, int64_t *later);

/* Returns the row of the word that starts the cell: the cell's own row, or its load's row if the cell is scheduled. */
unsigned cell_issue_row(const struct schedule *s, const struct cell *cell);

/* Sets `still` of all scheduled cells. Returns false if memory ran out. */
bool cells_count_still(struct schedule *s);

/* Sets *address to a load's or store's Dst address within the iteration's vector. Returns false if the cell is
 * neither, or if its tag has no load. */
bool cell_address(const struct schedule *s, const struct cell *cell, int32_t *address);

/* ---- Landings: the cycles in which results reach LRegs, in the steady state ----
 * Each landing repeats after all turns of the rotation. */

/* A write of an LReg. Cycles count from the start of an iteration of turn 0. */
struct landing {
    const struct cell *cell;
    uint32_t at;    /* the cycle at whose end the result lands, modulo landings_cycles() */
    uint8_t lreg;
    uint8_t order;  /* order within a cycle: the highest order's result remains (sfpu-timing(7), Order within a
                     * cycle) */
    int32_t wrapped; /* number of iterations by which the modulo moved `at` back */
    unsigned turn;
};

/* All landings, by LReg, then in order. */
struct landings {
    const struct schedule *schedule;
    enum sfp_arch arch;
    struct landing *items; /* array of landings; owned */
    size_t count;
    size_t first[SFP_LREGS + 1]; /* the landings of LReg r are items[first[r]] to items[first[r + 1] - 1] */
};

/* Fills *landings. Returns false if memory ran out. The caller calls landings_free(). */
bool landings_make(struct landings *landings, const struct schedule *schedule, enum sfp_arch arch);
void landings_free(struct landings *landings);

/* Returns the landing's order. Of results that land in the same cycle, the highest order's remains (sfpu-timing(7),
 * Order within a cycle). */
uint8_t landing_order(const struct cell *cell, unsigned latency);

/* The number of cycles after which the steady state repeats. */
uint32_t landings_cycles(const struct schedule *s);

/* A cell's read of an LReg. */
struct read {
    const struct cell *cell;
    unsigned turn;
    uint8_t lreg;
};

/* The value that a read finds. */
struct landings_found {
    const struct landing *first; /* the LReg's landings, `count` of them */
    size_t count;
    size_t before;               /* number of landings that precede the read in the rotation */
    const struct landing *last;  /* the landing whose result is read; NULL: the table never writes the LReg */
    int64_t later;               /* iteration of the result minus iteration of the read */
};

/* Finds the landing whose result the read gets. */
struct landings_found landings_find(const struct landings *landings, const struct read *read);

#endif
