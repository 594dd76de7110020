/*
 * C++ headers in the shape of the vendor's tt-llk: _init_NAME_() with a kernel's set-up, and _calculate_NAME_() with
 * its loop. Nothing here exits or keeps state between calls. The recorder uses the process's scratch directory
 * (cli/record_program.h).
 */
#ifndef SFP_HEADER_H
#define SFP_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/text_buffer.h"
#include "sfpu.h"

/* A request for a header. */
struct header_request {
    const char *name;   /* identifier in the names of the functions */
    const char *source; /* file from which the program was made, for the comment */
    const char *output; /* file that the header is written to, for the commands in the comment; NULL or "-": NAME.h */
    const char *tool;   /* "sfpasm", "sfpdis" or "sfpsched" */
    const char *const *calls; /* calls that made the program, of functions in the source; NULL without calls */
    size_t call_count;
    const char *sweep;  /* options of `sfpsim sweep`, by which the comment has the kernel's error; NULL: without it */
    const char *const *notes; /* lines for the comment, such as a proof; NULL without lines */
    size_t note_count;
};

/*
 * Makes the text of a header of the program, which has at least one word, and checks the text: records its functions as
 * sfpasm --call does, with the recorder's own definitions of the vendor's macros, and compares the words with the
 * program's. The words of regions named "init" are the set-up; without such a region shape.h finds the set-up. If the
 * run that the comment's figures come from has errors or warnings, `messages` gets a warning.
 *
 * Returns false after a message to `messages`, which also gets the messages of the C++ compiler, if such a region is
 * not at the program's start, if a word is for another thread than math or has no macro, if the recorded words differ,
 * or if memory ran out. The caller frees *text in either case.
 */
bool header_make(const struct header_request *request, const sfpu_program *program, FILE *messages, struct text *text);

#endif
