/*
 * Gaps that are tried: how the end of a run changes if words come late to the wait
 * gate, one of them or two, with nothing left in the queues before them. What runs is
 * what sfp_run_timed() runs, again and again from one state.
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

/* The first value that differs: a Dst cell, else a register's lane, else anything else of the state. */
struct sfp_difference {
    bool any;
    bool ends;         /* the one run came to its end, the other did not: nothing else is compared */
    const char *name;  /* "dst", "L", "flags", ...: in JSON and, but for "dst", in the text */
    int index;         /* of the register or word, or -1: there is one of the name */
    int lane;          /* or -1: it is none of a lane's */
    int row, column;   /* of Dst's 16-bit cells, or -1 */
    int digits;        /* hexadecimal ones of a value */
    uint32_t was, is;
};

/*
 * Compares all that instructions leave but the random number generators, whose numbers show where they are used, and
 * entries above the top of the flag stack.
 */
struct sfp_difference sfp_state_difference(const struct sfp_state *was, const struct sfp_state *is);

/* ---- Data ---- */

bool sfp_dst_is_zero(const struct sfp_state *s);

/* Fills Dst with numbers drawn from a fixed seed: zeros, and bf16 numbers of either sign around 1. */
void sfp_draw_dst(struct sfp_state *s);

/* What is in Dst when the runs begin. */
enum sfp_perturb_data { SFP_DATA_GIVEN, SFP_DATA_DRAWN, SFP_DATA_ZEROS };

/* ---- Runs with gaps ---- */

enum { SFP_MOST_GAP = 64 }; /* cycles: gaps of a word are a set of 64 bits */

/* Does one of many jobs; no two of a worker's at the same time. */
typedef void sfp_job(void *jobs, size_t i, unsigned worker);

/* Has job(jobs, i, w) done for each i below `count`, in any order, in threads or not, w below the number of workers. */
typedef void sfp_each(void *context, size_t count, sfp_job *job, void *jobs);

struct sfp_perturb_options {
    const struct sfp_machine *start; /* every run starts from its state; it is left alone */
    const struct sfp_kernel *kernel;
    const uint32_t *gaps; /* by which words are pushed late in any case (frontend.h), or NULL */
    enum sfp_perturb_data data; /* for reports */
    unsigned long passes; /* a gap comes in each of them */
    bool ignore_waits;
    unsigned most;        /* gaps are of 1 to so many cycles; 1 to SFP_MOST_GAP */
    size_t pairs;         /* runs with two gaps, at most */
    unsigned workers;     /* at least 1 */
    const struct sfp_progress *progress; /* NULL, or says that the search is to end, between two runs */
    sfp_each *each;       /* NULL: one after the other, by worker 0 */
    void *each_context;
};

/* A finding that happens more or less often than without the gaps. */
struct sfp_perturb_cause {
    bool any;
    enum sfp_finding finding;
    size_t index;   /* the word of the program */
    bool scheduled; /* it is about an item of the SFPLOADMACRO there */
    uint64_t was, is; /* times */
};

/* Gaps with which the run ends otherwise. */
struct sfp_perturbation {
    unsigned count;     /* words that are late: 1 or 2 */
    bool early;         /* the one word is early instead, by so many cycles of its own gap */
    size_t index[2];    /* they are these, in order of the program */
    unsigned cycles[2]; /* by so much, where what follows is from */
    uint64_t gaps;      /* of one word: bit i is a gap of i + 1 cycles */
    struct sfp_difference difference;
    struct sfp_perturb_cause cause; /* the gravest, what is new before what is more often and less often */
};

struct sfp_perturbed {
    size_t singles, pairs; /* runs with one gap and with two */
    size_t earlier;        /* runs in which a word came earlier */
    size_t hidden_singles, hidden_pairs; /* of those, the ones in which nothing was issued later than in time */
    struct sfp_perturbation *list; /* single words in order, then pairs in order */
    size_t count;
};

/*
 * Tries each gap of 1 to `most` cycles before each word, and where words have gaps each word up to `most` cycles earlier,
 * within its gap; then pairs of gaps of which neither changes anything, those of
 * fewest cycles first and of these the nearest words, up to 64 apart. The same whatever `each` does. Fills *result, to
 * be freed, and returns how the run without gaps ended: DONE, or there is nothing in *result. ENDED: the progress has ended
 * the search.
 */
enum sfp_run_status sfp_perturb(const struct sfp_perturb_options *options, struct sfp_perturbed *result);
void sfp_perturbed_free(struct sfp_perturbed *result);

/* Writes it for people: changes by place of the source, `most` places at most unless that is 0.
 * False without memory. */
bool sfp_perturbed_print(const struct sfp_perturbed *result, const struct sfp_perturb_options *options, size_t most,
                         FILE *stream);

/* The same as JSON (sfpsim-perturb(1), Document), all words one by one. False without memory, and then nothing is written. */
bool sfp_perturbed_print_json(const struct sfp_perturbed *result, const struct sfp_perturb_options *options,
                              FILE *stream);

#endif
