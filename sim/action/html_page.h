/* Pages: a document that a browser shows, in a file with the program that shows it. */
#ifndef SFP_HTML_PAGE_H
#define SFP_HTML_PAGE_H

#include <stdbool.h>
#include <stdio.h>

/* Writes the JSON of a document, which has a schema that sim/web/show.js knows. False without memory. */
typedef bool page_document(FILE *out, const void *of);

/* Writes a page with it. False without memory; errors of the stream are its owner's to ask. */
bool page_put(FILE *stream, page_document *document, const void *of);

/* Writes it to a file, whole or not at all; "-" is standard output. Returns 0, or an exit status after it has said what
 * is wrong. */
int page_write(const char *path, page_document *document, const void *of);

#endif
