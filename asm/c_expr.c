/* Expressions of the C form, by precedence climbing: evaluated as they are parsed, to 64 bits. */
#include "c_form.h"

#include <string.h>

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
static struct value unary(struct c_parser *c);

enum operator c_operator(int token)
{
    return token >= 0 && token < C_TOKENS ? (enum operator)assignments[token] : OP_NONE;
}

static struct value nothing(const struct c_parser *c)
{
    return value_faulty(FAULT_REPORTED, c_place(c));
}

static struct value parenthesised(struct c_parser *c, int close)
{
    struct value value;

    c_next(c);
    value = conditional(c);
    return c_expect(c, close, close == ')' ? "')'" : "'}'") ? value : nothing(c);
}

/* type(value) or type{value}, from the type's name on. */
static struct value functional_cast(struct c_parser *c)
{
    struct c_type type;

    if (!c_parse_type(c, &type) || (c->token != '(' && c->token != '{')) {
        c_unexpected(c, "'('");
        return nothing(c);
    }
    return c_cut_value(type, parenthesised(c, c->token == '(' ? ')' : '}'));
}

/* static_cast<type>(value). */
static struct value named_cast(struct c_parser *c)
{
    struct c_type type;

    c_next(c);
    if (!c_expect(c, '<', "'<'"))
        return nothing(c);
    if (!c_parse_type(c, &type)) {
        c_unexpected(c, "an integer type");
        return nothing(c);
    }
    if (!c_expect(c, '>', "'>'") || c->token != '(') {
        c_unexpected(c, "'('");
        return nothing(c);
    }
    return c_cut_value(type, parenthesised(c, ')'));
}

/* A parenthesis that opens a cast, not an expression: (type)value. */
static bool opens_cast(struct c_parser *c, struct c_type *type)
{
    const char *begin = c->begin;
    enum c_word word;

    c_next(c);
    word = c_token_word(c);
    if ((c->token == C_NAME || c->token == C_QUALIFIED) &&
        (word == WORD_TYPE || word == WORD_CONST || (word == WORD_NONE && c_peek(c) == ')')) &&
        c_parse_type(c, type) && c->token == ')') {
        c_next(c);
        return true;
    }
    c_seek(c, begin);
    return false;
}

static bool ends_in(const struct c_parser *c, const char *name)
{
    const size_t length = strlen(name);
    const size_t whole = (size_t)(c->p - c->begin);

    return whole >= length && memcmp(c->p - length, name, length) == 0 &&
           (whole == length || c->p[-(ptrdiff_t)length - 1] == ':');
}

/* A name with something after it that makes it more than a name. */
static struct value special_name(struct c_parser *c)
{
    const char *begin = c->begin;
    const char *end = c->p;
    struct c_type type;

    if (c_is(c, "static_cast"))
        return named_cast(c);
    if (ends_in(c, "to_underlying") && c_peek(c) == '(') {
        c_next(c);
        return parenthesised(c, ')');
    }
    if (c_token_word(c) == WORD_SFPI) {
        c_error(c, c_place(c), "'%.*s' is sfpi C++, which a compiler has to translate; sfpasm takes TTI_ macros",
                (int)(end - begin), begin);
        return nothing(c);
    }
    if (c_peek(c) == '(' || c_peek(c) == '{') {
        if (c_parse_type(c, &type)) {
            c_seek(c, begin);
            return functional_cast(c);
        }
        c_error(c, c_span(c, begin, end), "a call of '%.*s', and sfpasm knows no such function", (int)(end - begin),
                begin);
        return nothing(c);
    }
    return functional_cast(c);
}

/* Most names stand alone: what follows can then be no parenthesis, brace, template's list or other name. */
static bool stands_alone(const struct c_parser *c)
{
    const char *p = c->p;

    while (*p == ' ')
        p++;
    return *p == ',' || *p == ')' || *p == '|' || *p == '&' || *p == '+' || *p == '-' || *p == ';';
}

static struct value name(struct c_parser *c)
{
    struct place place = c_place(c);
    struct value value;

    if (c->begin[0] == 'T' && c_macro_kind(c->begin, place_length(place)) != MACRO_NONE) {
        value = c_word_macro(c);
        c_next(c);
        return value;
    }
    if (!stands_alone(c) || c->begin[0] == 'v' || c->begin[0] == 'd') {
        const int after = c_peek(c);

        if (after == '(' || after == '{' || (after == '<' && c_is(c, "static_cast")) ||
            c_token_word(c) == WORD_TYPE || c_token_word(c) == WORD_SFPI)
            return special_name(c);
    }
    c_next(c);
    return c->failed ? value_faulty(FAULT_REPORTED, place) : c_value_of_name(c->as, place);
}

static struct value prefixed(struct c_parser *c, enum operator operator)
{
    struct value value;

    c_next(c);
    value = unary(c);
    return value_unary(operator, &value);
}

static struct value primary(struct c_parser *c)
{
    struct c_type type;
    struct value value;

    switch (c->token) {
    case C_NUMBER:
        value = value_of(c->number);
        c_next(c);
        return value;
    case C_NAME:
    case C_QUALIFIED:
        return name(c);
    case '(':
        return opens_cast(c, &type) ? c_cut_value(type, unary(c)) : parenthesised(c, ')');
    case '-':
        return prefixed(c, OP_NEGATE);
    case '+':
        return prefixed(c, OP_PLUS);
    case '~':
        return prefixed(c, OP_COMPLEMENT);
    case '!':
        return prefixed(c, OP_LOGICAL_NOT);
    default:
        c_unexpected(c, "an expression");
        return nothing(c);
    }
}

static struct value unary(struct c_parser *c)
{
    struct value value;

    if (c->depth >= C_DEEPEST) {
        c_error(c, c_place(c), "this expression is nested too deeply");
        return nothing(c);
    }
    c->depth++;
    value = primary(c);
    c->depth--;
    return value;
}

/* Operators that bind at least as tightly as `rank`. */
static struct value binary(struct c_parser *c, unsigned rank)
{
    struct value left = unary(c);

    for (;;) {
        const enum operator operator = (enum operator)operators[c->token];
        struct term right = {.operator = operator};
        unsigned own;

        if (operator == OP_NONE || (own = operator_rank_c(operator)) < rank || c->failed)
            return left;
        c_next(c);
        right.place = c_place(c);
        right.value = binary(c, own + 1);
        left = value_binary_c(&left, &right);
    }
}

static struct value conditional(struct c_parser *c)
{
    struct value condition = binary(c, 1);
    struct value yes;
    struct value no;

    if (c->token != '?')
        return condition;
    if (c->depth >= C_DEEPEST) {
        c_error(c, c_place(c), "this expression is nested too deeply");
        return nothing(c);
    }
    c->depth++;
    c_next(c);
    yes = conditional(c);
    if (c_expect(c, ':', "':'"))
        no = conditional(c);
    else
        no = nothing(c);
    c->depth--;
    return value_choose(&condition, &yes, &no);
}

struct value c_expression(struct c_parser *c)
{
    const struct value value = conditional(c);

    return c->failed ? nothing(c) : value;
}

bool c_constant(struct c_parser *c, int64_t *number)
{
    const struct value value = c_expression(c);

    *number = value.number;
    return !c->failed && value_check(c->as, &value);
}
