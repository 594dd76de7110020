/* Functions around kernel bodies: their headers give names, their bodies are assembled where they stand. */
#include "c_form.h"

#include <stdlib.h>
#include <string.h>

/* The value -D or .set gave a parameter, if any. */
static bool given(struct assembler *as, struct place name, struct value *value)
{
    size_t index;

    if (!names_find(&as->symbol_names, place_text(name), place_length(name), &index) || as->symbols[index].label)
        return false;
    *value = value_of(as->symbols[index].value);
    return true;
}

/* Ends a parameter: a comma, or what closes the list. */
static bool ends_parameter(const struct c_parser *c, int close)
{
    return c->token == ',' || c->token == close || c->token == C_END || c->token == ';' ||
           (close == ')' && c->token == '{');
}

/* The type and the name: the name is the last one, and not alone. Leaves what follows. */
static bool parameter_name(struct c_parser *c, int close, struct place *name, struct c_type *type)
{
    bool typed = c_parse_type(c, type);
    bool found = false;

    for (; !ends_parameter(c, close) && c->token != '='; c_next(c)) {
        if (c->token == C_NAME && typed) {
            *name = c_place(c);
            found = true;
        }
        typed = true;
        if (c->token == '<' || c->token == '(' || c->token == '[')
            if (!c_skip_pair(c))
                return false;
    }
    return found;
}

/* A default; a > at its top level closes a template's list. */
static struct value default_value(struct c_parser *c, int close, struct place name)
{
    const char *begin;
    struct value value;

    c_next(c);
    begin = c->begin;
    if (close == '>') {
        /* In a template's list the expression ends at the >, so it is parsed without what follows. */
        const char *p;
        char *text;
        struct c_parser part = *c;

        while (!ends_parameter(c, close)) {
            if (c->token == '(' && !c_skip_pair(c))
                return value_faulty(FAULT_REPORTED, name);
            c_next(c);
        }
        p = c->begin;
        text = strndup(begin, (size_t)(p - begin));
        if (!text) {
            report_no_memory(c->as);
            return value_faulty(FAULT_REPORTED, name);
        }
        part.base += (uint32_t)(begin - part.text);
        part.text = text;
        c_seek(&part, text);
        value = c_expression(&part);
        if (!part.failed && part.token != C_END)
            c_unexpected(&part, "',' or '>'");
        c->failed = part.failed;
        free(text);
        return value;
    }
    value = c_expression(c);
    return value;
}

/* A type's name is no integer's; where it is used, it is no type that sfpasm knows. */
static void type_parameter(struct c_parser *c, int close)
{
    while (!ends_parameter(c, close)) {
        if (c->token == '<' && !c_skip_pair(c))
            return;
        c_next(c);
    }
}

static void parameter(struct c_parser *c, int close)
{
    struct c_type type = {0};
    struct place name;
    struct value value;
    const bool named = parameter_name(c, close, &name, &type);
    const bool has_default = c->token == '=';

    if (c->failed || (!named && !has_default))
        return;
    if (!named)
        name = c_place(c);
    value = value_faulty(FAULT_PARAMETER, name);
    if (has_default)
        value = default_value(c, close, name);
    if (c->failed || !named)
        return;
    /* A default that sfpasm cannot work out, such as a type's, leaves the parameter unknown. */
    if (value.fault)
        value = value_faulty(FAULT_PARAMETER, name);
    given(c->as, name, &value);
    c_define(c->as, name, type, value, NULL);
}

/* From the opening token up to the one behind the closing one. */
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

void c_function(struct c_parser *c)
{
    if (!parameters(c, ')'))
        return;
    while (c_is(c, "const") || c_is(c, "noexcept"))
        c_next(c);
    if (c->token == ';')
        return; /* only declared */
    if (c->token != '{') {
        c_unexpected(c, "'{'");
        return;
    }
    c_block(c);
    c->returned = false;
}

void c_template(struct c_parser *c)
{
    c_next(c);
    if (c->token != '<') {
        c_unexpected(c, "'<'");
        return;
    }
    if (c->depth >= C_DEEPEST) {
        c_error(c, c_place(c), "templates are nested more than %d deep", C_DEEPEST);
        return;
    }
    c->depth++;
    c_scope_open(c->as);
    if (parameters(c, '>')) {
        if (c_token_word(c) == WORD_TEMPLATE)
            c_template(c);
        else if (c_token_word(c) == WORD_REFUSED || c_token_word(c) == WORD_USING)
            c_error(c, c_place(c), "sfpasm takes templates of void functions only");
        else
            c_definition(c);
    }
    c_scope_close(c->as);
    c->depth--;
}
