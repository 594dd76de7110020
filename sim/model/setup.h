/* The machine before a run: options set it as instructions would. */
#ifndef SFP_SETUP_H
#define SFP_SETUP_H

#include "isa/init_state.h"
#include "model.h"

/* The settings given. Other settings keep their values. */
struct sfp_setup {
    enum sfp_init init;
    bool has_fp32, fp32;
    bool has_srcb, has_dst_base, has_prng_seed;
    uint8_t srcb; /* data format code of sfpu-dst(7), Format 0 */
    bool addr_mod_base;
    bool dst_16bit_view, dst_is_input, skips;
    enum sfp_gathering gathering; /* AS_LEFT: not given */
    uint16_t dst_base;
    uint32_t prng_seed;
    uint32_t addr_mods; /* set of address modifiers given: bit i for addr_mod_incr[i] */
    int16_t addr_mod_incr[SFP_ADDR_MODS];
    uint32_t mop_cfgs; /* set of MOP configuration words given: bit i for mop_cfg[i] */
    uint32_t mop_cfg[SFP_MOP_CFGS];
};

/* Adds a setting by the name and value of an option of sfpsim-machine(7), without its dashes. Settings without a
 * value ignore `value`. Returns false with a message in *error, which the caller frees. */
bool sfp_setup_set(struct sfp_setup *setup, const char *name, const char *value, char **error);

/* Brings a machine from reset to the state in which the vendor's runtime calls a kernel (sfpsim-machine(7), The
 * machine at the start), or leaves the machine at reset. */
void sfp_setup_init(struct sfp_machine *m, enum sfp_init init);

/* Applies the settings given. Returns false with a message in *error, which the caller frees, if the arch lacks a
 * setting. */
bool sfp_setup_apply(struct sfp_machine *m, const struct sfp_setup *setup, char **error);

/* Finds a data format by name ("bf16") or code ("5"). Returns false for an unknown one. */
bool sfp_data_format_parse(const char *name, uint8_t *code);

#endif
