/*
 * Instruction selection: a list of nodes to words, in order unless another is asked for, but for constants, which are
 * loaded where most lanes are enabled, and sums whose sign is tested, which go down to that. Nothing is spilled.
 *
 * Errors are one line: "FILE:LINE: what", or what alone where no place is known.
 */
#ifndef SFP_SELECT_H
#define SFP_SELECT_H

#include "nodes.h"
#include "base/text_buffer.h"

struct selected_word {
    uint32_t word;
    struct node_place place;
    bool chosen; /* by selection, and not spelled out by the kernel */
    bool wait;   /* an SFPNOP that the arch needs here */
};

/* A call's first word. */
struct selected_call {
    uint32_t name; /* calls[name] of the list */
    size_t first;
};

struct selection {
    struct selected_word *words;
    size_t count, room;
    struct selected_call *calls;
    size_t call_count, call_room;
    struct text reading; /* the nodes that words were made of, a line each with registers, if they were asked for */
    unsigned registers;  /* at most so many were in use at once */
    uint64_t cycles;     /* that the words take, as far as the tables tell, REPLAY's too */
    size_t moves, waits; /* among the words: copies that tied and fixed registers needed, and SFPNOPs */
    bool vector;         /* something was selected: not all words were spelled out */
};

/* What is asked for. */
enum {
    SELECT_READING = 1 << 0,  /* selection.reading */
    SELECT_SCHEDULE = 1 << 1, /* nodes in the order that takes the fewest cycles, where that is not the list's own */
};

/*
 * Makes words of `list`, which is not changed, as `how` says, a set of the above. False, with a message in *error,
 * which the caller frees, if the list is not one that can be selected; NULL without memory. Then there is nothing to
 * free in *selection.
 */
bool select_nodes(const struct node_list *list, unsigned how, struct selection *selection, char **error);
void selection_free(struct selection *selection);

#endif
