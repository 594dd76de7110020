/* Calls of functions that the source defines: their bodies are assembled again, with the call's arguments. */
#include "c_form.h"

enum { DEEPEST_CALL = 100 };

/* ---- Arguments ---- */

/* An argument of a template can be a type. */
static void argument(struct c_parser *c, bool template, struct c_argument *argument)
{
    const char *begin = c->begin;

    *argument = (struct c_argument){.place = c_place(c)};
    if (template && c_parse_type(c, &argument->type)) {
        argument->is_type = c->token == ',' || c->token == '>';
        if (argument->is_type)
            return;
        c_seek(c, begin);
    }
    argument->value = c_expression(c);
    if (c->unevaluated)
        c_check_names(c, &argument->value);
    else if (c->quiet == C_LOUD)
        argument->value = c_checked(c, argument->value);
}

/* From what opens the list to what closes it. False after an error. */
static bool arguments(struct c_parser *c, int close, struct c_arguments *args)
{
    const bool in_list = c->in_list;

    c->in_list = close == '>';
    c_next(c);
    while (c->token != close && !c->failed) {
        if (args->count == C_MOST_ARGUMENTS) {
            c_error(c, c_place(c), "a call has %d arguments at most", C_MOST_ARGUMENTS);
            break;
        }
        argument(c, close == '>', &args->items[args->count++]);
        if (c->token == ',')
            c_next(c);
        else if (!c->failed && c->token != close)
            c_unexpected(c, close == '>' ? "',' or '>'" : "',' or ')'");
    }
    c->in_list = in_list;
    return !c->failed;
}

/* Everything a call gives has been taken by a parameter. */
static bool all_taken(struct c_parser *c, const struct c_function *function, const struct c_arguments *args,
                      const char *what)
{
    if (args->taken == args->count)
        return true;
    report_error(c->as, args->items[args->taken].place, "'%.*s' takes %zu %sargument%s, not %zu",
                 place_precision(function->name), place_text(function->name), args->taken, what,
                 args->taken == 1 ? "" : "s", args->count);
    return false;
}

/* ---- The body ---- */

/* A parser of the function's own text, as far in as the call is. */
static struct c_parser parser_of(const struct c_parser *c, const struct c_function *function, struct c_result *result)
{
    struct c_parser callee = {.as = c->as, .source = function->name.source, .depth = c->depth};

    callee.text = callee.source->text.data;
    callee.result = function->returns ? result : NULL;
    return callee;
}

/* Gives the parameters their values; leaves the body's opening brace. False after an error. */
static bool bind(struct c_parser *callee, const struct c_function *function, struct c_arguments *templates,
                 struct c_arguments *args)
{
    if (function->templates) {
        c_seek(callee, callee->text + function->templates);
        if (!c_parameters(callee, '>', templates))
            return false;
    }
    c_seek(callee, callee->text + function->parameters);
    if (function->variable)
        return all_taken(callee, function, templates, "template ");
    if (!c_parameters(callee, ')', args) || !all_taken(callee, function, templates, "template ") ||
        !all_taken(callee, function, args, ""))
        return false;
    while (c_is(callee, "const") || c_is(callee, "noexcept"))
        c_next(callee);
    return !callee->failed;
}

/* What the call sees while it lasts: of what is there, all that the function knows. */
struct view {
    struct c_hidden names, functions, spaces, directives;
    uint32_t open;
};

static struct view look_from(struct c_state *c, const struct c_function *function)
{
    const struct view before = {c->hidden_names, c->hidden_functions, c->spaces.hidden, c->spaces.hidden_directives,
                                c->spaces.open};

    c->hidden_names = (struct c_hidden){function->seen.names, c->name_count};
    c->hidden_functions = (struct c_hidden){function->seen.functions, c->function_count};
    c->spaces.hidden = (struct c_hidden){function->seen.spaces, c->spaces.count};
    c->spaces.hidden_directives = (struct c_hidden){function->seen.directives, c->spaces.directive_count};
    c->spaces.open = function->home;
    return before;
}

static void look_back(struct c_state *c, const struct view *before)
{
    c->hidden_names = before->names;
    c->hidden_functions = before->functions;
    c->spaces.hidden = before->spaces;
    c->spaces.hidden_directives = before->directives;
    c->spaces.open = before->open;
}

/* The type that the function returns: auto, and a template's own that no argument tells, is that of the value. */
static struct c_type result_type(const struct c_parser *callee, const struct c_function *function)
{
    struct c_parser look = *callee;
    struct c_type type = {0};

    look.quiet = C_QUIET;
    c_seek(&look, look.text + function->result);
    c_parse_type(&look, &type);
    return type;
}

static void run(struct c_parser *c, struct place call, size_t index, struct c_arguments *templates,
                struct c_arguments *args, struct c_result *result)
{
    struct assembler *as = c->as;
    const struct c_function function = as->c.functions[index];
    const size_t errors = as->errors;
    struct c_parser callee = parser_of(c, &function, result);
    const struct view before = look_from(&as->c, &function);

    c_scope_open(as);
    if (bind(&callee, &function, templates, args)) {
        const size_t bound = as->errors;

        result->type = result_type(&callee, &function);
        if (function.variable)
            *result = (struct c_result){result->type, c_cut_value(result->type, c_initial(&callee)), true};
        else
            c_block(&callee);
        as->c.functions[index].faulty = as->errors > bound;
    }
    /* An error in the template's list stops before the parameters. */
    if (callee.p > callee.text + function.parameters)
        c_count_text(&callee, callee.text + function.parameters);
    c_scope_close(as);
    look_back(&as->c, &before);
    if (as->errors > errors)
        report_note(as, call, "called here");
}

/* May the call begin? */
static bool may_call(struct c_parser *c, struct place call)
{
    if (c->as->c.calls < DEEPEST_CALL && c->depth < C_DEEPEST) {
        c->as->c.iterations += C_CALL_TURNS - 1; /* and one more below */
        return c_count_turn(c, call);
    }
    report_error(c->as, call, "calls are nested more than %d deep", DEEPEST_CALL);
    c->as->stopped = true;
    return false;
}

/* Its words stand in the program already, where its body stands: a call would give them again. */
static bool already_assembled(struct c_parser *c, struct place call, size_t index)
{
    struct c_function *function = &c->as->c.functions[index];

    if (!function->assembled)
        return false;
    report_error(c->as, call, "'%.*s' has been assembled where it stands, as nothing in its source calls it, nor in "
                 "one that includes that, and cannot be called as well", place_precision(call), place_text(call));
    function->faulty = true;
    return true;
}

/* The type of a call that is not evaluated; none if the function tells none before it runs. */
static struct c_type type_of_call(struct c_parser *c, size_t index, struct c_arguments *templates,
                                  struct c_arguments *args)
{
    const struct c_function function = c->as->c.functions[index];
    struct c_result result = {0};
    struct c_parser callee = parser_of(c, &function, &result);
    const struct view before = look_from(&c->as->c, &function);

    callee.unevaluated = true;
    c->as->c.calls++;
    c_scope_open(c->as);
    if (function.returns && bind(&callee, &function, templates, args))
        result.type = result_type(&callee, &function);
    c_scope_close(c->as);
    c->as->c.calls--;
    look_back(&c->as->c, &before);
    return result.type;
}

static struct value call(struct c_parser *c, struct place place, size_t index, struct c_arguments *templates,
                         struct c_arguments *args)
{
    const struct c_function *function = &c->as->c.functions[index];
    const size_t errors = c->as->errors;
    struct c_result result = {0};

    if (c->unevaluated && may_call(c, place))
        return c_unevaluated(place, type_of_call(c, index, templates, args));
    if (function->faulty || c->quiet != C_LOUD || already_assembled(c, place, index) || !may_call(c, place))
        return c_no_value(c);
    c->as->c.calls++;
    run(c, place, index, templates, args, &result);
    c->as->c.calls--;
    if (c->as->errors > errors || c->as->stopped)
        return value_faulty(FAULT_REPORTED, place);
    /* An error where the value is used; a call that is a statement needs none. */
    return result.given ? result.value : value_faulty(FAULT_NO_RESULT, place);
}

/* The function that a call with that many arguments means. False, reported, if sfpasm cannot tell. */
static bool choose(struct c_parser *c, struct place place, int arguments, size_t *index)
{
    const size_t all = c_find_function(c->as, place, C_ANY_NUMBER, index);
    const size_t fitting = all > 1 ? c_find_function(c->as, place, arguments, index) : all;
    struct c_function *function = &c->as->c.functions[*index];

    if (fitting == 1 && !function->special)
        return true;
    if (all > 1 && !function->faulty)
        c_report_overloaded(c->as, place);
    else if (!function->faulty)
        report_error(c->as, place, "'%.*s' is defined for some arguments of its template only, and sfpasm does not "
                     "compare them; it takes if constexpr", place_precision(place), place_text(place));
    function->faulty = true;
    c_fail(c);
    return false;
}

/* Is the name, of a template's list or a call, that of a template's constant? */
static bool is_variable(const struct c_parser *c, struct place place)
{
    size_t index;

    return c_find_function(c->as, place, C_ANY_NUMBER, &index) == 1 && c->as->c.functions[index].variable;
}

struct value c_invoke(struct c_parser *c)
{
    const struct place place = c_place(c);
    struct c_arguments templates = {0};
    struct c_arguments args = {0};
    size_t index;

    c_next(c);
    if (c->token == '<' && !arguments(c, '>', &templates))
        return c_no_value(c);
    if (is_variable(c, place)) {
        if (c->token != '>')
            c_unexpected(c, "'<'");
    } else {
        if (c->token == '>')
            c_next(c);
        if (c->token != '(')
            c_unexpected(c, "'('");
        else
            arguments(c, ')', &args);
    }
    if (c->failed || !choose(c, place, (int)args.count, &index))
        return c_no_value(c);
    return call(c, place, index, &templates, &args);
}
