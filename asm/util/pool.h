/* A pool of strings that are all freed together: each costs its bytes, no block of its own. */
#ifndef SFP_POOL_H
#define SFP_POOL_H

#include <stddef.h>

struct pool_chunk;

/* All zero is the empty pool. */
struct pool {
    struct pool_chunk *chunks; /* the newest first */
};

/* A copy of `length` bytes with a NUL after them. NULL if memory ran out. */
char *pool_copy(struct pool *pool, const char *text, size_t length);

void pool_free(struct pool *pool);

#endif
