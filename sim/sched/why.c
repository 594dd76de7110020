/* Rules and operations are assumptions, which are left out one by one as long as there is no table still. */
#include "why.h"

#include "schedule/schedule_cells.h"

#include <stdlib.h>
#include <string.h>

static const struct rule_text {
    const char *name, *says;
} rule_texts[MODEL_RULES] = {
#define RULE(id, name, severity, says, ...) {name, says},
#include "schedule_rules.def"
#undef RULE
};

static void say_place(struct text *text, const struct graph *g, const struct loop_body *body, size_t i)
{
    const struct graph_operation *o = &g->operations[i];
    char place[LOOP_PLACE_SIZE];

    text_print(text, "  %s: %s\n", loop_body_place(body, body->words[o->at].index, place), o->insn->gnu);
}

/* ---- Counting ---- */

static unsigned takes(const struct graph *g, size_t i, enum sfp_unit unit)
{
    const struct graph_operation *o = &g->operations[i];

    return o->optional || o->unit != unit ? 0 : model_reads_late(o) ? 2 : 1;
}

static unsigned cycles_of(const struct graph *g, enum sfp_unit unit)
{
    unsigned cycles = 0;

    for (size_t i = 0; i < g->count; i++)
        cycles += takes(g, i, unit);
    return cycles;
}

/* The names of what takes the sub-unit: "sfpabs, sfpsetsgn and sfpcast". */
static void say_names(struct text *text, const struct graph *g, enum sfp_unit unit)
{
    size_t left = 0;

    for (size_t i = 0; i < g->count; i++)
        left += takes(g, i, unit) > 0;
    for (size_t i = 0; i < g->count; i++)
        if (takes(g, i, unit)) {
            left--;
            text_print(text, "%s%s", g->operations[i].insn->gnu, left > 1 ? ", " : left == 1 ? " and " : "");
        }
}

/* A sub-unit that has more to do than there are cycles. False: none has. */
static bool say_counted(const struct graph *g, const struct loop_body *body, unsigned period, struct text *text)
{
    for (enum sfp_unit unit = SFP_UNIT_SIMPLE; unit < SFP_UNITS; unit++) {
        const unsigned cycles = cycles_of(g, unit);

        if (cycles <= period)
            continue;
        text_print(text, "%u cycle%s impossible: ", period, period == 1 ? " is" : "s are");
        say_names(text, g, unit);
        text_print(text, " take%s %s for %u cycles\n", cycles == 1 ? "s" : "", schedule_column(unit), cycles);
        for (size_t i = 0; i < g->count; i++)
            if (takes(g, i, unit))
                say_place(text, g, body, i);
        return true;
    }
    return false;
}

/* ---- Assumptions ---- */

enum { MODELS = 2 };

/* Models that leave all open, and together hold all others: an assumption has a literal in each. */
struct asking {
    const struct why_wants *wants;
    const struct graph *g;
    struct model models[MODELS];
    struct sat solvers[MODELS];
    size_t model_count;
    size_t count;           /* assumptions: rules, then parts */
    int *literals[MODELS];  /* owned */
    uint16_t *operations;   /* of parts, from the first one on; owned */
    bool *kept;             /* of each: it is assumed; owned */
    int *assumed;           /* room for all; owned */
};

static bool assume_all(struct asking *a, size_t k)
{
    a->literals[k] = calloc(MODEL_RULES + a->g->count + 1, sizeof *a->literals[k]);
    if (!a->literals[k])
        return false;
    memcpy(a->literals[k], a->models[k].rules, sizeof a->models[k].rules);
    a->count = MODEL_RULES + model_parts(&a->models[k], a->literals[k] + MODEL_RULES, a->operations);
    return true;
}

static bool open_model(struct asking *a, unsigned turns)
{
    const size_t k = a->model_count++;
    const unsigned period = a->wants->period;
    const struct model_wants wants = {.period = period, .turns = turns, .rows = search_rows(a->g), .by_turn = true,
                                      .shadows = true, .explain = true, .part = true};

    return model_make(&a->models[k], a->g, wants) && assume_all(a, k) &&
           sat_open(&a->solvers[k], &a->models[k].cnf, a->wants->stop, a->wants->context);
}

/* Three turns, and four, hold one and two. One has any period. */
static bool open_models(struct asking *a)
{
    bool good = true;

    a->operations = calloc(a->g->count + 1, sizeof *a->operations);
    a->kept = calloc(MODEL_RULES + a->g->count + 1, sizeof *a->kept);
    a->assumed = calloc(MODEL_RULES + a->g->count + 1, sizeof *a->assumed);
    if (!a->operations || !a->kept || !a->assumed)
        return false;
    for (unsigned turns = MODEL_TURNS; turns > 0 && a->model_count < MODELS && good; turns--)
        if (turns * a->wants->period <= SFP_REPLAY_SLOTS || turns == 1)
            good = open_model(a, turns);
    return good;
}

static void close_models(struct asking *a)
{
    for (size_t k = 0; k < a->model_count; k++) {
        sat_close(&a->solvers[k]);
        model_free(&a->models[k]);
        free(a->literals[k]);
    }
    free(a->operations);
    free(a->kept);
    free(a->assumed);
}

static enum sat_result ask_one(struct asking *a, size_t k, size_t without)
{
    size_t count = 0;

    for (size_t i = 0; i < a->count; i++)
        if (a->kept[i] && i != without)
            a->assumed[count++] = a->literals[k][i];
    return sat_solve(&a->solvers[k], a->assumed, count, a->wants->conflicts);
}

/* Is there a table where one of them, or with SIZE_MAX none, is left out? */
static enum sat_result ask_all(struct asking *a, size_t without)
{
    enum sat_result all = SAT_NO;

    for (size_t k = 0; k < a->model_count && all == SAT_NO; k++)
        all = ask_one(a, k, without);
    return all;
}

/* After a no of all: keeps what some model has needed for it. */
static void keep_needed(struct asking *a)
{
    for (size_t i = 0; i < a->count; i++) {
        bool needed = false;

        for (size_t k = 0; k < a->model_count && a->kept[i]; k++)
            needed |= sat_failed(&a->solvers[k], a->literals[k][i]);
        a->kept[i] = needed;
    }
}

/* From the last one to the first: the simplest rules come first in their list, and stay. */
static void leave_out(struct asking *a)
{
    for (size_t i = a->count; i-- > 0;)
        if (i < MODEL_RULES && a->kept[i] && ask_all(a, i) == SAT_NO)
            keep_needed(a);
    for (size_t i = a->count; i-- > MODEL_RULES;)
        if (a->kept[i] && ask_all(a, i) == SAT_NO)
            keep_needed(a);
}

/* ---- What is said ---- */

static void say_rules(struct asking *a, const bool *alone, struct text *text)
{
    const unsigned period = a->wants->period;

    text_print(text, "%u cycle%s impossible, by these rules together:\n", period, period == 1 ? " is" : "s are");
    for (size_t rule = 0; rule < MODEL_RULES; rule++)
        if (a->kept[rule])
            text_print(text, "  %s: %s%s\n", rule_texts[rule].name, rule_texts[rule].says,
                       alone[rule] ? " (Without it there is a table.)" : "");
}

static void say_parts(const struct asking *a, const struct loop_body *body, struct text *text)
{
    size_t parts = 0;

    for (size_t i = MODEL_RULES; i < a->count; i++)
        parts += a->kept[i];
    text_print(text, "%s\n", parts == a->count - MODEL_RULES ? "for all operations together"
               : parts > 0                     ? "for these operations:"
               : "for the loads");
    for (size_t i = MODEL_RULES; i < a->count && parts < a->count - MODEL_RULES; i++)
        if (a->kept[i])
            say_place(text, a->g, body, a->operations[i - MODEL_RULES]);
}

/* Of the rules that are left, those without which alone there is a table. */
static void find_alone(struct asking *a, bool alone[MODEL_RULES])
{
    bool kept[MODEL_RULES];

    memcpy(kept, a->kept, sizeof kept);
    for (size_t rule = 0; rule < MODEL_RULES; rule++) {
        memset(a->kept, true, a->count * sizeof *a->kept);
        alone[rule] = kept[rule] && ask_all(a, rule) == SAT_YES;
    }
}

static enum why_answer explain(struct asking *a, const struct loop_body *body, struct text *text)
{
    bool alone[MODEL_RULES], *kept;
    enum sat_result result;

    if (!open_models(a))
        return WHY_NO_MEMORY;
    memset(a->kept, true, a->count * sizeof *a->kept);
    result = ask_all(a, SIZE_MAX);
    if (result != SAT_NO)
        return result == SAT_YES ? WHY_POSSIBLE : WHY_UNKNOWN;
    keep_needed(a);
    leave_out(a);
    kept = malloc(a->count * sizeof *kept);
    if (!kept)
        return WHY_NO_MEMORY;
    memcpy(kept, a->kept, a->count * sizeof *kept);
    find_alone(a, alone);
    memcpy(a->kept, kept, a->count * sizeof *kept);
    free(kept);
    say_rules(a, alone, text);
    say_parts(a, body, text);
    return WHY_IMPOSSIBLE;
}

/* It was stopped, or it took too long. */
static void say_unknown(const struct why_wants *wants, struct text *text)
{
    text_print(text, "it is not known if %u cycle%s possible: ", wants->period, wants->period == 1 ? " is" : "s are");
    if (wants->stop && wants->stop(wants->context))
        text_print(text, "it was stopped\n");
    else
        text_print(text, "%u conflicts were not enough\n", wants->conflicts);
}

enum why_answer why_not(const struct graph *g, const struct loop_body *body, const struct why_wants *wants,
                        struct text *text)
{
    struct asking a = {.wants = wants, .g = g};
    enum why_answer answer;

    if (say_counted(g, body, wants->period, text))
        return WHY_IMPOSSIBLE;
    answer = explain(&a, body, text);
    close_models(&a);
    if (answer == WHY_POSSIBLE)
        text_print(text, "%u cycle%s possible\n", wants->period, wants->period == 1 ? " is" : "s are");
    if (answer == WHY_UNKNOWN)
        say_unknown(wants, text);
    return answer;
}
