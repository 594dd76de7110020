/* sfpsim sweep: a kernel on every value of a format, every pair, or a sample. */
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

/* ---- How a sweep is told: sweep_report.c ---- */

/* How a report is spelled. */
struct report_form {
    bool (*print)(FILE *out, const struct sweep_report *report);
};

extern const struct report_form report_forms[]; /* the first is text */

/* Where a report goes. */
struct report_outputs {
    bool quiet; /* nothing is printed */
    const struct report_form *form;
    const char *svg, *html; /* files, or NULL */
    bool plot;
    bool has_mark;
    double max_ulp; /* the mark that all results are held to */
};

/* The options of a struct report_outputs with a form. */
extern const struct option_table report_table;

/* Prints it, and holds its results to the mark, which `verdict` is told of. Returns an exit status. */
int report_print(const struct sweep_report *report, const struct report_outputs *outputs, struct verdict *verdict);

/* ---- The sweep ---- */

enum { SWEEP_MOST_SHARDS = 1 << 16 };

struct sweep_part;

/* First operands that are left out. */
struct sweep_gap {
    double low, high;
};

struct sweep_options {
    struct action_options action;
    struct sfp_machine_options machine;
    const char *kernel;
    const struct function *function; /* NULL: `golden` has what is expected */
    struct expression *expression;   /* that function, if it is none of the table */
    const char *golden;
    struct input_options input; /* `operands` is that of `golden`; of the first ones between `low` and `high` ... */
    const struct sweep_gap *gaps; /* ... but for these */
    size_t gap_count;
    unsigned shard, shards; /* from 1; 0: all of it */
    const char *part;       /* the shard's file */
    const char *checkpoint; /* a file, or NULL */
    const char *budget;     /* the file that lists it, or NULL, ... */
    bool renews;            /* ... which is written again when all is measured */
    const char *page;       /* the budget's, or NULL */
    struct report_outputs outputs;
    bool is_line; /* of a budget: findings, notes and that nothing is in range are for the caller to say */
};

/* Frees what options were parsed into; those of the machine are for their owner. */
void sweep_options_free(struct sweep_options *options);

/* What goes without saying. The machine's settings are to have room for as many options as are parsed. */
void sweep_defaults(struct sweep_options *options);

/*
 * An option of those that say what is measured and on what machine, in one word, which must outlive the options, from
 * `place`, FILE:LINE:COLUMN. Returns 0, ENOMEM, or another error: then *error, which the caller frees, says what is wrong
 * with it; NULL: it is none of them, has no value where it takes one, or has one where it takes none.
 */
int sweep_option(struct sweep_options *options, char *place, char *word, char **error);

/* What there is to say with all options there, and fills in what follows from others. False: *error, which the caller
 * frees, says what does not fit together; NULL: memory ran out. */
bool sweep_complete(struct sweep_options *options, char **error);

/* Lists what is read and written, as the kernel is loaded in `m`, or NULL before that, but for the report. */
void sweep_list_files(const struct sweep_options *options, const sfpu_machine *m, struct file_uses *uses);

/* Does what is written go over nothing that is read? Returns 0, or an exit status after it has said what is wrong. */
int sweep_check_files(const struct sweep_options *options, const sfpu_machine *m);

/* Does it all. */
int sweep_run(struct sweep_options *options);

/* The same without a report: what was measured is in *part, which part_end takes back; not all of it if the program was
 * told to stop. Returns an exit status, and nothing in *part if that is not 0. */
int sweep_measure(const struct sweep_options *options, struct sweep_part *part);

#endif
