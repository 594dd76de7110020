/* Options for what goes into a kernel and where it lies, of sfpsim sweep and sfpsim equiv. */
#ifndef SFP_INPUT_OPTIONS_H
#define SFP_INPUT_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/option_rows.h"

struct input_options {
    bool given;           /* any of them was */
    int in, dst, out;     /* formats: of the values, of Dst before the run, and of the results */
    unsigned operands;    /* 1 or 2; 0: not said */
    int second, result;   /* rows from an operand's cell to that of the second one, and to that of the result */
    bool has_result;
    double low, high;     /* first operands in between */
    uint64_t sample, seed;
};

/* What they are where nothing is said. */
void input_defaults(struct input_options *o);

/* Of a struct input_options. */
extern const struct option_table input_table;

/* Formats that are not said follow from the others; `dst_format` is what the machine's options have. False with a message
 * in *error, which the caller frees, if they do not fit together. */
bool input_complete(struct input_options *o, int dst_format, char **error);

#endif
