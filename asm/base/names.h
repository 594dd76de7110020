/* Names: tables, hashes, and the search for the name nearest to a misspelt one. Names are slices of any bytes, such
 * as a key without padding. */
#ifndef SFP_NAMES_H
#define SFP_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct name_slot;

/* ---- A table from names to indices: names are slices, which need no final NUL and must outlive the table ---- */

/* All zero is the empty table. */
struct names {
    struct name_slot *slots;
    size_t capacity; /* number of slots: a power of two, or 0 */
    size_t count;
};

/* Adds a name that the table does not contain. Returns false without memory. */
bool names_add(struct names *names, const char *name, size_t length, size_t index);

/* Sets the index of a name that the table contains. */
void names_set(struct names *names, const char *name, size_t length, size_t index);

/* Finds a name's index. Returns false if the table does not contain the name. */
bool names_find(const struct names *names, const char *name, size_t length, size_t *index);

/* Returns the offset at which the last part of a::b::c begins (here 6). */
size_t names_last_part(const char *name, size_t length);

void names_free(struct names *names);

/* ---- Hashes of names ---- */

/* 2^64 divided by the golden ratio: multiplication by it spreads a number over the upper bits. */
#define HASH_SPREAD UINT64_C(0x9E3779B97F4A7C15)

/* Hashes a text. The bits set in `fold` are ignored in every eight bytes. */
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

/* Hashes a text, ignoring the case of letters. */
static inline uint32_t hash_caseless(const char *text, size_t length)
{
    return hash_folded(text, length, UINT64_C(0x2020202020202020));
}

/* ---- The name nearest to a misspelt one ---- */

enum { NEAREST_LONGEST = 64 }; /* most characters of a name that gets suggestions */

/* A search: nearest_offer() names to it, then read `best`. */
struct nearest {
    const char *name; /* the misspelt name, `length` bytes */
    size_t length;
    const char *best; /* best name so far; NULL until a name near enough to suggest comes */
    size_t distance;  /* number of edits between `name` and `best`; until then, the limit */
    char lower[NEAREST_LONGEST]; /* the name in lower case */
    uint64_t letters; /* set of the name's characters */
    uint64_t *spent;
};

/* Begins a search. `spent` counts the work of all searches that share it; when it exceeds a limit they suggest no
 * names, since thousands of misspelt names among thousands of right names would take minutes. */
void nearest_init(struct nearest *search, uint64_t *spent, const char *name, size_t length);

/* May more work be done for a misspelt name? Adds `cost` to *spent if so. */
bool nearest_afford(uint64_t *spent, uint64_t cost);

/* Can an offered name still be suggested? */
bool nearest_open(const struct nearest *search);

/* Offers a name, which must outlive the search. Case does not count. Among equally near names the longer common
 * start wins, then the alphabetical order. */
void nearest_offer(struct nearest *search, const char *candidate);

#endif
