/*
 * Batches as text (sfpsim(1), BATCHES): a line a case, words as a shell has them. Nothing is expanded: what a shell
 * would expand or take for an operator is an error unless it is quoted, so that a line means what it would mean there.
 */
#ifndef SFP_BATCH_FILE_H
#define SFP_BATCH_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/words.h"

/* Words of one case, at least one. */
struct batch_line {
    struct text_word *words;
    size_t count, room;
    size_t begin, end; /* in the text, from the first word to the last, with their quotes */
};

struct batch_text {
    struct batch_line *lines;
    size_t count, room;
};

/* Takes a text apart. False, with nothing to free but *error, which says "LINE:COLUMN: ..." or is NULL if memory ran
 * out: a text that is no batch, or has no case. */
bool batch_parse(const char *text, size_t size, struct batch_text *b, char **error);
void batch_text_free(struct batch_text *b);

#endif
