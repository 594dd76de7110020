/* Finds a minimal explanation: leaves out assumptions one by one, as long as no table exists. */
#include "why.h"

#include <stdlib.h>
#include <string.h>

/* ---- Counting ---- */

unsigned why_takes(const struct graph *g, size_t operation, enum sfp_unit unit)
{
    const struct graph_operation *o = &g->operations[operation];

    return o->optional || o->unit != unit ? 0 : model_reads_late(o) ? 2 : 1;
}

/* Finds a sub-unit with more work than cycles, if any. */
static void count_unit_cycles(const struct graph *g, struct why *why)
{
    for (enum sfp_unit unit = SFP_UNIT_SIMPLE; unit < SFP_UNITS; unit++) {
        unsigned cycles = 0;

        for (size_t i = 0; i < g->count; i++)
            cycles += why_takes(g, i, unit);
        if (cycles <= why->period)
            continue;
        why->unit = unit;
        why->cycles = cycles;
        return;
    }
}

/* Finds a sub-unit with more work than cycles, or a circle of carried values that needs even more. False: there is
 * neither. */
static bool explain_by_counting(const struct graph *g, struct why *why)
{
    const unsigned carried = carried_bound(g, 1, &why->circle);

    count_unit_cycles(g, why);
    if (carried > why->period && carried > why->cycles)
        why->cycles = carried;
    else
        why->circle = (struct carried_circle){0};
    return why->cycles > 0;
}

bool why_counts(const struct graph *g, const struct why *why, size_t operation)
{
    for (unsigned n = 0; n < why->circle.count; n++)
        if (why->circle.operations[n] == operation)
            return true;
    return why->circle.count == 0 && why->cycles > 0 && why_takes(g, operation, why->unit) > 0;
}

/* ---- Assumptions ---- */

enum { MODELS = 2, ALL_SLOTS = MODEL_RULES, PARTS };

/* The questions to the models. The models permit most, and together include every model of the search. Each
 * assumption has a literal in each model. Assumptions in order: the rules; one that rules hold for all operands; the
 * parts (values and stores); single operands. */
struct asking {
    const struct why_wants *wants;
    const struct graph *graph;
    struct model models[MODELS];
    struct sat solvers[MODELS];
    size_t model_count;
    size_t parts_end, count;
    int *literals[MODELS];        /* literals of each model's assumptions; owned */
    uint16_t *operations;         /* operations of the parts, which are the assumptions from PARTS to `parts_end`;
                                   * owned */
    struct why_operand *operands; /* operands of the later assumptions; owned */
    bool *kept;                   /* by assumption: still assumed; owned */
    int *assumed;                 /* room for all literals; owned */
};

/* Returns the number of assumptions, at most. */
static size_t count_most_assumptions(const struct graph *g)
{
    return PARTS + g->count * (GRAPH_RESULTS + MODEL_SLOT_RULES * MODEL_SLOTS);
}

static void list_operand_assumptions(struct asking *a, size_t k)
{
    const struct model *m = &a->models[k];

    a->count = a->parts_end;
    for (enum model_slot_rule rule = 0; rule < MODEL_SLOT_RULES; rule++)
        for (size_t i = 0; i < a->graph->count; i++)
            for (unsigned slot = 0; slot < MODEL_SLOTS; slot++) {
                const enum model_rule of = model_slot_rule(rule);

                if (m->operations[i].slots[rule][slot] == m->rules[of])
                    continue;
                a->literals[k][a->count] = m->operations[i].slots[rule][slot];
                a->operands[a->count++ - a->parts_end] = (struct why_operand){(uint16_t)i, (uint8_t)of, (uint8_t)slot};
            }
}

static bool list_assumptions(struct asking *a, size_t k)
{
    a->literals[k] = calloc(count_most_assumptions(a->graph), sizeof *a->literals[k]);
    if (!a->literals[k])
        return false;
    memcpy(a->literals[k], a->models[k].rules, sizeof a->models[k].rules);
    a->literals[k][ALL_SLOTS] = a->models[k].all_slots;
    a->parts_end = PARTS + model_parts(&a->models[k], a->literals[k] + PARTS, a->operations);
    list_operand_assumptions(a, k);
    return true;
}

static bool open_model(struct asking *a, unsigned turns)
{
    const size_t k = a->model_count++;
    const unsigned period = a->wants->period;
    const struct search_wants *search = a->wants->search;
    const struct model_wants wants = {.period = period,
                                      .turns = turns,
                                      .rows = search_rows_of(a->graph, search, period),
                                      .by_turn = !search->no_macros,
                                      .shadows = !search->no_macros,
                                      .explain = true,
                                      .part = true,
                                      .no_macros = search->no_macros,
                                      .in_order = search->in_order};

    return model_make(&a->models[k], a->graph, wants) && list_assumptions(a, k) &&
           sat_open(&a->solvers[k], &a->models[k].cnf, search->stop, search->context);
}

/* Opens the models. Four and three turns include two and one. One turn fits every period; orders have no other. */
static bool open_models(struct asking *a)
{
    const unsigned most_turns = a->wants->search->in_order ? 1 : MODEL_TURNS;
    bool good = true;

    a->operations = calloc(a->graph->count * GRAPH_RESULTS + 1, sizeof *a->operations);
    a->operands = calloc(count_most_assumptions(a->graph), sizeof *a->operands);
    a->kept = calloc(count_most_assumptions(a->graph), sizeof *a->kept);
    a->assumed = calloc(count_most_assumptions(a->graph), sizeof *a->assumed);
    if (!a->operations || !a->operands || !a->kept || !a->assumed)
        return false;
    for (unsigned turns = most_turns; turns > 0 && a->model_count < MODELS && good; turns--)
        if (turns * a->wants->period <= SFP_REPLAY_SLOTS || turns == 1)
            good = open_model(a, turns);
    return good;
}

static void close_models(struct asking *a)
{
    for (size_t model = 0; model < a->model_count; model++) {
        sat_close(&a->solvers[model]);
        model_free(&a->models[model]);
        free(a->literals[model]);
    }
    free(a->operations);
    free(a->operands);
    free(a->kept);
    free(a->assumed);
}

static enum sat_result ask_model(struct asking *a, size_t k, size_t without)
{
    size_t count = 0;

    for (size_t i = 0; i < a->count; i++)
        if (a->kept[i] && i != without)
            a->assumed[count++] = a->literals[k][i];
    return sat_solve(&a->solvers[k], a->assumed, count, a->wants->search->conflicts);
}

/* Does a table exist without assumption `without`? SIZE_MAX: with all kept assumptions. */
static enum sat_result ask_models(struct asking *a, size_t without)
{
    enum sat_result all = SAT_NO;

    for (size_t model = 0; model < a->model_count && all == SAT_NO; model++)
        all = ask_model(a, model, without);
    return all;
}

/* After SAT_NO from every model: keeps only the assumptions that a model needed. */
static void keep_needed_assumptions(struct asking *a)
{
    for (size_t i = 0; i < a->count; i++) {
        bool needed = false;

        for (size_t model = 0; model < a->model_count && a->kept[i] && i != ALL_SLOTS; model++)
            needed |= sat_failed(&a->solvers[model], a->literals[model][i]);
        a->kept[i] = needed || (i == ALL_SLOTS && a->kept[i]);
    }
}

static void keep_all_assumptions(struct asking *a)
{
    memset(a->kept, true, a->parts_end * sizeof *a->kept);
    memset(a->kept + a->parts_end, false, (a->count - a->parts_end) * sizeof *a->kept);
}

/* Leaves out assumptions `begin` to `end` - 1 where possible, from the last to the first. */
static void leave_out_assumptions(struct asking *a, size_t begin, size_t end)
{
    for (size_t i = end; i-- > begin;)
        if (a->kept[i] && ask_models(a, i) == SAT_NO)
            keep_needed_assumptions(a);
}

/* ---- What binds ---- */

/* Marks the needed rules that alone, left out, permit a table. */
static void find_alone(struct asking *a, struct why *why)
{
    for (size_t rule = 0; rule < MODEL_RULES; rule++) {
        keep_all_assumptions(a);
        why->alone[rule] = why->rules[rule] && ask_models(a, rule) == SAT_YES;
    }
}

static bool take_needed_operations(const struct asking *a, struct why *why)
{
    bool all = true;

    why->operations = calloc(a->graph->count + 1, sizeof *why->operations);
    for (size_t i = PARTS; why->operations && i < a->parts_end; i++) {
        all &= a->kept[i];
        if (a->kept[i] && (why->operation_count == 0 ||
                           why->operations[why->operation_count - 1] != a->operations[i - PARTS]))
            why->operations[why->operation_count++] = a->operations[i - PARTS];
    }
    why->all = all;
    return why->operations;
}

/* Returns the first operation with the same kernel word and iteration: the kernel's own, if a rewrite copied it. */
static uint16_t find_original_operation(const struct graph *g, uint16_t operation)
{
    const struct graph_operation *o = &g->operations[operation];
    uint16_t first = 0;

    while (g->operations[first].insn != o->insn || g->operations[first].at != o->at ||
           g->operations[first].iteration != o->iteration)
        first++;
    return first;
}

static bool comes_before(const struct why_operand *a, const struct why_operand *b)
{
    if (a->rule != b->rule)
        return a->rule < b->rule;
    return a->operation != b->operation ? a->operation < b->operation : a->slot < b->slot;
}

/* Inserts an operand in order, unless present already. */
static void add_operand(struct why *why, struct why_operand o)
{
    size_t at = why->operand_count;

    while (at > 0 && comes_before(&o, &why->operands[at - 1]))
        at--;
    if (at > 0 && !comes_before(&why->operands[at - 1], &o))
        return;
    memmove(&why->operands[at + 1], &why->operands[at], (why->operand_count++ - at) * sizeof o);
    why->operands[at] = o;
}

static void take_operand(const struct graph *g, struct why *why, struct why_operand o)
{
    o.operation = find_original_operation(g, o.operation);
    o.slot = o.slot == GRAPH_B ? GRAPH_VB : o.slot;
    add_operand(why, o);
}

/* Finds the operands that the remaining rules concern. Lists none if that takes too long. False if memory ran out. */
static bool find_rule_operands(struct asking *a, struct why *why)
{
    a->kept[ALL_SLOTS] = false;
    for (size_t i = a->parts_end; i < a->count; i++)
        a->kept[i] = a->kept[a->operands[i - a->parts_end].rule];
    why->operands = calloc(a->count - a->parts_end + 1, sizeof *why->operands);
    if (!why->operands || ask_models(a, SIZE_MAX) != SAT_NO)
        return why->operands;
    keep_needed_assumptions(a);
    leave_out_assumptions(a, a->parts_end, a->count);
    for (size_t i = a->parts_end; i < a->count; i++)
        if (a->kept[i])
            take_operand(a->graph, why, a->operands[i - a->parts_end]);
    return true;
}

/* Explains an impossible period. The simplest rules come first in the list, and are kept longest. */
static enum why_answer explain_by_rules(struct asking *a, struct why *why)
{
    enum sat_result result;

    if (!open_models(a))
        return WHY_NO_MEMORY;
    keep_all_assumptions(a);
    result = ask_models(a, SIZE_MAX);
    if (result != SAT_NO)
        return WHY_UNEXPLAINED;
    keep_needed_assumptions(a);
    leave_out_assumptions(a, 0, ALL_SLOTS);
    memcpy(why->rules, a->kept, sizeof why->rules);
    if (a->wants->rules_only)
        return WHY_IMPOSSIBLE;
    leave_out_assumptions(a, PARTS, a->parts_end);
    if (!take_needed_operations(a, why) || !find_rule_operands(a, why))
        return WHY_NO_MEMORY;
    find_alone(a, why);
    return WHY_IMPOSSIBLE;
}

/* Decides whether a table of the period exists, by the ordinary search for tables. */
static enum why_answer decide_period(const struct graph *g, const struct why_wants *wants)
{
    struct search_wants how = *wants->search;
    struct search search;
    enum why_answer answer;

    if (wants->refuted)
        return WHY_IMPOSSIBLE;
    how.first = how.last = wants->period;
    search_tables(g, &how, &search);
    if (search.no_memory)
        answer = WHY_NO_MEMORY;
    else if (search.found)
        answer = WHY_POSSIBLE;
    else
        answer = search.given_up > 0 || search.stopped ? WHY_UNKNOWN : WHY_IMPOSSIBLE;
    answer_free(&search.answer);
    return answer;
}

void why_find(const struct graph *g, const struct why_wants *wants, struct why *why)
{
    const struct search_wants *search = wants->search;
    struct asking a = {.wants = wants, .graph = g};

    *why = (struct why){.answer = WHY_IMPOSSIBLE, .period = wants->period, .conflicts = search->conflicts};
    if (explain_by_counting(g, why))
        return;
    why->answer = decide_period(g, wants);
    if (why->answer == WHY_IMPOSSIBLE) {
        why->answer = explain_by_rules(&a, why);
        close_models(&a);
    }
    why->stopped = search->stop && search->stop(search->context);
}

void why_free(struct why *why)
{
    free(why->operations);
    free(why->operands);
    *why = (struct why){0};
}
