/* Operands of expressions of the C form: numbers, names, casts, calls, and what stands before them. */
#include "c_form.h"

#include <string.h>

struct value c_no_value(const struct c_parser *c)
{
    return value_faulty(FAULT_REPORTED, c_place(c));
}

/* type(value) or type{value}, from the type's name on. */
static struct value functional_cast(struct c_parser *c)
{
    struct c_type type;

    if (!c_parse_type(c, &type) || (c->token != '(' && c->token != '{')) {
        c_unexpected(c, "'('");
        return c_no_value(c);
    }
    return c_cut_value(type, c_parenthesised(c));
}

/* static_cast<type>(value). */
static struct value named_cast(struct c_parser *c)
{
    struct c_type type;

    c_next(c);
    if (!c_expect(c, '<', "'<'"))
        return c_no_value(c);
    if (!c_parse_type(c, &type)) {
        c_unexpected(c, "an integer type");
        return c_no_value(c);
    }
    if (!c_expect(c, '>', "'>'") || c->token != '(') {
        c_unexpected(c, "'('");
        return c_no_value(c);
    }
    return c_cut_value(type, c_parenthesised(c));
}

/* A parenthesis that opens a cast, not an expression: (type)value. */
static bool opens_cast(struct c_parser *c, struct c_type *type)
{
    const char *begin = c->begin;
    enum c_word word;

    c_next(c);
    word = c_token_word(c);
    if ((c->token == C_NAME || c->token == C_QUALIFIED) &&
        (word == WORD_TYPE || word == WORD_CONST || (word == WORD_NONE && c_peek(c) == ')')) &&
        c_parse_type(c, type) && c->token == ')') {
        c_next(c);
        return true;
    }
    c_seek(c, begin);
    return false;
}

static bool ends_in(const struct c_parser *c, const char *name)
{
    const size_t length = strlen(name);
    const size_t whole = (size_t)(c->p - c->begin);

    return whole >= length && memcmp(c->p - length, name, length) == 0 &&
           (whole == length || c->p[-(ptrdiff_t)length - 1] == ':');
}

/* The type of an operand that is not evaluated. False, reported, if it has none that is known. */
static bool type_of_operand(struct c_parser *c, struct c_type *type)
{
    const struct place place = c_place(c);
    const uint64_t reads = c->as->c.varying_reads;
    const bool unevaluated = c->unevaluated;
    struct value value;

    c->unevaluated = true;
    value = c_expression(c);
    c->unevaluated = unevaluated;
    c->as->c.varying_reads = reads;
    *type = value.fault ? value.type : c_type_of(&value);
    if (c->failed || !c_check_names(c, &value))
        return false;
    if (type->bits == 0)
        c_error(c, place, "the size of this type is not known");
    return type->bits > 0;
}

/* An array whose name stands alone in parentheses; NULL if it is none. */
static const struct c_name *lone_array(struct c_parser *c)
{
    const struct c_name *name = c->token == C_NAME || c->token == C_QUALIFIED
                                    ? c_find(c->as, c->begin, (size_t)(c->p - c->begin)) : NULL;

    return name && name->kind == C_ARRAY && c_peek(c) == ')' ? name : NULL;
}

/* type, value or array; how many elements the last has. False after an error. */
static bool sized(struct c_parser *c, struct c_type *type, size_t *count)
{
    const struct c_name *array = lone_array(c);

    *count = 1;
    if (!array)
        return c_parse_type(c, type) || type_of_operand(c, type);
    unused_mark_used(c->as, array);
    *type = array->type;
    *count = array->count;
    c_next(c);
    return true;
}

/* sizeof(...) */
static struct value size_of(struct c_parser *c)
{
    enum { BYTE = 8, SIZE_BITS = 32 };
    struct c_type type;
    size_t count;
    bool known;

    c_next(c);
    if (!c_expect(c, '(', "'('"))
        return c_no_value(c);
    known = sized(c, &type, &count);
    if (!c_expect(c, ')', "')'") || !known)
        return c_no_value(c);
    return (struct value){.number = (int64_t)count * ((type.bits + BYTE - 1) / BYTE), .type = {SIZE_BITS, false}};
}

/* A type in a template's list: an integer's, or what sfpasm takes no values of, by its spelling. */
struct listed_type {
    struct c_type type; /* no bits: none of an integer */
    struct place spelling;
};

/* From its first token to what ends it. False after an error. */
static bool listed_type(struct c_parser *c, struct listed_type *listed)
{
    const char *begin = c->begin;
    const char *end = c->p;
    const struct c_name *own = c->token == C_NAME ? c_find(c->as, c->begin, (size_t)(c->p - c->begin)) : NULL;

    if (own && own->kind == C_TYPE && own->type.bits == 0) {
        c_error(c, c_place(c), "nothing tells what type '%.*s' is", place_precision(c_place(c)), c->begin);
        return false;
    }
    if (!c_parse_type(c, &listed->type))
        for (; c->token == C_NAME || c->token == C_QUALIFIED; c_next(c))
            end = c->p;
    listed->spelling = c_span(c, begin, end);
    return !c->failed;
}

static bool is_same_type(const struct listed_type *a, const struct listed_type *b)
{
    if (a->type.bits || b->type.bits)
        return a->type.bits == b->type.bits && a->type.is_signed == b->type.is_signed;
    return place_length(a->spelling) == place_length(b->spelling) &&
           memcmp(place_text(a->spelling), place_text(b->spelling), place_length(a->spelling)) == 0;
}

/* std::is_same_v<type, type> */
static struct value same_types(struct c_parser *c)
{
    struct listed_type a = {0};
    struct listed_type b = {0};

    c_next(c);
    c_next(c);
    if (!listed_type(c, &a) || !c_expect(c, ',', "','") || !listed_type(c, &b) || !c_expect(c, '>', "'>'"))
        return c_no_value(c);
    return (struct value){.number = is_same_type(&a, &b), .type = {1, false}};
}

/* A call, or a cast by a type's name. */
static struct value called_name(struct c_parser *c)
{
    const struct place place = c_place(c);
    const char *begin = c->begin;
    struct c_type type;
    struct value value;

    if (ends_in(c, "to_underlying") && c_peek(c) == '(') {
        c_next(c);
        return c_parenthesised(c);
    }
    if (ends_in(c, "is_valid_instruction_mode") && !c_is_function(c->as, place))
        return c_valid_mode(c);
    if (c_is_function(c->as, place)) {
        value = c_invoke(c);
        c_next(c);
        return value;
    }
    if (c_parse_type(c, &type)) {
        c_seek(c, begin);
        return functional_cast(c);
    }
    c_unknown_call(c);
    return c_no_value(c);
}

/* name[index], from the name on. */
static struct value indexed(struct c_parser *c)
{
    const struct place place = c_place(c);
    const struct value *element;

    c_next(c);
    element = c_element(c, place);
    return element ? *element : c_no_value(c);
}

/* Is a template's list meant by this < behind the name? */
static bool opens_list(const struct c_parser *c)
{
    const struct c_name *name = c_find(c->as, c->begin, (size_t)(c->p - c->begin));

    return !(name && name->kind == C_VALUE && name->depth > 0) && c_is_function(c->as, c_place(c));
}

/* Is the name nothing that is known, and does a template's list stand behind it, and a call or a name behind that? */
static bool calls_unknown(struct c_parser *c)
{
    const struct place place = c_place(c);
    struct c_parser look = *c;

    if (c_find(c->as, c->begin, place_length(place)) || c_value_of_name(c->as, place).fault != FAULT_UNDEFINED)
        return false;
    look.quiet = C_QUIET;
    c_next(&look);
    if (!c_skip_pair(&look))
        return false;
    c_next(&look);
    return look.token == '(' || (look.token == C_QUALIFIED && look.begin[0] == ':');
}

/* Most names stand alone: what follows can then be no parenthesis, brace, template's list or other name. */
static bool stands_alone(const struct c_parser *c)
{
    const char *p = c->p;

    while (*p == ' ')
        p++;
    return *p == ',' || *p == ')' || *p == '|' || *p == '&' || *p == '+' || *p == '-' || *p == ';';
}

static struct value name(struct c_parser *c)
{
    struct place place = c_place(c);
    struct value value;

    if (c->begin[0] == 'T' && c_macro_kind(c->begin, place_length(place)) != MACRO_NONE) {
        value = c_word_macro(c);
        c_next(c);
        return value;
    }
    if (!stands_alone(c) || c->begin[0] == 'v' || c->begin[0] == 'd') {
        const int after = c_peek(c);

        if (c_token_word(c) == WORD_SFPI) {
            c_refuse_sfpi(c);
            return c_no_value(c);
        }
        if (after == '<' && c_is(c, "static_cast"))
            return named_cast(c);
        if (after == '(' && c_is(c, "sizeof"))
            return size_of(c);
        if (after == '<' && ends_in(c, "is_same_v"))
            return same_types(c);
        if (after == '(' || after == '{' || (after == '<' && opens_list(c)))
            return called_name(c);
        if (c_token_word(c) == WORD_TYPE)
            return functional_cast(c);
        if (after == '[')
            return indexed(c);
        if (after == '<' && calls_unknown(c)) {
            c_unknown_call(c);
            return c_no_value(c);
        }
    }
    c_next(c);
    return c->failed ? value_faulty(FAULT_REPORTED, place) : c_value_of_name(c->as, place);
}

static struct value prefixed(struct c_parser *c, enum operator operator)
{
    struct value value;

    c_next(c);
    value = c_operand(c);
    return c_unary(operator, &value);
}

static struct value primary(struct c_parser *c)
{
    struct c_type type;
    struct value value;

    switch (c->token) {
    case C_NUMBER:
        value = (struct value){.number = c->number, .type = c->number_type};
        c_next(c);
        return value;
    case C_NAME:
    case C_QUALIFIED:
        return name(c);
    case '(':
        return opens_cast(c, &type) ? c_cut_value(type, c_operand(c)) : c_parenthesised(c);
    case '-':
        return prefixed(c, OP_NEGATE);
    case '+':
        return prefixed(c, OP_PLUS);
    case '~':
        return prefixed(c, OP_COMPLEMENT);
    case '!':
        return prefixed(c, OP_LOGICAL_NOT);
    case '[':
        c_error(c, c_place(c), "sfpasm takes no lambda but that of load_replay_buf");
        return c_no_value(c);
    default:
        c_unexpected(c, "an expression");
        return c_no_value(c);
    }
}

struct value c_operand(struct c_parser *c)
{
    struct value value;

    if (c->depth >= C_DEEPEST) {
        c_too_deep(c, "expressions");
        return c_no_value(c);
    }
    c->depth++;
    value = primary(c);
    c->depth--;
    return value;
}
