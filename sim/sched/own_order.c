/* Measures the kernel's own order, and bounds the search by it. */
#include "own_order.h"

#include <stdlib.h>

#include "base/fail.h"

static bool take_as_written(struct answer *own, const struct graph *g)
{
    *own = (struct answer){.graph = g, .as_written = true, .wants = {.turns = 1, .no_macros = true, .in_order = true}};
    own->operations = calloc(g->count + 1, sizeof *own->operations);
    return own->operations;
}

bool own_order_measure(const struct prove_wants *wants, const struct loop_body *body, const struct graph *g,
                       const char *name, struct answer *own, char **error)
{
    const struct source source = {.name = name, .body = body, .answer = own,
                                  .init = machine_initial_state(wants->machine, body->machine)};
    uint64_t cycles;

    *error = NULL;
    if (!take_as_written(own, g) || !prove_cycles(wants, &source, &source_forms[0], &cycles, error))
        return false;
    own->wants.period = own->wants.rows = own->rows =
        (unsigned)((cycles + PROVE_ITERATIONS - 1) / PROVE_ITERATIONS);
    return true;
}

/* Is the own order the answer? */
static bool is_answer(const struct search *search, const struct answer *own, unsigned asked)
{
    if (asked)
        return !search->found && own->wants.period == asked;
    return !search->found || search->answer.wants.period >= own->wants.period;
}

static const char *find_unproven_reason(const struct search *search, const struct answer *own)
{
    if (own->wants.period > SEARCH_MOST_PERIOD)
        return "the kernel's own order is longer than 64 cycles, the limit of the model";
    if (!search->found && search->given_up == 0 && !search->stopped)
        return "the model does not include the kernel's own order";
    return search->unproven;
}

_Static_assert(SEARCH_MOST_PERIOD == 64, "find_unproven_reason() says so");

void own_order_bound(struct search *search, struct answer *own, unsigned asked)
{
    search->own_period = own->wants.period;
    if (!is_answer(search, own, asked))
        return;
    search->unproven = own->wants.period > search->floor ? find_unproven_reason(search, own) : NULL;
    answer_free(&search->answer);
    search->answer = *own;
    search->found = true;
    *own = (struct answer){0};
}

void own_order_stand_in(struct search *search, struct answer *own)
{
    search->table_period = search->found ? search->answer.wants.period : 0;
    search->stands_in = true;
    search->unproven = own->wants.period > search->floor ? "the search for a table ended early" : NULL;
    answer_free(&search->answer);
    search->answer = *own;
    search->found = true;
    *own = (struct answer){0};
}
