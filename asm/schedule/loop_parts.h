/*
 * The parts of .schedule_loop and its like.
 *
 *   loop_directive.c  the directives, and the form of a loop
 *   loop_gaps.c       what gaps would do to a loop, and which part of a long body REPLAY has for them
 *   loop_words.c      the words of each form
 */
#ifndef SFP_LOOP_PARTS_H
#define SFP_LOOP_PARTS_H

#include "loop.h"
#include "table.h"

/* A loop whose words are given. What was asked for is the assembly's schedule_request. */
struct writing {
    struct assembler *as;
    struct place directive;
    struct schedule *schedule;
    struct layout layout;
    struct layout_walk walk;
    bool in_directive; /* the word before came from the directive too */
    bool failed;       /* an error was reported */
};

/* ---- loop_gaps.c ---- */

/*
 * Chooses what REPLAY has of bodies, and when it takes it, so that gaps do no harm to the loop in the form that was
 * asked for. False, reported, if they do, and its author has not said that none come.
 */
bool loop_bears_gaps(struct writing *w, struct loop_shape *shape);

/* ---- loop_words.c ---- */

/* REPLAY of some slots: in load mode, which takes the words behind it, executed or not; or played. */
struct replay {
    uint64_t slot, length;
    bool load_mode, execute;
};

uint32_t replay_word(const struct assembler *as, struct replay r);

/* A word that is of no cell. */
void write_own(struct writing *w, uint32_t word);

/* The next `count` words of the layout. */
void write_words(struct writing *w, uint64_t count);

/* Goes by the next `count` words, without giving them. */
void pass_words(struct writing *w, uint64_t count);

/* The next `count` words as what REPLAY takes. */
void write_recording(struct writing *w, uint64_t count, bool execute);

/* All words of a loop of this shape in the form that was asked for. */
void write_loop_words(struct writing *w, const struct loop_shape *shape);

/* How many these are, or nearly: one more or less does not matter here. */
uint64_t written_words(const struct loop_shape *shape, enum loop_form form);

#endif
