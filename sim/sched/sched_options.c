/* Options, and what is called again to make the same. */
#include "sched_options.h"

#include <argp.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "action/option_values.h"
#include "action/voice.h"
#include "cli/options.h"
#include "period_search.h"

const char *argp_program_version = "sfpsched " SFP_VERSION;

enum { KEY_REGION = 256, KEY_NAME, KEY_REWRITE, KEY_PERIOD, KEY_GRAPH, KEY_TIME, KEY_CONFLICTS, KEY_ALL, KEY_JSON,
      KEY_CHECK, KEY_PIN,
       KEY_WHY, KEY_NO_MACROS, KEY_OVERLAP, KEY_ROWS, KEY_PROOF };

enum { MOST_ROWS = 4 };

static const struct argp_option option_table[] = {
    {"region", KEY_REGION, "NAME", 0, "only what is executed in this .region", 0},
    {"name", KEY_NAME, "NAME", 0, "what the schedule is called (default: as the region, or the file)", 0},
    {"rewrite", KEY_REWRITE, "NAME", 0, "make values in another way that changes some of them; repeatable", 0},
    {"period", KEY_PERIOD, "CYCLES", 0, "a table of this period, and no other", 0},
    {"rows-per-iteration", KEY_ROWS, "N", 0, "a table of N iterations of the loop, whose period need not be a multiple",
     0},
    {"check", KEY_CHECK, "TABLE", 0, "is the schedule of this source still the shortest?", 0},
    {"pin", KEY_PIN, "TABLE", 0, "only tables that have the cells of this source's schedule", 0},
    {"why", KEY_WHY, "CYCLES", 0, "say why there is no table of this period", 0},
    {"no-macros", KEY_NO_MACROS, NULL, 0, "the shortest order of the plain kernel instead of a table", 0},
    {"overlap", KEY_OVERLAP, NULL, 0, "with --no-macros: iterations may overlap, in a table of issued cells", 0},
    {"proof", KEY_PROOF, "PREFIX", 0, "write what refutes shorter periods: PREFIX-*.cnf, and PREFIX-*.drat by cadical",
     0},
    {"all", KEY_ALL, NULL, 0, "compare all 2^32 inputs of an operand of 32 bits", 0},
    {"time", KEY_TIME, "SECONDS", 0, "end after so long, with the best table so far", 0},
    {"conflicts", KEY_CONFLICTS, "N", 0, "give a model up after so many conflicts of the solver (0: never)", 0},
    {"print-graph", KEY_GRAPH, NULL, 0, "print values and operations of an iteration, and search nothing", 0},
    {"json", KEY_JSON, NULL, 0, "print all of it as JSON", 0},
    {"output", 'o', "FILE", 0, "write FILE instead of standard output", 0},
    {"quiet", 'q', NULL, 0, "say nothing but errors", 0},
    {"verbose", 'v', NULL, 0, "tell of each model what came of it", 0},
    {0},
};

static bool is_name(const char *text)
{
    if (!isalpha((unsigned char)*text) && *text != '_')
        return false;
    while (isalnum((unsigned char)*text) || *text == '_')
        text++;
    return *text == '\0';
}

static error_t parse_name(struct sched_options *o, char *arg, struct argp_state *state)
{
    if (!is_name(arg))
        option_error(state, "--name takes letters, digits and _, not '%s'", arg);
    o->name = arg;
    return 0;
}

static error_t parse_argument(struct sched_options *o, int key, char *arg, struct argp_state *state)
{
    if (key == ARGP_KEY_ARG && o->kernel)
        option_error(state, "more than one kernel");
    if (key == ARGP_KEY_ARG)
        o->kernel = arg;
    if (key == ARGP_KEY_NO_ARGS)
        option_error(state, "no kernel");
    if (key == ARGP_KEY_END && o->overlap && !o->no_macros)
        option_error(state, "--overlap goes with --no-macros");
    if (key == ARGP_KEY_END && o->output && (o->why || o->check))
        option_error(state, "--output is for a table: %s prints to standard output", o->why ? "--why" : "--check");
    if (key == ARGP_KEY_END && o->period && o->why)
        option_error(state, "--period and --why each name a period");
    return 0;
}

/* Where an option goes that is there or not; NULL: it is none. */
static bool *flag_of(struct sched_options *o, int key)
{
    switch (key) {
    case KEY_ALL: return &o->all;
    case KEY_GRAPH: return &o->graph;
    case KEY_JSON: return &o->json;
    case KEY_NO_MACROS: return &o->no_macros;
    case KEY_OVERLAP: return &o->overlap;
    case 'q': return &o->quiet;
    case 'v': return &o->verbose;
    default: return NULL;
    }
}

/* And one that is a text. */
static const char **text_of(struct sched_options *o, int key)
{
    switch (key) {
    case KEY_REGION: return &o->region;
    case KEY_CHECK: return &o->check;
    case KEY_PIN: return &o->pin;
    case KEY_PROOF: return &o->proof;
    case 'o': return &o->output;
    case KEY_REWRITE: return &o->rewrites[o->rewrite_count++];
    default: return NULL;
    }
}

static error_t parse_number(struct sched_options *o, int key, const char *arg, struct argp_state *state)
{
    switch (key) {
    case KEY_PERIOD:
        o->period = (unsigned)option_number(state, "--period", arg, 1, SEARCH_MOST_PERIOD);
        return 0;
    case KEY_WHY:
        o->why = (unsigned)option_number(state, "--why", arg, 1, SEARCH_MOST_PERIOD);
        return 0;
    case KEY_ROWS:
        o->rows = (unsigned)option_number(state, "--rows-per-iteration", arg, 1, MOST_ROWS);
        return 0;
    case KEY_TIME:
        o->time = option_real(state, "--time", arg);
        return 0;
    case KEY_CONFLICTS:
        o->conflicts = (unsigned)option_number(state, "--conflicts", arg, 0, INT32_MAX);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
    struct sched_options *o = state->input;
    bool *flag = flag_of(o, key);
    const char **text = text_of(o, key);

    if (flag)
        *flag = true;
    else if (text)
        *text = arg;
    else if (key == ARGP_KEY_INIT)
        state->child_inputs[0] = &o->machine;
    else if (key == KEY_NAME)
        return parse_name(o, arg, state);
    else if (key == ARGP_KEY_ARG || key == ARGP_KEY_NO_ARGS || key == ARGP_KEY_END)
        return parse_argument(o, key, arg, state);
    else
        return parse_number(o, key, arg, state);
    return 0;
}

/* In a comment, and for a shell: quoted where it needs that, without what would end the line. */
static void put_word(FILE *out, const char *word)
{
    const bool plain = word[0] && word[strspn(word,
                                              "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%")] == '\0';

    fputs(plain ? " " : " '", out);
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", out);
        else
            putc(iscntrl((unsigned char)*word) ? '?' : *word, out);
    if (!plain)
        putc('\'', out);
}

/* Where it goes is no part of it. */
static char *command_of(int argc, char **argv)
{
    size_t size;
    char *text = NULL;
    FILE *out = open_memstream(&text, &size);
    bool whole;

    if (!out)
        return NULL;
    fputs("sfpsched", out);
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-o") == 0 || strcmp(argv[i], "--output") == 0)
            i++;
        else if (strncmp(argv[i], "-o", 2) != 0 && strncmp(argv[i], "--output=", strlen("--output=")) != 0)
            put_word(out, argv[i]);
    whole = !ferror(out);
    if (fclose(out) == 0 && whole)
        return text;
    free(text);
    return NULL;
}

bool sched_options_parse(struct sched_options *o, int argc, char **argv)
{
    static const struct argp_child children[] = {{&machine_argp, 0, "The machine:", 1}, {0}};
    static const struct argp argp = {
        .options = option_table,
        .parser = parse_option,
        .args_doc = "KERNEL",
        .doc = "Finds the shortest schedule of the loop of a plain kernel, which has no SFPLOADMACRO, and prints it as a "
               "source for sfpasm. KERNEL is what sfpsim runs: words, *.s, *.S, a compiled kernel."
               "\v--init=llk goes without saying.\n"
               "\nExit status: 0 found, and no shorter one can be; 1 none found, or a shorter one not ruled out, or the table "
               "of --check is not the shortest, or another kernel; 2 on any error.",
        .children = children,
    };
    const bool room = machine_options_init(&o->machine, (size_t)argc);

    o->rewrites = calloc((size_t)argc, sizeof *o->rewrites);
    o->command = command_of(argc, argv);
    o->conflicts = SEARCH_CONFLICTS;
    o->rows = 1;
    if (!room || !o->rewrites || !o->command) {
        complain("not enough memory");
        return false;
    }
    o->machine.settings[o->machine.setting_count++] = (struct sfp_setting){"init", "llk"};
    return options_parse(&argp, argc, argv, o) == 0;
}

void sched_options_free(struct sched_options *o)
{
    machine_options_free(&o->machine);
    free(o->rewrites);
    free(o->command);
}
