/* if, on values that are known, and the conditions of others. */
#include "c_form.h"

/* A definition, up to the token after its semicolon, if one stands in the header. */
static void initialisation(struct c_parser *c)
{
    if (!c_starts_definition(c))
        return;
    c_definition(c);
    c_expect(c, ';', "';'");
}

bool c_condition(struct c_parser *c, struct value *value)
{
    bool known;

    if (!c_expect(c, '(', "'('"))
        return false;
    initialisation(c);
    if (c->failed)
        return false;
    *value = c_expression(c);
    known = !c->failed && value_check(c->as, value);
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
    struct value value;

    c_next(c);
    if (c_is(c, "constexpr"))
        c_next(c);
    if (!c_condition(c, &value)) {
        /* Neither branch is known to be meant. */
        if (!c->failed) {
            c_seek(c, begin);
            c_skip_statement(c);
        }
        return;
    }
    branch(c, value.number != 0);
    if (take_else(c))
        branch(c, value.number == 0);
}

void c_if(struct c_parser *c)
{
    c_scope_open(c->as);
    branches(c);
    c_scope_close(c->as);
}
