/* Reports an explanation as text and as JSON. */
#include "why.h"

#include "schedule/schedule_cells.h"
#include "base/json_writer.h"

static const struct rule_text {
    const char *name, *says;
} rule_texts[MODEL_RULES] = {
#define RULE(id, name, severity, says, ...) {name, says},
#include "schedule_rules.def"
#undef RULE
};

static const char *const slot_names[MODEL_SLOTS] = {
    [GRAPH_VA] = "VA", [GRAPH_VB] = "VB", [GRAPH_VC] = "VC", [GRAPH_VD] = "VD",
    [GRAPH_NAMED] = "L7", [GRAPH_FIXED] = "L3", [MODEL_RESULT] = "the result",
};

enum { VERSION = 1 };

/* Holds regardless of the rules. */
#define ORDER_ALONE "the order of accesses to Dst alone"

static const char *write_operation_place(const struct graph *g, const struct loop_body *body, size_t i,
                                         char place[LOOP_PLACE_SIZE])
{
    return loop_body_place(body, body->words[g->operations[i].at].index, place);
}

static void say_place(struct text *text, const struct graph *g, const struct loop_body *body, size_t i)
{
    char place[LOOP_PLACE_SIZE];

    text_print(text, "  %s: %s\n", write_operation_place(g, body, i, place), g->operations[i].insn->gnu);
}

/* ---- By counting ---- */

/* Appends the names of operations of the sub-unit: "sfpabs, sfpsetsgn and sfpcast". Returns their number. */
static size_t say_names(struct text *text, const struct graph *g, enum sfp_unit unit)
{
    size_t count = 0, left;

    for (size_t i = 0; i < g->count; i++)
        count += why_takes(g, i, unit) > 0;
    left = count;
    for (size_t i = 0; i < g->count; i++)
        if (why_takes(g, i, unit)) {
            left--;
            text_print(text, "%s%s", g->operations[i].insn->gnu, left > 1 ? ", " : left == 1 ? " and " : "");
        }
    return count;
}

static void say_counted(const struct graph *g, const struct loop_body *body, const struct why *why, struct text *text)
{
    const size_t count = say_names(text, g, why->unit);

    text_print(text, " take%s %s for %u cycles\n", count == 1 ? "s" : "", schedule_column(why->unit), why->cycles);
    for (size_t i = 0; i < g->count; i++)
        if (why_takes(g, i, why->unit))
            say_place(text, g, body, i);
}

static void say_circle(const struct graph *g, const struct loop_body *body, const struct why *why, struct text *text)
{
    char place[LOOP_PLACE_SIZE];

    carried_say(g, &why->circle, text);
    text_print(text, "\n");
    for (unsigned n = 0; n < why->circle.count; n++) {
        const size_t i = why->circle.operations[n];

        text_print(text, "  %s: %s, latency %u\n", write_operation_place(g, body, i, place),
                   g->operations[i].insn->gnu, g->operations[i].latency);
    }
}

/* Returns the name of what was counted. */
static const char *name_counted(const struct why *why)
{
    return why->circle.count > 0 ? "a carried value" : schedule_column(why->unit);
}

/* ---- By the rules ---- */

/* Is the operand VA? Bit 7 replaces only VB or VC by the loaded register. */
static bool is_out_of_reach(const struct why_operand *o)
{
    return o->rule == MODEL_CAPACITY && o->slot == GRAPH_VA;
}

/* Appends a line about operands of one operation: "no override reaches VA of sfpmad", "VC and the result of sfpmad".
 * Returns how many operands the line covers. */
static size_t say_operand(struct text *text, const struct graph *g, const struct loop_body *body, const struct why *why,
                          size_t first)
{
    const struct why_operand *o = &why->operands[first];
    size_t end = first + 1;
    char place[LOOP_PLACE_SIZE];

    while (end < why->operand_count && why->operands[end].rule == o->rule &&
           why->operands[end].operation == o->operation)
        end++;
    text_print(text, "    %s: %s", write_operation_place(g, body, o->operation, place),
               is_out_of_reach(o) ? "no override reaches " : "");
    for (size_t i = first; i < end; i++)
        text_print(text, "%s%s", slot_names[why->operands[i].slot], i + 2 < end ? ", " : i + 1 < end ? " and " : "");
    text_print(text, " of %s\n", g->operations[o->operation].insn->gnu);
    return end - first;
}

static bool has_rules(const struct why *why)
{
    for (size_t rule = 0; rule < MODEL_RULES; rule++)
        if (why->rules[rule])
            return true;
    return false;
}

static void say_rules(const struct graph *g, const struct loop_body *body, const struct why *why, struct text *text)
{
    text_print(text, "by %s\n", has_rules(why) ? "these rules together:" : ORDER_ALONE);
    for (size_t rule = 0; rule < MODEL_RULES; rule++) {
        if (!why->rules[rule])
            continue;
        text_print(text, "  %s: %s%s\n", rule_texts[rule].name, rule_texts[rule].says,
                   !why->alone[rule]    ? ""
                   : why->period == 1 ? " (Without this rule it is possible.)"
                                      : " (Without this rule they are possible.)");
        for (size_t i = 0; i < why->operand_count;)
            i += why->operands[i].rule == rule ? say_operand(text, g, body, why, i) : 1;
    }
}

static void say_operations(const struct graph *g, const struct loop_body *body, const struct why *why,
                           struct text *text)
{
    text_print(text, "%s\n", why->all                     ? "for all operations together"
                             : why->operation_count > 0 ? "for these operations:"
                                                        : "for the loads");
    for (size_t i = 0; i < why->operation_count && !why->all; i++)
        say_place(text, g, body, why->operations[i]);
}

/* ---- Entry points ---- */

static const char *choose_verb(const struct why *why)
{
    return why->period == 1 ? " is" : "s are";
}

/* Reports that the search was stopped or took too long. */
static void say_unknown(const struct why *why, struct text *text)
{
    if (why->answer == WHY_UNEXPLAINED)
        text_print(text,
                   "%u cycle%s impossible: each model of the search is refuted. Which rules forbid it is not known: ",
                   why->period, choose_verb(why));
    else
        text_print(text, "not known whether %u cycle%s possible: ", why->period, choose_verb(why));
    if (why->stopped)
        text_print(text, "the search was stopped\n");
    else
        text_print(text, "%u conflicts were not enough\n", why->conflicts);
}

void why_print(const struct graph *g, const struct loop_body *body, const struct why *why, struct text *text)
{
    if (why->answer == WHY_POSSIBLE)
        text_print(text, "%u cycle%s possible\n", why->period, choose_verb(why));
    if (why->answer == WHY_UNKNOWN || why->answer == WHY_UNEXPLAINED)
        say_unknown(why, text);
    if (why->answer != WHY_IMPOSSIBLE)
        return;
    text_print(text, "%u cycle%s impossible%s", why->period, choose_verb(why), why->cycles ? ": " : ", ");
    if (why->cycles) {
        (why->circle.count > 0 ? say_circle : say_counted)(g, body, why, text);
        return;
    }
    say_rules(g, body, why, text);
    say_operations(g, body, why, text);
}

void why_print_short(const struct why *why, struct text *text)
{
    bool any = false;

    if (why->cycles)
        text_print(text, "%s", name_counted(why));
    for (size_t rule = 0; rule < MODEL_RULES && !why->cycles; rule++)
        if (why->rules[rule]) {
            text_print(text, "%s%s", any ? ", " : "", rule_texts[rule].name);
            any = true;
        }
    if (!why->cycles && !any)
        text_print(text, ORDER_ALONE);
}

/* ---- JSON ---- */

static void put_operation_place(struct sfp_json *j, const struct graph *g, const struct loop_body *body, size_t i)
{
    char place[LOOP_PLACE_SIZE];

    json_text(j, "place", write_operation_place(g, body, i, place));
    json_text(j, "instruction", g->operations[i].insn->gnu);
}

static void put_needed_operations(struct sfp_json *j, const struct graph *g, const struct loop_body *body,
                                  const struct why *why)
{
    json_list(j, "operations");
    for (size_t i = 0; i < (why->cycles ? g->count : why->operation_count); i++)
        if (!why->cycles || why_counts(g, why, i)) {
            json_begin_on_line(j, NULL);
            put_operation_place(j, g, body, why->cycles ? i : why->operations[i]);
            json_end(j);
        }
    json_list_end(j);
}

static void put_rule_operands(struct sfp_json *j, const struct graph *g, const struct loop_body *body,
                              const struct why *why, size_t rule)
{
    json_list(j, "operands");
    for (size_t i = 0; i < why->operand_count; i++)
        if (why->operands[i].rule == rule) {
            json_begin_on_line(j, NULL);
            put_operation_place(j, g, body, why->operands[i].operation);
            json_text(j, "slot", slot_names[why->operands[i].slot]);
            json_end(j);
        }
    json_list_end(j);
}

static void put_rules(struct sfp_json *j, const struct graph *g, const struct loop_body *body, const struct why *why)
{
    json_list(j, "rules");
    for (size_t rule = 0; rule < MODEL_RULES; rule++)
        if (why->rules[rule]) {
            json_begin(j, NULL);
            json_text(j, "name", rule_texts[rule].name);
            json_text(j, "says", rule_texts[rule].says);
            json_bool(j, "alone", why->alone[rule]);
            put_rule_operands(j, g, body, why, rule);
            json_end(j);
        }
    json_list_end(j);
}

bool why_as_json(const struct graph *g, const struct loop_body *body, const struct why *why, const char *command,
                 FILE *out)
{
    static const char *const answers[] = {
        [WHY_POSSIBLE] = "possible", [WHY_IMPOSSIBLE] = "impossible", [WHY_UNEXPLAINED] = "impossible",
        [WHY_UNKNOWN] = "unknown"};
    struct sfp_json j = {.out = out};
    bool good;

    json_begin(&j, NULL);
    json_text(&j, "schema", "sfpsched-why");
    json_count(&j, "version", VERSION);
    json_text(&j, "command", command);
    json_count(&j, "period", why->period);
    json_text(&j, "answer", answers[why->answer]);
    json_text_or_null(&j, "counted", why->cycles ? name_counted(why) : NULL);
    json_count(&j, "cycles", why->cycles);
    put_rules(&j, g, body, why);
    put_needed_operations(&j, g, body, why);
    json_end(&j);
    good = !j.failed;
    json_free(&j);
    return good;
}
