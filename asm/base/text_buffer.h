/* Growing texts, and pools of strings whose addresses do not change. */
#ifndef SFP_TEXT_BUFFER_H
#define SFP_TEXT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

struct pool_chunk;

/* A growing text, without a final NUL. All zero is the empty text. */
struct text {
    char *data;
    size_t size, capacity;
    bool failed; /* memory ran out; later additions are lost */
};

/* Makes room for `more` bytes after the present ones. Returns false without memory. */
bool text_reserve(struct text *text, size_t more);

void text_add(struct text *text, const char *bytes, size_t size);
void text_add_char(struct text *text, char c);

/* Appends text formatted like printf's. */
__attribute__((format(printf, 2, 3))) void text_print(struct text *text, const char *format, ...);
void text_free(struct text *text);

/* A pool of strings, freed together. All zero is the empty pool. */
struct pool {
    struct pool_chunk *chunks; /* newest first */
};

/* Copies `length` bytes, and adds a NUL. Returns NULL without memory. */
char *pool_copy(struct pool *pool, const char *text, size_t length);

void pool_free(struct pool *pool);

#endif
