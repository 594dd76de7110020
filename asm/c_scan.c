/* Tokens of the C form. The text ends in a NUL, and tokens are slices of it. */
#include "c_form.h"
#include "literal.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum class { OTHER, BLANK, SIMPLE, LETTER, DIGIT };

static const uint8_t classes[256] = {
    [' '] = BLANK, ['\t'] = BLANK, ['\r'] = BLANK, ['\f'] = BLANK, ['\v'] = BLANK, ['\n'] = BLANK,
    [','] = SIMPLE, ['('] = SIMPLE, [')'] = SIMPLE, [';'] = SIMPLE, ['\0'] = SIMPLE,
    ['a' ... 'z'] = LETTER, ['A' ... 'Z'] = LETTER, ['_'] = LETTER, ['0' ... '9'] = DIGIT,
};

static bool is_word(char c)
{
    return classes[(unsigned char)c] >= LETTER;
}

struct place c_span(const struct c_parser *c, const char *begin, const char *end)
{
    return (struct place){c->source, c->base + (uint32_t)(begin - c->text), c->base + (uint32_t)(end - c->text)};
}

bool c_is(const struct c_parser *c, const char *name)
{
    const size_t length = (size_t)(c->p - c->begin);

    return c->token == C_NAME && strncmp(c->begin, name, length) == 0 && name[length] == '\0';
}

void c_error(struct c_parser *c, struct place place, const char *format, ...)
{
    char text[400];
    va_list args;

    if (!c->failed && !c->quiet && !c->as->stopped) {
        va_start(args, format);
        vsnprintf(text, sizeof text, format, args);
        va_end(args);
        report_error(c->as, place, "%s", text);
    }
    if (!c->failed)
        c->error_at = c->begin;
    c->failed = !c->quiet;
    if (c->failed)
        c->token = C_END;
}

/* ---- Between tokens ---- */

static const char *line_end(const char *p)
{
    const char *end = strchr(p, '\n');

    return end ? end : p + strlen(p);
}

static bool starts_line(const struct c_parser *c, const char *p)
{
    while (p > c->text && (p[-1] == ' ' || p[-1] == '\t'))
        p--;
    return p == c->text || p[-1] == '\n';
}

/* # 12 "file": the next line is line 12 of file. False if the line is another. */
static bool line_marker(struct c_parser *c, const char *p, const char *end)
{
    char *after;
    unsigned long line;
    const char *file;
    const char *file_end;

    while (*p == ' ' || *p == '\t')
        p++;
    if (!isdigit((unsigned char)*p))
        return false;
    line = strtoul(p, &after, 10);
    file = memchr(after, '"', (size_t)(end - after));
    file_end = file ? memchr(file + 1, '"', (size_t)(end - file - 1)) : NULL;
    if (!file_end)
        return false;
    line_mark(c->as, c_span(c, end, end), line, file + 1, (size_t)(file_end - file - 1));
    return true;
}

/* Is this a line for the C preprocessor that means something? `word` is what follows the #. */
static bool is_directive(const char *word, size_t length)
{
    static const char *const names[] = {"include", "define", "undef", "if", "ifdef", "ifndef", "elif", "else", "endif",
                                        "error", "line", "warning"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strlen(names[i]) == length && memcmp(names[i], word, length) == 0)
            return true;
    return false;
}

/* From a # on: a line marker, a pragma, or a comment as GNU as has them. Returns the line's end. */
static const char *hash_line(struct c_parser *c, const char *p)
{
    const char *end = line_end(p);
    const char *word = p + 1;
    size_t length = 0;

    if (!starts_line(c, p) || line_marker(c, word, end))
        return end;
    while (is_word(word[length]))
        length++;
    if (is_directive(word, length) && !c->quiet && (!c->directive || c->directive < p)) {
        c->directive = p;
        report_error(c->as, c_span(c, p, word + length),
                     "'#%.*s' is for the C preprocessor, which runs on sources named *.S only", (int)length, word);
    }
    return end;
}

/* Past blanks and comments; NULL at a comment that does not end. */
static const char *pass_blanks(struct c_parser *c, const char *p)
{
    for (;;) {
        while (classes[(unsigned char)*p] == BLANK)
            p++;
        if (p[0] == '/' && p[1] == '/') {
            p = line_end(p);
        } else if (p[0] == '/' && p[1] == '*') {
            const char *end = strstr(p + 2, "*/");

            if (!end) {
                c->begin = p;
                c->p = p + strlen(p);
                c_error(c, c_span(c, p, c->p), "this comment does not end");
                return NULL;
            }
            p = end + 2;
        } else if (p[0] == '#') {
            p = hash_line(c, p);
        } else if (p[0] == '\\' && (p[1] == '\n' || (p[1] == '\r' && p[2] == '\n'))) {
            p += 2;
        } else {
            return p;
        }
    }
}

/* ---- Tokens ---- */

static void scan_name(struct c_parser *c, const char *p)
{
    c->token = C_NAME;
    for (;;) {
        while (is_word(*p))
            p++;
        if (p[0] != ':' || p[1] != ':' || classes[(unsigned char)p[2]] != LETTER)
            break;
        c->token = C_QUALIFIED;
        p += 2;
    }
    c->p = p;
}

static void scan_number(struct c_parser *c, const char *p)
{
    bool c_only;
    const char *wrong;

    if (!is_word(p[1])) {
        c->number = p[0] - '0';
        p++;
    } else {
        while (is_word(*p) || (*p == '\'' && is_word(p[1])))
            p++;
    }
    c->token = C_NUMBER;
    c->p = p;
    if (*p == '.') {
        while (is_word(*p) || *p == '.')
            p++;
        c->p = p;
        c_error(c, c_place(c), "a floating-point number, where an integer is wanted");
    } else if (p > c->begin + 1) {
        wrong = literal_integer(c->begin, (size_t)(p - c->begin), &c->number, &c_only);
        if (wrong)
            c_error(c, c_place(c), "%s", wrong);
    }
}

/* A string or a character; what does not end on its line is an error. */
static void scan_quoted(struct c_parser *c, const char *p)
{
    const char quote = *p++;

    while (*p && *p != '\n' && *p != quote)
        p += p[0] == '\\' && p[1] && p[1] != '\n' ? 2 : 1;
    c->token = quote == '"' ? C_STRING : C_NUMBER;
    if (*p != quote || p == c->begin + 1) {
        c->p = p;
        if (*p != quote)
            c_error(c, c_place(c), "this %s does not end", quote == '"' ? "string" : "character literal");
        else
            c->p = ++p;
        return;
    }
    c->p = p + 1;
    if (quote == '\'')
        c->number = literal_character(c->begin, (size_t)(c->p - c->begin));
}

/* The longest operator that starts here. */
static void scan_operator(struct c_parser *c, const char *p)
{
    static const struct {
        char text[4];
        int token;
    } operators[] = {
        {"<<=", C_ASSIGN_SHIFT_LEFT}, {">>=", C_ASSIGN_SHIFT_RIGHT}, {"<<", C_SHIFT_LEFT}, {">>", C_SHIFT_RIGHT},
        {"<=", C_LESS_EQUAL}, {">=", C_GREATER_EQUAL}, {"==", C_EQUAL}, {"!=", C_NOT_EQUAL}, {"&&", C_AND},
        {"||", C_OR}, {"++", C_INCREMENT}, {"--", C_DECREMENT}, {"+=", C_ASSIGN_ADD}, {"-=", C_ASSIGN_SUBTRACT},
        {"*=", C_ASSIGN_MULTIPLY}, {"/=", C_ASSIGN_DIVIDE}, {"%=", C_ASSIGN_MODULO}, {"&=", C_ASSIGN_AND},
        {"|=", C_ASSIGN_OR}, {"^=", C_ASSIGN_XOR},
    };

    for (size_t i = 0; strchr("<>=&|+-", p[1]) && i < sizeof operators / sizeof operators[0]; i++) {
        const size_t length = strlen(operators[i].text);

        if (strncmp(p, operators[i].text, length) == 0) {
            c->token = operators[i].token;
            c->p = p + length;
            return;
        }
    }
    c->token = *p;
    c->p = p + 1;
}

static void scan_other(struct c_parser *c, const char *p)
{
    if (p[0] == ':' && p[1] == ':' && classes[(unsigned char)p[2]] == LETTER) {
        scan_name(c, p);
        c->token = C_QUALIFIED;
    } else if (p[0] == '.' && classes[(unsigned char)p[1]] == LETTER) {
        scan_name(c, p + 1);
        c->token = C_DOTTED;
    } else if (*p == '"' || *p == '\'') {
        scan_quoted(c, p);
    } else if (strchr("<>=!&|+-*/%^", *p)) {
        scan_operator(c, p);
    } else if (strchr("~?:[]{}.@$`\\", *p)) {
        c->token = *p;
        c->p = p + 1;
    } else {
        c->token = '?';
        c->p = p + 1;
        c_error(c, c_place(c), "byte 0x%02x has no meaning here", (unsigned char)*p);
    }
}

void c_next(struct c_parser *c)
{
    const char *p = c->p;

    if (c->failed)
        return;
    if (classes[(unsigned char)*p] < SIMPLE) {
        p = pass_blanks(c, p);
        if (!p)
            return;
    }
    c->begin = p;
    switch (*p) {
    case '\0':
        c->token = C_END;
        c->p = p;
        return;
    case ',':
    case '(':
    case ')':
    case ';':
        c->token = *p;
        c->p = p + 1;
        return;
    default:
        if (classes[(unsigned char)*p] == LETTER)
            scan_name(c, p);
        else if (classes[(unsigned char)*p] == DIGIT)
            scan_number(c, p);
        else
            scan_other(c, p);
    }
}

void c_seek(struct c_parser *c, const char *begin)
{
    c->p = begin;
    c_next(c);
}

int c_peek(struct c_parser *c)
{
    struct c_parser ahead = *c;

    ahead.quiet = true;
    c_next(&ahead);
    return ahead.token;
}

void c_unexpected(struct c_parser *c, const char *wanted)
{
    const int length = c->p - c->begin < 100 ? (int)(c->p - c->begin) : 100;

    if (c->token == C_END)
        c_error(c, c_place(c), "expected %s before the end of the source", wanted);
    else
        c_error(c, c_place(c), "expected %s before '%.*s'", wanted, length, c->begin);
}

bool c_expect(struct c_parser *c, int token, const char *wanted)
{
    if (c->failed)
        return false;
    if (c->token != token) {
        c_unexpected(c, wanted);
        return false;
    }
    c_next(c);
    return !c->failed;
}

/* ---- Passing over ---- */

/* An else behind this token belongs to the statement. */
static bool else_follows(struct c_parser *c)
{
    struct c_parser ahead = *c;

    c_next(&ahead);
    return c_is(&ahead, "else");
}

/* From an opening parenthesis to the token behind the closing one, whatever is between them. */
static void pass_parentheses(struct c_parser *c)
{
    unsigned depth = 0;

    for (; c->token != C_END; c_next(c)) {
        depth += c->token == '(';
        if (c->token == ')' && --depth == 0)
            break;
    }
    c_next(c);
}

/* To a semicolon, or to the brace that closes a block. */
static void pass_simple(struct c_parser *c)
{
    const char *last = c->begin;
    unsigned braces = 0;
    unsigned parens = 0;

    for (; c->token != C_END; c_next(c)) {
        if (c->token == '{') {
            braces++;
        } else if (c->token == '}') {
            if (braces == 0) {
                /* It closes a block around the statement, which lacks its semicolon. */
                c_seek(c, last);
                return;
            }
            if (--braces == 0 && parens == 0)
                return;
        } else if (c->token == '(' || c->token == '[') {
            parens += braces == 0;
        } else if (c->token == ')' || c->token == ']') {
            parens -= braces == 0 && parens > 0;
        } else if (c->token == ';' && braces == 0) {
            return;
        }
        last = c->begin;
    }
}

static void pass_statement(struct c_parser *c)
{
    const bool is_if = c_is(c, "if");

    if ((!is_if && !c_is(c, "for") && !c_is(c, "while")) || c->depth >= C_DEEPEST) {
        pass_simple(c);
        return;
    }
    c->depth++;
    c_next(c);
    if (c_is(c, "constexpr"))
        c_next(c);
    if (c->token == '(')
        pass_parentheses(c);
    pass_statement(c);
    if (is_if && else_follows(c)) {
        c_next(c);
        c_next(c);
        pass_statement(c);
    }
    c->depth--;
}

void c_skip_statement(struct c_parser *c)
{
    const bool quiet = c->quiet;

    c->quiet = true;
    pass_statement(c);
    c->quiet = quiet;
}

bool c_skip_pair(struct c_parser *c)
{
    const struct place opened = c_place(c);
    const int open = c->token;
    const int close = open == '(' ? ')' : open == '[' ? ']' : '>';
    unsigned depth = 0;

    for (; c->token != C_END && c->token != ';' && c->token != '{'; c_next(c)) {
        if (c->token == open)
            depth++;
        else if (c->token == close && --depth == 0)
            return true;
        else if (close == '>' && c->token == C_SHIFT_RIGHT && (depth = depth > 2 ? depth - 2 : 0) == 0)
            return true;
    }
    c_error(c, opened, "this '%c' is not closed", open);
    return false;
}
