/* Expressions of the C form, by precedence climbing: evaluated as they are parsed. */
#include "c_form.h"

static const uint8_t operators[C_TOKENS] = {
    ['*'] = OP_MULTIPLY, ['/'] = OP_DIVIDE, ['%'] = OP_MODULO, ['+'] = OP_ADD, ['-'] = OP_SUBTRACT, ['<'] = OP_LESS,
    ['>'] = OP_GREATER, ['&'] = OP_AND, ['|'] = OP_OR, ['^'] = OP_XOR,
    [C_SHIFT_LEFT] = OP_SHIFT_LEFT, [C_SHIFT_RIGHT] = OP_SHIFT_RIGHT, [C_LESS_EQUAL] = OP_LESS_EQUAL,
    [C_GREATER_EQUAL] = OP_GREATER_EQUAL, [C_EQUAL] = OP_EQUAL, [C_NOT_EQUAL] = OP_NOT_EQUAL,
    [C_AND] = OP_LOGICAL_AND, [C_OR] = OP_LOGICAL_OR,
};

static const uint8_t assignments[C_TOKENS] = {
    [C_ASSIGN_ADD] = OP_ADD, [C_ASSIGN_SUBTRACT] = OP_SUBTRACT, [C_ASSIGN_MULTIPLY] = OP_MULTIPLY,
    [C_ASSIGN_DIVIDE] = OP_DIVIDE, [C_ASSIGN_MODULO] = OP_MODULO, [C_ASSIGN_AND] = OP_AND, [C_ASSIGN_OR] = OP_OR,
    [C_ASSIGN_XOR] = OP_XOR, [C_ASSIGN_SHIFT_LEFT] = OP_SHIFT_LEFT, [C_ASSIGN_SHIFT_RIGHT] = OP_SHIFT_RIGHT,
};

static struct value conditional(struct c_parser *c);

enum operator c_operator(int token)
{
    return token >= 0 && token < C_TOKENS ? (enum operator)assignments[token] : OP_NONE;
}

bool c_is_operator(int token)
{
    return token >= 0 && token < C_TOKENS && operators[token] != OP_NONE;
}

struct value c_unevaluated(struct place place, struct c_type type)
{
    struct value value = value_faulty(FAULT_UNSET, place);

    value.type = type;
    return value;
}

bool c_check_names(struct c_parser *c, const struct value *value)
{
    return (value->fault != FAULT_UNDEFINED && value->fault != FAULT_AMBIGUOUS) || value_check(c->as, value);
}

/* Does the left side settle what && or || gives, so that C does not evaluate the right one? */
static bool settles(const struct value *left, enum operator operator)
{
    if (operator != OP_LOGICAL_AND && operator != OP_LOGICAL_OR)
        return false;
    return left->fault || (left->number != 0) == (operator == OP_LOGICAL_OR);
}

/* Operators that bind at least as tightly as `rank`. */
static struct value binary(struct c_parser *c, unsigned rank)
{
    const bool unevaluated = c->unevaluated;
    struct value left = c_operand(c);

    for (;;) {
        const enum operator operator = (enum operator)operators[c->token];
        struct term right = {.operator = operator};
        unsigned own;

        if (c->in_list && (c->token == '>' || c->token == C_SHIFT_RIGHT))
            return left;
        if (operator == OP_NONE || (own = operator_rank_c(operator)) < rank || c->failed)
            return left;
        c_next(c);
        right.place = c_place(c);
        c->unevaluated = unevaluated || settles(&left, operator);
        right.value = binary(c, own + 1);
        c->unevaluated = unevaluated;
        left = c_binary(&left, &right);
    }
}

/* One of the two operands that a condition is about. */
static struct value arm(struct c_parser *c, bool chosen)
{
    const bool unevaluated = c->unevaluated;
    struct value value;

    c->unevaluated = unevaluated || !chosen;
    value = conditional(c);
    c->unevaluated = unevaluated;
    return value;
}

static struct value conditional(struct c_parser *c)
{
    struct value condition = binary(c, 1);
    struct value yes;
    struct value no;

    if (c->token != '?')
        return condition;
    if (c->depth >= C_DEEPEST) {
        c_too_deep(c, "expressions");
        return c_no_value(c);
    }
    c->depth++;
    c_next(c);
    yes = arm(c, !condition.fault && condition.number != 0);
    if (c_expect(c, ':', "':'"))
        no = arm(c, !condition.fault && condition.number == 0);
    else
        no = c_no_value(c);
    c->depth--;
    return c_choose(&condition, &yes, &no);
}

struct value c_parenthesised(struct c_parser *c)
{
    const int close = c->token == '(' ? ')' : '}';
    const bool in_list = c->in_list;
    struct value value;

    c->in_list = false;
    c_next(c);
    value = conditional(c);
    c->in_list = in_list;
    return c_expect(c, close, close == ')' ? "')'" : "'}'") ? value : c_no_value(c);
}

/* The value counts now, whatever was skipped on the way to it; only here its type's width is at hand. */
struct value c_check_shift(struct c_parser *c, struct value value)
{
    if (value.fault != FAULT_SHIFT || c->unevaluated)
        return value;
    report_error(c->as, value.at, "a shift of a value of %u bits must be by 0..%u", value.type.bits,
                 value.type.bits - 1u);
    return c_no_value(c);
}

struct value c_expression(struct c_parser *c)
{
    const struct value value = conditional(c);

    return c->failed ? c_no_value(c) : c_check_shift(c, value);
}

bool c_constant(struct c_parser *c, int64_t *number)
{
    const struct value value = c_expression(c);

    *number = value.number;
    return !c->failed && value_check(c->as, &value);
}
