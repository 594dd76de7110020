/* What recordings leave of sfpi code, as a list of nodes. */
#ifndef SFP_RECORD_NODES_READ_H
#define SFP_RECORD_NODES_READ_H

#include "select/nodes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- nodes_text.c ---- */

/*
 * A line of what recordings leave of vector code, as text:
 *
 *     sfpu-nodes 1
 *     arch wormhole
 *     headers 7.38                    the version of the user's sfpi headers
 *     bools 0x1 0x2 0x3               what sfpxbool is given there for or, and, not
 *     file "kernel.h"                 a file that words are shown in, of number 0, 1, ...
 *     call 1 "calculate<8>()"         a call begins, the one of this number of those wanted
 *     word 0x38008000 #0:12           a word that the kernel spelled out, at line 12 of file 0
 *     v0 = sfpload 0x0 0x0 0x3 @1a05,3203
 *                                     a builtin (include/builtins.def) with what it makes and is given: values v0,
 *                                     v1, ..., conditions c0, c1, ..., numbers, and - for a value that was never set;
 *                                     behind @ where the functions under way go on, the innermost first
 *     barrier @1a05                   the body of a load_replay_buf begins, or ends
 */
enum { TEXT_ARGUMENTS = 8, TEXT_FRAMES = 16 };

enum text_kind { TEXT_NUMBER, TEXT_VALUE, TEXT_CONDITION, TEXT_UNSET };

struct text_argument {
    uint8_t kind; /* enum text_kind */
    uint32_t number;
};

struct text_line {
    uint8_t result_kind; /* TEXT_VALUE or TEXT_CONDITION, */
    unsigned results;    /* of numbers from `first` on */
    uint32_t first;
    const char *name; /* the word that says what it is; in the line */
    size_t name_length;
    const char *rest; /* behind that, up to the line's end */
    size_t rest_length;
    struct text_argument arguments[TEXT_ARGUMENTS];
    unsigned argument_count;
    bool has_file; /* there is #FILE:LINE */
    uint32_t file, line;
    uint64_t frames[TEXT_FRAMES];
    unsigned frame_count;
};

/* Reads the name of a line, with what it makes. False: it is malformed. */
bool text_line_begin(const char *text, size_t length, struct text_line *line);

/* Reads what is behind it: arguments, then a place. */
bool text_line_finish(struct text_line *line);

/* Is it the line of this name? */
bool text_line_is(const struct text_line *line, const char *name);

/* Takes a number, in decimal or with 0x, and the blank behind it, from the rest. */
bool text_take_number(struct text_line *line, uint32_t *number);

/* The JSON string that the rest is; the caller frees it. NULL: it is none, or memory ran out. */
char *text_take_string(const struct text_line *line);

/* ---- nodes_read.c ---- */

/* Finds the line of the user's code that a node comes from: among where the functions under way go on, the innermost
 * first. */
struct line_finder {
    void *context;
    /* The file's name, which lives as long as the context, and the line; NULL: none is known to be the user's. */
    const char *(*find)(void *context, const uint64_t *addresses, size_t count, uint32_t *line);
};

struct nodes_request {
    const char *text;
    size_t size;
    const char *profile; /* its name; NULL: that of the headers' version, if there is one, or the default */
    struct line_finder finder; /* find NULL: no lines are known */
};

#define CALLS_FILE "--call" /* whose lines are the calls, by their numbers */

struct read_call {
    char *name; /* the whole of it */
    uint32_t number;
};

/* The list, and its calls in the order of its NODE_CALLs. What is in a call has a place: the line of the call, if no
 * other is known. */
struct read_nodes {
    struct node_list list;
    struct read_call *calls;
    size_t call_count, call_room;
};

/*
 * On failure false with a message in *error as select.h has them, which the caller frees, or NULL if memory ran out;
 * then there is nothing to free in *nodes.
 */
bool nodes_read(const struct nodes_request *request, struct read_nodes *nodes, char **error);
void read_nodes_free(struct read_nodes *nodes);

/* ---- program_lines.c: the lines of a recording's program, as the compiler's debug information has them ---- */

struct program_lines;

/* Opens those of the program in `path`, whose lines in files below `own` are nobody's. NULL: there are none, or memory
 * ran out. */
struct program_lines *program_lines_open(const char *path, const char *own);
void program_lines_close(struct program_lines *lines);

/* Of these, which may be NULL. */
struct line_finder program_lines_finder(struct program_lines *lines);

#endif
