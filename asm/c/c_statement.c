/* Statements of the C form. */
#include "c_form.h"
#include "util/text.h"

#include <string.h>

static const char taken[] = "macro calls, definitions of integers and functions, and branches and loops on them";

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

void c_statements(struct c_parser *c, struct place opened)
{
    for (; c->token != '}' && !c->failed; c_next(c)) {
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

void c_block(struct c_parser *c)
{
    const struct place opened = c_place(c);

    c->blocks++;
    c_next(c);
    c_statements(c, opened);
    c->blocks--;
}

void c_body(struct c_parser *c)
{
    if (c->token == C_END) {
        c_unexpected(c, "a statement");
        return;
    }
    c_scope_open(c->as);
    if (c->token == '{')
        c_block(c);
    else
        c_statement(c);
    c_scope_close(c->as);
}

/* The last token of a simple statement must be its semicolon. */
void c_semicolon(struct c_parser *c)
{
    if (!c->failed && c->token != ';')
        c_unexpected(c, "';'");
}

/* Inside braces a macro call needs its semicolon; outside, the scanner looks for the statement's end. If the call was
 * an error, there being `errors` before it, that is enough. */
static void semicolon_after(struct c_parser *c, size_t errors)
{
    if (c->as->c.depth == 0 || c->failed)
        return;
    if (c->as->errors > errors && c_peek(c) != ';') {
        c_fail(c);
        return;
    }
    c_next(c);
    c_semicolon(c);
}

/* ---- Small statements ---- */

static void type_definition(struct c_parser *c)
{
    c_next(c);
    c_type_alias(c, (struct place){0});
    c_semicolon(c);
}

/* The value that a function returns. */
static void returned_value(struct c_parser *c)
{
    struct value value = c_expression(c);

    if (value.fault && value.fault != FAULT_PARAMETER && !value_check(c->as, &value))
        value.fault = FAULT_REPORTED;
    c->result->value = c_cut_value(c->result->type, value);
    c->result->given = true;
}

static void return_statement(struct c_parser *c)
{
    const struct place place = c_place(c);

    c_next(c);
    if (c->result) {
        returned_value(c);
        c_semicolon(c);
    } else if (!c->failed && c->token != ';') {
        c_error(c, place, "a kernel's body returns no value");
    } else if (c->as->c.depth == 0) {
        c_error(c, place, "'return' outside a function");
    }
    if (!c->failed)
        c->jump = C_RETURN;
}

/* break; and continue; */
static void leave(struct c_parser *c, enum c_jump jump)
{
    const struct place place = c_place(c);

    c_next(c);
    if (c->loops == 0 && (jump == C_CONTINUE || c->switches == 0))
        c_error(c, place, "'%.*s' outside a loop%s", place_precision(place), place_text(place),
                jump == C_BREAK ? " or switch" : "");
    c_semicolon(c);
    if (!c->failed)
        c->jump = jump;
}

/* A label that the statements before it run into. */
static void pass_label(struct c_parser *c)
{
    const struct place place = c_place(c);
    const bool is_case = c_token_word(c) == WORD_CASE;
    int64_t number;

    if (c->switches == 0) {
        c_error(c, place, "'%.*s' outside a switch", place_precision(place), place_text(place));
        return;
    }
    c_next(c);
    if (is_case)
        c_constant(c, &number);
    if (!c->failed && c->token != ':')
        c_unexpected(c, "':'");
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
        c_semicolon(c);
    if (known && !number && !c->failed)
        report_assertion(c, place, &text);
    text_free(&text);
}

/* ---- Names at the start of a statement ---- */

static void assignment(struct c_parser *c)
{
    c_assignment(c);
    c_semicolon(c);
}

/* A name that is no word of C. */
static void named_statement(struct c_parser *c)
{
    const struct place place = c_place(c);
    const size_t errors = c->as->errors;
    const int after = c_peek(c);

    if (c_is_lost(c) && !c_assigns(after)) {
        c_poison_declared(c);
        c_fail(c);
    } else if (after == '(' || after == '<') {
        c_call_statement(c);
        semicolon_after(c, errors);
    } else if (c_assigns(after) || after == '[') {
        assignment(c);
    } else if (after == C_NAME && (c->token == C_QUALIFIED ||
                                   !sfp_insn_by_gnu(&c->as->index, c->begin, place_length(place)))) {
        c_definition(c);
    } else if (sfp_insn_by_gnu(&c->as->index, c->begin, place_length(place))) {
        c_error(c, place, "the GNU form is not taken inside braces: write the TTI_ macro");
    } else {
        c_error(c, place, "'%.*s' starts nothing that sfpasm takes here: %s", place_precision(place), c->begin, taken);
    }
}

static void statement(struct c_parser *c);

/* Attributes, and the statement that they are of. */
static void attributed(struct c_parser *c)
{
    const char *begin = c->begin;

    if (!c_attributes(c))
        return;
    if (c->begin == begin)
        c_definition(c);
    else
        statement(c);
}

static void worded_statement(struct c_parser *c, enum c_word word)
{
    const struct place place = c_place(c);

    switch (word) {
    case WORD_FOR:
        c_for(c);
        break;
    case WORD_WHILE:
        c_while(c);
        break;
    case WORD_DO:
        c_do(c);
        break;
    case WORD_IF:
        c_if(c);
        break;
    case WORD_SWITCH:
        c_switch(c);
        break;
    case WORD_CASE:
    case WORD_DEFAULT:
        pass_label(c);
        break;
    case WORD_BREAK:
        leave(c, C_BREAK);
        break;
    case WORD_CONTINUE:
        leave(c, C_CONTINUE);
        break;
    case WORD_ENUM:
        c_enumeration(c);
        break;
    case WORD_TYPEDEF:
        type_definition(c);
        break;
    case WORD_ELSE:
        c_error(c, place, "'else' without 'if'");
        break;
    case WORD_RETURN:
        return_statement(c);
        break;
    case WORD_USING:
        c_using(c);
        break;
    case WORD_NAMESPACE:
        c_namespace(c, C_SPACE_NAMED);
        break;
    case WORD_TEMPLATE:
        c_template(c);
        break;
    case WORD_ASSERT:
        assertion(c);
        break;
    case WORD_REFUSED:
        if (c_defer(c, c_declared(c)))
            break;
        c_poison_declared(c);
        c_error(c, place, "sfpasm takes no '%.*s'; it takes %s", place_precision(place), c->begin, taken);
        break;
    case WORD_ATTRIBUTE:
        attributed(c);
        break;
    case WORD_SFPI:
        if (c_steps_dst(c)) {
            assignment(c);
            break;
        }
        if (c_defer(c, c_declared(c)))
            break;
        c_poison_declared(c);
        c_refuse_sfpi(c);
        break;
    default:
        c_definition(c);
    }
}

static void statement(struct c_parser *c)
{
    const size_t errors = c->as->errors;
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
        attributed(c);
        return;
    case C_INCREMENT:
    case C_DECREMENT:
        assignment(c);
        return;
    case C_NAME:
    case C_QUALIFIED:
        if (c_macro_kind(c->begin, (size_t)(c->p - c->begin)) == MACRO_STATEMENT) {
            c_macro_statement(c);
            semicolon_after(c, errors);
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
bool c_resumes_at_error(const struct c_parser *c, const char *begin)
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

/* Is what stands here a name, but no word of C? */
bool c_starts_with_name(const char *p)
{
    size_t length = 0;

    while (is_letter(p[length]) || (p[length] >= '0' && p[length] <= '9'))
        length++;
    return length > 0 && c_word(p, length) == WORD_NONE;
}

/* After an error inside braces the rest of the statement is passed over. */
void c_statement(struct c_parser *c)
{
    const char *begin = c->begin;
    const unsigned scopes = c->as->c.depth;

    if (c->depth >= C_DEEPEST) {
        c_too_deep(c, "statements");
        return;
    }
    c->depth++;
    statement(c);
    c->depth--;
    if (c->failed && (scopes > 0 || c->blocks > 0) && !c->as->stopped) {
        const char *line_end = c_starts_with_name(begin) ? c_end_of_unknown(c, begin, false) : NULL;

        c->failed = false;
        if (line_end) {
            c->token = ';';
            c->p = line_end;
        } else if (c_resumes_at_error(c, begin)) {
            c->token = ';';
            c->p = c->error_at;
        } else {
            c_seek(c, begin);
            c_skip_statement(c);
        }
    }
}
