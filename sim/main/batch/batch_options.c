/* The command line of a batch. */
#include "base/option_values.h"
#include "batch.h"

enum { KEY_BATCH = 256 };

static const struct argp_option option_table[] = {
    {"batch", KEY_BATCH, "FILE", OPTION_HIDDEN, 0, 0}, /* from before there was a word */
    {0, 0, 0, 0, 0, 0},
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
    struct batch_options *o = state->input;

    switch (key) {
    case KEY_BATCH:
    case ARGP_KEY_ARG:
        if (o->file)
            option_error(state, "one batch at a time: '%s' and '%s'; kernels are in its lines", o->file, arg);
        o->file = arg;
        return 0;
    case ARGP_KEY_END:
        if (!o->file)
            option_error(state, "no batch given");
        return 0;
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->action;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool defaults(void *options, size_t arguments)
{
    (void)options;
    (void)arguments;
    return true;
}

static void free_options(void *options)
{
    (void)options;
}

static int run(void *options)
{
    return batch_run(options);
}

static const char *subject(const void *options)
{
    const struct batch_options *o = options;

    return o->file;
}

static const struct argp_child children[] = {{&action_argp, 0, NULL, 0}, {0}};
static const struct argp batch_argp = {
    .options = option_table,
    .parser = parse_option,
    .children = children,
    .args_doc = "FILE",
    .doc = "Do what FILE lists, a line each of what sfpsim takes, on all processors, and say what passes.\v"
           "FILE is - for standard input. Exit status: 0 all pass; 1 some do not; 2 a line is no case, or the batch "
           "cannot be read, or its reports not be written.",
};

const struct action batch_action = {
    .name = "batch", .does = "all that a file lists, a line each, and say what passes", .argp = &batch_argp,
    .size = sizeof(struct batch_options), .reports_itself = true, .defaults = defaults, .free = free_options,
    .run = run, .subject = subject,
};
