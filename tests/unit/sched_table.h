/* Tables in models, for tests of sfpsched. */
#ifndef SCHED_TABLE_H
#define SCHED_TABLE_H

#include <stdio.h>
#include <stdlib.h>

#include "assembly/asm.h"
#include "sched/graph.h"
#include "sched/loop_body.h"
#include "sched/pin.h"
#include "sched/sat.h"

/* How much a model leaves open; and whether late words have to do no harm. */
static const struct sched_openness {
    bool by_turn, shadows, gap_safe;
} sched_openness[] = {{false, false, false}, {true, false, false}, {true, true, false}};

enum { SCHED_OPENNESS = sizeof sched_openness / sizeof sched_openness[0] };

/* Keeps the first error in `context`, SCHED_SAID bytes, or nothing if that is NULL. */
enum { SCHED_SAID = 400 };

static inline void sched_say(void *context, const struct sfp_diagnostic *d)
{
    char *said = context;

    if (said && d->error && !said[0])
        snprintf(said, SCHED_SAID, "%lu:%lu: %s", d->line, d->column, d->text);
}

/* The graph of a kernel's loop, with all that rewrites add. Words of the program are the machine's, to be closed with
 * it. */
static inline sfpu_machine *sched_graph_of(const struct sfp_asm_options *how, const char *path, const char *rewrite,
                                           struct graph *g)
{
    const struct sfpu_options options = {.size = sizeof options,
                                         .arch = how->arch == SFP_WH ? SFPU_WORMHOLE : SFPU_BLACKHOLE};
    const struct sfpu_assembly assembly = {.size = sizeof assembly, .defines = how->defines,
                                           .define_count = how->define_count};
    struct loop_body body;
    sfpu_machine *m;
    char *error = NULL;

    assert_int_equal(sfpu_open(&options, &m), SFPU_OK);
    assert_int_equal(sfpu_configure_assembly(m, &assembly), SFPU_OK);
    assert_int_equal(sfpu_load_file(m, path), SFPU_OK);
    assert_int_equal(sfpu_set(m, "init", "llk"), SFPU_OK);
    if (!loop_body_read(m, NULL, &body, &error) || !graph_of_body(&body, g, &error) ||
        !graph_rewrite(g, &rewrite, rewrite != NULL, &error))
        fail_msg("%s: %s", path, error);
    loop_body_free(&body);
    return m;
}

/* Does the table satisfy the graph's model, as all that is there? */
static inline enum sat_result sched_satisfies(const struct graph *g, const struct sfp_schedule *table,
                                              struct sched_openness open, const char **why)
{
    struct model m;
    struct pins p = {0};
    struct sat s = {0};
    enum sat_result result = SAT_UNKNOWN;
    int *assumed = calloc(table->cell_count + 2, sizeof *assumed);
    size_t count;
    const struct model_wants wants = {.period = table->period, .turns = table->turns, .rows = table->rows,
                                      .by_turn = open.by_turn, .shadows = open.shadows};

    assert_true(model_make(&m, g, wants));
    if (!pins_make(&p, &m, table)) {
        *why = p.why;
        result = SAT_NO;
    } else if (sat_open(&s, &m.cnf, NULL, NULL)) {
        count = pins_assume(&p, true, assumed);
        if (open.gap_safe)
            assumed[count++] = m.gap_safe;
        result = sat_solve(&s, assumed, count, 0);
        *why = "no";
    }
    sat_close(&s);
    pins_free(&p);
    model_free(&m);
    free(assumed);
    return result;
}

/* Which rules and cells, by their rows, keep the table from satisfying the most open model: not the fewest. */
static inline void sched_say_why_not(const struct graph *g, const struct sfp_schedule *table, char text[static 400])
{
    static const char *const names[] = {
#define RULE(id, name, ...) name,
#include "schedule_rules.def"
#undef RULE
    };
    struct model m;
    struct pins p = {0};
    struct sat s = {0};
    int *assumed = calloc(table->cell_count + 1 + MODEL_RULES, sizeof *assumed);
    size_t count = 0, length = 0;

    assert_true(model_make(&m, g, (struct model_wants){.period = table->period, .turns = table->turns,
                                                       .rows = table->rows, .by_turn = true, .shadows = true,
                                                       .explain = true}));
    text[0] = '\0';
    if (pins_make(&p, &m, table) && sat_open(&s, &m.cnf, NULL, NULL)) {
        count = pins_assume(&p, true, assumed);
        for (unsigned rule = 0; rule < MODEL_RULES; rule++)
            assumed[count++] = m.rules[rule];
        if (sat_solve(&s, assumed, count, 0) == SAT_NO) {
            for (unsigned rule = 0; rule < MODEL_RULES; rule++)
                if (sat_failed(&s, m.rules[rule]))
                    length += (size_t)snprintf(text + length, 400 - length, "%s ", names[rule]);
            for (size_t c = 0; c < table->cell_count && length < 300; c++)
                if (sat_failed(&s, p.holds[c]))
                    length += (size_t)snprintf(text + length, 400 - length, "row %u unit %d, ", table->cells[c].row,
                                               (int)table->cells[c].unit);
            if (sat_failed(&s, p.whole))
                snprintf(text + length, 400 - length, "whole");
        }
    }
    sat_close(&s);
    pins_free(&p);
    model_free(&m);
    free(assumed);
}

#endif
