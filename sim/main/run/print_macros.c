/* LoadMacroConfig, in words. */
#include "print_macros.h"

#include <inttypes.h>

#include "print_option.h"

enum { WORDS = 2 * SFPU_MACROS + 1, TEXT = 512 };

/* Word i of all: the templates, the sequences, Misc. */
static const uint32_t *word_of(const struct sfpu_macros *macros, unsigned i)
{
    if (i < SFPU_MACROS)
        return macros->templates[i];
    return i < 2 * SFPU_MACROS ? macros->sequences[i - SFPU_MACROS] : macros->misc;
}

static void name_of(unsigned i, char name[PRINT_NAME])
{
    if (i == 2 * SFPU_MACROS)
        snprintf(name, PRINT_NAME, "misc");
    else
        snprintf(name, PRINT_NAME, "%s %u", i < SFPU_MACROS ? "template" : "sequence", i % SFPU_MACROS);
}

/* False without memory. */
static bool explain(sfpu_machine *m, unsigned i, uint32_t word, char text[TEXT])
{
    int code = SFPU_OK;

    text[0] = '\0';
    if (i < SFPU_MACROS)
        sfpu_disassemble(m, word, text, TEXT);
    else if (i < 2 * SFPU_MACROS)
        code = sfpu_explain_sequence(word, text, TEXT);
    else
        code = sfpu_explain_misc(word, text, TEXT);
    for (char *tab = text; *tab; tab++)
        *tab = *tab == '\t' ? ' ' : *tab;
    return code == SFPU_OK;
}

/* The lanes that have what the lowest of `left` has. */
static uint32_t alike(const uint32_t lanes[SFPU_LANES], uint32_t left)
{
    const uint32_t value = lanes[__builtin_ctz(left)];
    uint32_t found = 0;

    for (unsigned l = 0; l < SFPU_LANES; l++)
        found |= (uint32_t)(lanes[l] == value) << l;
    return found & left;
}

bool print_macros_text(sfpu_machine *m, FILE *out, const struct sfpu_macros *macros)
{
    char name[PRINT_NAME], text[TEXT];
    bool ok = true;

    for (unsigned i = 0; i < WORDS; i++) {
        const uint32_t *lanes = word_of(macros, i);

        name_of(i, name);
        for (uint32_t left = UINT32_MAX, group; left; left &= ~group) {
            const uint32_t word = lanes[__builtin_ctz(left)];

            group = alike(lanes, left);
            ok = explain(m, i, word, text) && ok;
            fprintf(out, "  %-10s 0x%08" PRIx32 "  %s", name, word, text);
            if (group != UINT32_MAX)
                fprintf(out, "  in lanes 0x%08" PRIx32, group);
            putc('\n', out);
        }
    }
    return ok;
}

static void put_words(struct sfp_json *j, const char *name, sfpu_machine *m, const struct sfpu_macros *macros, unsigned i)
{
    enum { DIGITS = 8 };
    const uint32_t *lanes = word_of(macros, i);
    char text[TEXT];

    json_list(j, name);
    for (uint32_t left = UINT32_MAX, group; left; left &= ~group) {
        const uint32_t word = lanes[__builtin_ctz(left)];

        group = alike(lanes, left);
        j->failed |= !explain(m, i, word, text);
        json_begin(j, NULL);
        json_hex(j, "lanes", group, DIGITS);
        json_hex(j, "word", word, DIGITS);
        json_text(j, "text", text);
        json_end(j);
    }
    json_list_end(j);
}

void print_macros_json(struct sfp_json *j, sfpu_machine *m, const struct sfpu_macros *macros)
{
    json_list(j, "templates");
    for (unsigned i = 0; i < SFPU_MACROS; i++)
        put_words(j, NULL, m, macros, i);
    json_list_end(j);
    json_list(j, "sequences");
    for (unsigned i = 0; i < SFPU_MACROS; i++)
        put_words(j, NULL, m, macros, SFPU_MACROS + i);
    json_list_end(j);
    put_words(j, "misc", m, macros, 2 * SFPU_MACROS);
}
