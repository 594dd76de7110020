/* The names that sfpsim explain knows, as JSON. */
#ifndef SFP_EXPLAIN_JSON_H
#define SFP_EXPLAIN_JSON_H

#include <stddef.h>
#include <stdio.h>

/* Prints the document of sfpsim-explain(1), JSON: the given names, each of which exists, or without names all those of
 * the kinds from `first` on. Returns the exit status: 0, or 2 after a message, if memory ran out. */
int explain_print_json(FILE *out, const char *const *names, size_t count, size_t first);

#endif
