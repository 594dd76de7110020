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

static int closing(int opening)
{
    return opening == '(' ? ')' : opening == '[' ? ']' : '}';
}

static char innermost(const struct brackets *b)
{
    return b->count > 0 ? *b->opened[b->count - 1] : '{';
}

/* Does this token stand before parentheses that semicolons may stand in? */
static bool heads_statement(const struct c_parser *c)
{
    return c_is(c, "for") || c_is(c, "if") || c_is(c, "switch") || c_is(c, "constexpr");
}

/* .set is a directive; .set(...) is a member of what stands before it. */
static bool is_directive(const struct c_parser *c)
{
    return c->token == C_DOTTED && *c->p != '(' && directive_find(c->begin, (size_t)(c->p - c->begin));
}

/* Is the statement's end missing before this token? It may be on the next line: of C, or of the assembler's. */
static bool is_stray(const struct c_parser *c)
{
    const size_t length = (size_t)(c->p - c->begin);

    if (!c_starts_line(c, c->begin))
        return false;
    return is_directive(c) || (c->token == C_NAME &&
                               (sfp_macro_prefix(c->begin, length).kind == SFP_MACRO_STATEMENT ||
                                sfp_insn_by_gnu(&c->as->index, c->begin, length)));
}

/* Does this token show that the innermost bracket, which is no brace, is not closed? Two names side by side at a line's
 * start are a statement of the assembler's, known or not. */
static bool shows_open(struct c_parser *c, const struct brackets *b)
{
    if (innermost(b) == '{')
        return false;
    return c->token == C_END || c->token == '}' || (c->token == ';' && !b->header[b->count - 1]) || is_stray(c) ||
           (c->token == C_NAME && c_starts_line(c, c->begin) && c_peek(c) == C_NAME);
}

/* Takes in a bracket. False if they are too deep. */
static bool take_bracket(struct c_parser *c, struct brackets *b, bool header)
{
    if (b->count > 0 && c->token == closing(innermost(b)))
        b->count--;
    if (!is_opening(c->token))
        return true;
    if (b->count == C_DEEPEST) {
        c_too_deep(c, "brackets");
        return false;
    }
    b->header[b->count] = header;
    b->opened[b->count++] = c->begin;
    return true;
}

/* Drops the brackets that are open in the innermost braces. Returns the outermost of them. */
static const char *drop_open(struct brackets *b)
{
    const char *opened = NULL;

    while (innermost(b) != '{')
        opened = b->opened[--b->count];
    return opened;
}

static void report_unclosed(struct c_parser *c, const char *opened)
{
    c_error_open(c, c_span(c, opened, opened + 1), "this '%c' is not closed", *opened);
}

/* After a closing brace: the statement goes on, as a definition with braces, a lambda or type{value} does. */
static bool goes_on(const struct c_parser *c)
{
    struct c_parser ahead = *c;

    ahead.quiet = C_QUIET;
    c_next(&ahead);
    if (ahead.token == C_DOTTED)
        return !is_directive(&ahead);
    return c_is_operator(ahead.token) || (ahead.token && ahead.token < C_NAME && strchr(";(),]?:", ahead.token));
}

/* Has the line that ended before this token ended the statement, too, as far as one can tell? */
static bool ends_with_line(const struct c_parser *c, int before)
{
    return c_starts_line(c, c->begin) && before != ',' && !c_is_operator(before) && !c_assigns(before);
}

/* A bracket is open where it cannot be: says so once, and takes it for closed. */
static void take_for_closed(struct c_parser *c, struct brackets *b)
{
    const char *opened = drop_open(b);

    if (c->quiet == C_PASSING)
        report_error(c->as, c_span(c, opened, opened + 1), "this '%c' is not closed", *opened);
    c->quiet = C_QUIET;
}

/*
 * From a statement's first token to its last, a semicolon or a closing brace; or to the token behind it, if its end is
 * missing or it ends with its `line`: then *last is the one before. With `open` not NULL, up to where a bracket turns
 * out not to be closed: *open is that.
 */
static void walk(struct c_parser *c, bool line, const char **open, const char **last)
{
    struct brackets b = {.count = 0};
    const char *first = c->begin;
    bool header = false;
    int before = ',';

    *last = NULL;
    for (;; c_next(c)) {
        if (shows_open(c, &b)) {
            if (open) {
                *open = drop_open(&b);
                return;
            }
            take_for_closed(c, &b);
        }
        if (b.count == 0 && (c->token == ';' || c->token == C_END || c->token == '}' ||
                             (c->begin != first && is_stray(c)) || (line && ends_with_line(c, before))))
            return;
        if (c->token == C_END) {
            report_unclosed(c, b.opened[b.count - 1]);
            c->as->stopped = c->as->stopped || c->failed;
            return;
        }
        if (!take_bracket(c, &b, header))
            return;
        *last = c->begin;
        if (c->token == '}' && b.count == 0 && !goes_on(c))
            return;
        header = heads_statement(c);
        before = c->token;
    }
}

/* A statement without others in it but in braces. */
static void pass_simple(struct c_parser *c)
{
    const enum c_quiet quiet = c->quiet;
    const char *last;

    walk(c, false, NULL, &last);
    if (c->token != ';' && !c->failed && last != c->begin) {
        if (c->token == C_END) {
            c_error_open(c, c_place(c), "expected ';' before the end of the source");
        } else {
            c_error_open(c, c_place(c), "expected ';' before '%.*s'", place_precision(c_place(c)), c->begin);
            c_seek(c, last ? last : c->begin);
        }
    }
    c->quiet = quiet;
}

static void pass_statement(struct c_parser *c);

/* An else behind this token belongs to the statement. */
static bool else_follows(const struct c_parser *c)
{
    struct c_parser ahead = *c;

    ahead.quiet = C_QUIET;
    c_next(&ahead);
    return c_is(&ahead, "else");
}

/* What follows a head: for (...), if (...) or the like. */
static void pass_headed(struct c_parser *c)
{
    const bool is_if = c_is(c, "if");

    c_next(c);
    if (c_is(c, "constexpr"))
        c_next(c);
    if (c->token == '(') {
        c_pass_header(c);
        c_next(c);
    }
    pass_statement(c);
    if (is_if && else_follows(c)) {
        c_next(c);
        c_next(c);
        pass_statement(c);
    }
}

static void pass_statement(struct c_parser *c)
{
    if (c->depth >= C_DEEPEST) {
        c_too_deep(c, "statements");
        return;
    }
    c->depth++;
    if (c_is(c, "if") || c_is(c, "for") || c_is(c, "while") || c_is(c, "switch")) {
        pass_headed(c);
    } else if (c_is(c, "do")) {
        c_next(c);
        pass_statement(c);
        c_next(c);
        pass_simple(c);
    } else {
        pass_simple(c);
    }
    c->depth--;
}

void c_pass_statement(struct c_parser *c)
{
    const enum c_quiet quiet = c->quiet;

    if (c->failed)
        return;
    if (c->quiet == C_LOUD)
        c->quiet = C_PASSING;
    pass_statement(c);
    c->quiet = quiet;
}

/* To what closes the bracket that the token is; `end` ends the text in which it has to be. */
static bool skip_pair(struct c_parser *c, const char *end)
{
    const int open = c->token;
    const int close = open == '<' ? '>' : closing(open);
    unsigned depth = 0;

    for (; c->token != C_END && !(c->token < C_NAME && strchr(end, c->token)); c_next(c)) {
        depth += c->token == open;
        if (close == '>' && c->token == C_SHIFT_RIGHT)
            depth -= depth < 2 ? depth : 2;
        depth -= c->token == close;
        if (depth == 0)
            return true;
    }
    return false;
}

bool c_skip_pair(struct c_parser *c)
{
    const struct place opened = c_place(c);
    const int open = c->token;

    if (skip_pair(c, ";{"))
        return true;
    c_error(c, opened, "this '%c' is not closed", open);
    return false;
}

void c_pass_header(struct c_parser *c)
{
    const enum c_quiet quiet = c->quiet;
    const char *opened = c->begin;

    if (c->quiet == C_LOUD)
        c->quiet = C_PASSING;
    if (!skip_pair(c, "")) {
        report_unclosed(c, opened);
        c->as->stopped = c->as->stopped || c->failed;
    }
    c->quiet = quiet;
}

/* ---- After an error ---- */

static size_t word_length(const char *p)
{
    return strspn(p, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
}

/* What an error is about may be the next statement, on a line of its own, because this one's end is missing. */
static bool resumes_at_error(const struct c_parser *c, const char *begin)
{
    const char *p = c->error_at;
    const size_t length = word_length(p);

    return p > begin && memrchr(begin, '\n', (size_t)(p - begin)) && c_starts_line(c, p) && length > 0 &&
           (sfp_macro_prefix(p, length).kind == SFP_MACRO_STATEMENT || c_word(p, length) != WORD_NONE);
}

/* Says that a bracket is not closed. Returns the end of its line. */
static const char *behind_open(const struct c_parser *c, const char *open)
{
    if (!c->as->stopped)
        report_note(c->as, c_span(c, open, open + 1), "this bracket is not closed");
    return open + strcspn(open, "\n");
}

const char *c_recover(struct c_parser *c, const char *begin, bool line)
{
    const bool named = word_length(begin) > 0 && c_word(begin, word_length(begin)) == WORD_NONE;
    struct c_parser look = *c;
    const char *open = NULL;
    const char *last;

    look.failed = false;
    look.quiet = C_QUIET;
    c_seek(&look, begin);
    if (named) {
        walk(&look, line, &open, &last);
        if (open)
            return behind_open(c, open);
        look.p = look.token == ';' || last == look.begin ? look.p : look.begin;
    }
    if (resumes_at_error(c, begin))
        return c->error_at;
    if (!named)
        pass_statement(&look);
    return look.p;
}
