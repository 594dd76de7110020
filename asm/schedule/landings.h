/* When cells' results land in LRegs, in the steady state: each write comes again after all turns of the rotation. */
#ifndef SFP_SCHEDULE_LANDINGS_H
#define SFP_SCHEDULE_LANDINGS_H

#include "access.h"

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
