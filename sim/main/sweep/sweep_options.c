/* What a sweep measures, from its options: those of the command line, and those of a budget's lines. */
#include "sweep.h"

#include <stdlib.h>
#include <string.h>

#include "base/probe.h"
#include "util/fail.h"

enum { KEY_FN = 4096, KEY_GOLDEN }; /* beyond the keys of those whose child this is */

static const struct argp_option measured_table[] = {
    {"fn", KEY_FN, "NAME|EXPRESSION", 0, "the function that the kernel computes; sfpsim(1) lists them", 0},
    {"golden", KEY_GOLDEN, "FILE", 0, "or a file of what it should give, for every input in the order of its bits", 0},
    {0, 0, 0, 0, 0, 0},
};

/* A function of the table, or an expression: what is no more than a name is meant for the former. */
static void parse_function(struct argp_state *state, struct sweep_options *o, const char *text)
{
    static const char name_characters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const char *near = NULL;
    char *error = NULL;

    sweep_options_free(o);
    o->function = function_named(text);
    if (o->function)
        return;
    if (!text[strspn(text, name_characters)])
        near = function_near(text, strlen(text));
    if (near)
        option_error(state, "--fn: '%s' is no function that there is a reference for; did you mean '%s'?", text, near);
    o->expression = expression_parse(text, &error);
    if (!o->expression)
        option_error(state, "--fn: '%s': %s", text, error ? error : "not enough memory");
    o->function = &o->expression->function;
}

static error_t parse_measured(int key, char *arg, struct argp_state *state)
{
    struct sweep_options *o = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->input;
        return 0;
    case KEY_FN:
        parse_function(state, o, arg);
        o->input.given = true;
        return 0;
    case KEY_GOLDEN:
        o->golden = arg;
        o->input.given = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child measured_children[] = {{&input_argp, 0, 0, 0}, {0}};
const struct argp measured_argp = {
    .options = measured_table, .parser = parse_measured, .children = measured_children};

void sweep_defaults(struct sweep_options *o)
{
    *o = (struct sweep_options){.outputs.form = report_forms};
    input_defaults(&o->input);
}

void sweep_options_free(struct sweep_options *o)
{
    free(o->expression);
    o->expression = NULL;
}

/* What is measured, and against what. */
static bool check_function(const struct sweep_options *o, char **error)
{
    const char *refused = NULL;

    if (!o->input.in || !o->function == !o->golden)
        return sfp_fail(error, "--in, and one of --fn and --golden, are needed");
    if (o->input.operands && !o->golden)
        return sfp_fail(error, "--operands is for --golden: a function knows how many it has");
    if (o->expression)
        o->expression->format = number_format(o->input.in);
    if (o->function)
        refused = function_refuses(o->function, number_format(o->input.in));
    if (refused)
        return sfp_fail(error, "--fn: %s takes %s, and --in is %s", o->function->name, refused,
                        sfpu_format_name(o->input.in));
    if (o->function && o->function->operands == 1 && o->input.second != PROBE_TILE_ROWS)
        return sfp_fail(error, "--second: %s has one operand", o->function->name);
    return true;
}

bool sweep_complete(struct sweep_options *o, char **error)
{
    return check_function(o, error) && input_complete(&o->input, error);
}

/* ---- Options of a budget ---- */

static error_t parse_word(int key, char *arg __attribute__((unused)), struct argp_state *state)
{
    struct sweep_options *o = state->input;

    if (key != ARGP_KEY_INIT)
        return ARGP_ERR_UNKNOWN;
    state->child_inputs[0] = o;
    state->child_inputs[1] = &o->machine;
    return 0;
}

bool sweep_option(struct sweep_options *o, char *place, char *word)
{
    static const struct argp_child children[] = {{&measured_argp, 0, 0, 0}, {&machine_argp, 0, 0, 0}, {0}};
    static const struct placed_parser parser = {.argp = {.parser = parse_word, .children = children}};
    char *arguments[] = {place, word, NULL};

    return argp_parse(&parser.argp, 2, arguments, ARGP_NO_ERRS | ARGP_NO_HELP, NULL, o) == 0;
}
