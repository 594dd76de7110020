/*
 * Lowers conditions to flag instructions. A comparison disables the lanes in which it fails, so an AND is one
 * comparison after another. SFPCOMPC complements the enabled lanes within the lanes of the last SFPPUSHC; an OR is the
 * complement of the AND of its parts' complements. If the enabled lanes differ from those of the last SFPPUSHC, a
 * complement would be wrong: then the condition is decided after an SFPPUSHC of its own, stored as a value 1 or 0, and
 * tested. A condition whose result is already known becomes no words, or one SFPSETCC that disables all lanes.
 */
#include "lowering.h"

#include <stdlib.h>

/* Makes a value: the small integer in enabled lanes, `old` in disabled lanes. */
static int32_t load_integer(struct lowering *lowering, uint32_t integer, int32_t old)
{
    struct node node = select_insn(lowering->s, SFP_I_SFPLOADI, SFP_MODE_SFPLOADI_SHORT, lowering->place);

    node.imm = integer;
    node.uses[NODE_VD] = old;
    return lowering_make(lowering, &node);
}

/* ---- Trees ---- */

static const struct node *condition_part(const struct lowering *lowering, const struct node *node, unsigned i)
{
    return lowering->deciders[node->conditions[i]];
}

/* Does the node only test whether a value is 0? */
static bool tests_truth(const struct node *node)
{
    return node->kind == NODE_COMPARE && node->uses[NODE_VB] == NODE_NONE && node->imm == 0 &&
           (node->relation == NODE_EQ || node->relation == NODE_NE);
}

/* Follows NOTs, and tests of values made by NODE_TRUTH, down to the condition that they decide by. Inverts *negated
 * for each inversion passed. */
static const struct node *behind_nots(const struct lowering *lowering, const struct node *node, bool *negated)
{
    for (;;) {
        const struct node *truth = tests_truth(node) ? lowering->truths[node->uses[NODE_VC]] : NULL;

        if (node->kind != NODE_NOT && !truth)
            return node;
        if (node->kind == NODE_NOT || node->relation == NODE_EQ)
            *negated = !*negated;
        node = condition_part(lowering, truth ? truth : node, 0);
    }
}

/* Finds the conditions that become a value only for one test. They need no value. */
static bool find_truths(struct lowering *lowering)
{
    const struct node_list *list = lowering->s->list;
    uint8_t *tests = calloc((size_t)list->values + 1, sizeof *tests); /* by value: 0, 1 (only tested, once) or 2
                                                                       * (several uses or another use) */

    for (size_t i = 0; tests && i < list->count; i++) {
        const struct node *node = &list->nodes[i];

        for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
            if (node->uses[operand] != NODE_NONE)
                tests[node->uses[operand]] = tests[node->uses[operand]] || !tests_truth(node) ? 2 : 1;
    }
    for (size_t i = 0; tests && i < list->count; i++) {
        const struct node *node = &list->nodes[i];

        if (node->kind == NODE_TRUTH && tests[node->makes[NODE_VD]] == 1)
            lowering->truths[node->makes[NODE_VD]] = node;
    }
    free(tests);
    return tests;
}

/* Returns the result of the condition, or of its opposite if `negated`, in all lanes: 1 or 0; -1 if unknown. */
static int known_condition(const struct lowering *lowering, const struct node *node, bool negated)
{
    const int is = lowering->known[node->condition];

    return is < 0 || !negated ? is : !is;
}

/* Like known_condition(), for a condition whose parts have been decided. */
static int find_known(const struct lowering *lowering, const struct node *condition)
{
    bool negated = false;
    const struct node *node = behind_nots(lowering, condition, &negated);
    int first, second, decides;

    if (node != condition)
        return known_condition(lowering, node, negated);
    if (node->kind == NODE_COMPARE)
        return compare_known(lowering, node);
    first = known_condition(lowering, condition_part(lowering, node, 0), false);
    second = known_condition(lowering, condition_part(lowering, node, 1), false);
    decides = node->kind == NODE_OR;
    return first == decides || second == decides ? decides : first < 0 || second < 0 ? -1 : !decides;
}

static void decide_condition(struct lowering *lowering, const struct node *node)
{
    lowering->deciders[node->condition] = node;
    lowering->known[node->condition] = (int8_t)find_known(lowering, node);
}

/* Does lowering the condition, or its opposite if `negated`, need an SFPCOMPC? */
static bool needs_complement(const struct lowering *lowering, const struct node *node, bool negated)
{
    if (known_condition(lowering, node, negated) >= 0)
        return false;
    node = behind_nots(lowering, node, &negated);
    if (node->kind == NODE_COMPARE)
        return compare_complements(lowering, node, negated);
    return (node->kind == NODE_OR) != negated ||
           needs_complement(lowering, condition_part(lowering, node, 0), negated) ||
           needs_complement(lowering, condition_part(lowering, node, 1), negated);
}

static bool lower_condition_tree(struct lowering *l, const struct node *node, bool negated);

/* Makes a value: 1 in enabled lanes in which the condition holds, 0 in other enabled lanes. */
static int32_t lower_truth_value(struct lowering *lowering, const struct node *node, bool negated)
{
    const int32_t zero = load_integer(lowering, 0, NODE_NONE);
    int32_t value;

    if (zero == NODE_NONE || !lowering_flags(lowering, SFP_I_SFPPUSHC, SFP_MODE_SFPPUSHC_PUSH) ||
        !lower_condition_tree(lowering, node, negated))
        return NODE_NONE;
    value = load_integer(lowering, 1, zero);
    return value != NODE_NONE && lowering_flags(lowering, SFP_I_SFPPOPC, SFP_MODE_SFPPOPC_POP) ? value : NODE_NONE;
}

/* Are exactly the lanes of the last SFPPUSHC enabled? */
static bool has_top_lanes(const struct lowering *lowering)
{
    return lowering->states.now == states_top(&lowering->states);
}

/* Like lower_condition_tree(), for a place where the enabled lanes may differ from those of the last SFPPUSHC. */
static bool lower_tree_in_any_lanes(struct lowering *lowering, const struct node *node, bool negated)
{
    int32_t value;

    if (has_top_lanes(lowering) || !needs_complement(lowering, node, negated))
        return lower_condition_tree(lowering, node, negated);
    if (lowering->states.depth == STATE_DEPTH)
        return select_fail(lowering->s, lowering->place, "conditions are nested more than %d deep", STATE_DEPTH);
    value = lower_truth_value(lowering, node, negated);
    return value != NODE_NONE && lowering_test(lowering, value, SFP_MODE_SFPSETCC_LREG_NE0);
}

static bool lower_condition_tree(struct lowering *lowering, const struct node *node, bool negated)
{
    const int is = known_condition(lowering, node, negated);
    bool turned;

    if (is >= 0)
        return is || lowering_flags(lowering, SFP_I_SFPSETCC, SFP_MODE_SFPSETCC_CLEAR);
    node = behind_nots(lowering, node, &negated);
    if (node->kind == NODE_COMPARE)
        return lower_compare(lowering, node, negated);
    turned = (node->kind == NODE_OR) != negated;
    if (turned)
        negated = !negated;
    return lower_tree_in_any_lanes(lowering, condition_part(lowering, node, 0), negated) &&
           lower_tree_in_any_lanes(lowering, condition_part(lowering, node, 1), negated) &&
           (!turned || lowering_flags(lowering, SFP_I_SFPCOMPC, SFP_MODE_SFPCOMPC_NONE));
}

/* ---- The list ---- */

/* Is the stack empty, with exactly the entry's lanes (all lanes) enabled? */
static bool is_outermost(const struct lowering *lowering)
{
    return select_all_at_entry(lowering->s) && lowering->states.depth == 0 && lowering->states.now < STATES_AT_FIRST;
}

/* Does a word of the kernel's own use the flags or the stack before the POPC of the PUSHC at node `i`? */
static bool is_reached(const struct lowering *lowering, size_t i)
{
    unsigned within = 0;

    for (; i < lowering->s->list->count; i++) {
        const struct node *node = &lowering->s->list->nodes[i];

        if (node->kind == NODE_WORD && select_issued(lowering->s, node).writes & (SFP_USES_FLAGS | SFP_USES_STACK))
            return true;
        within += node->kind == NODE_PUSHC;
        if (node->kind == NODE_POPC && --within == 0)
            return false;
    }
    return false;
}

static bool lower_push(struct lowering *lowering, size_t i)
{
    const bool elided = is_outermost(lowering) && !lowering->recorded && !is_reached(lowering, i);

    lowering->elided[lowering->depth++] = elided;
    if (!elided && lowering->states.depth == STATE_DEPTH)
        return select_fail(lowering->s, lowering->place, "conditions are nested more than %d deep", STATE_DEPTH);
    return elided || lowering_flags(lowering, SFP_I_SFPPUSHC, SFP_MODE_SFPPUSHC_PUSH);
}

static bool enable_all(struct lowering *lowering)
{
    enum { ENABLED_AND_SET = 3 };
    struct node node = select_insn(lowering->s, SFP_I_SFPENCC, SFP_MODE_SFPENCC_EI_RI, lowering->place);

    node.imm = ENABLED_AND_SET;
    return lowering_add(lowering, &node);
}

static bool lower_pop(struct lowering *lowering)
{
    return lowering->elided[--lowering->depth] ? enable_all(lowering)
                                               : lowering_flags(lowering, SFP_I_SFPPOPC, SFP_MODE_SFPPOPC_POP);
}

static bool lower_truth(struct lowering *lowering, const struct node *node)
{
    struct node assign = node_of(NODE_ASSIGN, node->place);

    if (lowering->states.depth == STATE_DEPTH)
        return select_fail(lowering->s, lowering->place, "conditions are nested more than %d deep", STATE_DEPTH);
    assign.uses[NODE_VC] = lower_truth_value(lowering, condition_part(lowering, node, 0), false);
    assign.makes[NODE_VD] = node->makes[NODE_VD];
    return assign.uses[NODE_VC] != NODE_NONE && lowering_add(lowering, &assign);
}

static bool lower_node(struct lowering *lowering, size_t i)
{
    const struct node *node = &lowering->s->list->nodes[i];

    lowering->place = node->place;
    switch (node->kind) {
    case NODE_COMPARE:
    case NODE_NOT:
    case NODE_AND:
    case NODE_OR: decide_condition(lowering, node); return true;
    case NODE_WHERE: return lower_tree_in_any_lanes(lowering, condition_part(lowering, node, 0), false);
    case NODE_TRUTH: return lowering->truths[node->makes[NODE_VD]] || lower_truth(lowering, node);
    case NODE_PUSHC: return lower_push(lowering, i);
    case NODE_POPC: return lower_pop(lowering);
    case NODE_COMPC: return lowering_flags(lowering, SFP_I_SFPCOMPC, SFP_MODE_SFPCOMPC_NONE);
    case NODE_ENCC: return enable_all(lowering);
    case NODE_BARRIER: lowering->recorded = !lowering->recorded; return lower_numbers(lowering, node);
    default: return lower_numbers(lowering, node);
    }
}

bool select_lower_conditions(struct selecting *s)
{
    struct lowering lowering = {.s = s, .deciders = calloc((size_t)s->list->conditions + 1, sizeof *lowering.deciders),
                                .numbers = calloc((size_t)s->list->values + 1, sizeof *lowering.numbers),
                                .known = calloc((size_t)s->list->conditions + 1, sizeof *lowering.known),
                                .truths = calloc((size_t)s->list->values + 1, sizeof *lowering.truths)};
    bool lowered = lowering.deciders && lowering.known && lowering.numbers && lowering.truths &&
                   find_truths(&lowering) && states_init(&lowering.states, &s->index, select_all_at_entry(s));

    for (size_t i = 0; lowered && i < s->list->count; i++)
        lowered = lower_node(&lowering, i);
    states_free(&lowering.states);
    free(lowering.deciders);
    free(lowering.known);
    free(lowering.numbers);
    free(lowering.truths);
    return lowered;
}
