/*
 * How lanes came to be enabled, as a run tells: the levels of the flag stack that are open, each with the instruction
 * that opened it and those that have changed lanes in it since. Nothing here knows what instructions do to flags: what a
 * level is, and which lanes are enabled, is asked of the machine whenever one has written flags or stack.
 */
#ifndef SFP_LANES_TREE_H
#define SFP_LANES_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "sfpu.h"
#include "base/json_writer.h"

enum { LANES_LEVELS = SFPU_STACK + 1, LANES_STEPS = 16 };

struct lanes_step {
    size_t index;       /* of the word; of what an SFPLOADMACRO has scheduled, of that; SIZE_MAX: none, before a run */
    uint32_t word;
    uint32_t lanes;     /* that were enabled behind it, */
    bool known;         /* if that is known: of levels that were open before the run it is not, but for the last one */
    uint64_t cycle;
    bool scheduled;     /* by the SFPLOADMACRO at `index` */
    uint64_t closings;  /* so many levels were closed, one after the other, with nothing between; 0: it closes none */
    size_t opened;      /* what had opened the last of them, as `index` */
};

struct lanes_level {
    struct lanes_step opened;             /* by what; level 0 is there from the start */
    struct lanes_step steps[LANES_STEPS]; /* a ring: the last of `count` */
    uint64_t count;
};

struct lanes_tree {
    unsigned depth; /* the level that is open by now */
    uint32_t lanes; /* that are enabled in it */
    struct lanes_level levels[LANES_LEVELS];
};

/* Before a run on the state that the machine has. */
void lanes_tree_begin(struct lanes_tree *tree, sfpu_machine *m);

/* What an observer of the run hears. */
void lanes_tree_hear(struct lanes_tree *tree, sfpu_machine *m, const struct sfpu_event *event);

/* A line for each instruction, behind how many lanes it has left enabled. */
void lanes_tree_text(const struct lanes_tree *tree, sfpu_machine *m, FILE *out);

/* Writes members of an object. */
void lanes_tree_json(const struct lanes_tree *tree, struct sfp_json *j, sfpu_machine *m);

#endif
