/* Errors of the C form, and skipping text: branches that are not taken, and the rest of a statement with an error. */
#include "c_form.h"

#include <string.h>

/* ---- Errors ---- */

bool c_deeper(struct c_parser *c, const char *what)
{
    if (c->depth++ < C_DEEPEST)
        return true;
    c->depth--;
    c_error(c, c_place(c), "%s are nested more than %d deep", what, C_DEEPEST);
    c->as->stopped = c->as->stopped || c->failed;
    return false;
}

void c_refuse(struct c_parser *c, struct place place)
{
    const char *behind = place_text(place) + place_length(place);

    if (c->failed || c->quiet)
        return;
    if (c->as->c.lost && !c_word(place_text(place), place_length(place)))
        c_fail(c);
    c_error(c, place, "'%.*s' here is more than sfpasm's C knows; sfpasm --call has a C++ compiler read it",
            place_precision(place), place_text(place));
    /* Calls and names that stand alone define nothing. */
    c->as->c.lost = c->as->c.lost || !strchr("(;", behind[strspn(behind, " \t")]);
}

/* Reports a token that C++, but not the C form, could have here as refused; other tokens as unexpected. */
void c_unexpected(struct c_parser *c, const char *wanted)
{
    const struct place place = c_place(c);

    if (c->token == C_END)
        c_error(c, place, "expected %s before the end of the source", wanted);
    else if (c->token == C_ASSIGN || c->token == C_STEP || c->token == C_STRING ||
             (c->token == C_DOTTED && !c_starts_line(c, c->begin)) ||
             (c->token < C_NAME && strchr("([{<*&:.", c->token)))
        c_refuse(c, place);
    else
        c_error(c, place, "expected %s before '%.*s'", wanted, place_precision(place), c->begin);
}

bool c_expect(struct c_parser *c, int token, const char *wanted)
{
    if (!c->failed && c->token != token)
        c_unexpected(c, wanted);
    c_next(c);
    return !c->failed;
}

/* ---- Skipping text ---- */

bool c_pass_pair(struct c_parser *c)
{
    const struct place opened = c_place(c);
    const int open = c->token;
    const int close = open == '(' ? ')' : open == '[' ? ']' : '}';
    size_t depth = 1;

    if (open != '(' && open != '[' && open != '{') {
        c_unexpected(c, "'('");
        return false;
    }
    while (depth > 0 && c->token != C_END) {
        c_next(c);
        depth += (size_t)(c->token == open) - (size_t)(c->token == close);
    }
    if (depth == 0)
        return true;
    c_error(c, opened, "this '%c' is not closed", open);
    c->as->stopped = c->as->stopped || c->failed;
    return false;
}

/* Does the token begin another statement, of C or of the assembler, at the start of a line? */
static bool is_stray(const struct c_parser *c)
{
    if (!c_starts_line(c, c->begin))
        return false;
    if (c->token == C_DOTTED)
        return *c->p != '('; /* .set is a directive; .set(...) continues the expression before it */
    return c->token == C_NAME &&
           (c_prefix(c).kind == SFP_MACRO_STATEMENT || sfp_insn_by_gnu(&c->as->index, c->begin, c_length(c)));
}

/* Does the token join two operands? */
static bool joins_operands(const struct c_parser *c)
{
    return (c->operator != OP_NONE && c->token != C_STEP) || c->token == C_ASSIGN || c->token == ',';
}

/* After a closing brace: does the statement continue, as after a braced initializer, a lambda, type{value} or do {
 * }? */
static bool statement_goes_on(const struct c_parser *c)
{
    const struct c_parser ahead = c_ahead(c);

    if (ahead.token == C_DOTTED)
        return !is_stray(&ahead);
    return joins_operands(&ahead) || ahead.token == ';' || ahead.token == ')' || ahead.token == '(' ||
           c_is(&ahead, "while");
}

/* Skips a statement that contains other statements only in braces: up to its semicolon or closing brace. Without
 * either, stops before the next statement, or at the end of the line if `line`. Does not count parentheses, which
 * may be the error. */
static void pass_simple(struct c_parser *c, bool line)
{
    const char *first = c->begin;
    bool open = true; /* does the token before want another token? */

    for (; c->token != ';'; c_next(c)) {
        const bool brace = c->token == '{';

        if (c->token == C_END || c->token == '}' ||
            (c->begin != first && (is_stray(c) || (line && !open && c_starts_line(c, c->begin) && !joins_operands(c) &&
                                                   c->token != ')' && c->token != C_STRING)))) {
            c_unexpected(c, "';'");
            c->p = c->behind; /* the token is read again */
            c->token = ';';
            return;
        }
        if (brace && (!c_pass_pair(c) || first[0] == '{' || !statement_goes_on(c)))
            return;
        open = joins_operands(c) || c->token == '(';
    }
}

bool c_take_else(struct c_parser *c)
{
    const struct c_parser ahead = c_ahead(c);

    if (c->failed || c->as->stopped || !c_is(&ahead, "else"))
        return false;
    c_next(c);
    c_next(c);
    return true;
}

void c_pass_statement(struct c_parser *c, bool line)
{
    const bool is_if = c_is(c, "if");
    bool passed = true;

    if (!is_if && !c_is(c, "for") && !c_is(c, "while") && !c_is(c, "switch")) {
        pass_simple(c, line);
        return;
    }
    if (!c_deeper(c, "statements"))
        return;
    c_next(c);
    if (c_is(c, "constexpr"))
        c_next(c);
    if (c->token != '(') { /* skip a condition without its '(' like a simple statement */
        pass_simple(c, line);
    } else if ((passed = c_pass_pair(c))) {
        c_next(c);
        c_pass_statement(c, false);
    }
    if (passed && is_if && c_take_else(c))
        c_pass_statement(c, false);
    c->depth--;
}

const char *c_recover(const struct c_parser *c, const char *begin, bool line)
{
    struct c_parser look = *c;
    const char *end;

    look.failed = false;
    look.quiet = true;
    c_seek(&look, begin);
    if (look.token != '}')
        c_pass_statement(&look, line && !c_token_word(&look));
    end = look.p;
    /* The error may be at the next statement, on a line of its own, because this statement's end is missing. */
    c_seek(&look, c->error_at);
    if (c->error_at > begin && c_starts_line(c, c->error_at) &&
        (c_token_word(&look) || c_prefix(&look).kind == SFP_MACRO_STATEMENT))
        return c->error_at;
    return end;
}
