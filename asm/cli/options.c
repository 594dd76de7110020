/* Common first steps of the programs: parses command lines by argp, checks that help was written, lists options for
 * shells' completions, and sets up standard files and signals. */
#include "options.h"

#include "echo.h"

#include "sfpu.h"
#include "base/fail.h"
#include "base/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Messages about the command line ---- argp and getopt print arguments as they are. Here, messages show no
 * characters that mislead a terminal (base/terminal.h) and cut long arguments (echo.h). */

/* Standard error, held back while arguments are parsed that messages cannot show unchanged. */
struct usage_errors {
    int stream; /* descriptor of the real standard error; -1: nothing is held back */
    int held;   /* descriptor of the memory file that collects the text written to standard error; -1: nothing is
                 * held back */
};

static bool is_shown_whole(const char *text)
{
    size_t left = strlen(text);

    if (left > ECHO_MOST)
        return false;
    for (size_t size; left; text += size, left -= size)
        if (!(size = shown_size(text, left)))
            return false;
    return true;
}

/* Redirects standard error to a file in memory if an argument must not be shown as it is, because the argument is too
 * long or has characters that mislead a terminal. Returns false with errno if the redirection fails. */
static bool usage_errors_hold(struct usage_errors *errors, char *const *arguments)
{
    *errors = (struct usage_errors){-1, -1};
    while (*arguments && is_shown_whole(*arguments))
        arguments++;
    if (!*arguments)
        return true;
    fflush(stderr);
    errors->held = memfd_create("messages", MFD_CLOEXEC);
    errors->stream = errors->held < 0 ? -1 : fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (errors->stream >= 0 && dup2(errors->held, STDERR_FILENO) >= 0)
        return true;
    close(errors->held);
    close(errors->stream);
    errors->stream = -1;
    return false;
}

/* Returns the held text, for the caller to free. Returns NULL if memory ran out. */
static char *read_held(int held, size_t *size)
{
    struct stat about;
    char *text;

    *size = fstat(held, &about) == 0 ? (size_t)about.st_size : 0;
    text = malloc(*size + 1);
    if (!text)
        return NULL;
    *size = pread(held, text, *size, 0) == (ssize_t)*size ? *size : 0;
    text[*size] = '\0';
    return text;
}

/* Returns the position of argp's last line, which tells how to get help, or the end if the text has no such line. */
static size_t find_advice(const char *text, size_t size)
{
    static const char begins[] = "\nTry `";
    size_t at = size;

    for (const char *from = text, *found;; from = found + 1) {
        found = memmem(from, size - (size_t)(from - text), begins, sizeof begins - 1);
        if (!found)
            return at;
        at = (size_t)(found - text) + 1;
    }
}

/* Prints a line. Newlines before its end come from arguments and are shown escaped. */
static void show_line(const char *text, size_t size)
{
    if (!size)
        return;
    shown_put(stderr, text, size - (text[size - 1] == '\n'));
    fputc('\n', stderr);
}

/* Prints the held text, once. */
static void usage_errors_show(struct usage_errors *errors)
{
    size_t size;
    char *text;

    if (errors->stream < 0)
        return;
    fflush(stderr);
    text = read_held(errors->held, &size);
    dup2(errors->stream, STDERR_FILENO);
    if (text) {
        size_t advice;

        echo_cut(text);
        size = strlen(text);
        advice = find_advice(text, size);
        show_line(text, advice);
        show_line(text + advice, size - advice);
    }
    free(text);
    close(errors->held);
    close(errors->stream);
    errors->stream = -1;
}

/* ---- Command lines ---- */

const char arch_help[] = "one of"
#define ARCH(id, name, short_name, ...) " " name " (" short_name "),"
#include "arch.def"
#undef ARCH
                             " by default the arch that the input states, or the first";

void option_set_arch(struct argp_state *state, char *name, void *arch)
{
    char names[200];

    *(int *)arch = sfpu_arch_named(name);
    sfpu_arch_names(names, sizeof names);
    if (*(int *)arch == SFPU_ANY_ARCH)
        argp_error(state, "unknown arch '%s': it is %s", name, names);
}

/* State of a parse, during which argp may end the program. */
struct parsing {
    bool under_way;
    struct usage_errors errors;
};

/* Runs at the program's exit. During a parse, checks that standard output was written; after the parse, a program
 * checks its own output. */
static void end_parsing(int status, void *context)
{
    struct parsing *parsing = context;

    usage_errors_show(&parsing->errors);
    if (parsing->under_way && status == EXIT_SUCCESS && (fflush(stdout) != 0 || ferror(stdout))) {
        fprintf(stderr, "%s: error: cannot write '<stdout>': %s\n", program_invocation_short_name, strerror(errno));
        fflush(stderr);
        _exit(argp_err_exit_status);
    }
    free(parsing);
}

static bool is_last_option(const struct argp_option *option)
{
    return !option->name && !option->key && !option->doc && !option->group;
}

/* Prints a line for each option: the long name, the letter, the argument (in brackets if optional) and the --help
 * text, with tabs between. */
static void list_table(const struct argp_option *table)
{
    const struct argp_option *named = table; /* the option with the alias's name and text */

    for (const struct argp_option *option = table; option && !is_last_option(option); option++) {
        const bool letter = option->key > ' ' && option->key < 0x7F;

        if (!(option->flags & OPTION_ALIAS))
            named = option;
        if (!option->name && !letter)
            continue; /* heading */
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

/* Lists the options for `PROGRAM --list-options`, which the build uses, and ends the program. */
static void list_options_if_asked(const struct argp *argp, int argc, char **argv)
{
    if (argc != 2 || strcmp(argv[1], "--list-options") != 0)
        return;
    list_options(argp);
    exit(fflush(stdout) == 0 ? EXIT_SUCCESS : argp_err_exit_status);
}

static void say_no_memory(void)
{
    fprintf(stderr, "%s: error: " NO_MEMORY "\n", program_invocation_short_name);
}

error_t options_parse(const struct argp *argp, int argc, char **argv, void *input)
{
    struct parsing *parsing;
    error_t result;

    list_options_if_asked(argp, argc, argv);
    echo_begin(argv);
    parsing = malloc(sizeof *parsing);
    if (!parsing || !usage_errors_hold(&parsing->errors, argv) || on_exit(end_parsing, parsing) != 0) {
        if (parsing)
            usage_errors_show(&parsing->errors);
        say_no_memory();
        free(parsing);
        return ENOMEM;
    }
    parsing->under_way = true;
    result = argp_parse(argp, argc, argv, ARGP_NO_HELP, NULL, input);
    parsing->under_way = false;
    usage_errors_show(&parsing->errors);
    if (result == ENOMEM)
        say_no_memory(); /* argp returns this without a message */
    return result;
}

void keep_standard_files(void)
{
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++)
        if (fcntl(descriptor, F_GETFD) < 0 && errno == EBADF)
            /* open() takes the lowest free descriptor */
            (void)!open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

void ignore_write_signals(void)
{
    signal(SIGXFSZ, SIG_IGN);
}
