/* The members of the state JSON: where their values live, and two states compared by them. */
#include "statefile_parts.h"

#include <inttypes.h>
#include <stdio.h>

#include "image.h"

/* Bits of an ADDR_MOD_DST word, and widths of counters (sfpu-dst(7), Address modifiers and Counters). */
enum {
    DST_INCR_BITS = 10,
    DST_CR = 10,
    DST_CLEAR = 11,
    DST_C_TO_CR = 12,
    DST_COUNTER_BITS = 10,
    SRC_COUNTER_BITS = 6,
    FIDELITY_BITS = 2,
    EXTRA_ADDR_MOD_BITS = 1,
    SRCB_FORMAT_BITS = 4,
    MATH_OFFSET_BITS = 12,
    DEST_BASE_BITS = 16,
};

#define COUNTER(member_name, field_name, bits) \
    {.name = member_name, .kind = SFP_MEMBER_VALUE, \
     .value = {.spelling = SFP_SPELL_NUMBER, .home = SFP_HOME_FIELD, .width = bits, \
               .bytes = sizeof ((struct sfp_state *)0)->rwc.field_name, \
               .offset = offsetof(struct sfp_state, rwc.field_name)}}

#define STACK_MASK(member_name, field_name) \
    {.name = member_name, .kind = SFP_MEMBER_VALUE, \
     .value = {.spelling = SFP_SPELL_HEX, .home = SFP_HOME_FIELD, .width = SFP_LANES, \
               .bytes = sizeof ((struct sfp_state *)0)->stack.field_name[0], \
               .stride = sizeof ((struct sfp_state *)0)->stack.field_name[0], \
               .offset = offsetof(struct sfp_state, stack.field_name)}}

#define CONFIG(member_name, how, id, first, bits) \
    {.name = member_name, .kind = SFP_MEMBER_VALUE, \
     .value = {.spelling = how, .home = SFP_HOME_CONFIG, .width = bits, .lsb = first, .field = SFP_CFG_##id}}

#define LANE_MASK(member_name, field_name) \
    {.name = member_name, .kind = SFP_MEMBER_VALUE, \
     .value = {.spelling = SFP_SPELL_HEX, .home = SFP_HOME_FIELD, .width = SFP_LANES, \
               .bytes = sizeof ((struct sfp_state *)0)->field_name, \
               .offset = offsetof(struct sfp_state, field_name)}}

#define WORDS(member_name, field_name, how_many, largest) \
    {.name = member_name, .kind = SFP_MEMBER_WORDS, \
     .words = {.offset = offsetof(struct sfp_state, field_name), .count = how_many, .max = largest}}

#define LANES(member_name, field_name, how_many_rows, largest) \
    {.name = member_name, .kind = SFP_MEMBER_WORDS, \
     .words = {.offset = offsetof(struct sfp_state, field_name), .rows = how_many_rows, .count = SFP_LANES, \
               .lanes = true, .max = largest}}

static const struct sfp_member stack[] = {
    STACK_MASK("lane_flags", flags),
    STACK_MASK("use_lane_flags", use_flags),
    {0},
};

static const struct sfp_member load_macro[] = {
    LANES("template", macro_template, SFP_TEMPLATES, UINT32_MAX),
    LANES("sequence", macro_sequence, SFP_SEQUENCES, UINT32_MAX),
    LANES("misc", macro_misc, 0, SFP_MISC_BITS),
    {0},
};

static const struct sfp_member rwc[] = {
    COUNTER("dst", dst, DST_COUNTER_BITS),
    COUNTER("dst_cr", dst_cr, DST_COUNTER_BITS),
    COUNTER("srca", srca, SRC_COUNTER_BITS),
    COUNTER("srca_cr", srca_cr, SRC_COUNTER_BITS),
    COUNTER("srcb", srcb, SRC_COUNTER_BITS),
    COUNTER("srcb_cr", srcb_cr, SRC_COUNTER_BITS),
    COUNTER("fidelity", fidelity, FIDELITY_BITS),
    COUNTER("extra_addr_mod", extra_addr_mod, EXTRA_ADDR_MOD_BITS),
    COUNTER("sp", sp, DST_COUNTER_BITS),
    {0},
};

static const struct sfp_member addr_mod[] = {
    CONFIG("dst_incr", SFP_SPELL_NUMBER, ADDR_MOD_DST, 0, DST_INCR_BITS),
    CONFIG("dst_clear", SFP_SPELL_BOOLEAN, ADDR_MOD_DST, DST_CLEAR, 1),
    CONFIG("dst_cr", SFP_SPELL_BOOLEAN, ADDR_MOD_DST, DST_CR, 1),
    CONFIG("dst_c_to_cr", SFP_SPELL_BOOLEAN, ADDR_MOD_DST, DST_C_TO_CR, 1),
    {0},
};

static const struct sfp_member config[] = {
    CONFIG("fp32_enabled", SFP_SPELL_BOOLEAN, SFPU_FP32, 0, 1),
    CONFIG("srcb_format", SFP_SPELL_NUMBER, SRCB, 0, SRCB_FORMAT_BITS),
    CONFIG("math_offset", SFP_SPELL_NUMBER, MATH_OFFSET, 0, MATH_OFFSET_BITS),
    CONFIG("dst_base", SFP_SPELL_NUMBER, DEST_REGW_BASE, 0, DEST_BASE_BITS),
    CONFIG("addr_mod_base", SFP_SPELL_BOOLEAN, ADDR_MOD_BASE, 0, 1),
    {.name = "dst_16bit_view", .kind = SFP_MEMBER_VALUE, .value = {
        .spelling = SFP_SPELL_BOOLEAN, .home = SFP_HOME_FIELD, .width = 1, .bytes = sizeof(bool),
        .offset = offsetof(struct sfp_state, dst_16bit_view)}},
    {0},
};

const struct sfp_member sfp_state_members[] = {
    {.name = "arch", .kind = SFP_MEMBER_ARCH},
    LANES("lreg", lreg, SFP_LREGS, UINT32_MAX),
    LANE_MASK("lane_flags", flags),
    LANE_MASK("use_lane_flags", use_flags),
    {.name = "flag_stack", .kind = SFP_MEMBER_STACK, .members = stack},
    LANES("prng", prng, 0, UINT32_MAX),
    LANES("lane_config", lane_config, 0, SFP_LC_BITS),
    {.name = "load_macro", .kind = SFP_MEMBER_OBJECT, .members = load_macro},
    WORDS("shft2_latch", shft2_latch, SFP_ROWS, UINT32_MAX),
    {.name = "rwc", .kind = SFP_MEMBER_OBJECT, .members = rwc},
    WORDS("replay", replay, SFP_REPLAY_SLOTS, UINT32_MAX),
    WORDS("mop_cfg", mop_cfg, SFP_MOP_CFGS, UINT32_MAX),
    {.name = "addr_mod", .kind = SFP_MEMBER_FAMILY, .members = addr_mod, .entries = SFP_ADDR_MODS},
    {.name = "config", .kind = SFP_MEMBER_OBJECT, .members = config},
    {.name = "cycles", .kind = SFP_MEMBER_CYCLES},
    {.name = "hazards", .kind = SFP_MEMBER_HAZARDS},
    {0},
};

size_t sfp_words_offset(const struct sfp_words *words, unsigned row)
{
    return words->offset + row * words->count * sizeof(uint32_t);
}

static uint32_t field_get(const struct sfp_state *s, const struct sfp_value *v, unsigned entry)
{
    const void *at = (const char *)s + v->offset + (size_t)entry * v->stride;

    switch (v->bytes) {
    case sizeof(uint8_t):
        return *(const uint8_t *)at;
    case sizeof(uint16_t):
        return *(const uint16_t *)at;
    default:
        return *(const uint32_t *)at;
    }
}

static void field_set(struct sfp_state *s, const struct sfp_value *v, unsigned entry, uint32_t bits)
{
    void *at = (char *)s + v->offset + (size_t)entry * v->stride;

    switch (v->bytes) {
    case sizeof(uint8_t):
        *(uint8_t *)at = (uint8_t)bits;
        break;
    case sizeof(uint16_t):
        *(uint16_t *)at = (uint16_t)bits;
        break;
    default:
        *(uint32_t *)at = bits;
    }
}

uint32_t sfp_value_get(const struct sfp_state *s, const struct sfp_value *v, unsigned entry)
{
    if (v->home == SFP_HOME_CONFIG)
        return sfp_bits(sfp_config_get(s, v->field, entry), v->lsb, v->width);
    return field_get(s, v, entry);
}

/* A value that is there already is not written again: a write marks the source format as set by the program. */
static bool config_set(struct sfp_state *s, const struct sfp_value *v, unsigned entry, uint32_t bits)
{
    uint32_t word = sfp_config_get(s, v->field, entry);
    uint32_t mask = sfp_bits(UINT32_MAX, 0, v->width) << v->lsb;
    uint32_t changed = (word & ~mask) | bits << v->lsb;

    if (changed == word && v->field != SFP_CFG_ADDR_MOD_DST) /* an address modifier counts as set all the same */
        return true;
    return sfp_config_set(s, v->field, entry, changed);
}

bool sfp_value_set(struct sfp_state *s, const struct sfp_value *v, unsigned entry, uint32_t bits)
{
    if (v->home == SFP_HOME_CONFIG)
        return config_set(s, v, entry, bits);
    field_set(s, v, entry, bits);
    return true;
}

/* ---- Counters ---- */

const char *sfp_counter_name(unsigned counter)
{
    return counter < sizeof rwc / sizeof rwc[0] ? rwc[counter].name : NULL;
}

uint32_t sfp_counter_get(const struct sfp_state *s, unsigned counter)
{
    return sfp_value_get(s, &rwc[counter].value, 0);
}

/* ---- Two states, value by value of their JSON ---- */

enum { PATH = 96, TEXT = 32 };

struct comparison {
    const struct sfp_state *a, *b;
    sfp_state_differs *differs;
    void *context;
    size_t count;
};

static void tell(struct comparison *c, const char *path, const char *a, const char *b)
{
    c->count++;
    c->differs(c->context, path, a, b);
}

static void spell(enum sfp_spelling spelling, uint32_t bits, char text[TEXT])
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

static void compare_bits(struct comparison *c, const char *path, enum sfp_spelling spelling, uint32_t a, uint32_t b)
{
    char a_text[TEXT], b_text[TEXT];

    if (a == b)
        return;
    spell(spelling, a, a_text);
    spell(spelling, b, b_text);
    tell(c, path, a_text, b_text);
}

static const uint32_t *words_at(const struct sfp_state *s, const struct sfp_words *words, unsigned row)
{
    const void *at = (const char *)s + sfp_words_offset(words, row);

    return at;
}

static void compare_words(struct comparison *c, const char *path, const struct sfp_words *words)
{
    char element[PATH];

    for (unsigned row = 0; row < (words->rows ? words->rows : 1); row++)
        for (unsigned i = 0; i < words->count; i++) {
            if (words->rows)
                snprintf(element, sizeof element, "%.64s[%u][%u]", path, row, i);
            else
                snprintf(element, sizeof element, "%.64s[%u]", path, i);
            compare_bits(c, element, SFP_SPELL_HEX, words_at(c->a, words, row)[i], words_at(c->b, words, row)[i]);
        }
}

static void compare_object(struct comparison *c, const char *path, const struct sfp_member *members, unsigned entry);

/* Objects in an array; `entries` of them are distinct. */
static void compare_objects(struct comparison *c, const char *path, const struct sfp_member *m, unsigned count,
                            unsigned entries)
{
    char element[PATH];

    for (unsigned i = 0; i < count; i++) {
        snprintf(element, sizeof element, "%.64s[%u]", path, i);
        compare_object(c, element, m->members, i % entries);
    }
}

static void spell_entries(unsigned count, char text[TEXT])
{
    snprintf(text, TEXT, "%u %s", count, count == 1 ? "entry" : "entries");
}

/* How many entries there are, or what is in them. */
static void compare_stack(struct comparison *c, const char *path, const struct sfp_member *m)
{
    char a[TEXT], b[TEXT];

    if (c->a->stack_size == c->b->stack_size) {
        compare_objects(c, path, m, c->a->stack_size, SFP_STACK_DEPTH);
        return;
    }
    spell_entries(c->a->stack_size, a);
    spell_entries(c->b->stack_size, b);
    tell(c, path, a, b);
}

static void compare_member(struct comparison *c, const char *path, const struct sfp_member *m, unsigned entry)
{
    switch ((enum sfp_member_kind)m->kind) {
    case SFP_MEMBER_VALUE:
        compare_bits(c, path, (enum sfp_spelling)m->value.spelling, sfp_value_get(c->a, &m->value, entry),
                     sfp_value_get(c->b, &m->value, entry));
        return;
    case SFP_MEMBER_WORDS:
        compare_words(c, path, &m->words);
        return;
    case SFP_MEMBER_OBJECT:
        compare_object(c, path, m->members, entry);
        return;
    case SFP_MEMBER_FAMILY:
        compare_objects(c, path, m, m->entries, m->entries);
        return;
    case SFP_MEMBER_STACK:
        compare_stack(c, path, m);
        return;
    case SFP_MEMBER_ARCH:
    case SFP_MEMBER_CYCLES:
    case SFP_MEMBER_HAZARDS:
        break;
    }
}

static void compare_object(struct comparison *c, const char *path, const struct sfp_member *members, unsigned entry)
{
    char member[PATH];

    for (const struct sfp_member *m = members; m->name; m++) {
        snprintf(member, sizeof member, "%.48s%s%.40s", path, *path ? "." : "", m->name);
        compare_member(c, member, m, entry);
    }
}

size_t sfp_statefile_compare(const struct sfp_state *a, const struct sfp_state *b, sfp_state_differs *differs,
                             void *context)
{
    struct comparison c = {a, b, differs, context, 0};

    compare_object(&c, "", sfp_state_members, 0);
    return c.count;
}
