/*
 * Searches a kernel with an else in two graphs. In one, SFPCOMPC is a single instruction, with nothing between its
 * halves; in the other, SFPENCC and the opposite condition replace it, one instruction more, with room between them.
 * Either can have the shorter table.
 */
#ifndef SFP_SPLIT_SEARCH_H
#define SFP_SPLIT_SEARCH_H

#include "why.h"

/* As search_tables(), in both graphs. `unsplit`: the graph with SFPCOMPC, or NULL if `g` is the only graph. */
void split_search_tables(const struct graph *g, const struct graph *unsplit, const struct search_wants *wants,
                         struct search *found);

/* As why_find(), where a period is impossible only if both graphs exclude it. Returns the graph explained by *why. */
const struct graph *split_why_find(const struct graph *g, const struct graph *unsplit, const struct why_wants *wants,
                                   struct why *why);

#endif
