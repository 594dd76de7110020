/* Arithmetic of expressions: 64-bit two's complement, like GNU as. */
#include "expr.h"

#include "base/array.h"


enum {
    OPERATORS = OP_LOGICAL_OR + 1,
    LEVELS = 16, /* more than either table has ranks, which limits the operators that wait for their right side */
};

/* Ranks: a larger number binds tighter. GNU as: the manual's section on infix operators. */
static const uint8_t c_ranks[OPERATORS] = {
    [OP_MULTIPLY] = 10, [OP_DIVIDE] = 10, [OP_MODULO] = 10, [OP_ADD] = 9, [OP_SUBTRACT] = 9, [OP_SHIFT_LEFT] = 8,
    [OP_SHIFT_RIGHT] = 8, [OP_LESS] = 7, [OP_GREATER] = 7, [OP_LESS_EQUAL] = 7, [OP_GREATER_EQUAL] = 7,
    [OP_EQUAL] = 6, [OP_NOT_EQUAL] = 6, [OP_AND] = 5, [OP_XOR] = 4, [OP_OR] = 3, [OP_OR_NOT] = 3,
    [OP_LOGICAL_AND] = 2, [OP_LOGICAL_OR] = 1,
};

static const uint8_t gnu_ranks[OPERATORS] = {
    [OP_MULTIPLY] = 6, [OP_DIVIDE] = 6, [OP_MODULO] = 6, [OP_SHIFT_LEFT] = 6, [OP_SHIFT_RIGHT] = 6, [OP_OR] = 5,
    [OP_AND] = 5, [OP_XOR] = 5, [OP_OR_NOT] = 5, [OP_ADD] = 4, [OP_SUBTRACT] = 4, [OP_EQUAL] = 3, [OP_NOT_EQUAL] = 3,
    [OP_LESS] = 3, [OP_GREATER] = 3, [OP_LESS_EQUAL] = 3, [OP_GREATER_EQUAL] = 3, [OP_LOGICAL_AND] = 2,
    [OP_LOGICAL_OR] = 1,
};

bool terms_push(struct terms *terms, enum operator operator, const struct value *value, struct place place)
{
    if (!array_room(&terms->items, terms->count, &terms->capacity, sizeof *terms->items))
        return false;
    terms->items[terms->count++] = (struct term){*value, place, operator};
    return true;
}

struct value value_of(int64_t number)
{
    return (struct value){.number = number};
}

struct value value_faulty(enum fault fault, struct place at)
{
    return (struct value){.fault = (uint8_t)fault, .at = at};
}

bool operator_compares(enum operator operator)
{
    return operator >= OP_EQUAL && operator <= OP_GREATER_EQUAL;
}

static bool compare_operands(enum operator operator, bool is_signed, int64_t a, int64_t b)
{
    const bool less = is_signed ? a < b : (uint64_t)a < (uint64_t)b;

    switch (operator) {
    case OP_EQUAL:
        return a == b;
    case OP_NOT_EQUAL:
        return a != b;
    case OP_LESS:
        return less;
    case OP_GREATER:
        return !less && a != b;
    case OP_LESS_EQUAL:
        return less || a == b;
    default:
        return !less;
    }
}

static int64_t divide_numbers(bool is_signed, int64_t a, int64_t b)
{
    if (!is_signed)
        return (int64_t)((uint64_t)a / (uint64_t)b);
    return b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b;
}

static int64_t modulo_numbers(bool is_signed, int64_t a, int64_t b)
{
    if (!is_signed)
        return (int64_t)((uint64_t)a % (uint64_t)b);
    return b == -1 ? 0 : a % b;
}

int64_t operator_compute(enum operator operator, bool is_signed, int64_t a, int64_t b)
{
    const uint64_t ua = (uint64_t)a;
    const uint64_t ub = (uint64_t)b;

    switch (operator) {
    case OP_MULTIPLY:
        return (int64_t)(ua * ub);
    case OP_DIVIDE:
        return divide_numbers(is_signed, a, b);
    case OP_MODULO:
        return modulo_numbers(is_signed, a, b);
    case OP_SHIFT_LEFT:
        return (int64_t)(ua << ub);
    case OP_SHIFT_RIGHT:
        return is_signed ? a >> b : (int64_t)(ua >> ub);
    case OP_OR:
        return a | b;
    case OP_AND:
        return a & b;
    case OP_XOR:
        return a ^ b;
    case OP_OR_NOT:
        return a | ~b;
    case OP_ADD:
        return (int64_t)(ua + ub);
    case OP_SUBTRACT:
        return (int64_t)(ua - ub);
    case OP_LOGICAL_AND:
        return a && b;
    case OP_LOGICAL_OR:
        return a || b;
    case OP_EQUAL:
    case OP_NOT_EQUAL:
    case OP_LESS:
    case OP_GREATER:
    case OP_LESS_EQUAL:
    case OP_GREATER_EQUAL:
        return compare_operands(operator, is_signed, a, b);
    case OP_NONE:
    case OP_NEGATE:
    case OP_COMPLEMENT:
    case OP_LOGICAL_NOT:
    case OP_PLUS:
        break;
    }
    return b;
}

/* Computes a binary operator of GNU as, whose operands both have values; `at` is the right operand's place. Right
 * shifts insert zeros; comparisons give -1 for true. */
static struct value apply_numbers(enum operator operator, int64_t a, int64_t b, struct place at)
{
    const bool shift = operator == OP_SHIFT_LEFT || operator == OP_SHIFT_RIGHT;
    int64_t result;

    if (b == 0 && (operator == OP_DIVIDE || operator == OP_MODULO))
        return value_faulty(FAULT_DIVIDE, at);
    if (shift && (b < 0 || b > 63))
        return value_faulty(FAULT_SHIFT, at);
    result = operator_compute(operator, operator != OP_SHIFT_RIGHT, a, b);
    return value_of(operator_compares(operator) ? -result : result);
}

/* May an operand that C would not evaluate have this fault? Unknown names are errors even there. */
static bool is_skippable_fault(const struct value *value)
{
    return value->fault == FAULT_DIVIDE || value->fault == FAULT_SHIFT;
}

/* Notes in the result whether named constants and labels contribute to it. */
static void mark_parts(struct value *result, const struct value *a, const struct value *b)
{
    result->named = a->named || b->named;
    result->label = a->label || b->label;
    if (result->label)
        result->at = a->label ? a->at : b->at;
}

static struct value apply_operator(const struct value *a, const struct term *b)
{
    struct value result;

    if (a->fault)
        return *a;
    if (is_skippable_fault(&b->value) && ((b->operator == OP_LOGICAL_AND && a->number == 0) ||
                                 (b->operator == OP_LOGICAL_OR && a->number != 0)))
        return value_of(a->number != 0);
    if (b->value.fault)
        return b->value;
    result = apply_numbers(b->operator, a->number, b->value.number, b->place);
    if (!result.fault)
        mark_parts(&result, a, &b->value);
    return result;
}

/* Evaluates a flat chain by operator precedence. Each entry of the stack has the operator before it. */
static struct value group_terms(const struct term *terms, size_t count, const uint8_t *ranks)
{
    struct term stack[LEVELS] = {0};
    size_t depth = 0;

    for (size_t i = 0; i < count; i++) {
        while (depth > 1 && ranks[stack[depth - 1].operator] >= ranks[terms[i].operator]) {
            stack[depth - 2].value = apply_operator(&stack[depth - 2].value, &stack[depth - 1]);
            depth--;
        }
        stack[depth++] = terms[i];
    }
    for (; depth > 1; depth--)
        stack[depth - 2].value = apply_operator(&stack[depth - 2].value, &stack[depth - 1]);
    return stack[0].value;
}

struct value terms_value(struct terms *terms, size_t count, bool *differs)
{
    const struct term *first = terms->items + terms->count - count;
    struct value result;

    *differs = false;
    if (count == 1) {
        result = first->value;
    } else {
        result = group_terms(first, count, gnu_ranks);
        if (count > 2 && !result.fault) {
            const struct value other = group_terms(first, count, c_ranks);

            *differs = other.fault || other.number != result.number;
        }
    }
    terms->count -= count;
    return result;
}

unsigned operator_rank_c(enum operator operator)
{
    return c_ranks[operator];
}

struct value value_unary(enum operator operator, const struct value *value)
{
    struct value result = *value;

    if (operator == OP_NEGATE)
        result.number = (int64_t)(0 - (uint64_t)value->number);
    else if (operator == OP_COMPLEMENT)
        result.number = ~value->number;
    else if (operator == OP_LOGICAL_NOT)
        result.number = !value->number;
    return result;
}

struct value value_choose(const struct value *condition, const struct value *yes, const struct value *no)
{
    const struct value *chosen = condition->number ? yes : no;
    const struct value *other = condition->number ? no : yes;

    if (condition->fault)
        return *condition;
    return other->fault && !is_skippable_fault(other) ? *other : *chosen;
}
