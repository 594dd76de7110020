/* The machine before a run: what options ask for, as the instructions that set it would leave it. */
#ifndef SFP_SETUP_H
#define SFP_SETUP_H

#include "isa/init_state.h"
#include "model.h"

/* Settings that were given; those that were not are left alone. */
struct sfp_setup {
    enum sfp_init init;
    bool has_fp32, fp32;
    bool has_srcb, has_dst_base, has_prng_seed;
    uint8_t srcb; /* data format code of sfpu-dst(7), Format 0 */
    bool addr_mod_base;
    bool dst_16bit_view, dst_is_input, skips;
    uint16_t dst_base;
    uint32_t prng_seed;
    uint32_t addr_mods; /* bit i: addr_mod_incr[i] was given */
    int16_t addr_mod_incr[SFP_ADDR_MODS];
    uint32_t mop_cfgs; /* bit i: mop_cfg[i] was given */
    uint32_t mop_cfg[SFP_MOP_CFGS];
};

/* Takes a setting by the name and value of an option of sfpsim-machine(7), without its dashes; those that take no value
 * ignore it. False with a message in *error, which the caller frees. */
bool sfp_setup_set(struct sfp_setup *setup, const char *name, const char *value, char **error);

/* Brings a machine at reset to where the vendor's runtime would leave it (sfpsim-machine(7), The machine at the start), or
 * leaves it there. */
void sfp_setup_init(struct sfp_machine *m, enum sfp_init init);

/* Applies the settings that were given. False with a message in *error, which the caller frees, if the arch lacks
 * one. */
bool sfp_setup_apply(struct sfp_machine *m, const struct sfp_setup *setup, char **error);

/* A data format by name ("bf16") or code ("5"). */
bool sfp_data_format_parse(const char *name, uint8_t *code);

#endif
