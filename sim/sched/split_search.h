/*
 * A loop can have several graphs, and any graph can have the loop's shortest table:
 *
 * With an else, SFPCOMPC is a single instruction in one graph, with nothing between its halves. In another graph
 * SFPENCC and the opposite condition replace it, one instruction more, with room between them.
 *
 * A rewrite is allowed, and not required. For a rewrite that puts other instructions in the place of the kernel's
 * own, one graph has the rewrite's instructions, and another graph has the kernel's. Of several such rewrites all apply
 * or none.
 */
#ifndef SFP_SPLIT_SEARCH_H
#define SFP_SPLIT_SEARCH_H

#include "why.h"

enum { OTHER_GRAPHS = 3 };

/* A further graph of a loop. `suffix` distinguishes the files of its refutations. */
struct other_graph {
    struct graph graph;
    const char *suffix;
};

/* Graphs of the loop. One or more kernel iterations make up an iteration of the graphs. All zero: empty. */
struct loop_graphs {
    struct graph graph; /* with all rewrites, and without SFPCOMPC where that can be replaced */
    struct other_graph others[OTHER_GRAPHS];
    size_t other_count;
};

void loop_graphs_free(struct loop_graphs *graphs);

/* As search_tables(), in graphs->graph, then in graphs->others. Each further graph is searched for tables shorter than
 * the shortest found so far. */
void split_search_tables(const struct loop_graphs *graphs, const struct search_wants *wants, struct search *found);

/* As why_find(), where a period is impossible only if all graphs exclude it. Returns the graph explained by *why. */
const struct graph *split_why_find(const struct loop_graphs *graphs, const struct why_wants *wants, struct why *why);

#endif
