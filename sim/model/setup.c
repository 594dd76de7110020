/* Configuration of a machine before its first instruction. */
#include "setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "config.h"

enum { DATA_FORMATS = 16, DST_INCR_BITS = 0x3FF };

bool sfp_data_format_parse(const char *name, uint8_t *code)
{
    /* spec/00 section 10 */
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

static void set_dst_incr(struct sfp_state *s, unsigned entry, int incr)
{
    sfp_config_set(s, SFP_CFG_ADDR_MOD_DST, entry, (uint32_t)incr & DST_INCR_BITS);
}

void sfp_setup_init(struct sfp_machine *m, enum sfp_init init)
{
    /* SFPENCC(3,0,0,10): predication on, all lanes enabled; SFPCONFIG(0,11,1): L11 = -1.0 (spec/07 section 10.1) */
    static const uint32_t startup[] = {0x8A00300A, 0x910000B1};
    enum { ENTRY_STAY = 7, ENTRY_STEP = 6, STEP = 2 };

    if (init != SFP_INIT_LLK)
        return;
    for (size_t i = 0; i < sizeof startup / sizeof startup[0]; i++) {
        struct sfp_op op;

        sfp_decode(m, startup[i], 0, &op);
        op.exec(m, &op);
    }
    set_dst_incr(&m->s, ENTRY_STAY, 0);
    set_dst_incr(&m->s, ENTRY_STEP, STEP);
    sfp_config_set(&m->s, SFP_CFG_ADDR_MOD_BASE, 0, 1); /* Wormhole; Blackhole has no such bit and needs none */
    sfp_state_refresh(&m->s);
}

bool sfp_setup_apply(struct sfp_machine *m, const struct sfp_setup *setup, char **error)
{
    struct sfp_state *s = &m->s;

    *error = NULL;
    if (setup->addr_mod_base && !sfp_config_set(s, SFP_CFG_ADDR_MOD_BASE, 0, 1)) {
        *error = strdup("--addr-mod-base: Blackhole has no address modifier base; its field selects all eight entries");
        return false;
    }
    if (setup->has_fp32)
        sfp_config_set(s, SFP_CFG_SFPU_FP32, 0, setup->fp32);
    if (setup->has_srcb) {
        sfp_config_set(s, SFP_CFG_SRCB, 0, setup->srcb);
        s->srcb_written = true;
    }
    s->dst_16bit_view |= setup->dst_16bit_view;
    if (setup->has_dst_base)
        sfp_config_set(s, SFP_CFG_DEST_REGW_BASE, 0, setup->dst_base);
    for (unsigned i = 0; i < SFP_ADDR_MODS; i++)
        if (setup->addr_mods >> i & 1)
            set_dst_incr(s, i, setup->addr_mod_incr[i]);
    for (unsigned i = 0; i < SFP_MOP_CFGS; i++)
        if (setup->mop_cfgs >> i & 1)
            s->mop_cfg[i] = setup->mop_cfg[i];
    s->mop_cfg_set |= setup->mop_cfgs;
    if (setup->has_prng_seed)
        sfp_prng_seed(s, setup->prng_seed);
    sfp_state_refresh(s);
    return true;
}
