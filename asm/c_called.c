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
    struct c_look *found;
    const char *text, *p;
    enum { AT_START, AFTER_FIRST, WITHIN } where; /* in the statement */
    bool declares; /* the token before this one is a name */
    bool of_line;  /* the statement ends with its line, semicolon or not */
    size_t braces; /* around it */
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
        called.outside = look->braces == 0 && look->where == AT_START;
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

static void find_calls(struct assembler *as, const char *text, struct c_look *found)
{
    struct look look = {.as = as, .found = found, .text = text, .p = text};

    while (*look.p)
        look_at_token(&look);
}

static void join(struct c_called *called, const struct c_called *other)
{
    called->first = called->first < other->first ? called->first : other->first;
    called->last = called->last > other->last ? called->last : other->last;
    called->outside = called->outside || other->outside;
    called->declared = called->declared || other->declared;
}

/* Sorted, and each name once. */
static void arrange(struct c_look *look)
{
    size_t count = 0;

    if (look->count > 0)
        qsort(look->called, look->count, sizeof *look->called, order);
    for (size_t i = 0; i < look->count; i++) {
        if (count > 0 && order(&look->called[count - 1], &look->called[i]) == 0)
            join(&look->called[count - 1], &look->called[i]);
        else
            look->called[count++] = look->called[i];
    }
    look->count = count;
}

/* What there is to know of a source, whose text is whole; NULL, reported, if memory runs out. It stays where it is until
 * the next look. */
static struct c_look *look_at(struct assembler *as, const struct source *source)
{
    struct c_state *c = &as->c;
    struct c_look *look;

    if (source->index >= c->look_count) {
        const size_t count = 2 * (size_t)source->index + 1;
        struct c_look *looks = reallocarray(c->looks, count, sizeof *looks);

        if (!looks) {
            report_no_memory(as);
            return NULL;
        }
        memset(looks + c->look_count, 0, (count - c->look_count) * sizeof *looks);
        c->looks = looks;
        c->look_count = count;
    }
    look = &c->looks[source->index];
    if (!look->done) {
        look->done = true;
        find_calls(as, source->text.data, look);
        arrange(look);
    }
    return look;
}

static const struct c_called *find_called(const struct c_look *look, const struct c_called *key)
{
    return look && look->count > 0 ? bsearch(key, look->called, look->count, sizeof *look->called, order) : NULL;
}

/* The source that includes this one; NULL if there is none, or its text is not whole. */
static const struct source *includer(const struct source *source)
{
    const struct source *around = source->included.source;

    return around && !around->expanded ? around : NULL;
}

static bool is_called(const struct c_called *called)
{
    return called && called->first != UINT32_MAX;
}

static bool find_driver(struct assembler *as, const struct source *source)
{
    const struct c_look *own = look_at(as, source);

    for (size_t i = 0; own && i < own->count; i++) {
        const struct c_called called = own->called[i];

        for (const struct source *s = source; s && called.declared; s = includer(s)) {
            if (s == source ? called.outside : is_called(find_called(look_at(as, s), &called)))
                return true;
        }
        own = look_at(as, source);
    }
    return false;
}

bool c_is_driven(struct assembler *as, const struct source *source)
{
    struct c_look *look = source->expanded ? NULL : look_at(as, source);
    bool driven;

    if (!look)
        return false;
    if (look->driven != C_DRIVEN_UNKNOWN)
        return look->driven == C_DRIVEN;
    driven = find_driver(as, source);
    as->c.looks[source->index].driven = driven ? C_DRIVEN : C_UNDRIVEN;
    return driven;
}

bool c_is_called(struct assembler *as, struct place name, uint32_t begin, uint32_t end)
{
    const char *text = place_text(name);
    const size_t last = c_last_part(text, place_length(name));
    const struct c_called key = {.name = text + last, .length = place_length(name) - last};
    const struct c_called *found = find_called(look_at(as, name.source), &key);

    if (found && (found->first < begin || found->last >= end))
        return true;
    for (const struct source *s = includer(name.source); s; s = includer(s))
        if (is_called(find_called(look_at(as, s), &key)))
            return true;
    return false;
}

void c_looks_free(struct c_state *c)
{
    for (size_t i = 0; i < c->look_count; i++)
        free(c->looks[i].called);
    free(c->looks);
}
