/*
 * A schedule: the table of an SFPLOADMACRO kernel, as sfpu-schedules(7) has it.
 *
 * One iteration is written, in absolute rows: a cell in row t of iteration d runs in cycle d * period + t. A cell is an
 * instruction as it executes, operands and all. It is issued by the thread, or it is a load with a tag, which becomes
 * the SFPLOADMACRO, or it is scheduled by the load of its tag. What rotates by iteration is resolved for each turn.
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
    unsigned recorded;            /* words of its body that .schedule_record has given last; 0: none */
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

/* ---- What cells read and write, and which of them are in a cycle ---- */

/* Of a cell in one turn: masks as isa/modes.h has them, and the cycles until what it writes can be read. */
struct access {
    uint32_t reads, writes;
    unsigned latency;
};

struct access cell_access(const struct cell *cell, unsigned turn, enum sfp_arch arch);

/* The same without the source that L7 selects, of which nobody knows. */
struct access cell_known_access(const struct cell *cell, unsigned turn, enum sfp_arch arch);

/* The row of the cycle in which the cell reads. */
uint32_t cell_read_row(const struct cell *cell, unsigned turn, enum sfp_arch arch);

/* LRegs that Blackhole's scoreboard takes the cell to read. */
uint32_t cell_seen_reads(const struct cell *cell, unsigned turn);

/* The cells of the steady state by cycle of the period and sub-unit; what is issued and runs on none of them is under
 * SFP_UNIT_NONE. Claims are not in it. */
struct grid {
    const struct schedule *schedule;
    const struct cell *(*cells)[SFP_UNITS]; /* `period` of them, owned; NULL: nothing runs */
};

/* False if memory ran out. */
bool grid_make(struct grid *grid, const struct schedule *schedule);
void grid_free(struct grid *grid);

/* What runs on `unit` in the cycle of row `row`, which can be negative, of some iteration; then *later is by how many
 * iterations it is later than that. NULL: nothing. */
const struct cell *grid_at(const struct grid *grid, int64_t row, enum sfp_unit unit, int64_t *later);

/* The row of the thread's word that a cell comes from: its own, or that of the load that schedules it. */
unsigned cell_issue_row(const struct schedule *s, const struct cell *cell);

/* Finds for scheduled cells in how many cycles delays stand still for them. False if memory ran out. */
bool cells_count_still(struct schedule *s);

/* The Dst address of a load or a store in the iteration itself; false if the cell is neither, or the load of its tag is
 * missing. */
bool cell_address(const struct schedule *s, const struct cell *cell, int32_t *address);

/* ---- When cells' results land in LRegs, in the steady state ----
 * Each write comes again after all turns of the rotation. */

/* A write of an LReg. Times are cycles from the start of an iteration of turn 0. */
struct landing {
    const struct cell *cell;
    uint32_t at;    /* the cycle at whose end it lands, modulo that of all turns */
    uint8_t lreg;
    uint8_t order;  /* among those of one cycle: the last stays (sfpu-timing(7), Order within a cycle) */
    int32_t wrapped; /* iterations that `at` was taken back by, besides the turn */
    unsigned turn;
};

/* All of them, by LReg and then in order. */
struct landings {
    const struct schedule *schedule;
    enum sfp_arch arch;
    struct landing *items; /* owned */
    size_t count;
    size_t first[SFP_LREGS + 1]; /* those of LReg r are first[r]..first[r + 1] - 1 */
};

/* False if memory ran out. */
bool landings_make(struct landings *landings, const struct schedule *schedule, enum sfp_arch arch);
void landings_free(struct landings *landings);

/* Of results that land in one cycle that with the highest order stays (sfpu-timing(7), Order within a cycle). */
uint8_t landing_order(const struct cell *cell, unsigned latency);

/* The cycles after which all comes again. */
uint32_t landings_cycles(const struct schedule *s);

/* A cell that reads an LReg. */
struct read {
    const struct cell *cell;
    unsigned turn;
    uint8_t lreg;
};

/* What it finds there. */
struct landings_found {
    const struct landing *first; /* of those in this LReg, `count` of them */
    size_t count;
    size_t before;               /* so many of them come before the read in the rotation */
    const struct landing *last;  /* whose result it reads; NULL: nothing of the table writes the LReg */
    int64_t later;               /* by how many iterations that one is later than the read's */
};

struct landings_found landings_find(const struct landings *landings, const struct read *read);

#endif
