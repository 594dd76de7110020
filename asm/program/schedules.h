/*
 * What a program keeps of the schedules whose loops it has (sfpu-schedules(7)): the cells of each table, and which
 * words are which rows. Whatever the words do can be compared with it.
 */
#ifndef SFP_SCHEDULES_H
#define SFP_SCHEDULES_H

#include "sfp_program.h"

enum sfp_cell_kind {
    SFP_CELL_ISSUED,    /* by the thread */
    SFP_CELL_LOAD,      /* by the thread: the SFPLOADMACRO of a tag */
    SFP_CELL_SCHEDULED, /* by the load of its tag */
    SFP_CELL_IDLE,      /* a claim: nothing runs on the sub-unit in this row of any iteration */
    SFP_CELL_NEXT,      /* a claim: something of another iteration is issued in this row */
    SFP_CELL_KINDS,
};

/* Who wrote a register last that is read: a cell of the same iteration, or of one `back` iterations before; or after,
 * if it is negative. */
struct sfp_schedule_source {
    uint8_t lreg;
    uint32_t cell;
    int32_t back;
};

/* What a cell does in one turn of the rotation. */
struct sfp_schedule_action {
    uint32_t word;          /* with the operands that it has when it executes; L16 as VD is 0 in it */
    uint8_t va, vb, vc, vd; /* as it executes them, 0..16; VB is the second source, whatever the issued form calls it.
                             * Those that it does not use say nothing */
    struct sfp_schedule_source *sources; /* of the registers that it reads and the table writes; owned */
    size_t source_count;
};

struct sfp_schedule_cell {
    enum sfp_cell_kind kind;
    enum sfp_unit unit; /* SFP_UNIT_NONE: the front end */
    unsigned row;
    int tag;            /* its place in `tags`, or -1 */
    int32_t address;    /* Dst row in iteration 0, of loads and stores; of a scheduled store that of its load */
    uint8_t addrmod;    /* of those that are issued */
    bool old;           /* it means to read a value before the one under way replaces it */
    struct sfp_origin origin; /* of its text */
    struct sfp_schedule_action *actions; /* one a turn, owned; NULL of claims */
};

/* A word that is a cell. Words of loops that are none are SFPNOPs and REPLAYs. */
struct sfp_schedule_word {
    size_t index;
    uint32_t cell;
    uint32_t turn;
};

struct sfp_schedule {
    char *name;                      /* owned, like what follows */
    unsigned period, rows, turns;    /* rows: one more than the last; a turn is an iteration modulo `turns` */
    int32_t step;                    /* Dst rows from one iteration to the next */
    bool counts_cycles;              /* delays count cycles, else instructions */
    bool unproven;                   /* a loop of it is right only if the thread is never late, as its author has said */
    char **tags;
    size_t tag_count;
    struct sfp_schedule_cell *cells; /* by row, then by column */
    size_t cell_count;
    struct sfp_schedule_word *words; /* in order */
    size_t word_count, word_capacity;
};

/* The schedule of the word, and which of its words that is; NULL: the word is no cell of any. */
const struct sfp_schedule *sfp_schedule_of_word(const struct sfp_program *program, size_t index,
                                                const struct sfp_schedule_word **word);

/* The cell that a word executes, or, if `unit` is not SFP_UNIT_NONE, that its load has scheduled there; NULL: none. */
const struct sfp_schedule_cell *sfp_schedule_executes(const struct sfp_schedule *schedule,
                                                      const struct sfp_schedule_word *word, enum sfp_unit unit);

void sfp_schedule_free(struct sfp_schedule *schedule);

#endif
