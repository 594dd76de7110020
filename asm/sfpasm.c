/* sfpasm: options and main. */
#define _GNU_SOURCE 1
#include "asm.h"
#include "debug_table.h"
#include "depend.h"
#include "fileio.h"
#include "listing.h"
#include "nearest.h"
#include "output.h"

#include <argp.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *argp_program_version = "sfpasm " SFP_VERSION;

enum {
    EXIT_CANNOT = 2, /* of every program of this project: could not run */
    KEY_STRICT = 256,
    KEY_COLOR,
    KEY_MAX_ERRORS,
};

struct settings {
    struct sfp_asm_options options;
    struct sfp_asm_source *sources;
    size_t source_count;
    const char **include_dirs;
    const char **defines;
    const struct output_format *format;
    const char *output;
    const char *listing;
    bool debug;
    struct depend_options depend;
    bool color;
};

static const struct argp_option option_table[] = {
    {"arch", 'a', "ARCH", 0, "wormhole (wh) or blackhole (bh); without it, as the source states, or wormhole", 0},
    {"format", 'f', "FORMAT", 0, "bin (default): words, little-endian; hex: one 0x........ a line; c: an array; "
                                 "gas: .ttinsn lines", 0},
    {"output", 'o', "FILE", 0, "write FILE, - for standard output; without it kernel.s gives kernel.bin", 0},
    {"listing", 'l', "LISTING", 0, "write the source lines with their words to LISTING, - for standard output", 0},
    {"debug", 'g', NULL, 0, "keep a table of lines, labels and regions beside the words, in OUTPUT.dbg", 0},
    {"include", 'I', "DIR", 0, "search DIR for included files", 0},
    {"define", 'D', "NAME[=EXPR]", 0, "define a symbol, as 1 without an expression; *.S sees it as a macro", 0},
    {"gnu-strict", KEY_STRICT, NULL, 0, "refuse what the vendor's GNU assembler refuses", 0},
    {NULL, 'W', "NAME", 0, "turn a warning class on; -Wno-NAME turns it off; -Werror[=NAME] makes warnings errors", 0},
    {NULL, 'M', "D", 0, "-MD writes the files that were read as a make rule, to -MF FILE or the output's name with .d, "
                        "for -MT TARGET (-MQ quotes it) or the output; -MP adds a rule for each file", 0},
    {"max-errors", KEY_MAX_ERRORS, "N", 0, "end after N errors, 0: never (default); also -fmax-errors=N", 0},
    {"color", KEY_COLOR, "WHEN", OPTION_ARG_OPTIONAL, "messages in colour: always, never or auto (default: on a "
                                                      "terminal, unless NO_COLOR is set)", 0},
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

        fprintf(stream, "  %c %-16s %s\n", sfp_warning_default(class) ? '*' : ' ', sfp_warning_name(class),
                sfp_warning_help(class));
    }
    fputs("\nExit status: 0 done, 2 on any error; then no output file is written.", stream);
    fclose(stream);
    return help;
}

static void set_max_errors(struct settings *s, const char *number, struct argp_state *state)
{
    char *end;

    errno = 0;
    s->options.max_errors = strtoul(number, &end, 10);
    if (number[strspn(number, "0123456789")] || end == number || errno)
        argp_error(state, "'%s' is no number of errors", number);
}

static void set_color(struct settings *s, const char *when, struct argp_state *state)
{
    if (!when || strcmp(when, "always") == 0)
        s->color = true;
    else if (strcmp(when, "never") == 0)
        s->color = false;
    else if (strcmp(when, "auto") == 0)
        s->color = sfp_color_wanted(stderr);
    else
        argp_error(state, "unknown colour '%s': it is always, never or auto", when);
}

/* The class, in -WNAME, -Wno-NAME and -Werror=NAME, that is not known. */
static void refuse_warning(const char *argument, struct argp_state *state)
{
    static const char *const prefixes[] = {"error=", "no-error=", "no-"};
    const char *name = argument;
    struct nearest search;
    uint64_t spent = 0;

    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0] && name == argument; i++)
        if (strncmp(argument, prefixes[i], strlen(prefixes[i])) == 0)
            name += strlen(prefixes[i]);
    nearest_init(&search, &spent, name, strlen(name));
    for (size_t i = 0; i < SFP_WARNINGS; i++)
        nearest_offer(&search, sfp_warning_name((enum sfp_warning)i));
    if (search.best)
        argp_error(state, "unknown warning '-W%s'; did you mean '-W%.*s%s'?", argument, (int)(name - argument),
                   argument, search.best);
    else
        argp_error(state, "unknown warning '-W%s'", argument);
}

static void set_format(struct settings *s, const char *name, struct argp_state *state)
{
    static const char max_errors[] = "max-errors=";

    if (strncmp(name, max_errors, strlen(max_errors)) == 0) {
        set_max_errors(s, name + strlen(max_errors), state);
        return;
    }
    if (strncmp(name, "max", strlen("max")) == 0)
        argp_error(state, "unknown option '-f%s'; did you mean '-f%sN'?", name, max_errors);
    s->format = output_format_find(name);
    if (!s->format)
        argp_error(state, "unknown format '%s': it is bin, hex, c or gas", name);
}

/* The argument of -MF and its like: what follows in the same word, or the next word. */
static const char *take_word(const char *option, struct argp_state *state)
{
    if (option[1])
        return option + 1;
    if (state->next >= state->argc) {
        argp_error(state, "-M%c needs an argument", option[0]);
        return NULL;
    }
    return state->argv[state->next++];
}

/* -M and what follows. */
static void set_depend(struct settings *s, const char *option, struct argp_state *state)
{
    if (strcmp(option, "D") == 0 || strcmp(option, "MD") == 0) {
        s->depend.wanted = true;
    } else if (strcmp(option, "P") == 0) {
        s->depend.phony = true;
    } else if (option[0] == 'F') {
        s->depend.file = take_word(option, state);
    } else if (option[0] == 'T' || option[0] == 'Q') {
        const struct depend_target target = {.verbatim = option[0] == 'T', .name = take_word(option, state)};

        s->depend.targets[s->depend.target_count++] = target;
    } else {
        argp_error(state, "unknown option '-M%s': there are -MD, -MF, -MT, -MQ and -MP", option);
    }
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
        set_format(s, argument, state);
        return 0;
    case 'o':
        s->output = argument;
        return 0;
    case 'l':
        s->listing = argument;
        return 0;
    case 'g':
        s->debug = true;
        return 0;
    case 'I':
        s->include_dirs[s->options.include_dir_count++] = argument;
        return 0;
    case 'D':
        s->defines[s->options.define_count++] = argument;
        return 0;
    case 'M':
        set_depend(s, argument, state);
        return 0;
    case KEY_MAX_ERRORS:
        set_max_errors(s, argument, state);
        return 0;
    case KEY_COLOR:
        set_color(s, argument, state);
        return 0;
    case KEY_STRICT:
        s->options.gnu_strict = true;
        return 0;
    case 'W':
        if (!sfp_warnings_set(&s->options.warnings, argument))
            refuse_warning(argument, state);
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
static void print(void *context, const struct sfp_diagnostic *diagnostic)
{
    const struct settings *s = context;

    if (!diagnostic->file)
        fputs("sfpasm: ", stderr);
    sfp_diagnostic_write(stderr, diagnostic, s->color);
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

/* A file of this run. */
struct product {
    char *path; /* NULL if it is not wanted */
    struct sfp_writer writer;
};

/* The words come last: until they are there, nothing that matters is. */
enum { LISTING, TABLE, DEPENDENCIES, WORDS, PRODUCTS };

/* Do two products go to one place? */
static bool is_shared(const struct product *products, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (products[i].path && strcmp(products[i].path, products[index].path) == 0)
            return true;
    return false;
}

static bool open_product(const struct settings *s, struct product *products, size_t index, char **error)
{
    const char *path = products[index].path;
    const char *complaint = is_input(s, path) ? "'%s' is both input and output"
                          : is_shared(products, index) ? "'%s' is the output of two" : NULL;

    if (!complaint)
        return sfp_writer_open(&products[index].writer, path, error);
    if (asprintf(error, complaint, path) < 0)
        *error = NULL;
    return false;
}

/* Names the products. False with *error set, or without memory. */
static bool name_products(const struct settings *s, struct product *products, char **error)
{
    char *words = s->output ? strdup(s->output) : default_output(s->sources[0].path, s->format->suffix);

    products[WORDS].path = words;
    if (!words)
        return false;
    if (s->listing && !(products[LISTING].path = strdup(s->listing)))
        return false;
    if (s->depend.wanted && !(products[DEPENDENCIES].path = depend_path(&s->depend, words))) {
        if (strcmp(words, "-") == 0)
            *error = strdup("-MD needs -MF FILE where the output is standard output");
        return false;
    }
    if (!s->debug)
        return true;
    if (strcmp(words, "-") == 0) {
        *error = strdup("-g keeps its table beside the output, which must be a file: name one with -o");
        return false;
    }
    if (asprintf(&products[TABLE].path, "%s.dbg", words) < 0)
        products[TABLE].path = NULL;
    return products[TABLE].path;
}

/* Fills the open products. False if memory ran out; errors of their streams show when they are committed. */
static bool fill_products(const struct settings *s, const struct sfp_program *program, struct product *products)
{
    char *name = output_identifier(s->output && strcmp(s->output, "-") != 0 ? s->output : s->sources[0].path);
    bool filled = name;

    if (filled)
        s->format->write(program, name, products[WORDS].writer.stream);
    if (filled && products[LISTING].path)
        filled = listing_write(program, products[LISTING].writer.stream);
    if (filled && products[TABLE].path)
        filled = sfp_debug_write(program, products[TABLE].writer.stream);
    if (filled && products[DEPENDENCIES].path)
        depend_write(&s->depend, program, products[WORDS].path, products[DEPENDENCIES].writer.stream);
    free(name);
    return filled;
}

/* Has all that was written to a product arrived? A full disk is to be met before the first of them is in its place. */
static bool flush_product(const struct product *product, char **error)
{
    const char *path = product->writer.path ? product->writer.path : "<stdout>";

    if (fflush(product->writer.stream) == 0)
        return true;
    if (asprintf(error, "cannot write '%s': %s", path, strerror(errno)) < 0)
        *error = NULL;
    return false;
}

static bool write_products(const struct settings *s, const struct sfp_program *program, struct product *products,
                           char **error)
{
    for (size_t i = 0; i < PRODUCTS; i++)
        if (products[i].path && !open_product(s, products, i, error))
            return false;
    if (!fill_products(s, program, products))
        return false;
    for (size_t i = 0; i < PRODUCTS; i++)
        if (products[i].path && !flush_product(&products[i], error))
            return false;
    for (size_t i = 0; i < PRODUCTS; i++)
        if (products[i].path && !sfp_writer_commit(&products[i].writer, error))
            return false;
    return true;
}

static bool write_program(const struct settings *s, const struct sfp_program *program)
{
    struct product products[PRODUCTS] = {0};
    char *error = NULL;
    const bool written = name_products(s, products, &error) && write_products(s, program, products, &error);

    if (!written)
        complain(error);
    for (size_t i = 0; i < PRODUCTS; i++) {
        sfp_writer_abort(&products[i].writer);
        free(products[i].path);
    }
    free(error);
    return written;
}

static int run(struct settings *s)
{
    struct sfp_program program;
    bool done;

    s->options.include_dirs = s->include_dirs;
    s->options.defines = s->defines;
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
        .depend.targets = calloc(most, sizeof *s.depend.targets),
        .defines = calloc(most, sizeof *s.defines),
        .format = output_format_find("bin"),
        .options = {.sink = print, .context = &s},
        .color = sfp_color_wanted(stderr),
    };
    int status = EXIT_CANNOT;

    signal(SIGPIPE, SIG_IGN);
    sfp_diagnostic_buffer(stderr);
    argp_err_exit_status = EXIT_CANNOT;
    sfp_warnings_init(&s.options.warnings);
    if (!s.sources || !s.include_dirs || !s.defines || !s.depend.targets)
        complain(NULL);
    else if (argp_parse(&argp, argc, argv, 0, NULL, &s) == 0)
        status = run(&s);
    free(s.sources);
    free(s.include_dirs);
    free(s.defines);
    free(s.depend.targets);
    return status;
}
