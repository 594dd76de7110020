/*
 * The parts of the proof:
 *
 *   proof.c        maps events to cells and iterations
 *   proof_cells.c  iterations of a loop, their addresses, and comparison of an instruction with its cell
 *   proof_flow.c   last writers of LRegs, flags and Dst
 *   proof_report.c reports to users
 */
#ifndef SFP_PROOF_PARTS_H
#define SFP_PROOF_PARTS_H

#include "isa/modes.h"
#include "program/sfp_program.h"
#include "proof.h"

enum {
    PROOF_UNITS = SFP_UNIT_STORE + 1,
    PROOF_LOADS = 32,    /* latest loads kept, whose items may still execute */
    PROOF_FLIGHTS = 64,  /* latest words and items kept, which may be under way */
    PROOF_STARTS = 64,   /* latest iterations with a known start */
    PROOF_MOST = 1 << 12, /* most cells compared in a run: longer loops repeat, and a user waits */
    PROOF_NO_CELL = UINT32_MAX,
};

/* Holders of results: LRegs by number, then flags. Dst has its own table. */
enum {
    PROOF_FLAGS = SFP_LREGS,
    PROOF_HOLDERS,
    PROOF_DST = (SFP_COUNTER_MASK + 1) / 2, /* number of pairs of Dst addresses, since bit 0 is ignored */
};

/* The last writer that the table demands before a cell reads. */
struct proof_order {
    uint32_t cell; /* index of the cell; PROOF_NO_CELL: no cell of the table */
    int64_t back;  /* number of iterations before the reader's */
};

/* A cell's progress in the run. */
struct proof_cell {
    int64_t next; /* issued cell: next iteration to issue */
    int64_t from; /* issued cell: first iteration in this loop */
    int64_t last; /* the latest iteration in which the cell executed */
    bool begun;   /* issued cell: the cell has occurred in this loop */
    struct proof_order flags, dst; /* demanded writers of the flags and the Dst row that the cell reads */
    bool reads_dst;
};

/* The start of an iteration, and its vector's row in Dst. */
struct proof_start {
    int64_t iteration;
    uint64_t cycle, slots;
    uint16_t row;
};

/* A schedule's progress in the run. */
struct proof_table {
    const struct sfp_schedule *s;
    struct proof_cell *cells;
    uint32_t (*items)[PROOF_UNITS]; /* by tag: the cells scheduled by the tag's load, or PROOF_NO_CELL */
    uint32_t first;       /* the issued cell of the lowest row */
    uint32_t addressed;   /* the issued cell of the lowest row that has an address, or PROOF_NO_CELL */
    unsigned front_rows;  /* number of rows of a period with an instruction of another unit; delays do not count
                           * these rows */
    int64_t begin;        /* the loop's first iteration */
    uint64_t slots;       /* number of issue slots before the loop */
    uint64_t foreign;     /* proof->foreign at the schedule's last word */
    struct proof_start starts[PROOF_STARTS]; /* starts of iterations: a ring, by iteration */
    struct proof_start base; /* the latest iteration with a known address; only iteration and row are set */
    bool has_base;        /* base is set in this loop */
    uint16_t field;       /* address field of the word that set base */
    int field_step;       /* change of the field from the word before, or NO_STEP */
    bool differs;
    uint64_t proven, iterations;
    bool has_idle;
};

/* The cell and the iteration of a word or an item. */
struct proof_place {
    struct proof_table *table; /* table of the cell; NULL: no cell */
    uint32_t cell;
    unsigned turn;
    int64_t iteration;
};

struct proof_flight {
    struct proof_place place;
    uint64_t id;
    bool reads_last;
    uint32_t named; /* set of LRegs named by lanes' L7 as destination when the instruction started */
};

struct proof_load {
    struct proof_place place;
    uint64_t id, cycle;
    uint64_t issued;    /* number of vector instructions issued so far, including this load */
    uint32_t scheduled; /* set of units with a scheduled item: bit u for unit u */
    bool open;          /* its items have not been scheduled yet */
    struct sfp_op op;
};

/* The last two writers of a holder that landed in different cycles. A reader in the cycle of the later landing still
 * finds the earlier value. */
struct proof_register {
    struct proof_place last, before;
    uint64_t landed; /* cycle at whose end `last` landed */
};

/* The cell of a program word. */
struct proof_word {
    uint32_t table, cell, turn; /* indices of table, cell and turn; table PROOF_NO_CELL: no cell */
};

struct sfp_proof {
    const struct sfp_kernel *kernel;
    struct sfp_index index;
    struct sfp_reporter reporter;
    struct sfp_observer observer;
    struct proof_table *tables;
    size_t table_count;
    struct proof_word *words;
    struct proof_load loads[PROOF_LOADS];
    unsigned load_count;      /* number of loads so far; modulo PROOF_LOADS, the slot for the next load */
    struct proof_flight flights[PROOF_FLIGHTS];
    unsigned flight_count;
    struct proof_register registers[PROOF_HOLDERS];
    struct proof_register dst[PROOF_DST];
    uint64_t cycle;           /* cycle of the last event */
    uint64_t slots, slots_now;   /* number of instructions issued before this cycle, and in this cycle */
    uint64_t issued, issued_now; /* number of vector instructions issued before this cycle, and in this cycle */
    uint64_t foreign;         /* number of issued words outside every schedule, except SFPNOP */
    uint64_t passes;          /* number of passes begun; the proof covers the first */
    uint64_t compared;        /* number of cells compared, over all schedules */
};

static inline const struct sfp_schedule_cell *proof_cell(const struct proof_place *p)
{
    return &p->table->s->cells[p->cell];
}

static inline const struct sfp_schedule_action *proof_action(const struct proof_place *p)
{
    return &proof_cell(p)->actions[p->turn];
}

/* ---- proof_cells.c ---- */

/* Finds the iteration of the cell that issues, and sets place->iteration. Begins a new loop if the word does not
 * continue the loop under way. */
void proof_begin_word(struct sfp_proof *proof, struct proof_place *place);

/* Returns whether `address` belongs to the vector of the place's iteration. `field`: the address field of the word. */
bool proof_address_holds(const struct proof_place *place, uint16_t address, uint16_t field);

/* Returns the idle claim of table `t` that applies to `unit` in this cycle, or NULL. The claim applies only if the
 * iteration's words issued without gaps so far. Sets *iteration. */
const struct sfp_schedule_cell *proof_claim(const struct sfp_proof *proof, const struct proof_table *t, unsigned unit,
                                            int64_t *iteration);

/* Returns whether `op` executes as the cell says. If not, *what names the part that differs. */
bool proof_action_holds(const struct sfp_proof *proof, const struct proof_place *place, const struct sfp_op *op,
                        const char **what);

/* ---- proof_flow.c ---- */

/* Fills the demanded writers of flags and Dst for each cell of the table. */
void proof_find_orders(const struct sfp_index *index, enum sfp_arch arch, struct proof_table *t);

/* Checks the last writers of the LRegs and flags that `op` reads in `cycle`, and reports a difference. */
void proof_check_sources(struct sfp_proof *proof, const struct proof_place *place, const struct sfp_op *op,
                         uint64_t cycle);

/* Checks the last writer of the Dst row that a load reads in `cycle`, and reports a difference. */
void proof_check_dst(struct sfp_proof *proof, const struct proof_place *place, const struct sfp_op *op,
                     uint16_t address, uint64_t cycle);

/* Notes that the results of `op` landed at the end of `cycle`. `named`: from sfp_event_named() at the instruction's
 * start. */
void proof_lands(struct sfp_proof *proof, const struct proof_place *place, const struct sfp_op *op, uint32_t named,
                 uint64_t cycle);

/* Notes a store to `address` at the end of `cycle`. */
void proof_stores(struct sfp_proof *proof, const struct proof_place *place, uint16_t address, uint64_t cycle);

/* ---- proof_report.c ---- */

/* Reports a difference, unless the schedule already has one. `format` begins with the kind of difference. */
__attribute__((format(printf, 4, 5))) void proof_differs(struct sfp_proof *proof, const struct proof_place *place,
                                                         const struct sfp_op *op, const char *format, ...);

#endif
