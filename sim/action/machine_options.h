/* The machine that a kernel runs on: options shared by every action with kernels, and functions that apply them. */
#ifndef SFP_MAIN_MACHINE_OPTIONS_H
#define SFP_MAIN_MACHINE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/option_rows.h"
#include "cpp_kernels.h"
#include "source_files.h"
#include "thread_options.h"
#include "sfpu.h"

/* A machine setting for sfpu_set(). */
struct sfp_setting {
    const char *name, *value;
    int thread; /* thread that the setting is for, or ALL_THREADS */
};

struct sfp_machine_options {
    int arch; /* arch of the machine, an enum sfpu_arch */
    struct sfp_setting *settings;
    size_t setting_count;
    struct cpp_options cpp; /* how kernels in C++ are recorded */
    struct thread_options threads; /* kernels of threads besides the action's kernel, for actions with such options */
    const char *default_init; /* without --init and .init: a value for sfpu_set(m, "init", ...), or NULL */
    struct source_list sources[2]; /* files of --srca and --srcb, by enum sfpu_source */
    int dst_format; /* an enum sfpu_format: format of images that state no format, and format 0 of loads and stores */
    bool ignore_waits;
    long long vectors; /* number of vectors in a pass, for cycles per vector; 0: as many as the pass stores */
    /* Options of sources (sfpasm(1)); every list has room for as many elements as there are arguments. */
    const char **include_dirs, **defines, **warnings;
    size_t include_dir_count, define_count, warning_count;
    const char **source_dirs; /* directories for the sources of compiled kernels */
    size_t source_dir_count;
    bool finds;            /* the run makes findings: -W also takes names of findings */
    const char **findings; /* findings named by -W, for sfpu_warn() */
    size_t finding_count;
    sfpu_diagnose *hear; /* further receiver of diagnostics, called with `hearer`; or NULL */
    void *hearer;
    sfpu_preprocessed *preprocessed; /* cache shared with other machines, or NULL */
};

/* Zeroes the options and makes room for `count` elements in each list. Returns false if memory ran out; the caller
 * frees the options in either case. */
bool machine_options_init(struct sfp_machine_options *o, size_t count);
void machine_options_free(struct sfp_machine_options *o);

/* Returns the run configuration from these options. */
struct sfpu_running machine_running(const struct sfp_machine_options *o);

/* Configures how `m` assembles sources. */
int machine_configure_sources(const struct sfp_machine_options *o, sfpu_machine *m);

/* Option rows of a struct sfp_machine_options. */
extern const struct option_table machine_table;

/* The row --call of a struct sfp_machine_options, for actions that refuse compiled kernels. compiled_options.h has
 * another row for the other actions. */
extern const struct option_table machine_calls_table;

/* Rows --srca and --srcb, of a struct sfp_machine_options, for actions that feed the matrix unit. */
extern const struct option_table machine_sources_table;

/* Refuses data for sources together with --dst-is-input, which takes words for copies that then compute. */
void machine_check_sources(struct argp_state *state, const struct sfp_machine_options *o);

/* Refuses a call of --call whose thread has no kernel in C++, after the kernels were loaded. Returns 0, or an exit
 * status after a message. */
int machine_check_calls(const struct sfp_machine_options *o, const sfpu_machine *m);

/* Adds a call of --call, for the thread of the last --thread so far. */
void machine_add_call(struct sfp_machine_options *o, const char *call);

/* Returns the last value given for this setting, "" for a setting without a value, or NULL if it was not given. */
const char *machine_setting(const struct sfp_machine_options *o, const char *name);

/* The following functions return 0, or an exit status after a message. */

/* Makes a machine and loads the kernel, and those of o->threads. `kernel` is NULL without one besides these. The
 * machine keeps a pointer to the options. The caller frees *m with sfpu_close(), also after an error. */
int machine_load(const struct sfp_machine_options *o, const char *kernel, sfpu_machine **m);

/* Checks that only the math thread of `m` has words, which a source with .thread can give to other threads too. `what`
 * is what the user asked for. */
int machine_need_math(const sfpu_machine *m, const char *what);

/* Makes a machine and loads the kernel, like machine_load(), but refuses compiled kernels: their words exist only once
 * they run; and words of other threads than math. */
int machine_load_words(const struct sfp_machine_options *o, const char *kernel, sfpu_machine **m);

/* Returns the initial state of a run: the value of the last --init; else the state that the program of `loaded` states
 * by .init; else the default_init, which may be NULL. */
const char *machine_initial_state(const struct sfp_machine_options *o, const sfpu_machine *loaded);

/* Brings `m` into the state that machine_initial_state() returns, or changes nothing for NULL. `loaded` is `m`, or the
 * machine whose words `m` has. Must come before every other setting. */
int machine_initialise(const struct sfp_machine_options *o, const sfpu_machine *loaded, sfpu_machine *m);

/* Returns the thread whose own state a run shows and changes: math, or, if it has no words, the last thread that
 * has. */
int machine_shown_thread(const sfpu_machine *m);

/* Applies the other settings, which override an image's format and a state file. */
int machine_apply(const struct sfp_machine_options *o, sfpu_machine *m);

/* Feeds the files of --srca and --srcb, which have this layout, an enum sfpu_layout. */
int machine_feed(const struct sfp_machine_options *o, sfpu_machine *m, int layout);

#endif
