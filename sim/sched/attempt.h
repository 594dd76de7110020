/* One model of the search, solved; and of its answers the best. */
#ifndef SFP_ATTEMPT_H
#define SFP_ATTEMPT_H

#include "period_search.h"

/* Begins with its first members, all else 0. */
struct attempt {
    const struct graph *graph;
    struct search_step step;
    const struct search_wants *wants;
    bool safe;             /* the thread may be late with its words */
    bool still;            /* no flags change beside what works under the old ones */
    struct model model;
    struct sat sat;
    bool no_memory;
};

/* Makes the model. False if memory ran out, or if no table of it can have the pinned cells, as the step's result says.
 * attempt_end() is due. */
bool attempt_model(struct attempt *a);

/* Makes the model, and solves it: the result is the step's. attempt_end() is due. */
void attempt_solve(struct attempt *a, uint32_t conflicts, sat_stop *stop, void *context);
void attempt_end(struct attempt *a);

/* After SAT_YES: the best answer, in place of what *best has. False if memory ran out. */
bool attempt_improve(struct attempt *a, struct answer *best);

#endif
