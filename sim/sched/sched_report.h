/* What is told of an answer: in comments before it, and as JSON. */
#ifndef SFP_SCHED_REPORT_H
#define SFP_SCHED_REPORT_H

#include "prove.h"
#include "period_search.h"

struct told_steps {
    struct search_step *steps; /* owned */
    size_t count, room;
    bool no_memory;
};

struct report {
    const char *command;
    const struct source *source;
    const struct search *search;
    const struct proof *proof;
    const struct told_steps *steps;
    bool one_period;            /* no shorter one was asked for */
    const char *binds;          /* what does at a cycle less, if that was asked */
};

/* Do rewrites that change some values make any of it? */
bool report_changes_values(const struct answer *answer);

/* Lines that begin with '#', for the source. */
void report_comments(const struct report *r, struct text *text);

/* A document, in which `text` is the source; keys as sfpsched(1) has them. False without memory. */
bool report_as_json(const struct report *r, const struct text *text, FILE *out);

/* "proven by counting", and so on, of the period; freed by the caller, NULL without memory. */
char *report_bound(const struct report *r);

#endif
