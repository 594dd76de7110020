/* Instruction macros of the C form, and their operands. */
#include "c_form.h"

#include <string.h>

/* L0 and T0 are registers of the GNU form, unless C gave the name a value. True, with the token taken, if this is. */
static bool register_operand(struct c_parser *c, struct operand *operand)
{
    const size_t length = (size_t)(c->p - c->begin);
    int64_t number;
    const char letter = c->token == C_NAME ? sfp_register_named(c->begin, length, &number) : '\0';
    const int after = letter ? c_peek(c) : 0;

    if ((after != ',' && after != ')') || symbol_of_c(c->as, c->begin, length))
        return false;
    *operand = (struct operand){letter == 'L' ? OPERAND_REGISTER : OPERAND_TEMPLATE, value_of(number), c_place(c)};
    c_next(c);
    return true;
}

void c_operand(struct c_parser *c, struct operand *operand)
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
    /* The operand ends where blanks before the next token begin; a lone token is the common case. */
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
    for (;; c_next(c)) {
        c_operand(c, args->count < SFP_MAX_OPERANDS ? &args->operands[args->count] : &beyond);
        args->count++;
        if (c->token != ',')
            break;
    }
    c->in_list = in_list;
    if (!c->failed && c->token == C_DOTTED)
        c_error(c, c_place(c), "'%.*s' is out of place here", place_precision(c_place(c)), c->begin);
    else if (!c->failed && c->token != ')')
        c_unexpected(c, "',' or ')'");
    return !c->failed;
}

/* The operands of a macro whose name this is, if it has any. Leaves the last token. */
static bool macro_operands(struct c_parser *c, struct c_operands *args)
{
    const char *p = c->p + strspn(c->p, " \t");

    args->count = 0;
    if (*p != '(')
        return true;
    c_next(c);
    return c_operands(c, args);
}

/* The same where they do not matter, as the macro is unknown. */
static void pass_operands(struct c_parser *c)
{
    const enum c_quiet quiet = c->quiet;
    const char *name = c->begin;
    struct c_operands args;
    struct c_parser look = *c;

    c->quiet = look.quiet = C_QUIET;
    macro_operands(c, &args);
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
    const size_t prefix = sfp_macro_prefix(c->begin, place_length(place)).length;
    const struct sfp_insn *insn = sfp_insn_by_macro(&c->as->index, c->begin + prefix, place_length(place) - prefix);
    struct c_operands args;

    if (!insn) {
        statement_macro(c->as, insn, place, prefix, NULL, 0, word);
        pass_operands(c);
        return false;
    }
    return macro_operands(c, &args) && !c->as->stopped &&
           statement_macro(c->as, insn, place, prefix, args.operands, args.count, word);
}

void c_macro_statement(struct c_parser *c)
{
    const struct place place = c_place(c);
    uint32_t word;

    if (macro_word(c, &word))
        emit_word(c->as, word, place);
}

struct value c_word_macro(struct c_parser *c)
{
    const struct place place = c_place(c);
    const struct sfp_macro_prefix prefix = sfp_macro_prefix(c->begin, place_length(place));
    uint32_t word;

    if (prefix.kind != SFP_MACRO_WORD) {
        c_error(c, place, "'%.*s' is an instruction, not a value; its word is TT_OP_%.*s", place_precision(place),
                c->begin, place_precision(place) - (int)prefix.length, c->begin + prefix.length);
        return value_faulty(FAULT_REPORTED, place);
    }
    return macro_word(c, &word) ? value_of(word) : value_faulty(FAULT_REPORTED, place);
}
