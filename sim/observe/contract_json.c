/* Writes a contract as JSON: things expected, and things left. */
#include "contract_parts.h"

#include <inttypes.h>

#include "base/json_writer.h"

enum { PLACE_SIZE = 4096, NAME_SIZE = 32, VALUE_SIZE = 48, VERSION = 1 };

static const struct kind {
    const char *kind, *name;
    unsigned first, count;
    uint32_t of_runtime;
} kinds[] = {
#define CONTRACT_KIND(enumerator, kind, name, count, of_runtime) {kind, name, CONTRACT_##enumerator, count, of_runtime},
#include "contract.def"
};

static const struct kind *find_contract_kind(unsigned thing)
{
    const struct kind *kind = kinds;

    while (thing >= kind->first + kind->count)
        kind++;
    return kind;
}

/* Returns whether the vendor's runtime sets the thing before calling a kernel. A flag stack entry comes from another
 * kernel, not from the runtime. */
static bool is_of_runtime(const struct sfp_contract *contract, unsigned thing)
{
    const struct kind *kind = find_contract_kind(thing);

    return kind->of_runtime >> (thing - kind->first) & 1 && !(thing == CONTRACT_STACK && contract->needs_entry);
}

/* Writes a thing's name ("L12", "Misc"), its kind, and its number if the kind has several things. */
static void put_contract_thing(struct sfp_json *j, unsigned thing)
{
    const struct kind *kind = find_contract_kind(thing);
    const unsigned number = thing - kind->first;
    char name[NAME_SIZE];

    if (kind->count > 1)
        snprintf(name, sizeof name, "%s%u", kind->name, number);
    else
        snprintf(name, sizeof name, "%s", kind->name);
    json_text(j, "thing", name);
    json_text(j, "kind", kind->kind);
    json_count_if(j, kind->count > 1, "number", number);
}

static void put_contract_place(struct sfp_json *j, const struct sfp_contract *contract, size_t index)
{
    char place[PLACE_SIZE];

    sfp_kernel_place(contract->kernel, index, place, sizeof place);
    json_text(j, "at", place);
}

static void write_expected_thing(struct sfp_json *j, const struct sfp_contract *contract, unsigned thing)
{
    json_begin(j, NULL);
    put_contract_thing(j, thing);
    put_contract_place(j, contract, contract->things[thing].reader);
    json_bool(j, "of_runtime", is_of_runtime(contract, thing));
    json_end(j);
}

/* ---- Things left ---- */

/* Returns the thing's values by lane, or NULL if the thing has no lanes. */
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

static bool has_uniform_lanes(const uint32_t *lanes)
{
    for (unsigned lane = 1; lane < SFP_LANES; lane++)
        if (lanes[lane] != lanes[0])
            return false;
    return true;
}

/* Writes the thing's value as a hexadecimal number, or null if lanes differ or the thing has no value. The flag
 * stack's value is its number of entries. */
static void put_thing_value(struct sfp_json *j, const struct sfp_state *s, unsigned thing)
{
    const uint32_t *const lanes = lanes_of(s, thing);
    char value[VALUE_SIZE];

    if (thing == CONTRACT_LANES)
        snprintf(value, sizeof value, "0x%08" PRIX32, s->derived.enabled);
    else if (thing == CONTRACT_STACK)
        snprintf(value, sizeof value, "0x%08X", s->stack_size);
    else if (lanes && has_uniform_lanes(lanes))
        snprintf(value, sizeof value, "0x%08" PRIX32, lanes[0]);
    else
        snprintf(value, sizeof value, "%s", "");
    json_text_or_null(j, "value", *value ? value : NULL);
}

/* Returns whether the thing's value differs from what the vendor's runtime guarantees to every kernel. */
static bool is_unusual(const struct sfp_state *s, unsigned thing)
{
    const uint32_t *const lanes = lanes_of(s, thing);

    if (thing == CONTRACT_LANES)
        return s->derived.enabled != UINT32_MAX;
    if (thing == CONTRACT_STACK)
        return s->stack_size != 0;
    if (thing == CONTRACT_LREG + SFP_LREG_MINUS_ONE)
        return !sfp_has_minus_one(s);
    if (thing == CONTRACT_LANE_CONFIG || thing == CONTRACT_MISC)
        return !has_uniform_lanes(lanes) || lanes[0] != 0;
    return false;
}

static void write_left_thing(struct sfp_json *j, const struct sfp_contract *contract, unsigned thing, size_t writer)
{
    json_begin(j, NULL);
    put_contract_thing(j, thing);
    put_contract_place(j, contract, writer);
    put_thing_value(j, &contract->machine->s, thing);
    json_bool(j, "used", contract->things[thing].used);
    json_bool(j, "unusual", is_unusual(&contract->machine->s, thing));
    json_end(j);
}

static void put_left_slots(struct sfp_json *j, const struct sfp_contract *contract)
{
    const struct sfp_state *s = &contract->machine->s;

    for (unsigned slot = 0; slot < SFP_REPLAY_SLOTS; slot++)
        if (s->expanders.replay_origin[slot].number > s->expanders.replay_base)
            write_left_thing(j, contract, CONTRACT_REPLAY + slot,
                             s->expanders.replay_origin[slot].number - s->expanders.replay_base - 1);
}

bool sfp_contract_print(const struct sfp_contract *contract, FILE *stream)
{
    struct sfp_json json = {0};

    json_begin(&json, NULL);
    json_text(&json, "schema", "sfpsim-contract");
    json_count(&json, "version", VERSION);
    json_text(&json, "kernel", contract->kernel->path);
    json_list(&json, "expects");
    for (unsigned i = 0; i < CONTRACT_THINGS; i++)
        if (contract->things[i].expected)
            write_expected_thing(&json, contract, i);
    json_list_end(&json);
    json_list(&json, "leaves");
    for (unsigned i = 0; i < CONTRACT_THINGS; i++)
        if (contract->things[i].written)
            write_left_thing(&json, contract, i, contract->things[i].writer);
    put_left_slots(&json, contract);
    json_list_end(&json);
    json_end(&json);
    return json_print(&json, stream);
}
