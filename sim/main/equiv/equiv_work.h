/* What the workers of sfpsim equiv do: inputs through both kernels, and where results differ. */
#ifndef SFP_EQUIV_WORK_H
#define SFP_EQUIV_WORK_H

#include "equiv_plan.h"

/* Apart by so much: not to be counted in steps, since one result is NaN and the other is not. */
#define EQUIV_NAN_APART UINT64_MAX

/* An input, and a cell in which results of it differ. */
struct equiv_difference {
    uint64_t number;    /* of the input; of a cell that belongs to none, of the first of the block */
    bool owned;         /* the cell belongs to it */
    uint32_t x, y;
    uint64_t block;     /* number of its first input */
    size_t index;       /* of the plan's compared cells */
    uint32_t got[EQUIV_KERNELS];
    uint64_t apart;     /* steps of the format from one result to the other */
};

struct equiv_tally {
    uint64_t inputs;    /* that were tried */
    uint64_t different; /* of these */
    uint64_t cells;     /* with different results */
    uint64_t tolerated; /* cells with other bits that count as equal */
    struct equiv_difference first, worst; /* by number; by distance, and of the same the one with the lowest number */
};

void equiv_tally_add(struct equiv_tally *tally, const struct equiv_tally *behind);

struct equiv_worker;

/* Machines with the words of the plan's. NULL after a complaint. */
struct equiv_worker *equiv_worker_new(const struct equiv_plan *plan);
void equiv_worker_free(struct equiv_worker *w);

/* Why passes of a kernel are run in full, or NULL. */
const char *equiv_worker_in_full(const struct equiv_worker *w, unsigned kernel);

/* Runs the inputs of these numbers, which begin a block, and begins `tally` anew. False: a kernel fails, as *failed
 * says, which the caller frees; NULL: memory ran out. */
bool equiv_work(struct equiv_worker *w, uint64_t first, uint64_t end, struct equiv_tally *tally, char **failed);

/* A block's inputs: bits as they are drawn, and as Dst has them, the second operands behind the first. Those that are
 * left out have another one's values. */
struct equiv_block {
    uint64_t first;
    size_t count;   /* of those that are tried */
    uint32_t *x, *y, *values;
    bool *tried;
    bool *none;     /* room for its making */
};

bool equiv_block_new(struct equiv_block *block, const struct equiv_plan *plan);
void equiv_block_free(struct equiv_block *block);

/* The block that begins with this number and ends before the other one. */
void equiv_block_fill(struct equiv_block *block, const struct equiv_plan *plan, uint64_t first, uint64_t end);

#endif
