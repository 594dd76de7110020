/* Names that C knows: keywords, integer types, and words of C++ that are not taken. */
#include "c_form.h"

#include <stdlib.h>
#include <string.h>

/* Parts that make up an integer type. */
enum part {
    UNSIGNED = 1, SIGNED = 2, CHAR = 4, SHORT = 8, INT = 16, LONG = 32, LONG_LONG = 64, WHOLE = 128,
};

struct word {
    const char *name;
    enum c_word word;
    uint8_t parts;      /* enum part */
    struct c_type type; /* of WHOLE */
};

/* In order of name, for bsearch. Widths are those of the RISC-V cores that kernels are compiled for. */
static const struct word words[] = {
    {"ALWI", WORD_SPECIFIER, 0, {0}}, {"LLK_ASSERT", WORD_ASSERT, 0, {0}},
    {"__attribute__", WORD_ATTRIBUTE, 0, {0}}, {"__force_inline", WORD_SPECIFIER, 0, {0}},
    {"__inline", WORD_SPECIFIER, 0, {0}}, {"asm", WORD_REFUSED, 0, {0}}, {"auto", WORD_AUTO, 0, {0}},
    {"bool", WORD_TYPE, WHOLE, {1, false}}, {"break", WORD_BREAK, 0, {0}}, {"case", WORD_REFUSED, 0, {0}},
    {"char", WORD_TYPE, CHAR, {0}}, {"class", WORD_DEFINING, 0, {0}}, {"const", WORD_CONST, 0, {0}},
    {"consteval", WORD_SPECIFIER, 0, {0}}, {"constexpr", WORD_CONST, 0, {0}}, {"continue", WORD_CONTINUE, 0, {0}},
    {"default", WORD_REFUSED, 0, {0}}, {"do", WORD_REFUSED, 0, {0}}, {"double", WORD_REFUSED, 0, {0}},
    {"dst_reg", WORD_SFPI, 0, {0}}, {"else", WORD_ELSE, 0, {0}}, {"enum", WORD_DEFINING, 0, {0}},
    {"extern", WORD_DEFINING, 0, {0}}, {"float", WORD_REFUSED, 0, {0}}, {"for", WORD_FOR, 0, {0}},
    {"goto", WORD_REFUSED, 0, {0}}, {"if", WORD_IF, 0, {0}}, {"inline", WORD_SPECIFIER, 0, {0}},
    {"int", WORD_TYPE, INT, {0}}, {"int16_t", WORD_TYPE, WHOLE, {16, true}}, {"int32_t", WORD_TYPE, WHOLE, {32, true}},
    {"int64_t", WORD_TYPE, WHOLE, {64, true}}, {"int8_t", WORD_TYPE, WHOLE, {8, true}},
    {"long", WORD_TYPE, LONG, {0}}, {"namespace", WORD_DEFINING, 0, {0}},
    {"register", WORD_SPECIFIER, 0, {0}}, {"return", WORD_RETURN, 0, {0}},
    {"sfpi_inline", WORD_SPECIFIER, 0, {0}}, {"short", WORD_TYPE, SHORT, {0}},
    {"signed", WORD_TYPE, SIGNED, {0}}, {"size_t", WORD_TYPE, WHOLE, {32, false}}, {"sizeof", WORD_REFUSED, 0, {0}},
    {"static", WORD_SPECIFIER, 0, {0}}, {"static_assert", WORD_ASSERT, 0, {0}}, {"struct", WORD_DEFINING, 0, {0}},
    {"switch", WORD_REFUSED, 0, {0}}, {"template", WORD_TEMPLATE, 0, {0}}, {"typedef", WORD_DEFINING, 0, {0}},
    {"uint", WORD_TYPE, WHOLE, {32, false}}, {"uint16_t", WORD_TYPE, WHOLE, {16, false}},
    {"uint32_t", WORD_TYPE, WHOLE, {32, false}}, {"uint64_t", WORD_TYPE, WHOLE, {64, false}},
    {"uint8_t", WORD_TYPE, WHOLE, {8, false}}, {"uintptr_t", WORD_TYPE, WHOLE, {32, false}},
    {"union", WORD_DEFINING, 0, {0}}, {"unsigned", WORD_TYPE, UNSIGNED, {0}}, {"using", WORD_DEFINING, 0, {0}},
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
    /* Most are told apart by their first letter. */
    const int first = *(const unsigned char *)key->name - *(const unsigned char *)name;
    const int order = first ? first : strncmp(key->name, name, key->length);

    return order != 0 ? order : name[key->length] == '\0' ? 0 : -1;
}

/* `std::`, and `sfpi::` before dst_reg, do not count. */
static const struct word *find(const char *text, size_t length)
{
    struct key key = {text, length};

    if (key.length > 5 && strncmp(key.name, "std::", 5) == 0)
        key = (struct key){text + 5, length - 5};
    else if (key.length > 6 && strncmp(key.name, "sfpi::d", 7) == 0)
        key = (struct key){text + 6, length - 6};
    return bsearch(&key, words, sizeof words / sizeof words[0], sizeof words[0], match);
}

static const struct word *find_token(const struct c_parser *c)
{
    return c_names(c) ? find(c->begin, (size_t)(c->p - c->begin)) : NULL;
}

enum c_word c_word(const char *text, size_t length)
{
    const struct word *word = find(text, length);

    return word ? word->word : WORD_NONE;
}

enum c_word c_token_word(const struct c_parser *c)
{
    const struct word *word = find_token(c);

    return word ? word->word : WORD_NONE;
}

/* ---- Types ---- */

static struct c_type of_parts(unsigned parts)
{
    if (parts & CHAR)
        return (struct c_type){8, parts & SIGNED};
    return (struct c_type){parts & SHORT ? 16 : parts & LONG_LONG ? 64 : 32, !(parts & UNSIGNED)};
}

/* An enumeration of the vendor's: the constants know its name. Its values have a type of their own. */
static bool is_enumeration(struct c_parser *c)
{
    const size_t length = (size_t)(c->p - c->begin);
    const size_t last = c_names(c) ? names_last_part(c->begin, length) : 0;

    return c_names(c) && c_token_word(c) == WORD_NONE && !symbol_of_c(c->as, c->begin, length) &&
           constants_type(c->begin + last, length - last);
}

/* unsigned long long and the like, in any order. False if there is none. */
static bool parse_words(struct c_parser *c, struct c_type *type)
{
    unsigned parts = 0;

    for (;; c_next(c)) {
        const struct word *word = find_token(c);

        if (!word || word->word != WORD_TYPE || (parts && (parts | word->parts) & WHOLE))
            break;
        if (word->parts & WHOLE)
            *type = word->type;
        parts |= word->parts & parts & LONG ? LONG_LONG : word->parts;
    }
    if (parts && !(parts & WHOLE))
        *type = of_parts(parts);
    return parts;
}

bool c_parse_type(struct c_parser *c, struct c_type *type)
{
    const char *begin = c->begin;

    *type = (struct c_type){0};
    while (c_token_word(c) == WORD_CONST)
        c_next(c);
    if (c_token_word(c) == WORD_AUTO || is_enumeration(c)) {
        c_next(c);
    } else if (!parse_words(c, type)) {
        c_seek(c, begin);
        return false;
    }
    while (c_token_word(c) == WORD_CONST)
        c_next(c);
    return true;
}

bool c_starts_definition(struct c_parser *c)
{
    const enum c_word word = c_token_word(c);

    return word == WORD_TYPE || word == WORD_CONST || word == WORD_AUTO || word == WORD_SPECIFIER ||
           (c_names(c) && word == WORD_NONE && c_peek(c) == C_NAME);
}
