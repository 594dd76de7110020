/* Tokens of the C form. The text ends in a NUL; tokens are slices of the text. */
#include "c_form.h"

#include "directive.h"
#include "base/literal.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- A statement's error ---- */

void c_fail(struct c_parser *c)
{
    if (!c->failed)
        c->error_at = c->begin;
    c->failed = true;
    c->token = C_END;
}

/* A statement has one error at most. */
void c_error(struct c_parser *c, struct place place, const char *format, ...)
{
    va_list args;
    char text[400];

    if (c->quiet)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (!c->failed && !c->as->stopped && c->as->errors == c->errors)
        report_error(c->as, place, "%s", text);
    c_fail(c);
}

/* ---- Tokens ---- */

static bool is_letter(char c)
{
    return isalpha((unsigned char)c) || c == '_';
}

static bool is_word_character(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

struct place c_span(const struct c_parser *c, const char *begin, const char *end)
{
    return (struct place){c->source, c->base + (uint32_t)(begin - c->text), c->base + (uint32_t)(end - c->text)};
}

bool c_is(const struct c_parser *c, const char *name)
{
    const size_t length = c_length(c);

    return c_names(c) && strncmp(c->begin, name, length) == 0 && name[length] == '\0';
}

bool c_starts_line(const struct c_parser *c, const char *p)
{
    while (p > c->text && p[-1] != '\n' && isspace((unsigned char)p[-1]))
        p--;
    return p == c->text || p[-1] == '\n';
}

/* ---- Between tokens: blanks, comments, lines that start with # ---- */

/* Reads a line from # on: a line marker, a directive, or a comment of GNU as. Returns the line's end. */
static const char *hash_line(struct c_parser *c, const char *p)
{
    const char *end = p + strcspn(p, "\n");
    struct marker marker;

    if (!c_starts_line(c, p))
        return end;
    if (marker_read(p, &marker))
        line_mark(c->as, c_span(c, p, end), marker.line, marker.file, marker.length);
    else if (c->quiet != true)
        preprocessor_report(c->as, p, c_span(c, p, end), true);
    return end;
}

/* Skips blanks and comments. After a comment without an end, returns the end of the text. */
static const char *pass_blanks(struct c_parser *c, const char *p)
{
    for (;;) {
        if (isspace((unsigned char)*p)) {
            p++;
        } else if (p[0] == '/' && p[1] == '/') {
            p += strcspn(p, "\n");
        } else if (p[0] == '/' && p[1] == '*') {
            const char *end = strstr(p + 2, "*/");

            if (!end)
                c_error(c, c_span(c, p, p + strlen(p)), "this comment does not end");
            p = end ? end + 2 : p + strlen(p);
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
    return p[0] == ':' && p[1] == ':' && is_letter(p[2]);
}

static void scan_name(struct c_parser *c, const char *p)
{
    c->token = is_path(p) ? C_QUALIFIED : C_NAME;
    for (p += is_path(p) ? 2 : 0;; p += 2) {
        while (is_word_character(*p))
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
    int64_t number = 0;
    bool c_only;

    while (is_word_character(*p) || *p == '.' || (*p == '\'' && is_word_character(p[1])))
        p++;
    c->p = p;
    c->token = memchr(c->begin, '.', c_length(c)) ? C_FLOAT : C_NUMBER;
    if (c->token == C_NUMBER)
        wrong = literal_integer(c->begin, c_length(c), &number, &c_only);
    c->number = (struct value){.number = number, .type = c_literal_type(c->begin, c_length(c), number)};
    if (wrong)
        c_error(c, c_place(c), "%s", wrong);
}

/* Scans a string or a character literal. If the closing quote is missing on its line, reports that and continues
 * after the opening quote. */
static void scan_quoted(struct c_parser *c, const char *p)
{
    const char *end = p + strcspn(p, "\n");
    const char quote = *p++;
    size_t characters = 0;

    for (; p < end && *p != quote; characters++)
        p += *p == '\\' ? literal_escape(p, end) : 1;
    c->token = quote == '"' ? C_STRING : C_NUMBER;
    c->p = p < end ? p + 1 : p;
    if (p == end) {
        c_error(c, c_place(c), "this %s does not end", quote == '"' ? "string" : "character literal");
        c->p = c->begin + 1;
    } else if (quote == '\'' && characters != 1) {
        c_error(c, c_place(c), "a character literal has one character here");
    } else if (quote == '\'') {
        c->number = (struct value){.number = literal_character(c->begin, c_length(c)), .type = {8, false}};
    }
}

/* Scans the longest operator that starts here, a single character, or the end of the text. */
static void scan_operator(struct c_parser *c, const char *p)
{
    static const struct {
        char text[4];
        uint16_t token;
        uint8_t operator;
    } operators[] = {
        {"<<=", C_ASSIGN, OP_SHIFT_LEFT}, {">>=", C_ASSIGN, OP_SHIFT_RIGHT}, {"<<", C_OPERATOR, OP_SHIFT_LEFT},
        {">>", C_OPERATOR, OP_SHIFT_RIGHT}, {"<=", C_OPERATOR, OP_LESS_EQUAL}, {">=", C_OPERATOR, OP_GREATER_EQUAL},
        {"==", C_OPERATOR, OP_EQUAL}, {"!=", C_OPERATOR, OP_NOT_EQUAL}, {"!", '!', OP_NONE},
        {"&&", C_OPERATOR, OP_LOGICAL_AND}, {"||", C_OPERATOR, OP_LOGICAL_OR}, {"++", C_STEP, OP_ADD},
        {"--", C_STEP, OP_SUBTRACT}, {"+=", C_ASSIGN, OP_ADD}, {"-=", C_ASSIGN, OP_SUBTRACT},
        {"*=", C_ASSIGN, OP_MULTIPLY}, {"/=", C_ASSIGN, OP_DIVIDE}, {"%=", C_ASSIGN, OP_MODULO},
        {"&=", C_ASSIGN, OP_AND}, {"|=", C_ASSIGN, OP_OR}, {"^=", C_ASSIGN, OP_XOR}, {"=", C_ASSIGN, OP_NONE},
        {"*", '*', OP_MULTIPLY}, {"/", '/', OP_DIVIDE}, {"%", '%', OP_MODULO}, {"+", '+', OP_ADD},
        {"-", '-', OP_SUBTRACT}, {"<", '<', OP_LESS}, {">", '>', OP_GREATER}, {"&", '&', OP_AND}, {"|", '|', OP_OR},
        {"^", '^', OP_XOR},
    };

    c->token = strchr(",;()?:~[]{}.@$`\\", *p) ? *p : C_STRAY;
    c->p = p + (*p != '\0');
    for (size_t i = 0; c->token == C_STRAY && i < sizeof operators / sizeof operators[0]; i++) {
        const size_t length = strlen(operators[i].text);

        if (strncmp(p, operators[i].text, length) == 0) {
            c->token = operators[i].token;
            c->operator = (enum operator)operators[i].operator;
            c->p = p + length;
        }
    }
    if (c->token == C_STRAY)
        c_error(c, c_place(c), "byte 0x%02x has no meaning here", (unsigned char)*p);
}

void c_next(struct c_parser *c)
{
    const char *p;

    if (c->failed)
        return;
    c->behind = c->p;
    p = pass_blanks(c, c->p);
    if (c->failed)
        return;
    c->begin = p;
    c->operator = OP_NONE;
    if (is_letter(*p) || is_path(p)) {
        scan_name(c, p);
    } else if (isdigit((unsigned char)*p)) {
        scan_number(c, p);
    } else if (p[0] == '.' && is_letter(p[1])) {
        scan_name(c, p + 1);
        c->token = C_DOTTED;
    } else if (*p == '"' || *p == '\'') {
        scan_quoted(c, p);
    } else {
        scan_operator(c, p);
    }
}

void c_seek(struct c_parser *c, const char *begin)
{
    c->p = begin;
    c_next(c);
}

struct c_parser c_ahead(const struct c_parser *c)
{
    struct c_parser ahead = *c;

    ahead.quiet = true;
    c_next(&ahead);
    return ahead;
}
