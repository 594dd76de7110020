/* sfpsim budget: the sweeps that a file lists, and whether they are as good as it has them. */
#ifndef SFP_BUDGET_H
#define SFP_BUDGET_H

#include "action/action.h"

struct budget_options {
    struct action_options action;
    const char *file;
    const char *section; /* NULL: the lines above all headings */
    const char **kernels; /* only lines of these; none: all */
    size_t kernel_count;
    const char **arguments; /* that they are among; with room for all */
    bool update, json;
    const char *html;    /* a page's file, or NULL */
};

/* Does it all; returns the exit status. */
int budget_run(const struct budget_options *options);

#endif
