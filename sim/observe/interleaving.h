/*
 * Search for interleavings of several threads that change Dst (sfpsim-perturb(1), Threads): first a thread that starts
 * later than another, then arbiters, then random choices of the arbiter with late words. Each trial is a run of
 * sfp_run_timed() from the same state.
 */
#ifndef SFP_INTERLEAVING_H
#define SFP_INTERLEAVING_H

#include "perturbation.h"

enum { SFP_MOST_LATE_WORDS = 2 };

/* What decides the order of the threads in a run. The first is the run that others are compared with. */
struct sfp_interleaving {
    enum sfp_arbiter arbiter;
    uint64_t seed;               /* of SFP_ARBITER_RANDOM */
    uint32_t start[SFP_THREADS]; /* cycles by which each thread starts late */
    unsigned late;               /* number of words that come late */
    size_t index[SFP_MOST_LATE_WORDS];
    uint32_t cycles[SFP_MOST_LATE_WORDS]; /* further cycles of each late word's gap */
};

struct sfp_interleaving_options {
    const struct sfp_machine *start; /* state that every run starts from; not changed */
    const struct sfp_kernel *kernel;
    const struct sfp_threads *threads; /* threads, and the interleaving that the others are compared with */
    const uint32_t *gaps; /* cycles by which words are pushed late in every run, or NULL */
    enum sfp_perturb_data data; /* kind of data in Dst, named in reports */
    bool ignore_waits;
    unsigned most;        /* most cycles by which a thread starts late, at least 1 */
    size_t random;        /* number of random runs */
    size_t races;         /* number of kinds of state with a race, which a run of its own has found */
    unsigned workers;
    const struct sfp_progress *progress; /* asked between runs whether the search must end; or NULL */
    sfp_each *each;       /* runs the jobs in parallel; NULL: one after another */
    void *each_context;
};

/* An interleaving with another end. */
struct sfp_interleaved_change {
    struct sfp_interleaving interleaving;
    enum sfp_run_status status;       /* how the run ended: DONE, DEADLOCK or REFUSED */
    struct sfp_difference difference; /* the first cell of Dst that differs, if the status is the base's */
    uint64_t image;                   /* checksum of Dst, if the run is DONE: equal ones have equal Dst, except by a chance
                                       * of one in 2^64 */
};

struct sfp_interleaved {
    size_t skews, arbiters, random; /* numbers of runs of each kind */
    size_t images;                  /* number of different contents of Dst, with the base's */
    size_t deadlocks;               /* runs that ended in a deadlock, where the base did not */
    struct sfp_interleaved_change *list; /* in the order of the runs; owned */
    size_t count;
};

/* Runs the search. The result does not depend on `each`. Fills *result, which the caller frees, and returns the status
 * of the base run. ENDED: the progress ended the search. */
enum sfp_run_status sfp_interleave(const struct sfp_interleaving_options *options, struct sfp_interleaved *result);
void sfp_interleaved_free(struct sfp_interleaved *result);

/* Writes the result as text: of the changes to one end the first, with at most `most` ends unless `most` is 0. Returns false if memory runs out. */
bool sfp_interleaved_print(const struct sfp_interleaved *result, const struct sfp_interleaving_options *options,
                           size_t most, FILE *stream);

/* Writes the result as JSON (sfpsim-perturb(1), Document). If memory runs out, writes nothing and returns false. */
bool sfp_interleaved_print_json(const struct sfp_interleaved *result, const struct sfp_interleaving_options *options,
                                FILE *stream);

#endif
