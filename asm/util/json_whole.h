/* JSON that is there as a whole or not at all: what fails is NULL, and has all that it is put into fail. */
#ifndef SFP_JSON_WHOLE_H
#define SFP_JSON_WHOLE_H

#include <jansson.h>

/* Put `value`, which they take, into an object or at the end of an array, which they take if that fails. */
void json_put(json_t **object, const char *name, json_t *value);
void json_add(json_t **array, json_t *value);

/* A flag of jansson's: doubles are written so that they are read back as themselves. */
enum { JSON_EXACT = JSON_REAL_PRECISION(17) };

/* A tree as text with these of jansson's flags; the caller frees it. NULL of NULL, and without memory, of which
 * jansson's own functions may lose the one or the other member. */
char *json_text(const json_t *tree, size_t flags);

#endif
