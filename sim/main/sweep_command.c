/* The command line of sfpsim sweep: a sweep, or those of a budget. */
#include "sweep_command.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>

#include "base/complain.h"
#include "base/report_options.h"
#include "budget/budget.h"
#include "cli/options.h"
#include "sweep/sweep.h"

enum { KEY_SHARD = 256, KEY_CHECKPOINT, KEY_BUDGET, KEY_SECTION, KEY_UPDATE };

struct command {
    struct sweep_options sweep;
    struct budget_options budget;
};

static const struct argp_option option_table[] = {
    {0, 0, 0, 0, "Long sweeps:", 3},
    {"shard", KEY_SHARD, "I/N", 0, "do the I-th of N parts, and write a file for sfpsim merge", 0},
    {"output", 'o', "FILE", 0, "that file; standard output by default", 0},
    {"checkpoint", KEY_CHECKPOINT, "FILE", 0, "note there how far it is, and go on from there", 0},
    {0, 0, 0, 0, "Budgets:", 5},
    {"budget", KEY_BUDGET, "FILE", 0, "sweep what FILE lists, or KERNELs of it, and say which are not as it has them", 0},
    {"section", KEY_SECTION, "NAME", 0, "what it lists below the heading [NAME], not what is above all headings", 0},
    {"update", KEY_UPDATE, 0, 0, "rewrite FILE with what is measured", 0},
    {0, 0, 0, 0, 0, 0},
};

/* "I/N" */
static void parse_shard(struct argp_state *state, const char *text, struct sweep_options *o)
{
    char *after, *end;
    unsigned long shard, shards;

    errno = 0;
    shard = strtoul(text, &after, 10);
    shards = *after == '/' ? strtoul(after + 1, &end, 10) : 0;
    if (after == text || *after != '/' || end == after + 1 || *end || *text == '-' || after[1] == '-' || errno)
        argp_error(state, "--shard: '%s' is not I/N, two numbers", text);
    if (shards < 1 || shards > SWEEP_MOST_SHARDS || shard < 1 || shard > shards)
        argp_error(state, "--shard: '%s' is no shard from 1/N to N/N, with N up to %d", text,
                   SWEEP_MOST_SHARDS);
    o->shard = (unsigned)shard;
    o->shards = (unsigned)shards;
}

/* A sweep. */
static void check_sweep(struct argp_state *state, struct sweep_options *o)
{
    char *error = NULL;

    if (!o->kernel)
        argp_error(state, "no kernel given");
    if (!sweep_complete(o, &error))
        argp_error(state, "%s", error ? error : "not enough memory");
    if (o->part && !o->shards)
        argp_error(state, "--output is for --shard: a report goes to standard output");
    if (!o->part)
        o->part = "-";
}

static void check(struct argp_state *state, struct command *c)
{
    const struct sweep_options *o = &c->sweep;
    const bool long_sweep = o->shards || o->part || o->checkpoint;

    if (!c->budget.file) {
        if (c->budget.kernel_count > 1)
            argp_error(state, "one kernel at a time: '%s' and '%s'", c->budget.kernels[0], c->budget.kernels[1]);
        if (c->budget.update || c->budget.section)
            argp_error(state, "--update and --section are for --budget");
        c->sweep.kernel = c->budget.kernels[0];
        check_sweep(state, &c->sweep);
    } else if (o->input.given || machine_options_given(&o->machine) || long_sweep
               || o->outputs.form == &report_forms[2]) {
        argp_error(state, "--budget: what is measured is in its lines; beside it there are --section, --update, --json "
                          "and kernels");
    }
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
    struct command *c = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &c->sweep;
        state->child_inputs[1] = &c->sweep.machine;
        state->child_inputs[2] = &c->sweep.outputs;
        return 0;
    case KEY_SHARD:
        parse_shard(state, arg, &c->sweep);
        return 0;
    case KEY_CHECKPOINT:
        c->sweep.checkpoint = arg;
        return 0;
    case 'o':
        c->sweep.part = arg;
        return 0;
    case KEY_BUDGET:
        c->budget.file = arg;
        return 0;
    case KEY_SECTION:
        c->budget.section = arg;
        return 0;
    case KEY_UPDATE:
        c->budget.update = true;
        return 0;
    case ARGP_KEY_ARG:
        c->budget.kernels[c->budget.kernel_count++] = arg;
        return 0;
    case ARGP_KEY_END:
        check(state, c);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static int run(struct command *c)
{
    c->budget.json = c->sweep.outputs.form != report_forms;
    return c->budget.file ? budget_run(&c->budget) : sweep_run(&c->sweep);
}

int sweep_main(int argc, char **argv)
{
    static const struct argp_child children[] = {{&measured_argp, 0, "What is measured:", 1},
                                                 {&machine_argp, 0, "The machine at the start:", 2},
                                                 {&report_argp, 0, "Report:", 4},
                                                 {0}};
    static const struct argp parser = {
        .options = option_table,
        .parser = parse_option,
        .children = children,
        .args_doc = "KERNEL\n--budget=FILE [KERNEL...]",
        .doc = "Run a kernel on every value of a format, and compare its results with the correctly rounded ones.\v"
               "Exit status: 0 done; 1 something is worse than its budget; 2 could not.",
    };
    struct command command = {.budget.kernels = calloc((size_t)argc, sizeof *command.budget.kernels)};
    int status = SFP_CANNOT_RUN;

    sweep_defaults(&command.sweep);
    if (!machine_options_init(&command.sweep.machine, (size_t)argc) || !command.budget.kernels)
        status = complain("not enough memory");
    else if (sfp_options_parse(&parser, argc, argv, &command) == 0)
        status = run(&command);
    sweep_options_free(&command.sweep);
    machine_options_free(&command.sweep.machine);
    free(command.budget.kernels);
    return status;
}
