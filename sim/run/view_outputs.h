/* Outputs of a timed run besides its results: the views of views.def, on standard output or in files. */
#ifndef SFP_VIEW_OUTPUTS_H
#define SFP_VIEW_OUTPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/option_rows.h"
#include "sfpu.h"

struct file_uses;
struct sfp_temporary_files;

enum {
    OUTPUT_VIEWS = 0
#define VIEW(...) +1
#include "views.def"
};

struct output_view {
    bool asked;
    const char *path; /* path of the output; NULL: standard output */
};

struct sfp_output_options {
    struct output_view views[OUTPUT_VIEWS]; /* requests, by enum sfpu_view */
    bool gathers_stats;     /* gather statistics even if they are not printed */
    bool json;              /* standard output goes into a document, and statistics in a file are JSON */
    unsigned perturb;       /* longest delay of a late word, or latest start of one of several threads, in cycles; 0:
                             * no delays */
    size_t perturb_pairs;   /* most runs with two late words, or number of random runs of several threads */
    bool has_most, has_pairs; /* options gave these numbers; if not, the usual ones apply */
    const struct sfp_temporary_files *files; /* registry of temporary files, or NULL */
};

/* Option rows of the views, of a struct sfp_output_options. */
extern const struct option_table view_table;

/* Returns whether an option asks for a view that only a timed run gives. */
bool view_outputs_need_time(const struct sfp_output_options *options);

/* Returns whether a view goes to standard output. */
bool view_outputs_print(const struct sfp_output_options *options);

/* Returns the enum sfpu_view of the timeline that is asked for, or -1. */
int view_outputs_timeline(const struct sfp_output_options *options);

/* Lists the files that views are written to. */
void view_outputs_list(const struct sfp_output_options *options, struct file_uses *uses);

struct sfp_outputs;

/*
 * Makes the next run of `m` gather the views, and opens their files, so that a path that cannot be written ends the
 * program before the run. `timed`: the run uses the cycle model. Returns NULL if a file cannot be opened, with a
 * message in *error, which the caller frees. `options` must outlive the result, which the caller frees after `m` has
 * run or before `m` is closed.
 */
struct sfp_outputs *view_outputs_open(const struct sfp_output_options *options, bool timed, sfpu_machine *m,
                                      char **error);

/* Adds a second run to the page: JSON of sfpu_report(), which must outlive `outputs`. */
void view_outputs_put_beside(struct sfp_outputs *outputs, const char *run);

/* After the run: prints views unless a document contains them, and completes every file. Returns false with a
 * message in *error if a write failed. */
bool view_outputs_finish(struct sfp_outputs *outputs, sfpu_machine *m, char **error);

/* Moves the completed files into place. Returns false with a message in *error if a move failed. */
bool view_outputs_commit(struct sfp_outputs *outputs, char **error);

/* Frees the outputs and removes files that were not committed. */
void view_outputs_free(struct sfp_outputs *outputs);

#endif
