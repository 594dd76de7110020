/* Configuration of the vector unit as text and as JSON: counters, macros, LaneConfig, constants, registers. */
#include <inttypes.h>
#include <string.h>

#include "print.h"

/* ---- Counters ---- */

int print_counters_take(sfpu_machine *m, uint32_t counters[PRINT_COUNTERS])
{
    int code = SFPU_OK;

    for (unsigned i = 0; code == SFPU_OK && i < PRINT_COUNTERS; i++)
        code = sfpu_get_counter(m, i, &counters[i]);
    return code;
}

void print_counters_text(FILE *out, const uint32_t counters[PRINT_COUNTERS])
{
    for (unsigned i = 0; i < PRINT_COUNTERS; i++)
        fprintf(out, "%s%s %" PRIu32, i ? ", " : "  ", sfpu_counter_name(i), counters[i]);
    putc('\n', out);
}

void print_counters_json(struct sfp_json *j, const uint32_t counters[PRINT_COUNTERS])
{
    json_begin(j, "counters");
    for (unsigned i = 0; i < PRINT_COUNTERS; i++)
        json_count(j, sfpu_counter_name(i), counters[i]);
    json_end(j);
}

/* ---- Words per lane: lanes with equal words share a line ---- */

enum { TEXT = 512 };

/* Writes the meaning of word number `i` to `text`. Returns false if memory ran out. */
typedef bool explain_word(sfpu_machine *m, unsigned i, uint32_t word, char text[TEXT]);

/* Returns the lanes of `left` whose word equals the word of the lowest lane in `left`. */
static uint32_t find_equal_lanes(const uint32_t lanes[SFPU_LANES], uint32_t left)
{
    const uint32_t value = lanes[__builtin_ctz(left)];
    uint32_t found = 0;

    for (unsigned l = 0; l < SFPU_LANES; l++)
        found |= (uint32_t)(lanes[l] == value) << l;
    return found & left;
}

/* One word of every lane: values by lane, the name, and word number `i` for `explain`. */
struct lane_words {
    const uint32_t *lanes;
    const char *name;
    explain_word *explain;
    unsigned i;
};

static bool put_word_lines(sfpu_machine *m, FILE *out, const struct lane_words *words)
{
    char text[TEXT];
    bool ok = true;

    for (uint32_t left = UINT32_MAX, group; left; left &= ~group) {
        const uint32_t word = words->lanes[__builtin_ctz(left)];

        group = find_equal_lanes(words->lanes, left);
        ok = words->explain(m, words->i, word, text) && ok;
        fprintf(out, "  %-10s 0x%08" PRIx32 "  %s", words->name, word, text);
        if (group != UINT32_MAX)
            fprintf(out, "  in lanes 0x%08" PRIx32, group);
        putc('\n', out);
    }
    return ok;
}

static void put_words_json(struct sfp_json *j, sfpu_machine *m, const struct lane_words *words)
{
    enum { DIGITS = 8 };
    char text[TEXT];

    json_list(j, words->name);
    for (uint32_t left = UINT32_MAX, group; left; left &= ~group) {
        const uint32_t word = words->lanes[__builtin_ctz(left)];

        group = find_equal_lanes(words->lanes, left);
        j->failed |= !words->explain(m, words->i, word, text);
        json_begin(j, NULL);
        json_hex(j, "lanes", group, DIGITS);
        json_hex(j, "word", word, DIGITS);
        json_text(j, "text", text);
        json_end(j);
    }
    json_list_end(j);
}

/* ---- Macros ---- */

enum { WORDS = 2 * SFPU_MACROS + 1 };

/* Returns word `i` by lane. Words are the templates, then the sequences, then Misc. */
static const uint32_t *get_macro_word(const struct sfpu_macros *macros, unsigned i)
{
    if (i < SFPU_MACROS)
        return macros->templates[i];
    return i < 2 * SFPU_MACROS ? macros->sequences[i - SFPU_MACROS] : macros->misc;
}

static void name_macro_word(unsigned i, char name[PRINT_NAME])
{
    if (i == 2 * SFPU_MACROS)
        snprintf(name, PRINT_NAME, "misc");
    else
        snprintf(name, PRINT_NAME, "%s %u", i < SFPU_MACROS ? "template" : "sequence", i % SFPU_MACROS);
}

static bool explain_macro(sfpu_machine *m, unsigned i, uint32_t word, char text[TEXT])
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

bool print_macros_text(sfpu_machine *m, FILE *out, const struct sfpu_macros *macros)
{
    char name[PRINT_NAME];
    bool ok = true;

    for (unsigned i = 0; i < WORDS; i++) {
        name_macro_word(i, name);
        ok = put_word_lines(m, out, &(struct lane_words){get_macro_word(macros, i), name, explain_macro, i}) && ok;
    }
    return ok;
}

static void put_macro_json(struct sfp_json *j, const char *name, sfpu_machine *m, const struct sfpu_macros *macros,
                           unsigned i)
{
    put_words_json(j, m, &(struct lane_words){get_macro_word(macros, i), name, explain_macro, i});
}

void print_macros_json(struct sfp_json *j, sfpu_machine *m, const struct sfpu_macros *macros)
{
    json_list(j, "templates");
    for (unsigned i = 0; i < SFPU_MACROS; i++)
        put_macro_json(j, NULL, m, macros, i);
    json_list_end(j);
    json_list(j, "sequences");
    for (unsigned i = 0; i < SFPU_MACROS; i++)
        put_macro_json(j, NULL, m, macros, SFPU_MACROS + i);
    json_list_end(j);
    put_macro_json(j, "misc", m, macros, 2 * SFPU_MACROS);
}

/* ---- Configuration ---- */

int print_config_take(sfpu_machine *m, struct print_config *config)
{
    int code = sfpu_get_lane_config(m, config->lane_config);

    for (unsigned i = 0; code == SFPU_OK && i < PRINT_CONSTANTS; i++)
        code = sfpu_get_lreg(m, PRINT_FIRST_CONSTANT + i, config->constants[i]);
    for (config->count = 0; code == SFPU_OK && config->count < PRINT_CONFIGS; config->count++) {
        struct sfpu_config *field = &config->fields[config->count];

        field->size = sizeof *field;
        if (sfpu_get_config(m, config->count, field) != SFPU_OK)
            break;
    }
    return code;
}

static bool explain_config(sfpu_machine *m, unsigned i, uint32_t word, char text[TEXT])
{
    (void)m, (void)i;
    return sfpu_explain_lane_config(word, text, TEXT) == SFPU_OK;
}

static bool explain_constant(sfpu_machine *m, unsigned i, uint32_t word, char text[TEXT])
{
    (void)m, (void)i;
    return sfpu_value_text(SFPU_FP32, word, text, TEXT) == SFPU_OK;
}

static struct lane_words make_constant_words(const struct print_config *config, unsigned i, char name[PRINT_NAME])
{
    snprintf(name, PRINT_NAME, "L%u", PRINT_FIRST_CONSTANT + i);
    return (struct lane_words){config->constants[i], name, explain_constant, i};
}

static bool is_field_set(const struct sfpu_config *field)
{
    for (unsigned i = 0; i < field->count; i++)
        if (field->values[i])
            return true;
    return false;
}

static void put_config_field(FILE *out, const struct sfpu_config *field)
{
    fprintf(out, "  %s", field->name);
    for (unsigned i = 0; i < field->count; i++)
        fprintf(out, " %" PRIu32, field->values[i]);
    putc('\n', out);
}

bool print_config_text(sfpu_machine *m, FILE *out, const struct print_config *config)
{
    bool ok = put_word_lines(m, out, &(struct lane_words){config->lane_config, "LaneConfig", explain_config, 0});
    char name[PRINT_NAME];

    for (unsigned i = 0; i < PRINT_CONSTANTS; i++) {
        const struct lane_words words = make_constant_words(config, i, name);

        ok = put_word_lines(m, out, &words) && ok;
    }
    for (size_t i = 0; i < config->count; i++)
        if (is_field_set(&config->fields[i]))
            put_config_field(out, &config->fields[i]);
    fputs("  all other fields are 0\n", out);
    return ok;
}

static void put_field_json(struct sfp_json *j, const struct sfpu_config *field)
{
    if (field->count == 1) {
        json_count(j, field->name, field->values[0]);
        return;
    }
    json_list_on_line(j, field->name);
    for (unsigned i = 0; i < field->count; i++)
        json_count(j, NULL, field->values[i]);
    json_list_end(j);
}

void print_config_json(struct sfp_json *j, sfpu_machine *m, const struct print_config *config)
{
    char name[PRINT_NAME];

    put_words_json(j, m, &(struct lane_words){config->lane_config, "lane_config", explain_config, 0});
    json_begin(j, "constants");
    for (unsigned i = 0; i < PRINT_CONSTANTS; i++) {
        const struct lane_words words = make_constant_words(config, i, name);

        put_words_json(j, m, &words);
    }
    json_end(j);
    json_begin(j, "fields");
    for (size_t i = 0; i < config->count; i++)
        put_field_json(j, &config->fields[i]);
    json_end(j);
}
