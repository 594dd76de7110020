/* What a timed run writes besides its results: the views of views.def, on standard output or in files. */
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
    const char *path; /* NULL: standard output */
};

struct sfp_output_options {
    struct output_view views[OUTPUT_VIEWS]; /* by enum sfpu_view */
    bool gathers_stats;     /* whether or not they are printed */
    bool json;              /* a document has all that goes to standard output; statistics in a file are JSON */
    unsigned perturb;       /* gaps of 1 to so many cycles are tried; 0: none */
    size_t perturb_pairs;   /* with two of them, at most so many runs */
    const struct sfp_temporary_files *files; /* for what is written, or NULL */
};

/* Options for the views, of a struct sfp_output_options. */
extern const struct option_table view_table;

/* Is anything asked for that only a timed run gives? */
bool view_outputs_need_time(const struct sfp_output_options *options);

/* Is a view asked for that goes to standard output? */
bool view_outputs_print(const struct sfp_output_options *options);

/* The timeline that is asked for, or -1. */
int view_outputs_timeline(const struct sfp_output_options *options);

/* Adds the files that views go to. */
void view_outputs_list(const struct sfp_output_options *options, struct file_uses *uses);

struct sfp_outputs;

/*
 * Has the next run of `m` give everything that is asked for, and opens its files, so that one that cannot be written is
 * known before the run; NULL, with a message in *error for the caller to free, if one cannot. `timed`: so the run will
 * be. `options` must outlive it; it must be freed after `m` has run, or before `m` is closed.
 */
struct sfp_outputs *view_outputs_open(const struct sfp_output_options *options, bool timed, sfpu_machine *m,
                                      char **error);

/* The page has this other run too, which is JSON of sfpu_report, and must outlive `outputs`. */
void view_outputs_put_beside(struct sfp_outputs *outputs, const char *run);

/* After the run: prints, unless a document does, and completes everything. False with a message if something could not
 * be written. */
bool view_outputs_finish(struct sfp_outputs *outputs, sfpu_machine *m, char **error);

/* Puts the files, which are complete, in their places. False with a message if one cannot be put there. */
bool view_outputs_commit(struct sfp_outputs *outputs, char **error);

/* Gives up what was not finished, and frees. */
void view_outputs_free(struct sfp_outputs *outputs);

#endif
