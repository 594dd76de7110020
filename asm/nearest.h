/* The name nearest to a misspelt one. */
#ifndef SFP_NEAREST_H
#define SFP_NEAREST_H

#include <stddef.h>

/* A search under way: offer it names, then read `best`. */
struct nearest {
    const char *name; /* the misspelt name, `length` bytes */
    size_t length;
    const char *best; /* NULL while no name is near enough to be worth suggesting */
    size_t distance;  /* edits between the two */
};

void nearest_init(struct nearest *search, const char *name, size_t length);

/* Offers a name, which must outlive the search. Case does not count; of equals the longer common start wins, then
 * the alphabet decides. */
void nearest_offer(struct nearest *search, const char *candidate);

#endif
