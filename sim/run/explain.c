/* sfpsim explain: prints the meaning of a name in brackets at a message's end, or of a fault of the hardware. */
#include <stdlib.h>
#include <string.h>

#include "action/action.h"
#include "action/voice.h"
#include "cli/options.h"
#include "base/names.h"
#include "errata.h"
#include "explain_json.h"
#include "explain_names.h"

struct explain_options {
    struct action_options action;
    const char **names; /* names on the command line, with room for one name per argument; empty: explain every name */
    size_t count;
    bool errata; /* list faults of the hardware only; without names */
    bool json;
};

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

static bool is_kind(const struct name_kind *kind, unsigned n)
{
    return kind == &name_kinds[n];
}

static void explain_named(FILE *out, const struct name_kind *kind, const struct sfpu_finding_kind *named)
{
    const struct erratum *erratum = is_kind(kind, KIND_OF_ERRATA) ? erratum_named(named->name) : NULL;

    fprintf(out, "%s, %s", named->name,
            is_kind(kind, KIND_OF_FINDINGS) ? describe_class(named->severity) : kind->one);
    if (erratum) {
        fputs(" on ", out);
        erratum_print_arches(out, erratum);
    }
    fputs("\n\n", out);
    print_sentence(out, named->text);
    fprintf(out, "    (%s)\n", named->source ? named->source : kind->page);
    if (erratum)
        erratum_print_rest(out, erratum);
    else if (is_kind(kind, KIND_OF_FINDINGS) && erratum_of_finding(named->name))
        fprintf(out, "    Fault of the hardware: %s\n", erratum_of_finding(named->name)->name);
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

    for (size_t i = 0; i < NAME_KINDS; i++)
        if (name_find(&name_kinds[i], name_strip(name), &named)) {
            if (more)
                fputc('\n', out);
            explain_named(out, &name_kinds[i], &named);
            more = true;
        }
}

/* Returns the length of the text's first sentence, without the full stop. */
static int measure_first_sentence(const char *text)
{
    const char *end = strstr(text, ". ");

    return (int)(end ? (size_t)(end - text) : strlen(text));
}

static void list_kind(FILE *out, const struct name_kind *kind)
{
    enum { WIDTH = 24 };
    struct sfpu_finding_kind named = {.size = sizeof named};

    fprintf(out, "%s (%s):\n", kind->heading, kind->page);
    for (size_t i = 0; kind->take(i, &named); i++)
        fprintf(out, "  %-*s  %.*s\n", WIDTH, named.name, measure_first_sentence(named.text), named.text);
}

static void list_names(FILE *out, bool errata)
{
    for (size_t k = errata ? KIND_OF_ERRATA : 0; k < NAME_KINDS; k++) {
        list_kind(out, &name_kinds[k]);
        fputs(k + 1 < NAME_KINDS ? "\n" : "", out);
    }
}

/* ---- The action ---- */

static void refuse_name(const struct argp_state *state, const char *name)
{
    struct sfpu_finding_kind named = {.size = sizeof named};
    struct nearest search;
    uint64_t spent = 0;

    nearest_init(&search, &spent, name, strlen(name));
    for (size_t k = 0; k < NAME_KINDS; k++)
        for (size_t i = 0; name_kinds[k].take(i, &named); i++)
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

    for (size_t i = 0; i < NAME_KINDS; i++)
        known |= name_find(&name_kinds[i], name_strip(name), &named);
    if (!known)
        refuse_name(state, name);
    o->names[o->count++] = name;
}

static void check_explain_options(struct argp_state *state, void *options)
{
    const struct explain_options *o = options;

    if (o->errata && o->count)
        option_error(state, "--errata lists all faults of the hardware: not with a name, as '%s'", o->names[0]);
}

#define OPTIONS struct explain_options
static const struct option_row rows[] = {
    /* Spellings of older versions, which had no action word, and of the assembler's messages. */
    {"explain", 0, "NAME", NULL, OPTION_HIDDEN, BY(keep_explained_name)},
    {"warn", 'W', "NAME", NULL, OPTION_HIDDEN, BY(keep_explained_name)},
    {NULL, 0, "[NAME...]", NULL, BY(keep_explained_name)},
    {NULL, 0, NULL, "What to print:", .group = 1},
    {"errata", 0, NULL, "list the faults of the hardware only, as sfpu-errata(7)", AS_FLAG(errata)},
    {"json", 0, NULL, "print names with their texts, sources and kernels as one JSON document", AS_FLAG(json)},
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

    if (o->json)
        return explain_print_json(out, o->names, o->count, o->errata ? KIND_OF_ERRATA : 0);
    if (!o->count)
        list_names(out, o->errata);
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
    .check = check_explain_options,
    .doc = "Say what a name in brackets means, with a kernel that has the finding, and the kernel mended; "
           "or list all names.\v"
           "Exit status: 0 done; 2 there is no such name.",
};

const struct action explain_action = {
    .name = "explain", .does = "say what the name in brackets at a message's end means", .table = &explain_table,
    .size = sizeof(struct explain_options), .defaults = set_explain_defaults, .free = free_explain_options,
    .run = run_explain_action, .subject = get_explain_subject,
};
