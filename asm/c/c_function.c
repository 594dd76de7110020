/* Functions around kernel bodies: their parameters get values, and the body is assembled where it stands. */
#include "c_form.h"

#include <string.h>

/* Ends a parameter: a comma, or what closes the list. */
static bool ends_parameter(const struct c_parser *c, int close)
{
    return c->token == ',' || c->token == close || c->token == C_END || c->token == ';' || c->token == '{';
}

/* Has -D put a value where the name of a parameter was? The C preprocessor does so. */
static bool is_replaced(const struct c_parser *c)
{
    const struct sfp_asm_options *options = c->as->options;
    const size_t length = (size_t)(c->p - c->begin);

    for (size_t i = 0; i < options->define_count && c->source->preprocessed; i++) {
        const char *equals = strchr(options->defines[i], '=');

        if (equals && strlen(equals + 1) == length && memcmp(equals + 1, c->begin, length) == 0)
            return true;
    }
    return false;
}

/* The type, and the name, which is the last one and not alone. Of other types only the names count. False after an
 * error. */
static bool declaration(struct c_parser *c, int close, struct c_type *type, struct place *name)
{
    struct c_specifiers said;
    bool typed = c_specifiers(c, &said) && c_parse_type(c, type);

    for (; !ends_parameter(c, close) && c->token != '='; c_next(c)) {
        if (c->token == C_NAME && typed && c_token_word(c) == WORD_NONE && !is_replaced(c))
            *name = c_place(c);
        typed = true;
        if ((c->token == '<' || c->token == '(' || c->token == '[') && !c_skip_pair(c))
            return false;
    }
    return !c->failed;
}

/* A default, up to what ends it; in a template's list that is the list's >. */
static struct value default_value(struct c_parser *c, int close)
{
    struct value value;

    c_next(c);
    c->in_list = close == '>';
    value = c_expression(c);
    c->in_list = false;
    return value;
}

/* typename T, whatever it is: integers of that type are not taken. */
static void type_parameter(struct c_parser *c, int close)
{
    for (; !ends_parameter(c, close); c_next(c))
        if (c->token == '<' && !c_skip_pair(c))
            return;
}

/* A parameter has the value of -D or a symbol, or its default; without either it is an error to use it. */
static void parameter(struct c_parser *c, int close)
{
    struct c_type type = {0};
    struct place name = {0};
    struct value value = {0};

    if (!declaration(c, close, &type, &name))
        return;
    if (c->token == '=')
        value = default_value(c, close);
    else
        value.fault = FAULT_PARAMETER;
    if (c->failed || !name.source)
        return;
    /* A default that sfpasm cannot work out leaves the parameter unknown. */
    if (value.fault)
        value = value_faulty(FAULT_PARAMETER, name);
    if (symbol_given(c->as, name, &value.number))
        value = value_of(value.number);
    value = c_cut_value(value.fault && !type.bits ? value.type : type, value);
    symbol_define(c->as, name, &value, false);
}

/* From the opening token up to the one behind the closing one; defines the names. False after an error. */
static bool parameters(struct c_parser *c, int close)
{
    c_next(c);
    while (!c->failed && c->token != close) {
        if (c_is(c, "typename") || c_is(c, "class"))
            type_parameter(c, close);
        else
            parameter(c, close);
        if (c->token == ',')
            c_next(c);
        else if (!c->failed && c->token != close)
            c_unexpected(c, close == '>' ? "',' or '>'" : "',' or ')'");
    }
    c_next(c);
    return !c->failed;
}

static void body(struct c_parser *c)
{
    const unsigned loops = c->loops;

    c->loops = 0;
    c_block(c);
    c->loops = loops;
    c->jump = C_GO_ON;
}

void c_function(struct c_parser *c)
{
    if (!c_names(c)) {
        c_unexpected(c, "a name");
        return;
    }
    c_next(c);
    if (c->token == '<') {
        c_refuse(c, c_place(c), "sfpasm takes no specialisation of a template");
        return;
    }
    if (c->token != '(') {
        c_unexpected(c, "'('");
        return;
    }
    symbol_scope_open(c->as);
    if (parameters(c, ')')) {
        while (c_is(c, "const") || c_is(c, "noexcept"))
            c_next(c);
        if (c->token == '{')
            body(c);
        else if (c->token != ';')
            c_unexpected(c, "'{'");
    }
    symbol_scope_close(c->as);
}

/* What a template is of. */
static void templated(struct c_parser *c)
{
    struct c_specifiers said;

    if (!c_specifiers(c, &said))
        return;
    if (c_token_word(c) == WORD_VOID)
        c_definition(c);
    else
        c_refuse(c, c_place(c), "sfpasm takes templates of void functions only, without constraints");
}

void c_template(struct c_parser *c)
{
    c_next(c);
    if (c->token != '<') {
        c_unexpected(c, "'<'");
        return;
    }
    symbol_scope_open(c->as);
    if (parameters(c, '>'))
        templated(c);
    symbol_scope_close(c->as);
    c->as->c.lost = c->as->c.lost || c->failed;
}
