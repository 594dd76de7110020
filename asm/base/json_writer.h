/*
 * Writes JSON piece by piece: begin and end containers, and put elements between. Elements of an object have a name;
 * elements of an array, and documents, have NULL.
 *
 * If memory runs out, `failed` is set and further calls have no effect, so that one check at the end is enough. Stream
 * errors stay in the stream, for its owner to check (ferror).
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
    SFP_JSON_INDENTED, /* one element on a line, two blanks for each container, except in containers begun on a line */
    SFP_JSON_LINE,     /* a document on one line, with a blank after commas and colons */
    SFP_JSON_COMPACT,  /* the same without blanks */
};

/* A writer. All zero: an indented document kept in memory, for json_print() or json_take(). */
struct sfp_json {
    FILE *out;               /* the stream to write to, or NULL to keep the document; must outlive the writer */
    enum sfp_json_form form;
    bool ascii;              /* write other characters as \uXXXX */
    int digits;              /* most digits of doubles; 0: enough digits to read each double back exactly */
    unsigned base;           /* for a part: the number of containers around it in the final document */
    bool failed;

    struct text text;        /* the document so far, or its bytes not yet written to `out` */
    unsigned open, line;     /* number of open containers; number of the outermost open container begun on a line,
                              * from 1, or 0 */
    unsigned new_line;       /* number of blanks at the start of the next element's line, plus 1; 0: the element
                              * stays on this line */
    bool has_elements;       /* the innermost container has elements */
};

/* Allocates memory, so that a writer to a stream needs no more except in json_format(). Returns false without
 * memory. */
bool json_reserve(struct sfp_json *j);

/* Begin and end containers. A document ends with a newline; a part does not. "On line" puts a container with all its
 * contents on one line. */
void json_begin(struct sfp_json *j, const char *name);
void json_begin_on_line(struct sfp_json *j, const char *name);
void json_end(struct sfp_json *j);
void json_list(struct sfp_json *j, const char *name);
void json_list_on_line(struct sfp_json *j, const char *name);
void json_list_end(struct sfp_json *j);

/* Makes the next element, or the end, of a container on one line begin a new line after `blanks` blanks. */
void json_new_line(struct sfp_json *j, unsigned blanks);

/* Write a text, which must not be NULL. Bytes that are not valid UTF-8 become question marks. json_bytes() writes
 * `size` bytes. json_shown() also replaces characters that a terminal must not show (terminal.h). */
void json_text(struct sfp_json *j, const char *name, const char *text);
void json_bytes(struct sfp_json *j, const char *name, const char *bytes, size_t size);
void json_shown(struct sfp_json *j, const char *name, const char *text);

/* Writes a text formatted like printf's. */
__attribute__((format(printf, 3, 4))) void json_format(struct sfp_json *j, const char *name, const char *format, ...);

/* Writes "0x...", with at least `digits` digits, 16 at most. */
void json_hex(struct sfp_json *j, const char *name, uint64_t value, unsigned digits);

/* Write numbers. NaN and infinities, which JSON lacks, become the texts "nan", "inf" and "-inf". */
void json_count(struct sfp_json *j, const char *name, uint64_t value);
void json_signed(struct sfp_json *j, const char *name, int64_t value);
void json_double(struct sfp_json *j, const char *name, double value);

void json_bool(struct sfp_json *j, const char *name, bool value);
void json_nothing(struct sfp_json *j, const char *name);

/* Write a text, or null for NULL; a number, or null if not `there`. */
void json_text_or_null(struct sfp_json *j, const char *name, const char *text);
void json_count_if(struct sfp_json *j, bool there, const char *name, uint64_t value);

/* Inserts a part that was kept in memory, in the same form, unchanged. */
void json_splice(struct sfp_json *j, const char *name, const struct sfp_json *part);

/* End a document kept in memory. json_print() writes it to `stream`, or writes nothing and returns false without
 * memory. json_take() returns it as a text with a NUL for the caller to free, or NULL without memory; `size` may be
 * NULL. */
bool json_print(struct sfp_json *j, FILE *stream);
char *json_take(struct sfp_json *j, size_t *size);
void json_free(struct sfp_json *j);

/* ---- Writing JSON that was read ---- */

/* Writes a value with all its contents. If `tree` is NULL (no memory), sets `failed`. */
void json_tree(struct sfp_json *j, const char *name, const json_t *tree);

/* Reads a document kept in memory back, and frees it. Returns NULL without memory. */
json_t *json_tree_of(struct sfp_json *j);

#endif
