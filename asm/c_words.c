/* Names that C knows: keywords, integer types, and words that sfpasm refuses with a reason of its own. */
#include "c_form.h"

#include <stdlib.h>
#include <string.h>

/* Parts that make up an integer type. */
enum { PART_UNSIGNED = 1, PART_SIGNED = 2, PART_CHAR = 4, PART_SHORT = 8, PART_INT = 16, PART_LONG = 32,
       PART_LONG_LONG = 64, PART_WHOLE = 128 };

struct word {
    const char *name;
    enum c_word word;
    uint8_t parts;
    struct c_type type; /* of PART_WHOLE */
};

/* In order of name, for bsearch. Widths are those of the RISC-V cores that kernels are compiled for. */
static const struct word words[] = {
    {"ALWI", WORD_SPECIFIER, 0, {0}}, {"__attribute__", WORD_ATTRIBUTE, 0, {0}},
    {"__force_inline", WORD_SPECIFIER, 0, {0}}, {"__inline", WORD_SPECIFIER, 0, {0}},
    {"asm", WORD_REFUSED, 0, {0}}, {"auto", WORD_AUTO, 0, {0}}, {"bool", WORD_TYPE, PART_WHOLE, {1, false}},
    {"break", WORD_REFUSED, 0, {0}}, {"case", WORD_REFUSED, 0, {0}}, {"char", WORD_TYPE, PART_CHAR, {0}},
    {"class", WORD_REFUSED, 0, {0}}, {"const", WORD_CONST, 0, {0}}, {"consteval", WORD_SPECIFIER, 0, {0}},
    {"constexpr", WORD_CONST, 0, {0}}, {"continue", WORD_REFUSED, 0, {0}}, {"default", WORD_REFUSED, 0, {0}},
    {"do", WORD_REFUSED, 0, {0}}, {"double", WORD_REFUSED, 0, {0}}, {"dst_reg", WORD_SFPI, 0, {0}},
    {"else", WORD_ELSE, 0, {0}}, {"enum", WORD_REFUSED, 0, {0}}, {"extern", WORD_REFUSED, 0, {0}},
    {"float", WORD_REFUSED, 0, {0}}, {"for", WORD_FOR, 0, {0}}, {"goto", WORD_REFUSED, 0, {0}},
    {"if", WORD_IF, 0, {0}}, {"inline", WORD_SPECIFIER, 0, {0}}, {"int", WORD_TYPE, PART_INT, {0}},
    {"int16_t", WORD_TYPE, PART_WHOLE, {16, true}}, {"int32_t", WORD_TYPE, PART_WHOLE, {32, true}},
    {"int64_t", WORD_TYPE, PART_WHOLE, {64, true}}, {"int8_t", WORD_TYPE, PART_WHOLE, {8, true}},
    {"l_reg", WORD_SFPI, 0, {0}}, {"long", WORD_TYPE, PART_LONG, {0}}, {"namespace", WORD_NAMESPACE, 0, {0}},
    {"register", WORD_SPECIFIER, 0, {0}}, {"return", WORD_RETURN, 0, {0}},
    {"sfpi_inline", WORD_SPECIFIER, 0, {0}}, {"short", WORD_TYPE, PART_SHORT, {0}},
    {"signed", WORD_TYPE, PART_SIGNED, {0}}, {"size_t", WORD_TYPE, PART_WHOLE, {32, false}},
    {"static", WORD_SPECIFIER, 0, {0}}, {"static_assert", WORD_ASSERT, 0, {0}}, {"struct", WORD_REFUSED, 0, {0}},
    {"switch", WORD_REFUSED, 0, {0}}, {"template", WORD_TEMPLATE, 0, {0}}, {"typedef", WORD_REFUSED, 0, {0}},
    {"uint", WORD_TYPE, PART_WHOLE, {32, false}}, {"uint16_t", WORD_TYPE, PART_WHOLE, {16, false}},
    {"uint32_t", WORD_TYPE, PART_WHOLE, {32, false}}, {"uint64_t", WORD_TYPE, PART_WHOLE, {64, false}},
    {"uint8_t", WORD_TYPE, PART_WHOLE, {8, false}}, {"uintptr_t", WORD_TYPE, PART_WHOLE, {32, false}},
    {"union", WORD_REFUSED, 0, {0}}, {"unsigned", WORD_TYPE, PART_UNSIGNED, {0}}, {"using", WORD_USING, 0, {0}},
    {"vConst0", WORD_SFPI, 0, {0}}, {"vConst1", WORD_SFPI, 0, {0}}, {"vFloat", WORD_SFPI, 0, {0}},
    {"vInt", WORD_SFPI, 0, {0}}, {"vUInt", WORD_SFPI, 0, {0}}, {"v_and", WORD_SFPI, 0, {0}},
    {"v_block", WORD_SFPI, 0, {0}}, {"v_else", WORD_SFPI, 0, {0}}, {"v_elseif", WORD_SFPI, 0, {0}},
    {"v_endblock", WORD_SFPI, 0, {0}}, {"v_endif", WORD_SFPI, 0, {0}}, {"v_if", WORD_SFPI, 0, {0}},
    {"void", WORD_VOID, 0, {0}}, {"volatile", WORD_SPECIFIER, 0, {0}}, {"while", WORD_REFUSED, 0, {0}},
};

struct key {
    const char *name;
    size_t length;
};

static int match(const void *k, const void *entry)
{
    const struct key *key = k;
    const char *name = ((const struct word *)entry)->name;
    const int order = strncmp(key->name, name, key->length);

    return order != 0 ? order : name[key->length] == '\0' ? 0 : -1;
}

static const struct word *find(const char *text, size_t length)
{
    struct key key = {text, length};

    if (key.length > 5 && strncmp(key.name, "std::", 5) == 0)
        key = (struct key){text + 5, length - 5};
    else if (key.length > 6 && (strncmp(key.name, "sfpi::v", 7) == 0 || strncmp(key.name, "sfpi::d", 7) == 0))
        key = (struct key){text + 6, length - 6};
    return bsearch(&key, words, sizeof words / sizeof words[0], sizeof words[0], match);
}

enum c_word c_word(const char *text, size_t length)
{
    const struct word *word = find(text, length);

    return word ? word->word : WORD_NONE;
}

enum c_word c_token_word(const struct c_parser *c)
{
    if (c->token != C_NAME && c->token != C_QUALIFIED)
        return WORD_NONE;
    return c_word(c->begin, (size_t)(c->p - c->begin));
}

static struct c_type of_parts(unsigned parts)
{
    if (parts & PART_CHAR)
        return (struct c_type){8, parts & PART_SIGNED};
    return (struct c_type){parts & PART_SHORT ? 16 : parts & PART_LONG_LONG ? 64 : 32, !(parts & PART_UNSIGNED)};
}

/* An enumeration of the vendor's: the constants know its name. */
static bool is_enumeration(const struct c_parser *c)
{
    const char *name = c->begin;

    if (c->token != C_NAME && c->token != C_QUALIFIED)
        return false;
    for (const char *p = name; p + 1 < c->p; p++)
        if (p[0] == ':' && p[1] == ':')
            name = p + 2;
    return !c_find(c->as, c->begin, (size_t)(c->p - c->begin)) && constants_type(name, (size_t)(c->p - name));
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
    if (c_token_word(c) == WORD_AUTO || is_enumeration(c)) {
        found = true;
        c_next(c);
    }
    while (!found || parts) {
        const struct word *word = c->token == C_NAME || c->token == C_QUALIFIED
                                      ? find(c->begin, (size_t)(c->p - c->begin)) : NULL;

        if (!word || word->word != WORD_TYPE || (found && (parts | word->parts) & PART_WHOLE))
            break;
        found = true;
        if (word->parts & PART_WHOLE)
            *type = word->type;
        parts |= word->parts & parts & PART_LONG ? PART_LONG_LONG : word->parts;
        c_next(c);
    }
    if (!found) {
        c_seek(c, begin);
        return false;
    }
    if (parts && !(parts & PART_WHOLE))
        *type = of_parts(parts);
    while (is_const(c))
        c_next(c);
    return true;
}

int64_t c_cut(struct c_type type, int64_t value)
{
    const unsigned unused = 64u - type.bits;

    if (type.bits == 0 || type.bits == 64)
        return value;
    if (type.bits == 1)
        return value != 0;
    if (type.is_signed)
        return (int64_t)((uint64_t)value << unused) >> unused;
    return (int64_t)((uint64_t)value << unused >> unused);
}

struct value c_cut_value(struct c_type type, struct value value)
{
    if (!value.fault)
        value.number = c_cut(type, value.number);
    return value;
}
