/*
 * Search for gaps that matter: how a run's end changes if one or two words come late to the wait gate, with the queues
 * before them empty. Each trial is a run of sfp_run_timed() from the same state.
 */
#ifndef SFP_PERTURBATION_H
#define SFP_PERTURBATION_H

#include <stdio.h>

#include "time/kernel.h"
#include "model/finding.h"
#include "model/model.h"
#include "model/thread_state.h"
#include "time/pipeline.h"

/* ---- Where two states differ ---- */

/* The first value that differs between two states: a Dst cell if any differs, else a lane of an LReg, else anything
 * else. */
struct sfp_difference {
    bool any;
    bool ends;         /* one run ended and the other did not; nothing else is compared */
    const char *name;  /* name of the differing part, such as "dst", "L" or "flags": used in JSON and, except "dst",
                        * in the text */
    int index;         /* index of the register or word, or -1 if the name has a single register or word */
    int lane;          /* number of the lane, or -1 if the value belongs to no lane */
    int row, column;   /* row and column of a 16-bit cell of Dst, or -1 */
    int digits;        /* number of hexadecimal digits of a value */
    uint32_t was, is;
};

/*
 * Compares everything that instructions leave, except the random number generators, whose effect shows where the
 * numbers are used, and entries above the top of the flag stack.
 */
struct sfp_difference sfp_state_difference(const struct sfp_state *was, const struct sfp_state *is);

/* ---- Data ---- */

bool sfp_dst_is_zero(const struct sfp_state *s);

/* Fills Dst with numbers drawn from a fixed seed: zeros, and bf16 numbers of either sign from 2^-16 to 2^16. */
void sfp_draw_dst(struct sfp_state *s);

/* Contents of Dst when the runs begin. */
enum sfp_perturb_data { SFP_DATA_GIVEN, SFP_DATA_DRAWN, SFP_DATA_ZEROS };

/* ---- Runs with gaps ---- */

enum { SFP_MOST_GAP = 64 }; /* longest gap in cycles: a word's gaps form a set of 64 bits */

/* Runs job `i`. A worker runs one job at a time. */
typedef void sfp_job(void *jobs, size_t i, unsigned worker);

/* Runs job(jobs, i, w) for each i below `count`, in any order, in threads or not, with w below the number of
 * workers. */
typedef void sfp_each(void *context, size_t count, sfp_job *job, void *jobs);

struct sfp_perturb_options {
    const struct sfp_machine *start; /* state that every run starts from; not changed */
    const struct sfp_kernel *kernel;
    const uint32_t *gaps; /* cycles by which words are pushed late in every run (frontend.h), or NULL */
    enum sfp_perturb_data data; /* kind of data in Dst, named in reports */
    unsigned long passes; /* passes of a run; a gap comes in each pass */
    bool ignore_waits;
    unsigned most;        /* longest gap in cycles, 1 to SFP_MOST_GAP */
    size_t pairs;         /* maximum number of runs with two gaps */
    unsigned workers;     /* number of workers, at least 1 */
    const struct sfp_progress *progress; /* progress, asked between runs whether the search must end; or NULL */
    sfp_each *each;       /* runs the jobs in parallel; NULL: jobs run one after another, by worker 0 */
    void *each_context;
};

/* A finding that happens more or less often than without the gaps. */
struct sfp_perturb_cause {
    bool any;
    enum sfp_finding finding;
    size_t index;   /* index of the program word */
    bool scheduled; /* the finding is about an item of the SFPLOADMACRO at `index` */
    uint64_t was, is; /* number of occurrences without and with the gaps */
};

/* Gaps that change the run's end. */
struct sfp_perturbation {
    unsigned count;     /* number of late words: 1 or 2 */
    bool early;         /* the single word is early instead, within its own gap */
    size_t index[2];    /* indices of the words, in program order */
    unsigned cycles[2]; /* gap of each word; `gaps` may list further gaps */
    uint64_t gaps;      /* gaps of a single word: bit i is a gap of i + 1 cycles; difference and cause are for the
                         * shortest */
    struct sfp_difference difference;
    struct sfp_perturb_cause cause; /* the gravest finding; new before more frequent before less frequent */
};

struct sfp_perturbed {
    size_t singles, pairs; /* number of runs with one gap, and with two */
    size_t earlier;        /* number of runs with a word early */
    size_t hidden_singles, hidden_pairs; /* number of runs in which everything issued at the same time as without
                                          * gaps */
    struct sfp_perturbation *list; /* single words in program order, then pairs in program order */
    size_t count;
};

/*
 * Tries each gap of 1 to `most` cycles before each word. If words have gaps, also tries each word up to `most` cycles
 * earlier within its gap. Then tries pairs of gaps that change nothing alone: fewest cycles first, then nearest words,
 * up to 64 words apart.
 *
 * The result does not depend on `each`. Fills *result, which the caller frees, and returns the status of the run
 * without gaps. Unless the status is DONE, *result is empty. ENDED: the progress ended the search.
 */
enum sfp_run_status sfp_perturb(const struct sfp_perturb_options *options, struct sfp_perturbed *result);
void sfp_perturbed_free(struct sfp_perturbed *result);

/* Writes the result as text: changes by place in the source, at most `most` places unless `most` is 0. Returns false
 * if memory runs out. */
bool sfp_perturbed_print(const struct sfp_perturbed *result, const struct sfp_perturb_options *options, size_t most,
                         FILE *stream);

/* Writes the result as JSON (sfpsim-perturb(1), Document), each word by itself. If memory runs out, writes nothing
 * and returns false. */
bool sfp_perturbed_print_json(const struct sfp_perturbed *result, const struct sfp_perturb_options *options,
                              FILE *stream);

#endif
