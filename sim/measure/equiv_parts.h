/* Internals of sfpsim equiv: the plan of the comparison, the workers, the place where two kernels diverge, and the
 * reports. */
#ifndef SFP_EQUIV_PARTS_H
#define SFP_EQUIV_PARTS_H

#include "action/lane_trace.h"
#include "equiv.h"
#include "numerics/inputs.h"

/* ---- The plan: both kernels on their machines, the inputs, and the cells of inputs and results ---- */

#define EQUIV_NO_SLOT UINT32_MAX

/* Slots are the places for inputs in Dst. A block is a pass through both kernels, with one input per slot. */
struct equiv_plan {
    const struct equiv_options *o;
    sfpu_machine *m[EQUIV_KERNELS];
    struct probe probe[EQUIV_KERNELS];
    const struct number_format *in, *out;
    struct inputs inputs;
    bool ranged;          /* --range limits the first operands to `range` */
    struct inputs_range range;
    uint64_t first, end;  /* numbers of the first input, and of the input after the last */
    size_t slots;
    uint32_t in_cell[2 * PROBE_CELLS]; /* cells of the first operands, slot by slot, then of the second operands, if
                                        * any */
    size_t compared;
    uint32_t cell[PROBE_CELLS];  /* compared cells */
    uint32_t owner[PROBE_CELLS]; /* slot that each compared cell belongs to, or EQUIV_NO_SLOT */
    size_t alone[EQUIV_KERNELS]; /* number of cells that only this kernel loads */
    size_t unpaired;             /* number of loaded cells that hold no operand */
    size_t without_result;       /* number of slots without a compared cell */
    size_t without_owner;        /* number of compared cells without a slot */
};

/* Makes the plan: loads both kernels, and runs each once to find its cells. Returns 0, or an exit status after a
 * message; the caller calls equiv_plan_end() in either case. */
int equiv_plan_begin(struct equiv_plan *plan, const struct equiv_options *options);
void equiv_plan_end(struct equiv_plan *plan);

/* Returns the kernel's letter, 'A' or 'B'. */
static inline char equiv_letter(unsigned kernel)
{
    return (char)('A' + kernel);
}

/* Prints that --range contains no input. Returns an exit status. */
int equiv_nothing_in_range(const struct equiv_options *o);

/* Return the cells that receive inputs, and the compared cells. */
struct sfpu_cells equiv_in_cells(const struct equiv_plan *plan);
struct sfpu_cells equiv_out_cells(const struct equiv_plan *plan);

/* ---- Workers: run inputs through both kernels, and note differences ---- */

/* The distance of a NaN from a number, which cannot be counted in steps. */
#define EQUIV_NAN_APART UINT64_MAX

/* An input with a different result, and the result's cell. */
struct equiv_difference {
    uint64_t number;    /* number of the input, or of the block's first input if the cell has no slot */
    bool owned;         /* the cell belongs to the input's slot */
    uint32_t x, y;
    uint64_t block;     /* number of the block's first input */
    size_t index;       /* index of the cell in the plan's compared cells */
    uint32_t got[EQUIV_KERNELS];
    uint64_t apart;     /* number of steps of the format between the results, or EQUIV_NAN_APART */
};

struct equiv_tally {
    uint64_t inputs;    /* number of inputs run */
    uint64_t different; /* number of inputs with a different result */
    uint64_t cells;     /* number of cells with different results */
    uint64_t tolerated; /* number of cells with different bits that count as equal */
    struct equiv_difference first, worst; /* first difference by number; worst by distance, then by number */
};

void equiv_tally_add(struct equiv_tally *tally, const struct equiv_tally *behind);

struct equiv_worker;

/* Makes a worker: two machines with the words of the plan's machines. Returns NULL after a message. The caller frees
 * it with equiv_worker_free(). */
struct equiv_worker *equiv_worker_new(const struct equiv_plan *plan);
void equiv_worker_free(struct equiv_worker *w);

/* Returns why a kernel's passes were simulated in full, or NULL if their timing was reused. */
const char *equiv_worker_in_full(const struct equiv_worker *w, unsigned kernel);

/* Runs the inputs from `first`, where a block begins, up to `end`. `tally` starts anew. Returns false if a kernel
 * fails, with a message in *failed, which the caller frees; NULL: memory ran out. */
bool equiv_work(struct equiv_worker *w, uint64_t first, uint64_t end, struct equiv_tally *tally, char **failed);

/* A block's inputs: bits in the input format, and values in Dst's format, the second operands after the first. Slots
 * that are left out repeat another slot's values. */
struct equiv_block {
    uint64_t first;
    size_t count;   /* number of inputs tried */
    uint32_t *x, *y, *values;
    bool *tried;
    bool *none;     /* scratch space for filling the block */
};

bool equiv_block_new(struct equiv_block *block, const struct equiv_plan *plan);
void equiv_block_free(struct equiv_block *block);

/* Fills the block with the inputs from `first` up to `end`, as far as there are slots. */
void equiv_block_fill(struct equiv_block *block, const struct equiv_plan *plan, uint64_t first, uint64_t end);

/* ---- Where kernels diverge ---- */

enum equiv_divergence_kind {
    EQUIV_SAME_SHAPE, /* both kernels run equal instructions: step is the first with different results */
    EQUIV_LACKING,    /* step is the first whose result the other kernel never has */
    EQUIV_STORES,     /* the other kernel has every result, at other steps: step is the last store to the cell */
};

struct equiv_divergence {
    bool there[EQUIV_KERNELS]; /* false: the kernel never stores to the cell */
    enum equiv_divergence_kind kind[EQUIV_KERNELS];
    struct lane_step step[EQUIV_KERNELS];
    struct lane_trace *trace; /* traces of both kernels, in the cell's lane */
};

/* Runs the difference's block again on the plan's machines, and finds where the kernels diverge. Returns 0, or an
 * exit status after a message; the caller calls equiv_divergence_end() in either case. */
int equiv_diverge(const struct equiv_plan *plan, const struct equiv_difference *difference,
                  struct equiv_divergence *divergence);

/* Frees the traces. All zero: does nothing. */
void equiv_divergence_end(struct equiv_divergence *divergence);

/* ---- Reports ---- */

struct equiv_report {
    const struct equiv_plan *plan;
    const struct equiv_tally *tally;
    uint64_t done;                        /* number of inputs processed: fewer than planned if a signal stopped the
                                           * program */
    struct equiv_divergence first, worst; /* divergences of the tally's first and worst difference */
    const char *in_full[EQUIV_KERNELS];   /* why passes were simulated in full, or NULL */
};

/* Print the report as text, as JSON, and as a page's document with both traces. Return false if memory ran out. */
bool equiv_report_text(FILE *out, const struct equiv_report *report);
bool equiv_report_json(FILE *out, const struct equiv_report *report);
bool equiv_report_document(FILE *out, const void *report);

/* Returns whether the first difference is also the worst. */
bool equiv_report_one(const struct equiv_report *report);

#endif
