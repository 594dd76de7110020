/* The name nearest to a misspelt one. */
#ifndef SFP_NEAREST_H
#define SFP_NEAREST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
