/* using, of types, namespaces, names and enumerations. */
#include "c_form.h"

/* The part of a name behind its last ::. */
static struct place last_part(struct place name)
{
    name.begin += (uint32_t)c_last_part(place_text(name), place_length(name));
    return name;
}

static struct c_name *find(const struct c_parser *c, struct place name)
{
    return c_find(c->as, place_text(name), place_length(name));
}

/* Gives the name at `index` one more, in the innermost scope, unless that means it already. */
static void define_alias(struct c_parser *c, struct place name, size_t index)
{
    const struct c_name target = c->as->c.names[index];
    const struct c_name *plain = find(c, name);
    struct c_name *new;

    if (plain && plain->place.source == target.place.source && plain->place.begin == target.place.begin &&
        plain->depth == c->as->c.depth && plain->space == c->as->c.spaces.open)
        return;
    if (!target.fixed) {
        c_error(c, name, "sfpasm gives constants and types a name with 'using', no variables");
        return;
    }
    new = c_define(c->as, name, target.type, target.value, target.fixed);
    if (!new)
        return;
    new->kind = target.kind;
    new->type = target.type;
    new->value = target.value;
    new->first = target.first;
    new->count = target.count;
    new->enumerators = target.enumerators;
    new->place = target.place;
    new->varies = target.varies;
    new->alias = true;
}

/* using space::name; Names that no C definition gave a meaning are known without what stands before them. */
static void use_name(struct c_parser *c)
{
    const struct place name = c_place(c);
    const struct c_name *target;

    if (c->token != C_NAME && c->token != C_QUALIFIED) {
        c_unexpected(c, "a name");
        return;
    }
    target = find(c, name);
    if (target)
        define_alias(c, last_part(name), (size_t)(target - c->as->c.names));
    else
        c_use_function(c->as, name);
    c_next(c);
}

/* The enumerators of an enumeration that are known behind its name only. */
static void use_enumerators(struct c_parser *c, uint32_t space)
{
    const size_t count = c->as->c.name_count;

    for (size_t i = 0; i < count && !c->failed; i++) {
        const struct c_name *name = &c->as->c.names[i];

        if (name->space == space)
            define_alias(c, last_part(name->place), i);
    }
}

/* using enum name; The vendor's enumerators are known without it. */
static void use_enumeration(struct c_parser *c)
{
    const struct place name = c_place(c);
    const struct c_name *own;
    struct c_type type;

    if (c->token != C_NAME && c->token != C_QUALIFIED) {
        c_unexpected(c, "a name");
        return;
    }
    own = find(c, name);
    if (own && own->kind == C_TYPE && own->enumerators != C_NOWHERE)
        use_enumerators(c, own->enumerators);
    else if (!c_parse_type(c, &type))
        c_error(c, name, "'%.*s' is no enumeration that sfpasm knows", place_precision(name), place_text(name));
    else
        return;
    c_next(c);
}

/* using name = type; */
static void name_type(struct c_parser *c)
{
    const struct place name = c_place(c);

    c_next(c);
    c_next(c);
    c_type_alias(c, name);
}

void c_using(struct c_parser *c)
{
    c_next(c);
    if (c->token == C_NAME && c_peek(c) == '=') {
        name_type(c);
    } else if (c_is(c, "namespace")) {
        c_use_namespace(c);
    } else if (c_is(c, "enum")) {
        c_next(c);
        use_enumeration(c);
    } else {
        use_name(c);
    }
    c_semicolon(c);
}
