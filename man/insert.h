/* Functions shared by the programs that make pages from tables: copying a text with tables in place of marks, and
 * printing names. */
#ifndef MAN_INSERT_H
#define MAN_INSERT_H

#include <stddef.h>

struct insertion {
    const char *mark; /* a whole line of the text, without its newline */
    void (*print)(void);
};

/*
 * Copies standard input to standard output, and replaces each mark by the output of its function. Returns the exit
 * status, which is not 0 if reading or writing fails, or if the number of marks in the text differs from `count`.
 */
int insert_at_marks(const struct insertion *insertions, size_t count);

/* Prints a table's text as mdoc takes it within a line. */
void print_text(const char *text);

/* Prints a table's sentences, one per line. */
void print_sentences(const char *text);

/* Prints the architectures of a mask, "Wormhole and Blackhole". The mask has at least one architecture. */
void print_arches(unsigned archs);

/* Prints the modes of a mask, "0-3, 8". */
void print_modes_of(unsigned modes);

#endif
