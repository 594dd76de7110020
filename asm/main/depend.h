/* Make dependencies: which files a program was made from. */
#ifndef SFP_DEPEND_H
#define SFP_DEPEND_H

#include "front/asm.h"

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
void depend_write(const struct depend_options *options, const struct sfp_program *program, const char *output,
                  FILE *stream);

#endif
