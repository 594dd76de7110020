/* Growing arrays, and search in sorted arrays. */
#ifndef SFP_ARRAY_H
#define SFP_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Resizes an array to `count` items of `size` bytes, like reallocarray(), which some C libraries lack. Returns NULL
 * and leaves the items unchanged if memory runs out or the size overflows. */
static inline void *array_resized(void *items, size_t count, size_t size)
{
    return size && count > SIZE_MAX / size ? NULL : realloc(items, count * size);
}

/* Makes room for one more item after `count` items of `size` bytes. `items` points to the array's pointer, which may
 * be NULL at first. Returns false and leaves the items unchanged without memory. */
static inline bool array_room(void *items, size_t count, size_t *capacity, size_t size)
{
    enum { FIRST = 16 };
    const size_t wanted = *capacity ? 2 * *capacity : FIRST;
    void *moved;

    if (count < *capacity)
        return true;
    memcpy(&moved, items, sizeof moved);
    moved = array_resized(moved, wanted, size);
    if (!moved)
        return false;
    memcpy(items, &moved, sizeof moved);
    *capacity = wanted;
    return true;
}

typedef bool array_is_before(const void *item, const void *key);

/* Returns the number of items before the key, by binary search. The items before the key must come first. */
static inline size_t array_before(const void *items, size_t count, size_t size, array_is_before *before,
                                  const void *key)
{
    size_t low = 0, high = count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (before((const char *)items + middle * size, key))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

#endif
