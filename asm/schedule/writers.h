/* Who writes the registers that cells read, in the steady state of a schedule. */
#ifndef SFP_SCHEDULE_WRITERS_H
#define SFP_SCHEDULE_WRITERS_H

#include "access.h"

/* A cell in one turn. */
struct writer {
    const struct cell *cell; /* NULL: nothing of the table writes it */
    int64_t start;           /* the cycle in which it runs, from row 0 of turn 0 */
    unsigned latency;
};

/* The last writer of each register, by cycle of the rotation. */
struct writers {
    const struct schedule *schedule;
    enum sfp_arch arch;
    int64_t length;        /* cycles of a rotation */
    struct writer *before; /* [cycle * SFP_LREGS + register]: whose result can be read then; owned */
};

/* False if memory ran out. */
bool writers_make(struct writers *writers, const struct schedule *schedule, enum sfp_arch arch);
void writers_free(struct writers *writers);

/* Whose result a cell that starts in row `row` of an iteration of turn `turn` finds in a register; *back: how many
 * iterations before its own, or negative. NULL: the table does not write it. */
const struct cell *writers_find(const struct writers *writers, unsigned lreg, unsigned row, unsigned turn,
                                int64_t *back);

#endif
