/*
 * A sweep as far as it has come: what it is of, and its tally. As a file it is a shard, or a checkpoint; parts of one
 * sweep that follow each other are joined, and any part can be reported.
 */
#ifndef SFP_SWEEP_PART_H
#define SFP_SWEEP_PART_H

#include <jansson.h>

#include "sweep_work.h"
#include "util/json_writer.h"

struct sweep_part {
    json_t *about;        /* the same in all parts of a sweep, and in no other's */
    uint64_t first, end;  /* of the sweep: numbers of inputs */
    uint64_t from, to;    /* of the part, which has come to `to` ... */
    uint64_t until;       /* ... of these */
    unsigned shard, shards; /* which of how many it is; 1 of 1: all of the sweep */
    struct tally *tally;
};

/* Begins the part [from, until) of a sweep by `m`, whose findings are those of its probe. Returns an exit status. */
int part_begin(struct sweep_part *part, const struct sweep_plan *plan, sfpu_machine *m,
               const struct vector_cycles *cycles);
void part_end(struct sweep_part *part);

/* Writes a file, whole or not at all. Returns an exit status. */
int part_write(const struct sweep_part *part, const char *path);

/* Reads one, an ordinary file, to be given to part_end. Returns an exit status. */
int part_read(struct sweep_part *part, const char *path);

/* Are they of one sweep? */
bool part_is_of(const struct sweep_part *part, const struct sweep_part *other);

/* A text of what the part is of, such as "arch"; and the cycles of a vector. */
const char *part_text(const struct sweep_part *part, const char *name);
struct vector_cycles part_cycles(const struct sweep_part *part);

/* Writes the machine's findings, as the part of a sweep has them. */
void part_findings(struct sfp_json *j, const char *name, sfpu_machine *m);

/* Prints what the part amounts to. Returns an exit status. */
int part_report(const struct sweep_part *part, const struct report_outputs *outputs);

#endif
