/* The cases of a batch: splits the text into lines, and parses the options of each line. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "action/voice.h"
#include "batch_parts.h"
#include "base/array.h"
#include "base/fail.h"
#include "base/terminal.h"

/* ---- The text ---- */

struct reader {
    struct word_reader words;
    struct batch_text *b;
};

static bool parse_batch_word(struct reader *r, struct batch_line *line)
{
    if (!array_room(&line->words, line->count, &line->room, sizeof *line->words))
        return words_no_memory(&r->words);
    if (!words_take(&r->words, &line->words[line->count]))
        return false;
    line->end = line->words[line->count++].end;
    return true;
}

/* Keeps the reader's error as the line's error and skips the rest of the line, so that later lines are still read.
 * Returns false if memory ran out. */
static bool refuse_line(struct reader *r, struct batch_line *line)
{
    char **error = r->words.error;

    if (!*error)
        return false;
    line->wrong = *error;
    *error = NULL;
    words_skip_line(&r->words);
    line->end = (size_t)(r->words.at - r->words.text);
    return true;
}

static bool parse_batch_line(struct reader *r)
{
    struct batch_text *b = r->b;
    struct batch_line *line;

    if (!words_more(&r->words))
        return true;
    if (!array_room(&b->lines, b->count, &b->room, sizeof *b->lines))
        return words_no_memory(&r->words);
    line = &b->lines[b->count++];
    *line = (struct batch_line){.number = r->words.line, .begin = (size_t)(r->words.at - r->words.text)};
    do
        if (!parse_batch_word(r, line))
            return refuse_line(r, line);
    while (words_more(&r->words));
    return true;
}

static bool parse_batch_lines(struct reader *r)
{
    for (; r->words.at < r->words.end; words_next_line(&r->words))
        if (!parse_batch_line(r))
            return false;
    return r->b->count || fail_with(r->words.error, "1:1: the batch has no case");
}

bool batch_parse(const char *text, size_t size, struct batch_text *b, char **error)
{
    struct reader r = {.b = b};
    bool good;

    *b = (struct batch_text){0};
    good = words_begin(&r.words, text, size, true, error) && parse_batch_lines(&r);
    words_end(&r.words);
    if (!good)
        batch_text_free(b);
    return good;
}

void batch_text_free(struct batch_text *b)
{
    for (size_t i = 0; i < b->count; i++) {
        for (size_t w = 0; w < b->lines[i].count; w++)
            free(b->lines[i].words[w].text);
        free(b->lines[i].words);
        free(b->lines[i].wrong);
    }
    free(b->lines);
    *b = (struct batch_text){0};
}

/* ---- Cases ---- */

/* ---- Options of a line ---- */

/* Makes an argv of the line's words, and the place "FILE:LINE:COLUMN" of each. The first word stands twice, since
 * argv[0] is the program's name. The caller frees both with free_arguments(), also if this returns false without
 * memory. */
static bool list_arguments(const struct batch_cases *b, const struct batch_line *line, char ***arguments,
                           char ***places)
{
    char **const words = *arguments = calloc(line->count + 2, sizeof *words);
    char **const at = *places = calloc(line->count + 2, sizeof *at);
    bool listed = words && at;

    for (size_t i = 0; listed && i <= line->count; i++) {
        const struct text_word *w = &line->words[i ? i - 1 : 0];

        words[i] = w->text;
        if (asprintf(&at[i], "%s:%u:%u", b->file, w->line, w->column) < 0) {
            at[i] = NULL;
            listed = false;
        }
    }
    return listed;
}

static void free_arguments(const struct batch_line *line, char **arguments, char **places)
{
    for (size_t i = 0; places && i <= line->count; i++)
        free(places[i]);
    free(places);
    free(arguments);
}

static bool parse_case_arguments(struct batch_case *c, int count, char **arguments, char **places, char **why)
{
    struct placed_options placed = {.places = (const char *const *)places};
    const error_t error = options_take_placed(c->action->table, count, arguments, c->options, &placed);

    *why = placed.text;
    if (placed.failed || error == ENOMEM)
        return false;
    if (!error)
        return true;
    placed.next -= placed.next > 0;
    return fail_with(why, "%s: '%s' is not an option of %s, or lacks a value, or has a value too many",
                     places[placed.next],
                     arguments[placed.next], c->action->name);
}

/* Checks that a case asks for no report of its own and uses neither standard input nor standard output as a file. */
static bool check_case(const struct batch_case *c, const char *place, char **why)
{
    const struct action_options *o = c->options;
    struct file_uses uses = {0};
    const char *standard = NULL;

    if (reports_wanted(&o->reports))
        return fail_with(why, "%s: --junit, --tap and --sarif are for the whole batch, not for a case", place);
    if (c->action->list_files)
        c->action->list_files(o, &uses);
    for (size_t i = 0; i < uses.read_count; i++)
        if (uses.reads[i].path && strcmp(uses.reads[i].path, "-") == 0)
            standard = uses.reads[i].path;
    for (size_t i = 0; i < uses.write_count; i++)
        if (uses.writes[i].path && path_is_stdout(uses.writes[i].path))
            standard = uses.writes[i].path;
    if (standard)
        fail_with(why, "%s: '%s': a case cannot use standard input or output as a file", place, standard);
    file_uses_free(&uses);
    return !standard && !uses.lost;
}

static bool parse_words(const struct batch_cases *b, const struct batch_line *line, struct batch_case *c,
                        char **arguments, char **places, char **why)
{
    const int count = (int)line->count + 1;
    int words;

    if (strcmp(line->words[0].text, "sfpsim") == 0)
        return fail_with(why, "%s: a line begins after the program's name: leave out 'sfpsim'", places[0]);
    c->action = action_find(b->actions, count, arguments, &words);
    if (c->action->run == b->own->run)
        return fail_with(why, "%s: a batch cannot contain a batch", places[0]);
    c->options = action_begin(c->action, b->actions, line->count);
    return c->options && parse_case_arguments(c, count - words, arguments + words, places + words, why)
        && check_case(c, places[0], why);
}

static void forget_options(struct batch_case *c)
{
    if (c->options)
        action_end(c->action, c->options);
    c->options = NULL;
}

/* Parses a line without errors of form into a case; if its options are wrong, the verdict says why. Returns false if
 * memory ran out. */
static bool parse_case(const struct batch_cases *b, const struct batch_line *line, struct batch_case *c)
{
    char **arguments, **places, *why = NULL;
    bool listed = list_arguments(b, line, &arguments, &places);

    if (listed && !parse_words(b, line, c, arguments, places, &why)) {
        listed = why;
        forget_options(c);
        captured_refuse(&c->captured, why ? why : "");
    }
    if (listed) {
        c->place = places[0];
        places[0] = NULL;
    }
    free(why);
    free_arguments(line, arguments, places);
    return listed;
}

/* Returns the line's text with continued lines joined, unprintable bytes replaced; the caller frees it. NULL without
 * memory. */
static char *make_case_name(const struct batch_cases *b, const struct batch_line *line)
{
    char *name = strndup(b->text + line->begin, line->end - line->begin);

    for (char *c = name; c && (c = strstr(c, "\\\n"));) {
        const char *rest = c + strlen("\\\n");

        if (c > name && c[-1] == ' ')
            rest += strspn(rest, " \t");
        memmove(c, rest, strlen(rest) + 1);
    }
    if (name)
        shown_make(name, strlen(name));
    return name;
}

/* Turns a line with an error of form into a case whose verdict says what is wrong. Returns false if memory ran out. */
static bool refuse_case(const struct batch_cases *b, const struct batch_line *line, struct batch_case *c)
{
    char *why;

    if (asprintf(&why, "%s:%s", b->file, line->wrong) < 0)
        return false;
    captured_refuse(&c->captured, why);
    free(why);
    return true;
}

static int read_case(struct batch_cases *b, const struct batch_line *line, struct batch_case *c)
{
    c->line = line->number;
    c->name = make_case_name(b, line);
    if (!c->name || !(line->wrong ? refuse_case(b, line, c) : parse_case(b, line, c)))
        return complain_no_memory();
    b->refused += !c->options;
    return 0;
}

struct reported_case batch_case_reported(const struct batch_cases *b, const struct batch_case *c)
{
    struct reported_case r = {.name = c->name, .kernel = b->file, .verdict = &c->captured.verdict,
                              .output = c->captured.said ? c->captured.said : "", .output_size = c->captured.size};

    if (c->options) {
        r = captured_case(&c->captured, c->action, c->options);
        if (!((const struct action_options *)c->options)->name)
            r.name = c->name;
    }
    r.file = b->file;
    r.line = c->line;
    return r;
}

/* ---- The whole batch ---- */

int batch_cases_read(struct batch_cases *b, const char *file, const char *text, size_t size,
                     const struct action *actions, const struct action *own)
{
    char *error;
    int status = 0;

    *b = (struct batch_cases){.file = file, .text = text, .size = size, .actions = actions, .own = own};
    if (!batch_parse(text, size, &b->lines, &error)) {
        status = error ? complain("%s:%s", file, error) : complain_no_memory();
        free(error);
        return status;
    }
    b->cases = calloc(b->lines.count, sizeof *b->cases);
    if (!b->cases)
        return complain_no_memory();
    b->count = b->lines.count;
    for (size_t i = 0; !status && i < b->count; i++)
        status = read_case(b, &b->lines.lines[i], &b->cases[i]);
    return status;
}

void batch_cases_free(struct batch_cases *b)
{
    for (size_t i = 0; i < b->count; i++) {
        forget_options(&b->cases[i]);
        captured_free(&b->cases[i].captured);
        free(b->cases[i].place);
        free(b->cases[i].name);
    }
    free(b->cases);
    batch_text_free(&b->lines);
}
