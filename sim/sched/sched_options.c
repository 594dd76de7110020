/* Options, and the command line that repeats the run. */
#include "sched_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "action/voice.h"
#include "cli/shell_word.h"
#include "period_search.h"

const char *argp_program_version = "sfpsched " SFP_VERSION;

static bool is_schedule_name(const char *text)
{
    if (!isalpha((unsigned char)*text) && *text != '_')
        return false;
    while (isalnum((unsigned char)*text) || *text == '_')
        text++;
    return *text == '\0';
}

static void set_name(struct argp_state *state, char *text, void *name)
{
    if (!is_schedule_name(text))
        option_error(state, "--name takes letters, digits and _, not '%s'", text);
    *(const char **)name = text;
}

static void set_kernel(struct argp_state *state, char *path, void *kernel)
{
    if (*(const char **)kernel)
        option_error(state, "more than one kernel; of several headers in C++, one that includes them is the kernel");
    *(const char **)kernel = path;
}

static void set_format(struct argp_state *state, char *name, void *header)
{
    *(bool *)header = strcmp(name, "header") == 0;
    if (!*(bool *)header && strcmp(name, "source") != 0)
        argp_error(state, "unknown format '%s': it is source or header", name);
}

static void check_sched_options(struct argp_state *state, void *options)
{
    const struct sched_options *o = options;

    if (o->overlap && !o->no_macros)
        option_error(state, "--overlap needs --no-macros");
    if (o->header && (o->json || o->macro_words || o->why || o->check || o->graph))
        argp_error(state, "--format=header is for a table: it does not go with --json, --macro-words, --why, --check "
                          "or --print-graph");
    if (o->sweep && !o->header)
        argp_error(state, "--sweep needs --format=header");
    if (o->macro_words && (o->json || o->no_macros || o->why || o->check || o->graph))
        argp_error(state, "--macro-words is for a table: it does not go with --json, which has them anyway, "
                          "--no-macros, --why, --check or --print-graph");
    if (o->output && (o->why || o->check))
        option_error(state, "--output is for a table: %s prints to standard output", o->why ? "--why" : "--check");
    if (o->machine.cpp.call_count > 0 && !cpp_kernel_named(o->kernel))
        argp_error(state, "--call: '%s' is not a kernel in C++: a name that ends in .h, .hpp, .cc, .cpp or a like "
                          "ending", o->kernel);
    if (o->period && o->why)
        option_error(state, "--period and --why both name a period: give one of them");
}

#define OPTIONS struct sched_options
static const struct option_row rows[] = {
    {"region", 0, "NAME", "find the loop in this .region only", AS_TEXT(region)},
    {"name", 0, "NAME", "name of the schedule (default: the region's, or the file's)", AS(set_name, name)},
    {"rewrite", 0, "NAME", "permit a rewrite that changes some values, or makes the search long; repeatable",
     AS_LIST(rewrites, rewrite_count)},
    {"period", 0, "CYCLES", "find a table of this period only", AS_NUMBER(period, 1, SEARCH_MOST_PERIOD)},
    {"rows-per-iteration", 0, "N", "find a table of N iterations as one, whose period need not be a multiple of N",
     AS_NUMBER(rows, 1, SCHED_MOST_ROWS)},
    {"check", 0, "TABLE", "check whether the schedule in this source is still the shortest", AS_TEXT(check)},
    {"pin", 0, "TABLE", "find only tables with the cells of the schedule in this source", AS_TEXT(pin)},
    {"why", 0, "CYCLES", "explain why no table has this period", AS_NUMBER(why, 1, SEARCH_MOST_PERIOD)},
    {"no-macros", 0, NULL, "find the shortest order of the plain kernel instead of a table", AS_FLAG(no_macros)},
    {"overlap", 0, NULL, "with --no-macros: iterations may overlap, in a table of issued cells", AS_FLAG(overlap)},
    {"proof", 0, "PREFIX", "write the proof that no shorter period exists: PREFIX-*.cnf, and PREFIX-*.drat by cadical",
     AS_TEXT(proof)},
    {"all", 0, NULL, "compare all 2^32 inputs of an operand of 32 bits", AS_FLAG(all)},
    {"time", 0, "SECONDS", "stop after SECONDS, with the best table so far", AS_REAL(time)},
    {"conflicts", 0, "N", "give up a model after N conflicts of the solver (0: never)",
     AS_NUMBER(conflicts, 0, INT32_MAX)},
    {"print-graph", 0, NULL, "print the values and operations of an iteration, without a search", AS_FLAG(graph)},
    {"format", 'f', "FORMAT", "source (default), or header: C++ in the shape of tt-llk, as sfpasm -f header makes it",
     AS(set_format, header)},
    {"sweep", 0, "OPTIONS", "with -f header: measure the answer's error by 'sfpsim sweep OPTIONS', for the header's "
                            "comment", AS_TEXT(sweep)},
    {"macro-words", 0, NULL, "print the templates, sequences and Misc words of the answer, as a table with its proof",
     AS_FLAG(macro_words)},
    {"json", 0, NULL, "print the answer as JSON", AS_FLAG(json)},
    {"output", 'o', "FILE", "write FILE instead of standard output", AS_TEXT(output)},
    {"quiet", 'q', NULL, "print only errors", AS_FLAG(quiet)},
    {"verbose", 'v', NULL, "report the outcome of each model", AS_FLAG(verbose)},
    {NULL, 0, "KERNEL", NULL, AS(set_kernel, kernel), .needed = "no kernel"},
    INCLUDE(1, "The machine:", machine, machine_table),
    INCLUDE(0, NULL, machine, machine_calls_table),
    {0},
};
#undef OPTIONS

/* Returns the command line without --output, or NULL if memory ran out. */
static char *make_command(int argc, char **argv)
{
    struct text line = {0};

    text_print(&line, "sfpsched");
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-o") == 0 || strcmp(argv[i], "--output") == 0)
            i++;
        else if (strncmp(argv[i], "-o", 2) != 0 && strncmp(argv[i], "--output=", strlen("--output=")) != 0) {
            text_add_char(&line, ' ');
            put_shell_word(&line, argv[i]);
        }
    text_add_char(&line, '\0');
    if (!line.failed)
        return line.data;
    text_free(&line);
    return NULL;
}

bool sched_options_parse(struct sched_options *o, int argc, char **argv)
{
    static const struct option_table table = {
        .rows = rows,
        .check = check_sched_options,
        .doc = "Finds the shortest schedule for the loop of a plain kernel, without SFPLOADMACRO, and prints it as a "
               "source for sfpasm. KERNEL is a file that sfpsim runs: words, *.s, *.S, a "
               "compiled kernel, a C++ header with --call."
               "\vExit status: 0 if the answer is proven to be the shortest, or has the period asked for; 1 if nothing "
               "is found, a shorter answer is not excluded, or the table of --check is not the shortest or leaves "
               "other values in Dst; 2 on any error.",
    };
    const bool room = machine_options_init(&o->machine, (size_t)argc);

    o->rewrites = calloc((size_t)argc, sizeof *o->rewrites);
    o->command = make_command(argc, argv);
    o->conflicts = SEARCH_CONFLICTS;
    if (!room || !o->rewrites || !o->command) {
        complain_no_memory();
        return false;
    }
    o->machine.default_init = "llk";
    return options_take(&table, argc, argv, o) == 0;
}

void sched_options_free(struct sched_options *o)
{
    machine_options_free(&o->machine);
    free(o->rewrites);
    free(o->command);
}
