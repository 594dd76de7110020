/* A table from names to indices. Names are slices: they need not end in NUL, and must outlive the table. */
#ifndef SFP_NAMES_H
#define SFP_NAMES_H

#include <stdbool.h>
#include <stddef.h>

struct name_slot;

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

#endif
