/* Values in JSON. */
#ifndef SFP_JSON_VALUE_H
#define SFP_JSON_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

enum { JSON_DIGITS = 17 /* each double is read back as itself */ };

/* A number of a format of files; NaN and infinities, which JSON has not, are "nan", "inf" and "-inf". */
json_t *json_number_of(int format, uint32_t bits);
json_t *json_number(double number);

/* What was put together, or NULL, with it freed, if that has failed: NULL has all that it is put into fail. */
json_t *json_made(json_t *tree, bool ok);

/* Text that need not be UTF-8: what is shown of it. */
json_t *json_shown(const char *text);

#endif
