/* Parameters of functions and templates, and what they stand for. */
#include "c_form.h"

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

/* A parameter as it is declared. */
struct parameter {
    struct place name;
    struct c_type type;
    size_t deduced; /* one more than the index of the type's name, if the argument's type is to be its; or 0 */
    bool named;
    bool refers; /* a pointer, or a reference to what may change */
    struct place replaced; /* what -D has put in the place of its name, in a source that was preprocessed */
};

/* The value of a -D where the token is: the C preprocessor has put it there, as the name of a parameter never is a
 * number, nor one that has a meaning. */
static struct place replaced_name(const struct c_parser *c)
{
    const struct sfp_asm_options *options = c->as->options;

    for (size_t i = 0; i < options->define_count && c->source->preprocessed; i++) {
        const char *equals = strchr(options->defines[i], '=');
        const char *value = equals ? equals + 1 : "1";
        const size_t length = strlen(value);

        if (length > 0 && strncmp(c->begin, value, length) == 0 && strchr(" ,=>)", c->begin[length]))
            return c_span(c, c->begin, c->begin + length);
    }
    return (struct place){0};
}

/* A template's type that the call leaves to an argument. */
static size_t open_type(const struct c_parser *c)
{
    struct c_parser look = *c;
    const struct c_name *name;

    look.quiet = C_QUIET;
    while (c_token_word(&look) == WORD_CONST)
        c_next(&look);
    name = look.token == C_NAME ? c_find(c->as, look.begin, (size_t)(look.p - look.begin)) : NULL;
    return name && name->deduced ? (size_t)(name - c->as->c.names) + 1 : 0;
}

/* The type and the name: the name is the last one, and not alone. Leaves what follows. False after an error. */
static bool declaration(struct c_parser *c, int close, struct parameter *parameter)
{
    const size_t deduced = open_type(c);
    bool is_const = c_token_word(c) == WORD_CONST;
    bool typed = c_parse_type(c, &parameter->type);

    parameter->deduced = deduced;
    if (typed && (c->token == C_NUMBER || c->token == C_NAME || c->token == C_QUALIFIED || c->token == '('))
        parameter->replaced = replaced_name(c);
    for (; !ends_parameter(c, close) && c->token != '='; c_next(c)) {
        is_const = is_const || c_token_word(c) == WORD_CONST;
        if (c->token == C_NAME && typed) {
            parameter->name = c_place(c);
            parameter->named = true;
        }
        typed = true;
        if (c->token == '*' || ((c->token == '&' || c->token == C_AND) && !is_const))
            parameter->refers = true;
        if (c->token == '<' || c->token == '(' || c->token == '[')
            if (!c_skip_pair(c))
                return false;
    }
    return !c->failed;
}

/* A default; in a template's list it ends at the list's >. */
static struct value default_value(struct c_parser *c, int close)
{
    struct value value;

    c_next(c);
    c->in_list = close == '>';
    value = c_expression(c);
    c->in_list = false;
    return value;
}

/* A default that is not needed. A < belongs to a list where the name before it can have one. */
static void pass_default(struct c_parser *c, int close)
{
    bool lists = false;

    for (c_next(c); !ends_parameter(c, close) && !c->failed; c_next(c)) {
        if (c->token == '{')
            c_pass_brackets(c, false);
        else if ((c->token == '(' || c->token == '[' || (c->token == '<' && lists)) && !c_skip_pair(c))
            return;
        lists = c->token == C_NAME || c->token == C_QUALIFIED;
        lists = lists && (c_is(c, "static_cast") || c_is_function(c->as, c_place(c)));
    }
}

static struct c_argument *next_argument(struct c_arguments *args)
{
    return args && args->taken < args->count ? &args->items[args->taken++] : NULL;
}

/* typename T, with what T is if a call says so, or its default. Else the type of an argument can say it. */
static void type_parameter(struct c_parser *c, int close, struct c_arguments *args)
{
    const struct c_argument *argument = next_argument(args);
    const bool given_type = argument && argument->is_type;
    struct c_type type = {0};
    struct place name = {0};
    struct c_name *new;

    c_next(c);
    if (c->token == C_NAME) {
        name = c_place(c);
        c_next(c);
    }
    if (c->token == '=') {
        c_next(c);
        c_parse_type(c, &type);
    }
    while (!ends_parameter(c, close)) {
        if (c->token == '<' && !c_skip_pair(c))
            return;
        c_next(c);
    }
    if (given_type)
        type = argument->type;
    new = name.source ? c_define(c->as, name, type, value_faulty(FAULT_UNSET, name), "is a type") : NULL;
    if (new) {
        new->kind = C_TYPE;
        new->type = type;
        new->deduced = args && !given_type;
    }
}

/* What a call gives: an error if the parameter cannot be a value. */
static bool take_argument(struct c_parser *c, const struct parameter *parameter, const struct c_argument *argument,
                          struct value *value)
{
    if (parameter->refers || argument->is_type) {
        report_error(c->as, argument->place, parameter->refers ? "the function takes a pointer or reference here; "
                     "sfpasm passes integers only" : "a type, where the template takes an integer");
        *value = value_faulty(FAULT_REPORTED, argument->place);
        return false;
    }
    *value = argument->value;
    if (value->fault == FAULT_NO_RESULT)
        value_check(c->as, value);
    return value->fault != FAULT_NO_RESULT;
}

/* The value of a call's argument, and the type that it tells. */
static void bind(struct c_parser *c, struct parameter *parameter, const struct c_argument *argument,
                 struct value *value)
{
    struct c_name *type = parameter->deduced ? &c->as->c.names[parameter->deduced - 1] : NULL;

    if (!take_argument(c, parameter, argument, value) || !type)
        return;
    type->type = value->fault ? value->type : c_type_of(value);
    type->deduced = false;
    parameter->type = type->type;
}

static void count_parameter(struct c_arguments *args, bool has_default)
{
    if (!args)
        return;
    args->parameters++;
    args->required += !has_default;
}

/* The call's argument would be lost. */
static void report_replaced(struct assembler *as, struct place argument, struct place replaced)
{
    report_error(as, argument, "-D has put '%.*s' in the place of the parameter's name, in all the source: give the "
                 "value by -D, or by the call, not both", place_precision(replaced), place_text(replaced));
}

static void parameter(struct c_parser *c, int close, struct c_arguments *args)
{
    const struct c_argument *argument = next_argument(args);
    const bool none = c_token_word(c) == WORD_VOID && c_peek(c) == close;
    struct parameter parameter = {0};
    struct c_name *new;
    struct value value;
    bool has_default;

    if (!declaration(c, close, &parameter))
        return;
    has_default = c->token == '=';
    if (!none)
        count_parameter(args, has_default);
    if (parameter.replaced.source && argument)
        report_replaced(c->as, argument->place, parameter.replaced);
    value = value_faulty(FAULT_PARAMETER, parameter.name);
    if (has_default && (argument || (args && args->passing)))
        pass_default(c, close);
    else if (has_default)
        value = default_value(c, close);
    if (c->failed || !parameter.named || parameter.replaced.source)
        return;
    /* A default that sfpasm cannot work out, such as a type's, leaves the parameter unknown. */
    if (value.fault)
        value = value_faulty(FAULT_PARAMETER, parameter.name);
    if (argument)
        bind(c, &parameter, argument, &value);
    else if (!args || value.fault)
        given(c->as, parameter.name, &value);
    new = c_define(c->as, parameter.name, parameter.type, value, NULL);
    /* Each instance of a template is a function of its own. */
    if (new)
        new->varies = close == ')';
}

bool c_parameters(struct c_parser *c, int close, struct c_arguments *args)
{
    c_next(c);
    while (!c->failed && c->token != close) {
        if (c_is(c, "typename") || c_is(c, "class"))
            type_parameter(c, close, args);
        else
            parameter(c, close, args);
        if (c->token == ',')
            c_next(c);
        else if (!c->failed && c->token != close)
            c_unexpected(c, close == '>' ? "',' or '>'" : "',' or ')'");
    }
    c_next(c);
    return !c->failed;
}
