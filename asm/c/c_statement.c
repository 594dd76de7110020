/* Statements of the C form. */
#include "c_form.h"
#include "util/text.h"

#include <string.h>

void c_block(struct c_parser *c)
{
    const struct place opened = c_place(c);

    for (c_next(c); c->token != '}' && !c->failed; c_next(c)) {
        if (c->token == C_END || c->as->stopped) {
            c_error(c, opened, "this '{' is not closed");
            c->as->stopped = true;
            return;
        }
        if (c->jump != C_GO_ON)
            c_pass_statement(c);
        else
            c_statement(c);
    }
}

/* The last token of a simple statement must be one. */
static void semicolon(struct c_parser *c)
{
    if (!c->failed && c->token != ';')
        c_unexpected(c, "';'");
}

/* Inside braces a call needs its semicolon; outside, c_run.c looks for the statement's end. If the call was an error,
 * there being `errors` before it, that is enough. */
static void semicolon_after(struct c_parser *c, size_t errors)
{
    if (c->as->symbols.scope == 0 || c->failed)
        return;
    if (c->as->errors > errors && c_peek(c) != ';') {
        c_fail(c);
        return;
    }
    c_next(c);
    semicolon(c);
}

/* ---- Small statements ---- */

/* break; continue; return; */
static void leave(struct c_parser *c, enum c_jump jump)
{
    const struct place place = c_place(c);

    c_next(c);
    if (jump != C_RETURN && c->loops == 0)
        c_error(c, place, "'%.*s' outside a loop", place_precision(place), place_text(place));
    else if (jump == C_RETURN && !c->failed && c->token != ';')
        c_refuse(c, place, "sfpasm takes no function that returns a value");
    else if (jump == C_RETURN && c->as->symbols.scope == 0)
        c_error(c, place, "'return' outside a function");
    semicolon(c);
    if (!c->failed)
        c->jump = jump;
}

/* , "text" of an assertion, maybe in parts, or nothing. */
static void assertion_text(struct c_parser *c, struct text *text)
{
    if (c->token != ',')
        return;
    for (c_next(c); c->token == C_STRING; c_next(c)) {
        text->size -= text->size > 0; /* the NUL behind the part before */
        plain_text(c_place(c), text);
    }
}

static void report_assertion(struct c_parser *c, struct place place, const struct text *text)
{
    if (text->failed)
        report_no_memory(c->as);
    else
        report_error(c->as, place, "this %.*s fails%s%s", place_precision(place), place_text(place),
                     text->size > 0 ? ": " : "", text->size > 0 ? text->data : "");
}

/* static_assert(condition, "text"); or LLK_ASSERT */
static void assertion(struct c_parser *c)
{
    const struct place place = c_place(c);
    struct text text = {0};
    int64_t number = 0;
    bool known;

    c_next(c);
    if (!c_expect(c, '(', "'('"))
        return;
    known = c_constant(c, &number);
    assertion_text(c, &text);
    if (c_expect(c, ')', "')'"))
        semicolon(c);
    if (known && !number && !c->failed)
        report_assertion(c, place, &text);
    text_free(&text);
}

/* What C++ has and sfpasm does not. `defines`: names that may come again. */
static void refuse_word(struct c_parser *c, bool defines)
{
    c_poison_declared(c);
    c_refuse(c, c_place(c), "sfpasm takes no '%.*s'", place_precision(c_place(c)), c->begin);
    c->as->c.lost = c->as->c.lost || defines;
}

static void assignment(struct c_parser *c)
{
    if (c_steps_dst(c))
        c_step_dst(c);
    else
        c_assignment(c);
    semicolon(c);
}

/* Is the list behind this name that of a type, not of a call? */
static bool lists_type(const struct c_parser *c)
{
    struct c_parser look = *c;

    look.quiet = C_QUIET;
    c_next(&look);
    if (look.token != '<' || !c_skip_pair(&look))
        return false;
    c_next(&look);
    return look.token != '(';
}

/* A name that is no word of C. */
static void named_statement(struct c_parser *c)
{
    const struct place place = c_place(c);
    const bool mnemonic = sfp_insn_by_gnu(&c->as->index, c->begin, place_length(place));
    const size_t errors = c->as->errors;
    const int after = c_peek(c);

    if (c_is_poisoned(c) && !c_assigns(after)) {
        c_poison_declared(c);
        c_fail(c);
    } else if ((after == '(' || after == '<') && !lists_type(c)) {
        c_call_statement(c);
        semicolon_after(c, errors);
    } else if (c_assigns(after) || c_steps_dst(c)) {
        assignment(c);
    } else if (mnemonic) {
        c_error(c, place, "the GNU form is not taken inside braces: write the TTI_ macro");
    } else if (after == '[') {
        c_refuse(c, place, "sfpasm takes no array");
    } else if (c_names(c) && (after == C_NAME || after == '*' || after == '&' || after == '<')) {
        c_definition(c);
    } else {
        c_refuse(c, place, "'%.*s' starts nothing that sfpasm takes here", place_precision(place), c->begin);
    }
}

static void worded_statement(struct c_parser *c, enum c_word word)
{
    switch (word) {
    case WORD_FOR:
        c_for(c);
        break;
    case WORD_IF:
        c_if(c);
        break;
    case WORD_ELSE:
        c_error(c, c_place(c), "'else' without 'if'");
        break;
    case WORD_BREAK:
        leave(c, C_BREAK);
        break;
    case WORD_CONTINUE:
        leave(c, C_CONTINUE);
        break;
    case WORD_RETURN:
        leave(c, C_RETURN);
        break;
    case WORD_TEMPLATE:
        c_template(c);
        break;
    case WORD_ASSERT:
        assertion(c);
        break;
    case WORD_REFUSED:
    case WORD_DEFINING:
        refuse_word(c, word == WORD_DEFINING);
        break;
    default:
        c_definition(c);
    }
}

static void statement(struct c_parser *c)
{
    const size_t errors = c->as->errors;
    enum c_word word;

    if (!c_attributes(c))
        return;
    word = c_token_word(c);
    if (c->token == ';')
        return;
    if (c->token == '{') {
        symbol_scope_open(c->as);
        c_block(c);
        symbol_scope_close(c->as);
    } else if (c->token == '}') {
        c_error(c, c_place(c), "'}' without '{'");
    } else if (c->token == C_INCREMENT || c->token == C_DECREMENT) {
        assignment(c);
    } else if (!c_names(c)) {
        c_refuse(c, c_place(c), "'%.*s' starts nothing that sfpasm takes here", place_precision(c_place(c)), c->begin);
    } else if (sfp_macro_prefix(c->begin, (size_t)(c->p - c->begin)).kind == SFP_MACRO_STATEMENT) {
        c_macro_statement(c);
        semicolon_after(c, errors);
    } else if (word == WORD_NONE || word == WORD_SFPI) {
        named_statement(c);
    } else {
        worded_statement(c, word);
    }
}

/* After an error inside braces the rest of the statement is passed over. */
void c_statement(struct c_parser *c)
{
    const char *begin = c->begin;
    const unsigned scope = c->as->symbols.scope;

    if (c->depth >= C_DEEPEST) {
        c_too_deep(c, "statements");
        return;
    }
    c->depth++;
    statement(c);
    c->depth--;
    if (!c->failed || scope == 0 || c->as->stopped)
        return;
    c->p = c_recover(c, begin, false);
    c->failed = false;
    c->token = ';';
}
