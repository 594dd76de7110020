/* What a timed run writes besides its results: timelines and statistics on standard output, traces in files. */
#ifndef SFP_OUTPUTS_H
#define SFP_OUTPUTS_H

#include "pipeline/pipeline.h"
#include "views/timeline.h"

struct sfp_output_options {
    const char *trace, *commit_log, *kanata, *perfetto; /* NULL: not asked for */
    const char *stats_file; /* NULL: statistics go to standard output */
    bool stats, json;       /* json: statistics as JSON */
    bool timeline;
    enum sfp_timeline_form form;
    const struct sfp_temporary_files *files; /* for what is written, or NULL */
};

struct sfp_outputs;

/* Is anything asked for that only a timed run gives? */
bool sfp_outputs_wanted(const struct sfp_output_options *options);

/*
 * Opens everything that is asked for, so that a file that cannot be written is known before the run; NULL, with a
 * message in *error for the caller to free, if one cannot. `kernel` and `options` must outlive it.
 */
struct sfp_outputs *sfp_outputs_open(const struct sfp_output_options *options, const struct sfp_kernel *kernel,
                                     enum sfp_severity at_least, char **error);

/* The observers to run with; NULL if there are none. */
struct sfp_observer *sfp_outputs_observers(struct sfp_outputs *outputs);

/* After a run of `cycles`: prints and completes everything. False with a message if something could not be written. */
bool sfp_outputs_finish(struct sfp_outputs *outputs, uint64_t cycles, char **error);

/* Puts the files, which are complete, in their places. False with a message if one cannot be put there. */
bool sfp_outputs_commit(struct sfp_outputs *outputs, char **error);

/* Gives up what was not finished, and frees. */
void sfp_outputs_free(struct sfp_outputs *outputs);

#endif
