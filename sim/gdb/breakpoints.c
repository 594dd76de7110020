/* Instructions before which a run stops. */
#include "breakpoints.h"

#include <stdlib.h>

#include "base/array.h"

static size_t find(const struct breakpoints *b, size_t index)
{
    size_t i = 0;

    while (i < b->count && b->indexes[i] != index)
        i++;
    return i;
}

bool breakpoints_have(const struct breakpoints *b, size_t index)
{
    return find(b, index) < b->count;
}

bool breakpoints_add(struct breakpoints *b, size_t index)
{
    if (breakpoints_have(b, index))
        return true;
    if (!array_room(&b->indexes, b->count, &b->capacity, sizeof *b->indexes))
        return false;
    b->indexes[b->count++] = index;
    return true;
}

void breakpoints_remove(struct breakpoints *b, size_t index)
{
    const size_t at = find(b, index);

    if (at < b->count)
        b->indexes[at] = b->indexes[--b->count];
}

void breakpoints_free(struct breakpoints *b)
{
    free(b->indexes);
    *b = (struct breakpoints){0};
}
