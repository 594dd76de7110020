/* Loops for tests of sfpsched: sources of a few lines, executed, and looked at. */
#ifndef SCHED_TEST_H
#define SCHED_TEST_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched/graph.h"
#include "sched/loop_body.h"

enum { SCHED_TEXT = 4000 };

/* A loop: what comes before it, its iteration, and what comes behind; NULL: nothing. */
struct sched_loop {
    int arch; /* an enum sfpu_arch */
    const char *before, *row, *after;
};

static inline void sched_diagnose(void *context, const struct sfpu_diagnostic *diagnostic)
{
    (void)context;
    fputs(diagnostic->printed, stderr);
}

/* A machine with the program, in the state that the vendor's runtime leaves; it is the caller's. */
static inline sfpu_machine *sched_machine(int arch, const char *text)
{
    const struct sfpu_options options = {.size = sizeof options, .arch = arch};
    sfpu_machine *m;

    assert_int_equal(sfpu_open(&options, &m), SFPU_OK);
    sfpu_on_diagnostic(m, sched_diagnose, NULL);
    assert_int_equal(sfpu_load_text(m, "k.s", text, strlen(text)), SFPU_OK);
    assert_int_equal(sfpu_set(m, "init", "llk"), SFPU_OK);
    return m;
}

/* The same of the loop: line 1 before it, from line 3 on its iteration, four times. */
static inline sfpu_machine *sched_loop_machine(const struct sched_loop *loop)
{
    char text[SCHED_TEXT];

    snprintf(text, sizeof text, "%s\n.rept 4\n%s.endr\n%s\n", loop->before ? loop->before : "", loop->row,
             loop->after ? loop->after : "");
    return sched_machine(loop->arch, text);
}

/* The operations and regions of the graph of so many iterations, or the message that there is none. */
static inline void sched_spell_repeated(const struct sched_loop *loop, const char *const *rewrites, size_t count,
                                        unsigned iterations, char text[SCHED_TEXT])
{
    sfpu_machine *m = sched_loop_machine(loop);
    struct graph g = {0};
    struct loop_body body;
    char *error = NULL;
    FILE *out = fmemopen(text, SCHED_TEXT, "w");

    text[0] = '\0';
    if (!loop_body_read(m, NULL, &body, &error) || !graph_of_body(&body, &g, &error) ||
        (rewrites && !graph_rewrite(&g, rewrites, count, &error)) || !graph_repeat(&g, iterations))
        fputs(error, out);
    else
        graph_print(&g, out);
    fclose(out);
    free(error);
    graph_free(&g);
    loop_body_free(&body);
    sfpu_close(m);
}

/* The same of one. */
static inline void sched_spell(const struct sched_loop *loop, const char *const *rewrites, size_t count,
                               char text[SCHED_TEXT])
{
    sched_spell_repeated(loop, rewrites, count, 1, text);
}

#endif
