/* sfpsim sweep: runs a kernel on every value of a format, every pair, or a sample, and measures the results. */
#ifndef SFP_SWEEP_H
#define SFP_SWEEP_H

#include <stdbool.h>
#include <stdio.h>

#include "action/action.h"
#include "action/input_options.h"
#include "action/machine_options.h"
#include "action/report.h"
#include "numerics/functions.h"
#include "numerics/measure.h"

/* ---- Reports (sweep_report.c) ---- */

/* A form of report: text, JSON or CSV. */
struct report_form {
    bool (*print)(FILE *out, const struct sweep_report *report);
};

extern const struct report_form report_forms[]; /* forms of reports; the first element is text */

/* Outputs of a report. */
struct report_outputs {
    bool quiet; /* nothing is printed */
    const struct report_form *form;
    const char *svg, *html; /* paths of the chart and the page, or NULL */
    bool plot;
    bool has_mark;
    double max_ulp; /* --max-ulp, the mark that every result must meet */
};

/* Option rows of a struct report_outputs whose form is set. */
extern const struct option_table report_table;

/* Prints the report and checks its results against the mark; `verdict` receives a failure. Returns the exit status. */
int report_print(const struct sweep_report *report, const struct report_outputs *outputs, struct verdict *verdict);

/* ---- The sweep ---- */

enum { SWEEP_MOST_SHARDS = 1 << 16 };

struct sweep_part;

/* First operands to leave out of a sweep. */
struct sweep_gap {
    double low, high;
};

struct sweep_options {
    struct action_options action;
    struct sfp_machine_options machine;
    const char *kernel;
    const struct function *function; /* function that gives the expected results; NULL: `golden` gives them */
    struct expression *expression;   /* the expression that `function` belongs to, or NULL for a function of the
                                      * table */
    const char *golden;
    struct input_options input; /* options about inputs; `operands` only counts with `golden`; first operands lie
                                 * from `low` to `high` */
    const struct sweep_gap *gaps; /* ranges of first operands to leave out */
    size_t gap_count;
    unsigned shard, shards; /* shard number from 1, and number of shards; 0: the whole sweep */
    const char *part;       /* output file of a shard */
    const char *checkpoint; /* path of the checkpoint, or NULL */
    const char *budget;     /* the budget that lists the sweep, or NULL */
    bool renews;            /* the budget will be rewritten after the last sweep */
    const char *page;       /* page of the budget, or NULL */
    struct report_outputs outputs;
    bool is_line; /* the sweep is a line of a budget: the caller reports findings, notes and an empty range */
};

/* Frees what option values were parsed into, but not the machine's options, which have their own function. */
void sweep_options_free(struct sweep_options *options);

/* Sets the defaults. The caller makes room for the machine's settings (machine_options_init()). */
void sweep_defaults(struct sweep_options *options);

/*
 * Parses one option about the measured function, the inputs or the machine. `word`, which must outlive the options, is
 * the whole option; `place` is its FILE:LINE:COLUMN, for messages. Returns 0, ENOMEM, or another error with a message
 * in *error, which the caller frees. *error is NULL if the option is unknown, lacks a value, or has a value too many.
 */
int sweep_option(struct sweep_options *options, char *place, char *word, char **error);

/* Checks the options together and fills in dependent values. Returns false with a message in *error, which the
 * caller frees; NULL: memory ran out. */
bool sweep_complete(struct sweep_options *options, char **error);

/* Lists the files that the sweep reads and writes, without the report. `m` has loaded the kernel, or is NULL before. */
void sweep_list_files(const struct sweep_options *options, const sfpu_machine *m, struct file_uses *uses);

/* Checks that no output overwrites an input. Returns 0, or an exit status after a message. */
int sweep_check_files(const struct sweep_options *options, const sfpu_machine *m);

/* Runs the sweep and reports. Returns the exit status. */
int sweep_run(struct sweep_options *options);

/* Runs the sweep without a report. *part receives the measures, incomplete if a signal stopped the program; the
 * caller frees it with part_end(). Returns 0, or an exit status with an empty *part. */
int sweep_measure(const struct sweep_options *options, struct sweep_part *part);

#endif
