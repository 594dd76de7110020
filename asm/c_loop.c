/* if on constants, and for loops that count. */
#include "c_form.h"

#include <inttypes.h>

enum { MOST_ITERATIONS = 1 << 24 /* of all loops together: those without instructions must end too */ };

/* ---- if ---- */

/* A statement that is a branch or a loop's body: a scope, braces or not. */
static void body(struct c_parser *c)
{
    c_scope_open(c->as);
    if (c->token == '{')
        c_block(c);
    else
        c_statement(c);
    c_scope_close(c->as);
}

/* (condition), up to the first token after it. False after an error. */
static bool condition(struct c_parser *c, bool *truth)
{
    int64_t number = 0;
    bool known;

    c_next(c);
    if (c_is(c, "constexpr"))
        c_next(c);
    if (!c_expect(c, '(', "'('"))
        return false;
    known = c_constant(c, &number);
    *truth = number != 0;
    if (c->token == '=')
        c_error(c, c_place(c), "an assignment in a condition");
    return c_expect(c, ')', "')'") && known;
}

/* Goes on behind an else, if one follows. */
static bool take_else(struct c_parser *c)
{
    struct c_parser ahead = *c;

    ahead.quiet = true;
    if (c->failed)
        return false;
    c_next(&ahead);
    if (!c_is(&ahead, "else"))
        return false;
    c_next(c);
    c_next(c);
    return true;
}

void c_if(struct c_parser *c)
{
    const char *begin = c->begin;
    bool truth;

    if (!condition(c, &truth)) {
        /* Neither branch is known to be meant. */
        if (!c->failed) {
            c_seek(c, begin);
            c_skip_statement(c);
        }
        return;
    }
    if (truth)
        body(c);
    else
        c_skip_statement(c);
    if (!take_else(c))
        return;
    if (truth)
        c_skip_statement(c);
    else
        body(c);
}

/* ---- for ---- */

struct loop {
    struct place place; /* of the for */
    size_t counter;     /* index of the name that counts */
    int64_t first, bound, step;
    int relation;       /* token */
    const char *body;
};

static bool not_counted(struct c_parser *c)
{
    c_error(c, c_place(c), "sfpasm takes loops that count between constants: for (int i = 0; i < 8; i++)");
    return false;
}

static struct c_name *counter_here(struct c_parser *c)
{
    return c->token == C_NAME ? c_find(c->as, c->begin, (size_t)(c->p - c->begin)) : NULL;
}

/* int i = 0; in the loop's own scope, or i = 0; of an integer that is there. */
static bool initialisation(struct c_parser *c, struct loop *loop)
{
    struct assembler *as = c->as;
    struct c_name *name = counter_here(c);
    struct c_type type;
    const size_t names = as->c.name_count;
    int64_t number;

    if (name && c_peek(c) == '=') {
        loop->counter = (size_t)(name - as->c.names);
        c_next(c);
        c_next(c);
        if (!c_constant(c, &number))
            return false;
        as->c.names[loop->counter].value = value_of(c_cut(name->type, number));
    } else if (c_parse_type(c, &type)) {
        loop->counter = names;
        c_declarator(c, type, false);
        if (c->failed)
            return false;
        if (as->c.name_count != names + 1)
            return not_counted(c);
    } else {
        return not_counted(c);
    }
    if (!c_expect(c, ';', "';'") || !value_check(as, &as->c.names[loop->counter].value))
        return false;
    loop->first = as->c.names[loop->counter].value.number;
    return true;
}

static bool is_counter(struct c_parser *c, const struct loop *loop)
{
    const struct c_name *name = counter_here(c);

    return name && (size_t)(name - c->as->c.names) == loop->counter;
}

/* i < bound; */
static bool limit(struct c_parser *c, struct loop *loop)
{
    if (!is_counter(c, loop))
        return not_counted(c);
    c_next(c);
    loop->relation = c->token;
    if (c->token != '<' && c->token != '>' && c->token != C_LESS_EQUAL && c->token != C_GREATER_EQUAL &&
        c->token != C_NOT_EQUAL)
        return not_counted(c);
    c_next(c);
    return c_constant(c, &loop->bound) && c_expect(c, ';', "';'");
}

/* i++, ++i, i--, --i, i += n or i -= n, and the closing parenthesis. */
static bool step(struct c_parser *c, struct loop *loop)
{
    int operator = c->token;

    loop->step = 1;
    if (operator == C_INCREMENT || operator == C_DECREMENT) {
        c_next(c);
        if (!is_counter(c, loop))
            return not_counted(c);
        c_next(c);
    } else {
        if (!is_counter(c, loop))
            return not_counted(c);
        c_next(c);
        operator = c->token;
        if (operator != C_INCREMENT && operator != C_DECREMENT && operator != C_ASSIGN_ADD &&
            operator != C_ASSIGN_SUBTRACT)
            return not_counted(c);
        c_next(c);
        if ((operator == C_ASSIGN_ADD || operator == C_ASSIGN_SUBTRACT) && !c_constant(c, &loop->step))
            return false;
    }
    if (operator == C_DECREMENT || operator == C_ASSIGN_SUBTRACT)
        loop->step = (int64_t)(0 - (uint64_t)loop->step);
    return c_expect(c, ')', "')'");
}

static uint64_t magnitude(int64_t number)
{
    return number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
}

/* How many iterations; UINT64_MAX for a loop that does not end. */
static uint64_t iterations(const struct loop *loop)
{
    const bool up = loop->step > 0;
    const bool upward = loop->relation == '<' || loop->relation == C_LESS_EQUAL;
    const uint64_t stride = magnitude(loop->step);
    uint64_t distance = up ? (uint64_t)loop->bound - (uint64_t)loop->first
                           : (uint64_t)loop->first - (uint64_t)loop->bound;

    if (loop->relation == C_NOT_EQUAL) {
        if (loop->first == loop->bound)
            return 0;
        return stride == 0 || (loop->bound > loop->first) != up || distance % stride ? UINT64_MAX : distance / stride;
    }
    if (loop->first == loop->bound && (loop->relation == '<' || loop->relation == '>'))
        return 0;
    if (loop->first != loop->bound && (loop->first > loop->bound) == upward)
        return 0;
    if (stride == 0 || up != upward)
        return UINT64_MAX;
    if (loop->relation == '<' || loop->relation == '>')
        return distance / stride + (distance % stride != 0);
    return distance / stride + 1;
}

/* Does the counter keep its value through to the last comparison, in the width of its type? */
static bool fits(const struct c_name *name, const struct loop *loop, uint64_t count)
{
    const int64_t last = (int64_t)((uint64_t)loop->first + count * (uint64_t)loop->step);

    return c_cut(name->type, last) == last;
}

/* Is there room for the iterations that follow the first, if each gives as many words? */
static bool room(struct c_parser *c, const struct loop *loop, uint64_t count, size_t words)
{
    struct assembler *as = c->as;

    if (count > MOST_ITERATIONS - as->c.iterations) {
        report_error(as, loop->place, "loops run more than %d times, all together", MOST_ITERATIONS);
        as->stopped = true;
        return false;
    }
    return !emit_too_many(as, words * (count - 1), loop->place);
}

static void run(struct c_parser *c, const struct loop *loop, uint64_t count)
{
    struct assembler *as = c->as;
    const size_t errors = as->errors;
    const size_t before = as->program->count;

    if (count > 0 && !room(c, loop, count, 0))
        return;
    for (uint64_t i = 0; i < count; i++) {
        as->c.names[loop->counter].value = value_of((int64_t)((uint64_t)loop->first + i * (uint64_t)loop->step));
        as->c.iterations++;
        c_seek(c, loop->body);
        body(c);
        if (c->failed || as->stopped || c->returned || as->errors > errors ||
            (i == 0 && !room(c, loop, count, as->program->count - before)))
            return;
    }
    as->c.names[loop->counter].value = value_of((int64_t)((uint64_t)loop->first + count * (uint64_t)loop->step));
    if (count == 0)
        c_skip_statement(c);
}

/* The header, up to the body's first token. */
static bool header(struct c_parser *c, struct loop *loop)
{
    loop->place = c_place(c);
    c_next(c);
    return c_expect(c, '(', "'('") && initialisation(c, loop) && limit(c, loop) && step(c, loop);
}

static void expand(struct c_parser *c, struct loop *loop)
{
    struct c_name *name = &c->as->c.names[loop->counter];
    const uint64_t count = iterations(loop);
    const char *fixed = name->fixed;

    loop->body = c->begin;
    if (count == UINT64_MAX || !fits(name, loop, count)) {
        c_error(c, loop->place, "this loop does not end");
        return;
    }
    name->fixed = "counts a loop";
    c->as->changes++;
    run(c, loop, count);
    c->as->c.names[loop->counter].fixed = fixed;
}

void c_for(struct c_parser *c)
{
    const char *begin = c->begin;
    struct loop loop = {0};

    c_scope_open(c->as);
    if (header(c, &loop)) {
        expand(c, &loop);
    } else if (!c->failed) {
        c_seek(c, begin);
        c_skip_statement(c);
    }
    c_scope_close(c->as);
}
