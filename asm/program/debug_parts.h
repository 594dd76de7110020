/* Declarations that the writers and readers of the debug table's parts share. */
#ifndef SFP_DEBUG_PARTS_H
#define SFP_DEBUG_PARTS_H

#include "debug_lists.h"
#include "sfp_program.h"
#include "base/json_writer.h"
#include "base/names.h"

#include <jansson.h>

/* ---- Writing ---- */

/* The place of a run of words, or of a schedule's cell. */
struct source_line {
    size_t index; /* index of the run's first word; 0 for a cell */
    size_t file;
    size_t text;  /* the number of the line's text in "text" */
    size_t from;  /* number of where.from_file, from which a compiler made the line; 0 if NULL */
    struct sfp_where where;
};

/* The places collected while a table is written. */
struct collection {
    const char **files; /* strings that the program owns */
    size_t file_count, file_capacity;
    struct names file_names;
    struct source_line *lines; /* the words' places in order, then the places of schedules' cells */
    size_t line_count, line_capacity;
    size_t word_line_count;
};

/* Indentation of array elements that begin a line, in columns. */
enum { DEBUG_ENTRY = 4, DEBUG_MEMBER, DEBUG_CELL };

/* Adds the place of an origin, for word `index`. Returns false without memory. */
bool debug_add_place(const struct sfp_program *program, struct sfp_origin origin, size_t index, struct collection *c);

/* ---- Reading ---- */

/* An entry of "text": a source line, and its offset and length in the source made from all lines. */
struct debug_text {
    json_int_t file, line;
    size_t offset, length;
};

/* A table that is being read into a program. */
struct reading {
    const char *path;
    json_t *root;             /* the table except the entries of the two long lists */
    struct debug_list *lines; /* the list "lines" */
    struct debug_list *text;  /* the list "text" */
    struct sfp_program *program;
    struct debug_text *texts; /* array with an element for each entry of "text" */
    size_t text_count, text_capacity;
    char **error;
};

/* Sets *r->error to the message after the table's path, or to NULL without memory. Returns false. */
__attribute__((format(printf, 2, 3))) bool debug_fail(struct reading *r, const char *format, ...);

/* Returns a whole number from 0 to `most`, or -1 if `value` is anything else. */
json_int_t debug_number(const json_t *value, uint64_t most);

/* A place as the table gives it. A member is -1 if the table has no number for it. */
struct debug_place {
    json_int_t file, line, column, text;
};

/* Returns the place's offset in the source made from the table's lines, or -1 if the place does not exist. */
int64_t debug_offset(const struct reading *r, struct debug_place place);

/* ---- debug_schedules.c ---- */

/* Adds the places of all cells, in order. Returns false without memory. */
bool debug_collect_schedules(const struct sfp_program *program, struct collection *c);

/* Writes the table's last member, "schedules", if the program has schedules. */
void debug_write_schedules(struct sfp_json *j, const struct sfp_program *program, const struct collection *c);

/* Reads "schedules" into the program. Returns false with an error set. */
bool debug_read_schedules(struct reading *r);

/* ---- debug_parts.c: words that instruction selection chose ---- */

/* Writes the member "selected", if instruction selection chose any words. */
void debug_write_chosen(struct sfp_json *j, const struct sfp_program *program);

/* Reads "selected" into the program. Returns false with an error set. */
bool debug_read_chosen(struct reading *r);

#endif
