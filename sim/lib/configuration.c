/* Reads the vector unit's configuration. */
#include "lib.h"

#include <stdio.h>
#include <string.h>

#include "model/config.h"

int sfpu_get_lane_config(sfpu_machine *m, uint32_t lanes[SFPU_LANES])
{
    const int code = lib_to_copy(m, lanes, "the lanes");

    if (code == SFPU_OK)
        memcpy(lanes, m->m->s.lane_config, sizeof m->m->s.lane_config);
    return code;
}

/* ---- LaneConfig in words ---- */

/* A text in a buffer of fixed size, cut at its end. */
struct cut {
    char *text;
    size_t size, length;
};

static void add_lane_config_name(struct cut *cut, const char *name, unsigned value, bool told)
{
    const size_t room = cut->size - cut->length;
    const char *comma = cut->length ? ", " : "";
    const int length = told ? snprintf(cut->text + cut->length, room, "%s%s %u", comma, name, value)
                            : snprintf(cut->text + cut->length, room, "%s%s", comma, name);

    cut->length += (size_t)length < room ? (size_t)length : room - 1;
}

int sfpu_explain_lane_config(uint32_t config, char *text, size_t size)
{
    static const struct {
        const char *name;
        unsigned lsb, width;
    } rows[] = {
#define LANE_CONFIG(id, name, lsb, width, effect) {name, lsb, width},
#include "lane_config.def"
#undef LANE_CONFIG
    };
    struct cut cut = {text, size, 0};
    uint32_t named = 0;

    if (!text || size == 0)
        return SFPU_BAD_ARGUMENT;
    text[0] = '\0';
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const uint32_t value = sfp_bits(config, rows[i].lsb, rows[i].width);

        named |= sfp_bits(UINT32_MAX, 0, rows[i].width) << rows[i].lsb;
        if (value)
            add_lane_config_name(&cut, rows[i].name, value, rows[i].width > 1);
    }
    for (uint32_t left = config & ~named; left; left &= left - 1)
        add_lane_config_name(&cut, "bit", (unsigned)__builtin_ctz(left), true);
    if (!config)
        snprintf(text, size, "nothing");
    return SFPU_OK;
}

/* ---- Configuration registers ---- */

/* Returns the i-th field of the arch, or SFP_CONFIG_FIELDS if `i` is out of range. */
static unsigned field_number(enum sfp_arch arch, size_t i)
{
    unsigned field = 0;

    for (; field < SFP_CONFIG_FIELDS; field++)
        if (sfp_config_place(arch, (enum sfp_config_field)field, 0).space != SFP_SPACE_NONE && i-- == 0)
            break;
    return field;
}

static size_t count_fields(enum sfp_arch arch)
{
    size_t count = 0;

    while (field_number(arch, count) < SFP_CONFIG_FIELDS)
        count++;
    return count;
}

static struct sfpu_config config_of(const struct sfp_state *s, enum sfp_config_field field)
{
    const bool family = sfp_config_place(s->arch, field, 0).step != 0;
    struct sfpu_config own = {.name = sfp_config_name(field), .count = family ? SFP_ADDR_MODS : 1};

    for (unsigned entry = 0; entry < own.count; entry++)
        own.values[entry] = sfp_config_get(s, field, entry);
    return own;
}

int sfpu_get_config(sfpu_machine *m, size_t i, struct sfpu_config *config)
{
    const int code = lib_to_copy(m, config, "the field");
    struct sfpu_config own;
    unsigned field;

    if (code != SFPU_OK)
        return code;
    field = field_number(m->arch, i);
    if (field < SFP_CONFIG_FIELDS)
        own = config_of(&m->m->s, (enum sfp_config_field)field);
    else if (i == count_fields(m->arch))
        own = (struct sfpu_config){.name = "dst_16bit_view", .count = 1, .values = {m->m->s.dst_16bit_view}};
    else
        return lib_fail(m, SFPU_BAD_ARGUMENT, "there is no field %zu", i);
    return lib_given(m, lib_give(config, &own, sizeof own));
}
