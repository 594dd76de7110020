/* What a run is expected to leave: --expect and --expect-state. */
#ifndef SFP_EXPECTATIONS_H
#define SFP_EXPECTATIONS_H

#include <stdbool.h>

#include "images.h"
#include "base/json_writer.h"

struct expect_options {
    struct file_list files;
    const char *state; /* a file, or NULL */
    struct sfpu_tolerance tolerance;
};

/* Anything expected at all? */
bool expect_given(const struct expect_options *options);

struct expectations;

/*
 * Reads and checks all of it before the run, so that what is wrong with it is known then; `format` is for a plain file
 * that names none where the inputs do not tell either. `options` and `inputs`, which Dst has at the start, must outlive
 * it. Returns 0, or an exit status after it has said what is wrong; *e is to be freed in any case.
 */
int expectations_read(const struct expect_options *options, sfpu_machine *m, int format, int layout,
                      const struct images *inputs, struct expectations **e);

/* Compares what the run has left. *differs: something is not accepted. Returns as above. */
int expectations_compare(struct expectations *e, sfpu_machine *m, int layout, bool *differs);

/* Prints what was found; of what is as it should be nothing, if `quiet`. Returns as above. */
int expectations_print(const struct expectations *e, bool quiet);

/* Members "comparison" and "state_differences" of a document, null where nothing was asked for. */
void expectations_json(struct sfp_json *j, const struct expectations *e);

void expectations_free(struct expectations *e);

#endif
