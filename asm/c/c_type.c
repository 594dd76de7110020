/* Names of integer types, and of enumerations, which are such too. */
#include "c_form.h"

static struct c_type of_parts(unsigned parts)
{
    if (parts & C_PART_CHAR)
        return (struct c_type){8, parts & C_PART_SIGNED};
    return (struct c_type){parts & C_PART_SHORT ? 16 : parts & C_PART_LONG_LONG ? 64 : 32, !(parts & C_PART_UNSIGNED)};
}

/* An enumeration of the vendor's: the constants know its name. */
static bool is_enumeration(const struct c_parser *c)
{
    const char *name = c->begin;

    if ((c->token != C_NAME && c->token != C_QUALIFIED) || c_token_word(c) != WORD_NONE)
        return false;
    for (const char *p = name; p + 1 < c->p; p++)
        if (p[0] == ':' && p[1] == ':')
            name = p + 2;
    return !c_find(c->as, c->begin, (size_t)(c->p - c->begin)) && constants_type(name, (size_t)(c->p - name));
}

/* A type of the source's own. In the head of a template its type may be one that only a call will give. */
static bool is_own(const struct c_parser *c, struct c_type *type)
{
    const struct c_name *name = c->token == C_NAME || c->token == C_QUALIFIED
                                    ? c_find(c->as, c->begin, (size_t)(c->p - c->begin)) : NULL;

    if (!name || name->kind != C_TYPE || (name->type.bits == 0 && !c->template_list))
        return false;
    *type = name->type;
    return true;
}

static bool is_const(const struct c_parser *c)
{
    return c_token_word(c) == WORD_CONST;
}

bool c_parse_type(struct c_parser *c, struct c_type *type)
{
    const char *begin = c->begin;
    unsigned parts = 0;
    bool found = false;

    *type = (struct c_type){0};
    while (is_const(c))
        c_next(c);
    if (c_token_word(c) == WORD_AUTO || is_own(c, type) || is_enumeration(c)) {
        found = true;
        c_next(c);
    }
    while (!found || parts) {
        const struct c_word_entry *word = c->token == C_NAME || c->token == C_QUALIFIED
                                      ? c_word_find(c->begin, (size_t)(c->p - c->begin)) : NULL;

        if (!word || word->word != WORD_TYPE || (found && (parts | word->parts) & C_PART_WHOLE))
            break;
        found = true;
        if (word->parts & C_PART_WHOLE)
            *type = word->type;
        parts |= word->parts & parts & C_PART_LONG ? C_PART_LONG_LONG : word->parts;
        c_next(c);
    }
    if (!found) {
        c_seek(c, begin);
        return false;
    }
    if (parts && !(parts & C_PART_WHOLE))
        *type = of_parts(parts);
    while (is_const(c))
        c_next(c);
    return true;
}

bool c_starts_definition(struct c_parser *c)
{
    const enum c_word word = c_token_word(c);

    return word == WORD_TYPE || word == WORD_CONST || word == WORD_AUTO || word == WORD_SPECIFIER ||
           ((c->token == C_NAME || c->token == C_QUALIFIED) && word == WORD_NONE && c_peek(c) == C_NAME);
}
