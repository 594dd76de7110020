/* The options of sfpasm. */
#include "sfpasm.h"

#include "cli/options.h"
#include "base/diag.h"
#include "base/names.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEY_STRICT = 256,
    KEY_FIX_HAZARDS,
    KEY_COLOR,
    KEY_MAX_ERRORS,
    KEY_CALL,
    KEY_RECORD_HEADERS,
    KEY_SFPI,
    KEY_SCHEDULE,
    KEY_PRINT_NODES,
};

static const struct argp_option option_table[] = {
    {"arch", 'a', "ARCH", 0, arch_help, 0},
    {"format", 'f', "FORMAT", 0, "bin (default): words, little-endian; hex: one 0x........ a line; c: an array; "
                                 "gas: .ttinsn lines; elf: for debuggers", 0},
    {"output", 'o', "FILE", 0, "write FILE, - for standard output; without it kernel.s gives kernel.bin", 0},
    {"listing", 'l', "LISTING", 0, "write the source lines with their words to LISTING, - for standard output", 0},
    {"debug", 'g', NULL, 0, "keep a table of lines, labels and regions beside the words, in OUTPUT.dbg, or in an ELF file, with its lines", 0},
    {"include", 'I', "DIR", 0, "search DIR for included files", 0},
    {"define", 'D', "NAME[=EXPR]", 0, "define a symbol, as 1 without an expression; *.S sees it as a macro", 0},
    {"call", KEY_CALL, "CALL", 0, "the FILEs are C++ headers: compile and run CALL on this machine, with the host's C++ "
                                  "compiler, and take the words that it gives; more of them follow it", 0},
    {"record-headers", KEY_RECORD_HEADERS, "DIR", 0, "write the headers that --call compiles with to DIR, and end", 0},
    {"sfpi", KEY_SFPI, "PROFILE", 0, "of --call: select words of sfpi code as this version of its compiler would", 0},
    {"schedule", KEY_SCHEDULE, NULL, 0, "of --call: put what is selected of sfpi code in the order that takes the "
                                        "fewest cycles", 0},
    {"print-nodes", KEY_PRINT_NODES, NULL, 0, "of --call: print what sfpi code was selected of, and end", 0},
    {"fix-hazards", KEY_FIX_HAZARDS, NULL, 0, "put in SFPNOPs where the arch needs them, as if .hazards auto began each "
                                              "FILE", 0},
    {"gnu-strict", KEY_STRICT, NULL, 0, "refuse what the vendor's GNU assembler refuses", 0},
    {NULL, 'W', "NAME", 0, "turn a warning class, or all, on; -Wno-NAME turns it off; -Werror[=NAME] makes warnings "
                           "errors", 0},
    {NULL, 'w', NULL, 0, "no warnings, whatever -W says", 0},
    {NULL, 'M', "D", 0, "-MD writes the files that were read as a make rule, -MMD all but system headers, to -MF FILE "
                        "or the output's name with .d, for -MT TARGET (-MQ quotes it) or the output; -MP adds a rule "
                        "for each file", 0},
    {"max-errors", KEY_MAX_ERRORS, "N", 0, "end after N errors, 0: never (default); also -fmax-errors=N", 0},
    {"color", KEY_COLOR, "WHEN", OPTION_ARG_OPTIONAL, "messages in colour: always, never or auto (default: on a "
                                                      "terminal, unless NO_COLOR is set)", 0},
    {0},
};

/* Appends to the help the warning classes, from their table. */
static char *help_filter(int key, const char *text, void *input)
{
    struct sfpu_warning_class class = {.size = sizeof class};
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
    for (size_t i = 0; sfpu_get_warning_class(i, &class) == SFPU_OK; i++)
        fprintf(stream, "  %c %-16s %s\n", class.on ? '*' : ' ', class.name, class.help);
    fputs("\nExit status: 0 done, 2 on any error; an output file is whole, or as it was.", stream);
    fclose(stream);
    return help;
}

static void set_max_errors(struct settings *s, const char *number, struct argp_state *state)
{
    char *end;

    errno = 0;
    s->how.max_errors = strtoul(number, &end, 10);
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
        s->color = color_wanted(stderr);
    else
        argp_error(state, "unknown colour '%s': it is always, never or auto", when);
}

/* The class, in -WNAME, -Wno-NAME and -Werror=NAME, that is not known. */
static void refuse_warning(const char *argument, struct argp_state *state)
{
    static const char *const prefixes[] = {"error=", "no-error=", "no-"};
    const char *name = argument;
    struct sfpu_warning_class class = {.size = sizeof class};
    struct nearest search;
    uint64_t spent = 0;

    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0] && name == argument; i++)
        if (strncmp(argument, prefixes[i], strlen(prefixes[i])) == 0)
            name += strlen(prefixes[i]);
    nearest_init(&search, &spent, name, strlen(name));
    for (size_t i = 0; sfpu_get_warning_class(i, &class) == SFPU_OK; i++)
        nearest_offer(&search, class.name);
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
    s->format = sfpu_output_named(name);
    if (s->format < 0)
        argp_error(state, "unknown format '%s': it is bin, hex, c, gas or elf", name);
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
        s->depend.user_only = option[0] == 'M';
    } else if (strcmp(option, "P") == 0) {
        s->depend.phony = true;
    } else if (option[0] == 'F') {
        s->depend.file = take_word(option, state);
    } else if (option[0] == 'T' || option[0] == 'Q') {
        const struct depend_target target = {.verbatim = option[0] == 'T', .name = take_word(option, state)};

        s->depend.targets[s->depend.target_count++] = target;
    } else {
        argp_error(state, "unknown option '-M%s': there are -MD, -MMD, -MF, -MT, -MQ and -MP", option);
    }
}

/* Does the command line say what to do? */
static void check_whole(const struct settings *s, struct argp_state *state)
{
    if (s->header_directory)
        return;
    if (s->source_count == 0)
        argp_error(state, "no input file");
    else if (s->how.fix_hazards && s->how.gnu_strict)
        argp_error(state, "--gnu-strict gives the words of GNU as, and --fix-hazards puts in others");
    else if (s->call_count > 0 && s->how.fix_hazards)
        argp_error(state, "--fix-hazards is about assembly, and --call takes C++");
    else if (s->call_count > 0 && s->how.gnu_strict)
        argp_error(state, "--gnu-strict is about assembly, and --call takes C++");
    else if (s->call_count == 0 && (s->sfpi || s->schedule || s->print_nodes))
        argp_error(state, "%s is about what --call takes",
                   s->sfpi ? "--sfpi" : s->schedule ? "--schedule" : "--print-nodes");
    for (size_t i = 0; i < s->source_count && s->call_count > 0; i++)
        if (sfpu_is_assembly(s->sources[i]))
            argp_error(state, "'%s' is assembly, and --call takes C++", s->sources[i]);
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    struct settings *s = state->input;

    switch (key) {
    case 'a':
        s->how.arch = arch_option(argument, state);
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
        s->include_dirs[s->how.include_dir_count++] = argument;
        return 0;
    case 'D':
        s->defines[s->how.define_count++] = argument;
        return 0;
    case 'M':
        set_depend(s, argument, state);
        return 0;
    case KEY_CALL:
        s->calls[s->call_count++] = argument;
        return 0;
    case KEY_RECORD_HEADERS:
        s->header_directory = argument;
        return 0;
    case KEY_SFPI:
        s->sfpi = argument;
        return 0;
    case KEY_SCHEDULE:
        s->schedule = true;
        return 0;
    case KEY_PRINT_NODES:
        s->print_nodes = true;
        return 0;
    case KEY_MAX_ERRORS:
        set_max_errors(s, argument, state);
        return 0;
    case KEY_COLOR:
        set_color(s, argument, state);
        return 0;
    case KEY_FIX_HAZARDS:
        s->how.fix_hazards = true;
        return 0;
    case KEY_STRICT:
        s->how.gnu_strict = true;
        return 0;
    case 'w':
        s->no_warnings = true;
        return 0;
    case 'W':
        if (sfpu_check_warning_class(argument) != SFPU_OK)
            refuse_warning(argument, state);
        s->warnings[s->how.warning_count++] = argument;
        return 0;
    case ARGP_KEY_ARG:
        s->sources[s->source_count++] = argument;
        return 0;
    case ARGP_KEY_END:
        check_whole(s, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

bool settings_init(struct settings *s, size_t count)
{
    *s = (struct settings){
        .how.size = sizeof s->how,
        .sources = calloc(count, sizeof *s->sources),
        .include_dirs = calloc(count, sizeof *s->include_dirs),
        .depend.targets = calloc(count, sizeof *s->depend.targets),
        .defines = calloc(count, sizeof *s->defines),
        .warnings = calloc(count, sizeof *s->warnings),
        .calls = calloc(count, sizeof *s->calls),
        .format = SFPU_BIN,
        .color = color_wanted(stderr),
    };
    s->how.include_dirs = s->include_dirs;
    s->how.defines = s->defines;
    s->how.warnings = s->warnings;
    return s->sources && s->include_dirs && s->defines && s->warnings && s->calls && s->depend.targets;
}

void settings_free(struct settings *s)
{
    free(s->sources);
    free(s->include_dirs);
    free(s->defines);
    free(s->warnings);
    free(s->calls);
    free(s->depend.targets);
}

bool settings_parse(struct settings *s, int argc, char **argv)
{
    const struct argp argp = {
        .options = option_table,
        .parser = parse_option,
        .args_doc = "FILE...",
        .doc = "Assembles Tensix vector-unit (SFPU) programs. FILE - is standard input; *.S is preprocessed first."
               "\v",
        .help_filter = help_filter,
    };

    if (options_parse(&argp, argc, argv, s) != 0)
        return false;
    if (s->no_warnings)
        s->warnings[s->how.warning_count++] = "no-all";
    return true;
}
