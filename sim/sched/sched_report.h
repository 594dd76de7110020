/* Reports an answer: in comments before the table, and as JSON. */
#ifndef SFP_SCHED_REPORT_H
#define SFP_SCHED_REPORT_H

#include "prove.h"
#include "period_search.h"
#include "two_rows.h"

struct told_steps {
    struct search_step *steps; /* array of steps; owned */
    size_t count, room;
    bool no_memory;
};

struct report {
    const char *command;
    const struct source *source;
    const struct search *search;
    const struct proof *proof;
    const struct told_steps *steps;
    const struct two_rows *two_rows;
    uint32_t offered;           /* set of rewrites that would replace operations if --rewrite named them */
    bool one_period;            /* the user asked for one period only, no shorter ones */
    const sfpu_program *program; /* for JSON: the words of the answer; otherwise NULL */
    const char *binds;          /* rules that exclude the next shorter period, or NULL */
};

/* Does the answer use a rewrite that can change values? */
bool report_changes_values(const struct answer *answer);

/* Appends the comments, lines that begin with '#', to *text. */
void report_comments(const struct report *r, struct text *text);

/* Writes a JSON document with the keys of sfpsched(1); `text` is the source. False if memory ran out. */
bool report_as_json(const struct report *r, const struct text *text, FILE *out);

/* Returns the claim about shorter periods, such as "no shorter table ..., by counting". The caller frees it; NULL:
 * memory ran out. */
char *report_bound(const struct report *r);

#endif
