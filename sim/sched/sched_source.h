/* The source that is printed: comments, the table with its set-up and loop, and around it what the kernel has there. */
#ifndef SFP_SCHED_SOURCE_H
#define SFP_SCHED_SOURCE_H

#include "answer.h"
#include "loop_body.h"

/* How a loop is played, and what its delays count: from what bears most to what bears least. */
struct source_form {
    const char *loop;
    bool counts_cycles;
    bool gapless; /* only for a thread that is never late */
};

enum { SOURCE_FORMS = 8 };
extern const struct source_form source_forms[SOURCE_FORMS];

struct source {
    const char *name;              /* of the schedule */
    const struct loop_body *body;
    const struct answer *answer;
    const char *comments;          /* lines that begin with '#', or NULL */
};

/* How many iterations of the table all of the kernel's are. */
size_t source_iterations(const struct source *s);

/* Does the source include sfpu.inc, for constants that rewrites make? */
bool source_has_include(const struct source *s);

/* With so many iterations of the table. */
void source_print(const struct source *s, const struct source_form *form, size_t iterations, struct text *text);

#endif
