/* Two kernels on the same contents of Dst: do they leave the same in all of it, bit for bit? */
#ifndef SFP_SCHED_COMPARE_H
#define SFP_SCHED_COMPARE_H

#include "loop_body.h"
#include "sat.h"

/* Brings a new machine to where kernels begin. False with a line in *error that the caller frees. */
typedef bool compare_begin(void *context, sfpu_machine *m, char **error);

struct comparison_wants {
    enum sfp_arch arch;
    compare_begin *begin;
    void *begin_context;
    sat_stop *stop;       /* or NULL */
    void *context;        /* of it */
    unsigned operands;    /* of an iteration: cells that it loads */
    bool all;             /* all 2^32 values of an operand of 32 bits; else a million */
    bool goes_on;         /* behind a difference: how many there are is wanted */
    unsigned workers;
};

struct compared {
    bool equal;
    bool stopped;         /* before all that were wanted */
    bool exhaustive;      /* all there are of the one operand, which has so many bits */
    unsigned bits;
    uint64_t inputs;      /* that were tried: an iteration in a lane has one */
    uint64_t different;   /* if they are not equal: cells of Dst, in 16 bits, of all passes, if all were wanted */
    size_t cell;          /* and one that differs, and what they leave there */
    uint32_t left[2];
};

/* Words of two kernels; the first one tells which cells are loaded. False with a line in *error that the caller frees
 * (NULL: no memory) if one of them does not run. */
bool compare_kernels(const struct comparison_wants *wants, const uint32_t *const words[2], const size_t counts[2],
                     struct compared *compared, char **error);

#endif
