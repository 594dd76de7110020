/* Kinds of allocations that have been tried. */
#ifndef SFP_STARVED_KINDS_H
#define SFP_STARVED_KINDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kinds {
    uint64_t *slots; /* a hash table with linear probing; 0: free */
    size_t room, count;
    int file; /* that has those of other commands, or -1 */
};

/* With those in a file of that name, which need not be there yet; NULL: with none. */
void kinds_open(struct kinds *kinds, const char *path);
void kinds_close(struct kinds *kinds);

/* False if it was in it. */
bool kinds_add(struct kinds *kinds, uint64_t kind);

/* For other commands too. */
void kinds_tell(const struct kinds *kinds, uint64_t kind);

#endif
