/* sfpasm: options and main. */
#define _GNU_SOURCE 1
#include "asm.h"
#include "fileio.h"
#include "output.h"

#include <argp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *argp_program_version = "sfpasm " SFP_VERSION;

enum {
    EXIT_CANNOT = 2, /* of every program of this project: could not run */
    KEY_STRICT = 256,
};

struct settings {
    struct sfp_asm_options options;
    struct sfp_asm_source *sources;
    size_t source_count;
    const char **include_dirs;
    const char **defines;
    const struct output_format *format;
    const char *output;
};

static const struct argp_option option_table[] = {
    {"arch", 'a', "ARCH", 0, "wormhole (wh) or blackhole (bh); without it, as the source states, or wormhole", 0},
    {"format", 'f', "FORMAT", 0, "bin (default): words, little-endian; hex: one 0x........ a line; c: an array; "
                                 "gas: .ttinsn lines", 0},
    {"output", 'o', "FILE", 0, "write FILE, - for standard output; without it kernel.s gives kernel.bin", 0},
    {"include", 'I', "DIR", 0, "search DIR for included files", 0},
    {"define", 'D', "NAME[=EXPR]", 0, "define a symbol, as 1 without an expression; *.S sees it as a macro", 0},
    {"gnu-strict", KEY_STRICT, NULL, 0, "refuse what the vendor's GNU assembler refuses", 0},
    {NULL, 'W', "NAME", 0, "turn a warning class on; -Wno-NAME turns it off; -Werror[=NAME] makes warnings errors", 0},
    {0},
};

/* Appends to the help the warning classes, from their table. */
static char *help_filter(int key, const char *text, void *input)
{
    char *help = NULL;
    size_t size;
    FILE *stream;

    (void)input;
    if (key != ARGP_KEY_HELP_POST_DOC)
        return (char *)text;
    stream = open_memstream(&help, &size);
    if (!stream)
        return (char *)text;
    fputs("Warning classes (* on by default):\n", stream);
    for (int i = 0; i < SFP_WARNINGS; i++) {
        const enum sfp_warning class = (enum sfp_warning)i;

        fprintf(stream, "  %c %-12s %s\n", sfp_warning_default(class) ? '*' : ' ', sfp_warning_name(class),
                sfp_warning_help(class));
    }
    fputs("\nExit status: 0 done, 2 on any error; then no output file is written.", stream);
    fclose(stream);
    return help;
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    struct settings *s = state->input;

    switch (key) {
    case 'a':
        if (!sfp_arch_parse(argument, &s->options.arch))
            argp_error(state, "unknown arch '%s': it is wormhole (wh) or blackhole (bh)", argument);
        return 0;
    case 'f':
        s->format = output_format_find(argument);
        if (!s->format)
            argp_error(state, "unknown format '%s': it is bin, hex, c or gas", argument);
        return 0;
    case 'o':
        s->output = argument;
        return 0;
    case 'I':
        s->include_dirs[s->options.include_dir_count++] = argument;
        return 0;
    case 'D':
        s->defines[s->options.define_count++] = argument;
        return 0;
    case KEY_STRICT:
        s->options.gnu_strict = true;
        return 0;
    case 'W':
        if (!sfp_warnings_set(&s->options.warnings, argument))
            argp_error(state, "unknown warning '-W%s'", argument);
        return 0;
    case ARGP_KEY_ARG:
        s->sources[s->source_count++].path = argument;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "no input file");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* kernel.s to kernel.bin; standard input goes to standard output. The caller frees it. */
static char *default_output(const char *input, const char *suffix)
{
    const char *slash = strrchr(input, '/');
    const char *dot = strrchr(input, '.');
    size_t length = strlen(input);
    char *name;

    if (strcmp(input, "-") == 0)
        return strdup("-");
    if (dot && dot > (slash ? slash + 1 : input))
        length = (size_t)(dot - input);
    return asprintf(&name, "%.*s%s", (int)length, input, suffix) < 0 ? NULL : name;
}

/* A diagnostic without a file is the program's. */
static void print(void *stream, const struct sfp_diagnostic *diagnostic)
{
    if (!diagnostic->file)
        fputs("sfpasm: ", stream);
    sfp_diagnostic_print(stream, diagnostic);
}

static void complain(const char *text)
{
    fprintf(stderr, "sfpasm: error: %s\n", text ? text : "out of memory");
}

/* Writing over a source would destroy it. */
static bool is_input(const struct settings *s, const char *path)
{
    struct stat output;
    struct stat input;

    if (stat(path, &output) != 0 || !S_ISREG(output.st_mode))
        return false;
    for (size_t i = 0; i < s->source_count; i++)
        if (stat(s->sources[i].path, &input) == 0 && input.st_dev == output.st_dev && input.st_ino == output.st_ino)
            return true;
    return false;
}

static bool write_program(const struct settings *s, const struct sfp_program *program)
{
    char *path = s->output ? strdup(s->output) : default_output(s->sources[0].path, s->format->suffix);
    struct sfp_writer writer;
    char *error = NULL;
    bool written = false;

    if (path && is_input(s, path)) {
        if (asprintf(&error, "'%s' is both input and output", path) < 0)
            error = NULL;
    } else if (path && sfp_writer_open(&writer, path, &error)) {
        s->format->write(program, writer.stream);
        written = sfp_writer_commit(&writer, &error);
    }
    if (!written)
        complain(error);
    free(error);
    free(path);
    return written;
}

static int run(struct settings *s)
{
    struct sfp_program program;
    bool done;

    s->options.include_dirs = s->include_dirs;
    s->options.defines = s->defines;
    if (!sfp_assemble(&s->options, s->sources, s->source_count, &program))
        return EXIT_CANNOT;
    done = write_program(s, &program);
    sfp_program_free(&program);
    return done ? EXIT_SUCCESS : EXIT_CANNOT;
}

int main(int argc, char **argv)
{
    const struct argp argp = {
        .options = option_table,
        .parser = parse_option,
        .args_doc = "FILE...",
        .doc = "Assembles Tensix vector-unit (SFPU) programs. FILE - is standard input; *.S is preprocessed first."
               "\v",
        .help_filter = help_filter,
    };
    const size_t most = (size_t)argc + 1;
    struct settings s = {
        .sources = calloc(most, sizeof *s.sources),
        .include_dirs = calloc(most, sizeof *s.include_dirs),
        .defines = calloc(most, sizeof *s.defines),
        .format = output_format_find("bin"),
        .options = {.sink = print, .context = stderr},
    };
    int status = EXIT_CANNOT;

    signal(SIGPIPE, SIG_IGN);
    argp_err_exit_status = EXIT_CANNOT;
    sfp_warnings_init(&s.options.warnings);
    if (!s.sources || !s.include_dirs || !s.defines)
        complain(NULL);
    else if (argp_parse(&argp, argc, argv, 0, NULL, &s) == 0)
        status = run(&s);
    free(s.sources);
    free(s.include_dirs);
    free(s.defines);
    return status;
}
