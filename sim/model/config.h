/*
 * Configuration registers that the vector unit, its addressing and ZEROACC read (sfpu-frontend(7), Fields): their place
 * in each arch, as data.
 */
#ifndef SFP_CONFIG_H
#define SFP_CONFIG_H

#include "thread_state.h"

enum sfp_config_space { SFP_SPACE_NONE, SFP_SPACE_THREAD, SFP_SPACE_CONFIG };

/* The place of one bit field, in ThreadConfig or Config. space = NONE: the arch lacks the field. */
struct sfp_config_place {
    uint8_t space; /* enum sfp_config_space */
    uint8_t index;
    uint8_t lsb, width;
    uint8_t step;  /* distance between entries of a family; 0: no family */
};

enum sfp_config_field {
#define CONFIG_FIELD(id, ...) SFP_CFG_##id,
#include "config.def"
#undef CONFIG_FIELD
    SFP_CONFIG_FIELDS,
};

const char *sfp_config_name(enum sfp_config_field field);

/* Returns whether only the matrix unit reads a field. */
bool sfp_config_of_matrix(enum sfp_config_field field);

/* Returns the place of a field. `entry` is 0..7 for a family (ADDR_MOD_*), and 0 otherwise. */
struct sfp_config_place sfp_config_place(enum sfp_arch arch, enum sfp_config_field field, unsigned entry);

/* Reads a field of the current bank. Returns 0 if the arch lacks the field. */
uint32_t sfp_config_get(const struct sfp_state *s, enum sfp_config_field field, unsigned entry);

/* Writes a field of the current bank, without a refresh. Returns false if the arch lacks the field. */
bool sfp_config_set(struct sfp_state *s, enum sfp_config_field field, unsigned entry, uint32_t value);

/* Sizes and special words per arch (sfpu-frontend(7), Spaces). */
const struct sfp_config_shape *sfp_config_shape(enum sfp_arch arch);

/* Returns the number of the Config bank that instructions use now. */
unsigned sfp_config_bank(const struct sfp_state *s);

/*
 * Stores one whole word as WRCFG does, with its side effects (single-copy words, PRNG seed, STATE_RESET), and
 * refreshes. `word` must be below the arch's size.
 */
void sfp_config_write(struct sfp_state *s, unsigned word, uint32_t value);

/* Stores one whole word like sfp_config_write(), but into `bank`, as a store of a core does. */
void sfp_config_write_bank(struct sfp_state *s, unsigned bank, unsigned word, uint32_t value);

/* Stores only the bits of `mask`, as RMWCIB does. A partial write seeds the generators, but does not trigger
 * STATE_RESET. */
void sfp_config_merge(struct sfp_state *s, unsigned word, uint32_t mask, uint32_t value);

/* Stores one ThreadConfig entry as SETC16 does, and refreshes. */
void sfp_thread_config_write(struct sfp_state *s, unsigned index, uint16_t value);

#endif
