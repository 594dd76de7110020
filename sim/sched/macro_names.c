/* Compares lines of source files with the lines that the assembler read, token by token. */
#include "macro_names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text_buffer.h"

/* ---- Lines of files ---- */

/* Returns the file's text, or NULL if it cannot be read, or if memory ran out, which is noted. */
static const struct sfp_buffer *read_source_file(struct macro_names *names, const char *path)
{
    char *error = NULL;
    unsigned i = 0;

    while (i < MACRO_FILES && !(names->files[i].path && strcmp(names->files[i].path, path) == 0))
        i++;
    if (i < MACRO_FILES)
        return &names->files[i].text;
    i = names->next_file++ % MACRO_FILES;
    free(names->files[i].path);
    buffer_free(&names->files[i].text);
    names->files[i].path = strdup(path);
    names->no_memory |= !names->files[i].path;
    names->files[i].text = (struct sfp_buffer){0};
    if (names->files[i].path && file_read_ordinary(path, SFP_MOST_INPUT, &names->files[i].text, &error))
        return &names->files[i].text;
    names->no_memory |= !error;
    free(error);
    free(names->files[i].path);
    names->files[i].path = NULL;
    return NULL;
}

/* Finds a line, counted from 1. Returns false if the file does not have it. */
static bool find_line(struct macro_names *names, const char *path, unsigned long number, struct span *line)
{
    const struct sfp_buffer *file = read_source_file(names, path);
    const char *at, *end, *newline;

    if (!file || file->size == 0)
        return false;
    at = file->data;
    end = file->data + file->size;
    for (unsigned long n = 1; n < number && at; n++) {
        at = memchr(at, '\n', (size_t)(end - at));
        at = at ? at + 1 : NULL;
    }
    if (!at || at == end)
        return false;
    newline = memchr(at, '\n', (size_t)(end - at));
    *line = (struct span){at, (size_t)((newline ? newline : end) - at)};
    return true;
}

/* ---- Tokens ---- */

static bool is_name(struct span token)
{
    return token.length > 0 && !isdigit((unsigned char)*token.at) &&
           (operand_text_is_in_name(*token.at) || (*token.at == '\\' && token.length > 1));
}

/* Returns the length of a comment of C at the text's start, or 0. */
static size_t comment_length(struct span text)
{
    const char *end;

    if (text.length < 2 || text.at[0] != '/' || (text.at[1] != '*' && text.at[1] != '/'))
        return 0;
    end = text.at[1] == '*' ? memmem(text.at + 2, text.length - 2, "*/", 2) : NULL;
    return end ? (size_t)(end + 2 - text.at) : text.length;
}

/* Takes the next token from *rest: a name, which may begin with the backslash of a macro's argument; a number; or a
 * character. Blanks and comments are skipped. Returns an empty token at the end. */
static struct span take_token(struct span *rest)
{
    struct span token;
    size_t skipped = 1;

    while (rest->length > 0 && ((skipped = comment_length(*rest)) > 0 || isspace((unsigned char)*rest->at))) {
        skipped = skipped ? skipped : 1;
        *rest = (struct span){rest->at + skipped, rest->length - skipped};
    }
    if (rest->length == 0 || *rest->at == '#')
        return (struct span){rest->at, 0};
    token = (struct span){rest->at, 1};
    if (operand_text_is_in_name(*token.at) || *token.at == '\\')
        while (token.length < rest->length && operand_text_is_in_name(token.at[token.length]))
            token.length++;
    *rest = (struct span){rest->at + token.length, rest->length - token.length};
    return token;
}

static bool is_equal(struct span a, struct span b)
{
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

/* Takes what can replace a name, from the token `first` on: a token that is a name or a number, a minus with a number,
 * or a pair of brackets with what is between. Returns an empty span for anything else. */
static struct span take_replacement(struct span first, struct span *rest)
{
    struct span token = first;
    int depth = *first.at == '(';

    if (*first.at == '-')
        token = take_token(rest);
    while (depth > 0 && token.length > 0) {
        token = take_token(rest);
        depth += token.length > 0 ? (*token.at == '(') - (*token.at == ')') : 0;
    }
    if (token.length == 0 || (*first.at != '(' && !operand_text_is_in_name(*token.at)))
        return (struct span){first.at, 0};
    return (struct span){first.at, (size_t)(token.at + token.length - first.at)};
}

/* ---- Lines compared ---- */

enum { MOST_PAIRS = 16 };

/* The names of a line as written, and what stands in their places in the line as it was read. */
struct pairs {
    struct {
        struct span name, text;
    } list[MOST_PAIRS];
    size_t count;
};

/* Pairs each name of the line as written with the text that replaced it. Returns false if the lines also differ where
 * the written line has no name, if a text is no replacement of one name, or if the pairs are too many. */
static bool pair_names(struct span written, struct span read, struct pairs *pairs)
{
    struct span name, text;

    pairs->count = 0;
    while ((name = take_token(&written)).length > 0) {
        text = take_token(&read);
        if (text.length > 0 && is_equal(name, text))
            continue;
        if (!is_name(name) || text.length == 0 || pairs->count == MOST_PAIRS)
            return false;
        text = take_replacement(text, &read);
        if (text.length == 0)
            return false;
        pairs->list[pairs->count].name = name;
        pairs->list[pairs->count++].text = text;
    }
    return take_token(&read).length == 0;
}

static const struct span *find_text_of(const struct pairs *pairs, struct span name)
{
    for (size_t i = 0; i < pairs->count; i++)
        if (is_equal(pairs->list[i].name, name))
            return &pairs->list[i].text;
    return NULL;
}

/* Returns the name whose text this is, or NULL if the line has the text in several places. */
static const struct span *find_name_of(const struct pairs *pairs, struct span line, struct span text)
{
    const char *found = memmem(line.at, line.length, text.at, text.length);
    const size_t left = found ? (size_t)(line.at + line.length - found) - text.length : 0;

    if (found && memmem(found + text.length, left, text.at, text.length))
        return NULL;
    for (size_t i = 0; i < pairs->count; i++)
        if (is_equal(pairs->list[i].text, text))
            return &pairs->list[i].name;
    return NULL;
}

/* ---- Names ---- */

static struct replaced_name *find_replaced(const struct macro_names *names, struct span name)
{
    for (size_t i = 0; i < names->count; i++)
        if (is_equal((struct span){names->names[i].name, strlen(names->names[i].name)}, name))
            return &names->names[i];
    return NULL;
}

static bool has_names(struct span text)
{
    for (struct span token = take_token(&text); token.length > 0; token = take_token(&text))
        if (is_name(token))
            return true;
    return false;
}

/* Notes that `text` replaced the name. Returns false if the text is no number, or if memory ran out. */
static bool note_replaced(struct macro_names *names, struct span name, struct span text)
{
    struct replaced_name *known = find_replaced(names, name);

    if (has_names(text))
        return false;
    if (known) {
        known->clashes |= !is_equal((struct span){known->text, strlen(known->text)}, text);
        return true;
    }
    if (!array_room(&names->names, names->count, &names->room, sizeof *names->names)) {
        names->no_memory = true;
        return false;
    }
    known = &names->names[names->count++];
    *known = (struct replaced_name){.name = strndup(name.at, name.length), .text = strndup(text.at, text.length)};
    names->no_memory |= !known->name || !known->text;
    return !names->no_memory;
}

const char *macro_names_find(const struct macro_names *names, struct span name)
{
    const struct replaced_name *known = find_replaced(names, name);

    return known && !known->clashes ? known->text : NULL;
}

/* ---- Immediates ---- */

/* Appends the text with each argument of a macro replaced: by the name that the call has for it, or else by the text of
 * the call. Notes the names. Returns whether the result has a name that was replaced. */
static bool put_written(struct macro_names *names, struct span written, const struct pairs *body,
                        const struct pairs *call, struct span call_line, struct text *out)
{
    bool any = false;

    while (written.length > 0) {
        const char *before = written.at;
        const struct span token = take_token(&written), *text = find_text_of(body, token);
        const bool is_argument = text && *token.at == '\\';
        const struct span *name = is_argument ? find_name_of(call, call_line, *text) : text ? &token : NULL;

        if (token.length == 0)
            return any;
        text_add(out, before, (size_t)(token.at - before));
        if (name && !note_replaced(names, *name, *text))
            return false;
        any |= name != NULL;
        name = name ? name : text ? text : &token;
        text_add(out, name->at, name->length);
    }
    return any;
}

/* Returns the place of the line's first statement, for operand_text_immediate(). */
static struct sfpu_where first_statement(struct span line)
{
    unsigned long column = 1;

    while (column <= line.length && isblank((unsigned char)line.at[column - 1]))
        column++;
    return (struct sfpu_where){.size = sizeof(struct sfpu_where), .text = line.at, .length = line.length,
                               .column = column};
}

char *macro_names_text(struct macro_names *names, sfpu_machine *m, size_t index, const struct sfp_insn *insn)
{
    struct sfpu_where where = {.size = sizeof where}, call = {.size = sizeof call}, statement;
    struct pairs body, called = {.count = 0};
    struct span written, immediate, call_line = {"", 0};
    struct text text = {0};
    bool any;
    int code = sfpu_get_where(m, index, &where);

    names->no_memory |= code == SFPU_NO_MEMORY;
    if (code != SFPU_OK || !where.file || !where.text || !find_line(names, where.file, where.line, &written) ||
        !pair_names(written, (struct span){where.text, where.length}, &body))
        return NULL;
    code = sfpu_get_call(m, index, &call);
    names->no_memory |= code == SFPU_NO_MEMORY;
    if (code == SFPU_OK &&
        !(find_line(names, call.file, call.line, &call_line) &&
          pair_names(call_line, (struct span){call.text, call.length}, &called)))
        return NULL;
    statement = first_statement(written);
    if (!operand_text_immediate(&statement, insn, &immediate))
        return NULL;
    any = put_written(names, immediate, &body, &called, (struct span){call.text ? call.text : "", call.length}, &text);
    text_add_char(&text, '\0');
    names->no_memory |= text.failed;
    if (any && !text.failed)
        return text.data;
    text_free(&text);
    return NULL;
}

void macro_names_free(struct macro_names *names)
{
    for (unsigned i = 0; i < MACRO_FILES; i++) {
        free(names->files[i].path);
        buffer_free(&names->files[i].text);
    }
    for (size_t i = 0; i < names->count; i++) {
        free(names->names[i].name);
        free(names->names[i].text);
    }
    free(names->names);
    *names = (struct macro_names){0};
}
