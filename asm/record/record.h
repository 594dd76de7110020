/*
 * Programs recorded from C++: the user's own compiler compiles calls of kernels, with macros that append words to a
 * buffer, and the result is run. Nothing here prints, exits or keeps state between calls.
 */
#ifndef SFP_RECORD_H
#define SFP_RECORD_H

#include "base/text_buffer.h"

#include <stdbool.h>
#include <stddef.h>

struct sfp_recording {
    const char *arch; /* its name; NULL: as a definition of ARCH_WORMHOLE or ARCH_BLACKHOLE says, or Wormhole */
    const char *const *calls; /* C++ statements, in order, at least one */
    size_t call_count;
    const char *const *headers; /* by their paths; "-" is standard input */
    size_t header_count;
    const char *const *include_dirs;
    size_t include_dir_count;
    const char *const *defines; /* NAME or NAME=TEXT, for the compiler */
    size_t define_count;
    size_t max_errors;    /* the compiler's; 0: as it likes */
    bool no_warnings;     /* of the compiler's */
    const char *sfpi;     /* the profile by which words of sfpi code are selected; NULL: that of its headers' version */
    bool schedule;        /* sfpi code, for the fewest cycles (sfpasm(1), --schedule) */
    bool show_nodes;      /* the nodes of sfpi code are wanted, as text, and no words */
    bool dependencies;    /* tell which files were read, but not which of the system's headers */
    unsigned cpu_seconds; /* that the calls may take; 0: RECORD_CPU_SECONDS */
    const char *directory; /* for files under way: empty, and its path absolute */
    void (*child)(int pid); /* told of a process when it is there, and 0 when it has ended; or NULL */
    /* What is wrong with an instruction in the macro form, of which an operand does not fit; the caller frees it; NULL:
     * unknown. */
    char *(*misfit)(const char *arch, const char *macro);
    bool (*made)(const char *name); /* told of a file there, before it is, that is none of record_files; or NULL.
                                     * False: there shall be no such file */
};

enum {
    RECORD_CPU_SECONDS = 5,
    RECORD_MOST_MESSAGES = 1 << 20, /* bytes that the compiler, or the calls, may print */
};

/* What comes of it. */
struct sfp_recorded {
    char *words;  /* the file of them, in the directory, with a table as sfpasm -g writes it: one region a call, lines */
    struct text nodes; /* if they are to be shown: nothing of calls without sfpi code */
    char **files; /* that were read, the sources first, if they are to be told */
    size_t file_count;
    bool refused; /* the calls refused something, and the messages end in what: there is nothing else then */
};

/*
 * Records a program: at least a word. What the compiler and the calls said, of which each may say RECORD_MOST_MESSAGES
 * bytes, is in *messages, which the caller frees with text_free, whatever came of it. False with what went wrong in
 * *error, which the caller frees; NULL if calls refused something, or memory ran out; then there is nothing to free in
 * *recorded.
 */
bool record_calls(const struct sfp_recording *recording, struct sfp_recorded *recorded, struct text *messages,
                  char **error);
void record_free(struct sfp_recorded *recorded);

/* Names of the files that record_calls may leave in its directory, besides those that it tells of, and a NULL. */
extern const char *const record_files[];

/* Writes sfpu_record.hpp, and for each of the vendor's headers that it replaces one of that name, to the recording's
 * directory, and links the user's sfpi headers there, if its folders have them: *sfpi. On failure false and a message
 * in *error, which the caller frees; NULL if memory ran out. */
bool record_write_headers(const struct sfp_recording *recording, bool *sfpi, char **error);

#endif
