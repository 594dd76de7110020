/* Values that options of several actions take. */
#ifndef SFP_OPTION_VALUES_H
#define SFP_OPTION_VALUES_H

#include <math.h>
#include <stdlib.h>

#include "cli/option_rows.h"

/* ---- Functions of rows ---- */

/* Of the one argument that is no option, a kernel; the member is a const char *. */
void option_set_kernel(struct argp_state *state, char *path, void *kernel);

/* An arch or a format by its name, in an int; for one that there is not, those that there are are named. */
void option_set_kernel_arch(struct argp_state *state, char *name, void *arch);
void option_set_format(struct argp_state *state, char *name, void *format);

/* ---- Names of Dst's formats in messages and in help, from their table ---- */

/* Of all, and of those that are swept, with a space before each. */
extern const char format_names[], swept_format_names[];

/* Of those of 32 bits, with ", " before each. */
extern const char wide_format_names[];

/* What --help says of an option that takes any, and of one that takes those that are swept. */
extern const char format_help[], swept_format_help[];

/* ---- Ranges ---- */

/* NULL, or what is wrong with it, as in "'...' is not A:B". */
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
