/* A contract as JSON: what is expected, and what is left. */
#include "contract_parts.h"

#include <inttypes.h>

#include "util/json_writer.h"

enum { PLACE_SIZE = 4096, NAME_SIZE = 32, VALUE_SIZE = 48, VERSION = 1, MINUS_ONE = 0xBF800000, ONE_LREG = 11 };

static void name_thing(unsigned thing, char name[NAME_SIZE])
{
    if (thing < CONTRACT_TEMPLATE)
        snprintf(name, NAME_SIZE, "L%u", thing - CONTRACT_LREG);
    else if (thing < CONTRACT_SEQUENCE)
        snprintf(name, NAME_SIZE, "template %u", thing - CONTRACT_TEMPLATE);
    else if (thing < CONTRACT_MISC)
        snprintf(name, NAME_SIZE, "sequence %u", thing - CONTRACT_SEQUENCE);
    else if (thing >= CONTRACT_ADDR_MOD && thing < CONTRACT_REPLAY)
        snprintf(name, NAME_SIZE, "address modifier %u", thing - CONTRACT_ADDR_MOD);
    else if (thing >= CONTRACT_REPLAY && thing < CONTRACT_COUNTER)
        snprintf(name, NAME_SIZE, "replay slot %u", thing - CONTRACT_REPLAY);
    else
        snprintf(name, NAME_SIZE, "%s", thing == CONTRACT_MISC ? "Misc" : thing == CONTRACT_LANE_CONFIG ? "LaneConfig"
                 : thing == CONTRACT_LANES ? "enabled lanes" : thing == CONTRACT_COUNTER ? "counter of Dst"
                 : "random numbers");
}

/* Does the vendor's runtime set it before it calls a kernel (sfpu-frontend(7), Start-up)? */
static bool is_of_runtime(unsigned thing)
{
    enum { ENTRY_STEP = 6, ENTRY_STAY = 7 };

    return thing == CONTRACT_LREG + ONE_LREG || thing == CONTRACT_LANE_CONFIG || thing == CONTRACT_LANES
           || thing == CONTRACT_ADDR_MOD + ENTRY_STEP || thing == CONTRACT_ADDR_MOD + ENTRY_STAY
           || thing == CONTRACT_COUNTER || thing == CONTRACT_RANDOM;
}

static void put_place(struct sfp_json *j, const struct sfp_contract *c, size_t index)
{
    char place[PLACE_SIZE];

    sfp_kernel_place(c->kernel, index, place, sizeof place);
    json_text(j, "at", place);
}

static void put_expected(struct sfp_json *j, const struct sfp_contract *c, unsigned thing)
{
    char name[NAME_SIZE];

    name_thing(thing, name);
    json_begin(j, NULL);
    json_text(j, "thing", name);
    put_place(j, c, c->things[thing].reader);
    json_bool(j, "of_runtime", is_of_runtime(thing));
    json_end(j);
}

/* ---- What is left ---- */

/* The lanes of a thing that has a value in each; NULL: it has none. */
static const uint32_t *lanes_of(const struct sfp_state *s, unsigned thing)
{
    if (thing < CONTRACT_TEMPLATE)
        return s->lreg[thing - CONTRACT_LREG];
    if (thing < CONTRACT_SEQUENCE)
        return s->macro_template[thing - CONTRACT_TEMPLATE];
    if (thing < CONTRACT_MISC)
        return s->macro_sequence[thing - CONTRACT_SEQUENCE];
    if (thing == CONTRACT_MISC)
        return s->macro_misc;
    return thing == CONTRACT_LANE_CONFIG ? s->lane_config : NULL;
}

static bool is_uniform(const uint32_t *lanes)
{
    for (unsigned lane = 1; lane < SFP_LANES; lane++)
        if (lanes[lane] != lanes[0])
            return false;
    return true;
}

/* A number, or null of what differs from lane to lane, or has none. */
static void put_value(struct sfp_json *j, const struct sfp_state *s, unsigned thing)
{
    const uint32_t *const lanes = lanes_of(s, thing);
    char value[VALUE_SIZE];

    if (thing == CONTRACT_LANES)
        snprintf(value, sizeof value, "0x%08" PRIX32, s->derived.enabled);
    else if (lanes && is_uniform(lanes))
        snprintf(value, sizeof value, "0x%08" PRIX32, lanes[0]);
    else
        snprintf(value, sizeof value, "%s", "");
    json_text_or_null(j, "value", *value ? value : NULL);
}

/* Is it other than what the vendor's runtime has every kernel find? */
static bool is_unusual(const struct sfp_state *s, unsigned thing)
{
    const uint32_t *const lanes = lanes_of(s, thing);

    if (thing == CONTRACT_LANES)
        return s->derived.enabled != UINT32_MAX;
    if (thing == CONTRACT_LREG + ONE_LREG)
        return !is_uniform(lanes) || lanes[0] != (uint32_t)MINUS_ONE;
    if (thing == CONTRACT_LANE_CONFIG || thing == CONTRACT_MISC)
        return !is_uniform(lanes) || lanes[0] != 0;
    return false;
}

static void put_left(struct sfp_json *j, const struct sfp_contract *c, unsigned thing, size_t writer)
{
    char name[NAME_SIZE];

    name_thing(thing, name);
    json_begin(j, NULL);
    json_text(j, "thing", name);
    put_place(j, c, writer);
    put_value(j, &c->machine->s, thing);
    json_bool(j, "used", c->things[thing].used);
    json_bool(j, "unusual", is_unusual(&c->machine->s, thing));
    json_end(j);
}

static void put_left_slots(struct sfp_json *j, const struct sfp_contract *c)
{
    const struct sfp_state *s = &c->machine->s;

    for (unsigned slot = 0; slot < SFP_REPLAY_SLOTS; slot++)
        if (s->replay_origin[slot].number > s->replay_base)
            put_left(j, c, CONTRACT_REPLAY + slot, s->replay_origin[slot].number - s->replay_base - 1);
}

bool sfp_contract_print(const struct sfp_contract *c, FILE *stream)
{
    struct sfp_json json = {0};

    json_begin(&json, NULL);
    json_text(&json, "schema", "sfpsim-contract");
    json_count(&json, "version", VERSION);
    json_text(&json, "kernel", c->kernel->path);
    json_list(&json, "expects");
    for (unsigned i = 0; i < CONTRACT_THINGS; i++)
        if (c->things[i].expected)
            put_expected(&json, c, i);
    json_list_end(&json);
    json_list(&json, "leaves");
    for (unsigned i = 0; i < CONTRACT_THINGS; i++)
        if (c->things[i].written)
            put_left(&json, c, i, c->things[i].writer);
    put_left_slots(&json, c);
    json_list_end(&json);
    json_end(&json);
    return json_print(&json, stream);
}
