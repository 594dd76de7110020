/* Texts that grow, and pools of texts that stay where they are. */
#ifndef SFP_TEXT_BUFFER_H
#define SFP_TEXT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

struct pool_chunk;

/* All zero is the empty text. It does not end in NUL. */
struct text {
    char *data;
    size_t size, capacity;
    bool failed; /* memory ran out: what was added since is lost */
};

/* Makes room for `more` bytes after those there are. False if memory ran out. */
bool text_reserve(struct text *text, size_t more);

void text_add(struct text *text, const char *bytes, size_t size);
void text_add_char(struct text *text, char c);

/* Adds what printf would print. */
__attribute__((format(printf, 2, 3))) void text_print(struct text *text, const char *format, ...);
void text_free(struct text *text);

/* All zero is the empty pool. */
struct pool {
    struct pool_chunk *chunks; /* the newest first */
};

/* A copy of `length` bytes with a NUL after them. NULL if memory ran out. */
char *pool_copy(struct pool *pool, const char *text, size_t length);

void pool_free(struct pool *pool);

#endif
