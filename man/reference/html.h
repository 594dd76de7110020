/* Writing HTML. One function escapes all texts, whatever they contain. */
#ifndef REFERENCE_HTML_H
#define REFERENCE_HTML_H

#include <jansson.h>
#include <stdio.h>

/* The page that is being written. */
struct html {
    FILE *out;
    const char *root;   /* the path from the page to the top folder: "../../" */
    const char *manual; /* the folder of the manual's pages, which are searched for sections */
    json_t *sections;   /* the fragments found: fragment by source */
};

/* Writes a format of %s, %d and %%, like printf. %s stands for a text, which is escaped. */
__attribute__((format(printf, 2, 3))) void html(struct html *page, const char *format, ...);

/* Writes links to the parts of the reference. */
void html_navigation(struct html *page);

/* Write the beginning of a page up to its heading, with the navigation; and the end of a page. */
void html_begin(struct html *page, const char *title);
void html_end(struct html *page);

/* Writes the source of a rule. "sfpu-dst(7), Loads" in the source becomes a link to that section, if the section
 * exists. */
void html_source(struct html *page, const char *source);

/* Writes a link to the instruction `name` of an architecture. */
void html_instruction(struct html *page, const char *arch, const char *name);

/* Write "0-3, 8" from a list of numbers, and "VA, L7" from a list of texts. */
void html_numbers(struct html *page, const json_t *numbers);
void html_texts(struct html *page, const json_t *texts);

/* Return a text of a row of facts, or ""; and a number. */
const char *fact(const json_t *facts, const char *key);
int number(const json_t *facts, const char *key);

#endif
