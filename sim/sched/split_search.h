/*
 * Searches of a kernel with an else: SFPCOMPC is one instruction, but nothing comes between its halves; a condition and
 * its opposite are one more, and other operations can come between them. Either can have the shorter table.
 */
#ifndef SFP_SPLIT_SEARCH_H
#define SFP_SPLIT_SEARCH_H

#include "why.h"

/* As search_tables(), of both graphs. `unsplit`: that with SFPCOMPC, or NULL if there is no other one than `g`. */
void split_search_tables(const struct graph *g, const struct graph *unsplit, const struct search_wants *wants,
                         struct search *found);

/* As why_find(): a period is impossible if it is in both graphs. Returns the graph that *why is about. */
const struct graph *split_why_find(const struct graph *g, const struct graph *unsplit, const struct why_wants *wants,
                                   struct why *why);

#endif
