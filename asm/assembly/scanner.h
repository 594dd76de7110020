/* The flex scanner as the rest of the assembler sees it. */
#ifndef SFP_SCANNER_H
#define SFP_SCANNER_H

#include <stdbool.h>
#include <stddef.h>

struct assembler;

/* Makes and frees a scanner. NULL if memory ran out. */
void *scanner_new(struct assembler *as);
void scanner_free(void *scanner);

/* Scans `text` from now on, in place: two NULs must follow its `size` bytes. `line_start`: it begins a line. */
void scanner_read(struct assembler *as, void *scanner, char *text, size_t size, bool line_start);

/* Goes on at `to`, which is in the text being scanned. */
void scanner_skip(struct assembler *as, void *scanner, const char *to);

#endif
