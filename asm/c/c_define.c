/* Definitions of integers, and assignments to those that are not constant. */
#include "c_form.h"

enum { INT_BITS = 32 };

/* Attributes, or nothing. */
bool c_attributes(struct c_parser *c)
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

/* What stands before a definition's type that means something here. */
struct specifiers {
    bool is_const;     /* constexpr too */
    bool is_constexpr;
    bool is_static;
};

/* static, inline, constexpr, attributes: up to what they are about. */
static bool specifiers(struct c_parser *c, struct specifiers *said)
{
    *said = (struct specifiers){0};
    while (!c->failed) {
        const enum c_word word = c_token_word(c);

        if (word == WORD_CONST)
            said->is_const = true;
        else if (word != WORD_SPECIFIER && word != WORD_ATTRIBUTE && c->token != '[')
            break;
        said->is_constexpr = said->is_constexpr || c_is(c, "constexpr");
        said->is_static = said->is_static || c_is(c, "static");
        if (word == WORD_CONST || word == WORD_SPECIFIER)
            c_next(c);
        else if (!c_attributes(c) || c->token == '[')
            break;
    }
    return !c->failed;
}

struct value c_initial(struct c_parser *c)
{
    struct value value;

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
    value = c_parenthesised(c);
    return c->failed ? c_no_value(c) : value;
}

struct value c_checked(struct c_parser *c, struct value value)
{
    if (value.fault && value.fault != FAULT_UNSET && value.fault != FAULT_PARAMETER && !value_check(c->as, &value))
        value.fault = FAULT_REPORTED;
    return value;
}

/* A local static variable is one for all calls, and gets its value in the first: only what has the same value in each
 * of them is taken. `reads`: of names that vary, before the definition. False after an error. */
static bool check_static(struct c_parser *c, struct place name, const struct specifiers *said, uint64_t reads)
{
    if (!said->is_static || said->is_constexpr || c->as->c.depth == 0 || c->failed)
        return !c->failed;
    if (said->is_const && c->as->c.varying_reads == reads)
        return true;
    c_error(c, name, said->is_const ? "'%.*s' is local and static, and its value is no constant; sfpasm takes "
            "'static constexpr'" : "'%.*s' is local and static, and keeps its value from call to call; sfpasm takes "
            "'static constexpr' only", place_precision(name), place_text(name));
    return false;
}

/* The name of what is defined, and its value or nothing; leaves the token after it. */
static void declarator(struct c_parser *c, struct c_type type, const struct specifiers *said)
{
    const uint64_t reads = c->as->c.varying_reads;
    const bool is_const = said->is_const;
    const struct place name = c_place(c);
    struct value value = value_faulty(FAULT_UNSET, name);
    struct c_name *new;

    if (c->token == '*' || c->token == '&' || c->token == C_AND) {
        c_poison_declared(c);
        c_error(c, name, "sfpasm takes integers only, no pointers or references");
        return;
    }
    if (c->token != C_NAME || c_token_word(c) != WORD_NONE) {
        c_unexpected(c, "a name");
        return;
    }
    c_next(c);
    if (c->token == '[' && c_peek(c) == '[')
        c_attributes(c);
    if (c->token == '[') {
        if (!c_array(c, name, type, is_const) || !check_static(c, name, said, reads))
            c_poison(c, name, type);
        return;
    }
    if (c->token == '=' || c->token == '{' || c->token == '(')
        value = c_initial(c);
    else if (is_const)
        c_unexpected(c, "'='");
    if (!check_static(c, name, said, reads)) {
        c_poison(c, name, type);
        return;
    }
    if (c->as->c.depth == 0)
        symbol_check_unread(c->as, name);
    new = c_define(c->as, name, type, c_checked(c, value), is_const ? "is constant" : NULL);
    if (!new)
        return;
    new->varies = !is_const || (c->as->c.varying_reads != reads && !said->is_constexpr);
    if (is_const)
        unused_watch(c->as, new);
}

/* The type of what is defined was no integer type. */
static void refuse_type(struct c_parser *c)
{
    const struct place place = c_place(c);

    if (c_token_word(c) == WORD_SFPI)
        c_refuse_sfpi(c);
    else if (c_is_lost(c))
        c_fail(c);
    else if (c->token == C_NAME || c->token == C_QUALIFIED)
        c_error(c, place, "'%.*s' is no integer type that sfpasm knows", place_precision(place), c->begin);
    else
        c_unexpected(c, "an integer type");
}

/* In `type name(`: do the parentheses hold a value, as in int x(3), or a function's parameters? */
static bool holds_parameters(const struct c_parser *c)
{
    struct c_parser ahead = *c;
    enum c_word word;
    struct c_type type;

    ahead.quiet = C_QUIET;
    c_next(&ahead);
    c_next(&ahead);
    word = c_token_word(&ahead);
    if (ahead.token == ')' || ahead.token == '[' || word == WORD_VOID || word == WORD_CONST || word == WORD_SPECIFIER)
        return true;
    if ((ahead.token != C_NAME && ahead.token != C_QUALIFIED) || !c_parse_type(&ahead, &type))
        return (ahead.token == C_NAME || ahead.token == C_QUALIFIED) && c_peek(&ahead) == C_NAME;
    return ahead.token != '(' && ahead.token != '{';
}

/* From the name on. */
static void function_of_type(struct c_parser *c, const char *returns)
{
    const struct place name = c_place(c);
    bool special;

    if (c->token != C_NAME && c->token != C_QUALIFIED) {
        c_unexpected(c, "a name");
        return;
    }
    c_next(c);
    special = c->token == '<';
    if (special && c_skip_pair(c))
        c_next(c);
    if (c->token != '(') {
        c_unexpected(c, "'('");
        return;
    }
    c_scope_open(c->as);
    c_function(c, name, returns, special);
    c_scope_close(c->as);
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

/* Instead of a type. */
static void refuse_definition(struct c_parser *c)
{
    const struct place name = c_declared(c);

    if (c_defer(c, name))
        return;
    refuse_type(c);
    c_lose(c, name, FAULT_REPORTED);
}

/* A variable of a template, from its name on; it stands for a value at each use. */
static void template_variable(struct c_parser *c, const char *type, const struct specifiers *said)
{
    const struct place name = c_place(c);

    if (c->token != C_NAME || !said->is_const) {
        c_error(c, name, "sfpasm takes templates of functions and constants only");
        return;
    }
    c_next(c);
    if (c->token == '=' || c->token == '{' || c->token == '(')
        c_template_variable(c, name, type);
    else
        c_unexpected(c, "'='");
}

static void declarators(struct c_parser *c, struct c_type type, const struct specifiers *said)
{
    for (;;) {
        declarator(c, type, said);
        if (c->token != ',')
            break;
        c_next(c);
    }
    if (!c->failed && c->token != ';')
        c_unexpected(c, "',' or ';'");
}

void c_definition(struct c_parser *c)
{
    struct c_type type = {0};
    struct specifiers said;
    const char *begin;

    if (!specifiers(c, &said))
        return;
    if (c_token_word(c) == WORD_NAMESPACE) {
        c_namespace(c, C_SPACE_CLEAR);
        return;
    }
    begin = c->begin;
    if (c_token_word(c) == WORD_VOID) {
        c_next(c);
        if (c_attributes(c))
            function_of_type(c, NULL);
    } else if (!c_parse_type(c, &type)) {
        refuse_definition(c);
    } else if ((c->token == C_NAME || c->token == C_QUALIFIED) && c_peek(c) == '(' && holds_parameters(c)) {
        function_of_type(c, begin);
    } else {
        said.is_const = said.is_const || has_const(c, begin, c->begin);
        if (c->template_list)
            template_variable(c, begin, &said);
        else
            declarators(c, type, &said);
    }
}

/* Defines a name for the type that stands here. */
static void define_type(struct c_parser *c, struct place name, struct c_type type)
{
    struct c_name *new = c_define(c->as, name, type, value_faulty(FAULT_UNSET, name), "is a type");

    if (new) {
        new->kind = C_TYPE;
        new->type = type;
    }
}

void c_type_alias(struct c_parser *c, struct place name)
{
    struct c_type type;

    if (!c_parse_type(c, &type)) {
        if (c_defer(c, name))
            return;
        refuse_type(c);
        /* Any type that is known keeps the name's uses from being errors too. */
        if (name.source)
            define_type(c, name, (struct c_type){INT_BITS, true});
        return;
    }
    if (!name.source && c->token == C_NAME) {
        name = c_place(c);
        c_next(c);
    }
    if (!name.source)
        c_unexpected(c, "a name");
    else if (c->token == '*' || c->token == '&' || c->token == '[' || c->token == '(')
        c_error(c, c_place(c), "sfpasm takes integers only, no pointers or references");
    else
        define_type(c, name, type);
}
