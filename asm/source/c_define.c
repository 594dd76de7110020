/* Definitions of integers, assignments to variables, and integer parameters. */
#include "c_form.h"

#include "assembly/suggest.h"

/* Reports a stored value's fault, and marks the fault as reported, so that later uses stay silent. */
static struct value check_kept_value(struct assembler *as, struct value value)
{
    if (value.fault && !value_check(as, &value))
        value.fault = FAULT_REPORTED;
    return value;
}

static void define_integer(struct c_parser *c, struct place name, struct c_type type, struct value value, bool fixed)
{
    value = c_cut_value(value.fault && !type.bits ? value.type : type, value);
    symbol_define(c->as, name, &value, fixed);
}

/* ---- Definitions ---- */

/* Parses a defined name and its optional value; leaves the token after them. */
static void parse_declarator(struct c_parser *c, unsigned said, struct c_type type)
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
        value = check_kept_value(c->as, c_expression(c));
    } else if (said & WORD_CONST) {
        c_unexpected(c, "'='");
    }
    if (c->token != ',' && c->token != ';')
        c_unexpected(c, "',' or ';'");
    define_integer(c, name, type, c->failed ? value_faulty(FAULT_REPORTED, name) : value, said & WORD_CONST);
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
    for (parse_declarator(c, said, type); c->token == ','; parse_declarator(c, said, type))
        c_next(c);
}

/* ---- Assignments ---- */

/* Assigns to the symbol named at `at`: the right side, or the symbol's value combined with it by the term's
 * operator. */
static void assign_variable(struct c_parser *c, struct symbol *symbol, struct place at, const struct term *right)
{
    struct value value = symbol->fault ? value_faulty(symbol->fault, at) : value_of(symbol->value);

    value.type = symbol->type;
    value = check_kept_value(c->as, right->operator == OP_NONE ? right->value : c_binary(&value, right));
    value = c_cut_value(symbol->type, value);
    symbol->value = value.number;
    symbol->fault = value.fault;
    c->as->changes++;
}

/* Returns the variable that the token names. Returns NULL after an error. */
static struct symbol *find_variable(struct c_parser *c)
{
    struct symbol *symbol = c_names(c) ? symbol_of_c(c->as, c->begin, c_length(c)) : NULL;

    if (!symbol)
        c_refuse(c, c_place(c));
    else if (symbol->fixed)
        c_error(c, c_place(c), "'%.*s' is constant and keeps its value", place_precision(c_place(c)), c->begin);
    return c->failed ? NULL : symbol;
}

/* Parses an assignment: name = expression, name += expression and similar, name++ or ++name. */
void c_assignment(struct c_parser *c)
{
    const bool prefix = c->token == C_STEP;
    struct term right = {.value = value_of(1), .operator = c->operator};
    struct symbol *symbol;
    struct place name;

    if (prefix)
        c_next(c);
    name = c_place(c);
    symbol = find_variable(c);
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
        assign_variable(c, symbol, name, &right);
}

/* ---- Parameters ---- */

/* Did the C preprocessor replace the parameter's name by the value of -D? */
static bool is_replaced(const struct c_parser *c)
{
    struct constant_hit hit;

    return c->source->preprocessed && symbol_constant(c->as, c_place(c), &hit) == CONSTANT_FOUND;
}

/* Parses a parameter: its type, its name, and its default. Only integer parameters are defined. The name is the last
 * word, if a type precedes it. In a template's list, > ends the default. If sfpasm cannot compute the default, the
 * parameter stays unknown, unless -D or a symbol gives its value. */
static void parse_parameter(struct c_parser *c, int close)
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
    define_integer(c, name, type, value, false);
}

bool c_parameters(struct c_parser *c, int open, int close)
{
    c_expect(c, open, open == '<' ? "'<'" : "'('");
    while (!c->failed && c->token != close) {
        if (c_is(c, "typename") || c_is(c, "class"))
            while (c_names(c) || c->token == C_ASSIGN)
                c_next(c);
        else
            parse_parameter(c, close);
        if (c->token == ',')
            c_next(c);
        else if (c->token != close)
            c_unexpected(c, close == '>' ? "',' or '>'" : "',' or ')'");
    }
    c_next(c);
    return !c->failed;
}
