/* Definitions of integers, and assignments to those that are not constant. */
#include "c_form.h"

#include <string.h>

bool c_attributes(struct c_parser *c)
{
    while (!c->failed && (c_token_word(c) == WORD_ATTRIBUTE || (c->token == '[' && c_peek(c) == '['))) {
        if (c->token != '[')
            c_next(c);
        if (c->token != '[' && c->token != '(') {
            c_unexpected(c, "'(('");
            return false;
        }
        if (c_skip_pair(c))
            c_next(c);
    }
    return !c->failed;
}

bool c_specifiers(struct c_parser *c, struct c_specifiers *said)
{
    *said = (struct c_specifiers){0};
    while (c_attributes(c)) {
        const enum c_word word = c_token_word(c);

        if (word != WORD_CONST && word != WORD_SPECIFIER)
            break;
        said->is_const = said->is_const || word == WORD_CONST;
        said->is_constexpr = said->is_constexpr || c_is(c, "constexpr");
        said->is_static = said->is_static || c_is(c, "static");
        c_next(c);
    }
    return !c->failed;
}

/* ---- What is not taken ---- */

void c_poison_declared(const struct c_parser *c)
{
    struct c_parser look = *c;
    struct place name = {0};

    look.quiet = C_QUIET;
    for (; c_names(&look) || look.token == '*' || look.token == '&' || look.token == C_AND || look.token == '<';
         c_next(&look)) {
        if (look.token == '<' && !c_skip_pair(&look))
            return;
        if (look.token == C_NAME && look.begin != c->begin && c_token_word(&look) == WORD_NONE)
            name = c_place(&look);
    }
    if (name.source && c->quiet == C_LOUD)
        symbol_fail(c->as, name);
}

bool c_is_poisoned(const struct c_parser *c)
{
    const struct symbol *symbol = c_names(c) ? symbol_of_c(c->as, c->begin, (size_t)(c->p - c->begin)) : NULL;

    return symbol && symbol->fault == FAULT_REPORTED;
}

/* The type of what is defined was no integer type. */
static void refuse_type(struct c_parser *c)
{
    c_poison_declared(c);
    if (c->as->c.lost)
        c_fail(c);
    else if (c_names(c))
        c_refuse(c, c_place(c), "'%.*s' is no integer type that sfpasm knows", place_precision(c_place(c)), c->begin);
    else
        c_unexpected(c, "an integer type");
}

/* Is this no integer that is declared? Says so. */
static bool refuse_shape(struct c_parser *c)
{
    if (c->token == '*' || c->token == '&' || c->token == C_AND) {
        c_poison_declared(c);
        c_refuse(c, c_place(c), "sfpasm takes no pointer or reference");
    } else if (c->token == '[') {
        c_refuse(c, c_place(c), "sfpasm takes no array");
    }
    return c->failed;
}

/* ---- Integers ---- */

/* = value, { value }, (value) or nothing between the braces, from its first token up to the one behind it. */
static struct value initial(struct c_parser *c)
{
    if (c->token == '=') {
        c_next(c);
        if (c->token != '{')
            return c_expression(c);
    }
    if (c->token == '{' && c_peek(c) == '}') {
        c_next(c);
        c_next(c);
        return value_of(0);
    }
    return c_parenthesised(c);
}

/* A value to keep: why there is none is reported here. */
static struct value checked(struct assembler *as, struct value value)
{
    if (value.fault && !value_check(as, &value))
        value.fault = FAULT_REPORTED;
    return value;
}

/* The name of what is defined, and its value or nothing; leaves the token after it. */
static void declarator(struct c_parser *c, struct c_type type, const struct c_specifiers *said)
{
    const struct place name = c_place(c);
    struct value value = value_faulty(FAULT_UNSET, name);

    if (refuse_shape(c))
        return;
    if (c->token != C_NAME || c_token_word(c) != WORD_NONE) {
        c_unexpected(c, "a name");
        return;
    }
    c_next(c);
    if (said->is_static && !said->is_constexpr && c->as->symbols.scope > 0)
        c_refuse(c, name, "sfpasm takes no local static variable but 'static constexpr'");
    if (!c_attributes(c) || refuse_shape(c)) {
        symbol_fail(c->as, name);
        return;
    }
    if (c->token == '=' || c->token == '{' || c->token == '(')
        value = checked(c->as, initial(c));
    else if (said->is_const)
        c_unexpected(c, "'='");
    value = c_cut_value(value.fault && !type.bits ? (struct c_type){0} : type, value);
    symbol_define(c->as, name, &value, said->is_const);
}

static void declarators(struct c_parser *c, struct c_type type, const struct c_specifiers *said)
{
    declarator(c, type, said);
    while (c->token == ',') {
        c_next(c);
        declarator(c, type, said);
    }
    if (!c->failed && c->token != ';')
        c_unexpected(c, "',' or ';'");
}

/* In `type name(`: do the parentheses hold a value, as in int x(3), or a function's parameters? */
static bool holds_parameters(const struct c_parser *c)
{
    struct c_parser ahead = *c;
    struct c_type type;

    ahead.quiet = C_QUIET;
    c_next(&ahead);
    c_next(&ahead);
    if (ahead.token == ')' || ahead.token == '[' || c_token_word(&ahead) == WORD_VOID ||
        c_token_word(&ahead) == WORD_CONST)
        return true;
    if (c_names(&ahead) && c_parse_type(&ahead, &type))
        return ahead.token != '(' && ahead.token != '{';
    return c_names(&ahead) && c_peek(&ahead) == C_NAME;
}

/* Does const stand among the words of a type, which end before `end`? */
static bool has_const(const struct c_parser *c, const char *begin, const char *end)
{
    struct c_parser look = *c;

    look.quiet = C_QUIET;
    for (c_seek(&look, begin); look.begin < end && look.token != C_END; c_next(&look))
        if (c_token_word(&look) == WORD_CONST)
            return true;
    return false;
}

void c_definition(struct c_parser *c)
{
    struct c_specifiers said;
    struct c_type type;
    const char *begin;

    if (!c_specifiers(c, &said))
        return;
    begin = c->begin;
    if (c_token_word(c) == WORD_VOID) {
        c_next(c);
        if (c_attributes(c))
            c_function(c);
    } else if (!c_parse_type(c, &type)) {
        refuse_type(c);
    } else if (c_names(c) && c_peek(c) == '(' && holds_parameters(c)) {
        symbol_fail(c->as, c_place(c));
        c_refuse(c, c_place(c), "sfpasm takes no function that returns a value");
    } else {
        said.is_const = said.is_const || has_const(c, begin, c->begin);
        declarators(c, type, &said);
    }
}

/* ---- Assignments ---- */

/* From the name on; leaves the token after it. NULL after an error. */
static struct symbol *target(struct c_parser *c)
{
    const struct place place = c_place(c);
    struct symbol *symbol = c_names(c) ? symbol_of_c(c->as, c->begin, place_length(place)) : NULL;

    const bool of_sfpi = c_token_word(c) == WORD_SFPI || strncmp(c->begin, "vConst", strlen("vConst")) == 0;

    if (!symbol && (c->token == C_QUALIFIED || of_sfpi))
        c_refuse(c, place, "'%.*s' is no integer variable", place_precision(place), c->begin);
    else if (!symbol)
        c_error(c, place, "'%.*s' is no integer variable", place_precision(place), c->begin);
    else if (symbol->fixed)
        c_error(c, place, "'%.*s' is constant and keeps its value", place_precision(place), c->begin);
    c_next(c);
    return c->failed ? NULL : symbol;
}

/* The value after the operator, and the assignment. `at`: where the name is. */
static void assign(struct c_parser *c, struct symbol *symbol, struct place at, const struct term *right)
{
    struct value value = symbol->fault ? value_faulty(symbol->fault, at) : value_of(symbol->value);

    value.type = symbol->type;
    value = checked(c->as, right->operator == OP_NONE ? right->value : c_binary(&value, right));
    value = c_cut_value(symbol->type, value);
    symbol->value = value.number;
    symbol->fault = value.fault;
    c->as->changes++;
}

void c_assignment(struct c_parser *c)
{
    const enum operator prefix = c->token == C_INCREMENT || c->token == C_DECREMENT ? c_assigning(c->token) : OP_NONE;
    struct term right = {.value = value_of(1), .operator = prefix};
    struct symbol *symbol;
    struct place place;

    if (prefix != OP_NONE)
        c_next(c);
    place = c_place(c);
    symbol = target(c);
    if (!symbol)
        return;
    if (prefix == OP_NONE) {
        const int token = c->token;

        if (!c_assigns(token)) {
            c_unexpected(c, "an assignment");
            return;
        }
        right.operator = c_assigning(token);
        c_next(c);
        right.place = c_place(c);
        if (token != C_INCREMENT && token != C_DECREMENT)
            right.value = c_expression(c);
    }
    if (!c->failed)
        assign(c, symbol, place, &right);
}
