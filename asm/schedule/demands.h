/* What the loads of schedules ask of macros: for each a sequence, before it is known which templates there are. */
#ifndef SFP_DEMANDS_H
#define SFP_DEMANDS_H

#include "templates.h"

/* A cell that a load schedules. */
struct demand_item {
    const struct cell *cell;
    unsigned way_count;
    struct way ways[MOST_WAYS]; /* with their delays */
};

enum {
    MOST_ITEMS = SFP_UNIT_STORE, /* one a sub-unit */
    MOST_DISTINCT = 64,          /* demands that differ */
};

/* Does a macro use the format of its load for its store? */
enum format_from { FORMAT_ANY, FORMAT_OF_MISC, FORMAT_OF_LOAD };

/* What one load asks for, in one turn of the rotation. */
struct demand {
    const struct schedule *schedule;
    const struct cell *load;
    unsigned turn;
    size_t distinct; /* which of the distinct demands it is */
    enum format_from format;
    unsigned item_count;
    struct demand_item items[MOST_ITEMS];
};

/* Of all loads of some schedules that are set up together. */
struct demands {
    struct demand *items; /* by schedule, then by tag, then by turn; owned */
    size_t count;
    size_t distinct[MOST_DISTINCT], distinct_count; /* of those that are the same the first */
    uint8_t store_mod0;   /* the format of stores in Misc */
};

/* Why there are none. */
enum demands_fault {
    DEMANDS_FINE,
    DEMANDS_NO_MEMORY,
    DEMANDS_DELAY,   /* `cell` comes too early or too late after its load */
    DEMANDS_TWICE,   /* `cell` and `other` are one load's, and on one sub-unit */
    DEMANDS_NO_WAY,  /* no macro makes `cell` of what it loads, in this turn */
    DEMANDS_MANY,    /* more than MOST_DISTINCT, the last of them being that of the load `cell` */
    DEMANDS_FORMATS, /* the formats of `cell` and `other`, stores, both differ from their loads' */
};

struct demands_error {
    const struct schedule *schedule;
    const struct cell *cell, *other;
    unsigned turn;
};

/* Collects what `count` schedules ask for, to be freed by demands_free() in any case. After a fault *error says where.
 * */
enum demands_fault demands_make(struct demands *demands, struct schedule *const *schedules, size_t count,
                                struct demands_error *error);
void demands_free(struct demands *demands);

#endif
