/* Parts of sweeps, and the workers that do them. */
#ifndef SFP_SWEEP_PART_H
#define SFP_SWEEP_PART_H

#include <jansson.h>

#include "action/probe.h"
#include "numerics/curve.h"
#include "numerics/inputs.h"
#include "numerics/tally.h"
#include "sweep.h"
#include "base/json_writer.h"

/* ---- Workers ---- */

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
    size_t golden_bytes;
};

struct sweep_worker;

/* A worker with a machine that has the words of `like`. NULL after a complaint. */
struct sweep_worker *sweep_worker_new(const struct sweep_plan *plan, const sfpu_machine *like);
void sweep_worker_free(struct sweep_worker *w);

/* Why each of its passes is run in full, or NULL. */
const char *sweep_worker_in_full(const struct sweep_worker *w);

/* Brings the inputs of these numbers into `tally` and, unless it is NULL, `curve`, which are begun anew; only some where
 * the program is told to stop. False with a message in *failed, which the caller frees; NULL in it if memory ran out. */
bool sweep_work(struct sweep_worker *w, uint64_t first, uint64_t end, struct tally *tally, struct curve *curve,
                char **failed);

/* ---- Traces ---- */

/*
 * The inputs whose real ULP are the largest, as the tally has them, and the first defect: each once more by itself, on
 * the machine, and a list of what its lane wrote (sfpsim-json(5)). NULL after a complaint.
 */
json_t *sweep_traces(const struct sweep_plan *plan, sfpu_machine *m, const struct tally *tally);

/* ---- Parts ---- */

struct sweep_part {
    json_t *about;        /* the same in all parts of a sweep, and in no other's */
    uint64_t first, end;  /* of the sweep: numbers of inputs */
    uint64_t from, to;    /* of the part, which has come to `to` ... */
    uint64_t until;       /* ... of these */
    unsigned shard, shards; /* which of how many it is; 1 of 1: all of the sweep */
    struct tally *tally;
    /* For a page, or NULL; no file has them. */
    json_t *traces;       /* sweep_traces()'s */
    struct curve *curve;
};

/* Begins the part [from, until) of a sweep by `m`, whose findings are those of its probe. Returns an exit status. */
int part_begin(struct sweep_part *part, const struct sweep_plan *plan, sfpu_machine *m,
               const struct vector_cycles *cycles);
void part_end(struct sweep_part *part);

/* Writes a file, whole or not at all. Returns an exit status. */
int part_write(const struct sweep_part *part, const char *path, const char *option);

/* Reads one, an ordinary file, to be given to part_end. Returns an exit status. */
int part_read(struct sweep_part *part, const char *path);

/* Are they of one sweep? */
bool part_is_of(const struct sweep_part *part, const struct sweep_part *other);

/* A text of what the part is of, such as "arch"; and the cycles of a vector. */
const char *part_text(const struct sweep_part *part, const char *name);
struct vector_cycles part_cycles(const struct sweep_part *part);

/* Writes the machine's findings, as the part of a sweep has them. */
void part_findings(struct sfp_json *j, const char *name, sfpu_machine *m);

/* Prints what the part amounts to, and holds it to a mark, which `verdict` is told of. Returns an exit status. */
int part_report(const struct sweep_part *part, const struct report_outputs *outputs, struct verdict *verdict);

#endif
