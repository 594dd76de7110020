/* Assignments of the C form. */
#include "c_form.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

bool c_assigns(int token)
{
    return token == '=' || token == C_INCREMENT || token == C_DECREMENT || c_operator(token) != OP_NONE;
}

/* What is assigned to: an integer, or an element of an array. */
struct target {
    struct place place;
    size_t name;   /* its index */
    size_t index;  /* the same; of the element, if there is one */
    struct c_type type;
    bool element;
};

static struct value *value_at(struct c_parser *c, const struct target *target)
{
    return target->element ? &c->as->c.elements[target->index] : &c->as->c.names[target->index].value;
}

/* A name that has a value which can change. False after an error. */
static bool assignable(struct c_parser *c, struct place place, const struct c_name *name)
{
    if (c_token_word(c) == WORD_SFPI)
        c_refuse_sfpi(c);
    else if (!name || (name->kind == C_ARRAY && c_peek(c) != '['))
        c_error(c, place, "'%.*s' is no integer variable", place_precision(place), place_text(place));
    else if (name->fixed)
        c_error(c, place, "'%.*s' %s and keeps its value", place_precision(place), place_text(place), name->fixed);
    else
        return true;
    return false;
}

/* From the name on; leaves the token after it. False after an error. */
static bool take_target(struct c_parser *c, struct target *target)
{
    const struct place place = c_place(c);
    const bool named = c->token == C_NAME || c->token == C_QUALIFIED;
    const struct c_name *name = named ? c_find(c->as, c->begin, (size_t)(c->p - c->begin)) : NULL;
    const struct value *element;

    if (name && c_is_poisoned(name) && c_peek(c) == '[') {
        c_fail(c);
        return false;
    }
    if (!assignable(c, place, name))
        return false;
    *target = (struct target){.place = place, .name = (size_t)(name - c->as->c.names), .type = name->type};
    target->index = target->name;
    target->element = name->kind == C_ARRAY;
    c_next(c);
    if (target->element) {
        element = c_element(c, place);
        if (!element)
            return false;
        target->index = (size_t)(element - c->as->c.elements);
    }
    return !c->failed;
}

/* The value after the operator, and the assignment. */
static void assign(struct c_parser *c, const struct target *target, const struct term *right)
{
    struct value value = *value_at(c, target);

    if (value.fault == FAULT_PARAMETER || value.fault == FAULT_UNSET)
        value.at = target->place;
    value = right->operator == OP_NONE ? right->value : c_binary(&value, right);
    value = c_check_shift(c, value);
    if (value.fault && value.fault != FAULT_PARAMETER && !value_check(c->as, &value))
        value.fault = FAULT_REPORTED;
    c->as->changes++;
    c->as->c.outer_changes += c->as->c.names[target->name].depth == 0;
    value = c_cut_value(target->type, value);
    value.named = false;
    *value_at(c, target) = value;
}

static enum operator step_operator(int token)
{
    return token == C_INCREMENT ? OP_ADD : OP_SUBTRACT;
}

/* ---- dst_reg ---- */

static bool is_dst(const struct c_parser *c)
{
    static const char qualified[] = "sfpi::dst_reg";

    return c_is(c, "dst_reg") || (c->token == C_QUALIFIED && c->p - c->begin == (ptrdiff_t)sizeof qualified - 1 &&
                                  memcmp(c->begin, qualified, sizeof qualified - 1) == 0);
}

bool c_steps_dst(struct c_parser *c)
{
    struct c_parser ahead = *c;
    const bool is_prefix = c->token == C_INCREMENT;

    ahead.quiet = C_QUIET;
    if (is_prefix)
        c_next(&ahead);
    if (!is_dst(&ahead))
        return false;
    c_next(&ahead);
    return is_prefix || ahead.token == C_INCREMENT || ahead.token == C_ASSIGN_ADD;
}

/* What the compiler makes of dst_reg++, ++dst_reg and dst_reg += count: rows are counted in twos. */
static void emit_step(struct c_parser *c, struct place place, struct value count, struct place count_place)
{
    enum { STRIDE = 2, MOST = 7 };
    struct c_field step = {SFP_F_RWC_D, {OPERAND_VALUE, count, place}};

    if (!value_check(c->as, &count))
        return;
    if (count.number < 0 || count.number > MOST) {
        c_error(c, count_place, "dst_reg can go on by 0..%d, not %" PRId64, MOST, count.number);
        return;
    }
    step.operand.value = value_of(STRIDE * count.number);
    c_emit_fields(c, "INCRWC", place, &step, 1);
}

/* From the first token of the step; leaves the token after it. */
static void step_dst(struct c_parser *c)
{
    const char *begin = c->begin;
    struct place count_place = c_place(c);
    struct value count = value_of(1);
    const char *end;

    if (c->token == C_INCREMENT)
        c_next(c);
    end = c->p;
    c_next(c);
    if (c->token == C_ASSIGN_ADD) {
        c_next(c);
        count_place = c_place(c);
        count = c_expression(c);
    } else if (c->token == C_INCREMENT) {
        end = c->p;
        c_next(c);
    }
    if (!c->failed)
        emit_step(c, c_span(c, begin, end), count, count_place);
}

/* What has come of the expressions so far. */
struct effects {
    uint64_t words, changes, reads;
};

static struct effects effects(const struct c_parser *c)
{
    return (struct effects){c->as->program->count, c->as->c.outer_changes, c->as->c.varying_reads};
}

/* In C++ the value is worked out before the index; here it is after it. Do they care? */
static bool order_matters(struct effects before, struct effects between, struct effects after)
{
    const struct effects index = {between.words - before.words, between.changes - before.changes,
                                  between.reads - before.reads};
    const struct effects value = {after.words - between.words, after.changes - between.changes,
                                  after.reads - between.reads};

    return (index.words && value.words) || (index.changes && (value.changes || value.reads)) ||
           (index.reads && value.changes);
}

/* The value behind the operator, given what had come before the target and behind it. */
static void take_value(struct c_parser *c, const struct target *target, struct term *right, struct effects before)
{
    const struct effects between = effects(c);

    right->operator = c_operator(c->token);
    c_next(c);
    right->place = c_place(c);
    right->value = c_expression(c);
    if (target->element && !c->failed && order_matters(before, between, effects(c)))
        c_error(c, right->place, "the index and this value depend on one another's calls: give one a name before");
}

void c_assignment(struct c_parser *c)
{
    const struct effects first = effects(c);
    const int before = c->token;
    const bool is_prefix = before == C_INCREMENT || before == C_DECREMENT;
    struct term right = {.value = value_of(1)};
    struct target target;

    if (c_steps_dst(c)) {
        step_dst(c);
        return;
    }
    if (is_prefix)
        c_next(c);
    if (!take_target(c, &target))
        return;
    if (is_prefix) {
        right.operator = step_operator(before);
    } else if (c->token == C_INCREMENT || c->token == C_DECREMENT) {
        right.operator = step_operator(c->token);
        c_next(c);
    } else if (c_assigns(c->token)) {
        take_value(c, &target, &right, first);
    } else {
        c_unexpected(c, "an assignment");
    }
    if (!c->failed)
        assign(c, &target, &right);
}
