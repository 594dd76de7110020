/* The cases of a batch: what each line asks for, before any of it is done. */
#ifndef SFP_BATCH_CASES_H
#define SFP_BATCH_CASES_H

#include "batch.h"
#include "batch_file.h"
#include "run/captured.h"

struct batch_case {
    unsigned line;
    char *place;  /* "FILE:LINE:COLUMN" of its first word */
    char *name;   /* what reports call it, if its options do not say: the line */
    struct sfp_session_options options;
    struct captured captured; /* what came of it */
    bool done;
};

struct batch_cases {
    const char *file; /* as messages have it */
    const char *text; /* the caller's */
    size_t size;
    struct batch_text lines;
    struct batch_case *cases;
    size_t count;
};

/* Takes a batch apart. Returns 0, or an exit status after it has said what is wrong, or exits so for an option that is.
 * It is to be freed in any case. `file` and `text` must outlive it. */
int batch_cases_read(struct batch_cases *b, const char *file, const char *text, size_t size);
void batch_cases_free(struct batch_cases *b);

/* Does no case write what another one writes or reads, or the batch, or its reports? Returns as above. */
int batch_cases_apart(const struct batch_cases *b, const struct batch_options *options);

#endif
