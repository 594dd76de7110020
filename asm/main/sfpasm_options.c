/* sfpasm's options. */
#include "sfpasm.h"

#include "cli/option_rows.h"
#include "cli/options.h"
#include "base/diag.h"
#include "base/names.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Appends the list of warning classes to the help, from their table. */
static char *list_warnings(int key, const char *text, void *settings)
{
    struct sfpu_warning_class class = {.size = sizeof class};
    char *help = NULL;
    size_t size;
    FILE *stream;

    (void)settings;
    if (key != ARGP_KEY_HELP_POST_DOC)
        return (char *)text;
    stream = open_memstream(&help, &size);
    if (!stream)
        return (char *)text;
    fputs("Warning classes (* on by default):\n", stream);
    for (size_t i = 0; sfpu_get_warning_class(i, &class) == SFPU_OK; i++)
        fprintf(stream, "  %c %-16s %s\n", class.on ? '*' : ' ', class.name, class.help);
    fputs("\nExit status: 0 done, 2 on any error; an output file is written whole, or stays unchanged.", stream);
    fclose(stream);
    return help;
}

static void set_max_errors(struct argp_state *state, char *number, void *max_errors)
{
    char *end;

    errno = 0;
    *(size_t *)max_errors = strtoul(number, &end, 10);
    if (number[strspn(number, "0123456789")] || end == number || errno)
        argp_error(state, "'%s' is not a number of errors", number);
}

static void set_color(struct argp_state *state, char *when, void *color)
{
    if (!when || strcmp(when, "always") == 0)
        *(bool *)color = true;
    else if (strcmp(when, "never") == 0)
        *(bool *)color = false;
    else if (strcmp(when, "auto") == 0)
        *(bool *)color = color_wanted(stderr);
    else
        argp_error(state, "unknown colour '%s': it is always, never or auto", when);
}

/* Reports an unknown class in -WNAME, -Wno-NAME or -Werror=NAME. */
static void refuse_warning_class(const char *argument, struct argp_state *state)
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

static void add_warning(struct argp_state *state, char *argument, void *settings)
{
    struct settings *s = settings;

    if (sfpu_check_warning_class(argument) != SFPU_OK)
        refuse_warning_class(argument, state);
    s->warnings[s->how.warning_count++] = argument;
}

static void set_format(struct argp_state *state, char *name, void *settings)
{
    static const char max_errors[] = "max-errors=";
    struct settings *s = settings;

    if (strncmp(name, max_errors, strlen(max_errors)) == 0) {
        set_max_errors(state, name + strlen(max_errors), &s->how.max_errors);
        return;
    }
    if (strncmp(name, "max", strlen("max")) == 0)
        argp_error(state, "unknown option '-f%s'; did you mean '-f%sN'?", name, max_errors);
    s->format = strcmp(name, "header") == 0 ? HEADER_FORMAT : sfpu_output_named(name);
    if (s->format < 0)
        argp_error(state, "unknown format '%s': it is bin, hex, c, gas, elf or header", name);
}

/* Returns the argument of -MF and similar options: the rest of the word, or the next word. */
static const char *take_depend_word(const char *option, struct argp_state *state)
{
    if (option[1])
        return option + 1;
    if (state->next >= state->argc) {
        argp_error(state, "-M%c needs an argument", option[0]);
        return NULL;
    }
    return state->argv[state->next++];
}

/* Takes an option that starts with -M. */
static void set_depend(struct argp_state *state, char *option, void *settings)
{
    struct settings *s = settings;

    if (strcmp(option, "D") == 0 || strcmp(option, "MD") == 0) {
        s->depend.wanted = true;
        s->depend.user_only = option[0] == 'M';
    } else if (strcmp(option, "P") == 0) {
        s->depend.phony = true;
    } else if (option[0] == 'F') {
        s->depend.file = take_depend_word(option, state);
    } else if (option[0] == 'T' || option[0] == 'Q') {
        const struct depend_target target = {.verbatim = option[0] == 'T', .name = take_depend_word(option, state)};

        s->depend.targets[s->depend.target_count++] = target;
    } else {
        argp_error(state, "unknown option '-M%s': there are -MD, -MMD, -MF, -MT, -MQ and -MP", option);
    }
}

/* Checks the options as a whole for contradictions and missing inputs. */
static void check_sfpasm_options(struct argp_state *state, void *settings)
{
    const struct settings *s = settings;

    if (s->header_directory)
        return;
    if (s->source_count == 0)
        argp_error(state, "no input file");
    else if (s->how.fix_hazards && s->how.gnu_strict)
        argp_error(state, "--gnu-strict gives the words of GNU as, but --fix-hazards inserts other words");
    else if (s->call_count > 0 && s->how.fix_hazards)
        argp_error(state, "--fix-hazards is for assembly, but --call takes C++");
    else if (s->call_count > 0 && s->how.gnu_strict)
        argp_error(state, "--gnu-strict is for assembly, but --call takes C++");
    else if (s->sweep && s->format != HEADER_FORMAT)
        argp_error(state, "--sweep needs --format=header");
    else if (s->call_count == 0 && (s->sfpi || s->schedule || s->print_nodes))
        argp_error(state, "%s needs --call",
                   s->sfpi ? "--sfpi" : s->schedule ? "--schedule" : "--print-nodes");
    for (size_t i = 0; i < s->source_count && s->call_count > 0; i++)
        if (sfpu_is_assembly(s->sources[i]))
            argp_error(state, "'%s' is assembly, but --call takes C++", s->sources[i]);
}

#define OPTIONS struct settings
static const struct option_row rows[] = {
    {"arch", 'a', "ARCH", arch_help, AS(option_set_arch, how.arch)},
    {"format", 'f', "FORMAT", "bin (default): words, little-endian; hex: a 0x........ on each line; c: an array; "
                              "gas: .ttinsn lines; elf: for debuggers; header: C++ "
                              "in the shape of tt-llk", BY(set_format)},
    {"sweep", 0, "OPTIONS", "with -f header: measure the kernel's error by 'sfpsim sweep OPTIONS', for the header's "
                            "comment", AS_TEXT(sweep)},
    {"output", 'o', "FILE", "write FILE, - for standard output; by default kernel.bin for kernel.s", AS_TEXT(output)},
    {"listing", 'l', "LISTING", "write the source lines with their words to LISTING, - for standard output",
     AS_TEXT(listing)},
    {"debug", 'g', NULL, "write a table of lines, labels and regions to OUTPUT.dbg; in an ELF file, also lines for "
                         "debuggers", AS_FLAG(debug)},
    {"include", 'I', "DIR", "search DIR for included files", AS_LIST(include_dirs, how.include_dir_count)},
    {"define", 'D', "NAME[=EXPR]", "define a symbol, as 1 without an expression; *.S sees it as a macro",
     AS_LIST(defines, how.define_count)},
    {"call", 0, "CALL", "the FILEs are C++ headers: compile and run CALL on this machine, with the host's C++ "
                        "compiler, and take the words that it issues; repeatable", AS_LIST(calls, call_count)},
    {"record-headers", 0, "DIR", "write the headers for --call to DIR, and exit",
     AS_TEXT(header_directory)},
    {"sfpi", 0, "PROFILE", "with --call: select words of sfpi code as this version of its compiler would",
     AS_TEXT(sfpi)},
    {"schedule", 0, NULL, "with --call: order the selected words of sfpi code for the fewest cycles",
     AS_FLAG(schedule)},
    {"print-nodes", 0, NULL, "with --call: print the nodes that sfpi code is selected from, and exit",
     AS_FLAG(print_nodes)},
    {"fix-hazards", 0, NULL, "insert SFPNOPs where the arch needs them, as if each FILE began with .hazards auto",
     AS_FLAG(how.fix_hazards)},
    {"gnu-strict", 0, NULL, "refuse what the vendor's GNU assembler refuses", AS_FLAG(how.gnu_strict)},
    {NULL, 'W', "NAME", "turn a warning class, or all, on; -Wno-NAME turns it off; -Werror[=NAME] makes warnings "
                       "errors", BY(add_warning)},
    {NULL, 'w', NULL, "no warnings, whatever -W says", AS_FLAG(no_warnings)},
    {NULL, 'M', "D", "-MD writes the files that were read as a make rule, -MMD without system headers, to -MF FILE or "
                     "the output's name with .d, for -MT TARGET (-MQ quotes it) or the output; -MP adds a rule for "
                     "each file", BY(set_depend)},
    {"max-errors", 0, "N", "end after N errors, 0: never (default); also -fmax-errors=N",
     AS(set_max_errors, how.max_errors)},
    {"color", 0, "WHEN", "messages in colour: always, never or auto (default: on a terminal, unless NO_COLOR is set)",
     OPTION_ARG_OPTIONAL, AS(set_color, color)},
    {NULL, 0, "FILE...", NULL, AS_LIST(sources, source_count)},
    {0},
};
#undef OPTIONS

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
    const struct option_table table = {
        .rows = rows,
        .doc = "Assembles Tensix vector-unit (SFPU) programs. FILE - is standard input; *.S is preprocessed first."
               "\v",
        .help_filter = list_warnings,
        .check = check_sfpasm_options,
    };

    if (options_take(&table, argc, argv, s) != 0)
        return false;
    if (s->no_warnings)
        s->warnings[s->how.warning_count++] = "no-all";
    return true;
}
