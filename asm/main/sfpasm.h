/* What the parts of sfpasm share. */
#ifndef SFP_SFPASM_H
#define SFP_SFPASM_H

#include "sfpu.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* ---- sfpasm_files.c: make dependencies: which files a program was made from ---- */

/* A file that was read. */
struct depend_file {
    char *name;
    bool system; /* a header that the C preprocessor took for the system's */
};

/* All of them, each once. */
struct depend_files {
    struct depend_file *items;
    size_t count;
};

/* Adds one. False if memory ran out. */
bool depend_files_add(struct depend_files *files, const char *name, bool system);
void depend_files_free(struct depend_files *files);

/* What depends on the files. */
struct depend_target {
    const char *name;
    bool verbatim; /* `name` is as make reads it */
};

struct depend_options {
    bool wanted;
    bool user_only;                /* without the system's headers */
    const char *file;              /* where they go; NULL: the output's name with .d */
    struct depend_target *targets; /* none: the output */
    size_t target_count;
    bool phony;          /* a rule without prerequisites for every file but the first, so that it may vanish */
};

/* The file for the rule of a program in the file `output`. NULL if memory ran out. The caller frees it. */
char *depend_path(const struct depend_options *options, const char *output);

/* Writes the rule. */
void depend_write(const struct depend_options *options, const struct depend_files *files, const char *output,
                  FILE *stream);

/* ---- sfpasm_options.c ---- */

/* The strings are the command line's. */
struct settings {
    struct sfpu_assembly how;
    const char **sources;
    size_t source_count;
    const char **include_dirs;
    const char **defines;
    const char **warnings;
    const char **calls; /* of C++ functions; without any, the sources are assembly */
    size_t call_count;
    const char *sfpi;   /* the profile by which sfpi code is selected; NULL: as its headers have it */
    bool schedule;      /* sfpi code, for the fewest cycles */
    bool print_nodes;
    const char *header_directory; /* where the headers of recording go; NULL: nowhere */
    int format; /* an enum sfpu_output */
    const char *output;
    const char *listing;
    bool debug;
    bool no_warnings; /* whatever the options say */
    struct depend_options depend;
    bool color;
};

/* Room for everything that `count` words of a command line can name, and what holds without options. False if memory
 * ran out; settings_free is due either way. */
bool settings_init(struct settings *settings, size_t count);
void settings_free(struct settings *settings);

/* Reads the command line. Ends the program after --help, --version and wrong options. */
bool settings_parse(struct settings *settings, int argc, char **argv);

/* ---- sfpasm_files.c: the files that sfpasm writes: words, listing, debug table, dependencies ----
 * Each is put in its place whole, and none of them before all are written; the words come last. */

/* What came of the sources. */
struct made {
    sfpu_program *program;
    struct depend_files files; /* that were read */
};

/* False with what went wrong in *error, which the caller frees, or with NULL in it if memory ran out. */
bool products_write(const struct settings *settings, const struct made *made, char **error);

#endif
