/* A part of a table in a source: sfpsched --pin. */
#ifndef SFP_PIN_FILE_H
#define SFP_PIN_FILE_H

#include "action/machine_options.h"
#include "graph.h"
#include "program/sfp_program.h"

/* Assembles the source at `path`, which has one .schedule, where cells may be missing or `?`. The program, for
 * sfp_program_free(), has it as its only schedule. False with a line in *error, which the caller frees (NULL: no
 * memory); the program is empty then. Names of -D are the kernel's alone, which can be in the same source. */
bool pin_file_read(const struct sfp_machine_options *o, enum sfp_arch arch, const char *path,
                   struct sfp_program *program, char **error);

/* Can tables of the graph have these cells in them, as far as rules go? False with "FILE:LINE:COLUMN: ..." of one that
 * cannot be in *error, as above. */
bool pin_file_check(const struct graph *g, const struct sfp_program *program, char **error);

#endif
