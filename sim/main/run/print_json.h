/* Values of the machine, as JSON. */
#ifndef SFP_PRINT_JSON_H
#define SFP_PRINT_JSON_H

#include "print_values.h"
#include "util/json_writer.h"

/* Writes members of an object. */
void print_values_json(struct sfp_json *j, sfpu_machine *m, const struct print_values *v);

#endif
