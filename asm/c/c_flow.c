/* Branches and loops, on values that are known. A loop's body is parsed, and its condition evaluated, once a turn. */
#include "c_form.h"

#include <inttypes.h>

/* A statement that is a branch or a loop's body: a scope, braces or not. */
static void body(struct c_parser *c)
{
    if (c->token == C_END) {
        c_unexpected(c, "a statement");
        return;
    }
    symbol_scope_open(c->as);
    if (c->token == '{')
        c_block(c);
    else
        c_statement(c);
    symbol_scope_close(c->as);
}

/* ---- if ---- */

/* (condition), up to the token after it. False after an error. */
static bool condition(struct c_parser *c, int64_t *number)
{
    bool known;

    if (!c_expect(c, '(', "'('"))
        return false;
    if (c_starts_definition(c)) {
        c_definition(c);
        c_expect(c, ';', "';'");
    }
    known = !c->failed && c_constant(c, number);
    if (c_assigns(c->token))
        c_refuse(c, c_place(c), "sfpasm takes no assignment in a condition");
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

static void branch(struct c_parser *c, bool taken)
{
    if (taken)
        body(c);
    else
        c_pass_statement(c);
}

static void branches(struct c_parser *c)
{
    const char *begin = c->begin;
    int64_t number;

    c_next(c);
    if (c_is(c, "constexpr"))
        c_next(c);
    if (!condition(c, &number)) {
        if (!c->failed) { /* neither branch is known to be meant */
            c_fail(c);
            c->error_at = begin;
        }
        return;
    }
    branch(c, number != 0);
    if (take_else(c))
        branch(c, number == 0);
}

void c_if(struct c_parser *c)
{
    symbol_scope_open(c->as);
    branches(c);
    symbol_scope_close(c->as);
}

/* ---- for ---- */

/* Of all loops together: those without instructions must end too, and in reasonable time. */
enum { MOST_TURNS = 1 << 19, MOST_TEXT = 1 << 23 };

struct loop {
    struct place place;    /* of its first word */
    const char *condition; /* NULL: there is none */
    const char *step;      /* likewise */
    const char *body;
    const char *end;       /* behind the body, once it has been parsed */
    size_t errors;         /* before it */
    uint64_t changes;      /* before the turn and its condition */
};

static bool is_faulty(const struct c_parser *c, const struct loop *loop)
{
    return c->failed || c->as->stopped || c->as->errors > loop->errors;
}

/* May another turn begin? Not after an error, which each turn would have. */
static bool may_turn(struct c_parser *c, const struct loop *loop)
{
    struct assembler *as = c->as;
    const uint64_t most = expansion_bound(as, MOST_TEXT);

    if (is_faulty(c, loop))
        return false;
    if (as->c.turns++ < MOST_TURNS && as->c.text <= most)
        return true;
    if (as->c.text > most)
        report_error(as, loop->place, "loops read more than %" PRIu64 " bytes, all together", most);
    else
        report_error(as, loop->place, "loops take more than %d turns, all together", MOST_TURNS);
    as->stopped = true;
    return false;
}

static void run_body(struct c_parser *c, struct loop *loop)
{
    c_seek(c, loop->body);
    c->loops++;
    body(c);
    c->loops--;
    if (c->failed)
        return;
    loop->end = c->p;
    c->as->c.text += (uint64_t)(c->p - loop->body);
}

/* The condition of a turn. False: the loop is over, or there was an error. */
static bool holds(struct c_parser *c, struct loop *loop)
{
    int64_t number = 0;

    loop->changes = c->as->changes;
    if (!loop->condition)
        return true;
    c_seek(c, loop->condition);
    if (!c_constant(c, &number)) {
        c_fail(c);
        return false;
    }
    if (c_assigns(c->token))
        c_refuse(c, c_place(c), "sfpasm takes no assignment in a condition");
    else if (c->token != ';')
        c_unexpected(c, "';'");
    return number != 0 && !c->failed;
}

/* Assignments with commas between them, up to the token after the last. */
static void assignments(struct c_parser *c)
{
    c_assignment(c);
    while (c->token == ',') {
        c_next(c);
        c_assignment(c);
    }
}

/* After a turn: the step. False: the loop is over, or there was an error. */
static bool take_step(struct c_parser *c, const struct loop *loop)
{
    const bool leaves = c->jump == C_BREAK || c->jump == C_RETURN;

    if (c->jump != C_RETURN)
        c->jump = C_GO_ON;
    if (leaves || is_faulty(c, loop))
        return false;
    if (loop->step) {
        c_seek(c, loop->step);
        assignments(c);
        if (!c->failed && c->token != ')')
            c_unexpected(c, "')'");
    }
    /* A turn that changed nothing is the first of infinitely many. */
    if (c->as->changes == loop->changes)
        c_error(c, loop->place, "this loop does not end");
    return !is_faulty(c, loop);
}

/* Goes to the end of the body, wherever the loop ended. */
static void leave(struct c_parser *c, const struct loop *loop)
{
    const enum c_quiet quiet = c->quiet;

    if (c->failed || c->as->stopped)
        return;
    if (loop->end) {
        c->token = ';';
        c->begin = c->p = loop->end;
        return;
    }
    c_seek(c, loop->body);
    if (c->as->errors > loop->errors)
        c->quiet = C_QUIET;
    c_pass_statement(c);
    c->quiet = quiet;
}

/* The header in parentheses, from the opening one; finds the body behind it, and goes back. False after an error. */
static bool find_body(struct c_parser *c, struct loop *loop)
{
    const char *opened = c->begin;

    if (c->token != '(') {
        c_unexpected(c, "'('");
        return false;
    }
    c_pass_header(c);
    if (c->failed || c->as->stopped)
        return false;
    c_next(c);
    loop->body = c->begin;
    c_seek(c, opened);
    c_next(c);
    return !c->failed;
}

/* Is this the header of a loop over elements, as for (int i : list)? */
static bool is_over_elements(const struct c_parser *c)
{
    struct c_parser look = *c;

    look.quiet = C_QUIET;
    while (c_names(&look) || look.token == '&' || look.token == C_AND)
        c_next(&look);
    return look.token == ':' && look.begin > c->begin;
}

/* int i = 0, n = 2; or i = 0, n = 2; or nothing, up to the condition. */
static bool initialisation(struct c_parser *c)
{
    if (is_over_elements(c))
        c_refuse(c, c_place(c), "sfpasm takes no loop over elements");
    else if (c_starts_definition(c))
        c_definition(c);
    else if (c->token != ';')
        assignments(c);
    return c_expect(c, ';', "';'");
}

/* Notes where the condition and the step are. The condition is there to be read, so this is its first reading. */
static bool read_header(struct c_parser *c, struct loop *loop, bool *first)
{
    *first = true;
    if (c->token != ';') {
        loop->condition = c->begin;
        *first = holds(c, loop);
    }
    loop->changes = c->as->changes;
    if (is_faulty(c, loop))
        return false;
    c_next(c);
    loop->step = c->token == ')' ? NULL : c->begin;
    return !c->failed;
}

static void run_for(struct c_parser *c, struct loop *loop)
{
    bool runs;

    if (!initialisation(c) || is_faulty(c, loop) || !read_header(c, loop, &runs)) {
        leave(c, loop);
        return;
    }
    while (runs && may_turn(c, loop)) {
        run_body(c, loop);
        if (!take_step(c, loop))
            break;
        runs = holds(c, loop);
    }
    leave(c, loop);
}

void c_for(struct c_parser *c)
{
    struct loop loop = {.place = c_place(c), .errors = c->as->errors};

    symbol_scope_open(c->as);
    c_next(c);
    if (find_body(c, &loop))
        run_for(c, &loop);
    symbol_scope_close(c->as);
}
