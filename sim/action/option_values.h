/* Values of options, and what is said of one that is wrong: on the command line, or on a line of a batch or budget. */
#ifndef SFP_OPTION_VALUES_H
#define SFP_OPTION_VALUES_H

#include <argp.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/* What is wrong first with options that do not come from the command line, behind its place. All zero: nothing. */
struct option_failure {
    bool failed;
    char *text; /* for the caller to free; NULL: memory ran out */
};

/*
 * A parser, for ARGP_NO_ERRS, ARGP_NO_HELP and ARGP_IN_ORDER, of options that do not come from the command line: `place`
 * has where each of the arguments comes from, "FILE:LINE:COLUMN", or is NULL if the first of them says it for all.
 */
struct placed_parser {
    struct argp argp;
    const char *const *place;
    struct option_failure *failure;
};

/*
 * An option's parser has found an error. On the command line, that ends the program with status 2, by argp_error. Of a
 * placed parser it is noted, and the parser goes on with a value that does no harm: what it makes is not used.
 */
__attribute__((format(printf, 2, 3))) void option_error(const struct argp_state *state, const char *format, ...);

/* Each is the value, or after an error the lowest one there is. */

long long option_number(struct argp_state *state, const char *option, const char *text, long long low, long long high);

/* From 0 up. */
double option_real(struct argp_state *state, const char *option, const char *text);

/* The number of one of `count` names. */
unsigned option_choice(struct argp_state *state, const char *option, const char *text, const char *const *names,
                       unsigned count);

/* An arch or a format by its name; for one that there is not, those that there are are named. */
int option_arch(struct argp_state *state, const char *option, const char *text);
int option_format(struct argp_state *state, const char *option, const char *text);

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
