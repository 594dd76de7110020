/* Calls of the vendor's small functions, those of helpers.def, and steps of dst_reg: their words, where they stand. */
#include "c_form.h"

#include <inttypes.h>
#include <string.h>

enum {
    MOST_WORDS = 3, /* of a helper */
    MOST_OPERANDS = 6,
    HALF = 16,
    HALF_MASK = 0xFFFF,
};

/* PART_EXEC: does what is recorded execute? */
enum part { PART_NONE, PART_NUMBER, PART_ARGUMENT, PART_LOW, PART_HIGH, PART_EXEC };

/* RECORDS takes <Exec> or <NoExec> behind its name; RECORDS_LAMBDA too, and last of all what is recorded. */
enum kind { PLAIN, RECORDS, RECORDS_LAMBDA };

struct helper_operand {
    enum part part;
    unsigned number; /* itself, or the argument's index */
};

struct helper_word {
    const char *macro;
    struct helper_operand operands[MOST_OPERANDS]; /* up to PART_NONE */
};

struct helper {
    const char *name;
    size_t arguments;
    enum kind kind;
    uint8_t archs;
    struct helper_word words[MOST_WORDS]; /* up to one without a macro */
};

#define NUMBER(n) {PART_NUMBER, n}
#define ARGUMENT(n) {PART_ARGUMENT, n}
#define LOW(n) {PART_LOW, n}
#define HIGH(n) {PART_HIGH, n}
#define EXEC {PART_EXEC, 0}
#define WORD(macro, ...) {macro, {__VA_ARGS__}}
#define HELPER(name, arguments, archs, ...) {name, arguments, PLAIN, archs, {__VA_ARGS__}},

static const struct helper helpers[] = {
#include "helpers.def"
    {"lltt::record", 2, RECORDS, SFP_BOTH, {WORD("REPLAY", ARGUMENT(0), ARGUMENT(1), EXEC, NUMBER(1))}},
    {"lltt::replay", 2, PLAIN, SFP_BOTH, {WORD("REPLAY", ARGUMENT(0), ARGUMENT(1), NUMBER(0), NUMBER(0))}},
    {"load_replay_buf", 2, RECORDS_LAMBDA, SFP_BOTH, {WORD("REPLAY", ARGUMENT(0), ARGUMENT(1), EXEC, NUMBER(1))}},
};

/* What the compiler makes of dst_reg++. */
static const struct helper dst_step = {"dst_reg", 1, PLAIN, SFP_BOTH,
                                       {WORD("INCRWC", NUMBER(0), ARGUMENT(0), NUMBER(0), NUMBER(0))}};

#undef NUMBER
#undef ARGUMENT
#undef LOW
#undef HIGH
#undef EXEC
#undef WORD
#undef HELPER

enum { HELPERS = sizeof helpers / sizeof helpers[0] };

/* The helper that the token names, with namespaces before it or none, but for what has its own in the table. */
static const struct helper *named(const struct c_parser *c)
{
    const size_t length = (size_t)(c->p - c->begin);
    const size_t last = names_last_part(c->begin, length);

    for (size_t i = 0; i < HELPERS; i++) {
        const size_t skip = strchr(helpers[i].name, ':') ? 0 : last;

        if (sfp_row_is_of(helpers[i].archs, c->as->program->arch) && strlen(helpers[i].name) == length - skip &&
            memcmp(helpers[i].name, c->begin + skip, length - skip) == 0)
            return &helpers[i];
    }
    return NULL;
}

void c_unknown_call(struct c_parser *c)
{
    const struct place place = c_place(c);
    const struct sfp_macro_prefix prefix = sfp_macro_prefix(c->begin, place_length(place));
    struct nearest search;

    if (c->as->c.lost || c_is_poisoned(c)) {
        c_fail(c);
        return;
    }
    if (prefix.kind == SFP_MACRO_WORD) {
        c_error(c, place, "'%.*s' is a word, not an instruction, which is TTI_%.*s", place_precision(place), c->begin,
                place_precision(place) - (int)prefix.length, c->begin + prefix.length);
        return;
    }
    nearest_init(&search, &c->as->suggesting, c->begin, place_length(place));
    for (size_t i = 0; i < HELPERS; i++)
        if (sfp_row_is_of(helpers[i].archs, c->as->program->arch))
            nearest_offer(&search, helpers[i].name);
    if (search.best)
        c_error(c, place, "a call of '%.*s', and sfpasm knows no such function; did you mean '%s'?",
                place_precision(place), c->begin, search.best);
    else
        c_refuse(c, place, "a call of '%.*s', and sfpasm knows no such function", place_precision(place), c->begin);
}

/* ---- The words ---- */

/* What a call gives a helper. */
struct call {
    const struct helper *helper;
    struct place place;
    struct c_operands args;
    int64_t exec;
};

static struct operand operand_of(const struct helper_operand *part, const struct call *call)
{
    struct operand operand = {OPERAND_VALUE, value_of(part->number), call->place};

    if (part->part == PART_NUMBER)
        return operand;
    if (part->part == PART_EXEC) {
        operand.value.number = call->exec != 0;
        return operand;
    }
    operand = call->args.operands[part->number];
    if (part->part == PART_LOW)
        operand.value.number &= HALF_MASK;
    else if (part->part == PART_HIGH)
        operand.value.number = operand.value.number >> HALF & HALF_MASK;
    return operand;
}

/* False after an error. */
static bool emit_one(struct c_parser *c, const struct helper_word *word, const struct call *call)
{
    struct operand operands[MOST_OPERANDS];
    const struct sfp_insn *insn;
    size_t count = 0;
    uint32_t bits;

    for (; count < MOST_OPERANDS && word->operands[count].part != PART_NONE; count++)
        operands[count] = operand_of(&word->operands[count], call);
    insn = sfp_insn_by_macro(&c->as->index, word->macro, strlen(word->macro));
    if (c->as->stopped || !statement_macro(c->as, insn, call->place, 0, operands, count, &bits))
        return false;
    emit_word(c->as, bits, call->place);
    return true;
}

static void emit(struct c_parser *c, const struct call *call)
{
    const struct helper *helper = call->helper;

    for (size_t i = 0; i < MOST_WORDS && helper->words[i].macro; i++)
        if (!emit_one(c, &helper->words[i], call))
            return;
}

/* ---- Recording ---- */

/* Exec or NoExec, behind lltt:: or not, or a condition. False after an error. */
static bool execution(struct c_parser *c, int64_t *exec)
{
    *exec = c_last_is(c, "Exec");
    if (!*exec && !c_last_is(c, "NoExec"))
        return c_constant(c, exec);
    c_next(c);
    return !c->failed;
}

/* <Exec> or <NoExec> behind the name, or nothing. Leaves the token before the parenthesis. False after an error. */
static bool execution_list(struct c_parser *c, int64_t *exec)
{
    bool known;

    if (c_peek(c) != '<')
        return true;
    c_next(c);
    c_next(c);
    c->in_list = true;
    known = execution(c, exec);
    c->in_list = false;
    if (!known)
        c_fail(c);
    else if (!c->failed && c->token != '>')
        c_unexpected(c, "'>'");
    return !c->failed;
}

/* [captures] { statements }: they are assembled where they stand, and know the names around them. */
static void lambda(struct c_parser *c)
{
    const unsigned loops = c->loops;

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
    symbol_scope_open(c->as);
    c_block(c);
    symbol_scope_close(c->as);
    c->jump = C_GO_ON;
    c->loops = loops;
    c_next(c);
}

/* Behind the opening parenthesis: start, length, execution or nothing, and the lambda. */
static void record_lambda(struct c_parser *c, struct call *call)
{
    for (size_t i = 0; i < call->helper->arguments; i++) {
        c_operand(c, &call->args.operands[i]);
        if (!c_expect(c, ',', "','"))
            return;
    }
    if (c->token != '[' && !execution(c, &call->exec)) {
        c_fail(c);
        return;
    }
    if (c->token != '[' && !c_expect(c, ',', "',' and a lambda"))
        return;
    emit(c, call);
    lambda(c);
    if (!c->failed && c->token != ')')
        c_unexpected(c, "')'");
}

/* ---- Calls ---- */

void c_call_statement(struct c_parser *c)
{
    struct call call = {.helper = named(c), .place = c_place(c)};
    const struct helper *helper = call.helper;

    if (!helper) {
        c_unknown_call(c);
        return;
    }
    if (helper->kind != PLAIN && !execution_list(c, &call.exec))
        return;
    c_next(c);
    if (c->token != '(') {
        c_unexpected(c, "'('");
    } else if (helper->kind == RECORDS_LAMBDA) {
        c_next(c);
        record_lambda(c, &call);
    } else if (c_operands(c, &call.args)) {
        if (call.args.count == helper->arguments)
            emit(c, &call);
        else
            c_error(c, call.place, "%zu argument%s, where %s has %zu", call.args.count,
                    call.args.count == 1 ? "" : "s", helper->name, helper->arguments);
    }
}

/* ---- dst_reg ---- */

bool c_steps_dst(struct c_parser *c)
{
    struct c_parser ahead = *c;
    const bool is_prefix = c->token == C_INCREMENT;

    ahead.quiet = C_QUIET;
    if (is_prefix)
        c_next(&ahead);
    if (c_token_word(&ahead) != WORD_SFPI)
        return false;
    c_next(&ahead);
    return is_prefix || ahead.token == C_INCREMENT || ahead.token == C_ASSIGN_ADD;
}

/* Rows are counted in twos. */
static void emit_step(struct c_parser *c, struct place place, const struct operand *count)
{
    enum { STRIDE = 2, MOST = 7 };
    const int64_t number = count->value.number;
    struct call call = {.helper = &dst_step, .place = place};

    if (!value_check(c->as, &count->value))
        return;
    if (number < 0 || number > MOST) {
        c_error(c, count->place, "dst_reg can go on by 0..%d, not %" PRId64, MOST, number);
        return;
    }
    call.args.operands[0] = (struct operand){OPERAND_VALUE, value_of(STRIDE * number), place};
    emit(c, &call);
}

void c_step_dst(struct c_parser *c)
{
    const char *begin = c->begin;
    struct operand count = {OPERAND_VALUE, value_of(1), c_place(c)};
    const char *end;

    if (c->token == C_INCREMENT)
        c_next(c);
    end = c->p;
    c_next(c);
    if (c->token == C_ASSIGN_ADD) {
        c_next(c);
        c_operand(c, &count);
    } else if (c->token == C_INCREMENT) {
        end = c->p;
        c_next(c);
    }
    if (!c->failed)
        emit_step(c, c_span(c, begin, end), &count);
}
