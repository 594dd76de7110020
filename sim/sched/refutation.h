/* Refutations that others can check: the clauses of models, and what a solver says of each step. */
#ifndef SFP_REFUTATION_H
#define SFP_REFUTATION_H

#include "period_search.h"

/*
 * For each model of the periods from `first` up to before `end`, which are all refuted, writes PREFIX-PERIOD-N.cnf, its
 * clauses in DIMACS, and has the program cadical write PREFIX-PERIOD-N.drat, their refutation, N from 1. *count: how
 * many there are. False with a line in *error, which the caller frees (NULL: no memory); files that are there by then
 * stay.
 */
bool refutations_write(const struct graph *g, const struct search_wants *wants, unsigned first, unsigned end,
                       const char *prefix, unsigned *count, char **error);

#endif
