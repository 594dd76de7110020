/* sfpasm: main. */
#include "cli/interrupt.h"
#include "cli/options.h"
#include "products.h"
#include "sfpasm_options.h"
#include "util/terminal.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>

const char *argp_program_version = "sfpasm " SFP_VERSION;

enum { EXIT_CANNOT = 2 }; /* of every program of this project: could not run */

/* A diagnostic without a file is the program's. */
static void print(void *context, const struct sfp_diagnostic *diagnostic)
{
    const struct settings *s = context;

    if (!diagnostic->file)
        fputs("sfpasm: ", stderr);
    sfp_diagnostic_write(stderr, diagnostic, s->color);
}

static void complain(const char *text)
{
    sfp_print_shown(stderr, "sfpasm: error: %s", text ? text : "out of memory");
}

static bool write_program(const struct settings *s, const struct sfp_program *program)
{
    char *error;
    const bool written = products_write(s, program, &error);

    if (!written)
        complain(error);
    free(error);
    return written;
}

static int run(struct settings *s)
{
    struct sfp_program program;
    bool done;

    s->options.sink = print;
    s->options.context = s;
    done = sfp_assemble(&s->options, s->sources, s->source_count, &program);
    fflush(stderr); /* before what goes to standard output */
    if (!done)
        return EXIT_CANNOT;
    done = write_program(s, &program);
    sfp_program_free(&program);
    return done ? EXIT_SUCCESS : EXIT_CANNOT;
}

int main(int argc, char **argv)
{
    struct settings s;
    int status = EXIT_CANNOT;

    sfp_keep_standard_files();
    sfp_ignore_write_signals();
    sfp_end_on_signals(NULL);
    sfp_diagnostic_buffer(stderr);
    argp_err_exit_status = EXIT_CANNOT;
    if (!settings_init(&s, (size_t)argc + 1))
        complain(NULL);
    else if (settings_parse(&s, argc, argv))
        status = run(&s);
    settings_free(&s);
    return status;
}
