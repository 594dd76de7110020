/* Where two kernels part: the first instruction of each whose result, in the lane of a difference, the other lacks. */
#ifndef SFP_EQUIV_TRACE_H
#define SFP_EQUIV_TRACE_H

#include "equiv_work.h"

enum equiv_result {
    EQUIV_LREG,  /* an LReg got a value */
    EQUIV_CELL,  /* a cell of Dst did */
    EQUIV_FLAGS, /* LaneFlags, bit 0, and UseLaneFlagsForLaneEnable, bit 1, of the lane */
};

/* What an instruction did to a lane. */
struct equiv_step {
    uint64_t id, cycle;
    size_t index;       /* of its word, or of the SFPLOADMACRO that scheduled it */
    uint32_t word;
    bool scheduled;
    enum equiv_result result;
    uint32_t at;        /* the LReg, or the cell */
    uint32_t before, after;
};

enum equiv_parting {
    EQUIV_SAME_SHAPE, /* the same instructions one by one: the first pair with different results */
    EQUIV_LACKING,    /* the first result that the other has nowhere */
    EQUIV_STORES,     /* the other has it, earlier or later: what stored to the cell last */
};

struct equiv_divergence {
    bool there[EQUIV_KERNELS]; /* else nothing in this kernel stores to the cell */
    enum equiv_parting parting[EQUIV_KERNELS];
    struct equiv_step step[EQUIV_KERNELS];
};

/* Runs the block of a difference again on the plan's machines. Returns an exit status. */
int equiv_diverge(const struct equiv_plan *plan, const struct equiv_difference *difference,
                  struct equiv_divergence *divergence);

#endif
