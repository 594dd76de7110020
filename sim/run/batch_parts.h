/* Internals of sfpsim batch: the action's options, the batch's parsed text, and the cases that the lines ask for. */
#ifndef SFP_BATCH_PARTS_H
#define SFP_BATCH_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "action/action.h"
#include "action/words.h"

struct batch_options {
    struct action_options action;
    const char *file; /* path of the batch; "-": standard input */
};

/* Runs every case of the batch on all processors, and reports on the cases in the order of the lines. Returns the
 * exit status. */
int batch_run(const struct batch_options *options);

/* ---- The text (sfpsim-batch(1)): one case a line, words quoted as in a shell. Nothing is expanded ---- */

/* The words of one case: at least one word, unless `wrong` is set. */
struct batch_line {
    struct text_word *words;
    size_t count, room;
    unsigned number;   /* number of the case's first line, from 1 */
    size_t begin, end; /* byte offsets in the text: start of the first word and end of the last word, including
                        * quotes */
    char *wrong;       /* why the line cannot be parsed, "LINE:COLUMN: ...", or NULL */
};

struct batch_text {
    struct batch_line *lines;
    size_t count, room;
};

/* Parses a batch's text into lines. A line with an error is kept, with the error in its `wrong`. Returns false if
 * the text has a NUL or no case, or memory ran out: *error is then "LINE:COLUMN: ...", which the caller frees, or
 * NULL without memory, and `b` needs no freeing. */
bool batch_parse(const char *text, size_t size, struct batch_text *b, char **error);
void batch_text_free(struct batch_text *b);

/* ---- Cases: options of each line, parsed before the first case runs ---- */

struct batch_case {
    unsigned line;
    char *place;  /* "FILE:LINE:COLUMN" of the line's first word */
    char *name;   /* the line's text: name in reports, if the options give no name */
    const struct action *action;
    void *options;            /* options of the action; NULL: the line is not a valid case */
    struct captured captured; /* verdict and output; valid once `done`, or at once if `options` is NULL */
    bool done;
};

struct batch_cases {
    const char *file; /* the batch's name in messages */
    const char *text; /* the batch's text, owned by the caller */
    size_t size;
    const struct action *actions, *own; /* every action of the program, and the batch action, which a line may not
                                         * name */
    struct batch_text lines;
    struct batch_case *cases;
    size_t count, refused; /* number of cases, and of cases whose line is not valid */
};

/* Parses a batch into cases. A line may name any of `actions` except `own`, the batch action. The verdict of an
 * invalid line says why. Returns 0, or an exit status after a message. The caller frees `b` in either case, and
 * keeps `file` and `text` as long as `b`. */
int batch_cases_read(struct batch_cases *b, const char *file, const char *text, size_t size,
                     const struct action *actions, const struct action *own);
void batch_cases_free(struct batch_cases *b);

/* Returns the case as reports show it. The texts belong to `b` and `c`. */
struct reported_case batch_case_reported(const struct batch_cases *b, const struct batch_case *c);

/* Checks that no case writes a file that another case, the batch or its reports read or write. If an output would
 * replace an existing file, first loads the kernels of all cases, so that `preprocessed` and the process know every
 * source before a case can overwrite it. Returns 0, or an exit status after a message. */
int batch_cases_apart(const struct batch_cases *b, const struct batch_options *options,
                      sfpu_preprocessed *preprocessed);

#endif
