/*
 * Instruction selection: turns a list of nodes into words. The nodes keep their order unless SELECT_SCHEDULE is set,
 * with two exceptions: constants are loaded where most lanes are enabled, and a sum whose sign is tested moves down to
 * the test. Values are never spilled. The rows of a loop over Dst get the same words, unless others take fewer cycles.
 *
 * An error is one line: "FILE:LINE: message", or the message alone if the place is unknown.
 */
#ifndef SFP_SELECT_H
#define SFP_SELECT_H

#include "nodes.h"
#include "base/text_buffer.h"

struct selected_word {
    uint32_t word;
    struct node_place place;
    bool chosen; /* selection made the word; false: the kernel itself has the word */
    bool wait;   /* the word is an SFPNOP that the arch needs here */
};

/* A call's first word. */
struct selected_call {
    uint32_t name; /* name of the call: calls[name] of the list */
    size_t first;
};

struct selection {
    struct selected_word *words;
    size_t count, room;
    struct selected_call *calls;
    size_t call_count, call_room;
    struct text reading; /* nodes as lines of text, with their registers, if requested */
    unsigned registers;  /* most registers in use at once */
    uint64_t cycles;     /* number of cycles that the words take according to the tables, including words that REPLAY
                          * plays */
    size_t moves, waits; /* numbers of copies made for tied and fixed registers, and of SFPNOPs, among the words */
    bool vector;         /* at least one word was made by selection */
};

/* Options of select_nodes(), bits. */
enum {
    SELECT_READING = 1 << 0,  /* request to fill selection.reading */
    SELECT_SCHEDULE = 1 << 1, /* request to order the nodes for the fewest cycles, if an order beats the list's own */
};

/*
 * Fills *selection with the words of `list`; `list` stays unchanged. `how` is a set of the options above. On failure
 * returns false, with nothing to free in *selection, and sets *error to a message that the caller frees, or to NULL if
 * memory ran out.
 */
bool select_nodes(const struct node_list *list, unsigned how, struct selection *selection, char **error);
void selection_free(struct selection *selection);

#endif
