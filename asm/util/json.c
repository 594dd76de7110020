/* JSON that is there as a whole or not at all. */
#include "json.h"

#include "text_buffer.h"

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

/* A json_dump_callback_t. Where it fails, jansson may go on as if nothing had happened: the text is marked. */
static int append(const char *bytes, size_t size, void *context)
{
    struct text *text = context;

    text_add(text, bytes, size);
    return text->failed ? -1 : 0;
}

char *json_text(const json_t *tree, size_t flags)
{
    struct text text = {0};

    if (!tree || json_dump_callback(tree, append, &text, flags) != 0)
        text.failed = true;
    text_add_char(&text, '\0');
    if (text.failed)
        text_free(&text);
    return text.data;
}
