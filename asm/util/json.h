/* Building JSON, in two ways. */
#ifndef SFP_JSON_H
#define SFP_JSON_H

#include "terminal.h"

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- A step that fails leaves a mark and the rest goes on; the tree is then thrown away ---- */

struct json_tree {
    bool failed;
};

/* Both take over the value, which may be NULL: a step that failed. */
static inline void tree_set(struct json_tree *t, json_t *object, const char *name, json_t *value)
{
    if (json_object_set_new(object, name, value) != 0)
        t->failed = true;
}

static inline void tree_append(struct json_tree *t, json_t *array, json_t *element)
{
    if (json_array_append_new(array, element) != 0)
        t->failed = true;
}

static inline json_t *tree_integer(uint64_t value)
{
    return json_integer((json_int_t)value);
}

/* JSON has no NaN and no infinity: these are texts. */
static inline json_t *tree_number(double value)
{
    if (isnan(value))
        return json_string("nan");
    if (isinf(value))
        return json_string(value > 0 ? "inf" : "-inf");
    return json_real(value);
}

/* A text that need not be UTF-8, as file names need not: what is shown of it. */
static inline json_t *tree_text(const char *bytes)
{
    json_t *value = json_string(bytes);
    char *copy;

    if (value)
        return value;
    copy = strdup(bytes);
    if (!copy)
        return NULL;
    sfp_make_shown(copy, strlen(copy));
    value = json_string(copy);
    free(copy);
    return value;
}

/* ---- JSON that is there as a whole or not at all: what fails is NULL, and has all that it is put into fail ---- */

/* Put `value`, which they take, into an object or at the end of an array, which they take if that fails. */
void json_put(json_t **object, const char *name, json_t *value);
void json_add(json_t **array, json_t *value);

/* A flag of jansson's: doubles are written so that they are read back as themselves. */
enum { JSON_EXACT = JSON_REAL_PRECISION(17) };

/* A tree as text with these of jansson's flags; the caller frees it. NULL of NULL, and without memory, of which
 * jansson's own functions may lose the one or the other member. */
char *json_text(const json_t *tree, size_t flags);

#endif
