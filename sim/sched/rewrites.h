/* The table of rewrites. */
#ifndef SFP_REWRITES_H
#define SFP_REWRITES_H

#include "graph.h"

/* A graph that is rewritten. */
struct rewriting {
    struct graph *graph;
    struct sfp_index index;
    const struct rewrite *by;
};

struct rewrite {
    const char *name, *match, *makes, *condition, *proof; /* as rewrites.def has them */
    unsigned archs;
    bool always;
    bool (*apply)(struct rewriting *w, size_t at); /* to one operation, behind which it adds; false: no memory */
};

/* The rows; NULL behind the last. */
const struct rewrite *graph_rewrite_row(size_t i);

#endif
