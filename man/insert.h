/* What the pages that are made from tables share: copying a text with tables in its places, and names. */
#ifndef MAN_INSERT_H
#define MAN_INSERT_H

#include <stddef.h>

struct insertion {
    const char *mark; /* a whole line of the text, without its end */
    void (*print)(void);
};

/*
 * Copies standard input to standard output; in place of each mark, what its function prints. Returns the exit status:
 * not 0 if reading or writing fails, or the text has another number of marks.
 */
int insert_at_marks(const struct insertion *insertions, size_t count);

/* Text of a table, as mdoc takes it within a line. */
void print_text(const char *text);

/* Sentences of a table, each on a line of its own. */
void print_sentences(const char *text);

/* "Wormhole and Blackhole": the arches of a mask, which has one at least. */
void print_arches(unsigned archs);

/* "0-3, 8": the modes of a mask. */
void print_modes_of(unsigned modes);

#endif
