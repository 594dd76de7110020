/*
 * A source text in memory, and places in it. A place is a pair of byte
 * offsets; lines are counted only when somebody asks.
 */
#ifndef SFP_SOURCE_H
#define SFP_SOURCE_H

#include "fileio.h"

#include <stdint.h>

/* From offset `begin` on, the text is that of line `line` onwards of `file` (a preprocessor's line marker). */
struct line_marker {
    size_t begin;
    const char *file;
    unsigned long line;
};

struct source {
    char *name; /* as messages print it */
    struct sfp_buffer text;
    bool owned;     /* free `text` with the source */
    uint32_t index; /* among the sources of a program */
    size_t *lines; /* offset of each line's start; NULL until asked for */
    size_t line_count;
    struct line_marker *markers; /* in order of `begin` */
    size_t marker_count, marker_capacity;
    char **files; /* names that markers hold */
    size_t file_count;
};

/* Bytes begin..end of a source. */
struct place {
    struct source *source;
    uint32_t begin, end;
};

/* Where an offset is, for people. */
struct position {
    const char *file;
    unsigned long line;   /* from 1 */
    unsigned long column; /* in bytes, from 1 */
    const char *text;     /* the whole line, without its newline */
    size_t length;
};

/*
 * Makes a source named `name`. It takes over `text` if `owned`, else `text` must outlive it. NULL if memory ran out,
 * and then `text` is the caller's still.
 */
struct source *source_new(const char *name, struct sfp_buffer text, bool owned);
void source_free(struct source *source);

/* Notes a line marker; the text from `begin` on is line `line` onwards of `file`. False if memory ran out. */
bool source_mark(struct source *source, size_t begin, unsigned long line, const char *file, size_t file_length);

/* False if memory ran out while lines were counted. */
bool source_locate(struct source *source, size_t offset, struct position *position);

#endif
