/* Registers for gdb. */
#include "register_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_buffer.h"

typedef const struct register_bank bank_t;

static void put32(uint8_t *bytes, uint32_t word)
{
    for (unsigned i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
}

static uint32_t get32(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void put_words(uint8_t *bytes, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        put32(bytes + 4 * i, words[i]);
}

static void put64(uint8_t *bytes, uint64_t number)
{
    put32(bytes, (uint32_t)number);
    put32(bytes + 4, (uint32_t)(number >> 32));
}

/* ---- The core ---- */

/* 0 where there is no core: gdb's own ways with RISC-V ask for sp and ra. */
static bool read_x(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    const struct sfpu_core_state *core = debuggee_core(d);

    (void)bank;
    put32(bytes, core ? core->x[i] : 0);
    return true;
}

static bool write_x(struct debuggee *d, bank_t *bank, unsigned i, const uint8_t *bytes)
{
    struct sfpu_core_state core = {.size = sizeof core};

    (void)bank;
    if (i == 0 || sfpu_get_core_state(d->m, &core) != SFPU_OK)
        return false;
    core.x[i] = get32(bytes);
    return sfpu_set_core_state(d->m, &core) == SFPU_OK;
}

static bool write_pc(struct debuggee *d, bank_t *bank, unsigned i, const uint8_t *bytes)
{
    struct sfpu_core_state core = {.size = sizeof core};

    (void)bank, (void)i;
    if (sfpu_get_core_state(d->m, &core) != SFPU_OK)
        return false;
    core.pc = get32(bytes);
    return sfpu_set_core_state(d->m, &core) == SFPU_OK;
}

static bool read_pc(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    (void)bank, (void)i;
    put32(bytes, debuggee_pc(d));
    return true;
}

/* ---- Lanes ---- */

static bool read_lreg(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    uint32_t lanes[SFPU_LANES];

    (void)bank;
    if (sfpu_get_lreg(d->m, i, lanes) != SFPU_OK)
        return false;
    put_words(bytes, lanes, SFPU_LANES);
    return true;
}

static bool write_lreg(struct debuggee *d, bank_t *bank, unsigned i, const uint8_t *bytes)
{
    uint32_t lanes[SFPU_LANES];

    (void)bank;
    for (unsigned lane = 0; lane < SFPU_LANES; lane++)
        lanes[lane] = get32(bytes + 4 * lane);
    return sfpu_set_lreg(d->m, i, lanes) == SFPU_OK;
}

static bool read_flags(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    uint32_t flags, use;

    (void)bank, (void)i;
    if (sfpu_get_flags(d->m, &flags, &use) != SFPU_OK)
        return false;
    put32(bytes, flags);
    return true;
}

static bool write_flags(struct debuggee *d, bank_t *bank, unsigned i, const uint8_t *bytes)
{
    uint32_t flags, use;

    (void)bank, (void)i;
    return sfpu_get_flags(d->m, &flags, &use) == SFPU_OK && sfpu_set_flags(d->m, get32(bytes), use) == SFPU_OK;
}

static bool read_use(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    uint32_t flags, use;

    (void)bank, (void)i;
    if (sfpu_get_flags(d->m, &flags, &use) != SFPU_OK)
        return false;
    put32(bytes, use);
    return true;
}

static bool write_use(struct debuggee *d, bank_t *bank, unsigned i, const uint8_t *bytes)
{
    uint32_t flags, use;

    (void)bank, (void)i;
    return sfpu_get_flags(d->m, &flags, &use) == SFPU_OK && sfpu_set_flags(d->m, flags, get32(bytes)) == SFPU_OK;
}

static bool read_enabled(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    uint32_t lanes;

    (void)bank, (void)i;
    if (sfpu_get_enabled(d->m, &lanes) != SFPU_OK)
        return false;
    put32(bytes, lanes);
    return true;
}

/* ---- The flag stack ---- */

static bool stack_of(struct debuggee *d, struct sfpu_stack *stack)
{
    *stack = (struct sfpu_stack){.size = sizeof *stack};
    return sfpu_get_stack(d->m, stack) == SFPU_OK;
}

static bool read_depth(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    struct sfpu_stack stack;

    (void)bank, (void)i;
    if (!stack_of(d, &stack))
        return false;
    put32(bytes, stack.depth);
    return true;
}

static bool read_stack_flags(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    struct sfpu_stack stack;

    (void)bank, (void)i;
    if (!stack_of(d, &stack))
        return false;
    put_words(bytes, stack.flags, SFPU_STACK);
    return true;
}

static bool read_stack_use(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    struct sfpu_stack stack;

    (void)bank, (void)i;
    if (!stack_of(d, &stack))
        return false;
    put_words(bytes, stack.use_flags, SFPU_STACK);
    return true;
}

/* ---- Time ---- */

static bool read_cycle(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    (void)bank, (void)i;
    put64(bytes, d->at.cycles);
    return true;
}

static bool read_issued(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    (void)bank, (void)i;
    put64(bytes, d->at.instructions);
    return true;
}

/* ---- SFPLOADMACRO ---- */

static bool macros_of(struct debuggee *d, struct sfpu_macros *macros)
{
    *macros = (struct sfpu_macros){.size = sizeof *macros};
    return sfpu_get_macros(d->m, macros) == SFPU_OK;
}

static bool read_template(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    struct sfpu_macros macros;

    (void)bank;
    if (!macros_of(d, &macros))
        return false;
    put_words(bytes, macros.templates[i], SFPU_LANES);
    return true;
}

static bool read_sequence(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    struct sfpu_macros macros;

    (void)bank;
    if (!macros_of(d, &macros))
        return false;
    put_words(bytes, macros.sequences[i], SFPU_LANES);
    return true;
}

static bool read_misc(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    struct sfpu_macros macros;

    (void)bank, (void)i;
    if (!macros_of(d, &macros))
        return false;
    put_words(bytes, macros.misc, SFPU_LANES);
    return true;
}

/* ---- What the state as JSON has ---- */

enum { PATH = 32 };

/* The members of a path: the outer one, and the inner one or NULL. */
static const char *split(const char *path, char outer[PATH])
{
    const char *dot = strchr(path, '.');

    snprintf(outer, PATH, "%.*s", dot ? (int)(dot - path) : (int)strlen(path), path);
    return dot ? dot + 1 : NULL;
}

static const json_t *in_state(struct debuggee *d, const char *path)
{
    const json_t *tree = debuggee_state(d);
    char outer[PATH];
    const char *inner = split(path, outer);

    tree = json_object_get(tree, outer);
    return inner ? json_object_get(tree, inner) : tree;
}

/* A number, which may be spelled "0x...". */
static uint32_t number_of(const json_t *value)
{
    return json_is_string(value) ? (uint32_t)strtoul(json_string_value(value), NULL, 0)
                                 : (uint32_t)json_integer_value(value);
}

static bool read_state(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    const json_t *value = in_state(d, bank->path);

    (void)i;
    for (size_t word = 0; value && word < bank->bytes / 4; word++)
        put32(bytes + 4 * word, number_of(json_is_array(value) ? json_array_get(value, word) : value));
    return value;
}

/* The one that the path names, without all of the state. */
static bool read_counter(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    const char *name = strchr(bank->path, '.') + 1, *known;
    uint32_t value;

    (void)i;
    for (unsigned counter = 0; (known = sfpu_counter_name(counter)); counter++)
        if (strcmp(known, name) == 0 && sfpu_get_counter(d->m, counter, &value) == SFPU_OK) {
            put32(bytes, value);
            return true;
        }
    return false;
}

static bool write_state(struct debuggee *d, bank_t *bank, unsigned i, const uint8_t *bytes)
{
    const bool many = bank->bytes > 4;
    struct text text = {0};
    char outer[PATH];
    const char *inner = split(bank->path, outer);
    int code;

    (void)i;
    text_print(&text, "{\"%s\":", outer);
    if (inner)
        text_print(&text, "{\"%s\":", inner);
    text_print(&text, "%s", many ? "[" : "");
    for (size_t word = 0; word < bank->bytes / 4; word++)
        text_print(&text, "%s%lu", word ? "," : "", (unsigned long)get32(bytes + 4 * word));
    text_print(&text, "%s%s}", many ? "]" : "", inner ? "}" : "");
    code = text.failed ? SFPU_NO_MEMORY : sfpu_set_state(d->m, text.data, text.size);
    text_free(&text);
    return debuggee_did(d, code);
}

/* ---- The table ---- */

#define COUNTER(spelled, member, told) \
    {.name = spelled, .count = 1, .bytes = 4, .type = "uint32", .about = told, .path = "rwc." member, \
     .read = read_counter, .write = write_state}

static const struct register_bank banks[] = {
    {.name = "x", .count = 32, .bytes = 4, .type = "int", .core = true, .read = read_x, .write = write_x,
     .about = "the registers of the core, by gdb's own names for them"},
    {.name = "pc", .count = 1, .bytes = 4, .type = "code_ptr", .core = true, .read = read_pc,
     .write = write_pc,
     .about = "the instruction that is next"},
    {.name = "L", .count = SFPU_LREGS, .bytes = 4 * SFPU_LANES, .type = "lreg", .read = read_lreg, .write = write_lreg,
     .about = "LRegs: 32 lanes, as .f, .u and .i; L8 to L10 and L15 are constants"},
    {.name = "laneflags", .count = 1, .bytes = 4, .type = "lanes", .read = read_flags, .write = write_flags,
     .about = "LaneFlags"},
    {.name = "useflags", .count = 1, .bytes = 4, .type = "lanes", .read = read_use, .write = write_use,
     .about = "UseLaneFlagsForLaneEnable"},
    {.name = "enabled", .count = 1, .bytes = 4, .type = "lanes", .read = read_enabled,
     .about = "the lanes that are enabled, by these two and LaneConfig"},
    {.name = "stackdepth", .count = 1, .bytes = 4, .type = "uint32", .read = read_depth,
     .about = "how many entries the flag stack has"},
    {.name = "stackflags", .count = 1, .bytes = 4 * SFPU_STACK, .type = "v15u", .read = read_stack_flags,
     .about = "LaneFlags of the entries, bottom first"},
    {.name = "stackuse", .count = 1, .bytes = 4 * SFPU_STACK, .type = "v15u", .read = read_stack_use,
     .about = "UseLaneFlagsForLaneEnable of the entries"},
    {.name = "cycle", .count = 1, .bytes = 8, .type = "uint64", .read = read_cycle,
     .about = "the cycle that is next"},
    {.name = "issued", .count = 1, .bytes = 8, .type = "uint64", .read = read_issued,
     .about = "how many instructions have issued"},
    COUNTER("rwc_dst", "dst", "the counter Dst"),
    COUNTER("rwc_dst_cr", "dst_cr", "its carriage return"),
    COUNTER("rwc_srca", "srca", "the counter SrcA"),
    COUNTER("rwc_srca_cr", "srca_cr", "its carriage return"),
    COUNTER("rwc_srcb", "srcb", "the counter SrcB"),
    COUNTER("rwc_srcb_cr", "srcb_cr", "its carriage return"),
    COUNTER("rwc_fidelity", "fidelity", "FidelityPhase"),
    COUNTER("rwc_extra", "extra_addr_mod", "ExtraAddrModBit (Wormhole)"),
    COUNTER("rwc_sp", "sp", "the counter Sp (Blackhole)"),
    {.name = "laneconfig", .count = 1, .bytes = 4 * SFPU_LANES, .type = "v32u", .asked = true, .path = "lane_config",
     .read = read_state, .write = write_state, .about = "LaneConfig of the lanes"},
    {.name = "template", .count = SFPU_MACROS, .bytes = 4 * SFPU_LANES, .type = "v32u", .asked = true,
     .read = read_template, .about = "InstructionTemplates of LoadMacroConfig, a word a lane"},
    {.name = "sequence", .count = SFPU_MACROS, .bytes = 4 * SFPU_LANES, .type = "v32u", .asked = true,
     .read = read_sequence, .about = "its Sequences"},
    {.name = "macromisc", .count = 1, .bytes = 4 * SFPU_LANES, .type = "v32u", .asked = true, .read = read_misc,
     .about = "its Misc"},
    {.name = "prng", .count = 1, .bytes = 4 * SFPU_LANES, .type = "v32u", .asked = true, .path = "prng",
     .read = read_state, .write = write_state, .about = "the random number generators of the lanes"},
};

const struct register_bank *register_bank(size_t row)
{
    return row < sizeof banks / sizeof banks[0] ? &banks[row] : NULL;
}

const struct register_bank *register_find(uint64_t number, unsigned *i)
{
    const struct register_bank *bank;

    for (size_t row = 0; (bank = register_bank(row)); row++) {
        if (number < bank->count) {
            *i = (unsigned)number;
            return bank;
        }
        number -= bank->count;
    }
    return NULL;
}
