/* Solves a model, and improves the answer by further assumptions. */
#include "attempt.h"

#include "pin.h"

#include <time.h>

static double read_processor_time(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static enum sat_result ask_attempt(struct attempt *a, const int *assumed, size_t count, uint32_t conflicts)
{
    const double begun = read_processor_time();
    const enum sat_result result = sat_solve(&a->sat, assumed, count, conflicts);

    a->step.seconds += read_processor_time() - begun;
    return result;
}

bool attempt_model(struct attempt *a)
{
    const struct sfp_schedule *pinned = a->wants->pinned;
    const struct model_wants wants = {.period = a->step.period, .turns = a->step.turns,
                                      .rows = search_rows_of(a->graph, a->wants, a->step.period),
                                      .by_turn = a->step.by_turn, .shadows = a->step.shadows,
                                      .no_macros = a->wants->no_macros, .in_order = a->wants->in_order};

    a->step.result = pinned && !pins_fit(pinned, &wants) ? SAT_NO : SAT_UNKNOWN;
    if (a->step.result == SAT_NO)
        return false;
    a->no_memory = !model_make(&a->model, a->graph, wants) || (pinned && !pins_require(&a->model, pinned));
    a->step.variables = (size_t)a->model.cnf.variables;
    a->step.clauses = a->model.cnf.clauses;
    return !a->no_memory;
}

void attempt_solve(struct attempt *a, uint32_t conflicts, sat_stop *stop, void *context)
{
    int demands[2];
    size_t count = 0;

    if (!attempt_model(a))
        return;
    a->no_memory = !sat_open(&a->sat, &a->model.cnf, stop, context);
    if (a->demands_gap_safe)
        demands[count++] = a->model.gap_safe;
    if (a->demands_no_clash)
        demands[count++] = a->model.no_clash;
    if (!a->no_memory)
        a->step.result = ask_attempt(a, demands, count, conflicts);
}

void attempt_end(struct attempt *a)
{
    sat_close(&a->sat);
    model_free(&a->model);
}

/* ---- Better answers ---- */

/* Limits in conflicts: for a smaller answer; for an answer without flags-clash, or one that bears late words. */
enum { PATIENCE = 10000, MORE_PATIENCE = 40000 };

/* Assumptions met by the best answer so far. */
struct assumed {
    struct answer *best;
    int literals[8 + MODEL_OPERATIONS];
    size_t count;
};

static bool keep_better_answer(struct attempt *a, struct answer *best)
{
    struct answer answer;

    if (!answer_take(&answer, &a->model, &a->sat)) {
        a->no_memory = true;
        answer_free(&answer);
        return false;
    }
    answer_free(best);
    *best = answer;
    return true;
}

/* The counts to reduce, in this order. */
enum count_kind { COUNT_MACROS, COUNT_TEMPLATES, COUNT_ROWS, COUNT_KINDS };

static unsigned get_answer_count(const struct answer *answer, enum count_kind kind)
{
    return kind == COUNT_MACROS ? answer->macros : kind == COUNT_TEMPLATES ? answer->templates : answer->rows;
}

/* Returns the literal for "no more than `most`". `most` must be less than get_greatest_count(). */
static int limit_answer_count(const struct model *m, enum count_kind kind, unsigned most)
{
    return kind == COUNT_MACROS ? -m->macros_used[most] : kind == COUNT_TEMPLATES ? -m->templates_used[most]
                                                                                  : m->ends[most - 1];
}

static unsigned get_least_count(enum count_kind kind)
{
    return kind == COUNT_ROWS;
}

static unsigned get_greatest_count(const struct model *m, enum count_kind kind)
{
    if (kind == COUNT_ROWS)
        return m->wants.rows;
    return m->wants.no_macros ? 0 : kind == COUNT_MACROS ? SFP_SEQUENCES : SFP_TEMPLATES;
}

/* Asks for an answer with one more assumption. On success keeps the answer and the assumption, and returns true.
 * Otherwise leaves both as they were. */
static bool insist_on_literal(struct attempt *a, struct assumed *assumed, int literal, uint32_t conflicts)
{
    assumed->literals[assumed->count] = literal;
    if (ask_attempt(a, assumed->literals, assumed->count + 1, conflicts) != SAT_YES ||
        !keep_better_answer(a, assumed->best))
        return false;
    assumed->count++;
    return true;
}

/* Reduces the count as far as the solver finds answers within PATIENCE conflicts, then assumes the reached count.
 * Each assumption of a smaller count implies the earlier ones, so only the last is kept. */
static void reduce_answer_count(struct attempt *a, struct assumed *assumed, enum count_kind kind)
{
    const size_t before = assumed->count;

    while (get_answer_count(assumed->best, kind) > get_least_count(kind) &&
           insist_on_literal(a, assumed, limit_answer_count(&a->model, kind, get_answer_count(assumed->best, kind) - 1),
                             PATIENCE))
        assumed->count = before;
    if (get_answer_count(assumed->best, kind) < get_greatest_count(&a->model, kind))
        assumed->literals[assumed->count++] = limit_answer_count(&a->model, kind,
                                                                 get_answer_count(assumed->best, kind));
}

/* Is `again` a rewrite's copy of the kernel's own operation `own`, with `own` present but unread? */
static bool is_needless_copy(const struct answer *best, size_t again, size_t own)
{
    const struct graph_operation *o = &best->graph->operations[again], *other = &best->graph->operations[own];

    return o->rewrite && !other->rewrite && !graph_is_load(o) && o->word == other->word &&
           best->operations[again].present && best->operations[own].present &&
           o->results[0].value == other->results[0].value && o->results[0].value != GRAPH_NONE &&
           !best->operations[own].read;
}

/* Where a rewrite's copy of an operation is present although its original is present and unread, asks for an answer
 * without the copy: the original can serve. */
static void drop_needless_copies(struct attempt *a, struct assumed *assumed)
{
    for (size_t again = 0; again < a->graph->count; again++)
        for (size_t own = 0; own < a->graph->count; own++)
            if (is_needless_copy(assumed->best, again, own))
                insist_on_literal(a, assumed, -a->model.operations[again].present, PATIENCE);
}

/* Improves the answer in order of importance: first no flags that change in a cycle in which an operation works
 * under the old flags, then tolerance of late words, then no needless copies, then fewer macros, templates and rows. */
bool attempt_improve(struct attempt *a, struct answer *best)
{
    struct assumed assumed = {.best = best};

    if (!keep_better_answer(a, best))
        return false;
    insist_on_literal(a, &assumed, a->model.no_clash, MORE_PATIENCE);
    insist_on_literal(a, &assumed, a->model.gap_safe, MORE_PATIENCE);
    drop_needless_copies(a, &assumed);
    for (enum count_kind kind = 0; kind < COUNT_KINDS; kind++)
        reduce_answer_count(a, &assumed, kind);
    drop_needless_copies(a, &assumed);
    return !a->no_memory;
}
