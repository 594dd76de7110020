/* Values in JSON. */
#ifndef SFP_JSON_VALUE_H
#define SFP_JSON_VALUE_H

#include <stdint.h>

#include <jansson.h>

enum { JSON_DIGITS = 17 /* each double is read back as itself */ };

/* A number of a format of files; NaN and infinities, which JSON has not, are "nan", "inf" and "-inf". */
json_t *json_number_of(int format, uint32_t bits);
json_t *json_number(double number);

/* Text that need not be UTF-8: what is shown of it. */
json_t *json_shown(const char *text);

#endif
