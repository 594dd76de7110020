/* Definitions of integers, and assignments to those that are not constant. */
#include "c_form.h"

/* [[...]] or __attribute__((...)), or nothing. Goes on behind it. */
static bool attributes(struct c_parser *c)
{
    while (!c->failed && (c->token == '[' || c_token_word(c) == WORD_ATTRIBUTE)) {
        if (c->token == '[' && c_peek(c) != '[')
            return true;
        if (c->token != '[')
            c_next(c);
        if (c->token != '[' && c->token != '(') {
            c_unexpected(c, "'(('");
            return false;
        }
        if (!c_skip_pair(c))
            return false;
        c_next(c);
    }
    return !c->failed;
}

/* static, inline, constexpr, attributes: up to what they are about. */
static bool specifiers(struct c_parser *c, bool *is_const)
{
    *is_const = false;
    while (!c->failed) {
        const enum c_word word = c_token_word(c);

        if (word == WORD_CONST)
            *is_const = true;
        else if (word != WORD_SPECIFIER && word != WORD_ATTRIBUTE && c->token != '[')
            break;
        if (word == WORD_CONST || word == WORD_SPECIFIER)
            c_next(c);
        else if (!attributes(c) || c->token == '[')
            break;
    }
    return !c->failed;
}

/* { value } or = value, from its first token. */
static struct value initial(struct c_parser *c)
{
    const bool braces = c->token == '{';
    struct value value;

    c_next(c);
    if (!braces && c->token == '{')
        return initial(c);
    value = c_expression(c);
    if (braces)
        c_expect(c, '}', "'}'");
    return value;
}

void c_declarator(struct c_parser *c, struct c_type type, bool is_const)
{
    const struct place name = c_place(c);
    struct value value = value_faulty(FAULT_UNSET, name);

    if (c->token == '*' || c->token == '&' || c->token == C_AND) {
        c_error(c, name, "sfpasm takes integers only, no pointers or references");
        return;
    }
    if (c->token != C_NAME || c_token_word(c) != WORD_NONE) {
        c_unexpected(c, "a name");
        return;
    }
    c_next(c);
    if (c->token == '[' && c_peek(c) == '[')
        attributes(c);
    if (c->token == '[') {
        c_error(c, name, "'%.*s' is an array; sfpasm takes integers only", place_precision(name), place_text(name));
        return;
    }
    if (c->token == '=' || c->token == '{')
        value = initial(c);
    else if (is_const)
        c_unexpected(c, "'='");
    if (c->failed)
        return;
    /* What depends on a parameter is an error only where it is used. */
    if (value.fault && value.fault != FAULT_UNSET && value.fault != FAULT_PARAMETER && !value_check(c->as, &value))
        value.fault = FAULT_REPORTED;
    c_define(c->as, name, type, value, is_const ? "is constant" : NULL);
}

/* The type of what is defined was no integer type. */
static void refuse_type(struct c_parser *c)
{
    const struct place place = c_place(c);

    if (c_token_word(c) == WORD_SFPI)
        c_error(c, place, "'%.*s' is sfpi C++, which a compiler has to translate; sfpasm takes TTI_ macros",
                place_precision(place), c->begin);
    else if (c->token == C_NAME || c->token == C_QUALIFIED)
        c_error(c, place, "'%.*s' is no integer type that sfpasm knows", place_precision(place), c->begin);
    else
        c_unexpected(c, "an integer type");
}

static void function_of_type(struct c_parser *c, bool is_void, struct place type)
{
    if (!is_void) {
        c_error(c, type, "a function that returns a value; sfpasm assembles bodies of void functions");
        return;
    }
    c_next(c);
    if (c->token == '<' && c_skip_pair(c))
        c_next(c);
    if (c->token != '(') {
        c_unexpected(c, "'('");
        return;
    }
    c_scope_open(c->as);
    c_function(c);
    c_scope_close(c->as);
}

void c_definition(struct c_parser *c)
{
    struct c_type type = {0};
    struct place place;
    bool is_const;
    bool is_void;
    bool with_type_const = false;

    if (!specifiers(c, &is_const))
        return;
    place = c_place(c);
    is_void = c_token_word(c) == WORD_VOID;
    if (is_void) {
        c_next(c);
        attributes(c);
    } else if (!c_parse_type(c, &type)) {
        refuse_type(c);
        return;
    } else {
        /* int const x */
        for (const char *p = place_text(place); p + 5 <= c->begin && !with_type_const; p++)
            with_type_const = c_word(p, 5) == WORD_CONST;
    }
    if (is_void || (c->token == C_NAME && c_peek(c) == '(')) {
        function_of_type(c, is_void, place);
        return;
    }
    for (;;) {
        c_declarator(c, type, is_const || with_type_const);
        if (c->token != ',')
            break;
        c_next(c);
    }
    if (!c->failed && c->token != ';')
        c_unexpected(c, "',' or ';'");
}
