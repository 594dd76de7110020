/* Enumerations of the C form. */
#include "c_form.h"

/* class or struct, the name, and : type; up to the brace. False after an error. */
static bool header(struct c_parser *c, struct place *name, bool *scoped, struct c_type *type)
{
    c_next(c);
    *scoped = c_is(c, "class") || c_is(c, "struct");
    *name = (struct place){0};
    *type = (struct c_type){0};
    if (*scoped)
        c_next(c);
    if (c->token == C_NAME) {
        *name = c_place(c);
        c_next(c);
    }
    if (c->token == ':') {
        c_next(c);
        if (!c_parse_type(c, type)) {
            c_unexpected(c, "an integer type");
            return false;
        }
    }
    return !c->failed;
}

/* NAME or NAME = value; leaves the token after it. `space`: of the enumeration, or C_NOWHERE. *number, if *known, is
 * its value if it says none. False after an error. */
static bool enumerator(struct c_parser *c, uint32_t space, struct c_type type, int64_t *number, bool *known)
{
    const struct place place = c_place(c);
    struct value value;
    struct c_name *name;

    if (c->token != C_NAME || c_token_word(c) != WORD_NONE) {
        c_unexpected(c, "a name");
        return false;
    }
    c_next(c);
    if (c->token == '=') {
        c_next(c);
        *known = c_constant(c, number);
    }
    if (c->failed)
        return false;
    value = *known ? value_of(*number) : value_faulty(FAULT_REPORTED, place);
    name = c_define(c->as, place, type, value, "is constant");
    if (!name)
        return false;
    name->enumerators = space;
    return true;
}

static void enumerators(struct c_parser *c, uint32_t space, struct c_type type)
{
    int64_t number = 0;
    bool known = true;

    c_next(c);
    while (c->token != '}' && !c->failed) {
        if (!enumerator(c, space, type, &number, &known))
            break;
        number++;
        if (c->token == ',')
            c_next(c);
        else if (c->token != '}')
            c_unexpected(c, "',' or '}'");
    }
}

/* The type's name, and the space behind it. False, reported, if memory runs out. */
static bool define_name(struct c_parser *c, struct place name, struct c_type type, uint32_t *space)
{
    enum { UNDERLYING_BITS = 32 };
    const struct c_type underlying = type.bits ? type : (struct c_type){UNDERLYING_BITS, true};
    struct c_spaces *spaces = &c->as->c.spaces;
    struct c_name *new;

    *space = C_NOWHERE;
    if (!name.source)
        return true;
    *space = c_open_space(c, spaces->open, name, C_SPACE_ENUM);
    new = *space == C_NOWHERE ? NULL : c_define(c->as, name, underlying, value_faulty(FAULT_UNSET, name), "is a type");
    if (!new)
        return *space != C_NOWHERE;
    new->kind = C_TYPE;
    new->enumerators = *space;
    return true;
}

void c_enumeration(struct c_parser *c)
{
    const uint32_t outer = c->as->c.spaces.open;
    const char *begin = c->begin;
    struct place name;
    struct c_type type;
    uint32_t space;
    bool scoped;

    if (!header(c, &name, &scoped, &type))
        return;
    if (c->token == ';')
        return;
    if (c->token != '{') {
        c_unexpected(c, "'{'");
        return;
    }
    if (!define_name(c, name, type, &space))
        return;
    if (scoped && space != C_NOWHERE)
        c->as->c.spaces.open = space;
    enumerators(c, space, type);
    c->as->c.spaces.open = outer;
    if (!c->failed && c->token != '}') {
        /* A value is not known: the error has been reported. */
        c_seek(c, begin);
        c_skip_statement(c);
        return;
    }
    c_next(c);
    c_semicolon(c);
}
