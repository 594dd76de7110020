/*
 * The parts of the proof.
 *
 *   proof.c        events: which cell of which iteration a word or item is
 *   proof_cells.c  iterations of a loop, and their addresses; is what executes what a cell says?
 *   proof_flow.c   who wrote last what is read: LRegs, flags, Dst
 *   proof_report.c what users see
 */
#ifndef SFP_PROOF_PARTS_H
#define SFP_PROOF_PARTS_H

#include "isa/modes.h"
#include "program/sfp_program.h"
#include "proof.h"

enum {
    PROOF_UNITS = SFP_UNIT_STORE + 1,
    PROOF_LOADS = 32,    /* that may have something scheduled still */
    PROOF_FLIGHTS = 64,  /* words and items that may be under way */
    PROOF_STARTS = 64,   /* iterations of which that is known */
    PROOF_MOST = 1 << 12, /* cells that are compared in a run: longer loops repeat themselves, and a user waits */
    PROOF_NO_CELL = UINT32_MAX,
};

/* What holds a result, besides LRegs. */
enum {
    PROOF_FLAGS = SFP_LREGS,
    PROOF_HOLDERS,
    PROOF_DST = (SFP_COUNTER_MASK + 1) / 2, /* groups of Dst cells that an address reaches */
};

/* Who is to have written last, before a cell reads. */
struct proof_order {
    uint32_t cell; /* PROOF_NO_CELL: nobody of the table does */
    int64_t back;  /* iterations before */
};

/* A cell of a table as the run goes. */
struct proof_cell {
    int64_t next; /* issued: the iteration that it has next */
    int64_t from; /* and the one that it had first in this loop */
    int64_t last; /* the latest in which it executed */
    bool begun;   /* issued: in this loop */
    struct proof_order flags, dst; /* that it reads */
    bool reads_dst;
};

/* When an iteration began, and where its vector lies in Dst. */
struct proof_start {
    int64_t iteration;
    uint64_t cycle, slots;
    uint16_t row;
};

/* A schedule as the run goes. */
struct proof_table {
    const struct sfp_schedule *s;
    struct proof_cell *cells;
    uint32_t (*items)[PROOF_UNITS]; /* by tag: the cells that its load schedules, or PROOF_NO_CELL */
    uint32_t first;       /* the first cell that is issued */
    uint32_t addressed;   /* the first of these that has an address, or PROOF_NO_CELL */
    unsigned front_rows;  /* rows of a period in which another unit's instruction issues, which delays do not count */
    int64_t begin;        /* the iteration with which the loop began */
    uint64_t slots;       /* issue slots up to then */
    uint64_t foreign;     /* words of others up to the last of its own */
    struct proof_start starts[PROOF_STARTS]; /* by iteration */
    struct proof_start base; /* the latest whose address is known; row counts */
    bool has_base;        /* in this loop */
    uint16_t field;       /* in the word that said it */
    int field_step;       /* from the word before, or NO_STEP */
    bool differs;
    uint64_t proven, iterations;
    bool has_idle;
};

/* A word or an item as a cell of an iteration. */
struct proof_place {
    struct proof_table *table; /* NULL: it is none */
    uint32_t cell;
    unsigned turn;
    int64_t iteration;
};

struct proof_flight {
    struct proof_place place;
    uint64_t id;
    bool reads_last;
    uint32_t named; /* the LRegs that lanes' L7 named as its destination, when it started: a mask */
};

struct proof_load {
    struct proof_place place;
    uint64_t id, cycle;
    uint64_t issued;    /* vector instructions, up to it */
    uint32_t scheduled; /* bit u: an item for unit u */
    bool open;          /* its items are yet to come */
    struct sfp_op op;
};

/* The last two writers whose results landed in different cycles: what a reader in the later one finds is the first's. */
struct proof_register {
    struct proof_place last, before;
    uint64_t landed; /* the last one, at the end of this cycle */
};

/* A word of the program as a cell. */
struct proof_word {
    uint32_t table, cell, turn; /* table PROOF_NO_CELL: none */
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
    unsigned load_count;      /* modulo PROOF_LOADS, the next one's place */
    struct proof_flight flights[PROOF_FLIGHTS];
    unsigned flight_count;
    struct proof_register registers[PROOF_HOLDERS];
    struct proof_register dst[PROOF_DST];
    uint64_t cycle;           /* of the last event */
    uint64_t slots, slots_now;   /* instructions that issued: before this cycle, and in it */
    uint64_t issued, issued_now; /* of these the vector unit's */
    uint64_t foreign;         /* words of no schedule that were issued and are not SFPNOP */
    uint64_t passes;          /* that have begun: the first is looked at */
    uint64_t compared;        /* cells of all schedules */
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

/* The word of `cell` issues: finds which iteration that is. */
void proof_begin_word(struct sfp_proof *proof, struct proof_place *place);

/* Is the address that it reaches the one of its iteration's vector? `field`: its word's. */
bool proof_address_holds(const struct proof_place *place, uint16_t address, uint16_t field);

/* The claim of a table that `unit` is idle in this cycle, up to which its words came without gaps; or NULL. */
const struct sfp_schedule_cell *proof_claim(const struct sfp_proof *proof, const struct proof_table *t, unsigned unit,
                                            int64_t *iteration);

/* Is that what the cell says? If not, *what is in what. */
bool proof_action_holds(const struct sfp_proof *proof, const struct proof_place *place, const struct sfp_op *op,
                        const char **what);

/* ---- proof_flow.c ---- */

/* Fills that of all cells of the table. */
void proof_find_orders(const struct sfp_index *index, enum sfp_arch arch, struct proof_table *t);

/* Checks who wrote what it reads in `cycle`. */
void proof_check_sources(struct sfp_proof *proof, const struct proof_place *place, const struct sfp_op *op,
                         uint64_t cycle);

/* The same of a load from Dst. */
void proof_check_dst(struct sfp_proof *proof, const struct proof_place *place, const struct sfp_op *op,
                     uint16_t address, uint64_t cycle);

/* Its results have landed at the end of `cycle`; `named` as sfp_event_named() gave it. */
void proof_lands(struct sfp_proof *proof, const struct proof_place *place, const struct sfp_op *op, uint32_t named,
                 uint64_t cycle);

/* It has stored at the end of `cycle`. */
void proof_stores(struct sfp_proof *proof, const struct proof_place *place, uint16_t address, uint64_t cycle);

/* ---- proof_report.c ---- */

/* Reports a difference, unless the schedule has one already. `format` begins with the kind. */
__attribute__((format(printf, 4, 5))) void proof_differs(struct sfp_proof *proof, const struct proof_place *place,
                                                         const struct sfp_op *op, const char *format, ...);

#endif
