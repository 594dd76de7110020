/* Expressions of the C form, evaluated while precedence climbing parses them; also macros, whose operands are
 * expressions. */
#include "c_form.h"

#include "assembly/encode.h"
#include "assembly/suggest.h"

#include <string.h>

static struct value parse_conditional(struct c_parser *c);
static struct value parse_c_operand(struct c_parser *c);

static struct value no_value(const struct c_parser *c)
{
    return value_faulty(FAULT_REPORTED, c_place(c));
}

/* ---- Operators between operands ---- */

/* Parses operators that bind at least as tightly as `rank`. */
static struct value parse_binary(struct c_parser *c, unsigned rank)
{
    struct value left = parse_c_operand(c);

    for (;;) {
        struct term right = {.operator = c->token == C_ASSIGN || c->token == C_STEP ? OP_NONE : c->operator};
        const unsigned own = operator_rank_c(right.operator);

        if (c->failed || right.operator == OP_NONE || own < rank || (c->in_list && c->token == '>'))
            return left;
        c_next(c);
        right.place = c_place(c);
        right.value = parse_binary(c, own + 1);
        left = c_binary(&left, &right);
    }
}

static struct value parse_conditional(struct c_parser *c)
{
    struct value condition = parse_binary(c, 1);
    struct value yes;
    struct value no;

    if (c->token != '?')
        return condition;
    if (!c_deeper(c, "expressions"))
        return no_value(c);
    c_next(c);
    yes = parse_conditional(c);
    no = c_expect(c, ':', "':'") ? parse_conditional(c) : no_value(c);
    c->depth--;
    return c_choose(&condition, &yes, &no);
}

/* Parses (value). */
static struct value parse_parenthesised(struct c_parser *c)
{
    const bool in_list = c->in_list;
    struct value value;

    c->in_list = false;
    c_expect(c, '(', "'('");
    value = parse_conditional(c);
    c->in_list = in_list;
    return c_expect(c, ')', "')'") ? value : no_value(c);
}

struct value c_expression(struct c_parser *c)
{
    const struct value value = parse_conditional(c);

    return c->failed ? no_value(c) : value;
}

bool c_constant(struct c_parser *c, int64_t *number)
{
    const struct value value = c_expression(c);

    *number = value.number;
    return !c->failed && value_check(c->as, &value);
}

/* ---- Macros ---- */

/* Takes the token as a register of the GNU form, such as L0 or T0, unless C gave that name a value. Returns whether
 * it did. */
static bool register_operand(struct c_parser *c, struct operand *operand)
{
    int64_t number;
    const char letter = c->token == C_NAME ? sfp_register_named(c->begin, c_length(c), &number) : '\0';
    const int after = letter ? c_peek(c) : 0;

    if ((after != ',' && after != ')') || symbol_of_c(c->as, c->begin, c_length(c)))
        return false;
    *operand = (struct operand){letter == 'L' ? OPERAND_REGISTER : OPERAND_TEMPLATE, value_of(number), c_place(c)};
    c_next(c);
    return true;
}

/* Reads the operands in parentheses, if the token has any; leaves the last token. Returns their number, which may
 * exceed SFP_MAX_OPERANDS; further operands are not kept. */
static size_t read_macro_operands(struct c_parser *c, struct operand operands[SFP_MAX_OPERANDS + 1])
{
    const bool in_list = c->in_list;
    size_t count = 0;

    if (c->p[strspn(c->p, " \t")] != '(')
        return 0;
    c_next(c);
    if (c_peek(c) == ')')
        c_next(c);
    c->in_list = false;
    while (c->token == '(' || c->token == ',') {
        struct operand *operand = &operands[count < SFP_MAX_OPERANDS ? count : SFP_MAX_OPERANDS];

        c_next(c);
        count++;
        *operand = (struct operand){.place = c_place(c)};
        if (register_operand(c, operand))
            continue;
        operand->value = c_expression(c);
        operand->place.end = c_span(c, c->behind, c->behind).end;
    }
    c->in_list = in_list;
    if (c->token != ')')
        c_unexpected(c, "',' or ')'");
    return count;
}

/* Encodes the macro that the token names; leaves the macro's last token. Returns false after an error. */
static bool encode_macro_word(struct c_parser *c, enum sfp_macro_kind kind, uint32_t *word)
{
    const struct place place = c_place(c);
    const struct sfp_macro_prefix prefix = c_prefix(c);
    const char *name = c->begin + prefix.length;
    const int length = (int)(c->p - name);
    const struct sfp_insn *insn = sfp_insn_by_macro(&c->as->index, name, (size_t)length);
    struct operand operands[SFP_MAX_OPERANDS + 1];
    size_t count = 0;

    if (prefix.kind != kind)
        c_error(c, place, kind == SFP_MACRO_WORD ? "'%.*s' is an instruction; its word is TT_OP_%.*s"
                                                         : "'%.*s' is a word; the instruction is TTI_%.*s",
                place_precision(place), c->begin, length, name);
    else if (insn)
        count = read_macro_operands(c, operands);
    if (!c->failed && !c->as->stopped && statement_macro(c->as, insn, place, prefix.length, operands, count, word))
        return true;
    if (!insn)
        c_fail(c);
    return false;
}

void c_macro_statement(struct c_parser *c)
{
    const struct place place = c_place(c);
    uint32_t word;

    if (encode_macro_word(c, SFP_MACRO_STATEMENT, &word))
        emit_word(c->as, word, place);
}

struct value c_word_macro(struct c_parser *c)
{
    const struct place place = c_place(c);
    uint32_t word;

    return encode_macro_word(c, SFP_MACRO_WORD, &word) ? value_of(word) : value_faulty(FAULT_REPORTED, place);
}

/* ---- Casts ---- */

static bool parse_type(struct c_parser *c, struct c_type *type)
{
    const unsigned said = c_say(c, type);

    if (!(said & WORDS_TYPE) || (said & WORD_VOID))
        c_refuse(c, c_place(c));
    return !c->failed;
}

/* Parses type(value) or static_cast<type>(value). */
static struct value parse_cast(struct c_parser *c)
{
    const bool named = c_is(c, "static_cast");
    struct c_type type;

    if (named) {
        c_next(c);
        c_expect(c, '<', "'<'");
    }
    if (!parse_type(c, &type) || (named && !c_expect(c, '>', "'>'")))
        return no_value(c);
    return c_cut_value(type, parse_parenthesised(c));
}

/* Parses (type)value or (value). */
static struct value parse_cast_or_value(struct c_parser *c)
{
    const struct c_parser ahead = c_ahead(c);
    struct c_type type;

    if (!(c_token_word(&ahead) & WORDS_TYPE) || c_peek(&ahead) == '(')
        return parse_parenthesised(c);
    c_next(c);
    if (!parse_type(c, &type) || !c_expect(c, ')', "')'"))
        return no_value(c);
    return c_cut_value(type, parse_c_operand(c));
}

/* ---- Names ---- */

/* Parses a name: a TT_OP_ macro, a cast, a truth value or a symbol. Refuses calls, and an unknown name before <,
 * which may be a template's. */
static struct value parse_named_value(struct c_parser *c)
{
    const struct place place = c_place(c);
    const int after = *c->p == ',' || *c->p == ')' ? *c->p : c_peek(c); /* fast path: most names stand alone */
    struct value value;

    if (c_prefix(c).kind != SFP_NO_MACRO) {
        value = c_word_macro(c);
        c_next(c);
        return value;
    }
    if (c_is(c, "static_cast") || (after == '(' && (c_token_word(c) & WORDS_TYPE)))
        return parse_cast(c);
    if (c_is(c, "true") || c_is(c, "false"))
        value = (struct value){.number = c_is(c, "true"), .type = {1, false}};
    else
        value = symbol_value(c->as, place);
    if (after == '(' || after == '{' || after == '[' || (value.fault == FAULT_UNDEFINED && after == '<') ||
        (value.fault && c_word(place_text(place), place_length(place))))
        c_refuse(c, place);
    if (value.fault == FAULT_UNDEFINED && c->as->c.lost)
        value.fault = FAULT_REPORTED;
    c_next(c);
    return value;
}

/* ---- Operands ---- */

static struct value parse_primary(struct c_parser *c)
{
    static const enum operator prefixes[] = {
        ['-'] = OP_NEGATE, ['+'] = OP_PLUS, ['~'] = OP_COMPLEMENT, ['!'] = OP_LOGICAL_NOT,
    };
    const int token = c->token;
    struct value value;

    switch (token) {
    case C_NUMBER:
        value = c->number;
        c_next(c);
        return value;
    case C_FLOAT:
        c_error(c, c_place(c), "a floating-point number, where an integer is wanted");
        return no_value(c);
    case C_NAME:
    case C_QUALIFIED:
        return parse_named_value(c);
    case '(':
        return parse_cast_or_value(c);
    case '-':
    case '+':
    case '~':
    case '!':
        c_next(c);
        value = parse_c_operand(c);
        return c_unary(prefixes[token], &value);
    default:
        c_unexpected(c, "an expression");
        return no_value(c);
    }
}

static struct value parse_c_operand(struct c_parser *c)
{
    struct value value;

    if (!c_deeper(c, "expressions"))
        return no_value(c);
    value = parse_primary(c);
    c->depth--;
    return value;
}
