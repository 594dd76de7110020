/* What the programs' mains begin with: command lines and signals. */
#ifndef SFP_OPTIONS_H
#define SFP_OPTIONS_H

#include <argp.h>

/* What --help says of --arch. */
extern const char arch_help[];

/* The function of the row of --arch, whose member is an int, an enum sfpu_arch. */
void option_set_arch(struct argp_state *state, char *name, void *arch);

/* argp_parse, which exits after --help and its like: with argp_err_exit_status and a message if what these print does
 * not arrive. */
error_t options_parse(const struct argp *argp, int argc, char **argv, void *input);

/* At a program's start: no file that is opened later takes the place of standard input, output or error that is closed.
 * Reading and writing them fails all the same. */
void keep_standard_files(void);

/* At a program's start: a file that may not grow on is then a failed write like any other. */
void ignore_write_signals(void);

#endif
