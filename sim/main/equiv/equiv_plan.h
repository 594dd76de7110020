/* What sfpsim equiv compares: both kernels on their machines, the inputs, and the cells of these and of results. */
#ifndef SFP_EQUIV_PLAN_H
#define SFP_EQUIV_PLAN_H

#include "equiv.h"
#include "numerics/inputs.h"

#define EQUIV_NO_SLOT UINT32_MAX

/* A block is what goes through both kernels in a pass: as many inputs as there are slots. */
struct equiv_plan {
    const struct equiv_options *o;
    sfpu_machine *m[EQUIV_KERNELS];
    struct probe probe[EQUIV_KERNELS];
    const struct number_format *in, *out;
    struct inputs inputs;
    bool ranged;          /* first operands are of this range */
    struct inputs_range range;
    uint64_t first, end;  /* numbers of inputs that are looked at */
    size_t slots;
    uint32_t in_cell[2 * PROBE_CELLS]; /* first operands, then the second, if there are two */
    size_t compared;
    uint32_t cell[PROBE_CELLS];  /* those that are compared ... */
    uint32_t owner[PROBE_CELLS]; /* ... and the slot that each belongs to, or NO_SLOT */
    size_t alone[EQUIV_KERNELS]; /* cells that one of them alone loads */
    size_t unpaired;             /* that both or one load, without being one of two operands */
    size_t without_result;       /* slots that no compared cell belongs to */
    size_t without_owner;        /* compared cells that belong to no slot */
};

/* Returns an exit status; whatever it is, equiv_plan_end is to follow. */
int equiv_plan_begin(struct equiv_plan *plan, const struct equiv_options *options);
void equiv_plan_end(struct equiv_plan *plan);

/* 'A' or 'B'. */
static inline char equiv_letter(unsigned kernel)
{
    return (char)('A' + kernel);
}

/* Complains, and returns an exit status. */
int equiv_nothing_in_range(const struct equiv_options *o);

/* The cells of what goes in, and of what is compared. */
struct sfpu_cells equiv_in_cells(const struct equiv_plan *plan);
struct sfpu_cells equiv_out_cells(const struct equiv_plan *plan);

/* Rows of Dst in a format, and the lane that a cell of it belongs to (sfpu-dst(7), Addresses). */
unsigned equiv_rows(int format);
unsigned equiv_lane(uint32_t cell);

#endif
