/* The shortest table of a graph: one soon, then shorter ones or that there are none; and of one period the best. */
#ifndef SFP_PERIOD_SEARCH_H
#define SFP_PERIOD_SEARCH_H

#include "answer.h"
#include "program/sfp_program.h"

/* How each further model leaves more open. */
struct search_step {
    unsigned period, turns;
    bool by_turn, shadows;
    size_t variables, clauses;
    enum sat_result result;
    double seconds; /* of processor time, of the solver; for people, nothing depends on it */
};

enum {
    SEARCH_MOST_PERIOD = MODEL_ROWS, /* a longer one has no table that this one has not */
    SEARCH_QUICK = 1000,       /* conflicts of a model until there is a table */
    SEARCH_MORE = 4,           /* times as many where there is none, again and again */
    SEARCH_CONFLICTS = 20000,  /* and then, of those that are left */
    SEARCH_MODELS = 3 * MODEL_TURNS, /* of a period, at most */
};

struct search_wants {
    unsigned first, last;         /* periods; 0: the floor, and all latencies one after another */
    uint32_t quick, conflicts;    /* after which a model is given up, until there is a table and then; 0: never */
    const struct sfp_schedule *pinned; /* whose cells each answer has; or NULL */
    bool no_macros;               /* all is issued */
    bool in_order;                /* and an iteration begins when the one before has issued all of its own */
    unsigned workers;             /* models that are solved at once; the answer does not depend on it */
    sat_stop *stop;               /* or NULL; asked from several threads */
    void (*tell)(void *context, const struct search_step *step); /* of each model, in order; or NULL */
    void *context;                /* of both */
};

struct search {
    struct answer answer;         /* to be freed with answer_free() */
    bool found;
    unsigned floor;               /* cycles: no table is shorter, by counting what sub-units have to do */
    const char *floor_of;         /* which, in words */
    unsigned first, last;         /* the shortest and the longest period that were looked for */
    bool proven;                  /* each shorter period from the floor on was refuted, in these models */
    bool next_refuted;            /* at least the period of a cycle less was */
    unsigned given_up;            /* models of shorter periods of which that is not known */
    const char *unproven;         /* why models that are refuted, and counting, prove nothing; NULL: they do */
    unsigned own_period;          /* cycles of the kernel's own order; 0: it was not measured */
    bool no_memory;
    bool stopped;                 /* `stop` has said so */
};

/* Cycles that the busiest sub-unit needs for so many iterations as one, or the thread without macros, whatever the
 * table, and in *what which that is. */
unsigned search_floor(const struct graph *g, unsigned iterations, bool no_macros, const char **what);

/* Rows that tables are looked for in. */
unsigned search_rows(const struct graph *g);

/* The same of a period's models: an order has no more than its period. */
unsigned search_rows_of(const struct graph *g, const struct search_wants *wants, unsigned period);

/* The models of a period, in the order in which they count; returns how many. */
unsigned search_models(const struct search_wants *wants, unsigned period,
                       struct search_step steps[static SEARCH_MODELS]);

/* Is there none shorter than what was found, by counting or in the models? */
static inline bool search_is_proven(const struct search *found)
{
    return !found->unproven && (found->proven || found->answer.wants.period == found->floor);
}

void search_tables(const struct graph *g, const struct search_wants *wants, struct search *found);

/* ---- Refutations that others can check, the clauses of models and what a solver says of each step: refutation.c ---- */

/*
 * For each model of the periods from `first` up to before `end`, which are all refuted, writes PREFIX-PERIOD-N.cnf, its
 * clauses in DIMACS, and has the program cadical write PREFIX-PERIOD-N.drat, their refutation, N from 1. *count: how
 * many there are. False with a line in *error, which the caller frees (NULL: no memory); files that are there by then
 * stay.
 */
bool refutations_write(const struct graph *g, const struct search_wants *wants, unsigned first, unsigned end,
                       const char *prefix, unsigned *count, char **error);

#endif
