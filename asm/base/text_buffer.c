/* Growing texts, and pools of strings. */
#include "text_buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Growing texts ---- */

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

void text_print(struct text *text, const char *format, ...)
{
    va_list arguments;
    char *part;
    int length;

    va_start(arguments, format);
    length = vasprintf(&part, format, arguments);
    va_end(arguments);
    if (length < 0) {
        text->failed = true;
        return;
    }
    text_add(text, part, (size_t)length);
    free(part);
}

void text_free(struct text *text)
{
    free(text->data);
    *text = (struct text){0};
}

/* ---- Pools of strings ---- */

enum {
    FIRST_CHUNK = 1 << 10,
    LARGEST_CHUNK = 1 << 20, /* bytes, except for a longer string */
};

struct pool_chunk {
    struct pool_chunk *older;
    size_t size, capacity;
    char bytes[];
};

static size_t larger_size(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Returns a chunk with room for `size` bytes: the newest, or a new one. NULL without memory. */
static struct pool_chunk *chunk_for(struct pool *pool, size_t size)
{
    struct pool_chunk *newest = pool->chunks;
    struct pool_chunk *chunk;
    size_t capacity = newest ? 2 * newest->capacity : FIRST_CHUNK;

    if (newest && newest->capacity - newest->size >= size)
        return newest;
    capacity = larger_size(capacity < LARGEST_CHUNK ? capacity : LARGEST_CHUNK, size);
    chunk = malloc(sizeof *chunk + capacity);
    if (!chunk)
        return NULL;
    *chunk = (struct pool_chunk){.older = newest, .capacity = capacity};
    pool->chunks = chunk;
    return chunk;
}

char *pool_copy(struct pool *pool, const char *text, size_t length)
{
    struct pool_chunk *chunk = chunk_for(pool, length + 1);
    char *copy;

    if (!chunk)
        return NULL;
    copy = chunk->bytes + chunk->size;
    if (length > 0)
        memcpy(copy, text, length);
    copy[length] = '\0';
    chunk->size += length + 1;
    return copy;
}

void pool_free(struct pool *pool)
{
    while (pool->chunks) {
        struct pool_chunk *older = pool->chunks->older;

        free(pool->chunks);
        pool->chunks = older;
    }
}
