/* Values in JSON, beside those of util/json.h. */
#ifndef SFP_JSON_VALUE_H
#define SFP_JSON_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/json.h"

enum { JSON_DIGITS = 17 /* each double is read back as itself */ };

/* A number of a format of files, as tree_number() has it. */
json_t *json_number_of(int format, uint32_t bits);

/* What was put together, or NULL, with it freed, if that has failed: NULL has all that it is put into fail. */
json_t *json_made(json_t *tree, bool ok);

#endif
