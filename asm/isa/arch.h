/* The arches, from include/arch.def. */
#ifndef SFP_ARCH_H
#define SFP_ARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The arches' indices in table columns. */
enum {
#define ARCH(id, ...) SFP_NTH_##id,
#include "arch.def"
#undef ARCH
    SFP_ARCHES,
};

/* Bits of an arch mask: a row may serve both arches. */
enum sfp_arch {
#define ARCH(id, ...) SFP_##id = 1 << SFP_NTH_##id,
#include "arch.def"
#undef ARCH
    SFP_BOTH = SFP_WH | SFP_BH,
};

struct sfp_config_shape {
    unsigned words, single_from;    /* number of Config words; words from `single_from` on exist once */
    unsigned thread_words;
    unsigned prng_seed, state_reset;
    unsigned flop_base, flop_count; /* first word and size of the REG2FLOP window; 0 without a window */
    unsigned scratch;               /* word of SCRATCH_SEC0_val; 0 without SCRATCH_SEC0_val */
    unsigned thread_stride;         /* distance between two ThreadConfig entries in bytes, for a core's accesses */
    bool dual;                      /* cores also see a third copy of Config, whose stores go to both banks */
};

/* STALLWAIT's conditions, as masks. */
struct sfp_stallwait {
    unsigned bits;  /* number of conditions */
    uint32_t empty; /* the meaning of an empty mask */
    uint32_t source_valid, fpu, sfpu, config;
};

struct sfp_arch_facts {
    const char *name, *alias, *title; /* names such as "wormhole", "wh", "Wormhole" */
    const char *macro;                /* the macro that the vendor's headers expect */
    enum sfp_arch rows, kernels;
    struct sfp_stallwait stallwait;
    struct sfp_config_shape config;
    uint32_t mutexes;
    uint8_t addr_mod_bits;
    bool addr_mod_bias, has_sp, mop_counts, zeroacc_packed, zeroacc_half, moves_by_dst, loads_by_start, fence_is_nop;
    bool gathers;
    bool semwait_replaces, implied_formats, moves_drop_bits, cancel_error;
};

extern const struct sfp_arch_facts sfp_arches[SFP_ARCHES];

/* Returns an arch's index in table columns. */
static inline unsigned sfp_nth(enum sfp_arch arch)
{
    return (unsigned)__builtin_ctz((unsigned)arch);
}

static inline const struct sfp_arch_facts *sfp_arch_facts(enum sfp_arch arch)
{
    return &sfp_arches[sfp_nth(arch)];
}

/* Does a row for the arches `archs` serve `arch`? */
static inline bool sfp_row_is_of(unsigned archs, enum sfp_arch arch)
{
    return archs & sfp_arch_facts(arch)->rows;
}

/* Returns the first arch of a mask. */
static inline enum sfp_arch sfp_first_arch(unsigned archs)
{
    return (enum sfp_arch)(archs & -archs);
}

const char *sfp_arch_name(enum sfp_arch arch); /* returns "wormhole" or "blackhole" */

/* Writes "wormhole (wh) or blackhole (bh)", for errors: the names that sfp_arch_parse() takes. */
#define SFP_ARCH_NAMES_SIZE 200
const char *sfp_arch_names(char text[static SFP_ARCH_NAMES_SIZE]);

/* Is the number exactly one arch, rather than a set of arches or 0? */
bool sfp_is_arch(int arch);

/* Parses "wormhole", "wh", "blackhole" or "bh". Returns false for other names. */
bool sfp_arch_parse(const char *name, enum sfp_arch *arch);

/*
 * Finds the arch that a RISC-V ISA string names by an extension, such as rv32im_xtttensixwh1p0. Returns false if it
 * names no arch; *other is then the name of a vector unit that this project does not have, or NULL. `isa` needs no
 * final NUL.
 */
bool sfp_arch_of_isa(const char *isa, size_t length, enum sfp_arch *arch, const char **other);

/* Returns the arch's extension, such as "xtttensixwh", or NULL. */
const char *sfp_arch_extension(enum sfp_arch arch);

#endif
