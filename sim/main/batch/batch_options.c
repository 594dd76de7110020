/* The command line of a batch. */
#include <argp.h>
#include <string.h>

#include "base/complain.h"
#include "batch.h"
#include "cli/options.h"

enum { KEY_BATCH = 256 };

static const struct argp_option option_table[] = {
    {"batch", KEY_BATCH, "FILE", 0, "the cases: a line each, of what sfpsim KERNEL takes; - is standard input", 0},
    {"quiet", 'q', 0, 0, "print only what fails", 0},
    {"verbose", 'v', 0, 0, "print what cases say that pass, too", 0},
    {0, 0, 0, 0, 0, 0},
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
    struct batch_options *o = state->input;

    switch (key) {
    case KEY_BATCH:
        if (o->file)
            argp_error(state, "one batch at a time: '%s' and '%s'", o->file, arg);
        o->file = arg;
        return 0;
    case 'q':
        o->quiet = true;
        return 0;
    case 'v':
        o->verbose = true;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "--batch: kernels are in its lines, and so are options of runs");
        return 0;
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->reports;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

bool batch_is_meant(int argc, char **argv)
{
    static const char option[] = "--batch";

    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strncmp(argv[i], option, sizeof option - 1) == 0
            && (argv[i][sizeof option - 1] == '\0' || argv[i][sizeof option - 1] == '='))
            return true;
    return false;
}

int batch_main(int argc, char **argv)
{
    static const struct argp_child children[] = {{&report_run_argp, 0, "Reports:", 1}, {0}};
    static const struct argp parser = {
        .options = option_table,
        .parser = parse_option,
        .children = children,
        .args_doc = "--batch=FILE",
        .doc = "Run the kernels that FILE lists, a line each, on all processors, and say which pass.\v"
               "Exit status: 0 all pass; 1 some do not; 2 the batch cannot be read, or its reports not be written.",
    };
    struct batch_options options = {0};

    return sfp_options_parse(&parser, argc, argv, &options) == 0 ? batch_run(&options) : SFP_CANNOT_RUN;
}
