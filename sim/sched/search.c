/* Periods from the floor up, each in models that leave more and more open. */
#include "search.h"

#include <time.h>

/* ---- Bounds ---- */

unsigned search_floor(const struct graph *g)
{
    unsigned units[SFP_UNITS] = {0}, arithmetic, floor = 1;

    for (size_t i = 0; i < g->count; i++)
        if (!g->operations[i].optional)
            units[g->operations[i].unit] += model_reads_late(&g->operations[i]) ? 2 : 1;
    for (unsigned unit = SFP_UNIT_SIMPLE; unit < SFP_UNITS; unit++)
        floor = units[unit] > floor ? units[unit] : floor;
    arithmetic = (units[SFP_UNIT_SIMPLE] + units[SFP_UNIT_ROUND] + 1) / 2;
    return arithmetic > floor ? arithmetic : floor;
}

/* All latencies one after another, and some slack. */
unsigned search_rows(const struct graph *g, unsigned period)
{
    enum { SLACK = 4, LEAST = 8 };
    unsigned rows = SLACK, most = MODEL_ROWS - SLACK;

    for (size_t i = 0; i < g->count; i++)
        rows += g->operations[i].optional ? 0 : g->operations[i].latency;
    (void)period;
    return rows < LEAST ? LEAST : rows > most ? most : rows;
}

/* ---- One model ---- */

struct attempt {
    const struct search_wants *wants;
    struct search *found;
    struct model model;
    struct sat sat;
    struct search_step *step;
};

static enum sat_result ask(struct attempt *a, const int *assumed, size_t count, uint32_t conflicts)
{
    const clock_t begun = clock();
    const enum sat_result result = sat_solve(&a->sat, assumed, count, conflicts);

    a->step->seconds += (double)(clock() - begun) / CLOCKS_PER_SEC;
    return result;
}

static bool keep(struct attempt *a)
{
    struct answer answer;

    if (!answer_take(&answer, &a->model, &a->sat)) {
        a->found->no_memory = true;
        answer_free(&answer);
        return false;
    }
    answer_free(&a->found->answer);
    a->found->answer = answer;
    a->found->found = true;
    return true;
}

/* What there should be less of, in this order. */
enum less { LESS_MACROS, LESS_TEMPLATES, LESS_ROWS, LESS_KINDS };

static unsigned count_of(const struct answer *answer, enum less less)
{
    return less == LESS_MACROS ? answer->macros : less == LESS_TEMPLATES ? answer->templates : answer->rows;
}

/* Assumed, there are no more than `most`, which are fewer than there could be. */
static int no_more(const struct model *m, enum less less, unsigned most)
{
    return less == LESS_MACROS ? -m->macros_used[most] : less == LESS_TEMPLATES ? -m->templates_used[most]
                                                                                : m->ends[most - 1];
}

static unsigned at_least(enum less less)
{
    return less == LESS_ROWS;
}

static unsigned at_most(const struct model *m, enum less less)
{
    return less == LESS_MACROS ? SFP_SEQUENCES : less == LESS_TEMPLATES ? SFP_TEMPLATES : m->wants.rows;
}

/* What is assumed of better and better answers. */
struct assumed {
    int literals[8];
    size_t count;
};

/* Keeps the answer in which this is so too, and assumes it from then on. False, with nothing new, if there is none. */
static bool insist(struct attempt *a, struct assumed *assumed, int literal)
{
    enum { PATIENCE = 10000 }; /* conflicts: a better answer is not worth much more */

    assumed->literals[assumed->count] = literal;
    if (ask(a, assumed->literals, assumed->count + 1, PATIENCE) != SAT_YES || !keep(a))
        return false;
    assumed->count++;
    return true;
}

/* Fewer and fewer. Of those that were asked for the last one holds the others. */
static void lessen(struct attempt *a, struct assumed *assumed, enum less less)
{
    const size_t before = assumed->count;

    while (count_of(&a->found->answer, less) > at_least(less) &&
           insist(a, assumed, no_more(&a->model, less, count_of(&a->found->answer, less) - 1)))
        assumed->count = before;
    if (count_of(&a->found->answer, less) < at_most(&a->model, less))
        assumed->literals[assumed->count++] = no_more(&a->model, less, count_of(&a->found->answer, less));
}

/* What is better comes first: safe with late words, and no flags that change under what works; then what is smaller. */
static void improve(struct attempt *a)
{
    struct assumed assumed = {.count = 0};

    if (!keep(a))
        return;
    insist(a, &assumed, a->model.gap_safe);
    insist(a, &assumed, a->model.no_clash);
    for (enum less less = 0; less < LESS_KINDS; less++)
        lessen(a, &assumed, less);
}

static enum sat_result try_model(const struct graph *g, const struct search_wants *wants, struct search_step *step,
                                 struct search *found)
{
    struct attempt a = {.wants = wants, .found = found, .step = step};
    enum sat_result result = SAT_UNKNOWN;

    if (model_make(&a.model, g, (struct model_wants){.period = step->period, .turns = step->turns,
                                                     .rows = search_rows(g, step->period), .by_turn = step->by_turn,
                                                     .shadows = step->shadows}) &&
        sat_open(&a.sat, &a.model.cnf, wants->stop, wants->context)) {
        step->variables = (size_t)a.model.cnf.variables;
        step->clauses = a.model.cnf.clauses;
        result = ask(&a, NULL, 0, wants->conflicts);
        if (result == SAT_YES)
            improve(&a);
    } else {
        found->no_memory = true;
    }
    step->result = result;
    sat_close(&a.sat);
    model_free(&a.model);
    return result;
}

/* ---- All models of a period ---- */

static void try_period(const struct graph *g, const struct search_wants *wants, unsigned period, struct search *found)
{
    static const struct {
        bool by_turn, shadows;
    } kinds[] = {{false, false}, {true, false}, {true, true}};

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        for (unsigned turns = 1; turns <= MODEL_TURNS && turns * period <= SFP_REPLAY_SLOTS; turns++) {
            struct search_step step = {.period = period, .turns = turns, .by_turn = kinds[i].by_turn,
                                       .shadows = kinds[i].shadows};

            if (found->found || found->no_memory || (turns == 1 && kinds[i].by_turn && !kinds[i].shadows))
                continue;
            if (try_model(g, wants, &step, found) == SAT_UNKNOWN)
                found->proven = false;
            if (wants->tell)
                wants->tell(wants->context, &step);
        }
}

void search_tables(const struct graph *g, const struct search_wants *wants, struct search *found)
{
    unsigned last = wants->last ? wants->last : (unsigned)g->count + 1;

    *found = (struct search){.floor = search_floor(g), .proven = true};
    for (unsigned period = wants->first ? wants->first : found->floor; period <= last && !found->found &&
                                                                       !found->no_memory; period++)
        try_period(g, wants, period, found);
}
