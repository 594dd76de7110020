/* Options of sfpsim sweep and sfpsim equiv: the values that go into a kernel, and where they lie in Dst. */
#ifndef SFP_INPUT_OPTIONS_H
#define SFP_INPUT_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/option_rows.h"

struct input_options {
    bool given;           /* the user gave one of these options */
    int in, dst, out;     /* formats of the values, of Dst before the run, and of the results */
    unsigned operands;    /* number of operands, 1 or 2; 0: not given */
    int second, result;   /* number of rows from the first operand's cell to the second operand's, and to the
                           * result's cell */
    bool has_result;
    double low, high;     /* least and greatest first operand */
    uint64_t sample, seed;
};

/* Sets the defaults. */
void input_defaults(struct input_options *o);

/* Option rows of a struct input_options. */
extern const struct option_table input_table;

/* Fills in the formats and operands that were not given; `dst_format` comes from the machine's options. Returns
 * false if the formats do not fit each other, with a message in *error, which the caller frees. */
bool input_complete(struct input_options *o, int dst_format, char **error);

#endif
