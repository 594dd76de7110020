/* JSON that is there as a whole or not at all: what fails is NULL, and has all that it is put into fail. */
#ifndef SFP_NUMERICS_JSON_WHOLE_H
#define SFP_NUMERICS_JSON_WHOLE_H

#include <jansson.h>

/* Put `value`, which they take, into an object or at the end of an array, which they take if that fails. */
void json_put(json_t **object, const char *name, json_t *value);
void json_add(json_t **array, json_t *value);

/* A tree as text with these of jansson's flags, each double so that it is read back as itself; the caller frees it. NULL
 * of NULL, and without memory. */
char *json_text(const json_t *tree, size_t flags);

#endif
