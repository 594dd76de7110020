/*
 * Batches as text (sfpsim-batch(1)): a line a case, words as a shell has them. Nothing is expanded: what a shell
 * would expand or take for an operator is an error unless it is quoted, so that a line means what it would mean there.
 */
#ifndef SFP_BATCH_FILE_H
#define SFP_BATCH_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/words.h"

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

#endif
