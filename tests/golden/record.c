/* Reads golden records, and compares states item by item so that a failure names what is wrong. */
#include "record.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/config.h"

enum { WORD_DIGITS = 8, CELL_DIGITS = 4 };

struct golden_file {
    FILE *stream;
    char *text; /* getline's buffer */
    size_t text_size;
    unsigned line;
    char error[160];
};

__attribute__((format(printf, 2, 3))) static bool fail(struct golden_file *f, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    vsnprintf(f->error, sizeof f->error, format, ap);
    va_end(ap);
    return false;
}

struct golden_file *golden_open(const char *path)
{
    FILE *stream = fopen(path, "r");
    struct golden_file *f;

    if (!stream)
        return NULL;
    f = calloc(1, sizeof *f);
    if (!f) {
        fclose(stream);
        return NULL;
    }
    f->stream = stream;
    return f;
}

void golden_close(struct golden_file *f)
{
    if (!f)
        return;
    fclose(f->stream);
    free(f->text);
    free(f);
}

const char *golden_error(const struct golden_file *f)
{
    return f->error;
}

/* Exactly `digits` hexadecimal digits at `text`. */
static bool hex(const char *text, unsigned digits, uint64_t *value)
{
    *value = 0;
    for (unsigned i = 0; i < digits; i++) {
        char c = text[i];
        unsigned digit;

        if (c >= '0' && c <= '9')
            digit = (unsigned)(c - '0');
        else if (c >= 'a' && c <= 'f')
            digit = (unsigned)(c - 'a') + 10;
        else if (c >= 'A' && c <= 'F')
            digit = (unsigned)(c - 'A') + 10;
        else
            return false;
        *value = *value << 4 | digit;
    }
    return true;
}

/* A JSON string of exactly `digits` digits. */
static bool hex_string(const json_t *v, unsigned digits, uint64_t *value)
{
    return json_is_string(v) && json_string_length(v) == digits && hex(json_string_value(v), digits, value);
}

static bool word_string(const json_t *v, uint32_t *word)
{
    uint64_t value;

    if (!hex_string(v, WORD_DIGITS, &value))
        return false;
    *word = (uint32_t)value;
    return true;
}

/* An integer up to `max`. */
static bool number(const json_t *v, uint32_t max, uint32_t *value)
{
    if (!json_is_integer(v) || json_integer_value(v) < 0 || json_integer_value(v) > (json_int_t)max)
        return false;
    *value = (uint32_t)json_integer_value(v);
    return true;
}

/* The key of an object that is an index: decimal, up to `max`. */
static bool index_key(const char *key, unsigned max, unsigned *index)
{
    char *end;
    unsigned long n = strtoul(key, &end, 10);

    *index = (unsigned)n;
    return *key >= '0' && *key <= '9' && !*end && n <= max;
}

static void fill(uint32_t lanes[SFP_LANES], uint32_t value)
{
    for (unsigned l = 0; l < SFP_LANES; l++)
        lanes[l] = value;
}

/* An LReg text: 8 digits a lane, or one value for all lanes after '='. */
static bool lanes_of(const json_t *v, uint32_t lanes[SFP_LANES])
{
    const char *text = json_string_value(v);
    uint64_t value;

    if (!text)
        return false;
    if (*text == '=') {
        if (json_string_length(v) != 1 + WORD_DIGITS || !hex(text + 1, WORD_DIGITS, &value))
            return false;
        fill(lanes, (uint32_t)value);
        return true;
    }
    if (json_string_length(v) != (size_t)SFP_LANES * WORD_DIGITS)
        return false;
    for (unsigned l = 0; l < SFP_LANES; l++) {
        if (!hex(text + l * (size_t)WORD_DIGITS, WORD_DIGITS, &value))
            return false;
        lanes[l] = (uint32_t)value;
    }
    return true;
}

/* An array of exactly `count` words. */
static bool words_of(const json_t *v, unsigned count, uint32_t *words)
{
    if (json_array_size(v) != count)
        return false;
    for (unsigned i = 0; i < count; i++) {
        if (!word_string(json_array_get(v, i), &words[i]))
            return false;
    }
    return true;
}

/* The same four words in every lane. */
static bool macro_words(const json_t *v, uint32_t config[4][SFP_LANES])
{
    uint32_t words[4];

    if (!words_of(v, 4, words))
        return false;
    for (unsigned i = 0; i < 4; i++)
        fill(config[i], words[i]);
    return true;
}

static bool lregs_of(const json_t *v, struct sfp_state *s)
{
    const char *key;
    json_t *text;

    if (!json_is_object(v))
        return false;
    json_object_foreach((json_t *)v, key, text) {
        unsigned r;

        if (!index_key(key, SFP_LREGS - 1, &r) || !lanes_of(text, s->lreg[r]))
            return false;
    }
    return true;
}

static bool dst_of(const json_t *v, struct sfp_state *s)
{
    const char *key;
    json_t *text;

    if (!json_is_object(v))
        return false;
    json_object_foreach((json_t *)v, key, text) {
        unsigned row;

        if (!index_key(key, SFP_DST_ROWS - 1, &row) ||
            json_string_length(text) != (size_t)SFP_DST_COLUMNS * CELL_DIGITS)
            return false;
        for (unsigned c = 0; c < SFP_DST_COLUMNS; c++) {
            uint64_t cell;

            if (!hex(json_string_value(text) + c * (size_t)CELL_DIGITS, CELL_DIGITS, &cell))
                return false;
            s->dst[row][c] = (uint16_t)cell;
        }
    }
    return true;
}

static bool stack_of(const json_t *v, struct sfp_state *s)
{
    size_t size = json_array_size(v);

    if (!json_is_array(v) || size > SFP_STACK_DEPTH)
        return false;
    memset(&s->stack, 0, sizeof s->stack);
    s->stack_size = (uint8_t)size;
    for (size_t i = 0; i < size; i++) {
        const json_t *entry = json_array_get(v, i);
        uint32_t use;

        if (json_array_size(entry) != 2 || !word_string(json_array_get(entry, 0), &s->stack.flags[i]) ||
            !number(json_array_get(entry, 1), 1, &use))
            return false;
        s->stack.use_flags[i] = use ? UINT32_MAX : 0;
    }
    return true;
}

static bool addr_mods_of(const json_t *v, struct sfp_state *s)
{
    const char *key;
    json_t *text;

    if (!json_is_object(v))
        return false;
    json_object_foreach((json_t *)v, key, text) {
        uint64_t value;
        unsigned i;

        if (!index_key(key, SFP_ADDR_MODS - 1, &i) || !hex_string(text, CELL_DIGITS, &value) ||
            !sfp_config_set(s, SFP_CFG_ADDR_MOD_DST, i, (uint32_t)value))
            return false;
    }
    return true;
}

/* Mixing function of the programs' initial Dst (splitmix64). */
static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

/* Half of the cells are random bits, the others BF16 numbers near 1 in Dst order. */
static bool dst_seed_of(const json_t *v, struct sfp_state *s)
{
    uint64_t seed;

    if (!hex_string(v, 16, &seed))
        return false;
    for (unsigned i = 0; i < SFP_DST_ROWS * SFP_DST_COLUMNS; i++) {
        uint64_t r = mix(seed + (i + 1) * 0x9E3779B97F4A7C15u);
        uint64_t number_near_one = (r & 0x8000) | (r & 0x7F) << 8 | (120 + (r >> 8 & 15));

        s->dst[i / SFP_DST_COLUMNS][i % SFP_DST_COLUMNS] = (uint16_t)(r >> 16 & 1 ? r : number_near_one);
    }
    return true;
}

/*
 * One LaneConfig for all lanes. Where lanes differ the recorders put lane 0's value here, and the lanes in a second
 * item only if any of them changed: so lane 0's own value, alone, means that nothing changed.
 */
static void lane_config_of(uint32_t n, struct sfp_state *s)
{
    if (s->derived.any_lane_config == s->derived.all_lane_config || s->lane_config[0] != n)
        fill(s->lane_config, n);
}

static bool apply_scalar(const char *key, const json_t *v, struct sfp_state *s, bool *known)
{
    uint32_t n;

#define SCALAR(name, max, statement) \
    if (!strcmp(key, name)) { \
        if (!number(v, max, &n)) \
            return false; \
        statement; \
        return true; \
    }
    SCALAR("cc_en", 1, s->use_flags = n ? UINT32_MAX : 0)
    SCALAR("lane_config", SFP_LC_BITS, lane_config_of(n, s))
    SCALAR("lm_misc", SFP_MISC_BITS, fill(s->macro_misc, n))
    SCALAR("rwc", SFP_COUNTER_MASK, s->own.rwc.dst = (uint16_t)n)
    SCALAR("rwc_cr", SFP_COUNTER_MASK, s->own.rwc.dst_cr = (uint16_t)n)
    SCALAR("srca_rwc", SFP_SRC_MASK, s->own.rwc.srca = (uint8_t)n)
    SCALAR("srca_rwc_cr", SFP_SRC_MASK, s->own.rwc.srca_cr = (uint8_t)n)
    SCALAR("srcb_rwc", SFP_SRC_MASK, s->own.rwc.srcb = (uint8_t)n)
    SCALAR("srcb_rwc_cr", SFP_SRC_MASK, s->own.rwc.srcb_cr = (uint8_t)n)
    SCALAR("fidelity", 3, s->own.rwc.fidelity = (uint8_t)n)
    SCALAR("fp32", 1, return sfp_config_set(s, SFP_CFG_SFPU_FP32, 0, n))
    SCALAR("srcb", 15, return sfp_config_set(s, SFP_CFG_SRCB, 0, n))
#undef SCALAR
    *known = false;
    return false;
}

static bool apply_item(const char *key, const json_t *v, struct sfp_state *s, bool *known)
{
    *known = true;
    if (!strcmp(key, "lregs"))
        return lregs_of(v, s);
    if (!strcmp(key, "dst"))
        return dst_of(v, s);
    if (!strcmp(key, "stack"))
        return stack_of(v, s);
    if (!strcmp(key, "addrmod_dst"))
        return addr_mods_of(v, s);
    if (!strcmp(key, "prng"))
        return lanes_of(v, s->prng);
    if (!strcmp(key, "lane_config_lanes"))
        return lanes_of(v, s->lane_config);
    if (!strcmp(key, "lm_template"))
        return macro_words(v, s->macro_template);
    if (!strcmp(key, "lm_sequence"))
        return macro_words(v, s->macro_sequence);
    if (!strcmp(key, "shfl_bug"))
        return words_of(v, SFP_ROWS, s->shft2_latch);
    if (!strcmp(key, "cc")) {
        uint32_t bits;

        if (!word_string(v, &bits))
            return false;
        s->flags = bits;
        return true;
    }
    return apply_scalar(key, v, s, known);
}

/* Puts one side of a record, "in" or "out", into the state. */
static bool apply(struct golden_file *f, const json_t *root, const char *side, struct sfp_state *s)
{
    json_t *items = json_object_get(root, side);
    const json_t *seed = json_object_get(items, "dst_seed");
    const char *key;
    json_t *v;

    if (!json_is_object(items))
        return fail(f, "no \"%s\"", side);
    if (seed && !dst_seed_of(seed, s)) /* first, whatever the order: it replaces all of Dst */
        return fail(f, "bad %s.dst_seed", side);
    json_object_foreach(items, key, v) {
        bool known;

        if (!strcmp(key, "dst_seed") || (!strcmp(key, "lane_config") && json_object_get(items, "lane_config_lanes")))
            continue;
        if (!apply_item(key, v, s, &known))
            return fail(f, "%s %s.%s", known ? "bad" : "unknown", side, key);
    }
    sfp_state_refresh(s);
    return true;
}

/* The state that records start from. All values stand in the format's description, none is taken from the model. */
static void base_state(struct sfp_state *s, enum sfp_arch arch)
{
    static const uint32_t constants[7] = {0x3F56594B, 0,          0x3F800000, 0xBF800000,
                                          0x3B000000, 0xBF2CC4C7, 0xBEB08FF9};

    sfp_state_reset(s, arch);
    for (unsigned l = 0; l < SFP_LANES; l++) {
        for (unsigned r = 0; r < 8; r++)
            s->lreg[r][l] = 0xC0DE0000u | r << 8 | l;
        for (unsigned r = 8; r < 15; r++)
            s->lreg[r][l] = constants[r - 8];
        s->lreg[15][l] = 2 * l;
        s->lreg[SFP_STAGING_LREG][l] = 0;
        s->prng[l] = 0x9E3779B9u * (l + 1);
    }
    s->flags = UINT32_MAX;
    s->use_flags = UINT32_MAX;
    fill(s->lane_config, 0);
    sfp_state_refresh(s);
    for (unsigned row = 0; row < SFP_DST_ROWS; row++) {
        for (unsigned c = 0; c < SFP_DST_COLUMNS; c++)
            s->dst[row][c] = (uint16_t)((row * SFP_DST_COLUMNS + c) * 0x9E37u + 0x79B9u);
    }
    memset(s->dst_valid, 1, sizeof s->dst_valid);
}

static bool read_words(struct golden_file *f, const json_t *root, struct golden_record *r)
{
    const json_t *program = json_object_get(root, "prog");
    const char *name = json_string_value(json_object_get(root, "name"));
    const char *text = json_string_value(json_object_get(root, "word"));
    uint64_t word;
    uint32_t id;

    r->program = program != NULL;
    if (r->program) {
        r->count = json_array_size(program);
        if (r->count == 0 || r->count > GOLDEN_MAX_WORDS || !words_of(program, (unsigned)r->count, r->words) ||
            !number(json_object_get(root, "id"), INT32_MAX, &id))
            return fail(f, "bad program");
        r->mod = 0;
        snprintf(r->name, sizeof r->name, "program %u", (unsigned)id);
        return true;
    }
    if (!text || strncmp(text, "0x", 2) != 0 || strlen(text) != 2 + WORD_DIGITS || !hex(text + 2, WORD_DIGITS, &word))
        return fail(f, "bad word");
    if (!name || !number(json_object_get(root, "mod"), SFP_MODES - 1, &r->mod))
        return fail(f, "bad name or mod");
    r->count = 1;
    r->words[0] = (uint32_t)word;
    snprintf(r->name, sizeof r->name, "%s", name);
    return true;
}

static bool read_record(struct golden_file *f, const json_t *root, struct golden_record *r)
{
    const char *arch = json_string_value(json_object_get(root, "arch"));
    const char *source = json_string_value(json_object_get(root, "src"));

    if (!source)
        return fail(f, "bad src");
    r->latch = strcmp(source, "ttsim-wh") != 0;
    if (!arch || !sfp_arch_parse(arch, &r->arch))
        return fail(f, "bad arch");
    if (!read_words(f, root, r))
        return false;
    base_state(&r->before, r->arch);
    if (!apply(f, root, "in", &r->before))
        return false;
    r->after = r->before;
    return apply(f, root, "out", &r->after);
}

enum golden_status golden_next(struct golden_file *f, struct golden_record *r)
{
    ssize_t length = getline(&f->text, &f->text_size, f->stream);
    json_error_t error;
    json_t *root;
    bool ok;

    r->line = f->line + 1;
    if (length < 0) {
        if (!ferror(f->stream))
            return GOLDEN_END;
        fail(f, "cannot be read");
        return GOLDEN_MALFORMED;
    }
    f->line++;
    root = json_loadb(f->text, (size_t)length, JSON_REJECT_DUPLICATES, &error);
    if (!root) {
        fail(f, "%s", error.text);
        return GOLDEN_MALFORMED;
    }
    ok = read_record(f, root, r);
    json_decref(root);
    return ok ? GOLDEN_RECORD : GOLDEN_MALFORMED;
}

/* Where a comparison stands: after the first difference `text` is filled and nothing more is looked at. */
struct comparison {
    char *text;
    size_t size;
    bool differ;
};

__attribute__((format(printf, 4, 5))) static void compare(struct comparison *c, uint64_t want, uint64_t got,
                                                          const char *format, ...)
{
    va_list ap;
    int n;

    if (want == got || c->differ)
        return;
    c->differ = true;
    va_start(ap, format);
    n = vsnprintf(c->text, c->size, format, ap);
    va_end(ap);
    if (n >= 0 && (size_t)n < c->size)
        snprintf(c->text + n, c->size - (size_t)n, ": expected 0x%llX, got 0x%llX", (unsigned long long)want,
                 (unsigned long long)got);
}

/* One value a lane. */
static void compare_lanes(struct comparison *c, const uint32_t *want, const uint32_t *got, const char *name)
{
    for (unsigned l = 0; l < SFP_LANES; l++)
        compare(c, want[l], got[l], "%s lane %u", name, l);
}

/* `count` rows of one value a lane: L0, L1, ... */
static void compare_rows(struct comparison *c, const uint32_t (*want)[SFP_LANES], const uint32_t (*got)[SFP_LANES],
                         unsigned count, const char *name)
{
    for (unsigned i = 0; i < count; i++) {
        char row[32];

        snprintf(row, sizeof row, "%s%u", name, i);
        compare_lanes(c, want[i], got[i], row);
    }
}

static void compare_stack(struct comparison *c, const struct sfp_state *want, const struct sfp_state *got)
{
    compare(c, want->stack_size, got->stack_size, "flag stack size");
    /* What a pop leaves above the top is nobody's business. */
    for (unsigned i = 0; i < want->stack_size && i < SFP_STACK_DEPTH; i++) {
        compare(c, want->stack.flags[i], got->stack.flags[i], "flag stack entry %u LaneFlags", i);
        compare(c, want->stack.use_flags[i], got->stack.use_flags[i], "flag stack entry %u UseLaneFlags", i);
    }
}

static void compare_rwc(struct comparison *c, const struct sfp_rwc *want, const struct sfp_rwc *got)
{
    compare(c, want->dst, got->dst, "RWC.Dst");
    compare(c, want->dst_cr, got->dst_cr, "RWC.Dst_Cr");
    compare(c, want->sp, got->sp, "RWC.Sp");
    compare(c, want->srca, got->srca, "RWC.SrcA");
    compare(c, want->srca_cr, got->srca_cr, "RWC.SrcA_Cr");
    compare(c, want->srcb, got->srcb, "RWC.SrcB");
    compare(c, want->srcb_cr, got->srcb_cr, "RWC.SrcB_Cr");
    compare(c, want->fidelity, got->fidelity, "RWC.FidelityPhase");
    compare(c, want->extra_addr_mod, got->extra_addr_mod, "RWC.ExtraAddrModBit");
}

static void compare_dst(struct comparison *c, const struct sfp_state *want, const struct sfp_state *got)
{
    for (unsigned row = 0; row < SFP_DST_ROWS; row++) {
        compare(c, want->dst_valid[row], got->dst_valid[row], "Dst row %u valid", row);
        if (!memcmp(want->dst[row], got->dst[row], sizeof want->dst[row]))
            continue;
        for (unsigned i = 0; i < SFP_DST_COLUMNS; i++)
            compare(c, want->dst[row][i], got->dst[row][i], "Dst row %u column %u", row, i);
    }
}

/* What surrounds the vector unit: no golden record changes it. */
static void compare_surroundings(struct comparison *c, const struct sfp_state *want, const struct sfp_state *got)
{
    for (unsigned bank = 0; bank < SFP_CONFIG_BANKS; bank++) {
        for (unsigned i = 0; i < SFP_CONFIG_WORDS; i++)
            compare(c, want->config[bank][i], got->config[bank][i], "Config bank %u word %u", bank, i);
    }
    for (unsigned i = 0; i < SFP_THREAD_CONFIGS; i++)
        compare(c, want->own.thread_config[i], got->own.thread_config[i], "ThreadConfig %u", i);
    for (unsigned i = 0; i < SFP_GPRS; i++)
        compare(c, want->own.gpr[i], got->own.gpr[i], "GPR %u", i);
    for (unsigned i = 0; i < SFP_SEMAPHORES; i++) {
        compare(c, want->semaphore[i].value, got->semaphore[i].value, "semaphore %u value", i);
        compare(c, want->semaphore[i].max, got->semaphore[i].max, "semaphore %u max", i);
    }
    compare(c, want->own.mutexes, got->own.mutexes, "mutexes");
    compare(c, want->srcb_written, got->srcb_written, "SrcB format ever written");
    for (unsigned i = 0; i < SFP_REPLAY_SLOTS; i++)
        compare(c, want->expanders.replay[i], got->expanders.replay[i], "replay slot %u", i);
    compare(c, want->expanders.replay_recorded, got->expanders.replay_recorded, "recorded replay slots");
    for (unsigned i = 0; i < SFP_MOP_CFGS; i++)
        compare(c, want->expanders.mop_cfg[i], got->expanders.mop_cfg[i], "MOP configuration %u", i);
    compare(c, want->expanders.mop_cfg_set, got->expanders.mop_cfg_set, "set MOP configurations");
    compare(c, want->expanders.mop_mask_hi, got->expanders.mop_mask_hi, "MOP mask");
    compare(c, want->arch, got->arch, "arch");
}

/* What the model keeps at hand must be what a refresh would make of the state. */
static void compare_derived(struct comparison *c, const struct sfp_state *got)
{
    static struct sfp_state fresh; /* too large for a small stack under a sanitizer */

    fresh = *got;
    sfp_state_refresh(&fresh);
    compare(c, fresh.derived.enabled, got->derived.enabled, "derived lane enables");
    compare(c, fresh.derived.unmasked, got->derived.unmasked, "derived row mask");
    compare(c, fresh.derived.any_lane_config, got->derived.any_lane_config, "derived OR of LaneConfig");
    compare(c, fresh.derived.all_lane_config, got->derived.all_lane_config, "derived AND of LaneConfig");
    compare(c, fresh.derived.all_rows_valid, got->derived.all_rows_valid, "derived validity of Dst");
}

bool golden_differs(const struct golden_record *r, const struct sfp_state *got, char *text, size_t size)
{
    const struct sfp_state *want = &r->after;
    struct comparison c = {text, size, false};

    compare_rows(&c, want->lreg, got->lreg, SFP_LREGS, "L");
    compare(&c, want->flags, got->flags, "LaneFlags");
    compare(&c, want->use_flags, got->use_flags, "UseLaneFlags");
    compare_stack(&c, want, got);
    compare_lanes(&c, want->prng, got->prng, "PRNG");
    compare_lanes(&c, want->lane_config, got->lane_config, "LaneConfig");
    compare_rows(&c, want->macro_template, got->macro_template, SFP_TEMPLATES, "InstructionTemplate ");
    compare_rows(&c, want->macro_sequence, got->macro_sequence, SFP_SEQUENCES, "Sequence ");
    compare_lanes(&c, want->macro_misc, got->macro_misc, "LoadMacroConfig.Misc");
    for (unsigned i = 0; r->latch && i < SFP_ROWS; i++)
        compare(&c, want->shft2_latch[i], got->shft2_latch[i], "SFPSHFT2 latch, row %u", i);
    compare_rwc(&c, &want->own.rwc, &got->own.rwc);
    compare_dst(&c, want, got);
    compare_surroundings(&c, want, got);
    if (!c.differ)
        compare_derived(&c, got);
    return c.differ;
}
