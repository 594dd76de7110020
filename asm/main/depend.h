/* Make dependencies: which files a program was made from. */
#ifndef SFP_DEPEND_H
#define SFP_DEPEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

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

#endif
