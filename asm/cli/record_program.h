/* Records a program from C++ for a command line: in a scratch directory, with messages on a stream. */
#ifndef SFP_RECORD_PROGRAM_H
#define SFP_RECORD_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "record/record.h"
#include "sfpu.h"

/* The result of recording. */
struct recorded_program {
    sfpu_program *program; /* NULL if `show_nodes` asked for nodes instead */
    struct text nodes;     /* text for `show_nodes` */
    char **files;          /* files that were read, the headers first */
    size_t file_count;
};

/*
 * Records the calls, and reads the words back as a program. The function fills in the members of `recording` about
 * dependencies, the directory, child processes and names of files; the caller sets the other members.
 *
 * Messages of the compiler and of the calls, and every error, go to `messages`, with unprintable characters escaped. An
 * error without a place in a file begins with the name `tool`. Threads may call this concurrently; they then wait for
 * one another, because a process has one scratch directory. Returns false after an error; `made` is then empty. The
 * caller frees `made` in either case.
 */
bool record_program(const struct sfp_recording *recording, const char *tool, FILE *messages,
                    struct recorded_program *made);
void recorded_program_free(struct recorded_program *made);

/* Prints the text line by line, with unprintable characters escaped. */
void record_print_lines(FILE *stream, const struct text *text);

#endif
