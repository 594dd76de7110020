/* The shortest table of a graph: period by period from below, and of one period the best. */
#ifndef SFP_SEARCH_H
#define SFP_SEARCH_H

#include "answer.h"

/* How each further model leaves more open. */
struct search_step {
    unsigned period, turns;
    bool by_turn, shadows;
    size_t variables, clauses;
    enum sat_result result;
    double seconds; /* of processor time, of the solver; for people, nothing depends on it */
};

struct search_wants {
    unsigned first, last;         /* periods; 0: the floor, and one cycle for each instruction */
    uint32_t conflicts;           /* of one model after which it is given up; 0: never */
    sat_stop *stop;               /* or NULL */
    void (*tell)(void *context, const struct search_step *step); /* of each model; or NULL */
    void *context;                /* of both */
};

struct search {
    struct answer answer;         /* to be freed with answer_free() */
    bool found;
    unsigned floor;               /* cycles: no table is shorter, by counting what sub-units have to do */
    bool proven;                  /* each shorter period was refuted, in these models */
    bool no_memory;
    bool stopped;                 /* `stop` has said so */
};

/* Cycles that the busiest sub-unit, or the thread, needs for an iteration, whatever the table. */
unsigned search_floor(const struct graph *g);

/* Rows that tables of this period are looked for in. */
unsigned search_rows(const struct graph *g, unsigned period);

void search_tables(const struct graph *g, const struct search_wants *wants, struct search *found);

#endif
