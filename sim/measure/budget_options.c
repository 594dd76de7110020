/* The command line of sfpsim budget. */
#include "budget.h"

#include <stdlib.h>

#include "action/option_values.h"

enum { KEY_BUDGET = 256, KEY_SECTION, KEY_UPDATE, KEY_HTML, KEY_JSON };

static const struct argp_option option_table[] = {
    {"budget", KEY_BUDGET, "FILE", OPTION_HIDDEN, 0, 0}, /* from before there was a word */
    {"section", KEY_SECTION, "NAME", 0, "what it lists below the heading [NAME], not what is above all headings", 0},
    {"update", KEY_UPDATE, 0, 0, "rewrite FILE with what is measured", 0},
    {"html", KEY_HTML, "FILE", 0, "write it as a page for a browser", 0},
    {"json", KEY_JSON, 0, 0, "as JSON", 0},
    {0, 0, 0, 0, 0, 0},
};

/* The first argument is the file, unless an option has named it. */
static void end(struct argp_state *state, struct budget_options *o)
{
    if (o->file)
        return;
    if (!o->kernel_count) {
        option_error(state, "no budget given");
        return;
    }
    o->file = *o->kernels++;
    o->kernel_count--;
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
    struct budget_options *o = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->action;
        return 0;
    case KEY_BUDGET:
        o->file = arg;
        return 0;
    case KEY_SECTION:
        o->section = arg;
        return 0;
    case KEY_UPDATE:
        o->update = true;
        return 0;
    case KEY_HTML:
        o->html = arg;
        return 0;
    case KEY_JSON:
        o->json = true;
        return 0;
    case ARGP_KEY_ARG:
        o->kernels[o->kernel_count++] = arg;
        return 0;
    case ARGP_KEY_END:
        end(state, o);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool defaults(void *options, size_t arguments)
{
    struct budget_options *o = options;

    o->kernels = o->arguments = calloc(arguments + 1, sizeof *o->arguments);
    return o->arguments;
}

static void free_options(void *options)
{
    struct budget_options *o = options;

    free(o->arguments);
}

static int run(void *options)
{
    return budget_run(options);
}

static void list_files(const void *options, struct file_uses *uses)
{
    const struct budget_options *o = options;

    if (o->update)
        file_uses_write(uses, o->file, "--update");
    else
        file_uses_read(uses, o->file, "the budget");
    file_uses_write(uses, o->html, "--html");
}

static const char *subject(const void *options)
{
    const struct budget_options *o = options;

    return o->file;
}

static const struct argp_child children[] = {{&action_argp, 0, NULL, 0}, {0}};
static const struct argp budget_argp = {
    .options = option_table,
    .parser = parse_option,
    .children = children,
    .args_doc = "FILE [KERNEL...]",
    .doc = "Sweep what FILE lists, or KERNELs of it, and say which are not as it has them.\v"
           "Exit status: 0 done; 1 something is worse than its budget; 2 could not.",
};

const struct action budget_action = {
    .name = "budget", .does = "the sweeps that a file lists, and what is worse than it allows", .argp = &budget_argp,
    .size = sizeof(struct budget_options), .stops_early = true, .defaults = defaults, .free = free_options, .run = run,
    .list_files = list_files, .subject = subject,
};
