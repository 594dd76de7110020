/* Expressions of the C form, by precedence climbing: evaluated as they are parsed. */
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
    [C_INCREMENT] = OP_ADD, [C_DECREMENT] = OP_SUBTRACT,
};

static struct value conditional(struct c_parser *c);
static struct value operand(struct c_parser *c);

static struct value no_value(const struct c_parser *c)
{
    return value_faulty(FAULT_REPORTED, c_place(c));
}

enum operator c_assigning(int token)
{
    return (enum operator)assignments[token];
}

bool c_assigns(int token)
{
    return token == '=' || c_assigning(token) != OP_NONE;
}

bool c_is_operator(int token)
{
    return operators[token] != OP_NONE;
}

/* ---- Operators between operands ---- */

/* Operators that bind at least as tightly as `rank`. */
static struct value binary(struct c_parser *c, unsigned rank)
{
    struct value left = operand(c);

    for (;;) {
        struct term right = {.operator = (enum operator)operators[c->token]};
        const unsigned own = operator_rank_c(right.operator);

        if (c->in_list && (c->token == '>' || c->token == C_SHIFT_RIGHT))
            return left;
        if (right.operator == OP_NONE || own < rank || c->failed)
            return left;
        c_next(c);
        right.place = c_place(c);
        right.value = binary(c, own + 1);
        left = c_binary(&left, &right);
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
        c_too_deep(c, "expressions");
        return no_value(c);
    }
    c->depth++;
    c_next(c);
    yes = conditional(c);
    no = c_expect(c, ':', "':'") ? conditional(c) : no_value(c);
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
    return c_expect(c, close, close == ')' ? "')'" : "'}'") ? value : no_value(c);
}

/* The value counts here, whatever was skipped on the way to it; only here its type's width is at hand. */
struct value c_expression(struct c_parser *c)
{
    const struct value value = conditional(c);

    if (c->failed)
        return no_value(c);
    if (value.fault != FAULT_SHIFT)
        return value;
    report_error(c->as, value.at, "a shift of a value of %u bits must be by 0..%u", value.type.bits,
                 value.type.bits - 1u);
    return no_value(c);
}

bool c_constant(struct c_parser *c, int64_t *number)
{
    const struct value value = c_expression(c);

    *number = value.number;
    return !c->failed && value_check(c->as, &value);
}

/* ---- Casts ---- */

/* type(value) or type{value}, from the type's name on. */
static struct value functional_cast(struct c_parser *c)
{
    struct c_type type;

    if (c_parse_type(c, &type) && (c->token == '(' || c->token == '{'))
        return c_cut_value(type, c_parenthesised(c));
    c_unexpected(c, "'('");
    return no_value(c);
}

/* static_cast<type>(value) */
static struct value named_cast(struct c_parser *c)
{
    struct c_type type;

    c_next(c);
    c_next(c);
    if (!c_parse_type(c, &type))
        c_refuse(c, c_place(c), "'%.*s' is no integer type that sfpasm knows", place_precision(c_place(c)), c->begin);
    else if (c_expect(c, '>', "'>'") && c->token != '(')
        c_unexpected(c, "'('");
    return c->failed ? no_value(c) : c_cut_value(type, c_parenthesised(c));
}

/* A parenthesis that opens a cast, not an expression: (type)value. Then what is behind it is the token. */
static bool opens_cast(struct c_parser *c, struct c_type *type)
{
    const char *begin = c->begin;
    enum c_word word;

    c_next(c);
    word = c_token_word(c);
    if (c_names(c) && (word == WORD_TYPE || word == WORD_CONST || (word == WORD_NONE && c_peek(c) == ')')) &&
        c_parse_type(c, type) && c->token == ')') {
        c_next(c);
        return true;
    }
    c_seek(c, begin);
    return false;
}

/* ---- Names ---- */

/* Is the token a name of sfpi's C++ or another word that no expression has? Says so. */
static bool refuse_word(struct c_parser *c)
{
    const enum c_word word = c_token_word(c);

    if (word == WORD_NONE || word == WORD_TYPE)
        return false;
    c_refuse(c, c_place(c), "sfpasm takes no '%.*s' here", place_precision(c_place(c)), c->begin);
    return true;
}

/* The value of a name that stands alone. */
static struct value named_value(struct assembler *as, struct place name)
{
    const char *text = place_text(name);
    const size_t length = place_length(name);
    const bool truth = length == strlen("true") && memcmp(text, "true", length) == 0;
    const struct value value = symbol_value(as, name);

    if (value.fault != FAULT_UNDEFINED)
        return value;
    if (truth || (length == strlen("false") && memcmp(text, "false", length) == 0))
        return (struct value){.number = truth, .type = {1, false}};
    return as->c.lost ? value_faulty(FAULT_REPORTED, name) : value;
}

/* is_valid_instruction_mode(mode), from its name on: the vendor's test for modes of integers. */
static struct value valid_mode(struct c_parser *c)
{
    static const char *const modes[] = {"InstrModLoadStore::INT32", "InstrModLoadStore::INT32_2S_COMP",
                                        "InstrModLoadStore::LO16"};
    const struct constants *table = &c->as->vendor.table;
    struct constant_hit hit;
    struct value value;
    bool valid = false;

    c_next(c);
    value = c_parenthesised(c);
    if (c->failed || value.fault || !constants_needed(c->as))
        return value;
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++)
        valid = valid || (constants_find(table, c->as->program->arch, modes[i], strlen(modes[i]), &hit) ==
                          CONSTANT_FOUND && hit.hit->value == value.number);
    return (struct value){.number = valid, .type = {1, false}};
}

/* A name that a parenthesis, a brace or a template's list follows. */
static struct value called_name(struct c_parser *c, int after)
{
    struct c_type type;
    const char *begin = c->begin;

    if (after == '<' && c_is(c, "static_cast"))
        return named_cast(c);
    if (after == '(' && c_last_is(c, "to_underlying")) {
        c_next(c);
        return c_parenthesised(c);
    }
    if (after == '(' && c_last_is(c, "is_valid_instruction_mode"))
        return valid_mode(c);
    if (c_parse_type(c, &type)) {
        c_seek(c, begin);
        return functional_cast(c);
    }
    c_unknown_call(c);
    return no_value(c);
}

/* Is the < behind this name that of a template's list, with a call or a name behind it? */
static bool opens_list(struct c_parser *c)
{
    struct c_parser look = *c;

    if (c_is(c, "static_cast"))
        return true;
    if (symbol_value(c->as, c_place(c)).fault != FAULT_UNDEFINED)
        return false;
    look.quiet = C_QUIET;
    c_next(&look);
    if (!c_skip_pair(&look))
        return false;
    c_next(&look);
    return look.token == '(' || look.token == C_QUALIFIED || c->as->c.lost;
}

static struct value name(struct c_parser *c)
{
    const struct place place = c_place(c);
    struct value value;
    int after;

    if (sfp_macro_prefix(c->begin, place_length(place)).kind != SFP_NO_MACRO) {
        value = c_word_macro(c);
        c_next(c);
        return value;
    }
    after = *c->p == ',' || *c->p == ')' ? *c->p : c_peek(c); /* most names stand alone */
    if (after == '(' || after == '{' || (after == '<' && opens_list(c)) || c_token_word(c) == WORD_TYPE)
        return refuse_word(c) ? no_value(c) : called_name(c, after);
    if (after == '[' && c_is_poisoned(c))
        c_fail(c);
    else if (after == '[')
        c_refuse(c, place, "sfpasm takes no array");
    if (c->failed || refuse_word(c))
        return no_value(c);
    c_next(c);
    return c->failed ? value_faulty(FAULT_REPORTED, place) : named_value(c->as, place);
}

/* ---- Operands ---- */

static struct value prefixed(struct c_parser *c, enum operator operator)
{
    struct value value;

    c_next(c);
    value = operand(c);
    return c_unary(operator, &value);
}

static struct value primary(struct c_parser *c)
{
    struct c_type type;
    struct value value;

    switch (c->token) {
    case C_NUMBER:
        value = (struct value){.number = c->number, .type = c->number_type};
        c_next(c);
        return value;
    case C_NAME:
    case C_QUALIFIED:
        return name(c);
    case '(':
        return opens_cast(c, &type) ? c_cut_value(type, operand(c)) : c_parenthesised(c);
    case '-':
        return prefixed(c, OP_NEGATE);
    case '+':
        return prefixed(c, OP_PLUS);
    case '~':
        return prefixed(c, OP_COMPLEMENT);
    case '!':
        return prefixed(c, OP_LOGICAL_NOT);
    case '[':
        c_refuse(c, c_place(c), "sfpasm takes no lambda but that of load_replay_buf");
        return no_value(c);
    case '{':
        c_refuse(c, c_place(c), "sfpasm takes no list of values");
        return no_value(c);
    default:
        c_unexpected(c, "an expression");
        return no_value(c);
    }
}

static struct value operand(struct c_parser *c)
{
    struct value value;

    if (c->depth >= C_DEEPEST) {
        c_too_deep(c, "expressions");
        return no_value(c);
    }
    c->depth++;
    value = primary(c);
    c->depth--;
    return value;
}
