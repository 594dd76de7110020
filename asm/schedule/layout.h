/*
 * The program of some iterations of a schedule: their tables on top of each other, each a period later than the one
 * before, with SFPNOP where nothing is issued; or TTNOP, where delays count instructions, and what another iteration
 * issues in such a cycle is none of these. Dst addresses are those of each iteration's vector, less what has
 * stepped the Dst counter by then.
 */
#ifndef SFP_LAYOUT_H
#define SFP_LAYOUT_H

#include "schedule.h"

/* What is issued in the cycles of a period. */
struct layout {
    const struct schedule *schedule;
    const struct sfp_index *index;
    const struct cell **issued; /* by cycle of the period; NULL: nothing; owned */
    uint32_t fill, fill_still;  /* an SFPNOP; a TTNOP */
    unsigned issued_rows;       /* one more than the row of the last cell that is issued */
    unsigned scheduled_rows;    /* the same of those that are scheduled */
};

/* False if memory ran out. */
bool layout_make(struct layout *layout, const struct schedule *schedule, const struct sfp_index *index);
void layout_free(struct layout *layout);

/* Cycles from the first word of `iterations` (1 or more) to the last that is issued; and on to the last in which
 * something that is scheduled starts. */
uint64_t layout_issued(const struct layout *layout, uint64_t iterations);
uint64_t layout_cycles(const struct layout *layout, uint64_t iterations);

/* What fills a cycle, counted from the first word on. */
uint32_t layout_filler(const struct layout *layout, uint64_t cycle);

/* A word of a program, and what it is: NULL is one that fills. */
struct layout_word {
    uint32_t word;
    const struct cell *cell;
    unsigned turn;
    bool odd; /* the address of an SFPLOADMACRO, where it cannot be */
};

/* A walk over the words of `iterations`. */
struct layout_walk {
    const struct layout *layout;
    uint64_t iterations, cycle;
    uint32_t counter; /* what has been added to the Dst counter, modulo its size */
};

struct layout_walk layout_begin(const struct layout *layout, uint64_t iterations);
struct layout_word layout_next(struct layout_walk *walk);

#endif
