/*
 * A source text in memory, and places in it. A place is a pair of byte offsets; lines are counted at the first request.
 */
#ifndef SFP_SOURCE_H
#define SFP_SOURCE_H

#include "base/fileio.h"
#include "base/names.h"
#include "base/text_buffer.h"

#include <stdint.h>
#include <string.h>

enum { NOT_INCLUDED = 0 }; /* stands for an offset: a marker precedes every including offset, so none is 0 */

/* From offset `begin` on, the text is that of `file` from line `line` on (a preprocessor's line marker). */
struct line_marker {
    size_t begin;
    const char *file;
    unsigned long line;
    size_t included; /* offset of the place that includes the file, or NOT_INCLUDED */
};

/* The effect of a line marker: the same file goes on, an included file begins, or the including file continues. */
enum mark { MARK_GO_ON, MARK_ENTER, MARK_RETURN };

/* From offset `begin` on, a compiler made the text from line `line` of `file` (.loc). */
struct line_origin {
    size_t begin;
    const char *file;
    unsigned long line;
};

/* Bytes begin..end-1 of a source. */
struct place {
    struct source *source;
    uint32_t begin, end;
};

/* A text in a source that contains only expansions. It ends where the next expansion begins. */
struct expansion {
    uint32_t begin;
    struct place call; /* the statement that asked for the expansion */
    struct place body; /* the text that the expansion was made from, line by line */
    const char *name;  /* name of the macro, or of the directive */
};

/* A step in a text of expansions: offset `offset` lies `lines` lines below offset `begin`. */
struct line_step {
    size_t begin, lines, offset;
};

struct source {
    char *name; /* name of the source in messages */
    struct sfp_buffer text;
    bool owned;     /* sfp_source_free() frees `text` */
    size_t passed;  /* the memory of bytes before this offset was released, if the file is mapped */
    uint32_t spent; /* offset after the last place that gave words */
    bool told_preprocessor; /* a warning about lines for the C preprocessor was given */
    bool compiled;     /* a compiler wrote the text, for GNU as to read */
    const char *named; /* the file name by .file, for a .line that may follow, or NULL */
    bool preprocessed; /* the line markers name files that were read */
    uint32_t index; /* index among the sources of a program */
    struct place included; /* the first .include of the file; its source is NULL if no .include read the file */
    size_t *lines; /* offset of each line's start; NULL until requested */
    size_t line_count;
    struct line_marker *markers; /* line markers in order of `begin` */
    size_t marker_count, marker_capacity;
    struct line_origin *line_origins; /* origins of lines in order of `begin` */
    size_t line_origin_count, line_origin_capacity;
    struct pool strings;      /* strings that live as long as the source */
    struct names files;       /* index of the first marker with a file name, by that name */
    bool expanded;                /* the text consists of expansions */
    struct expansion *expansions; /* expansions in order of `begin` */
    size_t expansion_count, expansion_capacity, text_capacity;
    struct line_step counted, descended; /* the last two results, since the next request mostly lies further on */
};

/* An offset's place for people to read. */
struct position {
    const char *file;
    unsigned long line;   /* line number, from 1 */
    unsigned long column; /* column in bytes, from 1 */
    const char *text;     /* the whole line, without its newline */
    size_t length;
    const char *from_file; /* the file from which a compiler made the line (.loc), or NULL if unknown */
    unsigned long from_line;
};

/*
 * Makes a source named `name`. The source owns `text` if `owned`; otherwise `text` must outlive the source. Returns
 * NULL without memory; the caller still owns `text` then.
 */
struct source *sfp_source_new(const char *name, struct sfp_buffer text, bool owned);
void sfp_source_free(struct source *source);

/* Says that the text before `offset` is not needed soon: releases its memory if the source is mapped. */
void sfp_source_pass(struct source *source, size_t offset);

/* Note a line marker: the text from `begin` on is that of `file` from line `line` on. Return false without memory. */
bool sfp_source_mark(struct source *source, size_t begin, unsigned long line, const char *file, size_t file_length);
bool sfp_source_mark_as(struct source *source, size_t begin, unsigned long line, const char *file, size_t file_length,
                        enum mark mark);

/* Notes that the text from `begin` on comes from line `line` of `file`, a string that must live as long as the
 * source. Returns false without memory. */
bool sfp_source_mark_origin(struct source *source, size_t begin, const char *file, unsigned long line);

/*
 * Appends an expansion to a source of expansions, sets its `begin`, and ends the text with a newline. `text` must not
 * lie in that source. Returns false without memory.
 */
bool sfp_source_expand(struct source *source, struct expansion *expansion, const char *text, size_t size);

/* Removes all expansions except the first `count`. */
void sfp_source_forget(struct source *source, size_t count);

/* Returns a copy of `name` that lives as long as the source. NULL without memory. */
const char *sfp_source_keep(struct source *source, const char *name, size_t length);

/* Returns the expansion that contains a place, or NULL. */
const struct expansion *sfp_source_expansion(struct place place);

/* Finds the place that includes the text at `place`, by the preprocessor's line markers. Returns false if no file
 * does. */
bool sfp_source_includer(struct place place, struct place *includer);

/* Counts the lines of a written source now instead of at the first request. Returns false without memory. */
bool source_count_lines(struct source *source);

/* Translates an offset to a position. The file and line of an expansion are those of its body. Returns false if
 * memory runs out while lines are counted. */
bool sfp_source_locate(struct source *source, size_t offset, struct position *position);

static inline const char *place_text(struct place place) { return place.source->text.data + place.begin; }
static inline size_t place_length(struct place place) { return place.end - place.begin; }

/* Does the place contain exactly this text? */
static inline bool place_says(struct place place, const char *text)
{
    return place_length(place) == strlen(text) && memcmp(place_text(place), text, place_length(place)) == 0;
}

/* Returns a place's length for printf's %.*s, 200 at most. */
static inline int place_precision(struct place place)
{
    return place_length(place) < 200 ? (int)place_length(place) : 200;
}

#endif
