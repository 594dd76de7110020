/* Enumerations of the C form. */
#include "c_form.h"

enum { INT_BITS = 32 };

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

/* The value behind =; where there is an error, what stands there is passed over. False after one. */
static bool own_value(struct c_parser *c, int64_t *number)
{
    const char *begin = c->begin;
    const enum c_quiet quiet = c->quiet;

    if (c_constant(c, number))
        return true;
    if (!c->failed)
        return false;
    c->failed = false;
    c->quiet = C_QUIET;
    for (c_seek(c, begin); c->token != ',' && c->token != '}' && c->token != ';' && c->token != C_END; c_next(c))
        if (c->token == '(')
            c_skip_pair(c);
    c->quiet = quiet;
    return false;
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
        *known = own_value(c, number);
    }
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

/* The type of an enumeration that names none, its enumerators being the names from `first` on: the first of these
 * that holds all values. */
static struct c_type type_for(const struct c_state *state, size_t first)
{
    int64_t least = 0;
    int64_t most = 0;

    for (size_t i = first; i < state->name_count; i++) {
        const int64_t number = state->names[i].value.number;

        least = number < least ? number : least;
        most = number > most ? number : most;
    }
    if (least >= INT32_MIN && most <= INT32_MAX)
        return (struct c_type){INT_BITS, true};
    if (least >= 0 && most <= UINT32_MAX)
        return (struct c_type){INT_BITS, false};
    return (struct c_type){2 * INT_BITS, true};
}

/* Gives the enumerators from name `first` on the type of them all, and their enumeration, if it is the name before. */
static void settle(struct c_state *state, size_t first, bool named)
{
    const struct c_type type = type_for(state, first);

    for (size_t i = first; i < state->name_count; i++) {
        state->names[i].type = type;
        state->names[i].value = c_cut_value(type, state->names[i].value);
    }
    if (named)
        state->names[first - 1].type = type;
}

/* The type's name, and the space behind it. False, reported, if memory runs out. */
static bool define_name(struct c_parser *c, struct place name, struct c_type type, uint32_t *space)
{
    const struct c_type underlying = type.bits ? type : (struct c_type){INT_BITS, true};
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
    const size_t before = c->as->c.name_count;
    const char *begin = c->begin;
    struct place name;
    struct c_type type;
    uint32_t space;
    size_t first;
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
    if (scoped && type.bits == 0)
        type = (struct c_type){INT_BITS, true};
    first = c->as->c.name_count;
    enumerators(c, space, type);
    c->as->c.spaces.open = outer;
    if (type.bits == 0)
        settle(&c->as->c, first, first > before);
    if (!c->failed && c->token != '}') {
        /* A value is not known: the error has been reported. */
        c_seek(c, begin);
        c_skip_statement(c);
        return;
    }
    c_next(c);
    c_semicolon(c);
}
