/* sfpsim: what it does by its first argument, and main. */
#include <argp.h>
#include <errno.h>
#include <string.h>

#include "base/complain.h"
#include "batch/batch.h"
#include "check/check.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "equiv/equiv.h"
#include "run/session.h"
#include "run/stopped.h"
#include "sweep/sweep.h"
#include "sweep_command.h"

const char *argp_program_version = "sfpsim " SFP_VERSION;

/*
 * What sfpsim does besides, by its first argument; a kernel whose file is called so is ./NAME. `run` has that argument
 * as argv[0], with the program's name before it, and returns the exit status.
 */
struct command {
    const char *name;
    int (*run)(int argc, char **argv);
};

static const struct command commands[] = {
    {"check", check_main},
    {"equiv", equiv_main},
    {"sweep", sweep_main},
    {"merge", merge_main},
    {NULL, session_main},
};

static int run_command(int argc, char **argv)
{
    const struct command *command = commands;
    char name[64];

    if (batch_is_meant(argc, argv))
        return batch_main(argc, argv);
    while (command->name && (argc < 2 || strcmp(argv[1], command->name) != 0))
        command++;
    if (!command->name)
        return command->run(argc, argv);
    snprintf(name, sizeof name, "sfpsim %s", command->name);
    argv[1] = name;
    return command->run(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
    int status;

    sfp_keep_standard_files();
    sfp_ignore_write_signals();
    sfp_end_on_signals(stopped_say);
    argp_err_exit_status = SFP_CANNOT_RUN;
    status = run_command(argc, argv);
    errno = 0;
    if ((fflush(stdout) != 0 || ferror(stdout)) && status != SFP_CANNOT_RUN) {
        fprintf(stderr, "sfpsim: error: standard output: %s\n", errno ? strerror(errno) : "a write failed");
        status = SFP_CANNOT_RUN;
    }
    return status;
}
