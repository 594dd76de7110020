/* Statements of the C form, and the way in from the flex scanner and out to it. */
#include "c_form.h"
#include "scanner.h"

#include <string.h>

static const char taken[] = "macro calls, integer definitions, if on constants and for loops that count";

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

void c_block(struct c_parser *c)
{
    const struct place opened = c_place(c);

    for (c_next(c); c->token != '}' && !c->failed; c_next(c)) {
        if (c->token == C_END || c->as->stopped) {
            c_error(c, opened, "this '{' is not closed");
            c->as->stopped = true;
            return;
        }
        if (c->returned)
            c_skip_statement(c);
        else
            c_statement(c);
    }
}

/* The last token of a simple statement must be its semicolon. */
static void semicolon(struct c_parser *c)
{
    if (!c->failed && c->token != ';')
        c_unexpected(c, "';'");
}

/* Inside braces a macro call needs its semicolon; outside, the scanner looks for the statement's end. */
static void semicolon_after(struct c_parser *c)
{
    if (c->as->c.depth == 0 || c->failed)
        return;
    c_next(c);
    semicolon(c);
}

/* ---- Small statements ---- */

static void using_directive(struct c_parser *c)
{
    while (c->token != ';' && c->token != C_END && c->token != '=')
        c_next(c);
    if (c->token == '=')
        c_error(c, c_place(c), "sfpasm takes no type aliases");
    semicolon(c);
}

static void namespace(struct c_parser *c)
{
    for (c_next(c); c->token == C_NAME || c->token == C_QUALIFIED;)
        c_next(c);
    if (c->token == '{')
        c_block(c);
    else
        c_unexpected(c, "'{'");
}

static void return_statement(struct c_parser *c)
{
    const struct place place = c_place(c);

    c_next(c);
    if (!c->failed && c->token != ';')
        c_error(c, place, "a kernel's body returns no value");
    else if (c->as->c.depth == 0)
        c_error(c, place, "'return' outside a function");
    c->returned = !c->failed;
}

/* static_assert(condition, "text"); */
static void assertion(struct c_parser *c)
{
    const struct place place = c_place(c);
    int64_t number = 0;
    bool known;

    c_next(c);
    if (!c_expect(c, '(', "'('"))
        return;
    known = c_constant(c, &number);
    if (c->token == ',')
        for (c_next(c); c->token == C_STRING;)
            c_next(c);
    if (!c_expect(c, ')', "')'"))
        return;
    semicolon(c);
    if (known && !number && !c->failed)
        report_error(c->as, place, "this static_assert fails");
}

/* ---- Names at the start of a statement ---- */

/* x = 1; x += 1; x++; or, from the operator on, ++x; */
static void assignment(struct c_parser *c, bool before)
{
    const int operator = c->token;
    struct place place;
    struct c_name *name;
    struct value value;
    struct term right = {.value = value_of(1)};

    if (before)
        c_next(c);
    place = c_place(c);
    name = c->token == C_NAME ? c_find(c->as, c->begin, (size_t)(c->p - c->begin)) : NULL;
    if (!name) {
        c_error(c, place, "'%.*s' is no integer variable", place_precision(place), place_text(place));
        return;
    }
    if (name->fixed) {
        c_error(c, place, "'%.*s' %s and keeps its value", place_precision(place), place_text(place), name->fixed);
        return;
    }
    c_next(c);
    right.operator = before ? (operator == C_INCREMENT ? OP_ADD : OP_SUBTRACT)
                            : c->token == C_INCREMENT ? OP_ADD
                            : c->token == C_DECREMENT ? OP_SUBTRACT : c_operator(c->token);
    if (!before) {
        const int token = c->token;

        c_next(c);
        right.place = c_place(c);
        if (token != C_INCREMENT && token != C_DECREMENT)
            right.value = c_expression(c);
    }
    semicolon(c);
    if (c->failed)
        return;
    value = name->value;
    if (value.fault == FAULT_PARAMETER || value.fault == FAULT_UNSET)
        value.at = place;
    value = right.operator == OP_NONE ? right.value : value_binary_c(&value, &right);
    if (value.fault && value.fault != FAULT_PARAMETER && !value_check(c->as, &value))
        value.fault = FAULT_REPORTED;
    c->as->changes++;
    name->value = c_cut_value(name->type, value);
    name->value.named = false;
}

static bool assigns(int token)
{
    return token == '=' || token == C_INCREMENT || token == C_DECREMENT || c_operator(token) != OP_NONE;
}

/* A name that is no word of C. */
static void named_statement(struct c_parser *c)
{
    const struct place place = c_place(c);
    const int after = c_peek(c);

    if (after == '(' || after == '<') {
        c_call_statement(c);
        semicolon_after(c);
    } else if (assigns(after)) {
        assignment(c, false);
    } else if (after == C_NAME && (c->token == C_QUALIFIED ||
                                   !sfp_insn_by_gnu(&c->as->index, c->begin, place_length(place)))) {
        c_definition(c);
    } else if (sfp_insn_by_gnu(&c->as->index, c->begin, place_length(place))) {
        c_error(c, place, "the GNU form is not taken inside braces: write the TTI_ macro");
    } else {
        c_error(c, place, "'%.*s' starts nothing that sfpasm takes here: %s", place_precision(place), c->begin, taken);
    }
}

static void worded_statement(struct c_parser *c, enum c_word word)
{
    const struct place place = c_place(c);

    switch (word) {
    case WORD_FOR:
        c_for(c);
        break;
    case WORD_IF:
        c_if(c);
        break;
    case WORD_ELSE:
        c_error(c, place, "'else' without 'if'");
        break;
    case WORD_RETURN:
        return_statement(c);
        break;
    case WORD_USING:
        using_directive(c);
        break;
    case WORD_NAMESPACE:
        namespace(c);
        break;
    case WORD_TEMPLATE:
        c_template(c);
        break;
    case WORD_ASSERT:
        assertion(c);
        break;
    case WORD_REFUSED:
        c_error(c, place, "sfpasm takes no '%.*s'; it takes %s", place_precision(place), c->begin, taken);
        break;
    case WORD_SFPI:
        c_error(c, place, "'%.*s' is sfpi C++, which a compiler has to translate; sfpasm takes TTI_ macros",
                place_precision(place), c->begin);
        break;
    default:
        c_definition(c);
    }
}

static void statement(struct c_parser *c)
{
    enum c_word word;

    switch (c->token) {
    case ';':
        return;
    case '{':
        c_scope_open(c->as);
        c_block(c);
        c_scope_close(c->as);
        return;
    case '}':
        c_error(c, c_place(c), "'}' without '{'");
        return;
    case '[':
        c_definition(c);
        return;
    case C_INCREMENT:
    case C_DECREMENT:
        assignment(c, true);
        return;
    case C_NAME:
    case C_QUALIFIED:
        if (c_macro_kind(c->begin, (size_t)(c->p - c->begin)) == MACRO_STATEMENT) {
            c_macro_statement(c);
            semicolon_after(c);
            return;
        }
        word = c_token_word(c);
        if (word == WORD_NONE)
            named_statement(c);
        else
            worded_statement(c, word);
        return;
    default:
        c_error(c, c_place(c), "'%.*s' starts nothing that sfpasm takes here: %s", place_precision(c_place(c)),
                c->begin, taken);
    }
}

/* What an error is about may be the next statement, on a line of its own, because this one's end is missing. */
static bool resumes_here(const struct c_parser *c, const char *begin)
{
    const char *p = c->error_at;
    size_t length = 0;

    while (p > begin && (p[-1] == ' ' || p[-1] == '\t'))
        p--;
    if (p == begin || p[-1] != '\n')
        return false;
    p = c->error_at;
    while (is_letter(p[length]) || (p[length] >= '0' && p[length] <= '9'))
        length++;
    return length > 0 && (c_macro_kind(p, length) == MACRO_STATEMENT || c_word(p, length) != WORD_NONE);
}

/* After an error inside braces the rest of the statement is passed over. */
void c_statement(struct c_parser *c)
{
    const char *begin = c->begin;
    const unsigned scopes = c->as->c.depth;

    if (c->depth >= C_DEEPEST) {
        c_error(c, c_place(c), "statements are nested more than %d deep", C_DEEPEST);
        c->as->stopped = true;
        return;
    }
    c->depth++;
    statement(c);
    c->depth--;
    if (c->failed && scopes > 0 && !c->as->stopped) {
        c->failed = false;
        if (resumes_here(c, begin)) {
            c->token = ';';
            c->p = c->error_at;
        } else {
            c_seek(c, begin);
            c_skip_statement(c);
        }
    }
}

/* ---- In and out ---- */

static struct c_parser parser_at(struct assembler *as, struct place first)
{
    struct c_parser c = {.as = as, .source = as->top->source, .text = as->top->text, .base = as->top->base};

    c_seek(&c, c.text + (first.begin - c.base));
    return c;
}

/* After a macro call outside braces: the end of its line or a semicolon. */
static void check_end(struct c_parser *c, size_t errors_before)
{
    const char *p = c->p;

    for (;;) {
        const char *end;

        while (*p == ' ' || *p == '\t' || *p == '\r')
            p++;
        end = p[0] == '/' && p[1] == '*' ? strstr(p + 2, "*/") : NULL;
        if (!end)
            break;
        p = end + 2;
    }
    if (*p == '\0' || *p == '\n' || *p == ';' || *p == '#' || (p[0] == '/' && (p[1] == '/' || p[1] == '*')))
        return;
    c_seek(c, p);
    if (c->as->errors == errors_before) {
        c_unexpected(c, "the end of the statement");
    } else if (!c->failed) {
        /* One error for the statement is enough. */
        c->failed = true;
        c->error_at = p;
    }
}

/* Where the flex scanner goes on after a faulty statement. */
static const char *recover(struct c_parser *c, struct place first, bool macro)
{
    const char *p = c->error_at;

    c->failed = false;
    if (!macro) {
        c_seek(c, c->text + (first.begin - c->base));
        c_skip_statement(c);
        return c->p;
    }
    if (resumes_here(c, c->text + (first.begin - c->base)))
        return p;
    while (*p && *p != '\n' && *p != ';')
        p++;
    return p;
}

/* Goes on to the next line's macro call, if that is what follows: the scanner and the grammar need not see it. */
static bool next_macro(struct c_parser *c)
{
    const char *p = c->p;

    if (c->failed || c->as->stopped)
        return false;
    p += *p == ';';
    while (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\n')
        p++;
    if (p == c->p || p[0] != 'T' || p[1] != 'T' || (p[2] != 'I' && p[2] != '_') || strncmp(p, "TT_OP_", 6) == 0)
        return false;
    c_seek(c, p);
    return c_macro_kind(c->begin, (size_t)(c->p - c->begin)) == MACRO_STATEMENT &&
           !macro_exists(c->as, c->begin, (size_t)(c->p - c->begin));
}

/* Macro calls outside braces, one after another. Returns where the scanner goes on. */
static const char *run_macros(struct c_parser *c)
{
    const char *last;

    for (;;) {
        const struct place place = c_place(c);
        const size_t errors = c->as->errors;

        c_statement(c);
        if (!c->failed)
            check_end(c, errors);
        if (c->failed)
            return recover(c, place, true);
        last = c->p;
        if (!next_macro(c))
            return last;
    }
}

/* Any other statement. */
static const char *run_statement(struct c_parser *c)
{
    const struct place place = c_place(c);
    const size_t errors = c->as->errors;

    report_gnu(c->as, place, "GNU as has no C statements");
    c_statement(c);
    if (!c->failed && c->token == ')')
        check_end(c, errors);
    return c->failed ? recover(c, place, false) : c->p;
}

void c_run(struct assembler *as, void *scanner, struct place first)
{
    struct c_parser c = parser_at(as, first);
    const char *end;

    as->c_depth = 1;
    end = c_macro_kind(c.begin, (size_t)(c.p - c.begin)) == MACRO_STATEMENT ? run_macros(&c) : run_statement(&c);
    as->c_depth = 0;
    as->scan.statement_start = true;
    as->scan.label_next = false;
    scanner_skip(as, scanner, end);
}

struct value c_run_word(struct assembler *as, void *scanner, struct place first)
{
    struct c_parser c = parser_at(as, first);
    struct value value;

    as->c_depth++;
    value = c_word_macro(&c);
    as->c_depth--;
    scanner_skip(as, scanner, c.failed ? recover(&c, first, true) : c.p);
    return value;
}

/* ---- Where C starts ---- */

/* What follows a name that is neither a word of C nor a mnemonic makes it C. */
static bool continues_as_c(const char *p)
{
    static const char *const operators[] = {"++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};

    if (*p == '(' || *p == '<' || *p == '[')
        return true;
    while (*p == ' ' || *p == '\t')
        p++;
    if (!is_letter(*p)) {
        for (size_t i = 0; *p && strchr("+-*/%&|^<>", *p) && i < sizeof operators / sizeof operators[0]; i++)
            if (strncmp(p, operators[i], strlen(operators[i])) == 0)
                return true;
        return false;
    }
    /* Two names and an equals sign. */
    while (is_letter(*p) || (*p >= '0' && *p <= '9'))
        p++;
    while (*p == ' ' || *p == '\t')
        p++;
    return *p == '=' && p[1] != '=';
}

/* Mnemonics start so; the words of C that do too are told apart. */
static bool may_be_mnemonic(const char *text, size_t length)
{
    return ((text[0] | 32) == 's' && (text[1] | 32) == 'f' && (text[2] | 32) == 'p' && text[length - 1] != '_' &&
            !(length > 5 && text[4] == '_')) || ((text[0] | 32) == 't' && (text[1] | 32) == 't');
}

bool c_starts(struct assembler *as, const char *text, size_t length)
{
    const char *after = text + length;

    if (text[0] == 'T' && text[1] == 'T' && c_macro_kind(text, length) == MACRO_STATEMENT)
        return true;
    if (as->options->gnu_strict)
        return false;
    while (*after == ' ' || *after == '\t')
        after++;
    if (*after == ':' && after[1] != ':')
        return false;
    if (length > 2 && may_be_mnemonic(text, length))
        return continues_as_c(text + length) && !sfp_insn_by_gnu(&as->index, text, length);
    if (c_word(text, length) != WORD_NONE)
        return *after != '=' || after[1] == '=';
    if (c_find(as, text, length))
        return *after == '=' || continues_as_c(text + length);
    return continues_as_c(text + length) && !sfp_insn_by_gnu(&as->index, text, length);
}
