/* Growing texts. */
#include "text.h"

#include <stdlib.h>
#include <string.h>

bool text_reserve(struct text *text, size_t more)
{
    size_t capacity = text->capacity ? text->capacity : 64;
    char *data;

    if (text->failed)
        return false;
    if (text->capacity - text->size >= more)
        return true;
    while (capacity - text->size < more)
        capacity *= 2;
    data = realloc(text->data, capacity);
    if (!data) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void text_add(struct text *text, const char *bytes, size_t size)
{
    if (size == 0 || !text_reserve(text, size))
        return;
    memcpy(text->data + text->size, bytes, size);
    text->size += size;
}

void text_add_char(struct text *text, char c)
{
    text_add(text, &c, 1);
}

void text_free(struct text *text)
{
    free(text->data);
    *text = (struct text){0};
}
