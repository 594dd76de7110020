/* Expected results of a run: --expect and --expect-state. */
#ifndef SFP_EXPECTATIONS_H
#define SFP_EXPECTATIONS_H

#include <stdbool.h>

#include "images.h"
#include "base/json_writer.h"

struct expect_options {
    struct file_list files;
    const char *state; /* path of the expected state, or NULL */
    struct sfpu_tolerance tolerance;
};

/* Returns whether any option gives an expectation. */
bool expect_given(const struct expect_options *options);

struct expectations;

/*
 * Reads and checks every expectation before the run, so that errors in the files end the program early. `format`
 * applies to files that state no format; SFPU_ANY_FORMAT: a plain file then has the format of `inputs`, the images in
 * Dst at the start. `options` and `inputs` must outlive *e. Returns 0, or an exit status after a message; the caller
 * frees *e in either case.
 */
int expectations_read(const struct expect_options *options, sfpu_machine *m, int format, int layout,
                      const struct images *inputs, struct expectations **e);

/* Compares Dst and the state after the run with the expectations. *differs: a value is out of tolerance. Returns 0,
 * or an exit status after a message. */
int expectations_compare(struct expectations *e, sfpu_machine *m, int layout, bool *differs);

/* Prints the comparisons; with `quiet`, only those with differences. Returns 0, or an exit status after a message. */
int expectations_print(const struct expectations *e, bool quiet);

/* Writes the members "comparison" and "state_differences" of a document: null without the option. */
void expectations_json(struct sfp_json *j, const struct expectations *e);

void expectations_free(struct expectations *e);

#endif
