/* Loops. Their bodies are parsed, and their conditions evaluated, once a turn. */
#include "c_form.h"

#include <inttypes.h>

/* Of all loops and calls together: those without instructions must end too, and in reasonable time. */
enum { MOST_TURNS = 1 << 19, MOST_TEXT = 1 << 23 };

struct loop {
    struct place place;    /* of its first word */
    const char *condition; /* NULL: there is none */
    const char *step;      /* likewise */
    const char *body;
    const char *end;       /* the body's last token, once it has been parsed */
    size_t errors;         /* before it */
    uint64_t changes;      /* before the turn and its condition */
};

bool c_count_turn(struct c_parser *c, struct place place)
{
    struct assembler *as = c->as;
    const uint64_t most = expansion_bound(as, MOST_TEXT);

    if (as->stopped || c->failed)
        return false;
    if (as->c.iterations++ < MOST_TURNS && as->c.text_read <= most)
        return true;
    if (as->c.text_read > most)
        report_error(as, place, "loops and calls read more than %" PRIu64 " bytes, all together", most);
    else
        report_error(as, place, "loops take more than %d turns, all together, a call being as much as %d", MOST_TURNS,
                     C_CALL_TURNS);
    as->stopped = true;
    return false;
}

void c_count_text(struct c_parser *c, const char *begin)
{
    c->as->c.text_read += (uint64_t)(c->p - begin);
}

/* May another turn begin? Not after an error, which each turn would have. */
static bool may_turn(struct c_parser *c, const struct loop *loop)
{
    return c->as->errors == loop->errors && c_count_turn(c, loop->place);
}

/* After a turn: does what ends a loop or goes on to the next turn end here? True if the loop goes on. */
static bool goes_on(struct c_parser *c, const struct loop *loop)
{
    if (c->failed || c->as->stopped || c->as->errors > loop->errors || c->jump == C_RETURN)
        return false;
    if (c->jump == C_BREAK) {
        c->jump = C_GO_ON;
        return false;
    }
    c->jump = C_GO_ON;
    return true;
}

/* A turn that changed nothing is the first of infinitely many. */
static bool changed(struct c_parser *c, const struct loop *loop)
{
    if (c->as->changes != loop->changes)
        return true;
    c_error(c, loop->place, "this loop does not end");
    return false;
}

static void run_body(struct c_parser *c, struct loop *loop)
{
    c_seek(c, loop->body);
    c->loops++;
    c_body(c);
    c->loops--;
    if (c->failed)
        return;
    loop->end = c->begin;
    c_count_text(c, loop->body);
}

/* The condition of a turn. False: the loop is over, or there was an error. */
static bool holds(struct c_parser *c, struct loop *loop, int close)
{
    int64_t number = 0;

    loop->changes = c->as->changes;
    if (!loop->condition)
        return true;
    c_seek(c, loop->condition);
    if (!c_constant(c, &number))
        return false;
    if (c_assigns(c->token))
        c_error(c, c_place(c), "an assignment in a condition");
    else if (c->token != close)
        c_unexpected(c, close == ';' ? "';'" : "')'");
    return number != 0 && !c->failed;
}

/* Assignments with commas between them, up to the token after the last. */
static void assignments(struct c_parser *c)
{
    for (;;) {
        c_assignment(c);
        if (c->token != ',')
            return;
        c_next(c);
    }
}

static bool take_step(struct c_parser *c, const struct loop *loop)
{
    if (!loop->step)
        return true;
    c_seek(c, loop->step);
    assignments(c);
    if (!c->failed && c->token != ')')
        c_unexpected(c, "')'");
    return !c->failed && c->as->errors == loop->errors;
}

/* Goes to the end of the body, wherever the loop ended. */
static void leave(struct c_parser *c, const struct loop *loop)
{
    if (c->failed || c->as->stopped)
        return;
    c_seek(c, loop->end ? loop->end : loop->body);
    if (loop->end)
        return;
    if (c->as->errors > loop->errors)
        c_skip_statement(c);
    else
        c_pass_statement(c);
}

/* The header in parentheses, from the opening one; finds the body behind it, and goes back. False after an error. */
static bool find_body(struct c_parser *c, struct loop *loop)
{
    const char *opened = c->begin;
    const enum c_quiet quiet = c->quiet;

    if (c->token != '(') {
        c_unexpected(c, "'('");
        return false;
    }
    c->quiet = C_PASSING;
    c_pass_brackets(c, true);
    c->quiet = quiet;
    if (c->failed || c->as->stopped)
        return false;
    c_next(c);
    loop->body = c->begin;
    c_seek(c, opened);
    c_next(c);
    return !c->failed;
}

static struct loop loop_here(const struct c_parser *c)
{
    return (struct loop){.place = c_place(c), .errors = c->as->errors};
}

/* ---- for ---- */

/* Is this the header of a loop over elements, as for (int i : list)? */
static bool is_over_elements(const struct c_parser *c)
{
    struct c_parser look = *c;

    look.quiet = C_QUIET;
    while (look.token == C_NAME || look.token == C_QUALIFIED || look.token == '&' || look.token == C_AND)
        c_next(&look);
    return look.token == ':' && look.begin > c->begin;
}

/* int i = 0, n = 2; or i = 0, n = 2; or nothing, up to the condition. */
static bool initialisation(struct c_parser *c)
{
    if (is_over_elements(c)) {
        c_error(c, c_place(c), "sfpasm takes no loop over elements; it takes for (int i = 0; i < COUNT; i++)");
        return false;
    }
    if (c->token == ';')
        c_next(c);
    else if (c_starts_definition(c)) {
        c_definition(c);
        c_expect(c, ';', "';'");
    } else {
        assignments(c);
        c_expect(c, ';', "';'");
    }
    return !c->failed;
}

/* Notes where the condition and the step are. The condition is there to be read, so this is its first reading. */
static bool read_header(struct c_parser *c, struct loop *loop, bool *first)
{
    *first = true;
    if (c->token != ';') {
        loop->condition = c->begin;
        *first = holds(c, loop, ';');
    }
    if (c->failed || c->as->errors > loop->errors)
        return false;
    c_next(c);
    loop->step = c->token == ')' ? NULL : c->begin;
    return !c->failed;
}

static void run_for(struct c_parser *c, struct loop *loop)
{
    bool runs;

    if (!initialisation(c) || c->as->errors > loop->errors || !read_header(c, loop, &runs)) {
        leave(c, loop);
        return;
    }
    while (runs && may_turn(c, loop)) {
        run_body(c, loop);
        if (!goes_on(c, loop) || !take_step(c, loop) || !changed(c, loop))
            break;
        runs = holds(c, loop, ';');
    }
    leave(c, loop);
}

void c_for(struct c_parser *c)
{
    struct loop loop = loop_here(c);

    c_scope_open(c->as);
    c_next(c);
    if (find_body(c, &loop))
        run_for(c, &loop);
    c_scope_close(c->as);
}

/* ---- while ---- */

void c_while(struct c_parser *c)
{
    struct loop loop = loop_here(c);

    c_next(c);
    if (!find_body(c, &loop))
        return;
    loop.condition = c->begin;
    while (holds(c, &loop, ')') && may_turn(c, &loop)) {
        run_body(c, &loop);
        if (!goes_on(c, &loop) || !changed(c, &loop))
            break;
    }
    leave(c, &loop);
}

/* while (condition); behind the body. True: another turn. Leaves the semicolon. */
static bool holds_after(struct c_parser *c)
{
    struct value value;

    c_next(c);
    if (!c_is(c, "while")) {
        c_unexpected(c, "'while'");
        return false;
    }
    c_next(c);
    if (!c_condition(c, &value))
        return false;
    c_semicolon(c);
    return value.number != 0;
}

/* Goes past `while (condition);` without a look at it. */
static void pass_condition(struct c_parser *c)
{
    c_next(c);
    if (c_is(c, "while"))
        c_next(c);
    c_pass_statement(c);
}

void c_do(struct c_parser *c)
{
    struct loop loop = loop_here(c);

    c_next(c);
    loop.body = c->begin;
    while (may_turn(c, &loop)) {
        loop.changes = c->as->changes;
        run_body(c, &loop);
        if (!goes_on(c, &loop)) {
            if (!c->failed && !c->as->stopped)
                pass_condition(c);
            return;
        }
        if (!holds_after(c) || !changed(c, &loop))
            return;
    }
}
