/*
 * JSON, written as it comes: containers are begun and ended, and what they hold is put between. What is in an object
 * has a name; what is in an array, or is a document, has NULL.
 *
 * Memory that runs out is noted in `failed`, and the rest leads to nothing: that is asked for once, at the end. Errors
 * of a stream are that stream's, for its owner to ask (ferror).
 */
#ifndef SFP_JSON_WRITER_H
#define SFP_JSON_WRITER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "text_buffer.h"

enum sfp_json_form {
    SFP_JSON_INDENTED, /* an element a line, two blanks a container; but those begun on a line */
    SFP_JSON_LINE,     /* a document a line, with a blank behind commas and colons */
    SFP_JSON_COMPACT,  /* without these */
};

/* All zero: an indented document that is kept, for json_print() or json_take(). */
struct sfp_json {
    FILE *out;               /* it is written here as it comes, if that is set; must outlive it */
    enum sfp_json_form form;
    bool ascii;              /* other characters are spelt \uXXXX */
    int digits;              /* of doubles at most; 0: as many as it takes to read each back as itself */
    unsigned base;           /* of a part: how many containers of a document it will lie in */
    bool failed;

    struct text text;        /* all of it, or what is yet to be written */
    unsigned open, line;     /* containers; the outermost one on a line, from 1, or 0 */
    unsigned new_line;       /* the next element begins a line, behind so many blanks but one; 0: it does not */
    bool has_elements;       /* the innermost container has some by now */
};

/* Makes room, so that a writer to a stream needs no more memory but in json_format(). False without. */
bool json_reserve(struct sfp_json *j);

/* Containers. A document, but not a part, ends in a newline. On a line: it and all in it. */
void json_begin(struct sfp_json *j, const char *name);
void json_begin_on_line(struct sfp_json *j, const char *name);
void json_end(struct sfp_json *j);
void json_list(struct sfp_json *j, const char *name);
void json_list_on_line(struct sfp_json *j, const char *name);
void json_list_end(struct sfp_json *j);

/* The next element, or the end, of a container on a line begins a line all the same, behind so many blanks. */
void json_new_line(struct sfp_json *j, unsigned blanks);

/* A text, which NULL is not; each byte that is not of valid UTF-8 becomes a question mark. Of `size` bytes; or as it is
 * shown (terminal.h). */
void json_text(struct sfp_json *j, const char *name, const char *text);
void json_bytes(struct sfp_json *j, const char *name, const char *bytes, size_t size);
void json_shown(struct sfp_json *j, const char *name, const char *text);

/* A text put together as by printf. */
__attribute__((format(printf, 3, 4))) void json_format(struct sfp_json *j, const char *name, const char *format, ...);

/* "0x...", with at least so many digits, up to 16. */
void json_hex(struct sfp_json *j, const char *name, uint64_t value, unsigned digits);

/* Numbers. Of doubles NaN and infinities, which JSON lacks, are texts: "nan", "inf", "-inf". */
void json_count(struct sfp_json *j, const char *name, uint64_t value);
void json_signed(struct sfp_json *j, const char *name, int64_t value);
void json_double(struct sfp_json *j, const char *name, double value);

void json_bool(struct sfp_json *j, const char *name, bool value);
void json_nothing(struct sfp_json *j, const char *name);

/* A text, or null of NULL; a number, or null if there is none. */
void json_text_or_null(struct sfp_json *j, const char *name, const char *text);
void json_count_if(struct sfp_json *j, bool there, const char *name, uint64_t value);

/* Puts in a part that was kept, in the same form, as it is. */
void json_splice(struct sfp_json *j, const char *name, const struct sfp_json *part);

/* What was kept ends in one of these. Print writes it to `stream`, or, without memory, nothing, and is false. Take
 * gives it as a text with a NUL behind it, for the caller to free; NULL without memory. `size` may be NULL. */
bool json_print(struct sfp_json *j, FILE *stream);
char *json_take(struct sfp_json *j, size_t *size);
void json_free(struct sfp_json *j);

/* ---- JSON that was read, written ---- */

/* Writes a value, and all in it, as it is. NULL, without memory, has the writer fail. */
void json_tree(struct sfp_json *j, const char *name, const json_t *tree);

/* What was kept, read back; it is freed. NULL without memory. */
json_t *json_tree_of(struct sfp_json *j);

#endif
