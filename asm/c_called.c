/* Which names a source calls: a look ahead, so that a function is not assembled where it stands if it is called. */
#include "c_form.h"

#include <ctype.h>
#include <stdlib.h>
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

static int order(const void *a, const void *b)
{
    const struct c_called *left = a;
    const struct c_called *right = b;
    const size_t shorter = left->length < right->length ? left->length : right->length;
    const int by_text = memcmp(left->name, right->name, shorter);

    return by_text != 0 ? by_text : (left->length > right->length) - (left->length < right->length);
}

/* The look ahead at a source: what the tokens before `p` tell of the next. */
struct look {
    struct assembler *as;
    const char *text, *p;
    enum { AT_START, AFTER_FIRST, WITHIN } where; /* in the statement */
    bool declares; /* the token before this one is a name */
    bool of_line;  /* the statement ends with its line, semicolon or not */
    size_t braces; /* around it */
};

/* Adds the name at `look->p`, up to `end`, which a parenthesis or a template's list follows. */
static bool add(struct look *look, const char *end)
{
    struct c_state *c = &look->as->c;
    const size_t length = (size_t)(end - look->p);
    const size_t last = c_last_part(look->p, length);
    const uint32_t offset = (uint32_t)(look->p - look->text);
    struct c_called called = {.name = look->p + last, .length = length - last, .first = UINT32_MAX};

    if (!c_reserve(look->as, &c->called, c->called_count, &c->called_capacity, sizeof *c->called))
        return false;
    if (look->declares) {
        called.declared = true;
    } else {
        called.first = called.last = offset;
        called.outside = look->braces == 0 && look->where == AT_START;
    }
    c->called[c->called_count++] = called;
    return true;
}

/* Can a statement that starts with this word end without a semicolon? */
static bool is_of_line(struct assembler *as, const char *word, size_t length)
{
    return c_macro_kind(word, length) == MACRO_STATEMENT || sfp_insn_by_gnu(&as->index, word, length) ||
           macro_exists(as, word, length);
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
    look->p = end;
}

static void look_at_blank(struct look *look)
{
    if (*look->p == '\n' && look->of_line)
        look->declares = false;
    if (*look->p == '\n') {
        look->where = AT_START;
        look->of_line = false;
    }
    look->p++;
}

static void look_at_sign(struct look *look)
{
    const char sign = *look->p;

    if ((sign == '.' && look->where == AT_START) || (sign == '=' && look->where == AFTER_FIRST))
        look->of_line = true; /* a directive, or a symbol's value */
    look->declares = false;
    look->braces += sign == '{';
    look->braces -= sign == '}' && look->braces > 0;
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

static void find_calls(struct assembler *as, const char *text)
{
    struct look look = {.as = as, .text = text, .p = text};

    while (*look.p)
        look_at_token(&look);
}

/* Sorted, and each name once. */
static void arrange(struct c_state *c)
{
    size_t count = 0;

    if (c->called_count > 0)
        qsort(c->called, c->called_count, sizeof *c->called, order);
    for (size_t i = 0; i < c->called_count; i++) {
        struct c_called *last = &c->called[count > 0 ? count - 1 : 0];

        if (count > 0 && order(last, &c->called[i]) == 0) {
            last->first = last->first < c->called[i].first ? last->first : c->called[i].first;
            last->last = last->last > c->called[i].last ? last->last : c->called[i].last;
            last->outside = last->outside || c->called[i].outside;
            last->declared = last->declared || c->called[i].declared;
        } else {
            c->called[count++] = c->called[i];
        }
    }
    c->called_count = count;
    c->called_outside = false;
    for (size_t i = 0; i < count; i++)
        c->called_outside = c->called_outside || (c->called[i].outside && c->called[i].declared);
}

static void look_at(struct assembler *as, const struct source *source)
{
    struct c_state *c = &as->c;

    if (c->called_source == source)
        return;
    c->called_count = 0;
    c->called_source = source;
    find_calls(as, source->text.data);
    arrange(c);
}

bool c_is_driven(struct assembler *as, const struct source *source)
{
    if (source->expanded)
        return false; /* its text is not whole */
    look_at(as, source);
    return as->c.called_outside;
}

bool c_is_called(struct assembler *as, struct place name, uint32_t begin, uint32_t end)
{
    const struct c_state *c = &as->c;
    const char *text = place_text(name);
    const size_t last = c_last_part(text, place_length(name));
    const struct c_called key = {.name = text + last, .length = place_length(name) - last};
    const struct c_called *found;

    look_at(as, name.source);
    found = c->called_count > 0 ? bsearch(&key, c->called, c->called_count, sizeof *c->called, order) : NULL;
    return found && (found->first < begin || found->last >= end);
}
