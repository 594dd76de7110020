/* Option values that several actions share. */
#ifndef SFP_OPTION_VALUES_H
#define SFP_OPTION_VALUES_H

#include <math.h>
#include <stdlib.h>

#include "cli/option_rows.h"

/* ---- Functions of option rows ---- */

/* Takes the kernel, the only argument that is not an option, into a const char *. */
void option_set_kernel(struct argp_state *state, char *path, void *kernel);

/* Take an arch or a format by name into an int. The error for an unknown name lists the known names. */
void option_set_kernel_arch(struct argp_state *state, char *name, void *arch);
void option_set_format(struct argp_state *state, char *name, void *format);

/* ---- Names of Dst's formats for messages and help, from their table ---- */

/* Names of every format, and of the formats that can be swept, with a space before each. */
extern const char format_names[], swept_format_names[];

/* Names of the 32-bit formats, with ", " before each. */
extern const char wide_format_names[];

/* Help texts for an option that takes a format, and for an option that takes a format to sweep. */
extern const char format_help[], swept_format_help[];

/* ---- Ranges ---- */

/* Parses "A:B". Returns NULL, or an error that follows the quoted text, such as "is not A:B, two numbers". */
static inline const char *range_parse(const char *text, double *low, double *high)
{
    char *after, *end;

    *low = strtod(text, &after);
    if (after == text || *after != ':')
        return "is not A:B, two numbers";
    *high = strtod(after + 1, &end);
    if (end == after + 1 || *end || isnan(*low) || isnan(*high))
        return "is not A:B, two numbers";
    return *low > *high ? "is empty" : NULL;
}

#endif
