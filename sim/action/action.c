/* Finds the action of a command line, and runs actions, with their output captured if reports ask for it. */
#include "action.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "voice.h"
#include "base/fail.h"

/* ---- Options of every action ---- */

#define OPTIONS struct action_options
static const struct option_row rows[] = {
    {NULL, 0, NULL, "Reports on what passed and what failed:", .group = 20},
    {"name", 0, "TEXT", "name of the run in reports", AS_TEXT(name)},
    {NULL, 0, NULL, "Other:", .group = 21},
    {"quiet", 'q', NULL, "no summary, and no findings unless they fail the run; requested reports are still "
                          "printed", AS_FLAG(quiet)},
    {"verbose", 'v', NULL, "also print notes, and how the run was simulated", AS_FLAG(verbose)},
    INCLUDE(0, NULL, reports, report_options_table),
    {0},
};
#undef OPTIONS

const struct option_table action_table = {.rows = rows};

void action_share(const struct action_options *options, struct sfp_machine_options *machine)
{
    machine->hear = verdict_diagnose;
    machine->hearer = options->verdict;
    machine->preprocessed = options->preprocessed;
}

/* ---- Finding the action ---- */

/* Options of older versions that ask for an action: after the word `named`, or without a word if `named` is NULL. */
static const struct {
    const char *named, *option, *action;
} spellings[] = {{NULL, "--batch", "batch"}, {NULL, "--explain", "explain"}, {"sweep", "--budget", "budget"}};

static const struct action *find_named_action(const struct action *actions, const char *name)
{
    while (actions->name && strcmp(actions->name, name) != 0)
        actions++;
    return actions->name ? actions : NULL;
}

/* Returns whether the option is present, alone or with a value after an equals sign. */
static bool is_option_given(int argc, char *const *argv, const char *option)
{
    const size_t length = strlen(option);

    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strncmp(argv[i], option, length) == 0 && (argv[i][length] == '\0' || argv[i][length] == '='))
            return true;
    return false;
}

const struct action *action_find(const struct action *actions, int argc, char *const *argv, int *words)
{
    const struct action *action = argc > 1 ? find_named_action(actions, argv[1]) : NULL;

    *words = action != NULL;
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
        const char *of = spellings[i].named;

        if ((of ? action && strcmp(action->name, of) == 0 : !action)
            && is_option_given(argc, argv, spellings[i].option))
            return find_named_action(actions, spellings[i].action);
    }
    return action ? action : actions;
}

void action_list(FILE *out, const struct action *actions)
{
    for (; actions->name; actions++)
        fprintf(out, "  %-8s  %s\n", actions->name, actions->does);
}

/* ---- Running ---- */

void *action_begin(const struct action *action, const struct action *actions, size_t arguments)
{
    struct action_options *options = calloc(1, action->size);

    if (!options)
        return NULL;
    if (!action->defaults(options, arguments)) {
        action_end(action, options);
        return NULL;
    }
    options->actions = actions;
    return options;
}

void action_end(const struct action *action, void *options)
{
    if (options)
        action->free(options);
    free(options);
}

int action_check_files(const struct action_options *options, struct file_uses *uses)
{
    int status;

    file_uses_write(uses, options->reports.junit, "--junit");
    file_uses_write(uses, options->reports.sarif, "--sarif");
    if (options->reports.tap)
        file_uses_write(uses, "-", "--tap");
    status = file_uses_check(uses);
    file_uses_free(uses);
    if (status && options->verdict)
        options->verdict->clash = true;
    return status;
}

/* Checks the action's files before it runs, so that an input is safe even if the action fails later. */
static int check_action_files(const struct action *action, const struct action_options *options)
{
    struct file_uses uses = {0};

    if (action->list_files)
        action->list_files(options, &uses);
    return action_check_files(options, &uses);
}

static void print_captured(const struct action_options *options, const struct captured *c,
                           const struct reported_case *reported)
{
    if (options->reports.tap) {
        report_tap_plan(stdout, 1);
        report_tap_case(stdout, 1, reported);
        return;
    }
    fwrite(c->said, 1, c->errors, stderr);
    fwrite(c->said + c->errors, 1, c->size - c->errors, stdout);
}

static int run_reported(const struct action *action, struct action_options *options, struct report_files *files)
{
    struct captured captured;
    struct reported_case reported;
    int status;

    captured_run(&captured, action, options, true);
    reported = captured_case(&captured, action, options);
    if (captured.said)
        print_captured(options, &captured, &reported);
    status = captured.verdict.status;
    if (!captured.verdict.clash
        && report_files_write(files, &(const struct run_report){.name = "sfpsim", .cases = &reported, .count = 1,
                                                                .seconds = captured.seconds}))
        status = SFP_CANNOT_RUN;
    captured_free(&captured);
    return status;
}

int action_do(const struct action *action, void *options)
{
    const struct action_options *o = options;
    struct report_files files = {0};
    int status;

    if (action->reports_itself || !reports_wanted(&o->reports))
        return action->run(options);
    if ((status = check_action_files(action, o)) == 0 && (status = report_files_open(&files, &o->reports)) == 0)
        status = run_reported(action, options, &files);
    report_files_end(&files);
    return status;
}

/* ---- Captured output ---- */

static double read_action_clock(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* A stream into memory, and the text it received. */
struct capture_stream {
    FILE *file;
    char *text;
    size_t size;
};

/* Opens the stream. Returns false if memory ran out. */
static bool open_capture(struct capture_stream *k)
{
    k->file = open_memstream(&k->text, &k->size);
    return k->file;
}

/* Closes the stream. Returns false if text was lost. */
static bool close_capture(struct capture_stream *k)
{
    const bool whole = !k->file || (!ferror(k->file) && fflush(k->file) == 0);

    if (k->file)
        fclose(k->file);
    return whole;
}

static void run_captured(struct captured *c, const struct action *action, void *options, FILE *out, FILE *err)
{
    struct action_options *o = options;
    const struct voice_streams before = voice_to((struct voice_streams){out, err});

    o->verdict = &c->verdict;
    c->verdict.status = action->run(options);
    voice_to(before);
}

/* Joins the two texts as the captured output. Returns false if memory ran out. */
static bool join_captures(struct captured *c, const struct capture_stream *err, const struct capture_stream *out)
{
    c->said = malloc(err->size + out->size + 1);
    if (!c->said)
        return false;
    if (err->text)
        memcpy(c->said, err->text, err->size);
    memcpy(c->said + err->size, out->text, out->size + 1);
    c->errors = err->size;
    c->size = err->size + out->size;
    return true;
}

/* Replaces the captured result by NOT_RUN and a message about memory, after memory ran out. */
static void lose_captured(struct captured *c)
{
    static const char text[] = "sfpsim: error: " NO_MEMORY "\n";

    verdict_free(&c->verdict);
    c->verdict = (struct verdict){.status = VERDICT_NOT_RUN};
    free(c->said);
    c->said = strdup(text);
    c->errors = c->size = c->said ? sizeof text - 1 : 0;
}

void captured_run(struct captured *c, const struct action *action, void *options, bool apart)
{
    const double began = read_action_clock();
    struct capture_stream out = {0}, err = {0};
    bool whole = open_capture(&out) && (!apart || open_capture(&err));

    *c = (struct captured){0};
    if (whole)
        run_captured(c, action, options, out.file, apart ? err.file : out.file);
    whole &= close_capture(&out);
    whole &= close_capture(&err);
    if (!whole || c->verdict.lost || !join_captures(c, &err, &out))
        lose_captured(c);
    free(out.text);
    free(err.text);
    c->seconds = read_action_clock() - began;
}

void captured_refuse(struct captured *c, const char *why)
{
    *c = (struct captured){.verdict.status = VERDICT_NOT_RUN};
    if (asprintf(&c->said, "sfpsim: error: %s\n", why) < 0) {
        c->said = NULL;
        lose_captured(c);
        return;
    }
    c->errors = c->size = strlen(c->said);
}

void captured_forget(struct captured *c)
{
    free(c->said);
    c->said = NULL;
    c->size = c->errors = 0;
}

void captured_free(struct captured *c)
{
    verdict_free(&c->verdict);
    captured_forget(c);
}

struct reported_case captured_case(const struct captured *c, const struct action *action, const void *options)
{
    const struct action_options *o = options;
    const char *subject = action->subject(options);

    return (struct reported_case){.name = o->name ? o->name : subject, .kernel = subject, .verdict = &c->verdict,
                                  .output = c->said ? c->said : "", .output_size = c->size, .seconds = c->seconds};
}
