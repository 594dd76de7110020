/* Names: tables of them, their hashes, and the one that is nearest to a misspelt one. Names are slices, of any bytes, such
 * as a key without padding has: they need not end in NUL, and must outlive the table. */
#ifndef SFP_NAMES_H
#define SFP_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct name_slot;

/* ---- A table from names to indices: names are slices, which need not end in NUL, and must outlive the table ---- */

/* All zero is the empty table. */
struct names {
    struct name_slot *slots;
    size_t capacity; /* of the slots: a power of two, or 0 */
    size_t count;
};

/* Adds a name the table does not hold. False if memory ran out. */
bool names_add(struct names *names, const char *name, size_t length, size_t index);

/* Gives a name that the table holds another index. */
void names_set(struct names *names, const char *name, size_t length, size_t index);

/* Finds a name's index. False if the table does not hold it. */
bool names_find(const struct names *names, const char *name, size_t length, size_t *index);

/* Where the last part of a::b::c begins. */
size_t names_last_part(const char *name, size_t length);

void names_free(struct names *names);

/* ---- Hashes of names ---- */

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

/* ---- The name nearest to a misspelt one ---- */

enum { NEAREST_LONGEST = 64 }; /* longer names get no suggestion */

/* A search under way: offer it names, then read `best`. */
struct nearest {
    const char *name; /* the misspelt name, `length` bytes */
    size_t length;
    const char *best; /* NULL while no name is near enough to be worth suggesting */
    size_t distance;  /* edits between the two */
    char lower[NEAREST_LONGEST]; /* the name in lower case */
    uint64_t letters; /* in it, as a set */
    uint64_t *spent;
};

/* `spent` counts the work of all searches that share it, which get no names once it is too much: with thousands of
 * wrong names and thousands of right ones it would take minutes. */
void nearest_init(struct nearest *search, uint64_t *spent, const char *name, size_t length);

/* May as much work again be done for a misspelt name? Counts it. */
bool nearest_afford(uint64_t *spent, uint64_t cost);

/* Is there any use in offering names? */
bool nearest_open(const struct nearest *search);

/* Offers a name, which must outlive the search. Case does not count; of equals the longer common start wins, then
 * the alphabet decides. */
void nearest_offer(struct nearest *search, const char *candidate);

#endif
