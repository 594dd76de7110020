/* Definitions of integers, assignments to those that are not constant, and parameters that are integers. */
#include "c_form.h"

#include "assembly/suggest.h"

/* A value to keep: why there is none is reported here. */
static struct value checked(struct assembler *as, struct value value)
{
    if (value.fault && !value_check(as, &value))
        value.fault = FAULT_REPORTED;
    return value;
}

static void define(struct c_parser *c, struct place name, struct c_type type, struct value value, bool fixed)
{
    value = c_cut_value(value.fault && !type.bits ? value.type : type, value);
    symbol_define(c->as, name, &value, fixed);
}

/* ---- Definitions ---- */

/* The name of what is defined, and its value or nothing; leaves the token after it. */
static void declarator(struct c_parser *c, unsigned said, struct c_type type)
{
    const struct place name = c_place(c);
    struct value value = value_faulty(FAULT_UNSET, name);

    if (c->token != C_NAME || c_token_word(c)) {
        c_unexpected(c, "a name");
        return;
    }
    if ((said & WORD_STATIC) && !(said & WORD_CONSTEXPR) && c->as->symbols.scope > 0)
        c_refuse(c, name);
    c_next(c);
    if (c->token == C_ASSIGN && c->operator == OP_NONE) {
        c_next(c);
        value = checked(c->as, c_expression(c));
    } else if (said & WORD_CONST) {
        c_unexpected(c, "'='");
    }
    if (c->token != ',' && c->token != ';')
        c_unexpected(c, "',' or ';'");
    define(c, name, type, c->failed ? value_faulty(FAULT_REPORTED, name) : value, said & WORD_CONST);
}

void c_definition(struct c_parser *c)
{
    struct c_type type;
    const unsigned said = c_say(c, &type);

    if (said & WORD_VOID) {
        c_function(c);
        return;
    }
    if (!(said & WORDS_TYPE))
        c_refuse(c, c_place(c));
    for (declarator(c, said, type); c->token == ','; declarator(c, said, type))
        c_next(c);
}

/* ---- Assignments ---- */

/* The value of the symbol whose name is `at`, with the operator applied that a term has before it. */
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

/* The integer whose name this is; NULL after an error. */
static struct symbol *target(struct c_parser *c)
{
    struct symbol *symbol = c_names(c) ? symbol_of_c(c->as, c->begin, c_length(c)) : NULL;

    if (!symbol)
        c_refuse(c, c_place(c));
    else if (symbol->fixed)
        c_error(c, c_place(c), "'%.*s' is constant and keeps its value", place_precision(c_place(c)), c->begin);
    return c->failed ? NULL : symbol;
}

/* name = expression, or with another operator; name++ or ++name. */
void c_assignment(struct c_parser *c)
{
    const bool prefix = c->token == C_STEP;
    struct term right = {.value = value_of(1), .operator = c->operator};
    struct symbol *symbol;
    struct place name;

    if (prefix)
        c_next(c);
    name = c_place(c);
    symbol = target(c);
    c_next(c);
    if (!prefix && c->token != C_STEP && c->token != C_ASSIGN)
        c_unexpected(c, "an assignment");
    if (c->failed)
        return;
    if (!prefix) {
        const bool step = c->token == C_STEP;

        right.operator = c->operator;
        c_next(c);
        right.place = c_place(c);
        if (!step)
            right.value = c_expression(c);
    }
    if (!c->failed)
        assign(c, symbol, name, &right);
}

/* ---- Parameters ---- */

/* The C preprocessor puts what -D says where the name of a parameter was. */
static bool is_replaced(const struct c_parser *c)
{
    struct constant_hit hit;

    return c->source->preprocessed && symbol_constant(c->as, c_place(c), &hit) == CONSTANT_FOUND;
}

/* The type, which only counts if it is an integer's, the name, the last one and not alone, and the default; in a
 * template's list that list's > ends it. What sfpasm cannot work out leaves the parameter unknown, but -D or a symbol
 * may give it a value. */
static void parameter(struct c_parser *c, int close)
{
    struct place name = {0};
    struct value value = {.fault = FAULT_PARAMETER};
    struct c_type type;
    bool typed;

    for (typed = c_say(c, &type) & WORDS_TYPE; c_names(c) || c->token == C_NUMBER || c->token == '&'; c_next(c)) {
        if (c->token == C_NAME && typed && !is_replaced(c))
            name = c_place(c);
        typed = true;
    }
    if (c->token == C_ASSIGN) {
        c_next(c);
        c->in_list = close == '>';
        value = c_expression(c);
        c->in_list = false;
    }
    if (c->failed || !name.source)
        return;
    if (value.fault)
        value = value_faulty(FAULT_PARAMETER, name);
    if (symbol_given(c->as, name, &value.number))
        value = value_of(value.number);
    define(c, name, type, value, false);
}

bool c_parameters(struct c_parser *c, int open, int close)
{
    c_expect(c, open, open == '<' ? "'<'" : "'('");
    while (!c->failed && c->token != close) {
        if (c_is(c, "typename") || c_is(c, "class"))
            while (c_names(c) || c->token == C_ASSIGN)
                c_next(c);
        else
            parameter(c, close);
        if (c->token == ',')
            c_next(c);
        else if (c->token != close)
            c_unexpected(c, close == '>' ? "',' or '>'" : "',' or ')'");
    }
    c_next(c);
    return !c->failed;
}
