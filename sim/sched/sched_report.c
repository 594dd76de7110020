/* Reports an answer and its proof. */
#include "sched_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "carried_bound.h"
#include "print_cell.h"
#include "rewrites.h"
#include "dis/macro_words.h"
#include "base/json_writer.h"
#include "base/terminal.h"

/* ---- Claims about shorter answers ---- */

enum { LOADS_OF_A_CELL = 3, VERSION = 1 };

static unsigned get_found_period(const struct report *r)
{
    return r->search->answer.wants.period;
}

static bool is_proven_by_counting(const struct report *r)
{
    return get_found_period(r) == r->search->floor && !r->search->unproven;
}

static const char *name_answer_kind(const struct report *r)
{
    return r->search->answer.wants.in_order ? "order" : "table";
}

/* The scope of a proof. */
#define OF_THESE "of these instructions and the rewrites of sfpsched(1)"

/* Returns why the kernel's own order stands in for a table, or NULL if memory ran out. The caller frees the text. */
static char *explain_stand_in(const struct search *s)
{
    static const char order[] = "this is the order without macros, which --no-macros may shorten";
    char *text;
    int length;

    if (s->table_period > 0)
        length = asprintf(&text, "the shortest table found takes %u; %s", s->table_period, order);
    else if (s->stopped)
        length = asprintf(&text, "no table found before time was up; %s", order);
    else
        length = asprintf(&text, "no table found: %u model%s given up; %s", s->given_up,
                          s->given_up == 1 ? " was" : "s were", order);
    return length < 0 ? NULL : text;
}

char *report_bound(const struct report *r)
{
    const struct search *s = r->search;
    char *text;
    int length;

    if (is_proven_by_counting(r))
        length = asprintf(&text, "no shorter %s " OF_THESE ", by counting", name_answer_kind(r));
    else if (s->stands_in)
        return explain_stand_in(s);
    else if (r->one_period)
        length = asprintf(&text, "shorter ones were not asked for");
    else if (s->unproven)
        length = asprintf(&text, "none shorter found (not proven because %s)", s->unproven);
    else if (s->proven && s->answer.wants.in_order)
        length = asprintf(&text, "no shorter order " OF_THESE ", of the model only: %d loads of a cell",
                          LOADS_OF_A_CELL);
    else if (s->proven)
        length = asprintf(&text,
                          "no shorter table " OF_THESE ", of the model only: up to %u rows, rotations up to %d in %d "
                          "cycles, %d loads of a cell",
                          search_rows(s->answer.graph), MODEL_TURNS, SFP_REPLAY_SLOTS, LOADS_OF_A_CELL);
    else
        length = asprintf(&text, "none shorter found (not proven because %u model%s of shorter periods %s)",
                          s->given_up,
                          s->given_up == 1 ? "" : "s",
                          s->stopped         ? "were left when time was up"
                          : s->given_up == 1 ? "was given up"
                                             : "were given up");
    return length < 0 ? NULL : text;
}

/* ---- Two rows in one iteration ---- */

/* Returns the longest period of two rows that takes fewer cycles, if counting allows it and nothing has excluded it;
 * otherwise 0. */
static unsigned find_two_rows_period(const struct report *r)
{
    const enum two_rows_result result = r->two_rows->result;

    if (r->one_period || r->search->stands_in || result == TWO_ROWS_NONE || result == TWO_ROWS_CANNOT ||
        source_iterations(r->source) % 2)
        return 0;
    return two_rows_period(&r->search->answer);
}

/* Appends a comment with the result of the search for a table of two rows. */
static void put_two_rows(const struct report *r, struct text *text)
{
    const struct two_rows *two = r->two_rows;

    switch (two->result) {
    case TWO_ROWS_UNTRIED:
        if (find_two_rows_period(r))
            text_print(text, "# two rows in one iteration may take fewer cycles: --rows-per-iteration=2\n");
        break;
    case TWO_ROWS_ODD:
        text_print(text, "# two rows in one iteration may take fewer cycles, but %zu iterations leave one over\n",
                   source_iterations(r->source));
        break;
    case TWO_ROWS_FOUND:
        text_print(text, "# one row in an iteration takes %u cycles\n", two->alone);
        break;
    case TWO_ROWS_NONE:
        text_print(text, "# two rows in one iteration take no fewer cycles, of the model only\n");
        break;
    case TWO_ROWS_GIVEN_UP: case TWO_ROWS_STOPPED:
        text_print(text, "# two rows in one iteration: none found in fewer cycles (not proven because %s); "
                         "--rows-per-iteration=2 searches longer\n",
                   two->result == TWO_ROWS_STOPPED ? "time was up" : "models were given up");
        break;
    case TWO_ROWS_CANNOT:
        text_print(text, "# two rows in one iteration are not tried: they have more operations than a model, or cannot step "
                         "the counter of Dst\n");
        break;
    }
}

/* ---- Rewrites ---- */

/* Does the answer use this row: by an operation that the row added, or without one that the row replaced? */
static bool is_applied(const struct answer *a, size_t number)
{
    const struct rewrite *row = graph_rewrite_row(number);

    if (a->graph->replaced >> number & 1)
        return !a->as_written;
    for (size_t i = 0; i < a->graph->count; i++)
        if (a->operations[i].present && a->graph->operations[i].rewrite == row)
            return true;
    return false;
}

static void put_rewrites(const struct answer *a, struct text *text)
{
    unsigned count = 0;

    text_print(text, "# rewrites:");
    for (size_t i = 0; graph_rewrite_row(i); i++)
        if (is_applied(a, i))
            text_print(text, "%s %s", count++ ? "," : "", graph_rewrite_row(i)->name);
    text_print(text, "%s\n", count ? "" : " none");
}

/* Appends a comment with the rewrites that change some values, and would apply if they were named. */
static void put_offered(uint32_t offered, struct text *text)
{
    unsigned count = 0;

    for (size_t i = 0; graph_rewrite_row(i); i++)
        if (offered >> i & 1)
            text_print(text, "%s %s", count++ ? "," : "# not used, as they change some values:",
                       graph_rewrite_row(i)->name);
    if (count)
        text_print(text, "; --rewrite=NAME\n");
}

/* ---- Comments ---- */

static void put_proven_inputs(const struct compared *c, struct text *text)
{
    if (c->exhaustive)
        text_print(text, "all %" PRIu64 " values of its operand of %u bits", c->inputs, c->bits);
    else
        text_print(text, "%" PRIu64 " inputs, %s", c->inputs, c->stopped ? "until time was up" : "drawn, with corners");
}

/* Results differ only if rewrites that change values were asked for. */
static void put_dst_comparison(const struct compared *c, struct text *text)
{
    if (c->equal)
        text_print(text, "# Dst as the plain kernel leaves it, bit for bit: on ");
    else
        text_print(text,
                   "# Dst not as the plain kernel leaves it in %" PRIu64
                   " cells of 16 bits, as rewrites change values: on ",
                   c->different);
    put_proven_inputs(c, text);
    text_print(text, "\n");
}

bool report_changes_values(const struct answer *a)
{
    for (size_t i = 0; graph_rewrite_row(i); i++)
        if (graph_rewrite_row(i)->changes && is_applied(a, i))
            return true;
    return false;
}

/* Returns the profile that selected the kernel's words, for which its cycles hold, or NULL for hand-written words. */
static const char *find_selecting_profile(const struct report *r)
{
    return sfpu_selected(r->source->body->machine, 0, SIZE_MAX);
}

static void put_selecting_profile(const struct report *r, struct text *text)
{
    char selected[SELECTED_TEXT];

    if (find_selecting_profile(r))
        text_print(text, "# %s\n", selected_text(selected, "of words ", find_selecting_profile(r)));
}

/* Returns words for the findings allowed to remain: the plain kernel's own, and flags-clash. */
static const char *describe_findings_left(const struct proof *proof)
{
    static const char *const left[2][2] = {{"", " except flags-clash"},
                                           {" except the kernel's own", " except the kernel's own and flags-clash"}};

    return left[proof->as_plain][proof->clashes];
}

/* Says how many cycles a carried value needs from one iteration to the next, and which operations do. */
static void put_carried(const struct graph *g, struct text *text)
{
    struct carried_circle circle;
    unsigned bound;

    text->failed |= !carried_bound_through(g, GRAPH_LREGS, &bound, &circle);
    if (bound == 0)
        return;
    text_print(text, "# carried: ");
    carried_say(g, &circle, text);
    text_print(text, "\n");
}

/* Appends a comment if the answer leaves the counter of Dst at another row than the kernel does. */
static void put_rows_ahead(const struct source *source, struct text *text)
{
    const int32_t rows = source_rows_ahead(source);

    if (rows)
        text_print(text, "# leaves the counter of Dst %" PRId32 " rows further %s than the kernel, whose addresses change\n",
                   rows < 0 ? -rows : rows, rows < 0 ? "back" : "on");
}

void report_comments(const struct report *r, struct text *text)
{
    const struct answer *a = &r->search->answer;
    char *bound = report_bound(r);

    text_print(text, "# %s\n", r->command);
    put_selecting_profile(r, text);
    text_print(text, "# period %u, floor %u (%s): %s\n", get_found_period(r), r->search->floor, r->search->floor_of,
               bound ? bound : "");
    if (r->search->own_period > 0 && !a->as_written)
        text_print(text, "# the kernel as written: %u cycles\n", r->search->own_period);
    put_carried(a->graph, text);
    if (r->binds)
        text_print(text, "# binds at %u: %s\n", get_found_period(r) - 1, r->binds);
    if (a->graph->iterations > 1)
        text_print(text, "# of %u iterations of the kernel: %u/%u cycles each\n", a->graph->iterations,
                   get_found_period(r), a->graph->iterations);
    put_two_rows(r, text);
    put_rewrites(a, text);
    put_offered(r->offered, text);
    if (a->wants.in_order)
        text_print(text, "# in order, without macros%s\n", a->as_written ? ": the kernel as written" : "");
    else
        text_print(text, "# %s, macros: %u, templates: %u, rows: %u, rotation: %u\n",
                   a->gap_safe ? "bears late words" : "does not bear late words", a->macros, a->templates, a->rows,
                   a->wants.turns);
    text_print(text, "# run: %sno findings%s; %d more iterations take %" PRIu64 " cycles, %u each\n",
               a->wants.in_order ? "" : "as in its table, ", describe_findings_left(r->proof), PROVE_ITERATIONS,
               r->proof->cycles, get_found_period(r));
    if (proof_is_slower(r->proof) && !r->one_period)
        text_print(text, "# slower in all than the kernel as written: %" PRIu64 " cycles instead of %" PRIu64
                   ", for %zu iterations\n", r->proof->whole_cycles, r->proof->plain_cycles,
                   r->source->body->iterations);
    put_rows_ahead(r->source, text);
    put_dst_comparison(&r->proof->compared, text);
    text->failed |= !bound;
    free(bound);
}

/* ---- JSON ---- */

static void put_cell(struct sfp_json *j, struct cell_printing *p, size_t i)
{
    static const char *const units[SFP_UNITS] = {"", "simple", "mad", "round", "store", "load"};
    const struct answer_operation *o = &p->answer->operations[i];
    const struct graph_operation *from = &p->answer->graph->operations[i];
    char cell[PRINTED_CELL_SIZE];

    cell_print(p, i, cell);
    json_begin_on_line(j, NULL);
    json_count(j, "row", o->row);
    json_text(j, "unit", units[from->unit]);
    json_text(j, "cell", cell);
    json_bool(j, "scheduled", o->load != ANSWER_NONE);
    json_text_or_null(j, "rewrite", from->rewrite ? graph_rewrite_name(from->rewrite) : NULL);
    json_list_on_line(j, "registers");
    for (unsigned turn = 0; turn < p->answer->wants.turns && from->results[0].value != GRAPH_NONE; turn++)
        json_count(j, NULL, o->registers[0][turn]);
    json_list_end(j);
    json_end(j);
}

static void put_answer_cells(struct sfp_json *j, const struct answer *a, const struct kept_names *kept)
{
    struct cell_printing p;

    cell_printing_init(&p, a, kept, false);
    json_list(j, "cells");
    for (unsigned row = 0; row < a->rows; row++)
        for (size_t i = 0; i < a->graph->count; i++)
            if (a->operations[i].present && a->operations[i].row == row)
                put_cell(j, &p, i);
    json_list_end(j);
}

static void put_macro_words(struct sfp_json *j, const sfpu_program *program)
{
    struct sfp_index index;

    sfp_index_init(&index, (enum sfp_arch)sfpu_program_arch(program));
    macro_words_json(j, &(const struct macro_program){&index, sfpu_program_words(program),
                                                      sfpu_program_word_count(program)});
}

static void put_verification(struct sfp_json *j, const struct proof *proof)
{
    json_begin(j, "verification");
    json_bool(j, "assembles", true);
    json_bool(j, "warnings", proof->warned);
    json_bool(j, "as_in_its_table", true);
    json_count(j, "iterations", PROVE_ITERATIONS);
    json_count(j, "cycles", proof->cycles);
    json_count(j, "whole_cycles", proof->whole_cycles);
    json_count(j, "plain_cycles", proof->plain_cycles);
    json_bool(j, "equal", proof->compared.equal);
    json_count(j, "different", proof->compared.different);
    json_count(j, "inputs", proof->compared.inputs);
    json_bool(j, "exhaustive", proof->compared.exhaustive);
    json_end(j);
}

static void put_models(struct sfp_json *j, const struct told_steps *steps)
{
    static const char *const results[] = {[SAT_UNKNOWN] = "given up", [SAT_YES] = "found", [SAT_NO] = "none"};

    json_list(j, "models");
    for (size_t i = 0; i < steps->count; i++) {
        json_begin_on_line(j, NULL);
        json_count(j, "period", steps->steps[i].period);
        json_count(j, "rows_per_iteration", steps->steps[i].iterations);
        json_count(j, "rotation", steps->steps[i].turns);
        json_bool(j, "by_turn", steps->steps[i].by_turn);
        json_bool(j, "shadows", steps->steps[i].shadows);
        json_count(j, "variables", steps->steps[i].variables);
        json_count(j, "clauses", steps->steps[i].clauses);
        json_text(j, "result", results[steps->steps[i].result]);
        json_end(j);
    }
    json_list_end(j);
}

static void put_rewrite_names(struct sfp_json *j, const struct answer *a)
{
    json_list_on_line(j, "rewrites");
    for (size_t i = 0; graph_rewrite_row(i); i++)
        if (is_applied(a, i))
            json_text(j, NULL, graph_rewrite_row(i)->name);
    json_list_end(j);
}

static void put_offered_names(struct sfp_json *j, uint32_t offered)
{
    json_list_on_line(j, "rewrites_offered");
    for (size_t i = 0; graph_rewrite_row(i); i++)
        if (offered >> i & 1)
            json_text(j, NULL, graph_rewrite_row(i)->name);
    json_list_end(j);
}

/* Writes the carried values, each with the slowest circle of dependences through its LReg. */
static void put_carried_values(struct sfp_json *j, const struct graph *g)
{
    struct carried_circle circle;

    json_list(j, "carried");
    for (unsigned i = 0; i < g->carried_count; i++) {
        const struct graph_carried *carried = &g->carried[i];
        unsigned bound;

        if (carried->entry == GRAPH_NONE)
            continue;
        j->failed |= !carried_bound_through(g, carried->lreg, &bound, &circle);
        json_begin_on_line(j, NULL);
        json_count(j, "register", carried->lreg);
        json_bool(j, "read_after", carried->read_after);
        json_list_on_line(j, "operations");
        for (unsigned n = 0; n < circle.count; n++)
            json_text(j, NULL, g->operations[circle.operations[n]].insn->gnu);
        json_list_end(j);
        json_list_on_line(j, "registers");
        for (unsigned n = 0; n < circle.lreg_count; n++)
            json_count(j, NULL, circle.lregs[n]);
        json_list_end(j);
        json_count(j, "latency", circle.cycles);
        json_count(j, "bound", bound);
        json_end(j);
    }
    json_list_end(j);
}

static void put_answer(struct sfp_json *j, const struct report *r)
{
    const struct answer *a = &r->search->answer;

    json_text(j, "arch", sfp_arch_facts(r->source->body->arch)->name);
    json_text(j, "name", r->source->name);
    json_count(j, "period", get_found_period(r));
    json_count(j, "floor", r->search->floor);
    json_text(j, "floor_of", r->search->floor_of);
    json_bool(j, "proven", search_is_proven(r->search));
    json_bool(j, "as_written", a->as_written);
    json_bool(j, "by_counting", is_proven_by_counting(r));
    json_bool(j, "gap_safe", a->gap_safe);
    json_text(j, "form", r->proof->form->loop);
    json_text(j, "delays", r->proof->form->counts_cycles ? "cycles" : "instructions");
    json_count(j, "iterations", source_iterations(r->source));
    json_count(j, "rows_per_iteration", a->graph->iterations);
    json_count(j, "rotation", a->wants.turns);
    json_count(j, "rows", a->rows);
    json_count(j, "macros", a->macros);
    json_count(j, "templates", a->templates);
}

static const char *const two_rows_results[] = {
    [TWO_ROWS_UNTRIED] = "not tried", [TWO_ROWS_ODD] = "odd",           [TWO_ROWS_FOUND] = "found",
    [TWO_ROWS_NONE] = "none",         [TWO_ROWS_GIVEN_UP] = "given up", [TWO_ROWS_STOPPED] = "time was up",
    [TWO_ROWS_CANNOT] = "cannot",
};

bool report_as_json(const struct report *r, const struct text *text, FILE *out)
{
    struct sfp_json j = {.out = out};
    char *bound = report_bound(r);

    json_begin(&j, NULL);
    json_text(&j, "schema", "sfpsched");
    json_count(&j, "version", VERSION);
    json_text(&j, "command", r->command);
    put_answer(&j, r);
    json_text_or_null(&j, "bound", bound);
    json_text_or_null(&j, "binds", r->binds);
    json_count_if(&j, find_two_rows_period(r) > 0, "two_rows", find_two_rows_period(r));
    json_text(&j, "two_rows_result", two_rows_results[r->two_rows->result]);
    json_text_or_null(&j, "selected", find_selecting_profile(r));
    put_rewrite_names(&j, &r->search->answer);
    put_offered_names(&j, r->offered);
    put_carried_values(&j, r->search->answer.graph);
    put_answer_cells(&j, &r->search->answer, r->source->kept);
    if (!r->search->answer.wants.in_order)
        put_macro_words(&j, r->program);
    put_verification(&j, r->proof);
    put_models(&j, r->steps);
    json_bytes(&j, "source", text->data, text->size);
    json_end(&j);
    free(bound);
    const bool good = !j.failed && bound;
    json_free(&j);
    return good;
}
