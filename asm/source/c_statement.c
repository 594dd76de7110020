/*
 * Statements of the C form: branches, loops and functions. Conditions must have known values. A loop's body is parsed,
 * and its condition evaluated, once in each turn. A function's body is assembled where it stands.
 */
#include "c_form.h"

#include <inttypes.h>

/* Parses { }; the caller opens the scope. */
static void parse_block(struct c_parser *c)
{
    const struct place opened = c_place(c);

    for (c_next(c); c->token != '}' && !c->failed; c_next(c)) {
        if (c->token == C_END || c->as->stopped) {
            c_error(c, opened, "this '{' is not closed");
            c->as->stopped = true;
            return;
        }
        if (c->returned)
            c_pass_statement(c, false);
        else
            c_statement(c);
    }
}

/* Parses a block, or a statement that is a branch or a loop's body, in a scope of its own. Skips it unless `taken`. */
static void parse_body(struct c_parser *c, bool taken)
{
    symbol_scope_open(c->as);
    if (!taken)
        c_pass_statement(c, false);
    else if (c->token == C_END)
        c_unexpected(c, "a statement");
    else if (c->token == '{')
        parse_block(c);
    else
        c_statement(c);
    symbol_scope_close(c->as);
}

/* ---- if ---- */

static void if_statement(struct c_parser *c)
{
    int64_t number = 0;

    c_next(c);
    if (c_is(c, "constexpr"))
        c_next(c);
    c_expect(c, '(', "'('");
    if (!c_constant(c, &number) || !c_expect(c, ')', "')'")) {
        c_fail(c); /* no branch can be chosen */
        return;
    }
    parse_body(c, number != 0);
    if (c_take_else(c))
        parse_body(c, number == 0);
}

/* ---- for ---- */

/* Limits for all loops together: loops without instructions must end too, in reasonable time. */
enum { MOST_TURNS = 1 << 19, MOST_TEXT = 1 << 23 };

struct loop {
    struct place place;    /* the loop's first word */
    const char *condition; /* the condition's first token, or the semicolon after an empty condition */
    const char *body;
    const char *end;       /* the end of the body, after its first parse; NULL before */
};

/* May another turn begin? Reports loops that exceed a limit, and stops the assembly. */
static bool may_turn(struct c_parser *c, const struct loop *loop)
{
    struct assembler *as = c->as;
    const uint64_t most = expansion_bound(as, MOST_TEXT);

    if (as->c.turns++ < MOST_TURNS && as->c.text <= most)
        return true;
    report_error(as, loop->place, as->c.text > most ? "loops read more than %" PRIu64 " bytes in total"
                                                    : "loops take more than %" PRIu64 " turns in total",
                 as->c.text > most ? most : MOST_TURNS);
    as->stopped = true;
    return false;
}

/* Evaluates the condition, and assembles the body if it holds. Returns false after the last turn or after an error,
 * which every turn would repeat. */
static bool run_turn(struct c_parser *c, struct loop *loop, const char **step)
{
    const size_t errors = c->as->errors;
    int64_t number = 1;

    c_seek(c, loop->condition);
    if (c->token != ';' && !c_constant(c, &number))
        c_fail(c);
    if (!c_expect(c, ';', "';'") || !number || !may_turn(c, loop))
        return false;
    *step = c->begin;
    c_seek(c, loop->body);
    parse_body(c, true);
    loop->end = c->p;
    c->as->c.text += (uint64_t)(c->p - loop->body);
    return !c->failed && !c->as->stopped && !c->returned && c->as->errors == errors;
}

static void run_turns(struct c_parser *c, struct loop *loop)
{
    const char *step;
    uint64_t changes;

    for (changes = c->as->changes; run_turn(c, loop, &step); changes = c->as->changes) {
        c_seek(c, step);
        while (c->token != ')' && !c->failed) {
            c_assignment(c);
            if (c->token == ',')
                c_next(c);
            else if (c->token != ')')
                c_unexpected(c, "')'");
        }
        /* A turn that changed nothing would repeat forever. */
        if (c->as->changes == changes)
            c_error(c, loop->place, "this loop does not end");
        if (c->failed)
            return;
    }
}

/* Parses from the opening parenthesis up to the condition. Returns false after an error. */
static bool parse_initialiser(struct c_parser *c)
{
    const size_t errors = c->as->errors;

    c_next(c);
    if (c_token_word(c) & WORDS_SAID)
        c_definition(c);
    else if (c->token != ';')
        c_assignment(c);
    return c_expect(c, ';', "';'") && c->as->errors == errors;
}

static void for_statement(struct c_parser *c)
{
    struct loop loop = {.place = c_place(c)};
    const char *opened;

    c_next(c);
    opened = c->begin;
    if (!c_pass_pair(c))
        return;
    c_next(c);
    loop.body = c->begin;
    c_seek(c, opened);
    symbol_scope_open(c->as);
    if (parse_initialiser(c)) {
        loop.condition = c->begin;
        run_turns(c, &loop);
    }
    symbol_scope_close(c->as);
    if (c->failed || c->as->stopped)
        return;
    if (loop.end) {
        c->begin = c->p = loop.end;
        c->token = ';';
    } else {
        c_seek(c, loop.body);
        parse_body(c, false);
    }
}

/* ---- Functions ---- */

void c_function(struct c_parser *c)
{
    if (!c_names(c))
        c_unexpected(c, "a name");
    c_next(c);
    symbol_scope_open(c->as);
    if (c_parameters(c, '(', ')')) {
        if (c_is(c, "noexcept"))
            c_next(c);
        if (c->token == '{')
            parse_block(c);
        else if (c->token != ';')
            c_unexpected(c, "'{'");
    }
    c->returned = false;
    symbol_scope_close(c->as);
}

static void parse_template(struct c_parser *c)
{
    c_next(c);
    symbol_scope_open(c->as);
    if (c_parameters(c, '<', '>')) {
        struct c_type type;

        if (c_say(c, &type) & WORD_VOID)
            c_function(c);
        else
            c_refuse(c, c_place(c));
    }
    symbol_scope_close(c->as);
    c->as->c.lost = c->as->c.lost || c->failed;
}

/* ---- Statements ---- */

/* Parses return; */
static void parse_return(struct c_parser *c)
{
    const struct place place = c_place(c);

    c_next(c);
    if (c->token != ';' || c->as->symbols.scope == 0)
        c_refuse(c, place);
    c->returned = !c->failed;
}

static void led_statement(struct c_parser *c)
{
    if (c_is(c, "for"))
        for_statement(c);
    else if (c_is(c, "if"))
        if_statement(c);
    else if (c_is(c, "return"))
        parse_return(c);
    else if (c_is(c, "template"))
        parse_template(c);
    else
        c_error(c, c_place(c), "'else' without 'if'");
}

/* Parses a macro or an assignment. Inside braces a macro needs its semicolon; outside, c_run.c finds the statement's
 * end. */
static void simple_statement(struct c_parser *c)
{
    if (c_names(c) && c_prefix(c).kind != SFP_NO_MACRO) {
        c_macro_statement(c);
        if (c->as->symbols.scope == 0)
            return;
        c_next(c);
    } else if (c->token == C_STEP || c_peek(c) == C_STEP || c_peek(c) == C_ASSIGN) {
        c_assignment(c);
    } else if (sfp_insn_by_gnu(&c->as->index, c->begin, c_length(c))) {
        c_error(c, c_place(c), "the GNU form is not taken inside braces: write the TTI_ macro");
    } else {
        c_refuse(c, c_place(c));
    }
    if (c->token != ';')
        c_unexpected(c, "';'");
}

static void parse_statement(struct c_parser *c)
{
    const unsigned word = c->token == C_NAME && c_prefix(c).kind != SFP_NO_MACRO ? 0 : c_token_word(c);

    if (word & WORDS_SAID)
        c_definition(c);
    else if (word & WORD_LEADS)
        led_statement(c);
    else if (c->token == '{')
        parse_body(c, true);
    else if (c->token == '}')
        c_error(c, c_place(c), "'}' without '{'");
    else if (c->token != ';')
        simple_statement(c);
}

/* Parses a statement. After an error inside braces, skips the rest of the statement. */
void c_statement(struct c_parser *c)
{
    const char *begin = c->begin;
    const unsigned scope = c->as->symbols.scope;

    if (!c_deeper(c, "statements"))
        return;
    c->errors = c->as->errors;
    parse_statement(c);
    c->depth--;
    if (!c->failed || scope == 0 || c->as->stopped)
        return;
    c->p = c_recover(c, begin, false);
    c->failed = false;
    c->token = ';';
}
