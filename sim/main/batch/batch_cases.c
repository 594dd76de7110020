/* The cases of a batch, from its lines. */
#include "batch_cases.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/complain.h"
#include "util/terminal.h"

static int no_memory(void)
{
    return complain("not enough memory");
}

/* ---- Options of a line ---- */

/* A line's options on their way through the parser. */
struct parsing {
    struct sfp_session_options *options;
    int next; /* the argument behind that at which it failed */
};

static error_t parse_line(int key, char *arg __attribute__((unused)), struct argp_state *state)
{
    struct parsing *p = state->input;

    if (key == ARGP_KEY_INIT)
        state->child_inputs[0] = p->options;
    else if (key == ARGP_KEY_ERROR)
        p->next = state->next;
    else
        return ARGP_ERR_UNKNOWN;
    return 0;
}

/* Words as arguments of a program, with their places; both to be freed, the places each. */
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

static int parse_arguments(const struct batch_line *line, char **arguments, char **places,
                           struct sfp_session_options *options)
{
    static const struct argp_child children[] = {{&session_argp, 0, 0, 0}, {0}};
    const struct placed_parser parser = {.argp = {.parser = parse_line, .children = children},
                                         .place = (const char *const *)places};
    struct parsing p = {.options = options};
    const error_t error = argp_parse(&parser.argp, (int)line->count + 1, arguments,
                                     ARGP_NO_ERRS | ARGP_NO_HELP | ARGP_IN_ORDER, NULL, &p);

    if (!error || error == ENOMEM)
        return error ? no_memory() : 0;
    p.next -= p.next > 0;
    return complain("%s: '%s' is no option of a run, has no value, or one too many", places[p.next], arguments[p.next]);
}

/* What is no run, by its first word. */
static int check_first(const char *place, const char *word)
{
    static const char *const others[] = {"sweep", "merge", "equiv", "check"};

    if (strcmp(word, "sfpsim") == 0)
        return complain("%s: a line begins behind the name of the program", place);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(word, others[i]) == 0)
            return complain("%s: a batch has runs of kernels only, and %s is something else", place, word);
    return 0;
}

/* What only the batch as a whole can have. */
static int check_reports(const char *place, const struct sfp_session_options *o)
{
    if (reports_wanted(&o->reports))
        return complain("%s: --junit, --tap and --sarif are the whole batch's, and no case's", place);
    return 0;
}

static int parse_words(const struct batch_cases *b, const struct batch_line *line, struct batch_case *c)
{
    char **arguments, **places;
    int status = list_arguments(b, line, &arguments, &places) ? 0 : no_memory();

    if (!status && (status = check_first(places[0], line->words[0].text)) == 0
        && (status = parse_arguments(line, arguments, places, &c->options)) == 0
        && (status = check_reports(places[0], &c->options)) == 0) {
        c->place = places[0];
        places[0] = NULL;
    }
    free_arguments(line, arguments, places);
    return status;
}

/* The line as it stands there, in one. */
static char *name_of(const struct batch_cases *b, const struct batch_line *line)
{
    char *name = strndup(b->text + line->begin, line->end - line->begin);

    for (char *c = name; c && (c = strstr(c, "\\\n"));) {
        const char *rest = c + strlen("\\\n");

        if (c > name && c[-1] == ' ')
            rest += strspn(rest, " \t");
        memmove(c, rest, strlen(rest) + 1);
    }
    if (name)
        sfp_make_shown(name, strlen(name));
    return name;
}

static int read_case(const struct batch_cases *b, const struct batch_line *line, struct batch_case *c)
{
    int status;

    c->line = line->words[0].line;
    c->name = name_of(b, line);
    if (!c->name || !session_defaults(&c->options, line->count))
        return no_memory();
    c->options.unwatched = true;
    if ((status = parse_words(b, line, c)))
        return status;
    if (!c->options.name)
        c->options.name = c->name;
    return 0;
}

/* ---- All of them ---- */

int batch_cases_read(struct batch_cases *b, const char *file, const char *text, size_t size)
{
    char *error;
    int status = 0;

    *b = (struct batch_cases){.file = file, .text = text, .size = size};
    if (!batch_parse(text, size, &b->lines, &error)) {
        status = error ? complain("%s:%s", file, error) : no_memory();
        free(error);
        return status;
    }
    b->cases = calloc(b->lines.count, sizeof *b->cases);
    if (!b->cases)
        return no_memory();
    b->count = b->lines.count;
    for (size_t i = 0; !status && i < b->count; i++)
        status = read_case(b, &b->lines.lines[i], &b->cases[i]);
    return status;
}

void batch_cases_free(struct batch_cases *b)
{
    for (size_t i = 0; i < b->count; i++) {
        session_options_free(&b->cases[i].options);
        captured_free(&b->cases[i].captured);
        free(b->cases[i].place);
        free(b->cases[i].name);
    }
    free(b->cases);
    batch_text_free(&b->lines);
}
