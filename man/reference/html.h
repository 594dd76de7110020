/* Writing HTML. Texts become text in one place, whatever is in them. */
#ifndef REFERENCE_HTML_H
#define REFERENCE_HTML_H

#include <jansson.h>
#include <stdio.h>

/* A page that is being written. */
struct html {
    FILE *out;
    const char *root;   /* from where the page is to the top of the pages: "../../" */
    const char *manual; /* the folder of the manual's pages, in which sections are looked for; */
    json_t *sections;   /* and what was found: the fragment of a link, by source */
};

/* As printf, of %s, %d and %%; what %s stands for is text, and escaped. */
__attribute__((format(printf, 2, 3))) void html(struct html *page, const char *format, ...);

/* Links to the parts of the pages. */
void html_navigation(struct html *page);

/* From the beginning to the heading, with these; and the end. */
void html_begin(struct html *page, const char *title);
void html_end(struct html *page);

/* A source of a rule; "sfpu-dst(7), Loads" in it becomes a link to that section, if there is one. */
void html_source(struct html *page, const char *source);

/* The instruction `name` of an arch, as a link. */
void html_instruction(struct html *page, const char *arch, const char *name);

/* "0-3, 8", of a list of numbers; "VA, L7" of a list of texts. */
void html_numbers(struct html *page, const json_t *numbers);
void html_texts(struct html *page, const json_t *texts);

/* A text of a row of facts, or "". */
const char *fact(const json_t *facts, const char *key);
int number(const json_t *facts, const char *key);

#endif
