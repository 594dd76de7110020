/* Kernels of several threads: their options, and the thread to which options of one thread belong. */
#ifndef SFP_THREAD_OPTIONS_H
#define SFP_THREAD_OPTIONS_H

#include <stdbool.h>

#include "cli/option_rows.h"
#include "sfpu.h"

enum { ALL_THREADS = -1 };

struct thread_options {
    const char *kernels[SFPU_THREADS]; /* file of each --thread, or NULL */
    bool any;                /* a --thread was given */
    int current;             /* thread of the last --thread so far, to which options of one thread belong; ALL_THREADS
                              * before the first */
    struct sfpu_threads how; /* --arbiter and --start */
    bool started[SFPU_THREADS]; /* threads of --start */
    char *title; /* "a.s, b.s": the kernels of all threads, for reports; NULL without --thread */
};

/* Sets the options to their defaults: no --thread. */
void thread_options_init(struct thread_options *o);
void thread_options_free(struct thread_options *o);

/* Option rows of a struct thread_options. */
extern const struct option_table threads_table;

/* Checks the options of an action whose kernel without an option is `kernel`, or NULL, and makes the title. Reports by
 * option_error() that no kernel is given, that math has two, or that two are standard input. */
void thread_options_check(struct argp_state *state, struct thread_options *o, const char *kernel);

/* Returns what reports call the kernels: `kernel`, or the title of several. */
const char *thread_options_subject(const struct thread_options *o, const char *kernel);

#endif
