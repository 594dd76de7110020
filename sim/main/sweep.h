/* sfpsim sweep: a kernel on every value of a format, every pair, or a sample. */
#ifndef SFP_SWEEP_H
#define SFP_SWEEP_H

#include "machine.h"
#include "numerics/functions.h"
#include "report_options.h"

enum { SWEEP_MOST_SHARDS = 1 << 16 };

struct sweep_options {
    struct sfp_machine_options machine;
    const char *kernel;
    const struct function *function; /* NULL: `golden` has what is expected */
    const char *golden;
    unsigned operands;  /* of `golden` */
    int in, dst, out;   /* formats: of the values, of Dst before the run, and after it */
    int second, result; /* where operands and results lie: rows below the first operand */
    double low, high;   /* values in between */
    uint64_t sample, seed;
    unsigned shard, shards; /* from 1; 0: all of it */
    const char *part;       /* the shard's file */
    const char *checkpoint; /* a file, or NULL */
    struct report_outputs outputs;
};

/* `sfpsim sweep ...`; returns the exit status. */
int sweep_main(int argc, char **argv);

/* Does it all. */
int sweep_run(const struct sweep_options *options);

/* `sfpsim merge ...`: parts of a sweep. */
int merge_main(int argc, char **argv);

#endif
