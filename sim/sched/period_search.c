/*
 * Tries periods upwards from the floor with short limits, each in models that permit more and more, until a table is
 * found; then tries the shorter periods again with a long limit.
 */
#include "period_search.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "attempt.h"
#include "action/parallel.h"

/* ---- The models of a period ---- */

/* The results of a period's models. */
struct known {
    bool asked;
    unsigned count;
    struct search_step steps[SEARCH_MODELS];
};

struct searching {
    const struct graph *graph;
    const struct search_wants *wants;
    struct search *found;
    struct known *periods; /* by period; owned */
};

/* A model solved in parallel with its period's other models. */
struct contender {
    struct attempt attempt;
    struct round *round;
    size_t number;
};

struct round {
    struct searching *searching;
    struct known *known;
    uint32_t conflicts;
    atomic_size_t first_yes; /* lowest number of a model with an answer so far; later models can stop */
    bool won;
    bool is_further;              /* a further round: only models after the winner, for a better answer */
    bool demands_no_clash, demands_gap_safe;        /* demands, as in struct attempt */
    size_t winner;
    struct contender contenders[SEARCH_MODELS];
};

/* Is this a useful model? With one turn, operands cannot differ by turn, and any period fits. More turns must fit
 * into REPLAY, or be as many as the pinned table's. */
static bool is_useful_model(const struct search_step *step, const struct sfp_schedule *pinned)
{
    const unsigned cycles = step->turns * step->period;

    if (cycles > MODEL_ROWS)
        return false;
    if (step->turns == 1)
        return !step->by_turn || step->shadows;
    return cycles <= SFP_REPLAY_SLOTS || (pinned && pinned->turns == step->turns);
}

unsigned search_models(const struct search_wants *wants, unsigned period,
                       struct search_step steps[static SEARCH_MODELS])
{
    static const struct {
        bool by_turn, shadows;
    } kinds[] = {{false, false}, {true, false}, {true, true}};
    const size_t kind_count = wants->no_macros ? 1 : sizeof kinds / sizeof kinds[0];
    const unsigned most_turns = wants->in_order ? 1 : MODEL_TURNS;
    unsigned count = 0;

    for (size_t i = 0; i < kind_count; i++)
        for (unsigned turns = 1; turns <= most_turns; turns++) {
            steps[count] = (struct search_step){.period = period, .turns = turns, .by_turn = kinds[i].by_turn,
                                                .shadows = kinds[i].shadows};
            count += is_useful_model(&steps[count], wants->pinned);
        }
    return count;
}

static int is_contender_done(void *contender)
{
    const struct contender *c = contender;
    const struct search_wants *wants = c->round->searching->wants;

    return atomic_load(&c->round->first_yes) < c->number || (wants->stop && wants->stop(wants->context));
}

static void solve_contender(void *round, size_t i, unsigned worker)
{
    struct round *r = round;
    struct contender *c = &r->contenders[i];
    size_t first = atomic_load(&r->first_yes);

    (void)worker;
    *c = (struct contender){.attempt = {.graph = r->searching->graph,
                                        .step = r->known->steps[i],
                                        .wants = r->searching->wants,
                                        .demands_gap_safe = r->demands_gap_safe,
                                        .demands_no_clash = r->demands_no_clash},
                            .round = r,
                            .number = i};
    if (c->attempt.step.result == SAT_NO || (r->is_further && i <= r->winner) || is_contender_done(c))
        return;
    attempt_solve(&c->attempt, r->conflicts, is_contender_done, c);
    while (c->attempt.step.result == SAT_YES && i < first &&
           !atomic_compare_exchange_weak(&r->first_yes, &first, i))
        continue;
}

/* Called in order of models: the first model with an answer decides. Returns whether to go on to later models. */
static bool judge_contender(void *round, size_t i, unsigned worker)
{
    struct round *r = round;
    struct attempt *a = &r->contenders[i].attempt;
    const struct search_wants *wants = r->searching->wants;
    const bool known = r->known->steps[i].result == SAT_NO || (r->is_further && i <= r->winner);

    (void)worker;
    if (!r->won && !known) {
        r->won = a->step.result == SAT_YES && attempt_improve(a, &r->searching->found->answer);
        if (r->won)
            r->winner = i;
        if (!r->is_further)
            r->known->steps[i] = a->step;
        r->searching->found->no_memory |= a->no_memory;
        if (wants->tell && a->step.clauses)
            wants->tell(wants->context, &a->step);
    }
    attempt_end(a);
    return !r->won && !r->searching->found->no_memory;
}

static void run_round(struct round *r)
{
    const struct searching *s = r->searching;

    r->won = false;
    atomic_store(&r->first_yes, SIZE_MAX);
    parallel_in_order(r->known->count, s->wants->workers ? s->wants->workers : 1, solve_contender, judge_contender, r);
}

/* Asks the models after the winner for answers that meet demands which the winner's answer misses. */
static void ask_for_better(struct round *r)
{
    const struct answer *best = &r->searching->found->answer;

    r->is_further = true;
    r->demands_no_clash = best->clashes;
    if (r->demands_no_clash)
        run_round(r);
    r->demands_no_clash = !best->clashes;
    r->demands_gap_safe = !best->gap_safe;
    if (r->demands_gap_safe)
        run_round(r);
}

static void try_models_of_period(struct searching *s, unsigned period, uint32_t conflicts)
{
    struct round *r = calloc(1, sizeof *r);
    struct known *known = &s->periods[period];

    if (!r) {
        s->found->no_memory = true;
        return;
    }
    if (!known->asked)
        known->count = search_models(s->wants, period, known->steps);
    for (unsigned i = 0; i < known->count; i++)
        known->steps[i].iterations = s->graph->iterations;
    known->asked = true;
    *r = (struct round){.searching = s, .known = known, .conflicts = conflicts};
    run_round(r);
    s->found->found |= r->won;
    if (r->won && !s->wants->no_macros)
        ask_for_better(r);
    free(r);
}

/* ---- Periods ---- */

static bool may_search_go_on(const struct searching *s)
{
    const struct search_wants *wants = s->wants;

    s->found->stopped |= wants->stop && wants->stop(wants->context);
    return !s->found->no_memory && !s->found->stopped;
}

static unsigned count_models_left(const struct known *known)
{
    unsigned left = !known->asked;

    for (unsigned i = 0; i < known->count; i++)
        left += known->steps[i].result != SAT_NO;
    return left;
}

static bool has_models_left(const struct searching *s, unsigned last)
{
    unsigned left = 0;

    for (unsigned period = s->found->first; period <= last; period++)
        left += count_models_left(&s->periods[period]);
    return left > 0;
}

/* Returns the next period upwards. The step grows, because a long kernel's table can be far above the floor. */
static unsigned choose_next_period(const struct searching *s, unsigned period, unsigned last)
{
    enum { PART = 4 };
    const unsigned next = period + 1 + (period - s->found->first) / PART;

    return next > last && period < last ? last : next;
}

/* Tries periods upwards until a table is found. */
static void search_upwards(struct searching *s, unsigned last, uint32_t conflicts)
{
    for (unsigned period = s->found->first; period <= last && !s->found->found && may_search_go_on(s);
         period = choose_next_period(s, period, last))
        if (count_models_left(&s->periods[period]))
            try_models_of_period(s, period, conflicts);
}

/* Tries periods downwards from below `from`, because longer periods more often have a table. Stops after a period
 * without a result: below it no proof would be complete. */
static void search_downwards(struct searching *s, unsigned from)
{
    bool further = true;

    for (unsigned period = from; further && period-- > s->found->first && may_search_go_on(s);) {
        if (count_models_left(&s->periods[period]))
            try_models_of_period(s, period, s->wants->conflicts);
        further = (s->found->found && s->found->answer.wants.period == period) ||
                  !count_models_left(&s->periods[period]);
    }
}

static void conclude_search(struct searching *s, unsigned last)
{
    struct search *found = s->found;
    const unsigned end = found->found ? found->answer.wants.period : last + 1;

    for (unsigned period = found->first; period < end; period++)
        found->given_up += count_models_left(&s->periods[period]);
    found->proven = found->first <= found->floor && found->given_up == 0;
    found->next_refuted = end > found->first && count_models_left(&s->periods[end - 1]) == 0;
}

/* Returns the sum of latencies, plus 1. Any order whose values fit into the registers takes no more cycles. */
static unsigned find_longest_period(const struct graph *g)
{
    unsigned cycles = 1;

    for (size_t i = 0; i < g->count; i++)
        cycles += g->operations[i].latency;
    return cycles;
}

/* Searches for any table first, with short limits, and then for shorter ones. */
static void search_from_floor(struct searching *s, unsigned last)
{
    const struct search_wants *wants = s->wants;

    for (uint64_t quick = wants->quick;
         quick > 0 && (wants->conflicts == 0 || quick < wants->conflicts) && !s->found->found && quick < UINT32_MAX &&
         has_models_left(s, last) && may_search_go_on(s);
         quick *= SEARCH_MORE)
        search_upwards(s, last, (uint32_t)quick);
    if (s->found->found)
        search_downwards(s, s->found->answer.wants.period);
    else if (may_search_go_on(s))
        search_upwards(s, last, wants->conflicts);
    if (!s->found->found && wants->last) /* a caller that names a longest period wants results for every shorter one */
        search_downwards(s, last + 1);
}

void search_tables(const struct graph *g, const struct search_wants *wants, struct search *found)
{
    struct searching s = {.graph = g, .wants = wants, .found = found};
    unsigned last = wants->last ? wants->last : find_longest_period(g);

    *found = (struct search){0};
    found->floor = search_floor(g, 1, wants->no_macros, &found->floor_of);
    found->first = wants->first ? wants->first : found->floor;
    if (last < found->floor && !wants->last)
        last = found->floor;
    if (last > SEARCH_MOST_PERIOD && found->floor <= SEARCH_MOST_PERIOD)
        last = SEARCH_MOST_PERIOD;
    found->last = last;
    s.periods = calloc((size_t)last + 1, sizeof *s.periods);
    if (!s.periods) {
        found->no_memory = true;
        return;
    }
    if (wants->downwards)
        search_downwards(&s, last + 1);
    else
        search_from_floor(&s, last);
    conclude_search(&s, last);
    free(s.periods);
}
