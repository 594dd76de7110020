/* The short form of --help. */
#ifndef SFP_HELP_H
#define SFP_HELP_H

#include "option_rows.h"

/*
 * Prints the short help of the command line that `state` parses, by its `table`, to standard output: everyday options
 * as argp would, and below their headings the bare names of the remaining options.
 */
void help_print_short(const struct option_table *table, const struct argp_state *state);

/* Prints argp's list of all options to standard output, with one blank line where argp leaves two. */
void help_print_whole(const struct argp_state *state);

#endif
