/* Calls in the C form: instruction macros, and what else can be called. */
#include "c_form.h"
#include "util/literal.h"

#include <string.h>

/* ---- Operands ---- */

/* L0 and T0 are registers of the GNU form, unless C gave the name a value. True, with the token taken, if this is. */
static bool register_operand(struct c_parser *c, struct operand *operand)
{
    const size_t length = (size_t)(c->p - c->begin);
    int64_t number;
    const char letter = c->token == C_NAME ? sfp_register_named(c->begin, length, &number) : '\0';
    const int after = letter ? c_peek(c) : 0;

    if ((after != ',' && after != ')') || c_find(c->as, c->begin, length))
        return false;
    operand->kind = letter == 'L' ? OPERAND_REGISTER : OPERAND_TEMPLATE;
    operand->value = value_of(number);
    operand->place = c_place(c);
    c_next(c);
    return true;
}

static void operand(struct c_parser *c, struct operand *operand)
{
    const char *begin = c->begin;
    const char *end;

    if (c->token == C_NUMBER && (*c->p == ',' || *c->p == ')')) {
        *operand = (struct operand){OPERAND_VALUE, value_of(c->number), c_place(c)};
        c_next(c);
        return;
    }
    if (register_operand(c, operand))
        return;
    if (c->token == ',' || c->token == ')') {
        c_unexpected(c, "an operand");
        return;
    }
    operand->kind = OPERAND_VALUE;
    operand->value = c_expression(c);
    /* The operand ends where blanks and comments before the next token begin; a lone token is the common case. */
    for (end = c->begin; end > begin + 1 && strchr(" \t\r\n", end[-1]); end--)
        ;
    operand->place = c_span(c, begin, end);
}

bool c_operands(struct c_parser *c, struct c_operands *args)
{
    const bool in_list = c->in_list;
    struct operand beyond;

    args->count = 0;
    c_next(c);
    if (c->token == ')')
        return true;
    c->in_list = false;
    for (;;) {
        operand(c, args->count < SFP_MAX_OPERANDS ? &args->operands[args->count] : &beyond);
        args->count++;
        if (c->token != ',')
            break;
        c_next(c);
    }
    c->in_list = in_list;
    if (!c->failed && c->token == C_DOTTED)
        c_error(c, c_place(c), "'%.*s' is out of place here", place_precision(c_place(c)), c->begin);
    else if (!c->failed && c->token != ')')
        c_unexpected(c, "',' or ')'");
    return !c->failed;
}

bool c_call_operands(struct c_parser *c, struct c_operands *args)
{
    c_next(c);
    if (c->token == '(')
        return c_operands(c, args);
    c_unexpected(c, "'('");
    return false;
}

/* The operands of a macro whose name this is, if it has any. Leaves the last token. */
static bool macro_arguments(struct c_parser *c, struct c_operands *args)
{
    const char *p = c->p;

    args->count = 0;
    while (*p == ' ' || *p == '\t')
        p++;
    if (*p != '(')
        return true;
    c_next(c);
    return c_operands(c, args);
}

/* The same where they do not matter, as the macro is unknown. */
static void pass_arguments(struct c_parser *c)
{
    const enum c_quiet quiet = c->quiet;
    const char *name = c->begin;
    struct c_operands args;
    struct c_parser look = *c;

    c->quiet = look.quiet = C_QUIET;
    macro_arguments(c, &args);
    c->quiet = quiet;
    if (c->begin == name)
        return;
    c_next(&look);
    if (c->token != ')' || !c_skip_pair(&look))
        c_fail(c);
}

/* Encodes the macro whose name this is; leaves its last token. False after an error. */
static bool macro_word(struct c_parser *c, uint32_t *word)
{
    const struct place place = c_place(c);
    const size_t prefix = c_macro_prefix(c->begin, place_length(place)).length;
    const struct sfp_insn *insn = sfp_insn_by_macro(&c->as->index, c->begin + prefix, place_length(place) - prefix);
    struct c_operands args;

    if (!insn) {
        statement_macro(c->as, insn, place, prefix, NULL, 0, word);
        pass_arguments(c);
        return false;
    }
    return macro_arguments(c, &args) && !c->as->stopped &&
           statement_macro(c->as, insn, place, prefix, args.operands, args.count, word);
}

/* ---- Statements ---- */

void c_macro_statement(struct c_parser *c)
{
    const struct place place = c_place(c);
    uint32_t word;

    if (macro_word(c, &word))
        emit_word(c->as, word, place);
}

void c_emit_fields(struct c_parser *c, const char *macro, struct place place, const struct c_field *fields,
                   size_t count)
{
    const struct sfp_insn *insn = sfp_insn_by_macro(&c->as->index, macro, strlen(macro));
    struct operand operands[SFP_MAX_OPERANDS];
    size_t operand_count = 0;
    uint32_t word;

    if (c->as->stopped)
        return;
    for (const struct sfp_operand *o = insn->args; !sfp_operand_end(o); o++) {
        struct operand *operand = &operands[operand_count++];

        *operand = (struct operand){OPERAND_VALUE, value_of(0), place};
        for (size_t i = 0; i < count; i++)
            if (fields[i].field == o->field)
                *operand = fields[i].operand;
    }
    if (statement_macro(c->as, insn, place, 0, operands, operand_count, &word))
        emit_word(c->as, word, place);
}

/* The same as c_word_macro, without a look at the operands' values. */
static struct value unevaluated_macro(struct c_parser *c)
{
    enum { WORD_BITS = 32 };
    const struct place place = c_place(c);
    const size_t prefix = c_macro_prefix(c->begin, place_length(place)).length;
    struct c_operands args;
    uint32_t word;

    if (!sfp_insn_by_macro(&c->as->index, c->begin + prefix, place_length(place) - prefix))
        return macro_word(c, &word) ? value_of(word) : value_faulty(FAULT_REPORTED, place);
    if (!macro_arguments(c, &args))
        return value_faulty(FAULT_REPORTED, place);
    return c_unevaluated(place, (struct c_type){WORD_BITS, false});
}

struct value c_word_macro(struct c_parser *c)
{
    const struct place place = c_place(c);
    const struct c_macro_prefix prefix = c_macro_prefix(c->begin, place_length(place));
    uint32_t word;

    if (prefix.kind != MACRO_WORD) {
        c_error(c, place, "'%.*s' is an instruction, not a value; its word is TT_OP_%.*s", place_precision(place),
                c->begin, place_precision(place) - (int)prefix.length, c->begin + prefix.length);
        return value_faulty(FAULT_REPORTED, place);
    }
    if (c->unevaluated)
        return unevaluated_macro(c);
    return macro_word(c, &word) ? value_of(word) : value_faulty(FAULT_REPORTED, place);
}

static bool is_named(struct place place, const char *name)
{
    return strlen(name) == place_length(place) && memcmp(place_text(place), name, place_length(place)) == 0;
}

/* What a call can be of, and is written nearly like this name. */
static void offer_calls(struct c_parser *c, struct nearest *search)
{
    static const char *const helpers[] = {"lltt::record", "lltt::replay", "load_replay_buf"};

    nearest_init(search, &c->as->suggesting, c->begin, (size_t)(c->p - c->begin));
    for (size_t i = 0; i < sizeof helpers / sizeof helpers[0]; i++)
        nearest_offer(search, helpers[i]);
    c_helpers_offer(c->as->program->arch, search);
    c_functions_offer(c->as, search);
}

/* TT_OP_NAME where no such macro is known. */
static void unknown_word_macro(struct c_parser *c)
{
    const struct place place = c_place(c);
    const size_t prefix = c_macro_prefix(c->begin, place_length(place)).length;
    struct nearest search;

    nearest_init(&search, &c->as->suggesting, c->begin + prefix, place_length(place) - prefix);
    for (size_t i = 0; i < c->as->index.count; i++)
        nearest_offer(&search, c->as->index.rows[i]->macro);
    if (search.best)
        c_error(c, place, "unknown instruction '%.*s'; did you mean 'TT_OP_%s'?", place_precision(place), c->begin,
                search.best);
    else
        c_error(c, place, "unknown instruction '%.*s'", place_precision(place), c->begin);
}

void c_unknown_call(struct c_parser *c)
{
    const struct place place = c_place(c);
    const struct c_name *name = c_find(c->as, c->begin, place_length(place));
    struct nearest search;

    if (name && c->quiet == C_LOUD)
        report_lost(c->as, place);
    if (name && c_is_poisoned(name)) {
        c_fail(c);
        return;
    }
    if (c_macro_kind(c->begin, place_length(place)) == MACRO_WORD) {
        unknown_word_macro(c);
        return;
    }
    offer_calls(c, &search);
    if (search.best)
        c_error(c, place, "a call of '%.*s', and sfpasm knows no such function; did you mean '%s'?",
                place_precision(place), c->begin, search.best);
    else
        c_error(c, place, "a call of '%.*s', and sfpasm knows no such function; it takes TTI_, TT_ and TT_OP_ macros, "
                "lltt::record and lltt::replay, and functions defined before the call", place_precision(place),
                c->begin);
}

void c_call_statement(struct c_parser *c)
{
    const struct place place = c_place(c);
    const size_t last = c_last_part(c->begin, place_length(place));
    const struct place plain = {place.source, place.begin + (uint32_t)last, place.end};

    if (c_is_function(c->as, place))
        c_invoke(c);
    else if (is_named(place, "lltt::record") || is_named(place, "lltt::replay"))
        c_replay(c, c->begin[strlen("lltt::re")] == 'c');
    else if (is_named(plain, "load_replay_buf"))
        c_load_replay(c);
    else if (c_is_helper(c))
        c_helper(c);
    else
        c_unknown_call(c);
}
