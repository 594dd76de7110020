/* LoadMacroConfig, printed or put into JSON: instructions, sequences and Misc. */
#ifndef SFP_PRINT_MACROS_H
#define SFP_PRINT_MACROS_H

#include <stdbool.h>
#include <stdio.h>

#include "sfpu.h"
#include "util/json_writer.h"

/* A line for each value that some lanes have. False without memory. */
bool print_macros_text(sfpu_machine *m, FILE *out, const struct sfpu_macros *macros);

/* Writes members of an object. */
void print_macros_json(struct sfp_json *j, sfpu_machine *m, const struct sfpu_macros *macros);

#endif
