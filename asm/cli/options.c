/* What the programs' mains begin with: command lines, by argp and with a look at whether its help was written; signals. */
#include "options.h"

#include "sfpu.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char sfp_arch_help[] = "one of"
#define ARCH(id, name, short_name, ...) " " name " (" short_name "),"
#include "arch.def"
#undef ARCH
                             " or else what the input states, or the first";

int sfp_arch_option(const char *name, struct argp_state *state)
{
    const int arch = sfpu_arch_named(name);
    char names[200];

    sfpu_arch_names(names, sizeof names);
    if (arch == SFPU_ANY_ARCH)
        argp_error(state, "unknown arch '%s': it is %s", name, names);
    return arch;
}

/* At the program's end; what it writes after its options it checks itself. */
static void check_help(int status, void *context)
{
    bool *parsing = context;

    if (*parsing && status == EXIT_SUCCESS && fflush(stdout) != 0) {
        fprintf(stderr, "%s: error: cannot write '<stdout>': %s\n", program_invocation_short_name, strerror(errno));
        fflush(stderr);
        _exit(argp_err_exit_status);
    }
    free(parsing);
}

error_t sfp_options_parse(const struct argp *argp, int argc, char **argv, void *input)
{
    bool *parsing = malloc(sizeof *parsing);
    error_t result;

    if (!parsing)
        return ENOMEM;
    *parsing = true;
    if (on_exit(check_help, parsing) != 0) {
        free(parsing);
        return ENOMEM;
    }
    result = argp_parse(argp, argc, argv, 0, NULL, input);
    *parsing = false;
    return result;
}

void sfp_keep_standard_files(void)
{
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++)
        if (fcntl(descriptor, F_GETFD) < 0 && errno == EBADF)
            (void)!open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY); /* the lowest that is free */
}

void sfp_ignore_write_signals(void)
{
    signal(SIGXFSZ, SIG_IGN);
}
