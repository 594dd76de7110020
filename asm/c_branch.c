/* if and switch, on values that are known. */
#include "c_form.h"

/* A definition, up to the token after its semicolon, if one stands in the header. */
static void initialisation(struct c_parser *c)
{
    if (!c_starts_definition(c))
        return;
    c_definition(c);
    c_expect(c, ';', "';'");
}

bool c_condition(struct c_parser *c, int64_t *number)
{
    bool known;

    if (!c_expect(c, '(', "'('"))
        return false;
    initialisation(c);
    if (c->failed)
        return false;
    known = c_constant(c, number);
    if (c_assigns(c->token))
        c_error(c, c_place(c), "an assignment in a condition");
    return c_expect(c, ')', "')'") && known;
}

/* Goes on behind an else, if one follows. */
static bool take_else(struct c_parser *c)
{
    struct c_parser ahead = *c;

    ahead.quiet = C_QUIET;
    if (c->failed || c->as->stopped)
        return false;
    c_next(&ahead);
    if (!c_is(&ahead, "else"))
        return false;
    c_next(c);
    c_next(c);
    return true;
}

/* The branch that is meant, or not. */
static void branch(struct c_parser *c, bool taken)
{
    if (taken)
        c_body(c);
    else
        c_pass_statement(c);
}

static void branches(struct c_parser *c)
{
    const char *begin = c->begin;
    int64_t number = 0;

    c_next(c);
    if (c_is(c, "constexpr"))
        c_next(c);
    if (!c_condition(c, &number)) {
        /* Neither branch is known to be meant. */
        if (!c->failed) {
            c_seek(c, begin);
            c_skip_statement(c);
        }
        return;
    }
    branch(c, number != 0);
    if (take_else(c))
        branch(c, number == 0);
}

void c_if(struct c_parser *c)
{
    c_scope_open(c->as);
    branches(c);
    c_scope_close(c->as);
}

/* ---- switch ---- */

/* Where a value leads to; NULL if there is no such label. */
struct labels {
    const char *match, *otherwise;
};

/* case value: or default:, up to its colon. False after an error. */
static bool label(struct c_parser *c, int64_t wanted, struct labels *labels)
{
    const bool is_case = c_token_word(c) == WORD_CASE;
    int64_t number = 0;

    c_next(c);
    if (is_case && !c_constant(c, &number))
        return false;
    if (c->token != ':') {
        c_unexpected(c, "':'");
        return false;
    }
    if (!is_case)
        labels->otherwise = c->p;
    else if (number == wanted && !labels->match)
        labels->match = c->p;
    return true;
}

/* All labels from the opening brace to the closing one, where it ends. False after an error. */
static bool find_labels(struct c_parser *c, int64_t wanted, struct labels *labels)
{
    const struct place opened = c_place(c);

    for (c_next(c); c->token != '}'; c_next(c)) {
        const enum c_word word = c_token_word(c);

        if (c->failed || c->as->stopped)
            return false;
        if (c->token == C_END) {
            c_error(c, opened, "this '{' is not closed");
            c->as->stopped = true;
            return false;
        }
        if (word != WORD_CASE && word != WORD_DEFAULT)
            c_pass_statement(c);
        else if (!label(c, wanted, labels))
            return false;
    }
    return !c->failed;
}

/* The statements from the label on. */
static void run_from(struct c_parser *c, const char *label, struct place opened)
{
    c_scope_open(c->as);
    c->switches++;
    c_seek(c, label);
    c_statements(c, opened);
    c->switches--;
    c_scope_close(c->as);
    if (c->jump == C_BREAK)
        c->jump = C_GO_ON;
}

/* The statement of a switch, from its opening brace. */
static void choose(struct c_parser *c, int64_t wanted)
{
    const struct place opened = c_place(c);
    const char *begin = c->begin;
    struct labels labels = {0};

    if (c->token != '{') {
        c_unexpected(c, "'{'");
        return;
    }
    if (!find_labels(c, wanted, &labels)) {
        if (!c->failed && !c->as->stopped) {
            c_seek(c, begin);
            c_skip_statement(c);
        }
        return;
    }
    if (labels.match || labels.otherwise)
        run_from(c, labels.match ? labels.match : labels.otherwise, opened);
}

void c_switch(struct c_parser *c)
{
    const char *begin = c->begin;
    int64_t number = 0;

    c_scope_open(c->as);
    c_next(c);
    if (c_condition(c, &number)) {
        choose(c, number);
    } else if (!c->failed) {
        c_seek(c, begin);
        c_skip_statement(c);
    }
    c_scope_close(c->as);
}
