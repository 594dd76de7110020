/* LoadMacroConfig, printed or put into JSON: instructions, sequences and Misc. */
#ifndef SFP_PRINT_MACROS_H
#define SFP_PRINT_MACROS_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include "sfpu.h"

/* A line for each value that some lanes have. False without memory. */
bool print_macros_text(sfpu_machine *m, FILE *out, const struct sfpu_macros *macros);

/* Adds members to an object; false without memory. */
bool print_macros_json(sfpu_machine *m, json_t *object, const struct sfpu_macros *macros);

#endif
