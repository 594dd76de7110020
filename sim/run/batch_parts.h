/* Inside sfpsim batch: its options, its text, and the cases that its lines ask for. */
#ifndef SFP_BATCH_PARTS_H
#define SFP_BATCH_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "action/action.h"
#include "action/words.h"

struct batch_options {
    struct action_options action;
    const char *file; /* "-": standard input */
};

/* Does all that the file lists, on all processors, and reports on it in order. Returns the exit status. */
int batch_run(const struct batch_options *options);

/* ---- The text (sfpsim-batch(1)): a line a case, words as a shell has them. Nothing is expanded ---- */

/* Words of one case, at least one, unless something is wrong. */
struct batch_line {
    struct text_word *words;
    size_t count, room;
    unsigned number;   /* of the line that it begins in, from 1 */
    size_t begin, end; /* in the text, from the first word to the last, with their quotes */
    char *wrong;       /* why it is no case, "LINE:COLUMN: ...", or NULL */
};

struct batch_text {
    struct batch_line *lines;
    size_t count, room;
};

/* Takes a text apart. A line with something wrong in it is one that says so. False, with nothing to free but *error, which
 * says "LINE:COLUMN: ..." or is NULL if memory ran out: a text that has a NUL, or no case. */
bool batch_parse(const char *text, size_t size, struct batch_text *b, char **error);
void batch_text_free(struct batch_text *b);

/* ---- Cases: what each line asks for, before any of it is done ---- */

struct batch_case {
    unsigned line;
    char *place;  /* "FILE:LINE:COLUMN" of its first word */
    char *name;   /* what reports call it, if its options do not say: the line */
    const struct action *action;
    void *options;            /* of the action; NULL: the line is no valid case */
    struct captured captured; /* verdict and output; valid once `done`, or at once if `options` is NULL */
    bool done;
};

struct batch_cases {
    const char *file; /* as messages have it */
    const char *text; /* the caller's */
    size_t size;
    const struct action *actions, *own; /* all that a line may name; the batch's, which it may not */
    struct batch_text lines;
    struct batch_case *cases;
    size_t count, refused; /* of all, those that are none */
};

/* Takes a batch apart. Its lines are of `actions`, but not of `own`, the batch's action. A line that is no case says why.
 * Returns 0, or an exit status after it has said what is wrong. It is to be freed in any case. `file` and `text` must
 * outlive it. */
int batch_cases_read(struct batch_cases *b, const char *file, const char *text, size_t size,
                     const struct action *actions, const struct action *own);
void batch_cases_free(struct batch_cases *b);

/* What reports call it. */
struct reported_case batch_case_reported(const struct batch_cases *b, const struct batch_case *c);

/* Does no case write what another one writes or reads, or the batch, or its reports? If a case replaces a file that is
 * there, loads the kernels of all first, so that it replaces no source of one. Returns as above. */
int batch_cases_apart(const struct batch_cases *b, const struct batch_options *options,
                      sfpu_preprocessed *preprocessed);

#endif
