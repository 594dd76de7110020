/* What the workers of a sweep do: inputs through the kernel, and what comes of them into tallies. */
#ifndef SFP_SWEEP_WORK_H
#define SFP_SWEEP_WORK_H

#include "base/probe.h"
#include "numerics/inputs.h"
#include "numerics/tally.h"
#include "sweep.h"

/* What does not change while a sweep is under way. */
struct sweep_plan {
    const struct sweep_options *o;
    const struct number_format *in, *out;
    struct inputs inputs;
    uint64_t first, end; /* the inputs' numbers that are looked at at all: none beyond them is in --range */
    struct layout layout;
    uint64_t special[INPUTS_MOST_SPECIALS]; /* numbers of inputs that are shown by themselves, in order; not of samples */
    size_t specials;
    const void *golden; /* results by input's bits, in the format of the results; NULL: the function has them */
};

struct sweep_worker;

/* A worker with a machine that has the words of `like`. NULL after a complaint. */
struct sweep_worker *sweep_worker_new(const struct sweep_plan *plan, const sfpu_machine *like);
void sweep_worker_free(struct sweep_worker *w);

/* Why each of its passes is run in full, or NULL. */
const char *sweep_worker_in_full(const struct sweep_worker *w);

/* Brings the inputs of these numbers into `tally`, which is begun anew; only some where the program is told to stop. False
 * with a message in *failed, which the caller frees; NULL in it if memory ran out. */
bool sweep_work(struct sweep_worker *w, uint64_t first, uint64_t end, struct tally *tally, char **failed);

#endif
