/*
 * Programs recorded from C++. The user's own compiler compiles calls of kernels, with macros that append words to a
 * buffer; running the compiled program records the words. Nothing here prints, exits or keeps state between calls.
 */
#ifndef SFP_RECORD_H
#define SFP_RECORD_H

#include "base/text_buffer.h"

#include <stdbool.h>
#include <stddef.h>

struct sfp_recording {
    const char *arch; /* arch's name; NULL: from a definition of ARCH_WORMHOLE or ARCH_BLACKHOLE, else Wormhole */
    const char *const *calls; /* calls as C++ statements, in order, at least one */
    size_t call_count;
    const char *const *headers; /* paths of the headers; "-" is standard input */
    size_t header_count;
    const char *text; /* C++ text that follows the headers, or NULL */
    size_t text_size;
    const char *const *include_dirs;
    size_t include_dir_count;
    const char *const *defines; /* definitions NAME or NAME=TEXT, passed to the compiler */
    size_t define_count;
    size_t max_errors;    /* error limit for the compiler; 0: the compiler's default */
    bool no_warnings;     /* silences the compiler's warnings */
    const char *sfpi;     /* profile that selects the words of sfpi code; NULL: the profile of the headers' version */
    bool schedule;        /* sfpi code, for the fewest cycles (sfpasm(1), --schedule) */
    bool show_nodes;      /* returns the nodes of sfpi code as text, instead of words */
    bool dependencies;    /* lists the files that the compiler read, without system headers */
    unsigned cpu_seconds; /* processor time limit of the calls; 0: RECORD_CPU_SECONDS */
    const char *directory; /* absolute path of an empty directory, for the recording's files */
    void (*child)(int pid); /* called with each process's pid at its start, and with 0 at its end; or NULL */
    /* Explains an instruction in the macro form with an operand that does not fit. The caller frees the text; NULL:
     * unknown. */
    char *(*misfit)(const char *arch, const char *macro);
    bool (*made)(const char *name); /* called before a file is made by a name that record_files lacks; or NULL. Returns
                                     * false to forbid the file */
};

enum {
    RECORD_CPU_SECONDS = 5,
    RECORD_MOST_MESSAGES = 1 << 20, /* most bytes of messages from the compiler, and from the calls */
};

/* The result of a recording. */
struct sfp_recorded {
    char *words;  /* path of the words, in the directory. Beside the words lies a table like sfpasm -g's, with a
                   * region for each call, and source lines */
    struct text nodes; /* text for show_nodes; empty if the calls have no sfpi code */
    char **files; /* files read, the sources first, for `dependencies` */
    size_t file_count;
    bool refused; /* the calls refused to be recorded; the last message says why, and no other member is set */
};

/*
 * Records a program of at least one word. *messages gets the output of the compiler and the calls, up to
 * RECORD_MOST_MESSAGES bytes from each; the caller frees it with text_free(), also after a failure. Returns false with
 * a message in *error for the caller to free. *error is NULL if calls refused to be recorded, or memory ran out. After
 * a failure, *recorded needs no freeing.
 */
bool record_calls(const struct sfp_recording *recording, struct sfp_recorded *recorded, struct text *messages,
                  char **error);
void record_free(struct sfp_recorded *recorded);

/* Names of the files that record_calls() may leave in its directory, up to a NULL. recording->made() announces more
 * names. */
extern const char *const record_files[];

/* Writes sfpu_record.hpp, and stand-ins for the vendor's headers, to the recording's directory. Links the user's
 * sfpi headers there if they exist: *sfpi. Returns false with a message in *error for the caller to free; NULL if
 * memory ran out. */
bool record_write_headers(const struct sfp_recording *recording, bool *sfpi, char **error);

#endif
