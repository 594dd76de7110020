/* The arches as include/arch.def has them. */
#ifndef SFP_ARCH_H
#define SFP_ARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Their places in columns of tables. */
enum {
#define ARCH(id, ...) SFP_NTH_##id,
#include "arch.def"
#undef ARCH
    SFP_ARCHES,
};

/* Bits of an arch mask: a row may serve both. */
enum sfp_arch {
#define ARCH(id, ...) SFP_##id = 1 << SFP_NTH_##id,
#include "arch.def"
#undef ARCH
    SFP_BOTH = SFP_WH | SFP_BH,
};

struct sfp_config_shape {
    unsigned words, single_from;    /* Config words; those from `single_from` exist once */
    unsigned thread_words;
    unsigned prng_seed, state_reset;
    unsigned flop_base, flop_count; /* REG2FLOP window, 0 where there is none */
    unsigned scratch;               /* SCRATCH_SEC0_val, 0 where there is none */
    unsigned thread_stride;         /* as a core sees them: bytes from one ThreadConfig entry to the next, */
    bool dual;                      /* and a third copy of Config, whose stores go to both banks */
};

/* STALLWAIT's conditions, as masks. */
struct sfp_stallwait {
    unsigned bits;  /* how many there are */
    uint32_t empty; /* what an empty mask means */
    uint32_t source_valid, fpu, sfpu, config;
};

struct sfp_arch_facts {
    const char *name, *alias, *title; /* "wormhole", "wh", "Wormhole" */
    const char *macro;                /* what the vendor's headers want defined */
    enum sfp_arch rows, kernels;
    struct sfp_stallwait stallwait;
    struct sfp_config_shape config;
    uint32_t mutexes;
    uint8_t addr_mod_bits;
    bool addr_mod_bias, has_sp, mop_counts, zeroacc_packed, zeroacc_half, moves_by_dst, loads_by_start, fence_is_nop;
};

extern const struct sfp_arch_facts sfp_arches[SFP_ARCHES];

/* The place of one arch in columns. */
static inline unsigned sfp_nth(enum sfp_arch arch)
{
    return (unsigned)__builtin_ctz((unsigned)arch);
}

static inline const struct sfp_arch_facts *sfp_arch_facts(enum sfp_arch arch)
{
    return &sfp_arches[sfp_nth(arch)];
}

/* Is this row, for the arches of the mask `archs`, one of `arch`? */
static inline bool sfp_row_is_of(unsigned archs, enum sfp_arch arch)
{
    return archs & sfp_arch_facts(arch)->rows;
}

/* The first arch of a mask. */
static inline enum sfp_arch sfp_first_arch(unsigned archs)
{
    return (enum sfp_arch)(archs & -archs);
}

const char *sfp_arch_name(enum sfp_arch arch); /* "wormhole" or "blackhole" */

/* "wormhole (wh) or blackhole (bh)", for errors: the names that sfp_arch_parse() takes. */
#define SFP_ARCH_NAMES_SIZE 200
const char *sfp_arch_names(char text[static SFP_ARCH_NAMES_SIZE]);

/* Is it one of the arches, and not a set of them or nothing? */
bool sfp_is_arch(int arch);

/* "wormhole", "wh", "blackhole", "bh" to an arch; false if it is none of them. */
bool sfp_arch_parse(const char *name, enum sfp_arch *arch);

/*
 * The arch that a RISC-V ISA string names by one of its extensions: rv32im_xtttensixwh1p0. False if it names none, and
 * then *other is NULL, or the name of a vector unit that is neither. `isa` need not end in NUL.
 */
bool sfp_arch_of_isa(const char *isa, size_t length, enum sfp_arch *arch, const char **other);

/* That extension of an arch: "xtttensixwh"; NULL: it has none. */
const char *sfp_arch_extension(enum sfp_arch arch);

#endif
