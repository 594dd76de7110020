/* Batches as text. */
#include "batch_file.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "util/array.h"
#include "util/fail.h"

struct reader {
    struct batch_text *b;
    const char *text, *at, *end;
    const char *line_start;
    unsigned line;
    char *unquoted, *to; /* room for a word, and where in it the next character goes */
    char **error;
};

__attribute__((format(printf, 3, 4))) static bool wrong(struct reader *r, const char *where, const char *format, ...)
{
    va_list arguments;
    char *text;

    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    va_end(arguments);
    *r->error = NULL;
    if (text)
        sfp_fail(r->error, "%u:%zu: %s", r->line, (size_t)(where - r->line_start) + 1, text);
    free(text);
    return false;
}

static bool no_memory(struct reader *r)
{
    *r->error = NULL;
    return false;
}

/* ---- Characters ---- */

static bool at_end(const struct reader *r)
{
    return r->at == r->end || *r->at == '\n';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void next_line(struct reader *r)
{
    r->line++;
    r->line_start = r->at;
}

/* Is the reader at a backslash and a newline, which are nothing? Goes on behind them. */
static bool skip_joint(struct reader *r)
{
    if (r->end - r->at < 2 || r->at[0] != '\\' || r->at[1] != '\n')
        return false;
    r->at += 2;
    next_line(r);
    return true;
}

/* What a shell would not take as it is. */
static bool is_active(const struct reader *r, bool first)
{
    return strchr("$`|&;<>()*?[", *r->at) || (first && *r->at == '~');
}

static bool would_act(struct reader *r)
{
    return wrong(r, r->at, "'%c' means something to a shell, and nothing here: quote it to have it as it is", *r->at);
}

/* ---- Words ---- */

/* Between single quotes, of which the reader is at the first, all is as it is. */
static bool take_single(struct reader *r)
{
    const char *const quote = r->at++;

    while (!at_end(r) && *r->at != '\'')
        *r->to++ = *r->at++;
    if (at_end(r))
        return wrong(r, quote, "a quote (') without its second in the line");
    r->at++;
    return true;
}

/* Between double ones a backslash is for these, and stays before all others. */
static bool take_double(struct reader *r)
{
    const char *const quote = r->at++;

    while (!at_end(r) && *r->at != '"') {
        if (*r->at == '$' || *r->at == '`')
            return would_act(r);
        r->at += *r->at == '\\' && r->at + 1 < r->end && r->at[1] != '\n' && strchr("$`\"\\", r->at[1]);
        *r->to++ = *r->at++;
    }
    if (at_end(r))
        return wrong(r, quote, "a quote (\") without its second in the line");
    r->at++;
    return true;
}

static bool take_plain(struct reader *r, bool first)
{
    if (*r->at == '\\') {
        if (++r->at == r->end)
            return wrong(r, r->at - 1, "a backslash with nothing behind it");
    } else if (is_active(r, first)) {
        return would_act(r);
    }
    *r->to++ = *r->at++;
    return true;
}

/* The word that the reader is at. */
static bool take_word(struct reader *r, struct batch_word *w)
{
    const char *const begin = r->at;

    *w = (struct batch_word){.line = r->line, .column = (unsigned)(begin - r->line_start) + 1};
    r->to = r->unquoted;
    while (!at_end(r) && !is_blank(*r->at)) {
        if (skip_joint(r))
            continue;
        if (!(*r->at == '\'' ? take_single(r) : *r->at == '"' ? take_double(r) : take_plain(r, r->at == begin)))
            return false;
    }
    w->text = strndup(r->unquoted, (size_t)(r->to - r->unquoted));
    return w->text || no_memory(r);
}

/* Leaves the reader at a word, or at the end of the line. */
static bool at_word(struct reader *r)
{
    while (!at_end(r) && (is_blank(*r->at) || skip_joint(r)))
        r->at += r->at < r->end && is_blank(*r->at);
    if (!at_end(r) && *r->at == '#')
        while (!at_end(r))
            r->at++;
    return !at_end(r);
}

/* ---- Lines ---- */

static bool add_word(struct reader *r, struct batch_line *line)
{
    if (!array_room(&line->words, line->count, &line->room, sizeof *line->words))
        return no_memory(r);
    if (!take_word(r, &line->words[line->count]))
        return false;
    line->count++;
    line->end = (size_t)(r->at - r->text);
    return true;
}

static bool add_line(struct reader *r)
{
    struct batch_text *b = r->b;
    struct batch_line *line;

    if (!at_word(r))
        return true;
    if (!array_room(&b->lines, b->count, &b->room, sizeof *b->lines))
        return no_memory(r);
    line = &b->lines[b->count++];
    *line = (struct batch_line){.begin = (size_t)(r->at - r->text)};
    do
        if (!add_word(r, line))
            return false;
    while (at_word(r));
    return true;
}

static bool add_lines(struct reader *r)
{
    while (r->at < r->end) {
        if (!add_line(r))
            return false;
        r->at += r->at < r->end;
        next_line(r);
    }
    return r->b->count || sfp_fail(r->error, "1:1: there is no case in it");
}

/* Says where the text has a NUL, which no argument of a program can have. */
static bool has_nul(struct reader *r)
{
    const char *const nul = memchr(r->text, '\0', (size_t)(r->end - r->text));

    if (!nul)
        return false;
    for (; (r->at = memchr(r->line_start, '\n', (size_t)(nul - r->line_start))); next_line(r))
        r->at++;
    wrong(r, nul, "a NUL: this is no text");
    return true;
}

bool batch_parse(const char *text, size_t size, struct batch_text *b, char **error)
{
    struct reader r = {.b = b, .text = text, .at = text, .end = text + size, .line_start = text, .line = 1,
                       .unquoted = malloc(size + 1), .error = error};
    bool good;

    *b = (struct batch_text){0};
    *error = NULL;
    good = r.unquoted && !has_nul(&r) && add_lines(&r);
    free(r.unquoted);
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
    }
    free(b->lines);
    *b = (struct batch_text){0};
}
