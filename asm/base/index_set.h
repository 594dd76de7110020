/* A small set of indices, with a sieve that rejects most non-members at once. */
#ifndef INDEX_SET_H
#define INDEX_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { INDEX_SIEVE_BITS = 4096, INDEX_SIEVE_WORD_BITS = 64 };

/* The caller fills in `items` by index_set_begin(); an empty set's sieve stays uninitialized. */
struct index_set {
    const size_t *items; /* members of the set, owned by the caller */
    size_t count;
    uint64_t sieve[INDEX_SIEVE_BITS / INDEX_SIEVE_WORD_BITS]; /* bit i: a member equals i modulo INDEX_SIEVE_BITS */
};

static inline uint64_t *index_sieve_word(struct index_set *set, size_t index)
{
    return &set->sieve[index % INDEX_SIEVE_BITS / INDEX_SIEVE_WORD_BITS];
}

static inline void index_set_begin(struct index_set *set, const size_t *items, size_t count)
{
    set->items = items;
    set->count = count;
    if (count)
        memset(set->sieve, 0, sizeof set->sieve);
    for (size_t i = 0; i < count; i++)
        *index_sieve_word(set, items[i]) |= UINT64_C(1) << items[i] % INDEX_SIEVE_WORD_BITS;
}

static inline bool index_set_has(const struct index_set *set, size_t index)
{
    if (!set->count
        || !(set->sieve[index % INDEX_SIEVE_BITS / INDEX_SIEVE_WORD_BITS] >> index % INDEX_SIEVE_WORD_BITS & 1))
        return false;
    for (size_t i = 0; i < set->count; i++)
        if (set->items[i] == index)
            return true;
    return false;
}

#endif
