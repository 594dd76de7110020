/* What a kernel does to a lane in a pass: each of its instructions that writes something there. */
#ifndef SFP_EQUIV_LANE_H
#define SFP_EQUIV_LANE_H

#include "equiv_plan.h"

enum equiv_result {
    EQUIV_LREG,  /* an LReg got a value */
    EQUIV_CELL,  /* a cell of Dst did */
    EQUIV_FLAGS, /* LaneFlags, bit 0, and UseLaneFlagsForLaneEnable, bit 1, of the lane */
};

enum { EQUIV_ITEM = 64 };

struct equiv_step {
    uint64_t id, cycle; /* in which it landed */
    size_t index;       /* of its word, or of the SFPLOADMACRO that scheduled it */
    uint32_t word;
    bool scheduled;
    char item[EQUIV_ITEM]; /* then: the instruction with its registers, as far as there is room */
    bool moved;         /* for who compares runs: another input would have given another value */
    enum equiv_result result;
    uint32_t at;        /* the LReg, or the cell */
    uint32_t before, after;
};

/* One run after another. Begins as 0 but for the first four members; the steps are to be freed. */
struct equiv_lane {
    const struct equiv_plan *plan;
    sfpu_machine *m;
    unsigned kernel, lane;
    struct equiv_step *steps; /* in order of issue, with what is scheduled */
    size_t count, room;
    bool failed;              /* memory ran out */
    uint32_t lreg[SFPU_LREGS], flags;                  /* of the lane, as they are */
    unsigned char dst[PROBE_CELLS * sizeof(uint16_t)]; /* in the results' format */
};

/* Runs a pass on these values of the plan's cells. Returns an exit status. */
int equiv_lane_run(struct equiv_lane *lane, const uint32_t *values);

/* What a cell of the results' format has. */
uint32_t equiv_lane_cell(const struct equiv_lane *lane, uint32_t cell);

#endif
