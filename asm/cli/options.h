/* Common first steps of the programs: command lines and signals. */
#ifndef SFP_OPTIONS_H
#define SFP_OPTIONS_H

#include <argp.h>

/* --help's text for --arch. */
extern const char arch_help[];

/* Takes --arch; the row's member is an int, an enum sfpu_arch. */
void option_set_arch(struct argp_state *state, char *name, void *arch);

/* Calls argp_parse(), which exits after --help and similar options. If their output cannot be written, exits with
 * argp_err_exit_status and a message. */
error_t options_parse(const struct argp *argp, int argc, char **argv, void *input);

/* Keeps closed standard files closed: called at a program's start, it prevents later files from taking the
 * descriptor of a closed standard input, output or error. Use of the closed file still fails. */
void keep_standard_files(void);

/* Makes writing beyond the file size limit a failed write, at a program's start. */
void ignore_write_signals(void);

#endif
