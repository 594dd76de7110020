/* Sets of instructions, by their number in the program, before which a run stops. */
#ifndef SFP_BREAKPOINTS_H
#define SFP_BREAKPOINTS_H

#include <stdbool.h>
#include <stddef.h>

/* All zero is the empty set. */
struct breakpoints {
    size_t *indexes; /* in no order, each once */
    size_t count, capacity;
};

/* False without memory. */
bool breakpoints_add(struct breakpoints *b, size_t index);
void breakpoints_remove(struct breakpoints *b, size_t index);
bool breakpoints_have(const struct breakpoints *b, size_t index);
void breakpoints_free(struct breakpoints *b);

#endif
