/* Trees of JSON, and their text. */
#include "json_whole.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 17 };

/* Gives a tree up that lacks something. */
static void lose(json_t **tree)
{
    json_decref(*tree);
    *tree = NULL;
}

void json_put(json_t **object, const char *name, json_t *value)
{
    if (json_object_set_new(*object, name, value) != 0)
        lose(object);
}

void json_add(json_t **array, json_t *value)
{
    if (json_array_append_new(*array, value) != 0)
        lose(array);
}

/* What has been made of a text. */
struct text {
    char *bytes;
    size_t size, room;
    bool failed;
};

/* A json_dump_callback_t. Where it fails, jansson may go on as if nothing had happened: it leaves a mark. */
static int append(const char *bytes, size_t size, void *context)
{
    struct text *t = context;

    if (t->size + size >= t->room) {
        const size_t room = 2 * (t->size + size) + 1;
        char *more = t->failed ? NULL : realloc(t->bytes, room);

        t->failed |= !more;
        if (!more)
            return -1;
        t->bytes = more;
        t->room = room;
    }
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    t->bytes[t->size] = '\0';
    return 0;
}

char *json_text(const json_t *tree, size_t flags)
{
    struct text t = {0};

    if (tree && json_dump_callback(tree, append, &t, flags | JSON_REAL_PRECISION(DIGITS)) == 0 && !t.failed)
        return t.bytes;
    free(t.bytes);
    return NULL;
}
