/* The forms in which sfpasm writes a program. */
#ifndef SFP_OUTPUT_H
#define SFP_OUTPUT_H

#include <stdio.h>

#include "program.h"

enum output_kind { OUTPUT_BIN, OUTPUT_HEX, OUTPUT_C, OUTPUT_GAS, OUTPUT_FORMATS };

struct output_format {
    const char *name;
    const char *suffix; /* of the file it goes to by default */
    /* `name` is what an array of the words is called. False if memory ran out; errors of the stream are its owner's to
     * find. */
    bool (*write)(const struct sfp_program *program, const char *name, FILE *stream);
};

extern const struct output_format output_formats[OUTPUT_FORMATS];

/* The C identifier that stands for the file `path`: "dir/my-kernel.c" is my_kernel. The caller frees it. */
char *output_identifier(const char *path);

#endif
