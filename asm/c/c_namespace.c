/* namespace: blocks, aliases and using directives. */
#include "c_form.h"

static bool is_name(const struct c_parser *c)
{
    return c->token == C_NAME || c->token == C_QUALIFIED;
}

uint32_t c_open_space(struct c_parser *c, uint32_t parent, struct place name, enum c_space_kind kind)
{
    const uint32_t space = c_space_add(&c->as->c.spaces, parent, place_text(name), place_length(name), kind);

    if (space == C_NOWHERE && !c_space_is_deepest(&c->as->c.spaces, parent))
        report_no_memory(c->as);
    else if (space == C_NOWHERE)
        c_error_open(c, name, "namespaces are nested more than %d deep", C_DEEPEST_SPACE);
    return space;
}

uint32_t c_open_spaces(struct c_parser *c, struct place name, enum c_space_kind kind)
{
    uint32_t space = c->as->c.spaces.open;
    const uint32_t end = name.end;

    while (name.begin < end && space != C_NOWHERE) {
        const char *text = place_text(name);
        const size_t length = c_first_part(text, end - name.begin);

        name.end = name.begin + (uint32_t)length;
        space = c_open_space(c, space, name, kind);
        name.begin = name.end;
        name.end = end;
        name.begin += (uint32_t)c_past_colons(place_text(name), end - name.begin, 0);
    }
    return space;
}

/* = name; from the = on. Names of the vendor's own namespaces have no space here. */
static void alias(struct c_parser *c, struct place name)
{
    struct c_spaces *spaces = &c->as->c.spaces;
    uint32_t target;

    c_next(c);
    if (!is_name(c)) {
        c_unexpected(c, "a name");
        return;
    }
    target = c_space_find(spaces, c->begin, (size_t)(c->p - c->begin));
    if (target != C_NOWHERE && !c_space_alias(spaces, place_text(name), place_length(name), target))
        report_no_memory(c->as);
    c_next(c);
    c_semicolon(c);
}

static void block(struct c_parser *c, uint32_t space)
{
    const uint32_t outer = c->as->c.spaces.open;

    if (space == C_NOWHERE)
        return;
    c->as->c.spaces.open = space;
    c_block(c);
    c->as->c.spaces.open = outer;
}

void c_namespace(struct c_parser *c, enum c_space_kind kind)
{
    struct place name = {0};

    c_next(c);
    if (is_name(c)) {
        name = c_place(c);
        c_next(c);
    }
    if (name.source && c->token == '=')
        alias(c, name);
    else if (c->token != '{')
        c_unexpected(c, "'{'");
    else if (name.source)
        block(c, c_open_spaces(c, name, kind));
    else
        block(c, c_open_space(c, c->as->c.spaces.open, (struct place){c->source, 0, 0}, C_SPACE_CLEAR));
}

void c_use_namespace(struct c_parser *c)
{
    struct c_spaces *spaces = &c->as->c.spaces;
    uint32_t space;

    c_next(c);
    if (!is_name(c)) {
        c_unexpected(c, "a name");
        return;
    }
    space = c_space_find(spaces, c->begin, (size_t)(c->p - c->begin));
    if (space != C_NOWHERE && space != C_GLOBAL && !c_space_use(spaces, space))
        report_no_memory(c->as);
    c_next(c);
}
