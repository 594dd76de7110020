/* Tokens of the C form. The text ends in a NUL, and tokens are slices of it. */
#include "c_form.h"
#include "util/literal.h"

#include <stdarg.h>
#include <stdio.h>
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

void c_fail(struct c_parser *c)
{
    if (!c->failed)
        c->error_at = c->begin;
    c->failed = true;
    c->token = C_END;
}

/* The statement's first error ends its tokens. */
static void report(struct c_parser *c, enum c_quiet least, struct place place, const char *format, va_list args)
{
    char text[400];

    if (!c->failed && c->quiet < least && !c->as->stopped && !c_said_unclosed(c, c->begin)) {
        vsnprintf(text, sizeof text, format, args);
        report_error(c->as, place, "%s", text);
    }
    if (!c->failed)
        c->error_at = c->begin;
    if (c->quiet < least)
        c_fail(c);
}

void c_error(struct c_parser *c, struct place place, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    report(c, C_PASSING, place, format, args);
    va_end(args);
}

void c_error_open(struct c_parser *c, struct place place, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    report(c, C_QUIET, place, format, args);
    va_end(args);
}

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

    c->number_type = (struct c_type){32, true};
    if (!is_word(p[1]) && p[1] != '\'') {
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
        c->number_type = c_literal_type(c->begin, (size_t)(p - c->begin), c->number);
    }
}

/* Is there one character between the quotes, plain or escaped? */
static bool is_one_character(const char *begin, const char *end)
{
    const size_t taken = begin[1] == '\\' ? literal_escape(begin + 1, end - 1) : 1;

    return taken == (size_t)(end - begin) - 2;
}

/* A string or a character. What does not end on its line is an error; without what it holds the rest can be read. */
static void scan_quoted(struct c_parser *c, const char *p)
{
    const char quote = *p++;

    while (*p && *p != '\n' && *p != quote)
        p += p[0] == '\\' && p[1] && p[1] != '\n' ? 2 : 1;
    c->token = quote == '"' ? C_STRING : C_NUMBER;
    c->number_type = (struct c_type){8, false};
    c->number = 0;
    c->p = *p == quote ? p + 1 : p;
    if (*p != quote) {
        c_error_open(c, c_place(c), "this %s does not end", quote == '"' ? "string" : "character literal");
        c->p = c->begin + 1;
    } else if (quote == '\'' && p == c->begin + 1) {
        c_error(c, c_place(c), "an empty character literal");
    } else if (quote == '\'' && !is_one_character(c->begin, c->p)) {
        c_error(c, c_place(c), "a character literal has one character here");
    } else if (quote == '\'') {
        c->number = literal_character(c->begin, (size_t)(c->p - c->begin));
    }
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
        p = c_pass_blanks(c, p);
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

    ahead.quiet = C_QUIET;
    c_next(&ahead);
    return ahead.token;
}

void c_too_deep(struct c_parser *c, const char *what)
{
    c_error_open(c, c_place(c), "%s are nested more than %d deep", what, C_DEEPEST);
    c->as->stopped = c->as->stopped || c->failed;
}

void c_unexpected(struct c_parser *c, const char *wanted)
{
    const int length = c->p - c->begin < 100 ? (int)(c->p - c->begin) : 100;

    if (c->token == C_END)
        c_error(c, c_place(c), "expected %s before the end of the source", wanted);
    else if (c->token != '=' && c_assigns(c->token))
        c_error(c, c_place(c), "'%.*s' in an expression: sfpasm takes assignments as statements of their own only",
                length, c->begin);
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
