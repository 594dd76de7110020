/* Configures a machine before its first instruction. */
#include "setup.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "config.h"
#include "base/fail.h"

enum { DATA_FORMATS = 16, DST_INCR_BITS = 0x3FF };

bool sfp_data_format_parse(const char *name, uint8_t *code)
{
    /* sfpu-dst(7), Format 0 */
    static const char *const names[DATA_FORMATS] = {
        [0] = "fp32", [1] = "fp16", [2] = "bfp8a", [3] = "bfp4a", [4] = "tf32", [5] = "bf16", [6] = "bfp8",
        [7] = "bfp4", [8] = "int32", [9] = "int16", [10] = "fp8", [11] = "bfp2a", [14] = "int8", [15] = "bfp2",
    };
    char *end;
    unsigned long number = strtoul(name, &end, 0);

    for (unsigned i = 0; i < DATA_FORMATS; i++) {
        if (names[i] && strcasecmp(names[i], name) == 0) {
            *code = (uint8_t)i;
            return true;
        }
    }
    if (end == name || *end || name[0] == '-' || number >= DATA_FORMATS)
        return false;
    *code = (uint8_t)number;
    return true;
}

/* ---- Settings by name ---- */

/* Parses a number in low..high. The text must end there, unless `end` is given: *end then points after the number. */
static bool parse_setting_number(const char *name, const char *text, long long low, long long high, char **end,
                                 long long *value, char **error)
{
    char *after;

    errno = 0;
    *value = strtoll(text, &after, 0);
    if (after == text || (!end && *after))
        return fail_with(error, "%s: '%s' is not a number", name, text);
    if (errno || *value < low || *value > high)
        return fail_with(error, "%s: '%s' is not in %lld..%lld", name, text, low, high);
    if (end)
        *end = after;
    return true;
}

/* Parses INDEX:VALUE, with an index below `count`. */
static bool parse_indexed(const char *name, const char *text, unsigned count, const long long range[2], unsigned *i,
                          long long *value, char **error)
{
    long long index = 0;
    char *colon = NULL;

    if (!parse_setting_number(name, text, 0, count - 1, &colon, &index, error))
        return false;
    if (*colon != ':')
        return fail_with(error, "%s: '%s' is not INDEX:VALUE", name, text);
    *i = (unsigned)index;
    return parse_setting_number(name, colon + 1, range[0], range[1], NULL, value, error);
}

static bool set_init(struct sfp_setup *setup, const char *value, char **error)
{
    return sfp_init_parse(value, strlen(value), &setup->init) ||
           fail_with(error, "init: expected %s, not '%s'", sfp_init_names(), value);
}

static bool set_fp32(struct sfp_setup *setup, const char *value, char **error)
{
    (void)value, (void)error;
    setup->has_fp32 = setup->fp32 = true;
    return true;
}

static bool set_srcb(struct sfp_setup *setup, const char *value, char **error)
{
    setup->has_srcb = true;
    return sfp_data_format_parse(value, &setup->srcb) ||
           fail_with(error, "srcb-format: '%s' is neither a data format nor a code from 0 to 15", value);
}

static bool set_addr_mod(struct sfp_setup *setup, const char *value, char **error)
{
    static const long long range[] = {-512, 1023}; /* ten bits, signed or unsigned */
    long long increment = 0;
    unsigned i = 0;

    if (!parse_indexed("addr-mod", value, SFP_ADDR_MODS, range, &i, &increment, error))
        return false;
    setup->addr_mods |= 1u << i;
    setup->addr_mod_incr[i] = (int16_t)increment;
    return true;
}

static bool set_addr_mod_base(struct sfp_setup *setup, const char *value, char **error)
{
    (void)value, (void)error;
    setup->addr_mod_base = true;
    return true;
}

static bool set_16bit_view(struct sfp_setup *setup, const char *value, char **error)
{
    (void)value, (void)error;
    setup->dst_16bit_view = true;
    return true;
}

static bool set_dst_is_input(struct sfp_setup *setup, const char *value, char **error)
{
    (void)value, (void)error;
    setup->dst_is_input = true;
    return true;
}

static bool set_skips(struct sfp_setup *setup, const char *value, char **error)
{
    (void)value, (void)error;
    setup->skips = true;
    return true;
}

static bool set_gathering(struct sfp_setup *setup, const char *value, char **error)
{
    if (strcmp(value, "on") != 0 && strcmp(value, "off") != 0)
        return fail_with(error, "gathering: expected on or off, not '%s'", value);
    setup->gathering = strcmp(value, "on") == 0 ? SFP_GATHERING_ON : SFP_GATHERING_OFF;
    return true;
}

static bool set_dst_base(struct sfp_setup *setup, const char *value, char **error)
{
    long long base = 0;

    if (!parse_setting_number("dst-base", value, 0, SFP_DST_ROWS - 1, NULL, &base, error))
        return false;
    setup->has_dst_base = true;
    setup->dst_base = (uint16_t)base;
    return true;
}

static bool set_prng_seed(struct sfp_setup *setup, const char *value, char **error)
{
    long long seed = 0;

    if (!parse_setting_number("prng-seed", value, 0, UINT32_MAX, NULL, &seed, error))
        return false;
    setup->has_prng_seed = true;
    setup->prng_seed = (uint32_t)seed;
    return true;
}

static bool set_mop_cfg(struct sfp_setup *setup, const char *value, char **error)
{
    static const long long range[] = {0, UINT32_MAX};
    long long word = 0;
    unsigned i = 0;

    if (!parse_indexed("mop-cfg", value, SFP_MOP_CFGS, range, &i, &word, error))
        return false;
    setup->mop_cfgs |= 1u << i;
    setup->mop_cfg[i] = (uint32_t)word;
    return true;
}

bool sfp_setup_set(struct sfp_setup *setup, const char *name, const char *value, char **error)
{
    static const struct {
        const char *name;
        bool (*set)(struct sfp_setup *setup, const char *value, char **error);
    } settings[] = {
        {"init", set_init},
        {"fp32-dest", set_fp32},
        {"srcb-format", set_srcb},
        {"addr-mod", set_addr_mod},
        {"addr-mod-base", set_addr_mod_base},
        {"dst-16bit-view", set_16bit_view},
        {"dst-base", set_dst_base},
        {"dst-is-input", set_dst_is_input},
        {"skip-fpu", set_skips},
        {"gathering", set_gathering},
        {"prng-seed", set_prng_seed},
        {"mop-cfg", set_mop_cfg},
    };

    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        if (strcmp(settings[i].name, name) == 0)
            return settings[i].set(setup, value, error);
    return fail_with(error, "%s: no such setting", name);
}

/* ---- Applying settings ---- */

static void set_dst_incr(struct sfp_state *s, unsigned entry, int incr)
{
    sfp_config_set(s, SFP_CFG_ADDR_MOD_DST, entry, (uint32_t)incr & DST_INCR_BITS);
}

void sfp_setup_init(struct sfp_machine *m, enum sfp_init init)
{
    /* SFPENCC(3,0,0,10): predication on, all lanes enabled; SFPCONFIG(0,11,1): L11 = -1.0 (sfpu-frontend(7),
     * Start-up) */
    static const uint32_t startup[] = {0x8A00300A, 0x910000B1};
    enum { ENTRY_STAY = 7, ENTRY_STEP = 6, STEP = 2 };
    const enum sfp_thread_id own = m->thread;

    if (init != SFP_INIT_LLK)
        return;
    for (size_t i = 0; i < sizeof startup / sizeof startup[0]; i++) {
        struct sfp_op op;

        sfp_decode(m, startup[i], 0, &op);
        op.exec(m, &op);
    }
    for (unsigned thread = 0; thread < SFP_THREADS; thread++) {
        sfp_machine_swap_in(m, thread);
        set_dst_incr(&m->s, ENTRY_STAY, 0);
        set_dst_incr(&m->s, ENTRY_STEP, STEP);
        sfp_config_set(&m->s, SFP_CFG_ADDR_MOD_BASE, 0, 1); /* Wormhole only: Blackhole has no such bit and needs none */
        sfp_state_refresh(&m->s);
    }
    sfp_machine_swap_in(m, own);
}

bool sfp_setup_apply(struct sfp_machine *m, const struct sfp_setup *setup, char **error)
{
    struct sfp_state *s = &m->s;

    *error = NULL;
    if (setup->addr_mod_base && !sfp_config_set(s, SFP_CFG_ADDR_MOD_BASE, 0, 1)) {
        return fail_with(error, "addr-mod-base: %s has no address modifier base; its field selects all eight entries",
                         sfp_arch_facts(s->arch)->title);
    }
    if (setup->gathering && !sfp_arch_facts(s->arch)->gathers)
        return fail_with(error, "gathering: %s's cores push one word in a cycle", sfp_arch_facts(s->arch)->title);
    if (setup->has_fp32)
        sfp_config_set(s, SFP_CFG_SFPU_FP32, 0, setup->fp32);
    if (setup->has_srcb) {
        sfp_config_set(s, SFP_CFG_SRCB, 0, setup->srcb);
        s->srcb_written = true;
    }
    s->dst_16bit_view |= setup->dst_16bit_view;
    s->dst_is_input |= setup->dst_is_input;
    s->skips |= setup->skips;
    if (setup->gathering)
        s->gathering = (uint8_t)setup->gathering;
    if (setup->has_dst_base)
        sfp_config_set(s, SFP_CFG_DEST_REGW_BASE, 0, setup->dst_base);
    for (unsigned i = 0; i < SFP_ADDR_MODS; i++)
        if (setup->addr_mods >> i & 1)
            set_dst_incr(s, i, setup->addr_mod_incr[i]);
    for (unsigned i = 0; i < SFP_MOP_CFGS; i++)
        if (setup->mop_cfgs >> i & 1)
            s->expanders.mop_cfg[i] = setup->mop_cfg[i];
    s->expanders.mop_cfg_set |= setup->mop_cfgs;
    if (setup->has_prng_seed)
        sfp_prng_seed(s, setup->prng_seed);
    sfp_state_refresh(s);
    return true;
}
