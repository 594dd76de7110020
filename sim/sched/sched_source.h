/* The printed source: comments, the table with its set-up and loop, and the kernel's code before and after the loop. */
#ifndef SFP_SCHED_SOURCE_H
#define SFP_SCHED_SOURCE_H

#include "answer.h"
#include "kept_names.h"
#include "loop_body.h"

/* The form of a loop and its delays. source_forms[] is sorted: first the form that tolerates most gaps between
 * words. */
struct source_form {
    const char *loop;
    bool counts_cycles;
    bool gapless; /* form for a thread that never issues a word late */
};

enum { SOURCE_FORMS = 8 };
extern const struct source_form source_forms[SOURCE_FORMS];

struct source {
    const char *name;              /* name of the schedule */
    const struct loop_body *body;
    const struct answer *answer;
    const char *init;              /* initial state of the run, for .init; or NULL */
    const char *comments;          /* lines that begin with '#', or NULL */
    const struct kept_names *kept; /* names of the kernel's constants, for sources that include sfpu.inc; or NULL */
};

/* Returns the kernel's iterations as iterations of the table. */
size_t source_iterations(const struct source *s);

/* Returns by how many rows the source leaves the counter of Dst further on than the kernel; negative: further back. 0 if
 * the kernel's addresses do not grow, or if its code after the loop sets the counter. */
int32_t source_rows_ahead(const struct source *s);

/* Returns whether the source includes sfpu.inc, for names and for constants of rewrites. The kernel as written does
 * only with `kept`. */
bool source_has_include(const struct source *s);

/* Appends the source, with `iterations` iterations of the table, to *text. */
void source_print(const struct source *s, const struct source_form *form, size_t iterations, struct text *text);

#endif
