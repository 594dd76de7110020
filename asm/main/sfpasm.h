/* Types and functions shared by the parts of sfpasm. */
#ifndef SFP_SFPASM_H
#define SFP_SFPASM_H

#include "base/text_buffer.h"
#include "sfpu.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* ---- sfpasm_files.c: make dependencies: the files a program was made from ---- */

/* A file that was read. */
struct depend_file {
    char *name;
    bool system; /* a header from the C preprocessor's system folders */
};

/* The files read, each once. */
struct depend_files {
    struct depend_file *items;
    size_t count;
};

/* Adds a file. Returns false if memory ran out. */
bool depend_files_add(struct depend_files *files, const char *name, bool system);
void depend_files_free(struct depend_files *files);

/* A target that depends on the files. */
struct depend_target {
    const char *name;
    bool verbatim; /* `name` is already quoted for make */
};

struct depend_options {
    bool wanted;
    bool user_only;                /* omits system headers */
    const char *file;              /* the rule's file; NULL: the output's name with .d */
    struct depend_target *targets; /* empty: the output is the target */
    size_t target_count;
    bool phony;          /* adds a rule without prerequisites for every file except the first, so that a deleted file
                          * causes no error */
};

/* Returns the path of the rule's file for a program in `output`, for the caller to free. Returns NULL if memory ran
 * out. */
char *depend_path(const struct depend_options *options, const char *output);

/* Writes the rule. */
void depend_write(const struct depend_options *options, const struct depend_files *files, const char *output,
                  FILE *stream);

/* ---- sfpasm_options.c ---- */

enum { HEADER_FORMAT = 1000 /* the C++ header: no format of sfpu_program_write(), so no enum sfpu_output */ };

/* The settings from the command line, which owns the strings. */
struct settings {
    struct sfpu_assembly how;
    const char **sources;
    size_t source_count;
    const char **include_dirs;
    const char **defines;
    const char **warnings;
    const char **calls; /* calls of C++ functions; empty: the sources are assembly */
    size_t call_count;
    const char *sfpi;   /* profile that selects sfpi code; NULL: the profile of the headers' version */
    bool schedule;      /* orders selected sfpi code for the fewest cycles */
    const char *sweep;  /* options of sfpsim sweep for a header's error, or NULL */
    bool print_nodes;
    const char *header_directory; /* folder to write the recording headers to, or NULL */
    int format; /* an enum sfpu_output, or HEADER_FORMAT */
    const char *output;
    const char *listing;
    bool debug;
    bool no_warnings; /* overrides the -W options */
    struct depend_options depend;
    bool color;
};

/* Sets the default settings, with room for `count` arguments in each list. Returns false if memory ran out. The
 * caller calls settings_free() in either case. */
bool settings_init(struct settings *settings, size_t count);
void settings_free(struct settings *settings);

/* Reads the command line. Returns false if it cannot be parsed. Ends the program after --help, --version and wrong
 * options. */
bool settings_parse(struct settings *settings, int argc, char **argv);

/* ---- sfpasm_files.c: sfpasm's output files: words, listing, debug table, dependencies ---- No output is put in its
 * place before every output is written completely; the words are put in place last. */

/* The result of assembling or recording. */
struct made {
    sfpu_program *program;
    struct depend_files files; /* files read */
    struct text header;        /* the header, for HEADER_FORMAT */
};

/* Returns the path of the output, "-" for standard output: that of -o, or else the one made from the first source's
 * name. The caller frees it; NULL: memory ran out. */
char *sfpasm_output_path(const struct settings *s);

/* Writes the output files. Returns false with a message in *error for the caller to free, or NULL if memory ran out. */
bool products_write(const struct settings *settings, const struct made *made, char **error);

#endif
