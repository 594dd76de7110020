/* Hashes of names. */
#ifndef SFP_HASH_H
#define SFP_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* 2^64 divided by the golden ratio: a multiplication by it spreads its operand over the upper bits. */
#define HASH_SPREAD UINT64_C(0x9E3779B97F4A7C15)

/* The bits of `fold` do not count, in each eight bytes. */
static inline uint32_t hash_folded(const char *text, size_t length, uint64_t fold)
{
    uint64_t hash = length;
    uint64_t part;

    for (; length >= sizeof part; text += sizeof part, length -= sizeof part) {
        memcpy(&part, text, sizeof part);
        hash = (hash ^ (part | fold)) * HASH_SPREAD;
        hash ^= hash >> 32;
    }
    for (part = 0; length > 0; length--)
        part = part << 8 | (unsigned char)text[length - 1];
    hash = (hash ^ (part | fold)) * HASH_SPREAD;
    return (uint32_t)(hash >> 32);
}

static inline uint32_t hash_of(const char *text, size_t length)
{
    return hash_folded(text, length, 0);
}

/* The same for a letter of either case. */
static inline uint32_t hash_caseless(const char *text, size_t length)
{
    return hash_folded(text, length, UINT64_C(0x2020202020202020));
}

#endif
