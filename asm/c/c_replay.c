/* lltt::record, lltt::replay and load_replay_buf: REPLAY, as the vendor's helpers issue it. */
#include "c_form.h"

#include <string.h>

/* Exec or NoExec, behind lltt:: or not. */
static bool exec_name(struct place place, int64_t *exec)
{
    static const char prefix[] = "lltt::";
    const size_t skip = place_length(place) > strlen(prefix) && memcmp(place_text(place), prefix, strlen(prefix)) == 0
                            ? strlen(prefix) : 0;
    const char *text = place_text(place) + skip;
    const size_t length = place_length(place) - skip;

    *exec = length == strlen("Exec") && memcmp(text, "Exec", length) == 0;
    return *exec || (length == strlen("NoExec") && memcmp(text, "NoExec", length) == 0);
}

/* <lltt::Exec> or <lltt::NoExec> after lltt::record, or nothing. Leaves what stands before the parenthesis. */
static bool execution(struct c_parser *c, int64_t *exec)
{
    *exec = 0;
    if (c_peek(c) != '<')
        return true;
    c_next(c);
    c_next(c);
    if ((c->token == C_QUALIFIED || c->token == C_NAME) && c_find(c->as, c->begin, (size_t)(c->p - c->begin)) == NULL) {
        const struct place place = c_place(c);

        if (!exec_name(place, exec))
            c_error(c, place, "lltt::record takes <lltt::Exec> or <lltt::NoExec>");
        c_next(c);
    } else {
        c->in_list = true;
        if (!c_constant(c, exec))
            c_error(c, c_place(c), "lltt::record takes <lltt::Exec> or <lltt::NoExec>");
        *exec = *exec != 0;
        c->in_list = false;
    }
    if (!c->failed && c->token != '>')
        c_unexpected(c, "'>'");
    return !c->failed;
}

/* REPLAY of the helper's first two arguments, the start and the length. */
static void emit_replay(struct c_parser *c, struct place place, const struct operand *arguments, int64_t exec,
                        bool record)
{
    const struct c_field fields[] = {
        {SFP_F_START_IDX, arguments[0]},
        {SFP_F_LEN, arguments[1]},
        {SFP_F_EXEC, {OPERAND_VALUE, value_of(exec), place}},
        {SFP_F_LOAD_MODE, {OPERAND_VALUE, value_of(record), place}},
    };

    c_emit_fields(c, "REPLAY", place, fields, sizeof fields / sizeof fields[0]);
}

void c_replay(struct c_parser *c, bool record)
{
    const struct place place = c_place(c);
    struct c_operands args;
    int64_t exec = 0;

    if (record && !execution(c, &exec))
        return;
    if (!c_call_operands(c, &args))
        return;
    if (args.count == 2)
        emit_replay(c, place, args.operands, exec, record);
    else
        c_error(c, place, "%zu argument%s, where %s has 2: start, length", args.count, args.count == 1 ? "" : "s",
                record ? "lltt::record" : "lltt::replay");
}

/* ---- load_replay_buf ---- */

/* [captures] { statements }: they are assembled where they stand, and know the names around them. */
static void lambda(struct c_parser *c)
{
    const unsigned loops = c->loops;
    const unsigned switches = c->switches;
    struct c_result *result = c->result;

    if (c->token != '[' || !c_skip_pair(c)) {
        c_unexpected(c, "a lambda");
        return;
    }
    c_next(c);
    if (c->token == '(') {
        c_next(c);
        c_expect(c, ')', "')', as the lambda is called without arguments,");
    }
    if (c->token != '{') {
        c_unexpected(c, "'{'");
        return;
    }
    c->loops = 0;
    c->switches = 0;
    c->result = NULL;
    c_scope_open(c->as);
    c_block(c);
    c_scope_close(c->as);
    c->jump = C_GO_ON;
    c->loops = loops;
    c->switches = switches;
    c->result = result;
    c_next(c);
}

/* Exec or NoExec, or a condition, before the lambda. False after an error. */
static bool third_argument(struct c_parser *c, int64_t *exec)
{
    if (c->token == '[')
        return true;
    if ((c->token == C_NAME || c->token == C_QUALIFIED) && exec_name(c_place(c), exec))
        c_next(c);
    else if (!c_constant(c, exec))
        return false;
    *exec = *exec != 0;
    return c_expect(c, ',', "',' and a lambda");
}

/* After an error that did not end the tokens: to the call's last one. */
static void pass_call(struct c_parser *c, const char *opened)
{
    const enum c_quiet quiet = c->quiet;

    if (c->failed)
        return;
    c->quiet = C_QUIET;
    c_seek(c, opened);
    c_pass_brackets(c, false);
    c->quiet = quiet;
}

static void numeric_argument(struct c_parser *c, struct operand *operand)
{
    const char *begin = c->begin;

    operand->kind = OPERAND_VALUE;
    operand->value = c_expression(c);
    operand->place = c_span(c, begin, c->begin);
    c_expect(c, ',', "','");
}

void c_load_replay(struct c_parser *c)
{
    const struct place place = c_place(c);
    struct operand operands[SFP_MAX_OPERANDS];
    const char *opened;
    int64_t exec = 0;

    if (!execution(c, &exec))
        return;
    c_next(c);
    opened = c->begin;
    if (!c_expect(c, '(', "'('"))
        return;
    numeric_argument(c, &operands[0]);
    numeric_argument(c, &operands[1]);
    if (!third_argument(c, &exec)) {
        pass_call(c, opened);
        return;
    }
    emit_replay(c, place, operands, exec, true);
    lambda(c);
    if (!c->failed && c->token != ')')
        c_unexpected(c, "')'");
}
