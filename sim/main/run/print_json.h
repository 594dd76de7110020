/* Values of the machine, as JSON. */
#ifndef SFP_PRINT_JSON_H
#define SFP_PRINT_JSON_H

#include <jansson.h>

#include "print_values.h"

/* Adds members to an object; false without memory. */
bool print_values_json(sfpu_machine *m, json_t *object, const struct print_values *v);

#endif
