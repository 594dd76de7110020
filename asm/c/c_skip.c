/* Passing over text of the C form: branches not taken, and what is left of a statement with an error. */
#include "c_form.h"

#include <string.h>

/* Opening brackets that are not closed yet. */
struct brackets {
    const char *opened[C_DEEPEST];
    bool header[C_DEEPEST]; /* semicolons may stand in it */
    unsigned count;
};

static bool is_opening(int token)
{
    return token == '(' || token == '[' || token == '{';
}

static bool is_closing(int token)
{
    return token == ')' || token == ']' || token == '}';
}

static char closing_of(char opening)
{
    return opening == '(' ? ')' : opening == '[' ? ']' : '}';
}

bool c_said_unclosed(const struct c_parser *c, const char *p)
{
    const size_t at = c->base + (size_t)(p - c->text);

    for (size_t i = 0; i < c->as->c.unclosed_count; i++) {
        const struct place open = c->as->c.unclosed[i];

        if (open.source == c->source && open.begin < at && !memchr(place_text(open), '\n', at - open.begin))
            return true;
    }
    return false;
}

/* Says that the bracket is not closed, which does not end the tokens: what follows can be made sense of. */
static void say_unclosed(struct c_parser *c, struct place bracket)
{
    struct c_state *state = &c->as->c;

    report_error(c->as, bracket, "this '%c' is not closed", *place_text(bracket));
    if (c_reserve(c->as, &state->unclosed, state->unclosed_count, &state->unclosed_capacity, sizeof bracket))
        state->unclosed[state->unclosed_count++] = bracket;
}

static const char *innermost(const struct brackets *b)
{
    return b->opened[b->count - 1];
}

/* The innermost bracket is not closed. If that is not to be said, those in the innermost braces are dropped. */
static bool not_closed(struct c_parser *c, struct brackets *b)
{
    const char *opened = innermost(b);
    const struct place place = c_span(c, opened, opened + 1);

    if (c->token == C_END)
        c_error_open(c, place, "this '%c' is not closed", *opened);
    else if (c->quiet != C_QUIET && !c->as->stopped && !c_said_unclosed(c, opened + 1))
        say_unclosed(c, place);
    while (b->count > 0 && *innermost(b) != '{')
        b->count--;
    return b->count == 0;
}

/* Takes in a token behind an opening bracket; `header`: the one before it is the word of a statement with a header.
 * True if the outermost bracket is closed, or given up. */
static bool take_bracket(struct c_parser *c, struct brackets *b, bool header)
{
    if (is_opening(c->token)) {
        if (b->count == C_DEEPEST) {
            c_too_deep(c, "brackets");
            return true;
        }
        b->header[b->count] = header;
        b->opened[b->count++] = c->begin;
    } else if (is_closing(c->token)) {
        if (closing_of(*innermost(b)) == c->token)
            return --b->count == 0;
        if (c->token == '}')
            return not_closed(c, b) || --b->count == 0;
    } else if (c->token == ';' && *innermost(b) != '{' && !b->header[b->count - 1]) {
        return not_closed(c, b);
    }
    return false;
}

/* Does this name stand before parentheses that semicolons may stand in? */
static bool heads_statement(const struct c_parser *c)
{
    return c_is(c, "for") || c_is(c, "if") || c_is(c, "switch") || c_is(c, "constexpr");
}

/* .set is a directive; .set(...) is a member of what stands before it. */
static bool is_directive(const struct c_parser *c)
{
    return *c->p != '(' && directive_find(c->begin, (size_t)(c->p - c->begin));
}

/* Is the statement's end missing before this token? It may be on the next line: of C, or of the assembler's. */
static bool is_stray(const struct c_parser *c)
{
    const size_t length = (size_t)(c->p - c->begin);

    if (!c_starts_line(c, c->begin))
        return false;
    if (c->token == C_DOTTED)
        return is_directive(c);
    return c->token == C_NAME && (c_macro_kind(c->begin, length) == MACRO_STATEMENT ||
                                  sfp_insn_by_gnu(&c->as->index, c->begin, length));
}

static void expected_semicolon(struct c_parser *c)
{
    if (c->token == C_END)
        c_error_open(c, c_place(c), "expected ';' before the end of the source");
    else
        c_error_open(c, c_place(c), "expected ';' before '%.*s'", place_precision(c_place(c)), c->begin);
}

void c_pass_brackets(struct c_parser *c, bool header)
{
    struct brackets b;
    bool inner = false;

    b.opened[0] = c->begin;
    b.header[0] = header;
    b.count = 1;
    for (c_next(c); c->token != C_END; c_next(c)) {
        if (take_bracket(c, &b, inner))
            return;
        inner = heads_statement(c);
    }
    if (!c->failed) {
        not_closed(c, &b);
        /* What is left cannot be made sense of. */
        c->as->stopped = c->as->stopped || c->failed;
    }
}

/* After a closing brace: the statement goes on, as a definition with braces, a lambda or type{value} does. */
static bool goes_on(struct c_parser *c)
{
    struct c_parser ahead = *c;

    ahead.quiet = C_QUIET;
    c_next(&ahead);
    if (ahead.token == C_DOTTED)
        return !is_directive(&ahead);
    return ahead.token == ';' || ahead.token == '(' || ahead.token == ')' || ahead.token == ']' ||
           ahead.token == ',' || ahead.token == '?' || ahead.token == ':' || c_is_operator(ahead.token);
}

/* To a semicolon, or to the brace that closes a block. */
static void pass_simple(struct c_parser *c)
{
    const char *first = c->begin;
    const char *last = c->begin;

    for (; c->token != C_END && c->token != ';'; c_next(c)) {
        if (c->token == '}' || (c->begin != first && is_stray(c))) {
            expected_semicolon(c);
            c_seek(c, last);
            return;
        }
        if (is_opening(c->token)) {
            const bool block = c->token == '{';
            const bool whole = c->begin == first;

            c_pass_brackets(c, false);
            if (c->token == ';' || (block && (whole || !goes_on(c))))
                return;
            if (c->token == '}' && !block) {
                c_seek(c, last);
                return;
            }
        }
        last = c->begin;
    }
    if (c->token == C_END && !c->failed)
        expected_semicolon(c);
}

/* A macro call, up to its semicolon. */
static void pass_macro(struct c_parser *c)
{
    const char *last = c->begin;

    c_next(c);
    if (c->token == '(') {
        c_pass_brackets(c, false);
        last = c->begin;
        c_next(c);
    }
    if (c->token == ';' || c->failed)
        return;
    if (c->quiet == C_QUIET && c->token != '}' && !is_stray(c)) {
        pass_simple(c);
        return;
    }
    expected_semicolon(c);
    c_seek(c, last);
}

/* An else behind this token belongs to the statement. */
static bool else_follows(const struct c_parser *c)
{
    struct c_parser ahead = *c;

    ahead.quiet = C_QUIET;
    c_next(&ahead);
    return c_is(&ahead, "else");
}

static void pass_statement(struct c_parser *c);

/* What follows a head: for (...), if (...) or the like. */
static void pass_headed(struct c_parser *c)
{
    const bool is_if = c_is(c, "if");

    c_next(c);
    if (c_is(c, "constexpr"))
        c_next(c);
    if (c->token == '(') {
        c_pass_brackets(c, true);
        c_next(c);
    }
    pass_statement(c);
    if (is_if && else_follows(c)) {
        c_next(c);
        c_next(c);
        pass_statement(c);
    }
}

/* do statement while (condition); */
static void pass_do(struct c_parser *c)
{
    c_next(c);
    pass_statement(c);
    c_next(c);
    pass_simple(c);
}

static void pass_label(struct c_parser *c)
{
    while (c->token != ':' && c->token != ';' && c->token != '}' && c->token != C_END)
        c_next(c);
}

/* [[...]] before a statement. */
static void pass_attributes(struct c_parser *c)
{
    while (c->token == '[' && c_peek(c) == '[' && c_skip_pair(c))
        c_next(c);
}

static void pass_statement(struct c_parser *c)
{
    if (c->depth >= C_DEEPEST) {
        c_too_deep(c, "statements");
        return;
    }
    c->depth++;
    pass_attributes(c);
    if (c_is(c, "if") || c_is(c, "for") || c_is(c, "while") || c_is(c, "switch"))
        pass_headed(c);
    else if (c_is(c, "do"))
        pass_do(c);
    else if (c_is(c, "case") || c_is(c, "default"))
        pass_label(c);
    else if (c->token == C_NAME && c_macro_kind(c->begin, (size_t)(c->p - c->begin)) == MACRO_STATEMENT)
        pass_macro(c);
    else
        pass_simple(c);
    c->depth--;
}

static void pass_as(struct c_parser *c, enum c_quiet quiet)
{
    const enum c_quiet before = c->quiet;

    if (quiet > c->quiet)
        c->quiet = quiet;
    pass_statement(c);
    c->quiet = before;
}

void c_pass_statement(struct c_parser *c)
{
    if (!c->failed)
        pass_as(c, C_PASSING);
}

void c_skip_statement(struct c_parser *c)
{
    pass_as(c, C_QUIET);
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

/* Does this token begin a line that is a statement of the assembler's, known or not: two names side by side? */
static bool begins_statement(struct c_parser *c)
{
    return is_stray(c) || (c->token == C_NAME && c_starts_line(c, c->begin) && c_peek(c) == C_NAME);
}

/* Takes in a token of a statement that may lack a closing bracket. True if it shows that one is open. */
static bool shows_open(struct c_parser *c, struct brackets *b, bool header)
{
    const bool inside = b->count > 0 && *innermost(b) != '{';

    if (is_opening(c->token) && b->count < C_DEEPEST) {
        b->header[b->count] = header;
        b->opened[b->count++] = c->begin;
    } else if (is_closing(c->token) && b->count > 0 && closing_of(*innermost(b)) == c->token) {
        b->count--;
    } else if (inside) {
        return c->token == C_END || c->token == '}' || (c->token == ';' && !b->header[b->count - 1]) ||
               begins_statement(c);
    }
    return false;
}

/* The outermost of the open brackets in the innermost braces. */
static const char *outermost(const struct brackets *b)
{
    unsigned i = b->count;

    while (i > 1 && *b->opened[i - 2] != '{')
        i--;
    return b->opened[i - 1];
}

/* Has the line that ended before this token ended the statement, too, as far as one can tell? */
static bool ends_with_line(const struct c_parser *c, int before)
{
    return c_starts_line(c, c->begin) && before != ',' && !c_is_operator(before) && !c_assigns(before);
}

/* Goes over the statement at `begin` of a copy of a parser. True if it leaves a bracket open. */
static bool look_over(struct c_parser *look, struct brackets *b, const char *begin, bool line)
{
    bool header = false;
    int before = ',';

    for (c_seek(look, begin);; c_next(look)) {
        if (b->count == 0 && (look->token == C_END || look->token == ';' || look->token == '}' ||
                              (look->begin != begin && is_stray(look)) || (line && ends_with_line(look, before))))
            return false;
        if (shows_open(look, b, header))
            return true;
        if (look->token == C_END) /* with braces open, which are not looked for */
            return false;
        header = heads_statement(look);
        before = look->token;
    }
}

const char *c_end_of_unknown(const struct c_parser *c, const char *begin, bool line)
{
    struct c_parser look = *c;
    struct brackets b = {.count = 0};
    const char *opened;

    look.quiet = C_QUIET;
    look.failed = false;
    if (!look_over(&look, &b, begin, line))
        return line ? look.begin : NULL;
    opened = outermost(&b);
    if (!c->as->stopped && c->quiet == C_LOUD && !c_said_unclosed(c, opened + 1))
        report_note(c->as, c_span(c, opened, opened + 1), "this bracket is not closed");
    return opened + strcspn(opened, "\n");
}
