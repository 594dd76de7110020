/*
 * Expressions as trees. Operators from loose to tight: + and -, * and /, the sign, and ^, which associates to the
 * right. Operands: numbers, x, y, pi, NAME(...) and parentheses.
 */
#include "functions.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/names.h"

enum { MOST_EXPONENT = 6 /* characters in e-9999 */, NOTHING = -1 };

struct parser {
    struct expression *e;
    const char *at;
    unsigned depth;
    char **error;
    bool failed;
};

/* ---- Messages ---- */

/* Sets the error unless an earlier error is set. Returns NOTHING, which stands for a missing node. */
__attribute__((format(printf, 3, 4))) static int fail_at(struct parser *p, const char *at, const char *format, ...)
{
    va_list arguments;
    char *text;

    if (p->failed)
        return NOTHING;
    p->failed = true;
    va_start(arguments, format);
    text = format_text(format, arguments);
    va_end(arguments);
    if (text)
        fail_with(p->error, "column %zu: %s", (size_t)(at - p->e->text) + 1, text);
    free(text);
    return NOTHING;
}

const char *function_near(const char *name, size_t length)
{
    struct nearest search;
    uint64_t spent = 0;

    nearest_init(&search, &spent, name, length);
    for (size_t i = 0; function_at(i) && nearest_open(&search); i++)
        nearest_offer(&search, function_at(i)->name);
    return search.best;
}

/* ---- Nodes ---- */

static int add_node(struct parser *p, const char *at, const struct expression_node *node)
{
    if (p->failed)
        return NOTHING;
    if (p->e->count == EXPRESSION_MOST_NODES)
        return fail_at(p, at, "more than %d operands and operations", EXPRESSION_MOST_NODES);
    p->e->nodes[p->e->count] = *node;
    return (int)p->e->count++;
}

/* Adds a node that calls a function. */
static int add_call_node(struct parser *p, const char *at, const struct function *call, int first, int second)
{
    const struct expression_node node = {
        .kind = EXPRESSION_CALL, .call = call, .operand = {(uint16_t)first, (uint16_t)second}};

    return add_node(p, at, &node);
}

static int add_operation(struct parser *p, const char *at, const char *name, int first, int second)
{
    return add_call_node(p, at, function_named(name), first, second);
}

/* ---- Grammar ---- */

static void skip_expression_blanks(struct parser *p) { p->at += strspn(p->at, " \t"); }

static bool accept_character(struct parser *p, char c)
{
    skip_expression_blanks(p);
    if (*p->at != c)
        return false;
    p->at++;
    return true;
}

static int fail_unexpected(struct parser *p, const char *wanted)
{
    skip_expression_blanks(p);
    if (!*p->at)
        return fail_at(p, p->at, "the expression ends where %s should be", wanted);
    if (isprint((unsigned char)*p->at))
        return fail_at(p, p->at, "'%c' where %s should be", *p->at, wanted);
    return fail_at(p, p->at, "the byte 0x%02X where %s should be", (unsigned char)*p->at, wanted);
}

static int parse_sum(struct parser *p);
static int parse_signed(struct parser *p);

static bool go_deeper(struct parser *p)
{
    if (p->depth++ < EXPRESSION_MOST_DEPTH)
        return true;
    fail_at(p, p->at, "more than %d nested operations", EXPRESSION_MOST_DEPTH);
    return false;
}

static size_t count_digits(const char *at) { return strspn(at, "0123456789"); }

static size_t exponent_length(const char *at)
{
    const size_t sign = at[1] == '+' || at[1] == '-' ? 2 : 1;

    return (*at == 'e' || *at == 'E') && count_digits(at + sign) ? sign + count_digits(at + sign) : 0;
}

/* Parses digits with an optional point, and an optional exponent. */
static int parse_number(struct parser *p)
{
    const char *const begin = p->at, *end = begin + count_digits(begin);
    struct expression_node node = {.kind = EXPRESSION_CONSTANT};
    size_t exponent;

    if (*end == '.')
        end += 1 + count_digits(end + 1);
    if (end == begin + 1 && *begin == '.')
        return fail_unexpected(p, "a number, x, y or a function");
    exponent = exponent_length(end);
    p->at = end + exponent;
    if ((size_t)(p->at - begin) >= sizeof node.number || exponent > MOST_EXPONENT)
        return fail_at(p, begin, "a number with more than %d characters, or with more than %d in its exponent",
                       EXPRESSION_NUMBER - 1, MOST_EXPONENT);
    memcpy(node.number, begin, (size_t)(p->at - begin));
    if (isalnum((unsigned char)*p->at) || *p->at == '_' || *p->at == '.')
        return fail_unexpected(p, "an operator");
    return add_node(p, begin, &node);
}

/* Parses operands and the closing parenthesis, after the opening one. */
static int parse_operands(struct parser *p, const char *begin, const struct function *f)
{
    int operand[2] = {0, 0};
    unsigned count = 0;

    do {
        const int node = parse_sum(p);

        if (node == NOTHING)
            return NOTHING;
        if (count < 2)
            operand[count] = node;
        count++;
    } while (accept_character(p, ','));
    if (!accept_character(p, ')'))
        return fail_unexpected(p, "an operator, ',' or ')'");
    if (count != f->operands)
        return fail_at(p, begin, "%s takes %u operand%s, and has %u", f->name, f->operands, f->operands == 1 ? "" : "s",
                       count);
    return add_call_node(p, begin, f, operand[0], operand[1]);
}

static int parse_call(struct parser *p, const char *begin, size_t length)
{
    char name[EXPRESSION_NUMBER] = "";
    const struct function *f;
    const char *near;

    memcpy(name, begin, length < sizeof name ? length : 0);
    f = function_named(name);
    near = f ? NULL : function_near(begin, length);
    if (!f)
        return fail_at(p, begin, "'%.*s' is not a function with a reference%s%s%s", (int)length, begin,
                       near ? "; did you mean '" : "", near ? near : "", near ? "'?" : " (sfpsim-functions(7) lists them)");
    if (!accept_character(p, '('))
        return fail_unexpected(p, "'(' and the function's operands");
    return parse_operands(p, begin, f);
}

static int parse_name(struct parser *p)
{
    static const struct {
        const char *name;
        enum expression_kind kind;
    } operands[] = {{"x", EXPRESSION_X}, {"y", EXPRESSION_Y}, {"pi", EXPRESSION_PI}};
    const char *const begin = p->at;

    while (isalnum((unsigned char)*p->at) || *p->at == '_')
        p->at++;
    for (size_t i = 0; i < sizeof operands / sizeof operands[0]; i++)
        if (strlen(operands[i].name) == (size_t)(p->at - begin)
            && memcmp(operands[i].name, begin, (size_t)(p->at - begin)) == 0) {
            if (operands[i].kind == EXPRESSION_Y)
                p->e->function.operands = 2;
            return add_node(p, begin, &(struct expression_node){.kind = operands[i].kind});
        }
    return parse_call(p, begin, (size_t)(p->at - begin));
}

static int parse_operand(struct parser *p)
{
    int node;

    skip_expression_blanks(p);
    if (isdigit((unsigned char)*p->at) || *p->at == '.')
        return parse_number(p);
    if (isalpha((unsigned char)*p->at))
        return parse_name(p);
    if (!accept_character(p, '('))
        return fail_unexpected(p, "a number, x, y or a function");
    node = parse_sum(p);
    if (node != NOTHING && !accept_character(p, ')'))
        return fail_unexpected(p, "an operator or ')'");
    return node;
}

static int parse_power(struct parser *p)
{
    const int base = parse_operand(p);
    const char *const at = p->at;
    int exponent;

    if (base == NOTHING || !accept_character(p, '^'))
        return base;
    exponent = parse_signed(p);
    return exponent == NOTHING ? NOTHING : add_operation(p, at, "pow", base, exponent);
}

static int parse_signed(struct parser *p)
{
    int node;

    skip_expression_blanks(p);
    if (!go_deeper(p))
        return NOTHING;
    if (accept_character(p, '-')) {
        const char *const at = p->at - 1;

        node = parse_signed(p);
        node = node == NOTHING ? NOTHING : add_operation(p, at, "neg", node, 0);
    } else {
        node = parse_power(p);
    }
    p->depth--;
    return node;
}

static int parse_product(struct parser *p)
{
    int node = parse_signed(p);

    while (node != NOTHING) {
        const bool times = accept_character(p, '*');
        const char *const at = p->at - 1;
        int factor;

        if (!times && !accept_character(p, '/'))
            return node;
        factor = parse_signed(p);
        node = factor == NOTHING ? NOTHING : add_operation(p, at, times ? "mul" : "div", node, factor);
    }
    return NOTHING;
}

static int parse_sum(struct parser *p)
{
    int node = parse_product(p);

    while (node != NOTHING) {
        const bool plus = accept_character(p, '+');
        const char *const at = p->at - 1;
        int term;

        if (!plus && !accept_character(p, '-'))
            return node;
        term = parse_product(p);
        node = term == NOTHING ? NOTHING : add_operation(p, at, plus ? "add" : "sub", node, term);
    }
    return NOTHING;
}

/* ---- The whole expression ---- */

struct expression *expression_parse(const char *text, char **error)
{
    struct expression *e = calloc(1, sizeof *e);
    struct parser p = {.e = e, .error = error};

    *error = NULL;
    if (!e)
        return NULL;
    if (strlen(text) >= sizeof e->text) {
        fail_with(error, "an expression of more than %d characters", EXPRESSION_MOST_BYTES - 1);
        free(e);
        return NULL;
    }
    memcpy(e->text, text, strlen(text));
    e->function = (struct function){.name = e->text, .domain = "where it is defined", .operands = 1, .expression = e};
    p.at = e->text;
    if (parse_sum(&p) != NOTHING && (skip_expression_blanks(&p), *p.at))
        fail_unexpected(&p, "an operator or the end");
    if (!p.failed)
        return e;
    free(e);
    return NULL;
}
