/*
 * Templates and sequences for the loads of some schedules: a search with the fewest slots first, and operands as
 * written first. Bounded: what would take too long is given up.
 */
#ifndef SFP_ALLOCATE_H
#define SFP_ALLOCATE_H

#include "demands.h"

enum {
    /* More than there are, so that it can be said how many are needed. */
    MOST_TEMPLATES = 8,
    MOST_MACROS = 8,
    NO_TEMPLATE = UINT8_MAX,
};

/* A sequence, whose selectors count the templates of its allocation. */
struct macro_slots {
    struct sfp_sequence_slot slots[MOST_ITEMS]; /* by sub-unit, from SFP_UNIT_SIMPLE */
    enum format_from format;
};

struct allocation {
    struct partial templates[MOST_TEMPLATES];
    struct macro_slots macros[MOST_MACROS];
    unsigned template_count, macro_count;
};

/* The allocation of some demands, and what each distinct one got of it. */
struct allocated {
    struct allocation slots;
    uint8_t macro_of[MOST_DISTINCT];
    uint8_t template_of[MOST_DISTINCT][MOST_ITEMS]; /* by item, or NO_TEMPLATE */
};

enum allocate_result {
    ALLOCATED,
    ALLOCATE_TEMPLATES, /* more templates are needed than there are */
    ALLOCATE_MACROS,    /* more macros are */
    ALLOCATE_TOO_MANY,  /* more of either than can be counted with, or it would take too long to find out */
};

/* Finds what `demands` ask for. After ALLOCATE_TEMPLATES and ALLOCATE_MACROS *allocated is what would do if there were
 * more. */
enum allocate_result allocate(const struct demands *demands, struct allocated *allocated);

#endif
