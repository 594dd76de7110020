/* The words of C that the C form knows: types, specifiers, words that begin statements, and words of C++. */
#include "c_form.h"

#include <string.h>

/* The known words, with types of the RISC-V cores that run compiled kernels. */
static const struct word {
    const char *name;
    unsigned is;        /* enum c_word */
    struct c_type type; /* type of a WORD_ALONE; 0 bits: the value's own type */
} known_words[] = {
    {"const", WORD_CONST, {0}}, {"constexpr", WORD_CONST | WORD_CONSTEXPR, {0}}, {"static", WORD_STATIC, {0}},
    {"inline", WORD_SAID, {0}}, {"__inline", WORD_SAID, {0}}, {"__force_inline", WORD_SAID, {0}},
    {"sfpi_inline", WORD_SAID, {0}}, {"ALWI", WORD_SAID, {0}}, {"__attribute__", WORD_ATTRIBUTE, {0}},
    {"[", WORD_ATTRIBUTE, {0}},
    {"void", WORD_ALONE | WORD_VOID, {0}}, {"auto", WORD_ALONE, {0}}, {"bool", WORD_ALONE, {1, false}},
    {"char", WORD_CHAR, {0}}, {"short", WORD_SHORT, {0}}, {"int", WORD_INT, {0}}, {"long", WORD_LONG, {0}},
    {"signed", WORD_SIGNED, {0}}, {"unsigned", WORD_UNSIGNED, {0}}, {"uint", WORD_ALONE, {32, false}},
    {"size_t", WORD_ALONE, {32, false}}, {"uintptr_t", WORD_ALONE, {32, false}}, {"int8_t", WORD_ALONE, {8, true}},
    {"int16_t", WORD_ALONE, {16, true}}, {"int32_t", WORD_ALONE, {32, true}}, {"int64_t", WORD_ALONE, {64, true}},
    {"uint8_t", WORD_ALONE, {8, false}}, {"uint16_t", WORD_ALONE, {16, false}},
    {"uint32_t", WORD_ALONE, {32, false}}, {"uint64_t", WORD_ALONE, {64, false}},
    {"else", WORD_LEADS, {0}}, {"for", WORD_LEADS, {0}}, {"if", WORD_LEADS, {0}}, {"return", WORD_LEADS, {0}},
    {"template", WORD_LEADS, {0}},
    /* Words of C++ that could otherwise be taken for an instruction's name. */
    {"asm", WORD_REFUSED, {0}}, {"break", WORD_REFUSED, {0}}, {"case", WORD_REFUSED, {0}}, {"class", WORD_REFUSED, {0}},
    {"consteval", WORD_REFUSED, {0}}, {"continue", WORD_REFUSED, {0}}, {"do", WORD_REFUSED, {0}},
    {"double", WORD_REFUSED, {0}}, {"enum", WORD_REFUSED, {0}}, {"extern", WORD_REFUSED, {0}},
    {"float", WORD_REFUSED, {0}}, {"goto", WORD_REFUSED, {0}}, {"namespace", WORD_REFUSED, {0}},
    {"struct", WORD_REFUSED, {0}}, {"switch", WORD_REFUSED, {0}}, {"typedef", WORD_REFUSED, {0}},
    {"union", WORD_REFUSED, {0}}, {"using", WORD_REFUSED, {0}}, {"volatile", WORD_REFUSED, {0}},
    {"while", WORD_REFUSED, {0}},
};

/* Finds a word. Ignores `std::` before it. */
static const struct word *find_c_word(const char *text, size_t length)
{
    const size_t skip = length > 5 && strncmp(text, "std::", 5) == 0 ? 5 : 0;

    text += skip;
    length -= skip;
    for (size_t i = 0; i < sizeof known_words / sizeof known_words[0]; i++)
        if (*known_words[i].name == *text && strncmp(known_words[i].name, text, length) == 0 &&
            known_words[i].name[length] == '\0')
            return &known_words[i];
    return NULL;
}

unsigned c_word(const char *text, size_t length)
{
    const struct word *word = find_c_word(text, length);

    return word ? word->is : 0;
}

/* Finds the token's word. The name of a vendor's enumeration is also a type; its values keep their own type. */
static const struct word *find_token(const struct c_parser *c)
{
    static const struct word enumeration = {"", WORD_ALONE, {0}};
    const size_t length = c_length(c);
    const size_t last = c_names(c) ? names_last_part(c->begin, length) : 0;
    const struct word *word = c_names(c) || c->token == '[' ? find_c_word(c->begin, length) : NULL;

    if (word || !c_names(c) || !sfp_constants_type(c->begin + last, length - last))
        return word;
    return symbol_of_c(c->as, c->begin, length) ? NULL : &enumeration;
}

unsigned c_token_word(const struct c_parser *c)
{
    const struct word *word = find_token(c);

    return word ? word->is : 0;
}

static struct c_type of_parts(unsigned said)
{
    if (said & WORD_CHAR)
        return (struct c_type){8, said & WORD_SIGNED};
    return (struct c_type){said & WORD_SHORT ? 16 : said & WORD_LONG_LONG ? 64 : 32, !(said & WORD_UNSIGNED)};
}

unsigned c_say(struct c_parser *c, struct c_type *type)
{
    unsigned said = 0;

    *type = (struct c_type){0};
    for (;; c_next(c)) {
        const struct word *word = find_token(c);
        const unsigned is = word ? word->is & WORDS_SAID : 0;

        if (!is || ((said & WORDS_TYPE) && (is & WORDS_TYPE) && ((said | is) & WORD_ALONE)))
            break;
        if ((is & WORD_ATTRIBUTE) && c->token != '[')
            c_next(c);
        if ((is & WORD_ATTRIBUTE) && !c_pass_pair(c))
            break;
        if (is & WORD_ALONE)
            *type = word->type;
        said |= is & said & WORD_LONG ? WORD_LONG_LONG : is;
    }
    if ((said & WORDS_TYPE) && !(said & WORD_ALONE))
        *type = of_parts(said);
    return said;
}
