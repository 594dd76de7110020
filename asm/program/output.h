/* The forms in which sfpasm writes a program. */
#ifndef SFP_OUTPUT_H
#define SFP_OUTPUT_H

#include <stdio.h>

#include "program.h"

struct output_format {
    const char *name;
    const char *suffix; /* of the file it goes to by default */
    /* `name` is what an array of the words is called. False if memory ran out. */
    bool (*write)(const struct sfp_program *program, const char *name, FILE *stream);
};

/* The format called `name`, or NULL. Errors of the stream are its owner's to find. */
const struct output_format *output_format_find(const char *name);

/* The C identifier that stands for the file `path`: "dir/my-kernel.c" is my_kernel. The caller frees it. */
char *output_identifier(const char *path);

#endif
