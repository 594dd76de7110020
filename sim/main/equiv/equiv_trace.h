/* Where two kernels part: the first instruction of each whose result, in the lane of a difference, the other lacks. */
#ifndef SFP_EQUIV_TRACE_H
#define SFP_EQUIV_TRACE_H

#include "equiv_lane.h"
#include "equiv_work.h"

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
