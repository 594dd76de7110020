/* Options of sfpsim budget. */
#include "budget.h"

#include <stdlib.h>

/* Takes the first argument as the file, unless --budget gave one. */
static void check_budget_options(struct argp_state *state, void *options)
{
    struct budget_options *o = options;

    if (o->file)
        return;
    if (!o->kernel_count) {
        option_error(state, "no budget given");
        return;
    }
    o->file = *o->kernels++;
    o->kernel_count--;
}

#define OPTIONS struct budget_options
static const struct option_row rows[] = {
    {"budget", 0, "FILE", NULL, OPTION_HIDDEN, AS_TEXT(file)}, /* the spelling of older versions, which had no action
                                                                * word */
    {"section", 0, "NAME", "run the lines below the heading [NAME], not those above all headings", AS_TEXT(section)},
    {"update", 0, NULL, "rewrite FILE with the measured values", AS_FLAG(update)},
    {"html", 0, "FILE", "write the report as a page for a browser", AS_TEXT(html)},
    {"json", 0, NULL, "print the report as JSON", AS_FLAG(json)},
    {NULL, 0, "FILE [KERNEL...]", NULL, AS_LIST(kernels, kernel_count)},
    INCLUDE(0, NULL, action, action_table),
    {0},
};
#undef OPTIONS

static bool set_budget_defaults(void *options, size_t arguments)
{
    struct budget_options *o = options;

    o->kernels = o->arguments = calloc(arguments + 1, sizeof *o->arguments);
    return o->arguments;
}

static void free_budget_options(void *options)
{
    struct budget_options *o = options;

    free(o->arguments);
}

static int run_budget_action(void *options)
{
    return budget_run(options);
}

static void list_budget_files(const void *options, struct file_uses *uses)
{
    const struct budget_options *o = options;

    if (o->update)
        file_uses_write(uses, o->file, "--update");
    else
        file_uses_read(uses, o->file, "the budget");
    file_uses_write(uses, o->html, "--html");
}

static const char *get_budget_subject(const void *options)
{
    const struct budget_options *o = options;

    return o->file;
}

static const struct option_table budget_table = {
    .rows = rows,
    .check = check_budget_options,
    .doc = "Run the sweeps that FILE lists, or only those of KERNELs, and say which miss their limits.\v"
           "Exit status: 0 done; 1 a line exceeds its limits; 2 could not run.",
};

const struct action budget_action = {
    .name = "budget", .does = "run the sweeps that a file lists, and check their limits",
    .table = &budget_table,
    .size = sizeof(struct budget_options), .stops_early = true, .defaults = set_budget_defaults,
    .free = free_budget_options, .run = run_budget_action,
    .list_files = list_budget_files, .subject = get_budget_subject,
};
