/*
 * The kernel's own order as an answer to --no-macros. It is the first answer, and each other one has to be shorter:
 * what is printed never takes more cycles than the kernel as written.
 */
#ifndef SFP_OWN_ORDER_H
#define SFP_OWN_ORDER_H

#include "period_search.h"
#include "prove.h"

/*
 * Leaves in *own the kernel's own order, with the cycles that the machine takes for an iteration of the graph as its
 * period. `name`: of the schedule. False with a line in *error, which the caller frees (NULL: no memory). answer_free()
 * is due in any case.
 */
bool own_order_measure(const struct prove_wants *wants, const struct loop_body *body, const struct graph *g,
                       const char *name, struct answer *own, char **error);

/* Takes the own order as the search's answer if none shorter was found. `asked`: the period that was asked for; 0: any.
 * Says in search->unproven where the model does not hold the own order: then it says nothing about shorter ones. */
void own_order_bound(struct search *search, struct answer *own, unsigned asked);

#endif
