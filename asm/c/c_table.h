/* Items of an array that are found by a hash, the newest first. Each item starts with a struct c_link. */
#ifndef SFP_C_TABLE_H
#define SFP_C_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct c_link {
    uint32_t hash;
    uint32_t older; /* the next in its bucket, as one more than its index */
};

/* All zero is the empty table. */
struct c_table {
    uint32_t *buckets; /* by hash: one more than the index of the newest; 0 if none */
    size_t capacity;   /* a power of two, more than there are items; 0 before the first */
};

/* Adds item `count` of an array of items of `stride` bytes, whose hash is set. False if memory ran out. */
bool c_table_add(struct c_table *table, void *items, size_t stride, size_t count);

/* One more than the index of the newest item that may have this hash; its link leads to the older ones. */
uint32_t c_table_newest(const struct c_table *table, uint32_t hash);

/* Takes out the newest item of all. */
void c_table_drop(struct c_table *table, const struct c_link *newest);

void c_table_free(struct c_table *table);

#endif
