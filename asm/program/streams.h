/* The streams of a program: which thread runs each word. */
#ifndef SFP_STREAMS_H
#define SFP_STREAMS_H

#include "sfp_program.h"

/* Gives the last `words` words of the program to `thread`. The words before have streams already, or are math's.
 * `capacity` is the capacity of the streams. Returns false without memory. */
bool sfp_streams_add(struct sfp_program *program, size_t *capacity, enum sfp_thread_id thread, size_t words);

/* Returns the thread that runs word `index`. */
enum sfp_thread_id sfp_thread_of_word(const struct sfp_program *program, size_t index);

/* Returns the number of words that the thread of word `index` has before it. */
size_t sfp_index_in_thread(const struct sfp_program *program, size_t index);

/* Counts the words of each thread. */
void sfp_streams_count(const struct sfp_program *program, size_t counts[SFP_THREADS]);

/* Returns whether more than one thread has words. */
bool sfp_has_several_threads(const struct sfp_program *program);

/* ---- join.c: joining programs ---- */

/* A thread's share of a joined program: a range of each array. */
struct sfp_program_part {
    struct sfp_word_range words, sources, regions, files, read, symbols, schedules, chosen;
    enum sfp_init init; /* state that the part states */
};

/* Returns the whole program as a part. */
struct sfp_program_part sfp_program_whole(const struct sfp_program *program);

/*
 * Appends the words of `more` to `program` as words of `thread`, whatever thread ran them, with everything that the
 * program keeps about them. Word indices of `more` rise by the words that `program` had. Both must be for one arch.
 * `more` becomes empty, and *part is its part of `program`. The state of .init stays that of `program` if it has one.
 * Returns false without memory: the programs then have the same contents as before.
 */
bool sfp_program_join(struct sfp_program *program, struct sfp_program *more, enum sfp_thread_id thread,
                      struct sfp_program_part *part);

/* Removes a part from the program, and lowers the indices of what comes after. The caller corrects its other parts with
 * sfp_part_after_cut(), and the state of .init. Returns false without memory; the program is then unchanged. */
bool sfp_program_cut(struct sfp_program *program, const struct sfp_program_part *cut);
void sfp_part_after_cut(struct sfp_program_part *part, const struct sfp_program_part *cut);

#endif
