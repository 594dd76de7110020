/* Tokens of the C form, and errors about them. The text ends in a NUL, and tokens are slices of it. */
#include "c_form.h"
#include "front/preprocessor_lines.h"
#include "util/literal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum class { OTHER, BLANK, LETTER, DIGIT };

static const uint8_t classes[256] = {
    [' '] = BLANK, ['\t' ... '\r'] = BLANK,
    ['a' ... 'z'] = LETTER, ['A' ... 'Z'] = LETTER, ['_'] = LETTER, ['0' ... '9'] = DIGIT,
};

static enum class class_of(char c)
{
    return (enum class)classes[(unsigned char)c];
}

static bool is_word(char c)
{
    return class_of(c) >= LETTER;
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

bool c_last_is(const struct c_parser *c, const char *name)
{
    const size_t length = (size_t)(c->p - c->begin);
    const size_t last = names_last_part(c->begin, length);

    return c_names(c) && strlen(name) == length - last && memcmp(c->begin + last, name, length - last) == 0;
}

bool c_names(const struct c_parser *c)
{
    return c->token == C_NAME || c->token == C_QUALIFIED;
}

/* ---- Errors ---- */

void c_fail(struct c_parser *c)
{
    if (!c->failed)
        c->error_at = c->begin;
    c->failed = true;
    c->token = C_END;
}

static void report(struct c_parser *c, enum c_quiet least, struct place place, const char *end, const char *format,
                   va_list args)
{
    char text[400];

    if (c->quiet >= least)
        return;
    if (!c->failed && !c->as->stopped) {
        vsnprintf(text, sizeof text, format, args);
        report_error(c->as, place, "%s%s", text, end);
    }
    c_fail(c);
}

void c_error(struct c_parser *c, struct place place, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    report(c, C_PASSING, place, "", format, args);
    va_end(args);
}

void c_refuse(struct c_parser *c, struct place place, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    report(c, C_PASSING, place, "; sfpasm --call has a C++ compiler read it", format, args);
    va_end(args);
}

void c_error_open(struct c_parser *c, struct place place, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    report(c, C_QUIET, place, "", format, args);
    va_end(args);
}

void c_too_deep(struct c_parser *c, const char *what)
{
    c_error_open(c, c_place(c), "%s are nested more than %d deep", what, C_DEEPEST);
    c->as->stopped = c->as->stopped || c->failed;
}

void c_unexpected(struct c_parser *c, const char *wanted)
{
    const struct place place = c_place(c);

    if (c->token == C_END)
        c_error(c, place, "expected %s before the end of the source", wanted);
    else if (c->token != '=' && c_assigns(c->token))
        c_error(c, place, "'%.*s' in an expression: sfpasm takes assignments as statements of their own only",
                place_precision(place), c->begin);
    else
        c_error(c, place, "expected %s before '%.*s'", wanted, place_precision(place), c->begin);
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

/* ---- Between tokens: blanks, comments, lines that start with # ---- */

static const char *line_end(const char *p)
{
    const char *end = strchr(p, '\n');

    return end ? end : p + strlen(p);
}

bool c_starts_line(const struct c_parser *c, const char *p)
{
    while (p > c->text && p[-1] != '\n' && class_of(p[-1]) == BLANK)
        p--;
    return p == c->text || p[-1] == '\n';
}

/* From a # on: a line marker, a directive, or a comment as GNU as has them. Returns the line's end. */
static const char *hash_line(struct c_parser *c, const char *p)
{
    const char *end = line_end(p);
    struct marker marker;

    if (!c_starts_line(c, p))
        return end;
    if (marker_read(p, &marker))
        line_mark(c->as, c_span(c, p, end), marker.line, marker.file, marker.length);
    else if (c->quiet != C_QUIET)
        preprocessor_report(c->as, p, c_span(c, p, end), true);
    return end;
}

/* Past what is no token; NULL, reported, at a comment that does not end. */
static const char *pass_blanks(struct c_parser *c, const char *p)
{
    for (;;) {
        while (class_of(*p) == BLANK)
            p++;
        if (p[0] == '/' && p[1] == '/') {
            p = line_end(p);
        } else if (p[0] == '/' && p[1] == '*') {
            const char *end = strstr(p + 2, "*/");

            if (!end) {
                c->begin = p;
                c->p = p + strlen(p);
                c->token = C_END;
                c_error_open(c, c_place(c), "this comment does not end");
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

static bool is_path(const char *p)
{
    return p[0] == ':' && p[1] == ':' && class_of(p[2]) == LETTER;
}

static void scan_name(struct c_parser *c, const char *p)
{
    c->token = is_path(p) ? C_QUALIFIED : C_NAME;
    for (p += is_path(p) ? 2 : 0;; p += 2) {
        while (is_word(*p))
            p++;
        if (!is_path(p))
            break;
        c->token = C_QUALIFIED;
    }
    c->p = p;
}

static void scan_number(struct c_parser *c, const char *p)
{
    const char *wrong = NULL;
    bool c_only;

    while (is_word(*p) || *p == '.' || (*p == '\'' && is_word(p[1])))
        p++;
    c->token = C_NUMBER;
    c->p = p;
    if (memchr(c->begin, '.', (size_t)(p - c->begin)))
        wrong = "a floating-point number, where an integer is wanted";
    else
        wrong = literal_integer(c->begin, (size_t)(p - c->begin), &c->number, &c_only);
    c->number_type = c_literal_type(c->begin, (size_t)(p - c->begin), c->number);
    if (wrong)
        c_error(c, c_place(c), "%s", wrong);
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

/* The longest operator that starts here, or a character. */
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

    c->token = *p;
    c->p = p + 1;
    for (size_t i = 0; *p && strchr("<>=&|+-", p[1]) && i < sizeof operators / sizeof operators[0]; i++) {
        const size_t length = strlen(operators[i].text);

        if (strncmp(p, operators[i].text, length) == 0) {
            c->token = operators[i].token;
            c->p = p + length;
            return;
        }
    }
}

static void scan_other(struct c_parser *c, const char *p)
{
    if (is_path(p)) {
        scan_name(c, p);
    } else if (p[0] == '.' && class_of(p[1]) == LETTER) {
        scan_name(c, p + 1);
        c->token = C_DOTTED;
    } else if (*p == '"' || *p == '\'') {
        scan_quoted(c, p);
    } else if (strchr("<>=!&|+-*/%^~?:[]{}.@$`\\", *p)) {
        scan_operator(c, p);
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
    if (class_of(*p) == BLANK || *p == '/' || *p == '#' || *p == '\\')
        p = pass_blanks(c, p);
    if (!p)
        return;
    c->begin = p;
    if (*p == '\0' || *p == ',' || *p == '(' || *p == ')' || *p == ';') {
        c->token = *p;
        c->p = p + (*p != '\0');
    } else if (class_of(*p) == LETTER) {
        scan_name(c, p);
    } else if (class_of(*p) == DIGIT) {
        scan_number(c, p);
    } else {
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
