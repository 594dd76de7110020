/* sfpsim explain: prints the meaning of a name in brackets at a message's end. Names are those of findings, of
 * failures that end runs, of classes of the assembler's warnings, of rules of schedules, of checks, and of refusals of
 * sfpsched, each kind from its table. */
#include <stdlib.h>
#include <string.h>

#include "action/action.h"
#include "action/voice.h"
#include "cli/options.h"
#include "base/names.h"

struct explain_options {
    struct action_options action;
    const char **names; /* names on the command line, with room for one name per argument; empty: explain every name */
    size_t count;
};

/* ---- Names ---- */

/* A kind of name: texts for reports, and a function that fetches the i-th name, or returns false after the last. */
struct kind {
    const char *heading, *one, *page;
    bool (*take)(size_t i, struct sfpu_finding_kind *named);
};

static bool fetch_finding_name(size_t i, struct sfpu_finding_kind *named)
{
    return sfpu_get_finding_kind(i, named) == SFPU_OK;
}

static bool fetch_warning_name(size_t i, struct sfpu_finding_kind *named)
{
    struct sfpu_warning_class class = {.size = sizeof class};

    if (sfpu_get_warning_class(i, &class) != SFPU_OK)
        return false;
    named->name = class.name;
    named->text = class.help;
    named->source = class.on ? "on without options" : "off without options";
    return true;
}

/* A row of a table: name, text, and the page that the text comes from, or NULL. */
struct row {
    const char *name, *text, *source;
};

static bool fetch_row_name(const struct row *rows, size_t count, size_t i, struct sfpu_finding_kind *named)
{
    if (i >= count)
        return false;
    named->name = rows[i].name;
    named->text = rows[i].text;
    named->source = rows[i].source;
    return true;
}

static bool fetch_failure_name(size_t i, struct sfpu_finding_kind *named)
{
    static const struct row rows[] = {
#define FAILURE(id, name, text, source) {name, text, source},
#include "failures.def"
#undef FAILURE
    };

    return fetch_row_name(rows, sizeof rows / sizeof rows[0], i, named);
}

static bool fetch_rule_name(size_t i, struct sfpu_finding_kind *named)
{
    static const struct row rows[] = {
#define RULE(id, name, severity, text, mends, source, provenance) \
        {name, text " What helps: " mends, source "; " provenance},
#include "schedule_rules.def"
#undef RULE
    };

    return fetch_row_name(rows, sizeof rows / sizeof rows[0], i, named);
}

static bool fetch_check_name(size_t i, struct sfpu_finding_kind *named)
{
    static const struct row rows[] = {
#define CHECK(id, name, text, source) {name, text, source},
#include "action/checks.def"
#undef CHECK
    };

    return fetch_row_name(rows, sizeof rows / sizeof rows[0], i, named);
}

static bool fetch_refusal_name(size_t i, struct sfpu_finding_kind *named)
{
    static const struct row rows[] = {
#define REFUSAL(id, name, what, help) {name, what ". What helps: " help, NULL},
#include "refusals.def"
    };

    return fetch_row_name(rows, sizeof rows / sizeof rows[0], i, named);
}

static const struct kind kinds[] = {
    {"Findings of runs", "finding", "sfpu-findings(7)", fetch_finding_name},
    {"What ends a run", "end of a run", "sfpsim(1), Reports", fetch_failure_name},
    {"Classes of the assembler's warnings", "class of warnings", "sfpasm(1)", fetch_warning_name},
    {"Rules of schedules", "rule of schedules", "sfpu-schedules(7)", fetch_rule_name},
    {"Checks of runs and comparisons", "check", "sfpsim(1), Reports", fetch_check_name},
    {"Refusals of sfpsched", "refusal of sfpsched: the instruction or register named", "sfpsched(1), Refusals",
     fetch_refusal_name},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* Returns the name without -W and error=, and the present name of a finding that was renamed. */
static const char *strip_name(const char *name)
{
    static const char option[] = "-W", error[] = "error=";
    const char *today;

    if (strncmp(name, option, strlen(option)) == 0)
        name += strlen(option);
    if (strncmp(name, error, strlen(error)) == 0)
        name += strlen(error);
    today = sfpu_finding_named(name);
    return today ? today : name;
}

static bool find_explained(const struct kind *kind, const char *name, struct sfpu_finding_kind *named)
{
    *named = (struct sfpu_finding_kind){.size = sizeof *named};
    for (size_t i = 0; kind->take(i, named); i++)
        if (strcmp(named->name, name) == 0)
            return true;
    return false;
}

/* ---- Printing ---- */

/* Prints a kernel with the command that runs it. A finding of class info has to be asked for by -W. */
static void print_kernel(FILE *out, const char *heading, const struct sfpu_finding_kind *named, const char *options,
                         const char *source)
{
    const bool asked = named->severity == SFPU_NOTE;

    fprintf(out, "\n%s: sfpsim%s%s%s%s k.s\n\n", heading, asked ? " -W" : "", asked ? named->name : "",
            *options ? " " : "", options);
    while (*source) {
        const int length = (int)strcspn(source, "\n");

        fprintf(out, "    %.*s\n", length, source);
        source += length + (source[length] == '\n');
    }
}

static void print_sentence(FILE *out, const char *text)
{
    const size_t length = strlen(text);

    fprintf(out, "    %s%s\n", text, length && text[length - 1] == '.' ? "" : ".");
}

/* Prints a remark's sentences, each on its own line. */
static void print_remark(FILE *out, const char *text)
{
    fputc('\n', out);
    for (const char *end; (end = strstr(text, ". ")); text = end + 2)
        fprintf(out, "    %.*s.\n", (int)(end - text), text);
    fprintf(out, "    %s\n", text);
}

/* Returns the class of a finding, with what it means for a run. */
static const char *describe_class(int severity)
{
    switch (severity) {
    case SFPU_ERROR:
        return "class error (printed as a warning, unless --hazards=error: then it fails the run)";
    case SFPU_WARNING:
        return "class warning (printed; under --hazards=error it fails the run)";
    case SFPU_ADVICE:
        return "class advice (printed; fails no run, also under --hazards=error)";
    default:
        return "class info (printed only on request)";
    }
}

static void explain_named(FILE *out, const struct kind *kind, const struct sfpu_finding_kind *named)
{
    fprintf(out, "%s, %s\n\n", named->name,
            kind->take == fetch_finding_name ? describe_class(named->severity) : kind->one);
    print_sentence(out, named->text);
    fprintf(out, "    (%s)\n", named->source ? named->source : kind->page);
    if (named->remark)
        print_remark(out, named->remark);
    if (!named->shown)
        return;
    print_kernel(out, "a kernel that has it", named, named->options, named->shown);
    print_kernel(out, "mended", named, named->mended_options, named->mended);
}

static void explain_name(FILE *out, const char *name)
{
    struct sfpu_finding_kind named;
    bool more = false;

    for (size_t i = 0; i < KINDS; i++)
        if (find_explained(&kinds[i], strip_name(name), &named)) {
            if (more)
                fputc('\n', out);
            explain_named(out, &kinds[i], &named);
            more = true;
        }
}

/* Returns the length of the text's first sentence, without the full stop. */
static int measure_first_sentence(const char *text)
{
    const char *end = strstr(text, ". ");

    return (int)(end ? (size_t)(end - text) : strlen(text));
}

static void list_names(FILE *out)
{
    enum { WIDTH = 24 };
    struct sfpu_finding_kind named = {.size = sizeof named};

    for (size_t k = 0; k < KINDS; k++) {
        fprintf(out, "%s%s (%s):\n", k ? "\n" : "", kinds[k].heading, kinds[k].page);
        for (size_t i = 0; kinds[k].take(i, &named); i++)
            fprintf(out, "  %-*s  %.*s\n", WIDTH, named.name, measure_first_sentence(named.text), named.text);
    }
}

/* ---- The action ---- */

static void refuse_name(const struct argp_state *state, const char *name)
{
    struct sfpu_finding_kind named = {.size = sizeof named};
    struct nearest search;
    uint64_t spent = 0;

    nearest_init(&search, &spent, name, strlen(name));
    for (size_t k = 0; k < KINDS; k++)
        for (size_t i = 0; kinds[k].take(i, &named); i++)
            nearest_offer(&search, named.name);
    if (search.best)
        option_error(state, "nothing is called '%s'; did you mean '%s'?", name, search.best);
    else
        option_error(state, "nothing is called '%s': sfpsim explain, without a name, lists all", name);
}

static void keep_explained_name(struct argp_state *state, char *name, void *options)
{
    struct explain_options *o = options;
    struct sfpu_finding_kind named;
    bool known = false;

    for (size_t i = 0; i < KINDS; i++)
        known |= find_explained(&kinds[i], strip_name(name), &named);
    if (!known)
        refuse_name(state, name);
    o->names[o->count++] = name;
}

#define OPTIONS struct explain_options
static const struct option_row rows[] = {
    /* Spellings of older versions, which had no action word, and of the assembler's messages. */
    {"explain", 0, "NAME", NULL, OPTION_HIDDEN, BY(keep_explained_name)},
    {"warn", 'W', "NAME", NULL, OPTION_HIDDEN, BY(keep_explained_name)},
    {NULL, 0, "[NAME...]", NULL, BY(keep_explained_name)},
    INCLUDE(0, NULL, action, action_table),
    {0},
};
#undef OPTIONS

static bool set_explain_defaults(void *options, size_t arguments)
{
    struct explain_options *o = options;

    o->names = calloc(arguments + 1, sizeof *o->names);
    return o->names;
}

static void free_explain_options(void *options)
{
    struct explain_options *o = options;

    free(o->names);
}

static int run_explain_action(void *options)
{
    const struct explain_options *o = options;
    FILE *out = voice_out();

    if (!o->count)
        list_names(out);
    for (size_t i = 0; i < o->count; i++) {
        if (i)
            fputc('\n', out);
        explain_name(out, o->names[i]);
    }
    return 0;
}

static const char *get_explain_subject(const void *options)
{
    const struct explain_options *o = options;

    return o->count ? o->names[0] : "explain";
}

static const struct option_table explain_table = {
    .rows = rows,
    .doc = "Say what a name in brackets means, with a kernel that has the finding, and the kernel mended; "
           "or list all names.\v"
           "Exit status: 0 done; 2 there is no such name.",
};

const struct action explain_action = {
    .name = "explain", .does = "say what the name in brackets at a message's end means", .table = &explain_table,
    .size = sizeof(struct explain_options), .defaults = set_explain_defaults, .free = free_explain_options,
    .run = run_explain_action, .subject = get_explain_subject,
};
