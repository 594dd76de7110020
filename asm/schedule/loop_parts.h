/*
 * The parts of .schedule_loop, .schedule_record, .schedule_rest and .schedule_drain.
 *
 *   loop_directive.c  the directives, and the form of a loop
 *   loop_gaps.c       a loop's tolerance of gaps, and the part of a long body that REPLAY holds because of them
 *   loop_words.c      the words of each form
 */
#ifndef SFP_LOOP_PARTS_H
#define SFP_LOOP_PARTS_H

#include "loop.h"
#include "table.h"

/* A directive whose words are being written. The operands of the directive are in the assembly's schedule_request. */
struct writing {
    struct assembler *as;
    struct place directive;
    struct schedule *schedule;
    struct layout layout;
    struct layout_walk walk;
    bool in_directive; /* the previous word came from the directive too */
    bool failed;       /* an error was reported */
};

/* ---- loop_gaps.c ---- */

/*
 * Chooses which part of each body REPLAY holds, and when REPLAY records it, so that gaps do not harm the loop in the
 * requested form. Returns false, after reporting an error, if gaps harm the loop and the schedule is not gapless.
 */
bool loop_bears_gaps(struct writing *writing, struct loop_shape *shape);

/* ---- loop_words.c ---- */

/* A REPLAY of slots: in load mode it records the words after it, executed or not; otherwise it plays the slots. */
struct replay {
    uint64_t slot, length;
    bool load_mode, execute;
};

/* The word of a REPLAY. */
uint32_t replay_word(const struct assembler *as, struct replay r);

/* Writes a word that belongs to no cell. */
void write_own(struct writing *writing, uint32_t word);

/* Writes the next `count` words of the layout. */
void write_words(struct writing *writing, uint64_t count);

/* Skips the next `count` words of the layout. */
void pass_words(struct writing *writing, uint64_t count);

/* Writes a REPLAY that records, then the next `count` words of the layout, which REPLAY records. */
void write_recording(struct writing *writing, uint64_t count, bool execute);

/* Writes all words of a loop, in the requested form. */
void write_loop_words(struct writing *writing, const struct loop_shape *shape);

/* Returns the loop's length in words, give or take one, for the limit on an assembly's words. */
uint64_t written_words(const struct loop_shape *shape, enum loop_form form);

#endif
