/* The rows of include/state.def: the places of their values, and reading and writing them. */
#include "state_table.h"

/* A single value, and words, as members of struct sfp_state. */
#define SIZE_OF(member) sizeof ((struct sfp_state *)0)->member
#define VALUE(how, bits, member) .kind = SFP_MEMBER_VALUE, \
    .value = {.spelling = SFP_SPELL_##how, .home = SFP_HOME_FIELD, .width = bits, .bytes = SIZE_OF(member), \
              .offset = offsetof(struct sfp_state, member)}
#define ARRAY(member, entries, each, by_lanes, most) .kind = SFP_MEMBER_WORDS, \
    .words = {.offset = offsetof(struct sfp_state, member), .rows = entries, .count = each, .lanes = by_lanes, \
              .max = most}
#define CONFIG_BITS(how, id, first, bits) .kind = SFP_MEMBER_VALUE, \
    .value = {.spelling = SFP_SPELL_##how, .home = SFP_HOME_CONFIG, .width = bits, .lsb = first, .field = SFP_CFG_##id}

const struct sfp_member sfp_state_members[SFP_STATE_ROWS] = {
    [SFP_STATE_TOP] = {.kind = SFP_MEMBER_OBJECT, .object = SFP_STATE_ROWS /* the top lies in no object */},
#define LREGS(member, entries) LANES(member, entries, UINT32_MAX)
#define LANES(member, entries, most) ARRAY(member, entries, SFP_LANES, true, most)
#define WORDS(member, count) ARRAY(member, 0, count, false, UINT32_MAX)
#define MASK(member) VALUE(HEX, SFP_LANES, member)
#define STACK_MASK(member) .kind = SFP_MEMBER_VALUE, \
    .value = {.spelling = SFP_SPELL_HEX, .home = SFP_HOME_FIELD, .width = SFP_LANES, .bytes = sizeof(uint32_t), \
              .stride = sizeof(uint32_t), .offset = offsetof(struct sfp_state, stack.member)}
#define COUNTER(member, bits) VALUE(NUMBER, bits, member)
#define SWITCH(member) VALUE(BOOLEAN, 1, member)
#define FIELD(id, lsb, bits) CONFIG_BITS(NUMBER, id, lsb, bits)
#define FIELD_SWITCH(id, lsb) CONFIG_BITS(BOOLEAN, id, lsb, 1)
#define OBJECT .kind = SFP_MEMBER_OBJECT
#define FAMILY(count) .kind = SFP_MEMBER_FAMILY, .entries = count
#define STACK .kind = SFP_MEMBER_STACK
#define ARCH .kind = SFP_MEMBER_ARCH
#define CYCLES .kind = SFP_MEMBER_CYCLES
#define HAZARDS .kind = SFP_MEMBER_HAZARDS
#define STATE(id, object_id, json_name, place, ...) \
    [SFP_STATE_##id] = {.name = json_name, .object = SFP_STATE_##object_id, place},
#define REGISTER STATE
#include "state.def"
};

const struct sfp_member *sfp_member_next(const struct sfp_member *object, const struct sfp_member *m)
{
    const ptrdiff_t holder = object - sfp_state_members;

    while (++m < sfp_state_members + SFP_STATE_ROWS)
        if (m->object == holder)
            return m;
    return NULL;
}

const uint32_t *sfp_words_at(const struct sfp_state *s, const struct sfp_words *words, unsigned row)
{
    const void *first = (const char *)s + words->offset;

    return (const uint32_t *)first + (size_t)row * words->count;
}

static uint32_t field_get(const struct sfp_state *s, const struct sfp_value *value, unsigned entry)
{
    const void *at = (const char *)s + value->offset + (size_t)entry * value->stride;

    switch (value->bytes) {
    case sizeof(uint8_t):
        return *(const uint8_t *)at;
    case sizeof(uint16_t):
        return *(const uint16_t *)at;
    default:
        return *(const uint32_t *)at;
    }
}

static void field_set(struct sfp_state *s, const struct sfp_value *value, unsigned entry, uint32_t bits)
{
    void *at = (char *)s + value->offset + (size_t)entry * value->stride;

    switch (value->bytes) {
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

uint32_t sfp_value_get(const struct sfp_state *s, const struct sfp_value *value, unsigned entry)
{
    if (value->home == SFP_HOME_CONFIG)
        return sfp_bits(sfp_config_get(s, value->field, entry), value->lsb, value->width);
    return field_get(s, value, entry);
}

/* Sets a value in a configuration field. An equal value is not written again, since a write marks the source format
 * as set by the program. */
static bool config_set(struct sfp_state *s, const struct sfp_value *value, unsigned entry, uint32_t bits)
{
    uint32_t word = sfp_config_get(s, value->field, entry);
    uint32_t mask = sfp_bits(UINT32_MAX, 0, value->width) << value->lsb;
    uint32_t changed = (word & ~mask) | bits << value->lsb;

    if (changed == word && value->field != SFP_CFG_ADDR_MOD_DST) /* an address modifier counts as set in any case */
        return true;
    return sfp_config_set(s, value->field, entry, changed);
}

bool sfp_value_set(struct sfp_state *s, const struct sfp_value *value, unsigned entry, uint32_t bits)
{
    if (value->home == SFP_HOME_CONFIG)
        return config_set(s, value, entry, bits);
    field_set(s, value, entry, bits);
    return true;
}

/* ---- Counters ---- */

static const struct sfp_member *counter_member(unsigned counter)
{
    const unsigned row = SFP_STATE_COUNTER_DST + counter;

    return counter < SFP_STATE_ROWS - SFP_STATE_COUNTER_DST && sfp_state_members[row].object == SFP_STATE_RWC
               ? &sfp_state_members[row] : NULL;
}

const char *sfp_counter_name(unsigned counter)
{
    const struct sfp_member *m = counter_member(counter);

    return m ? m->name : NULL;
}

uint32_t sfp_counter_get(const struct sfp_state *s, unsigned counter)
{
    return sfp_value_get(s, &counter_member(counter)->value, 0);
}
