/* Arrays of integers in the C form: one dimension, indices that are known. */
#include "c_form.h"

#include <inttypes.h>

/* Adds an element that has the array's type. */
static bool add(struct c_parser *c, struct c_type type, struct value value)
{
    struct c_state *state = &c->as->c;

    if (!c_reserve(c->as, &state->elements, state->element_count, &state->element_capacity, sizeof *state->elements))
        return false;
    state->elements[state->element_count++] = c_cut_value(type, value);
    return true;
}

/* { value, value }, from the opening brace on. */
static void elements(struct c_parser *c, struct c_type type)
{
    c_next(c);
    while (c->token != '}' && !c->failed) {
        struct value value = c_expression(c);

        if (c->failed)
            return;
        if (value.fault && value.fault != FAULT_PARAMETER && !value_check(c->as, &value))
            value.fault = FAULT_REPORTED;
        if (!add(c, type, value))
            return;
        if (c->token == ',')
            c_next(c);
        else if (c->token != '}')
            c_unexpected(c, "',' or '}'");
    }
    c_next(c);
}

/* [length] or [], from the bracket on; -1 if it says nothing. False after an error. */
static bool array_length(struct c_parser *c, int64_t *length)
{
    enum { MOST = 1 << 16 };

    c_next(c);
    *length = -1;
    if (c->token != ']') {
        const struct place place = c_place(c);

        if (!c_constant(c, length))
            return false;
        if (*length <= 0 || *length > MOST) {
            c_error(c, place, "an array has 1..%d elements, not %" PRId64, MOST, *length);
            return false;
        }
    }
    return c_expect(c, ']', "']'");
}

/* Elements without a value are 0 if others have one. */
static void fill(struct c_parser *c, struct c_type type, size_t first, int64_t length, bool valued, struct place name)
{
    const struct value rest = valued ? value_of(0) : value_faulty(FAULT_UNSET, name);

    while (c->as->c.element_count - first < (size_t)length && add(c, type, rest))
        c->as->c.text_read++; /* which a loop could ask for again and again */
}

/* [length] and the values in braces, with zeros for those that are left out. False after an error. */
static bool take_elements(struct c_parser *c, struct place name, struct c_type type, bool is_const)
{
    struct c_state *state = &c->as->c;
    const size_t first = state->element_count;
    bool valued;
    int64_t length;

    if (!array_length(c, &length))
        return false;
    if (c->token == '[')
        c_error(c, c_place(c), "sfpasm takes arrays of one dimension only");
    if (c->token == '=')
        c_next(c);
    valued = c->token == '{';
    if (valued)
        elements(c, type);
    else if (is_const || length < 0)
        c_unexpected(c, "'{'");
    if (c->failed)
        return false;
    if (length < 0 && state->element_count == first)
        c_error(c, name, "'%.*s' has no elements", place_precision(name), place_text(name));
    else if (length >= 0 && state->element_count - first > (size_t)length)
        c_error(c, name, "%zu values for the %" PRId64 " elements of '%.*s'", state->element_count - first, length,
                place_precision(name), place_text(name));
    else if (length >= 0)
        fill(c, type, first, length, valued, name);
    return !c->failed;
}

bool c_array(struct c_parser *c, struct place name, struct c_type type, bool is_const)
{
    struct c_state *state = &c->as->c;
    const size_t first = state->element_count;
    const uint64_t reads = state->varying_reads;
    struct c_name *array;

    if (!take_elements(c, name, type, is_const))
        return false;
    array = c_define(c->as, name, type, value_faulty(FAULT_UNSET, name), is_const ? "is constant" : NULL);
    if (!array)
        return true;
    array->kind = C_ARRAY;
    array->type = type;
    array->first = first;
    array->count = state->element_count - first;
    array->varies = !is_const || state->varying_reads != reads;
    if (is_const)
        unused_watch(c->as, array);
    return true;
}

/* The index; where nothing is evaluated it does not matter. False after an error. */
static bool take_index(struct c_parser *c, int64_t *index)
{
    struct value value;

    if (!c->unevaluated)
        return c_constant(c, index);
    value = c_expression(c);
    *index = 0;
    return !c->failed && c_check_names(c, &value);
}

struct value *c_element(struct c_parser *c, struct place name)
{
    const struct c_name *array = c_find(c->as, place_text(name), place_length(name));
    const size_t first = array ? array->first : 0;
    const size_t count = array ? array->count : 0;
    struct place place;
    int64_t index;

    if (array && c->quiet == C_LOUD)
        report_lost(c->as, name);
    if (array && c_is_poisoned(array)) {
        c_fail(c);
        return NULL;
    }
    if (!array || array->kind != C_ARRAY) {
        c_error(c, name, "'%.*s' is no array that sfpasm knows", place_precision(name), place_text(name));
        return NULL;
    }
    unused_mark_used(c->as, array);
    c->as->c.varying_reads += array->varies;
    c_next(c);
    place = c_place(c);
    if (!take_index(c, &index) || !c_expect(c, ']', "']'"))
        return NULL;
    if (index < 0 || (uint64_t)index >= count) {
        c_error(c, place, "'%.*s' has elements 0..%zu, and none of index %" PRId64, place_precision(name),
                place_text(name), count - 1, index);
        return NULL;
    }
    return &c->as->c.elements[first + (size_t)index];
}
