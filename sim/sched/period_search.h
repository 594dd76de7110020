/* Searches for a graph's shortest table: any table soon, then shorter ones or proof that none exist, then the best
 * of the period. */
#ifndef SFP_PERIOD_SEARCH_H
#define SFP_PERIOD_SEARCH_H

#include "answer.h"
#include "program/sfp_program.h"

/* A model of a period, and its outcome. Later models of a period permit more tables. */
struct search_step {
    unsigned iterations;    /* number of kernel iterations of the graph's iteration */
    unsigned period, turns; /* period and turns of the model, as in struct model_wants */
    bool by_turn, shadows;
    size_t variables, clauses;
    enum sat_result result;
    double seconds; /* processor time of the solver in seconds; only for display */
};

enum {
    SEARCH_MOST_PERIOD = MODEL_ROWS, /* a table of a longer period has this period too */
    SEARCH_QUICK = 1000,       /* first limit in conflicts of a model, until a table is found */
    SEARCH_MORE = 4,           /* factor between successive limits */
    SEARCH_CONFLICTS = 20000,  /* final limit in conflicts */
    SEARCH_MODELS = 3 * MODEL_TURNS, /* most models of a period */
};

struct search_wants {
    unsigned first, last;         /* shortest and longest period to search; 0: the floor, and the sum of latencies
                                   * plus 1 */
    bool downwards;               /* searches only from `last` downwards. Goes on below refuted periods, and ends at a
                                   * period without a result */
    uint32_t quick, conflicts;    /* most conflicts of a model, until a table is found, and afterwards; 0: no limit */
    const struct sfp_schedule *pinned; /* cells required in each answer, or NULL */
    bool no_macros;               /* answers without macros: the thread issues each operation */
    bool in_order;                /* answers in order: an iteration begins after the previous one has issued its last
                                   * word */
    unsigned workers;             /* number of models solved in parallel; the answer does not depend on this number */
    sat_stop *stop;               /* function that tells whether to stop, called from several threads; or NULL */
    void (*tell)(void *context, const struct search_step *step); /* called for each model, in order; or NULL */
    void *context;                /* argument of `stop` and `tell` */
};

struct search {
    struct answer answer;         /* answer found, to be freed by answer_free() */
    bool found;
    unsigned floor;               /* lower bound of the period in cycles, from counting the work of sub-units, and the
                                   * latencies of carried values */
    const char *floor_of;         /* the thing counted: a sub-unit, "Simple and Round", "the thread", "a carried
                                   * value" or "an iteration" */
    unsigned first, last;         /* shortest and longest period searched */
    bool proven;                  /* every shorter period from the floor on is refuted, in these models */
    bool next_refuted;            /* at least the next shorter period is refuted */
    unsigned given_up;            /* number of models of shorter periods without a result */
    const char *unproven;         /* reason why counting and refuted models prove nothing; NULL: they prove it */
    unsigned own_period;          /* number of cycles of the kernel's own order; 0: not measured */
    bool stands_in;               /* the answer is the kernel's own order, in the place of a table */
    unsigned table_period;        /* if stands_in: period of the table found, which is longer; 0: no table found */
    bool no_memory;
    bool stopped;                 /* `stop` ended the search */
};

/* Returns the cycles that `iterations` iterations need in any table, by the work of the busiest sub-unit, or,
 * without macros, of the thread; or by the latencies through which a carried value goes. *what names it. */
unsigned search_floor(const struct graph *g, unsigned iterations, bool no_macros, const char **what);

/* Returns the number of rows that models give to tables. */
unsigned search_rows(const struct graph *g);

/* As search_rows(), for the models of a period: an order has no more rows than its period. */
unsigned search_rows_of(const struct graph *g, const struct search_wants *wants, unsigned period);

/* Lists the models of a period in order of preference. Returns their number. */
unsigned search_models(const struct search_wants *wants, unsigned period,
                       struct search_step steps[static SEARCH_MODELS]);

/* Is a shorter answer excluded, by counting or in the models? */
static inline bool search_is_proven(const struct search *found)
{
    return !found->unproven && (found->proven || found->answer.wants.period == found->floor);
}

/* Searches the tables of a graph, or its orders, within the bounds of `wants`, and fills *found. The caller frees
 * found->answer with answer_free(). */
void search_tables(const struct graph *g, const struct search_wants *wants, struct search *found);

/* ---- Refutations for checking by others, in refutation.c ---- */

/*
 * For each model of the periods from `first` to `end` - 1, which must be refuted, writes its clauses in DIMACS to
 * PREFIX-PERIOD-N.cnf, and has the program cadical write their refutation to PREFIX-PERIOD-N.drat; N counts from 1.
 * Sets *count to the number of models. Returns false with a message in *error, which the caller frees; *error is NULL
 * if memory ran out. Files already written stay.
 */
bool refutations_write(const struct graph *g, const struct search_wants *wants, unsigned first, unsigned end,
                       const char *prefix, unsigned *count, char **error);

#endif
