/* Reads recorded sfpi code into a list of nodes. */
#ifndef SFP_RECORD_NODES_READ_H
#define SFP_RECORD_NODES_READ_H

#include "select/nodes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- nodes_text.c ---- */

/*
 * A line of recorded sfpi code. The format:
 *
 *     sfpu-nodes 1
 *     arch wormhole
 *     headers 7.38                    the version of the user's sfpi headers
 *     bools 0x1 0x2 0x3               the headers' sfpxbool modes for or, and, not
 *     file "kernel.h"                 a source file, numbered 0, 1, ... in order
 *     call 1 "calculate<8>()"         a call begins: its number among the --call options, and its text
 *     word 0x38008000 #0:12           a word spelled out by the kernel, at line 12 of file 0
 *     v0 = sfpload 0x0 0x0 0x3 @1a05,3203
 *                                     a builtin (include/builtins.def) with its results and arguments: values v0, v1,
 *                                     ..., conditions c0, c1, ..., numbers, and - for a value that was never set;
 *                                     after @, the return addresses of the running functions, innermost first
 *     barrier @1a05                   the body of a load_replay_buf begins or ends
 */
enum { TEXT_ARGUMENTS = 8, TEXT_FRAMES = 16 };

enum text_kind { TEXT_NUMBER, TEXT_VALUE, TEXT_CONDITION, TEXT_UNSET };

struct text_argument {
    uint8_t kind; /* kind of argument, an enum text_kind */
    uint32_t number;
};

struct text_line {
    uint8_t result_kind; /* kind of result: TEXT_VALUE or TEXT_CONDITION */
    unsigned results;    /* number of results, numbered from `first` on */
    uint32_t first;
    const char *name; /* the line's keyword or builtin, inside the line */
    size_t name_length;
    const char *rest; /* text after the name, up to the line's end */
    size_t rest_length;
    struct text_argument arguments[TEXT_ARGUMENTS];
    unsigned argument_count;
    bool has_file; /* the line has a #FILE:LINE */
    uint32_t file, line;
    uint64_t frames[TEXT_FRAMES];
    unsigned frame_count;
};

/* Reads a line's results and name. Returns false if they are malformed. */
bool text_line_begin(const char *text, size_t length, struct text_line *line);

/* Reads the remainder of the line: arguments, then a place. Returns false if it is malformed. */
bool text_line_finish(struct text_line *line);

/* Returns whether the line has the name. */
bool text_line_is(const struct text_line *line, const char *name);

/* Takes a number, decimal or with 0x, and the blank after it, from the rest of the line. */
bool text_take_number(struct text_line *line, uint32_t *number);

/* Returns the rest of the line decoded as a JSON string, for the caller to free. Returns NULL if the rest is no JSON
 * string, or memory ran out. */
char *text_take_string(const struct text_line *line);

/* ---- nodes_read.c ---- */

/* Finds the user's source line for a node, given the return addresses of the running functions, innermost first. */
struct line_finder {
    void *context;
    /* Returns the file's name, owned by the context, and sets *line. Returns NULL if no address lies in the user's
     * code. */
    const char *(*find)(void *context, const uint64_t *addresses, size_t count, uint32_t *line);
};

struct nodes_request {
    const char *text;
    size_t size;
    const char *profile; /* profile name; NULL: the profile of the headers' version, or the default profile */
    struct line_finder finder; /* finder.find is NULL if the program has no known lines */
};

#define CALLS_FILE "--call" /* pseudo file with a line for each call: the line number is the call's number */

struct read_call {
    char *name; /* text of the call, complete, possibly with newlines */
    uint32_t number;
};

/* The list of nodes, and its calls in the order of the NODE_CALL nodes. Every node in a call has a place: the call's
 * line, if no better place is known. */
struct read_nodes {
    struct node_list list;
    struct read_call *calls;
    size_t call_count, call_room;
};

/*
 * Reads recorded nodes. Returns false with a message in *error, in the form described in select.h, for the caller to
 * free, or NULL if memory ran out; *nodes is then empty.
 */
bool nodes_read(const struct nodes_request *request, struct read_nodes *nodes, char **error);
void read_nodes_free(struct read_nodes *nodes);

/* ---- program_lines.c: source lines of a recording's program, from the compiler's debug information ---- */

struct program_lines;

/* Opens the lines of the program at `path`. Files below the folder `own` do not count as the user's. Returns NULL if
 * the program has no debug information, or memory ran out. */
struct program_lines *program_lines_open(const char *path, const char *own);
void program_lines_close(struct program_lines *lines);

/* Returns a finder over `lines`, which may be NULL. */
struct line_finder program_lines_finder(struct program_lines *lines);

#endif
