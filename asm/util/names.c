/*
 * Name tables: open addressing, probed one slot after another. A name costs its slot and nothing else, because sources
 * may have tens of millions of labels.
 */
#include "names.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 16 };

struct name_slot {
    const char *name; /* NULL: free */
    uint32_t length;
    uint32_t hash;
    size_t index;
};

/* The slot that holds the name, or the free one where it belongs. There is a free one. */
static struct name_slot *probe(struct name_slot *slots, size_t capacity, const struct name_slot *wanted)
{
    const size_t mask = capacity - 1;

    for (size_t i = wanted->hash & mask;; i = (i + 1) & mask) {
        struct name_slot *slot = &slots[i];

        if (!slot->name || (slot->hash == wanted->hash && slot->length == wanted->length &&
                            memcmp(slot->name, wanted->name, wanted->length) == 0))
            return slot;
    }
}

static struct name_slot slot_of(const char *name, size_t length, size_t index)
{
    return (struct name_slot){name, (uint32_t)length, hash_of(name, length), index};
}

/* Twice the slots. False if memory ran out. */
static bool grow(struct names *names)
{
    const size_t capacity = names->capacity ? 2 * names->capacity : FIRST_SLOTS;
    struct name_slot *slots = calloc(capacity, sizeof *slots);

    if (!slots)
        return false;
    for (size_t i = 0; i < names->capacity; i++)
        if (names->slots[i].name)
            *probe(slots, capacity, &names->slots[i]) = names->slots[i];
    free(names->slots);
    names->slots = slots;
    names->capacity = capacity;
    return true;
}

bool names_add(struct names *names, const char *name, size_t length, size_t index)
{
    const struct name_slot added = slot_of(name, length, index);

    /* A quarter stays free, so that searches end soon. */
    if (names->count >= names->capacity - names->capacity / 4 && !grow(names))
        return false;
    *probe(names->slots, names->capacity, &added) = added;
    names->count++;
    return true;
}

bool names_find(const struct names *names, const char *name, size_t length, size_t *index)
{
    const struct name_slot wanted = slot_of(name, length, 0);
    const struct name_slot *slot;

    if (names->count == 0)
        return false;
    slot = probe(names->slots, names->capacity, &wanted);
    if (!slot->name)
        return false;
    *index = slot->index;
    return true;
}

void names_set(struct names *names, const char *name, size_t length, size_t index)
{
    const struct name_slot wanted = slot_of(name, length, 0);

    probe(names->slots, names->capacity, &wanted)->index = index;
}

size_t names_last_part(const char *name, size_t length)
{
    while (length > 0 && name[length - 1] != ':')
        length--;
    return length;
}

void names_free(struct names *names)
{
    free(names->slots);
    *names = (struct names){0};
}
