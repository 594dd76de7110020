/* Reads words with quotes from a text. */
#include "words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

bool words_wrong(struct word_reader *r, const char *where, const char *format, ...)
{
    va_list arguments;
    char *text;

    va_start(arguments, format);
    text = format_text(format, arguments);
    va_end(arguments);
    *r->error = NULL;
    if (text)
        fail_with(r->error, "%u:%zu: %s", r->line, (size_t)(where - r->line_start) + 1, text);
    free(text);
    return false;
}

bool words_no_memory(struct word_reader *r)
{
    *r->error = NULL;
    return false;
}

/* ---- Characters ---- */

static bool is_at_line_end(const struct word_reader *r)
{
    return r->at == r->end || *r->at == '\n';
}

bool words_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void begin_words_line(struct word_reader *r)
{
    r->line++;
    r->line_start = r->at;
}

void words_next_line(struct word_reader *r)
{
    r->at += r->at < r->end;
    begin_words_line(r);
}

/* At a backslash and a newline, which a shell drops: skips both and returns true. */
static bool skip_joint(struct word_reader *r)
{
    if (!r->is_shell || r->end - r->at < 2 || r->at[0] != '\\' || r->at[1] != '\n')
        return false;
    r->at += 2;
    begin_words_line(r);
    return true;
}

void words_skip_line(struct word_reader *r)
{
    if (is_at_line_end(r) && r->at > r->text && r->at[-1] == '\\')
        r->at--; /* back onto the backslash of a joint that was read halfway */
    while (!is_at_line_end(r))
        if (!skip_joint(r))
            r->at++;
}

/* Returns whether a shell would act on the character if unquoted. */
static bool is_active(const struct word_reader *r, bool first)
{
    return r->is_shell && (strchr("$`|&;<>()*?[", *r->at) || (first && *r->at == '~'));
}

static bool refuse_active(struct word_reader *r)
{
    return words_wrong(r, r->at, "'%c' is special to a shell, but not here: quote it",
                       *r->at);
}

/* ---- Words ---- */

static bool close_quote(struct word_reader *r, const char *quote)
{
    if (is_at_line_end(r))
        return words_wrong(r, quote, "a quote (%c) that the line does not close", *quote);
    r->at++;
    return true;
}

/* Reads from the opening single quote to the closing one, without escapes. */
static bool take_single(struct word_reader *r)
{
    const char *const quote = r->at++;

    while (!is_at_line_end(r) && *r->at != '\'')
        *r->to++ = *r->at++;
    return close_quote(r, quote);
}

/* Reads from the opening double quote to the closing one. A backslash escapes the characters in `escaped`, and stays
 * before others. */
static bool take_double(struct word_reader *r)
{
    const char *const escaped = r->is_shell ? "$`\"\\" : "\"\\", *const quote = r->at++;

    while (!is_at_line_end(r) && *r->at != '"') {
        if (r->is_shell && (*r->at == '$' || *r->at == '`'))
            return refuse_active(r);
        r->at += *r->at == '\\' && r->at + 1 < r->end && r->at[1] != '\n' && strchr(escaped, r->at[1]);
        *r->to++ = *r->at++;
    }
    return close_quote(r, quote);
}

static bool take_plain(struct word_reader *r, bool first)
{
    if (*r->at == '\\') {
        r->at++;
        if (is_at_line_end(r))
            return words_wrong(r, r->at - 1, "a backslash with nothing after it%s", r->is_shell ? "" :
                               "; a line that begins with a blank continues the line above");
    } else if (is_active(r, first)) {
        return refuse_active(r);
    }
    *r->to++ = *r->at++;
    return true;
}

bool words_take(struct word_reader *r, struct text_word *word)
{
    const char *const begin = r->at;

    *word = (struct text_word){.line = r->line, .column = (unsigned)(begin - r->line_start) + 1,
                               .begin = (size_t)(begin - r->text)};
    r->to = r->unquoted;
    while (!is_at_line_end(r) && !words_is_blank(*r->at)) {
        if (skip_joint(r))
            continue;
        if (!(*r->at == '\'' ? take_single(r) : *r->at == '"' ? take_double(r) : take_plain(r, r->at == begin)))
            return false;
    }
    word->end = (size_t)(r->at - r->text);
    word->text = strndup(r->unquoted, (size_t)(r->to - r->unquoted));
    return word->text || words_no_memory(r);
}

bool words_more(struct word_reader *r)
{
    while (!is_at_line_end(r) && (words_is_blank(*r->at) || skip_joint(r)))
        r->at += r->at < r->end && words_is_blank(*r->at);
    if (!is_at_line_end(r) && *r->at == '#')
        while (!is_at_line_end(r))
            r->at++;
    return !is_at_line_end(r);
}

/* ---- The text ---- */

/* Leaves an error at a NUL in the text, which no program argument can contain. Returns whether there was a NUL. */
static bool has_nul(struct word_reader *r)
{
    const char *const nul = memchr(r->text, '\0', (size_t)(r->end - r->text));

    if (!nul)
        return false;
    for (; (r->at = memchr(r->line_start, '\n', (size_t)(nul - r->line_start))); begin_words_line(r))
        r->at++;
    words_wrong(r, nul, "a NUL: this is not a text");
    return true;
}

bool words_begin(struct word_reader *r, const char *text, size_t size, bool is_shell, char **error)
{
    *r = (struct word_reader){.text = text, .at = text, .end = text + size, .line_start = text, .line = 1,
                              .is_shell = is_shell, .unquoted = malloc(size + 1), .error = error};
    *error = NULL;
    return r->unquoted && !has_nul(r);
}

void words_end(struct word_reader *r)
{
    free(r->unquoted);
}
