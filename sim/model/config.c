/* Config and ThreadConfig: places of fields, effects of writes, and the decoded values for the hot path. */
#include "config.h"

#include <string.h>

/* Bits of the address modifier registers (sfpu-dst(7), Address modifiers). */
enum {
    AB_INCR_BITS = 6,
    AB_CR = 6,
    AB_CLEAR = 7,
    AB_SRCB = 8, /* SrcB's fields are SrcA's, shifted left by this */
    DST_INCR_BITS = 10,
    DST_CR = 10,
    DST_CLEAR = 11,
    DST_C_TO_CR = 12,
    DST_FIDELITY_INCR = 13,
    FIDELITY_BITS = 2,
    DST_FIDELITY_CLEAR = 15,
    BIAS_INCR_BITS = 2, /* the lower two of four bits count */
    BIAS_CLEAR = 4,
};

/* Data formats that FMT_SRCB takes for BF16; all others mean FP16 (sfpu-dst(7), Format 0). */
enum {
    BF16_FORMATS = 1 << 0 /* FP32 */ | 1 << 4 /* TF32 */ | 1 << 5 /* BF16 */ | 1 << 6 /* BFP8 */ |
                   1 << 7 /* BFP4 */ | 1 << 8 /* INT32 */ | 1 << 9 /* INT16 */ | 1 << 15 /* BFP2 */,
};

static const struct {
    const char *name;
    struct sfp_config_place places[SFP_ARCHES];
    bool of_matrix; /* only the matrix unit reads the field */
} fields[SFP_CONFIG_FIELDS] = {
#define CONFIG_FIELD(id, name, ...) [SFP_CFG_##id] = {name, {__VA_ARGS__}, false},
#define MATRIX_FIELD(id, name, ...) [SFP_CFG_##id] = {name, {__VA_ARGS__}, true},
#include "config.def"
#undef CONFIG_FIELD
};

const struct sfp_config_shape *sfp_config_shape(enum sfp_arch arch)
{
    return &sfp_arch_facts(arch)->config;
}

const char *sfp_config_name(enum sfp_config_field field)
{
    return fields[field].name;
}

bool sfp_config_of_matrix(enum sfp_config_field field)
{
    return fields[field].of_matrix;
}

struct sfp_config_place sfp_config_place(enum sfp_arch arch, enum sfp_config_field field, unsigned entry)
{
    struct sfp_config_place place = fields[field].places[sfp_nth(arch)];

    place.index = (uint8_t)(place.index + entry * place.step);
    return place;
}

unsigned sfp_config_bank(const struct sfp_state *s)
{
    return sfp_config_get(s, SFP_CFG_STATE_ID, 0);
}

uint32_t sfp_config_get(const struct sfp_state *s, enum sfp_config_field field, unsigned entry)
{
    const struct sfp_config_place place = sfp_config_place(s->arch, field, entry);

    switch (place.space) {
    case SFP_SPACE_THREAD:
        return sfp_bits(s->own.thread_config[place.index], place.lsb, place.width);
    case SFP_SPACE_CONFIG:
        return sfp_bits(s->config[sfp_config_bank(s)][place.index], place.lsb, place.width);
    case SFP_SPACE_NONE:
        break;
    }
    return 0;
}

/* Seeds the generators: warm up, then two steps a lane from lane 31 down (sfpu-semantics(7), Random numbers). */
void sfp_prng_seed(struct sfp_state *s, uint32_t seed)
{
    enum { WARMUP_STEPS = 32 };
    uint32_t x = seed;

    for (unsigned i = 0; i < WARMUP_STEPS; i++)
        x = sfp_prng_step(x);
    for (unsigned l = SFP_LANES; l-- > 0;)
        s->prng[l] = x = sfp_prng_step(sfp_prng_step(x));
}

/* Stores a word. Words from single_from on exist once, so that a write shows in both banks. */
static void store_config_word(struct sfp_state *s, unsigned bank, unsigned word, uint32_t value)
{
    if (word >= sfp_config_shape(s->arch)->single_from) {
        for (unsigned each = 0; each < SFP_CONFIG_BANKS; each++)
            s->config[each][word] = value;
    } else {
        s->config[bank][word] = value;
    }
}

static uint32_t merge_bits(uint32_t old, uint32_t mask, uint32_t value)
{
    return (old & ~mask) | (value & mask);
}

/* Stores part of a Config word, and notes whether the source format was set. */
static void store_part(struct sfp_state *s, unsigned bank, unsigned word, uint32_t mask, uint32_t value)
{
    const struct sfp_config_place srcb = sfp_config_place(s->arch, SFP_CFG_SRCB, 0);

    if (word == srcb.index && sfp_bits(mask, srcb.lsb, srcb.width) != 0)
        s->srcb_written = true;
    store_config_word(s, bank, word, merge_bits(s->config[bank][word], mask, value));
}

static bool is_addr_mod(enum sfp_config_field field)
{
    return field == SFP_CFG_ADDR_MOD_AB || field == SFP_CFG_ADDR_MOD_DST || field == SFP_CFG_ADDR_MOD_BIAS;
}

bool sfp_config_set(struct sfp_state *s, enum sfp_config_field field, unsigned entry, uint32_t value)
{
    const struct sfp_config_place place = sfp_config_place(s->arch, field, entry);
    const uint32_t mask = sfp_bits(UINT32_MAX, 0, place.width) << place.lsb;

    if (is_addr_mod(field))
        s->own.addr_mods_known |= (uint8_t)(1u << entry);
    switch (place.space) {
    case SFP_SPACE_THREAD:
        s->own.thread_config[place.index] =
            (uint16_t)merge_bits(s->own.thread_config[place.index], mask, value << place.lsb);
        return true;
    case SFP_SPACE_CONFIG:
        store_part(s, sfp_config_bank(s), place.index, mask, value << place.lsb);
        return true;
    case SFP_SPACE_NONE:
        break;
    }
    return false;
}

static void merge_config_word(struct sfp_state *s, unsigned bank, unsigned word, uint32_t mask, uint32_t value)
{
    store_part(s, bank, word, mask, value);
    if (word == sfp_config_shape(s->arch)->prng_seed)
        sfp_prng_seed(s, s->config[0][word]);
    sfp_state_refresh_config(s);
}

void sfp_config_merge(struct sfp_state *s, unsigned word, uint32_t mask, uint32_t value)
{
    merge_config_word(s, sfp_config_bank(s), word, mask, value);
}

void sfp_config_write_bank(struct sfp_state *s, unsigned bank, unsigned word, uint32_t value)
{
    const struct sfp_config_shape *shape = sfp_config_shape(s->arch);

    if (word == shape->state_reset) {
        memset(s->config[bank], 0, shape->single_from * sizeof s->config[0][0]);
        sfp_state_refresh_config(s);
    } else {
        merge_config_word(s, bank, word, UINT32_MAX, value);
    }
}

void sfp_config_write(struct sfp_state *s, unsigned word, uint32_t value)
{
    sfp_config_write_bank(s, sfp_config_bank(s), word, value);
}

/* Notes as set the address modifier to which ThreadConfig entry `index` belongs, if any. */
static void note_addr_mod(struct sfp_state *s, unsigned index)
{
    static const enum sfp_config_field parts[] = {SFP_CFG_ADDR_MOD_AB, SFP_CFG_ADDR_MOD_DST, SFP_CFG_ADDR_MOD_BIAS};

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        for (unsigned entry = 0; entry < SFP_ADDR_MODS; entry++)
            if (sfp_config_place(s->arch, parts[i], entry).index == index)
                s->own.addr_mods_known |= (uint8_t)(1u << entry);
}

void sfp_thread_config_write(struct sfp_state *s, unsigned index, uint16_t value)
{
    s->own.thread_config[index] = value;
    note_addr_mod(s, index);
    sfp_state_refresh_config(s);
}

static bool has_bit(uint32_t word, unsigned at)
{
    return word >> at & 1;
}

/* Returns whether an address modifier only steps Dst. Fidelity fields do not count: loads and stores leave the phase
 * alone. */
static bool dst_only(uint32_t ab, uint32_t dst, uint32_t bias)
{
    return ab == 0 && bias == 0 && sfp_bits(dst, DST_CR, DST_FIDELITY_INCR - DST_CR) == 0;
}

static struct sfp_addr_mod addr_mod(const struct sfp_state *s, unsigned entry)
{
    const uint32_t ab = sfp_config_get(s, SFP_CFG_ADDR_MOD_AB, entry);
    const uint32_t dst = sfp_config_get(s, SFP_CFG_ADDR_MOD_DST, entry);
    const uint32_t bias = sfp_config_get(s, SFP_CFG_ADDR_MOD_BIAS, entry);

    return (struct sfp_addr_mod){
        .srca_incr = (uint8_t)sfp_bits(ab, 0, AB_INCR_BITS),
        .srca_cr = has_bit(ab, AB_CR),
        .srca_clear = has_bit(ab, AB_CLEAR),
        .srcb_incr = (uint8_t)sfp_bits(ab, AB_SRCB, AB_INCR_BITS),
        .srcb_cr = has_bit(ab, AB_SRCB + AB_CR),
        .srcb_clear = has_bit(ab, AB_SRCB + AB_CLEAR),
        .dst_incr = (uint16_t)sfp_bits(dst, 0, DST_INCR_BITS),
        .dst_cr = has_bit(dst, DST_CR),
        .dst_clear = has_bit(dst, DST_CLEAR),
        .dst_c_to_cr = has_bit(dst, DST_C_TO_CR),
        .fidelity_incr = (uint8_t)sfp_bits(dst, DST_FIDELITY_INCR, FIDELITY_BITS),
        .fidelity_clear = has_bit(dst, DST_FIDELITY_CLEAR),
        .bias_incr = (uint8_t)sfp_bits(bias, 0, BIAS_INCR_BITS),
        .bias_clear = has_bit(bias, BIAS_CLEAR),
        .dst_only = dst_only(ab, dst, bias) && has_bit(s->own.addr_mods_known, entry),
    };
}

/* Returns the format that FMT_SRCB stands for (sfpu-dst(7), Format 0). */
static uint8_t srcb_mode(const struct sfp_state *s)
{
    uint32_t format = sfp_config_get(s, SFP_CFG_SRCB, 0);

    if (sfp_config_get(s, SFP_CFG_SFPU_FP32, 0))
        return SFP_FMT_FP32;
    if (sfp_config_get(s, SFP_CFG_SRCB_OVERRIDE, 0))
        format = sfp_config_get(s, SFP_CFG_SRCB_VAL, 0);
    if (sfp_config_get(s, SFP_CFG_DEST_FMT_ENABLE, 0))
        format = sfp_config_get(s, SFP_CFG_DEST_FMT, 0);
    return has_bit(BF16_FORMATS, format) ? SFP_FMT_BF16 : SFP_FMT_FP16;
}

static uint16_t row_field(const struct sfp_state *s, enum sfp_config_field field)
{
    return (uint16_t)sfp_config_get(s, field, 0);
}

void sfp_state_refresh_config(struct sfp_state *s)
{
    struct sfp_derived *d = &s->derived;

    for (unsigned i = 0; i < SFP_ADDR_MODS; i++)
        d->own.addr_mod[i] = addr_mod(s, i);
    d->own.math_offset = row_field(s, SFP_CFG_MATH_OFFSET);
    d->own.dest_base = row_field(s, SFP_CFG_DEST_REGW_BASE);
    d->own.sp_base = row_field(s, SFP_CFG_DEST_SP_BASE);
    d->own.stack_incr = row_field(s, SFP_CFG_STACK_INCR);
    d->own.srcb_mode = srcb_mode(s);
    d->own.addr_mod_mask = (uint8_t)((1 << sfp_arch_facts(s->arch)->addr_mod_bits) - 1);
    d->own.addr_mod_first = 0;
    if (sfp_config_get(s, SFP_CFG_ADDR_MOD_BASE, 0))
        d->own.addr_mod_first = SFP_ADDR_MOD_BASE;
    d->own.remap = sfp_config_get(s, SFP_CFG_REMAP, 0);
    d->own.swizzle = sfp_config_get(s, SFP_CFG_SWIZZLE, 0);
    d->own.has_sp = sfp_arch_facts(s->arch)->has_sp;
    d->own.rows_in_place = !(d->own.remap | d->own.swizzle | s->dst_16bit_view);
}
