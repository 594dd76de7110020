/* The cases of a batch: what each line asks for, before any of it is done. */
#ifndef SFP_BATCH_CASES_H
#define SFP_BATCH_CASES_H

#include "action/captured.h"
#include "batch.h"
#include "batch_file.h"

struct batch_case {
    unsigned line;
    char *place;  /* "FILE:LINE:COLUMN" of its first word */
    char *name;   /* what reports call it, if its options do not say: the line */
    const struct action *action;
    void *options;            /* of the action; NULL: it is none, and */
    struct captured captured; /* what came of it is there; else when it is done */
    bool done;
};

struct batch_cases {
    const char *file; /* as messages have it */
    const char *text; /* the caller's */
    size_t size;
    const struct action *actions;
    struct batch_text lines;
    struct batch_case *cases;
    size_t count, refused; /* of all, those that are none */
};

/* Takes a batch apart, whose actions are those. A line that is no case says why. Returns 0, or an exit status after it
 * has said what is wrong. It is to be freed in any case. `file` and `text` must outlive it. */
int batch_cases_read(struct batch_cases *b, const char *file, const char *text, size_t size,
                     const struct action *actions);
void batch_cases_free(struct batch_cases *b);

/* What reports call it. */
struct reported_case batch_case_reported(const struct batch_cases *b, const struct batch_case *c);

/* Does no case write what another one writes or reads, or the batch, or its reports? Returns as above. */
int batch_cases_apart(const struct batch_cases *b, const struct batch_options *options);

#endif
