/* Compares two states, value by value of their JSON. */
#include <inttypes.h>
#include <stdio.h>

#include "image.h"
#include "state_table.h"

enum { PATH = 96, TEXT = 32 };

struct comparison {
    const struct sfp_state *a, *b;
    sfp_state_differs *differs;
    void *context;
    size_t count;
};

static void tell_difference(struct comparison *comparison, const char *path, const char *a, const char *b)
{
    comparison->count++;
    comparison->differs(comparison->context, path, a, b);
}

static void spell_state_value(enum sfp_spelling spelling, uint32_t bits, char text[TEXT])
{
    switch (spelling) {
    case SFP_SPELL_HEX:
        snprintf(text, TEXT, "0x%08" PRIx32, bits);
        return;
    case SFP_SPELL_BOOLEAN:
        snprintf(text, TEXT, "%s", bits ? "true" : "false");
        return;
    case SFP_SPELL_NUMBER:
        snprintf(text, TEXT, "%" PRIu32, bits);
    }
}

static void compare_bits(struct comparison *comparison, const char *path, enum sfp_spelling spelling, uint32_t a,
                         uint32_t b)
{
    char a_text[TEXT], b_text[TEXT];

    if (a == b)
        return;
    spell_state_value(spelling, a, a_text);
    spell_state_value(spelling, b, b_text);
    tell_difference(comparison, path, a_text, b_text);
}

static void compare_words(struct comparison *comparison, const char *path, const struct sfp_words *words)
{
    char element[PATH];

    for (unsigned row = 0; row < (words->rows ? words->rows : 1); row++)
        for (unsigned i = 0; i < words->count; i++) {
            if (words->rows)
                snprintf(element, sizeof element, "%.64s[%u][%u]", path, row, i);
            else
                snprintf(element, sizeof element, "%.64s[%u]", path, i);
            compare_bits(comparison, element, SFP_SPELL_HEX, sfp_words_at(comparison->a, words, row)[i],
                         sfp_words_at(comparison->b, words, row)[i]);
        }
}

static void compare_object(struct comparison *comparison, const char *path, const struct sfp_member *object,
                           unsigned entry);

/* Compares `count` objects of an array. Object i stands for entry i % entries. */
static void compare_objects(struct comparison *comparison, const char *path, const struct sfp_member *m, unsigned count,
                            unsigned entries)
{
    char element[PATH];

    for (unsigned i = 0; i < count; i++) {
        snprintf(element, sizeof element, "%.64s[%u]", path, i);
        compare_object(comparison, element, m, i % entries);
    }
}

static void spell_entries(unsigned count, char text[TEXT])
{
    snprintf(text, TEXT, "%u %s", count, count == 1 ? "entry" : "entries");
}

/* Compares the number of stack entries, or if equal, the entries. */
static void compare_stack(struct comparison *comparison, const char *path, const struct sfp_member *m)
{
    char a[TEXT], b[TEXT];

    if (comparison->a->stack_size == comparison->b->stack_size) {
        compare_objects(comparison, path, m, comparison->a->stack_size, SFP_STACK_DEPTH);
        return;
    }
    spell_entries(comparison->a->stack_size, a);
    spell_entries(comparison->b->stack_size, b);
    tell_difference(comparison, path, a, b);
}

static void compare_member(struct comparison *comparison, const char *path, const struct sfp_member *m, unsigned entry)
{
    switch ((enum sfp_member_kind)m->kind) {
    case SFP_MEMBER_VALUE:
        compare_bits(comparison, path, (enum sfp_spelling)m->value.spelling,
                     sfp_value_get(comparison->a, &m->value, entry),
                     sfp_value_get(comparison->b, &m->value, entry));
        return;
    case SFP_MEMBER_WORDS:
        compare_words(comparison, path, &m->words);
        return;
    case SFP_MEMBER_OBJECT:
        compare_object(comparison, path, m, entry);
        return;
    case SFP_MEMBER_FAMILY:
        compare_objects(comparison, path, m, m->entries, m->entries);
        return;
    case SFP_MEMBER_STACK:
        compare_stack(comparison, path, m);
        return;
    case SFP_MEMBER_ARCH:
    case SFP_MEMBER_CYCLES:
    case SFP_MEMBER_HAZARDS:
        break;
    }
}

static void compare_object(struct comparison *comparison, const char *path, const struct sfp_member *object,
                           unsigned entry)
{
    char member[PATH];

    for (const struct sfp_member *m = sfp_member_next(object, object); m; m = sfp_member_next(object, m)) {
        snprintf(member, sizeof member, "%.48s%s%.40s", path, *path ? "." : "", m->name);
        compare_member(comparison, member, m, entry);
    }
}

size_t sfp_statefile_compare(const struct sfp_state *a, const struct sfp_state *b, sfp_state_differs *differs,
                             void *context)
{
    struct comparison comparison = {a, b, differs, context, 0};

    compare_object(&comparison, "", &sfp_state_members[SFP_STATE_TOP], 0);
    return comparison.count;
}
