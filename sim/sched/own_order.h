/*
 * The kernel's own order as an answer. With --no-macros it is the first answer, and another order must be shorter. It
 * stands in for a table if a search that ended early has found none, or a longer one: no answer takes more cycles for an
 * iteration than the kernel as written.
 */
#ifndef SFP_OWN_ORDER_H
#define SFP_OWN_ORDER_H

#include "period_search.h"
#include "prove.h"

/*
 * Measures the kernel's own order on the machine: *own gets the cycles of an iteration of the graph as its period.
 * `name`: of the schedule. Returns false with a message in *error, which the caller frees; *error is NULL if memory ran
 * out. answer_free() is due either way.
 */
bool own_order_measure(const struct prove_wants *wants, const struct loop_body *body, const struct graph *g,
                       const char *name, struct answer *own, char **error);

/* Makes the own order the search's answer if the search found no shorter one; `asked`: the demanded period, 0 for
 * any. If the model does not hold the own order, says so in search->unproven: the model then proves nothing about
 * shorter orders. */
void own_order_bound(struct search *search, struct answer *own, unsigned asked);

/* Makes the own order, in the place of a table, the search's answer. The search has found no table, or a table of a
 * longer period. */
void own_order_stand_in(struct search *search, struct answer *own);

#endif
