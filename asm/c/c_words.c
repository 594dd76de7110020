/* Names that C knows: keywords, integer types, and words that sfpasm refuses with a reason of its own. */
#include "c_form.h"

#include <stdlib.h>
#include <string.h>

/* In order of name, for bsearch. Widths are those of the RISC-V cores that kernels are compiled for. */
static const struct c_word_entry words[] = {
    {"ALWI", WORD_SPECIFIER, 0, {0}}, {"LLK_ASSERT", WORD_ASSERT, 0, {0}},
    {"__attribute__", WORD_ATTRIBUTE, 0, {0}},
    {"__force_inline", WORD_SPECIFIER, 0, {0}}, {"__inline", WORD_SPECIFIER, 0, {0}},
    {"asm", WORD_REFUSED, 0, {0}}, {"auto", WORD_AUTO, 0, {0}}, {"bool", WORD_TYPE, C_PART_WHOLE, {1, false}},
    {"break", WORD_BREAK, 0, {0}}, {"case", WORD_CASE, 0, {0}}, {"char", WORD_TYPE, C_PART_CHAR, {0}},
    {"class", WORD_REFUSED, 0, {0}}, {"const", WORD_CONST, 0, {0}}, {"consteval", WORD_SPECIFIER, 0, {0}},
    {"constexpr", WORD_CONST, 0, {0}}, {"continue", WORD_CONTINUE, 0, {0}}, {"default", WORD_DEFAULT, 0, {0}},
    {"do", WORD_DO, 0, {0}}, {"double", WORD_REFUSED, 0, {0}}, {"dst_reg", WORD_SFPI, 0, {0}},
    {"else", WORD_ELSE, 0, {0}}, {"enum", WORD_ENUM, 0, {0}}, {"extern", WORD_REFUSED, 0, {0}},
    {"float", WORD_REFUSED, 0, {0}}, {"for", WORD_FOR, 0, {0}}, {"goto", WORD_REFUSED, 0, {0}},
    {"if", WORD_IF, 0, {0}}, {"inline", WORD_SPECIFIER, 0, {0}}, {"int", WORD_TYPE, C_PART_INT, {0}},
    {"int16_t", WORD_TYPE, C_PART_WHOLE, {16, true}}, {"int32_t", WORD_TYPE, C_PART_WHOLE, {32, true}},
    {"int64_t", WORD_TYPE, C_PART_WHOLE, {64, true}}, {"int8_t", WORD_TYPE, C_PART_WHOLE, {8, true}},
    {"l_reg", WORD_SFPI, 0, {0}}, {"long", WORD_TYPE, C_PART_LONG, {0}}, {"namespace", WORD_NAMESPACE, 0, {0}},
    {"register", WORD_SPECIFIER, 0, {0}}, {"return", WORD_RETURN, 0, {0}},
    {"sfpi_inline", WORD_SPECIFIER, 0, {0}}, {"short", WORD_TYPE, C_PART_SHORT, {0}},
    {"signed", WORD_TYPE, C_PART_SIGNED, {0}}, {"size_t", WORD_TYPE, C_PART_WHOLE, {32, false}},
    {"static", WORD_SPECIFIER, 0, {0}}, {"static_assert", WORD_ASSERT, 0, {0}}, {"struct", WORD_REFUSED, 0, {0}},
    {"switch", WORD_SWITCH, 0, {0}}, {"template", WORD_TEMPLATE, 0, {0}}, {"typedef", WORD_TYPEDEF, 0, {0}},
    {"uint", WORD_TYPE, C_PART_WHOLE, {32, false}}, {"uint16_t", WORD_TYPE, C_PART_WHOLE, {16, false}},
    {"uint32_t", WORD_TYPE, C_PART_WHOLE, {32, false}}, {"uint64_t", WORD_TYPE, C_PART_WHOLE, {64, false}},
    {"uint8_t", WORD_TYPE, C_PART_WHOLE, {8, false}}, {"uintptr_t", WORD_TYPE, C_PART_WHOLE, {32, false}},
    {"union", WORD_REFUSED, 0, {0}}, {"unsigned", WORD_TYPE, C_PART_UNSIGNED, {0}}, {"using", WORD_USING, 0, {0}},
    {"vConst0", WORD_SFPI, 0, {0}}, {"vConst0p8373", WORD_SFPI, 0, {0}}, {"vConst1", WORD_SFPI, 0, {0}},
    {"vConstFloatPrgm0", WORD_SFPI, 0, {0}}, {"vConstFloatPrgm1", WORD_SFPI, 0, {0}},
    {"vConstFloatPrgm2", WORD_SFPI, 0, {0}}, {"vConstIntPrgm0", WORD_SFPI, 0, {0}},
    {"vConstIntPrgm1", WORD_SFPI, 0, {0}}, {"vConstIntPrgm2", WORD_SFPI, 0, {0}},
    {"vConstNeg1", WORD_SFPI, 0, {0}}, {"vConstTileId", WORD_SFPI, 0, {0}}, {"vFloat", WORD_SFPI, 0, {0}},
    {"vInt", WORD_SFPI, 0, {0}}, {"vUInt", WORD_SFPI, 0, {0}}, {"v_and", WORD_SFPI, 0, {0}},
    {"v_block", WORD_SFPI, 0, {0}}, {"v_else", WORD_SFPI, 0, {0}}, {"v_elseif", WORD_SFPI, 0, {0}},
    {"v_endblock", WORD_SFPI, 0, {0}}, {"v_endif", WORD_SFPI, 0, {0}}, {"v_if", WORD_SFPI, 0, {0}},
    {"void", WORD_VOID, 0, {0}}, {"volatile", WORD_SPECIFIER, 0, {0}}, {"while", WORD_WHILE, 0, {0}},
};

struct key {
    const char *name;
    size_t length;
};

static int match(const void *k, const void *entry)
{
    const struct key *key = k;
    const char *name = ((const struct c_word_entry *)entry)->name;
    /* Most are told apart by their first letter. */
    const int first = *(const unsigned char *)key->name - *(const unsigned char *)name;
    const int order = first ? first : strncmp(key->name, name, key->length);

    return order != 0 ? order : name[key->length] == '\0' ? 0 : -1;
}

const struct c_word_entry *c_word_find(const char *text, size_t length)
{
    struct key key = {text, length};

    if (key.length > 5 && strncmp(key.name, "std::", 5) == 0)
        key = (struct key){text + 5, length - 5};
    else if (key.length > 6 && (strncmp(key.name, "sfpi::v", 7) == 0 || strncmp(key.name, "sfpi::d", 7) == 0 ||
                                strncmp(key.name, "sfpi::l", 7) == 0))
        key = (struct key){text + 6, length - 6};
    return bsearch(&key, words, sizeof words / sizeof words[0], sizeof words[0], match);
}

enum c_word c_word(const char *text, size_t length)
{
    const struct c_word_entry *word = c_word_find(text, length);

    return word ? word->word : WORD_NONE;
}

enum c_word c_token_word(const struct c_parser *c)
{
    if (c->token != C_NAME && c->token != C_QUALIFIED)
        return WORD_NONE;
    return c_word(c->begin, (size_t)(c->p - c->begin));
}
