/* Parts of a sweep, and the workers that compute them. */
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

/* The unchanging data of a sweep, shared by its workers. */
struct sweep_plan {
    const struct sweep_options *o;
    const struct number_format *in, *out;
    struct inputs inputs;
    uint64_t first, end; /* numbers of the first input, and of the input after the last, that --range can contain */
    struct layout layout;
    uint64_t special[INPUTS_MOST_SPECIALS]; /* numbers of special inputs, which reports list singly, in order; empty
                                             * for samples */
    size_t specials;
    const void *golden; /* expected results by the input's bits, in the results' format; NULL: the function computes
                         * them */
    size_t golden_bytes;
};

struct sweep_worker;

/* Makes a worker whose machine has the words of `like`. Returns NULL after a message. */
struct sweep_worker *sweep_worker_new(const struct sweep_plan *plan, const sfpu_machine *like);
void sweep_worker_free(struct sweep_worker *w);

/* Returns why the worker's passes were simulated in full, or NULL if their timing was reused. */
const char *sweep_worker_in_full(const struct sweep_worker *w);

/* Runs the inputs from `first` up to `end`, and counts the results in `tally` and, unless NULL, in `curve`, which
 * both start anew. Stops early after a signal. Returns false with a message in *failed, which the caller frees;
 * NULL: memory ran out. */
bool sweep_work(struct sweep_worker *w, uint64_t first, uint64_t end, struct tally *tally, struct curve *curve,
                char **failed);

/* ---- Traces ---- */

/*
 * Runs the inputs with the largest real ULP in the tally, and the first defect, one by one. Returns a list of their
 * lanes' writes (sfpsim-json(5)), or NULL after a message.
 */
json_t *sweep_traces(const struct sweep_plan *plan, sfpu_machine *m, const struct tally *tally);

/* ---- Parts ---- */

struct sweep_part {
    json_t *about;        /* description of the sweep: equal in all its parts, and different from other sweeps' */
    uint64_t first, end;  /* numbers of the sweep's first input, and of the input after the last */
    uint64_t from, to;    /* numbers of the first input done in this part, and of the input after the last */
    uint64_t until;       /* number of the input at which the complete part ends */
    unsigned shard, shards; /* number of this shard, and number of shards; 1 of 1: the whole sweep */
    struct tally *tally;
    /* Only for pages, or NULL; not written to files. */
    json_t *traces;       /* traces from sweep_traces() */
    struct curve *curve;
};

/* Begins a part of a sweep by `m`. The machine's findings come from the probe's run. The caller sets `from` and
 * `until`. Returns 0, or an exit status after a message. */
int part_begin(struct sweep_part *part, const struct sweep_plan *plan, sfpu_machine *m,
               const struct vector_cycles *cycles);
void part_end(struct sweep_part *part);

/* Writes the part to a file, whole or not at all. Returns 0, or an exit status after a message. */
int part_write(const struct sweep_part *part, const char *path, const char *option);

/* Reads a part from an ordinary file. The caller passes it to part_end(). Returns 0, or an exit status after a
 * message. */
int part_read(struct sweep_part *part, const char *path);

/* Returns whether two parts belong to one sweep. */
bool part_is_of(const struct sweep_part *part, const struct sweep_part *other);

/* Return a text of the sweep's description, such as "arch", or NULL; and the cycles of a vector. */
const char *part_text(const struct sweep_part *part, const char *name);
struct vector_cycles part_cycles(const struct sweep_part *part);

/* Writes the machine's findings in the form of parts. */
void part_findings(struct sfp_json *j, const char *name, sfpu_machine *m);

/* Prints the report of the part, and checks its results against the mark; `verdict` receives a failure. Returns the
 * exit status. */
int part_report(const struct sweep_part *part, const struct report_outputs *outputs, struct verdict *verdict);

#endif
