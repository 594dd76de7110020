/* An attempt: a model of the search, made, solved, and asked for better answers. */
#ifndef SFP_ATTEMPT_H
#define SFP_ATTEMPT_H

#include "period_search.h"

/* The caller sets graph, step and wants, and the two demands; the other members start as 0. */
struct attempt {
    const struct graph *graph;
    struct search_step step;
    const struct search_wants *wants;
    bool demands_gap_safe; /* the answer must bear late words of the thread */
    bool demands_no_clash; /* flags must not change in a cycle in which an operation works under the old flags */
    struct model model;
    struct sat sat;
    bool no_memory;
};

/* Makes the model. Returns false if memory ran out (a->no_memory), or if no table of these bounds has room for the
 * pinned cells (a->step.result is SAT_NO). attempt_end() is due either way. */
bool attempt_model(struct attempt *a);

/* Makes the model and solves it, with a limit of `conflicts` (0: none). The result goes to a->step.result.
 * attempt_end() is due either way. */
void attempt_solve(struct attempt *a, uint32_t conflicts, sat_stop *stop, void *context);
void attempt_end(struct attempt *a);

/* After SAT_YES: replaces *best by the best answer of this model. False if memory ran out. */
bool attempt_improve(struct attempt *a, struct answer *best);

#endif
