/* Arithmetic of the C form: C's integer types, on cores whose int and long have 32 bits. */
#include "c_form.h"

enum { INT_BITS = 32, WIDEST = 64 };

static const struct c_type of_int = {INT_BITS, true};
static const struct c_type of_bool = {1, false};

/* Returns a value's type. An untyped value, such as a symbol's, gets the first of int, unsigned and long long that
 * fits. */
static struct c_type type_of(const struct value *value)
{
    if (value->type.bits)
        return value->type;
    if (value->number >= INT32_MIN && value->number <= INT32_MAX)
        return of_int;
    return value->number > 0 && value->number <= UINT32_MAX ? (struct c_type){INT_BITS, false}
                                                            : (struct c_type){WIDEST, true};
}

/* Applies the integral promotions. */
static struct c_type promote_type(struct c_type type)
{
    return type.bits < INT_BITS ? of_int : type;
}

/* Applies the usual arithmetic conversions. */
static struct c_type common_type(struct c_type a, struct c_type b)
{
    a = promote_type(a);
    b = promote_type(b);
    if (a.bits != b.bits)
        return a.bits > b.bits ? a : b;
    return a.is_signed ? b : a;
}

static int64_t cut_number(struct c_type type, int64_t value)
{
    const unsigned unused = (unsigned)WIDEST - type.bits;

    if (type.bits == 1)
        return value != 0;
    if (type.is_signed)
        return (int64_t)((uint64_t)value << unused) >> unused;
    return (int64_t)((uint64_t)value << unused >> unused);
}

struct value c_cut_value(struct c_type type, struct value value)
{
    value.type = type.bits ? type : type_of(&value);
    if (!value.fault)
        value.number = cut_number(value.type, value.number);
    return value;
}

static struct value set_value_type(struct value value, struct c_type type)
{
    value.type = type;
    return value;
}

/* ---- Two operands ---- */

static bool is_logical(enum operator operator)
{
    return operator == OP_LOGICAL_AND || operator == OP_LOGICAL_OR;
}

static bool is_shift_operator(enum operator operator)
{
    return operator == OP_SHIFT_LEFT || operator == OP_SHIFT_RIGHT;
}

/* May an operand that C would not evaluate have this fault? Unknown names are errors even there. */
static bool is_skippable_in_c(const struct value *value)
{
    return value->fault == FAULT_DIVIDE || value->fault == FAULT_SHIFT || value->fault == FAULT_PARAMETER ||
           value->fault == FAULT_UNSET;
}

/* Computes && and ||. The left side has a value. */
static struct value compute_logical(const struct value *left, const struct term *right)
{
    const bool decided = (left->number != 0) == (right->operator == OP_LOGICAL_OR);

    if (right->value.fault && !(decided && is_skippable_in_c(&right->value)))
        return set_value_type(right->value, of_bool);
    return set_value_type(value_of(decided ? left->number != 0 : right->value.number != 0), of_bool);
}

/* Computes an operator whose operands both have values, in the operands' common type; the result has type `result`. */
static struct value compute_arithmetic(const struct value *left, const struct term *right, struct c_type result)
{
    const bool shift = is_shift_operator(right->operator);
    const struct c_type type = shift ? result : common_type(type_of(left), type_of(&right->value));
    const int64_t a = cut_number(type, left->number);
    const int64_t b = shift ? right->value.number : cut_number(type, right->value.number);

    if ((right->operator == OP_DIVIDE || right->operator == OP_MODULO) && b == 0)
        return set_value_type(value_faulty(FAULT_DIVIDE, right->place), result);
    if (shift && (b < 0 || b >= type.bits))
        return set_value_type(value_faulty(FAULT_SHIFT, right->place), result);
    return c_cut_value(result, value_of(operator_compute(right->operator, type.is_signed, a, b)));
}

struct value c_binary(const struct value *left, const struct term *right)
{
    const struct c_type of_left = type_of(left);
    const bool truth = operator_compares(right->operator) || is_logical(right->operator);
    const struct c_type type = truth                       ? of_bool
                               : is_shift_operator(right->operator) ? promote_type(of_left)
                                                           : common_type(of_left, type_of(&right->value));
    struct value result;

    if (left->fault)
        return set_value_type(*left, type);
    if (is_logical(right->operator))
        result = compute_logical(left, right);
    else if (right->value.fault)
        return set_value_type(right->value, type);
    else
        result = compute_arithmetic(left, right, type);
    result.named = left->named || right->value.named;
    return result;
}

/* ---- One operand, and three ---- */

struct value c_unary(enum operator operator, const struct value *value)
{
    const struct c_type type = operator == OP_LOGICAL_NOT ? of_bool : promote_type(type_of(value));

    return c_cut_value(type, value_unary(operator, value));
}

struct value c_choose(const struct value *condition, const struct value *yes, const struct value *no)
{
    const struct value *other = condition->number ? no : yes;
    const struct c_type a = type_of(yes), b = type_of(no);
    const struct c_type type = a.bits == b.bits && a.is_signed == b.is_signed ? a : common_type(a, b);

    if (condition->fault)
        return set_value_type(*condition, type);
    return other->fault && !is_skippable_in_c(other) ? *other : c_cut_value(type, condition->number ? *yes : *no);
}

struct c_type c_literal_type(const char *text, size_t length, int64_t number)
{
    const bool decimal = text[0] != '0' || length == 1;
    bool is_unsigned = false;
    unsigned longs = 0;

    for (; length > 0 && !(text[length - 1] >= '0' && text[length - 1] <= '9'); length--) {
        is_unsigned = is_unsigned || (text[length - 1] | ' ') == 'u';
        longs += (text[length - 1] | ' ') == 'l';
    }
    if (longs < 2 && !is_unsigned && number <= INT32_MAX)
        return of_int;
    if (longs < 2 && (is_unsigned || !decimal) && number <= UINT32_MAX)
        return (struct c_type){INT_BITS, false};
    return (struct c_type){WIDEST, !is_unsigned};
}
