/* --help, --usage and --version as rows that every program's command line has, and the short form of --help. */
#ifndef SFP_HELP_H
#define SFP_HELP_H

#include "option_rows.h"

/* The rows. They replace argp's own, so that --help takes an argument: `--help=all`. */
extern const struct option_table help_table;

/*
 * Prints the help of `table`, which is the table of the command line that `state` parses, to standard output: its
 * everyday options as argp would, and of all other options the names, below their headings.
 */
void help_print_short(const struct option_table *table, const struct argp_state *state);

#endif
