/* Options of a sweep, from the command line or from a line of a budget. */
#include "sweep.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "action/option_values.h"
#include "action/probe.h"
#include "base/fail.h"

/* Parses a function's name or an expression. A misspelt name gives an error with a suggestion: a lone word is taken
 * for a name. */
static void set_function(struct argp_state *state, char *text, void *options)
{
    static const char name_characters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    struct sweep_options *o = options;
    const char *near = NULL;
    char *error = NULL;

    sweep_options_free(o);
    o->function = function_named(text);
    if (o->function)
        return;
    if (!text[strspn(text, name_characters)])
        near = function_near(text, strlen(text));
    if (near) {
        option_error(state, "--fn: '%s' is not a function with a reference; did you mean '%s'?", text, near);
        return;
    }
    o->expression = expression_parse(text, &error);
    if (o->expression)
        o->function = &o->expression->function;
    else
        option_error(state, "--fn: '%s': %s", text, error ? error : NO_MEMORY);
    free(error);
}

#define OPTIONS struct sweep_options
static const struct option_row measured_rows[] = {
    {"fn", 0, "NAME|EXPRESSION", "the function that the kernel computes; sfpsim-functions(7) lists them",
     BY(set_function), GIVEN(input.given)},
    {"golden", 0, "FILE", "or a file of expected results, for every input in the order of its bits",
     AS_TEXT(golden), GIVEN(input.given)},
    INCLUDE(0, NULL, input, input_table),
    INCLUDE(0, NULL, machine, machine_sources_table),
    {0},
};

static const struct option_table measured_table = {.rows = measured_rows};

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

/* Checks the function or golden file against the inputs' options. */
static bool check_function(const struct sweep_options *o, char **error)
{
    const char *refused = NULL;

    if (!o->input.in || !o->function == !o->golden)
        return fail_with(error, "--in, and one of --fn and --golden, are needed");
    if (o->input.operands && !o->golden)
        return fail_with(error, "--operands is for --golden: a function knows how many it has");
    if (o->expression)
        o->expression->format = number_format(o->input.in);
    if (o->function)
        refused = function_refuses(o->function, number_format(o->input.in));
    if (refused)
        return fail_with(error, "--fn: %s takes %s, and --in is %s", o->function->name, refused,
                         sfpu_format_name(o->input.in));
    if (o->function && o->function->operands == 1 && o->input.second != PROBE_TILE_ROWS)
        return fail_with(error, "--second: %s has one operand", o->function->name);
    return true;
}

bool sweep_complete(struct sweep_options *o, char **error)
{
    return check_function(o, error) && input_complete(&o->input, o->machine.dst_format, error);
}

/* ---- Options of a budget's line ---- */

int sweep_option(struct sweep_options *o, char *place, char *word, char **error)
{
    static const struct option_row word_rows[] = {{.table = &measured_table},
                                                  INCLUDE(0, NULL, machine, machine_table),
                                                  INCLUDE(0, NULL, machine, machine_calls_table),
                                                  INCLUDE(0, NULL, machine.threads, threads_table),
                                                  {0}};
    static const struct option_table table = {.rows = word_rows};
    struct placed_options placed = {0};
    char *arguments[] = {place, word, NULL};
    const error_t result = options_take_placed(&table, 2, arguments, o, &placed);

    *error = placed.text;
    return !placed.failed ? result : placed.text ? EINVAL : ENOMEM;
}

/* ---- sfpsim sweep ---- */

/* Parses "I/N". */
static void set_shard(struct argp_state *state, char *text, void *options)
{
    struct sweep_options *o = options;
    char *after, *end;
    unsigned long shard, shards;

    errno = 0;
    shard = strtoul(text, &after, 10);
    shards = *after == '/' ? strtoul(after + 1, &end, 10) : 0;
    if (after == text || *after != '/' || end == after + 1 || *end || *text == '-' || after[1] == '-' || errno)
        option_error(state, "--shard: '%s' is not I/N, two numbers", text);
    else if (shards < 1 || shards > SWEEP_MOST_SHARDS || shard < 1 || shard > shards)
        option_error(state, "--shard: '%s' is not a shard from 1/N to N/N, with N up to %d", text, SWEEP_MOST_SHARDS);
    o->shard = (unsigned)shard;
    o->shards = (unsigned)shards;
}

static void check_sweep_options(struct argp_state *state, void *options)
{
    struct sweep_options *o = options;
    char *error = NULL;

    if (!o->kernel)
        option_error(state, "no kernel given");
    machine_check_sources(state, &o->machine);
    if (!sweep_complete(o, &error))
        option_error(state, "%s", error ? error : NO_MEMORY);
    free(error);
    if (o->part && !o->shards)
        option_error(state, "--output is for --shard: a report goes to standard output");
    if (o->outputs.has_mark && o->shards)
        option_error(state, "--max-ulp is for a report, and --shard writes a part: sfpsim merge has --max-ulp too");
    if (o->outputs.html && o->shards)
        option_error(state, "--html is for a report, and --shard writes a part: sfpsim merge has --html too");
    if (!o->part)
        o->part = "-";
}

static const struct option_row rows[] = {
    {NULL, 0, NULL, "Long sweeps:", .group = 3},
    {"shard", 0, "I/N", "do the I-th of N parts, and write a file for sfpsim merge", BY(set_shard)},
    {"output", 'o', "FILE", "the shard's file; standard output by default", AS_TEXT(part)},
    {"checkpoint", 0, "FILE", "save the sweep's progress in FILE, and continue from there", AS_TEXT(checkpoint)},
    {NULL, 0, "KERNEL", NULL, AS(option_set_kernel, kernel)},
    {.table = &measured_table, .help = "What is measured:", .group = 1},
    INCLUDE(2, "The machine at the start:", machine, machine_table),
    INCLUDE(0, NULL, machine, machine_calls_table),
    INCLUDE(4, "Report:", outputs, report_table),
    INCLUDE(0, NULL, action, action_table),
    {0},
};
#undef OPTIONS

static bool set_sweep_defaults(void *options, size_t arguments)
{
    struct sweep_options *o = options;

    sweep_defaults(o);
    return machine_options_init(&o->machine, arguments);
}

static void free_sweep_options(void *options)
{
    struct sweep_options *o = options;

    sweep_options_free(o);
    machine_options_free(&o->machine);
}

static int run_sweep_action(void *options)
{
    return sweep_run(options);
}

static void list_sweep_files(const void *options, struct file_uses *uses)
{
    sweep_list_files(options, NULL, uses);
}

static const char *get_sweep_subject(const void *options)
{
    const struct sweep_options *o = options;

    return o->kernel;
}

static const struct option_table sweep_table = {
    .rows = rows,
    .check = check_sweep_options,
    .doc = "Run a kernel on every value of a format, and compare its results with the correctly rounded ones.\v"
           "Exit status: 0 done; 1 the results are not within --max-ulp; 2 could not run.",
};

const struct action sweep_action = {
    .name = "sweep", .does = "run a kernel on all inputs, and compare with correct rounding",
    .table = &sweep_table, .size = sizeof(struct sweep_options), .stops_early = true, .defaults = set_sweep_defaults,
    .free = free_sweep_options, .run = run_sweep_action, .list_files = list_sweep_files, .subject = get_sweep_subject,
};
