/* Assignments of the C form. */
#include "c_form.h"

#include <string.h>

bool c_assigns(int token)
{
    return token == '=' || token == C_INCREMENT || token == C_DECREMENT || c_operator(token) != OP_NONE;
}

/* What is assigned to: an integer, or an element of an array. */
struct target {
    struct place place;
    size_t index;  /* of the name; of the element, if there is one */
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
        c_error(c, place, "'%.*s' is sfpi C++, which a compiler has to translate; sfpasm takes TTI_ macros",
                place_precision(place), place_text(place));
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

    if (!assignable(c, place, name))
        return false;
    *target = (struct target){place, (size_t)(name - c->as->c.names), name->type, name->kind == C_ARRAY};
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
    value = c_cut_value(target->type, value);
    value.named = false;
    *value_at(c, target) = value;
}

static enum operator step_operator(int token)
{
    return token == C_INCREMENT ? OP_ADD : OP_SUBTRACT;
}

void c_assignment(struct c_parser *c)
{
    const int before = c->token;
    const bool is_prefix = before == C_INCREMENT || before == C_DECREMENT;
    struct term right = {.value = value_of(1)};
    struct target target;

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
        right.operator = c_operator(c->token);
        c_next(c);
        right.place = c_place(c);
        right.value = c_expression(c);
    } else {
        c_unexpected(c, "an assignment");
    }
    if (!c->failed)
        assign(c, &target, &right);
}
