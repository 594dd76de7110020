/* What the writers and the readers of parts of the debug table share. */
#ifndef SFP_DEBUG_PARTS_H
#define SFP_DEBUG_PARTS_H

#include "debug_lists.h"
#include "sfp_program.h"
#include "base/json_writer.h"
#include "base/names.h"

#include <jansson.h>

/* ---- Writing ---- */

/* A place that gave words, or has a cell. */
struct source_line {
    size_t index; /* of its first word; 0 of a cell */
    size_t file;
    size_t text;  /* number of its line's text */
    size_t from;  /* the file that a compiler made it from, if where.from_file says so */
    struct sfp_where where;
};

/* What is collected while the places are written. */
struct collection {
    const char **files; /* the program's strings */
    size_t file_count, file_capacity;
    struct names file_names;
    struct source_line *lines; /* in order of the words, and behind them those of cells of schedules */
    size_t line_count, line_capacity;
    size_t word_line_count;
};

/* Columns at which elements of arrays of the table begin a line. */
enum { DEBUG_ENTRY = 4, DEBUG_MEMBER, DEBUG_CELL };

/* Adds the place of an origin, for word `index`. False without memory. */
bool debug_add_place(const struct sfp_program *program, struct sfp_origin origin, size_t index, struct collection *c);

/* ---- Reading ---- */

/* An entry of "text": a source line, and where the source that is made of them has it. */
struct debug_text {
    json_int_t file, line;
    size_t offset, length;
};

/* A table that is being read into a program. */
struct reading {
    const char *path;
    json_t *root;             /* all but the entries of the two long lists */
    struct debug_list *lines; /* "lines" */
    struct debug_list *text;  /* "text" */
    struct sfp_program *program;
    struct debug_text *texts; /* of each entry of "text" */
    size_t text_count, text_capacity;
    char **error;
};

/* Sets the error; false. */
__attribute__((format(printf, 2, 3))) bool debug_fail(struct reading *r, const char *format, ...);

/* A whole number from 0 to `most`; -1 for anything else. */
json_int_t debug_number(const json_t *value, uint64_t most);

/* A place, as the table has it: each is -1 if the table has no number there. */
struct debug_place {
    json_int_t file, line, column, text;
};

/* The offset of a place in the source that is made of the table's lines. -1 if there is no such place. */
int64_t debug_offset(const struct reading *r, struct debug_place place);

/* ---- debug_schedules.c ---- */

/* Adds the places of all cells, in order. False without memory. */
bool debug_collect_schedules(const struct sfp_program *program, struct collection *c);

/* Writes the member "schedules", which is the last, if there are any. */
void debug_write_schedules(struct sfp_json *j, const struct sfp_program *program, const struct collection *c);

/* Gives the program its schedules. False with an error. */
bool debug_read_schedules(struct reading *r);

/* ---- debug_parts.c: words that instruction selection chose ---- */

/* Writes the member "selected", if instruction selection chose any words. */
void debug_write_chosen(struct sfp_json *j, const struct sfp_program *program);

/* Gives the program what that says. False with an error. */
bool debug_read_chosen(struct reading *r);

#endif
