/*
 * The table of a loop: its cells in absolute rows, as sfpu-schedules(7) has it, with registers that rotate and addresses
 * of the iteration's own vector.
 */
#ifndef SFP_SCHEDULE_TABLE_H
#define SFP_SCHEDULE_TABLE_H

#include "schedule_loop.h"

enum {
    TABLE_TURNS_MOST = 32, /* after which all rotations are where they began */
    TABLE_ADDRMODS = 8,
    NOT_ROTATING = -1,
    NO_TAG = -1,
    NOT_OLD = -1,
};

struct table_cell {
    unsigned row;
    uint8_t unit;         /* its column: enum sfp_unit */
    int tag;              /* of the load that schedules it, or that it is; or NO_TAG */
    struct phrase phrase; /* registers of the first iteration */
    int rotation[PHRASE_REGISTERS]; /* a place in `rotations`, or NOT_ROTATING */
    int old;              /* LReg of which it reads what a result that is under way will replace, or NOT_OLD */
    uint16_t address;     /* of an issued load or store: of the first iteration's vector */
    uint8_t addr_mode;
};

struct table_rotation {
    uint8_t registers[TABLE_TURNS_MOST];
    unsigned count;
};

struct table {
    unsigned period;
    bool once;       /* one iteration: the period is all of it */
    bool gapless;    /* a word issued in every cycle from the first to the last */
    int step;        /* Dst rows from one vector to the next */
    uint32_t units;  /* bit u: something is scheduled on enum sfp_unit u */
    uint32_t units_counting; /* of these, those whose delays count instructions */
    uint8_t addr_modes;
    int16_t addr_step[TABLE_ADDRMODS];
    uint32_t carried; /* LRegs that an iteration reads as another one left them */
    struct table_cell *cells; /* by row, issued ones first; owned */
    size_t cell_count, cell_capacity;
    struct table_rotation *rotations; /* owned */
    size_t rotation_count, rotation_capacity;
    int tags;
};

enum table_result {
    TABLE_MADE,
    TABLE_NO_MEMORY,
    TABLE_NONE, /* loads advance by different amounts, or unevenly; registers rotate in too long a round; or a word that no
                 * row has is of use. Not of what is written once. */
};

/* The table of `loop`, whose words are those of `span`. It is freed by table_free whatever the result. */
enum table_result table_make(const struct span *span, const struct loop *loop, struct table *table);
void table_free(struct table *table);

/* Writes the lines between .schedule NAME and .endschedule. */
void table_print(const struct table *table, const struct stream *s, FILE *stream);

#endif
