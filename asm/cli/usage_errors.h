/* What a program says of its command line, without what a terminal would be misled by (util/terminal.h); argp and
 * getopt print arguments as they are. */
#ifndef SFP_USAGE_ERRORS_H
#define SFP_USAGE_ERRORS_H

#include <stdbool.h>

/* Standard error, held back as long as arguments are parsed that are not shown as they are. */
struct usage_errors {
    int stream; /* standard error; -1: nothing is held back */
    int held;   /* what was printed in its place */
};

/* Begins; false with errno if standard error cannot be held back. */
bool usage_errors_hold(struct usage_errors *errors, char *const *arguments);

/* Prints what was held back, once. */
void usage_errors_show(struct usage_errors *errors);

#endif
