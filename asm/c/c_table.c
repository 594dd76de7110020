/* A table of hashes over an array that grows and shrinks at its end. */
#include "c_table.h"

#include <stdlib.h>

static uint32_t *bucket(const struct c_table *table, uint32_t hash)
{
    return &table->buckets[hash & (table->capacity - 1)];
}

static void link_item(struct c_table *table, struct c_link *item, size_t index)
{
    uint32_t *newest = bucket(table, item->hash);

    item->older = *newest;
    *newest = (uint32_t)index + 1;
}

static struct c_link *item_at(void *items, size_t stride, size_t index)
{
    return (struct c_link *)(void *)((char *)items + index * stride);
}

bool c_table_add(struct c_table *table, void *items, size_t stride, size_t count)
{
    enum { FIRST = 256 };
    const size_t capacity = table->capacity ? 2 * table->capacity : FIRST;

    if (count >= table->capacity) {
        uint32_t *buckets = calloc(capacity, sizeof *buckets);

        if (!buckets)
            return false;
        free(table->buckets);
        *table = (struct c_table){buckets, capacity};
        for (size_t i = 0; i < count; i++)
            link_item(table, item_at(items, stride, i), i);
    }
    link_item(table, item_at(items, stride, count), count);
    return true;
}

uint32_t c_table_newest(const struct c_table *table, uint32_t hash)
{
    return table->capacity ? *bucket(table, hash) : 0;
}

void c_table_drop(struct c_table *table, const struct c_link *newest)
{
    *bucket(table, newest->hash) = newest->older;
}

void c_table_free(struct c_table *table)
{
    free(table->buckets);
}
