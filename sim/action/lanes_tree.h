/*
 * How lanes came to be enabled during a run: the open levels of the flag stack, each with the instruction that opened
 * the level and the later instructions that changed lanes in it. This module knows nothing about instructions' effects
 * on flags: after an instruction wrote flags or stack, it asks the machine for depth and enabled lanes.
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
    size_t index;       /* index of the word, or of the SFPLOADMACRO that scheduled it; SIZE_MAX: before the run */
    uint32_t word;
    uint32_t lanes;     /* lanes enabled after the step, if `known` */
    bool known;         /* are the lanes known? Only levels opened before the run, below the current level, have
                         * unknown lanes */
    uint64_t cycle;
    bool scheduled;     /* the SFPLOADMACRO at `index` scheduled the step */
    uint64_t closings;  /* number of consecutive closings of levels that this step stands for; 0: the step closes no
                         * level */
    size_t opened;      /* `index` of the step that opened the level closed last */
};

struct lanes_level {
    struct lanes_step opened;             /* step that opened the level; level 0: the start */
    struct lanes_step steps[LANES_STEPS]; /* ring with the last of `count` steps */
    uint64_t count;
};

struct lanes_tree {
    unsigned depth; /* number of the current level */
    uint32_t lanes; /* set of enabled lanes */
    struct lanes_level levels[LANES_LEVELS];
};

/* Starts at the machine's present state, before a run. */
void lanes_tree_begin(struct lanes_tree *tree, sfpu_machine *m);

/* Takes an event of the run. */
void lanes_tree_hear(struct lanes_tree *tree, sfpu_machine *m, const struct sfpu_event *event);

/* Prints a line for each instruction; the line begins with the number of lanes that the instruction left enabled. */
void lanes_tree_text(const struct lanes_tree *tree, sfpu_machine *m, FILE *out);

/* Writes the levels as a member of an object. */
void lanes_tree_json(const struct lanes_tree *tree, struct sfp_json *j, sfpu_machine *m);

#endif
