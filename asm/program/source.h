/*
 * A source text in memory, and places in it. A place is a pair of byte
 * offsets; lines are counted only when somebody asks.
 */
#ifndef SFP_SOURCE_H
#define SFP_SOURCE_H

#include "base/fileio.h"
#include "base/names.h"
#include "base/text_buffer.h"

#include <stdint.h>
#include <string.h>

enum { NOT_INCLUDED = 0 }; /* as an offset: before it stands at least a marker */

/* From offset `begin` on, the text is that of line `line` onwards of `file` (a preprocessor's line marker). */
struct line_marker {
    size_t begin;
    const char *file;
    unsigned long line;
    size_t included; /* offset of the place that includes the file, or NOT_INCLUDED */
};

/* What a line marker does. */
enum mark { MARK_GO_ON, MARK_ENTER, MARK_RETURN };

/* From offset `begin` on, a compiler made the text from line `line` of `file` (.loc). */
struct line_origin {
    size_t begin;
    const char *file;
    unsigned long line;
};

/* Bytes begin..end of a source. */
struct place {
    struct source *source;
    uint32_t begin, end;
};

/* One of the texts in a source that holds expansions only. It ends where the next begins. */
struct expansion {
    uint32_t begin;
    struct place call; /* what asked for it */
    struct place body; /* what it is made from, line by line */
    const char *name;  /* of the macro, or of the directive */
};

/* In a text of expansions: where the line is that lies `lines` below the one of offset `begin`. */
struct line_step {
    size_t begin, lines, offset;
};

struct source {
    char *name; /* as messages print it */
    struct sfp_buffer text;
    bool owned;     /* free `text` with the source */
    size_t passed;  /* offset up to which its memory has been let go of, if it is mapped */
    uint32_t spent; /* offset behind the last place that gave words */
    bool told_preprocessor; /* that lines in it are for the C preprocessor */
    bool compiled;     /* a compiler wrote it, and GNU as is to read it */
    const char *named; /* by .file, for the .line that may follow; NULL if it is not */
    bool preprocessed; /* its line markers name files that were read */
    uint32_t index; /* among the sources of a program */
    struct place included; /* the .include that first read it; without a source, none */
    size_t *lines; /* offset of each line's start; NULL until asked for */
    size_t line_count;
    struct line_marker *markers; /* in order of `begin` */
    size_t marker_count, marker_capacity;
    struct line_origin *line_origins; /* in order of `begin` */
    size_t line_origin_count, line_origin_capacity;
    struct pool strings;      /* that live as long as the source */
    struct names files;       /* that the markers name: for each the first marker */
    bool expanded;                /* the text is expansions */
    struct expansion *expansions; /* in order of `begin` */
    size_t expansion_count, expansion_capacity, text_capacity;
    struct line_step counted, descended; /* the last ones asked for: the next are mostly further on */
};

/* Where an offset is, for people. */
struct position {
    const char *file;
    unsigned long line;   /* from 1 */
    unsigned long column; /* in bytes, from 1 */
    const char *text;     /* the whole line, without its newline */
    size_t length;
    const char *from_file; /* what a compiler made the line from, by .loc; NULL if nothing says so */
    unsigned long from_line;
};

/*
 * Makes a source named `name`. It takes over `text` if `owned`, else `text` must outlive it. NULL if memory ran out,
 * and then `text` is the caller's still.
 */
struct source *sfp_source_new(const char *name, struct sfp_buffer text, bool owned);
void sfp_source_free(struct source *source);

/* What lies before `offset` is not wanted soon, and need not stay in memory where the source is mapped. */
void sfp_source_pass(struct source *source, size_t offset);

/* Notes a line marker; the text from `begin` on is line `line` onwards of `file`. False if memory ran out. */
bool sfp_source_mark(struct source *source, size_t begin, unsigned long line, const char *file, size_t file_length);
bool sfp_source_mark_as(struct source *source, size_t begin, unsigned long line, const char *file, size_t file_length,
                        enum mark mark);

/* Notes that the text from `begin` on comes from a line of `file`, which must live as long as the source. False if
 * memory ran out. */
bool sfp_source_mark_origin(struct source *source, size_t begin, const char *file, unsigned long line);

/*
 * Appends an expansion, whose `begin` this sets, to a source of expansions; it ends with a line's end. `text` must not
 * lie in that source. False if memory ran out.
 */
bool sfp_source_expand(struct source *source, struct expansion *expansion, const char *text, size_t size);

/* Keeps the first `count` expansions only. */
void sfp_source_forget(struct source *source, size_t count);

/* A copy of `name` that lives as long as the source. NULL if memory ran out. */
const char *sfp_source_keep(struct source *source, const char *name, size_t length);

/* The expansion that a place lies in, or NULL. */
const struct expansion *sfp_source_expansion(struct place place);

/* What includes the text at `place`, by the preprocessor's line markers. False if nothing does. */
bool sfp_source_includer(struct place place, struct place *includer);

/* Counts the lines of a source that is written, now and not when it is first looked for one. False without memory. */
bool source_count_lines(struct source *source);

/* False if memory ran out while lines were counted. In an expansion the file and line are those of its body. */
bool sfp_source_locate(struct source *source, size_t offset, struct position *position);

static inline const char *place_text(struct place place) { return place.source->text.data + place.begin; }
static inline size_t place_length(struct place place) { return place.end - place.begin; }

/* Is this the text there? */
static inline bool place_says(struct place place, const char *text)
{
    return place_length(place) == strlen(text) && memcmp(place_text(place), text, place_length(place)) == 0;
}

/* A place's length as printf's %.*s wants it; names that long are cut. */
static inline int place_precision(struct place place)
{
    return place_length(place) < 200 ? (int)place_length(place) : 200;
}

#endif
