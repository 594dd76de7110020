/*
 * C++ headers in the shape of the vendor's tt-llk: _init_NAME_() with a kernel's set-up, and _calculate_NAME_() with
 * its loop. Nothing here exits or keeps state between calls. The recorder uses the process's scratch directory
 * (cli/record_program.h).
 */
#ifndef SFP_HEADER_H
#define SFP_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/text_buffer.h"
#include "sfpu.h"

/* A request for a header. */
struct header_request {
    int arch;              /* an enum sfpu_arch */
    const uint32_t *words; /* words of the math thread */
    size_t count;          /* number of words, at least 1 */
    size_t setup;          /* number of set-up words; SIZE_MAX: shape.h counts them */
    const char *init;      /* initial state by .init, a value of --init; NULL without .init */
    const char *name;      /* identifier in the names of the functions */
    const char *source; /* file from which the program was made, for the comment */
    const char *tool;   /* "sfpasm", "sfpdis" or "sfpsched" */
    const char *const *notes; /* lines for the comment, such as a proof; NULL without lines */
    size_t note_count;
};

/* Sets the members that come from a program, up to `init`. The program must outlive the request. The words of regions
 * named "init" are set-up. Returns false with a message in *error for the caller to free (NULL: memory ran out) if such
 * a region is not at the program's start, or if a word is for another thread than math. */
bool header_take_program(struct header_request *request, const sfpu_program *program, char **error);

/*
 * Makes the header's text, and checks it: records its functions as sfpasm --call does, with the recorder's own
 * definitions of the vendor's macros, and compares the words with the program's. Messages of the C++ compiler go to
 * `messages`. Returns false if the header cannot be made or differs, with a message in *error for the caller to free;
 * *error is NULL if memory ran out, or if `messages` has the reason. The caller frees *text in either case.
 */
bool header_make(const struct header_request *request, FILE *messages, struct text *text, char **error);

#endif
