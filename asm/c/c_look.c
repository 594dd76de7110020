/* A look ahead at a source: which names it calls, and which it declares with parameters. */
#include "c_form.h"

#include <ctype.h>
#include <string.h>

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Past a comment, a line that starts with #, or what is in quotes, if `p` starts one; else NULL. */
static const char *pass_text(const char *p)
{
    const char *end = NULL;

    if ((p[0] == '/' && p[1] == '/') || *p == '#')
        return p + strcspn(p, "\n");
    if (p[0] == '/' && p[1] == '*') {
        end = strstr(p + 2, "*/");
        return end ? end + 2 : p + strlen(p);
    }
    if (*p != '"' && *p != '\'')
        return NULL;
    for (end = p + 1; *end && *end != '\n' && *end != *p; end++)
        end += end[0] == '\\' && end[1] && end[1] != '\n';
    return *end == *p ? end + 1 : p + 1;
}

static const char *pass_name(const char *p)
{
    while (is_letter(*p) || (p[0] == ':' && p[1] == ':' && is_letter(p[2])))
        p += *p == ':' ? 2 : 1;
    return p;
}

/* A number is one token, with the ' between its digits. */
static const char *pass_number(const char *p)
{
    while (is_letter(*p) || (*p == '\'' && is_letter(p[1])))
        p++;
    return p;
}

/* Past blanks and comments. */
static const char *pass_gap(const char *p)
{
    for (;;) {
        while (isspace((unsigned char)*p))
            p++;
        if (p[0] != '/' || (p[1] != '/' && p[1] != '*'))
            return p;
        p = pass_text(p);
    }
}

/* From an opening bracket to behind the one that closes it. */
static const char *pass_pair(const char *p)
{
    size_t depth = 0;

    while (*p) {
        const char *end = pass_text(p);

        depth += *p == '(' || *p == '[';
        depth -= *p == ')' || *p == ']';
        p = end ? end : p + 1;
        if (depth == 0)
            break;
    }
    return p;
}

/* From a < on: does a template's list stand here, and a call behind it? */
static bool is_list_of_call(const char *p)
{
    size_t depth = 0;

    for (; *p && !strchr(";{}", *p); p++) {
        if (*p == '(' || *p == '[') {
            p = pass_pair(p) - 1;
            continue;
        }
        depth += *p == '<';
        if (*p == '>' && --depth == 0)
            return *pass_gap(p + 1) == '(';
    }
    return false;
}

/* A call can stand behind these words; behind another name a name is being declared. */
static bool precedes_call(const char *word, size_t length)
{
    static const char *const words[] = {"return", "else", "do", "case"};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i]) == length && memcmp(words[i], word, length) == 0)
            return true;
    return false;
}

/* The look ahead at a source: what the tokens before `p` tell of the next. */
struct look {
    struct assembler *as;
    struct c_look *found;
    const char *text, *p;
    enum { AT_START, AFTER_FIRST, WITHIN } where; /* in the statement */
    bool declares; /* the token before this one is a name */
    bool of_line;  /* the statement ends with its line, semicolon or not */
    bool begins;   /* a statement begins here */
    bool labels;   /* it began with `case`, and its colon is still to come */
    bool heads;    /* the parentheses that follow, or are open, head a statement */
    size_t parens; /* open in the statement */
    size_t braces; /* around it */
    size_t plain;  /* of these the outer ones that are no function's, nor a namespace's */
};

/* Adds the name at `look->p`, up to `end`, which a parenthesis or a template's list follows. */
static bool add(struct look *look, const char *end)
{
    struct c_look *found = look->found;
    const size_t length = (size_t)(end - look->p);
    const size_t last = c_last_part(look->p, length);
    const uint32_t offset = (uint32_t)(look->p - look->text);
    struct c_called called = {.name = look->p + last, .length = length - last, .first = UINT32_MAX};

    if (!c_reserve(look->as, &found->called, found->count, &found->capacity, sizeof *found->called))
        return false;
    if (look->declares) {
        called.declared = true;
    } else {
        called.first = called.last = offset;
        called.outside = look->braces == look->plain && look->begins;
        look->of_line = look->of_line || (called.outside && look->braces == 0);
    }
    found->called[found->count++] = called;
    return true;
}

/* Can a statement that starts with this word end without a semicolon? */
static bool is_of_line(struct assembler *as, const char *word, size_t length)
{
    return c_macro_kind(word, length) == MACRO_STATEMENT || sfp_insn_by_gnu(&as->index, word, length) ||
           macro_exists(as, word, length);
}

/* Do parentheses and a statement follow this word? */
static bool is_head(enum c_word word)
{
    return word == WORD_FOR || word == WORD_WHILE || word == WORD_IF || word == WORD_SWITCH;
}

/* Goes on behind a statement's first word. */
static void begin(struct look *look, enum c_word word)
{
    look->heads = look->heads || is_head(word);
    look->labels = look->labels || word == WORD_CASE;
    look->begins = word == WORD_ELSE || word == WORD_DO;
}

static void look_at_name(struct look *look)
{
    const char *end = pass_name(look->p);
    const size_t length = (size_t)(end - look->p);
    const char *after = pass_gap(end);

    if (c_word(look->p, length) == WORD_ATTRIBUTE) {
        /* What it is about is declared as if the attribute was not there. */
        look->p = *after == '(' ? pass_pair(after) : end;
        return;
    }
    if (look->where == AT_START && is_of_line(look->as, look->p, length))
        look->of_line = true;
    if ((*after == '(' || (*after == '<' && is_list_of_call(after))) && !add(look, end)) {
        look->p += strlen(look->p);
        return;
    }
    look->declares = !precedes_call(look->p, length);
    look->where = look->where == AT_START ? AFTER_FIRST : WITHIN;
    if (look->begins)
        begin(look, c_word(look->p, length));
    look->p = end;
}

static void look_at_blank(struct look *look)
{
    if (*look->p == '\n' && look->of_line)
        look->declares = false;
    if (*look->p == '\n') {
        look->begins = look->begins || (look->of_line && look->parens == 0);
        look->where = AT_START;
        look->of_line = false;
    }
    look->p++;
}

/* Brackets, and whether a statement begins behind them. */
static void look_at_bracket(struct look *look, char bracket)
{
    const bool begun = look->begins;

    look->begins = bracket == '{' || bracket == '}';
    if (look->begins)
        look->parens = 0;
    if (bracket == '(') {
        look->parens++;
    } else if (bracket == ')' && look->parens > 0 && --look->parens == 0) {
        look->begins = look->heads;
        look->heads = false;
    } else if (bracket == '{') {
        look->plain += begun && look->braces == look->plain;
        look->braces++;
    } else if (bracket == '}' && look->braces > 0) {
        look->plain -= look->braces == look->plain;
        look->braces--;
    }
}

static void look_at_sign(struct look *look)
{
    const char sign = *look->p;

    if ((sign == '.' && look->where == AT_START) || (sign == '=' && look->where == AFTER_FIRST))
        look->of_line = true; /* a directive, or a symbol's value */
    look->declares = false;
    if (strchr("(){}", sign))
        look_at_bracket(look, sign);
    else
        look->begins = sign == ';' || (sign == ':' && (look->labels || look->where == AFTER_FIRST));
    look->labels = look->labels && !strchr(":;{}", sign);
    look->where = strchr(";{}:", sign) ? AT_START : WITHIN;
    look->p++;
}

static void look_at_token(struct look *look)
{
    const char *p = look->p;
    const char *end = pass_text(p);

    if (end) {
        look->p = end;
    } else if (isdigit((unsigned char)*p)) {
        look->declares = false;
        look->begins = false;
        look->where = WITHIN;
        look->p = pass_number(p);
    } else if (is_letter(*p)) {
        look_at_name(look);
    } else if (isspace((unsigned char)*p)) {
        look_at_blank(look);
    } else if (p[0] == '[' && p[1] == '[') {
        look->p = pass_pair(p);
    } else {
        look_at_sign(look);
    }
}

void c_look_ahead(struct assembler *as, const char *text, struct c_look *found)
{
    struct look look = {.as = as, .found = found, .text = text, .p = text, .begins = true};

    while (*look.p)
        look_at_token(&look);
}
