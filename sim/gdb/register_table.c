/* The registers that gdb sees. */
#include "register_table.h"

#include <stdlib.h>

#include "base/text_buffer.h"

typedef const struct register_bank bank_t;

enum { LANES_BYTES = 4 * SFPU_LANES };

/* Rows of state.def, with their names in the state's JSON. */
enum {
    TOP_ROW, /* the outermost object */
#define STATE(id, ...) id##_ROW,
#define REGISTER STATE
#include "state.def"
};

static const char *const state_names[] = {
#define STATE(id, object, json_name, ...) [id##_ROW] = json_name,
#define REGISTER STATE
#include "state.def"
};

static void put_word32(uint8_t *bytes, uint32_t word)
{
    for (unsigned i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
}

static uint32_t get_word32(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void put_register_words(uint8_t *bytes, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        put_word32(bytes + 4 * i, words[i]);
}

static void put_word64(uint8_t *bytes, uint64_t number)
{
    put_word32(bytes, (uint32_t)number);
    put_word32(bytes + 4, (uint32_t)(number >> 32));
}

/* ---- The core ---- */

/* Reads 0 without a core: gdb's own code for RISC-V reads sp and ra. */
static bool read_x(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    const struct sfpu_core_state *core = debuggee_core(d);

    (void)bank;
    put_word32(bytes, core ? core->x[i] : 0);
    return true;
}

static bool write_x(struct debuggee *d, bank_t *bank, unsigned i, const uint8_t *bytes)
{
    struct sfpu_core_state core = {.size = sizeof core};

    (void)bank;
    if (i == 0 || sfpu_get_core_state(d->m, &core) != SFPU_OK)
        return false;
    core.x[i] = get_word32(bytes);
    return sfpu_set_core_state(d->m, &core) == SFPU_OK;
}

static bool write_pc(struct debuggee *d, bank_t *bank, unsigned i, const uint8_t *bytes)
{
    struct sfpu_core_state core = {.size = sizeof core};

    (void)bank, (void)i;
    if (sfpu_get_core_state(d->m, &core) != SFPU_OK)
        return false;
    core.pc = get_word32(bytes);
    return sfpu_set_core_state(d->m, &core) == SFPU_OK;
}

static bool read_pc(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    (void)bank, (void)i;
    put_word32(bytes, debuggee_pc(d));
    return true;
}

/* ---- Lanes ---- */

static bool read_lreg_register(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    uint32_t lanes[SFPU_LANES];

    (void)bank;
    if (sfpu_get_lreg(d->m, i, lanes) != SFPU_OK)
        return false;
    put_register_words(bytes, lanes, SFPU_LANES);
    return true;
}

static bool write_lreg_register(struct debuggee *d, bank_t *bank, unsigned i, const uint8_t *bytes)
{
    uint32_t lanes[SFPU_LANES];

    (void)bank;
    for (unsigned lane = 0; lane < SFPU_LANES; lane++)
        lanes[lane] = get_word32(bytes + 4 * lane);
    return sfpu_set_lreg(d->m, i, lanes) == SFPU_OK;
}

/* Reads LaneFlags or UseLaneFlagsForLaneEnable. */
static bool read_mask(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    uint32_t flags, use;

    (void)i;
    if (sfpu_get_flags(d->m, &flags, &use) != SFPU_OK)
        return false;
    put_word32(bytes, bank->row == LANE_FLAGS_ROW ? flags : use);
    return true;
}

static bool write_mask(struct debuggee *d, bank_t *bank, unsigned i, const uint8_t *bytes)
{
    uint32_t flags, use;

    (void)i;
    if (sfpu_get_flags(d->m, &flags, &use) != SFPU_OK)
        return false;
    *(bank->row == LANE_FLAGS_ROW ? &flags : &use) = get_word32(bytes);
    return sfpu_set_flags(d->m, flags, use) == SFPU_OK;
}

static bool read_enabled(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    uint32_t lanes;

    (void)bank, (void)i;
    if (sfpu_get_enabled(d->m, &lanes) != SFPU_OK)
        return false;
    put_word32(bytes, lanes);
    return true;
}

/* Reads the flag stack's depth, or a mask from each entry. */
static bool get_flag_stack(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    struct sfpu_stack stack = {.size = sizeof stack};

    (void)i;
    if (sfpu_get_stack(d->m, &stack) != SFPU_OK)
        return false;
    if (bank->row == FLAG_STACK_ROW)
        put_word32(bytes, stack.depth);
    else
        put_register_words(bytes, bank->row == STACK_FLAGS_ROW ? stack.flags : stack.use_flags, SFPU_STACK);
    return true;
}

/* ---- Time ---- */

static bool read_cycle(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    (void)bank, (void)i;
    put_word64(bytes, d->at.cycles);
    return true;
}

static bool read_issued(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    (void)bank, (void)i;
    put_word64(bytes, d->at.instructions);
    return true;
}

/* ---- Members of the state's JSON ---- */

/* Returns the name of the object that has the register, or NULL for the outermost object. */
static const char *outer_name(bank_t *bank)
{
    return bank->object == TOP_ROW ? NULL : state_names[bank->object];
}

static const json_t *in_state(struct debuggee *d, bank_t *bank)
{
    const json_t *tree = debuggee_state(d);

    if (outer_name(bank))
        tree = json_object_get(tree, outer_name(bank));
    return json_object_get(tree, state_names[bank->row]);
}

/* Reads lanes, which the state stores as strings, "0x...". */
static bool read_lanes(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    const json_t *words = in_state(d, bank);

    if (bank->count > 1)
        words = json_array_get(words, i);
    for (size_t word = 0; words && word < SFPU_LANES; word++)
        put_word32(bytes + 4 * word, (uint32_t)strtoul(json_string_value(json_array_get(words, word)), NULL, 0));
    return words;
}

static bool read_counter(struct debuggee *d, bank_t *bank, unsigned i, uint8_t *bytes)
{
    uint32_t value;

    (void)i;
    if (sfpu_get_counter(d->m, bank->row - COUNTER_DST_ROW, &value) != SFPU_OK)
        return false;
    put_word32(bytes, value);
    return true;
}

/* Writes a counter, or the only array of its row. */
static bool write_state_row(struct debuggee *d, bank_t *bank, unsigned i, const uint8_t *bytes)
{
    const char *outer = outer_name(bank);
    const bool many = bank->bytes > 4;
    struct text text = {0};
    int code;

    (void)i;
    text_print(&text, "{");
    if (outer)
        text_print(&text, "\"%s\":{", outer);
    text_print(&text, "\"%s\":%s", state_names[bank->row], many ? "[" : "");
    for (size_t word = 0; word < bank->bytes / 4; word++)
        text_print(&text, "%s%lu", word ? "," : "", (unsigned long)get_word32(bytes + 4 * word));
    text_print(&text, "%s%s}", many ? "]" : "", outer ? "}" : "");
    code = text.failed ? SFPU_NO_MEMORY : sfpu_set_state(d->m, text.data, text.size);
    text_free(&text);
    return debuggee_did(d, code);
}

/* ---- The table ---- */

/* Counts, by their names in state.def. */
enum { SFP_TEMPLATES = SFPU_MACROS, SFP_SEQUENCES = SFPU_MACROS };

/* Table positions of registers that are not in state.def. */
enum { X_NUMBER = 0, PC_NUMBER, ENABLED_NUMBER = 5, CYCLE_NUMBER = 9, ISSUED_NUMBER };

static const struct register_bank banks[] = {
    [X_NUMBER] = {.name = "x", .count = 32, .bytes = 4, .type = "int", .core = true, .settable = true,
                  .read = read_x, .write = write_x, .about = "the core's registers, with gdb's own names"},
    [PC_NUMBER] = {.name = "pc", .count = 1, .bytes = 4, .type = "code_ptr", .core = true, .settable = true,
                   .read = read_pc, .write = write_pc, .about = "the next instruction"},
    [ENABLED_NUMBER] = {.name = "enabled", .count = 1, .bytes = 4, .type = "lanes", .read = read_enabled,
                        .about = "the enabled lanes, from these two and LaneConfig"},
    [CYCLE_NUMBER] = {.name = "cycle", .count = 1, .bytes = 8, .type = "uint64", .read = read_cycle,
                      .about = "the next cycle"},
    [ISSUED_NUMBER] = {.name = "issued", .count = 1, .bytes = 8, .type = "uint64", .read = read_issued,
                       .about = "number of instructions that have issued"},
#define LREGS(...) .count = SFPU_LREGS, .bytes = LANES_BYTES, .type = "lreg", .read = read_lreg_register, \
    .write = write_lreg_register
#define LANES(member, entries, most) .count = (entries) ? (entries) : 1, .bytes = LANES_BYTES, .type = "v32u", \
    .asked = true, .read = read_lanes, .write = write_state_row
#define MASK(...) .count = 1, .bytes = 4, .type = "lanes", .read = read_mask, .write = write_mask
#define STACK .count = 1, .bytes = 4, .type = "uint32", .read = get_flag_stack
#define STACK_MASK(...) .count = 1, .bytes = 4 * SFPU_STACK, .type = "v15u", .read = get_flag_stack
#define COUNTER(...) .count = 1, .bytes = 4, .type = "uint32", .read = read_counter, .write = write_state_row
#define STATE(...)
#define REGISTER(id, object_id, json_name, place, text, number, gdb_name, access, told) \
    [number] = {.name = gdb_name, .about = told, .row = id##_ROW, .object = object_id##_ROW, .settable = access, place},
#define SET true
#define GET false
#include "state.def"
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
