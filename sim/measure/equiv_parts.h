/* Inside sfpsim equiv: what is compared, the workers that do it, where kernels part, and how it is told. */
#ifndef SFP_EQUIV_PARTS_H
#define SFP_EQUIV_PARTS_H

#include "action/lane_trace.h"
#include "equiv.h"
#include "numerics/inputs.h"

/* ---- What is compared: both kernels on their machines, the inputs, and the cells of these and of results ---- */

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

/* ---- Workers: inputs through both kernels, and where results differ ---- */

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

/* ---- Where kernels part ---- */

enum equiv_parting {
    EQUIV_SAME_SHAPE, /* the same instructions one by one: the first pair with different results */
    EQUIV_LACKING,    /* the first result that the other has nowhere */
    EQUIV_STORES,     /* the other has it, earlier or later: what stored to the cell last */
};

struct equiv_divergence {
    bool there[EQUIV_KERNELS]; /* else nothing in this kernel stores to the cell */
    enum equiv_parting parting[EQUIV_KERNELS];
    struct lane_step step[EQUIV_KERNELS];
    struct lane_trace *trace; /* of both, in the cell's lane */
};

/* Runs the block of a difference again on the plan's machines, for equiv_divergence_end in any case. Returns an exit
 * status. */
int equiv_diverge(const struct equiv_plan *plan, const struct equiv_difference *difference,
                  struct equiv_divergence *divergence);

/* All zero: nothing. */
void equiv_divergence_end(struct equiv_divergence *divergence);

/* ---- How it is told ---- */

struct equiv_report {
    const struct equiv_plan *plan;
    const struct equiv_tally *tally;
    uint64_t done;                        /* inputs that were come to: all of the plan's unless interrupted */
    struct equiv_divergence first, worst; /* where there are differences */
    const char *in_full[EQUIV_KERNELS];   /* why passes were run in full, or NULL */
};

/* Each returns false without memory. The page's document has the traces besides. */
bool equiv_report_text(FILE *out, const struct equiv_report *report);
bool equiv_report_json(FILE *out, const struct equiv_report *report);
bool equiv_report_document(FILE *out, const void *report);

/* Is the worst difference the first one too? */
bool equiv_report_one(const struct equiv_report *report);

#endif
