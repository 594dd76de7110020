/* What the programs' mains begin with: command lines, by argp and with a look at whether its help was written, and the
 * list of their options that shells' completions are made of; signals. */
#include "options.h"

#include "sfpu.h"
#include "usage_errors.h"

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

/* Options on their way through the parser, which may end the program. */
struct parsing {
    bool under_way;
    struct usage_errors errors;
};

/* At the program's end; what it writes after its options it checks itself. */
static void end_parsing(int status, void *context)
{
    struct parsing *parsing = context;

    usage_errors_show(&parsing->errors);
    if (parsing->under_way && status == EXIT_SUCCESS && fflush(stdout) != 0) {
        fprintf(stderr, "%s: error: cannot write '<stdout>': %s\n", program_invocation_short_name, strerror(errno));
        fflush(stderr);
        _exit(argp_err_exit_status);
    }
    free(parsing);
}

static bool is_end(const struct argp_option *option)
{
    return !option->name && !option->key && !option->doc && !option->group;
}

/* A line an option: its long name, its letter, its argument, which is in brackets if it can be left out, and what --help
 * says, with a tab between them. */
static void list_table(const struct argp_option *table)
{
    const struct argp_option *named = table; /* that an alias is of */

    for (const struct argp_option *option = table; option && !is_end(option); option++) {
        const bool letter = option->key > ' ' && option->key < 0x7F;

        if (!(option->flags & OPTION_ALIAS))
            named = option;
        if (!option->name && !letter)
            continue; /* a heading */
        printf("%s\t%.*s\t", option->name ? option->name : "", letter, letter ? &(const char){(char)option->key} : "");
        if (named->arg)
            printf(named->flags & OPTION_ARG_OPTIONAL ? "[%s]" : "%s", named->arg);
        printf("\t%s\n", named->doc ? named->doc : "");
    }
}

static void list_options(const struct argp *argp)
{
    list_table(argp->options);
    for (const struct argp_child *child = argp->children; child && child->argp; child++)
        list_options(child->argp);
}

/* `PROGRAM --list-options`, for the build: ends the program. */
static void list_if_asked(const struct argp *argp, int argc, char **argv)
{
    if (argc != 2 || strcmp(argv[1], "--list-options") != 0)
        return;
    list_options(argp);
    fputs("help\t?\t\tgive this help list\nusage\t\t\tgive a short usage message\n"
          "version\tV\t\tprint program version\n", stdout);
    exit(fflush(stdout) == 0 ? EXIT_SUCCESS : argp_err_exit_status);
}

error_t sfp_options_parse(const struct argp *argp, int argc, char **argv, void *input)
{
    struct parsing *parsing;
    error_t result;

    list_if_asked(argp, argc, argv);
    parsing = malloc(sizeof *parsing);
    if (!parsing || !usage_errors_hold(&parsing->errors, argv) || on_exit(end_parsing, parsing) != 0) {
        if (parsing)
            usage_errors_show(&parsing->errors);
        fprintf(stderr, "%s: error: not enough memory\n", program_invocation_short_name);
        free(parsing);
        return ENOMEM;
    }
    parsing->under_way = true;
    result = argp_parse(argp, argc, argv, 0, NULL, input);
    parsing->under_way = false;
    usage_errors_show(&parsing->errors);
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
