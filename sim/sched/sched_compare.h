/* Compares two kernels on equal contents of Dst: do they leave equal bits in every cell? */
#ifndef SFP_SCHED_COMPARE_H
#define SFP_SCHED_COMPARE_H

#include "loop_body.h"
#include "sat.h"

/* Prepares a new machine for a kernel to begin. False with a message in *error that the caller frees. */
typedef bool compare_begin(void *context, sfpu_machine *m, char **error);

struct comparison_wants {
    enum sfp_arch arch;
    compare_begin *begin;
    void *begin_context;
    sat_stop *stop;       /* function that tells whether to stop, or NULL */
    void *context;        /* argument of `stop` */
    unsigned operands;    /* number of cells that an iteration loads */
    bool carries;         /* iterations hand values on: a result depends on many inputs, which no comparison exhausts */
    bool all;             /* the comparison tries all 2^32 values of a 32-bit operand, instead of a million */
    bool goes_on;         /* the comparison goes on after a difference, to count every difference */
    unsigned workers;
};

struct compared {
    bool equal;
    bool stopped;         /* the comparison was ended early by `stop` */
    bool exhaustive;      /* `inputs` covers every value of the only operand, which has `bits` bits */
    unsigned bits;
    uint64_t inputs;      /* number of inputs tried; in each iteration, each lane has its own */
    uint64_t different;   /* number of different 16-bit cells of Dst, summed over passes, if `goes_on`; valid unless
                           * `equal` */
    size_t cell;          /* a cell that differs, and the two kernels' values */
    uint32_t left[2];
};

/* Compares the words of two kernels; the first kernel tells which cells are loaded. Returns false with a message in
 * *error, which the caller frees, if a kernel does not run; *error is NULL if memory ran out. */
bool compare_kernels(const struct comparison_wants *wants, const uint32_t *const words[2], const size_t counts[2],
                     struct compared *compared, char **error);

#endif
