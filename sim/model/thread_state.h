/*
 * The architectural state of one Tensix thread and the vector unit it drives
 * (sfpu-semantics(7), sfpu-dst(7), sfpu-frontend(7)): plain data, no time.
 */
#ifndef SFP_THREAD_STATE_H
#define SFP_THREAD_STATE_H

#include "isa/modes.h"
#include "isa/vector_unit.h"

enum {
    SFP_DST_ROWS = 1024,     /* rows of 16-bit cells */
    SFP_DST_COLUMNS = 16,
    SFP_STACK_COUNTER = 16,  /* the size counter has four bits and wraps */
    SFP_MOP_CFGS = 9,
    SFP_CONFIG_BANKS = 2,
    SFP_CONFIG_WORDS = 224,  /* Wormhole uses the first 188 */
    SFP_THREAD_CONFIGS = 68, /* Wormhole uses the first 57 */
    SFP_GPRS = 64,
    SFP_SEMAPHORES = 8,
    SFP_ADDR_MODS = 8,
    SFP_ADDR_MOD_BASE = 4,   /* what the base bit adds to fields of two bits */
    SFP_SRC_MASK = 0x3F,      /* SrcA and SrcB counters */
};

/* Bits of a Dst address, and how far the low half of a 32-bit cell lies from the high one (sfpu-dst(7), Addresses and
 * Storage). */
enum {
    SFP_DST_ROW_GROUP = 0x3FC, /* select four rows */
    SFP_DST_ODD_COLUMNS = 2,   /* selects the odd columns */
    SFP_LOW_HALF_ROWS = 8,
};

/* Read-write counters (sfpu-dst(7), Counters). */
struct sfp_rwc {
    uint16_t dst, dst_cr, sp;
    uint8_t srca, srca_cr, srcb, srcb_cr;
    uint8_t fidelity;
    uint8_t extra_addr_mod;
};

struct sfp_semaphore {
    uint8_t value, max;
};

/* One address modifier, decoded from ThreadConfig. */
struct sfp_addr_mod {
    uint16_t dst_incr;
    uint8_t srca_incr, srcb_incr, bias_incr, fidelity_incr;
    bool dst_cr, dst_clear, dst_c_to_cr;
    bool srca_cr, srca_clear, srcb_cr, srcb_clear;
    bool bias_clear, fidelity_clear;
    bool dst_only; /* it is known, and steps Dst by dst_incr and does nothing else to a load or store */
};

/*
 * What follows from the configuration and is read by every instruction. Kept
 * beside the state so that the hot path does not decode configuration words;
 * sfp_state_refresh() makes it anew after the state was changed from outside.
 */
struct sfp_derived {
    uint32_t enabled;          /* sfpu-semantics(7), Lanes, bit l = lane l */
    uint32_t unmasked;         /* bit l: ROW_MASK leaves lane l alive */
    uint32_t any_lane_config;  /* OR and AND of LaneConfig over all lanes */
    uint32_t all_lane_config;
    struct sfp_addr_mod addr_mod[SFP_ADDR_MODS];
    uint16_t math_offset;
    uint16_t dest_base, sp_base, stack_incr;
    uint8_t srcb_mode;       /* what FMT_SRCB stands for: 1, 2 or 3 (sfpu-dst(7), Format 0) */
    bool has_sp;             /* the arch has a stack */
    uint8_t addr_mod_mask, addr_mod_first; /* what of an AddrMod field counts, and what the base adds */
    bool remap, swizzle;     /* Blackhole Dst address functions (sfpu-dst(7), Storage) */
    bool rows_in_place;      /* neither these nor the 16-bit view are on: a 16-bit row is the physical one */
    bool all_rows_valid;
    uint16_t macros_differ; /* bit i: SFPCONFIG's destination i, of LoadMacroConfig, differs between lanes */
};

/*
 * Lanes are the fast index everywhere. Flags are packed, bit l = lane l; the two kinds are not side by side, lest
 * compilers load at once what was stored in two parts, which processors wait for.
 */
struct sfp_state {
    _Alignas(64) uint32_t lreg[SFP_LREGS][SFP_LANES];
    _Alignas(64) uint32_t prng[SFP_LANES];
    _Alignas(64) uint32_t lane_config[SFP_LANES];
    _Alignas(64) uint32_t macro_template[SFP_TEMPLATES][SFP_LANES];
    _Alignas(64) uint32_t macro_sequence[SFP_SEQUENCES][SFP_LANES];
    _Alignas(64) uint32_t macro_misc[SFP_LANES];
    _Alignas(64) uint16_t dst[SFP_DST_ROWS][SFP_DST_COLUMNS];
    uint8_t dst_valid[SFP_DST_ROWS];

    /* LaneFlags and UseLaneFlagsForLaneEnable: side by side, as they are mostly stored together. */
    uint32_t flags, use_flags;
    struct {
        uint32_t flags[SFP_STACK_DEPTH], use_flags[SFP_STACK_DEPTH];
    } stack;
    uint8_t stack_size; /* 0..15; the top is entry (size - 1) & 7 */
    uint32_t shft2_latch[SFP_ROWS]; /* Wormhole SFPSHFT2 mode 4: what lane 0 of each row receives */
    bool shft2_latched;             /* a rotation has put it there */

    struct sfp_rwc rwc;
    uint32_t config[SFP_CONFIG_BANKS][SFP_CONFIG_WORDS];
    uint16_t thread_config[SFP_THREAD_CONFIGS];
    uint32_t gpr[SFP_GPRS];
    struct sfp_semaphore semaphore[SFP_SEMAPHORES];
    uint32_t mutexes;      /* bit i: mutex i is held by this thread */
    bool srcb_written;     /* ALU_FORMAT_SPEC_REG1_SrcB was ever written */
    uint8_t addr_mods_known; /* bit i: address modifier i was ever set, or reported as never set */
    /* RISCV_DEBUG_REG_DBG_FEATURE_DISABLE bit 11, which no instruction writes: a 16-bit access reaches the high half of
     * the 32-bit cell of that row and column (sfpu-dst(7), 16-bit view). */
    bool dst_16bit_view;
    bool dst_is_input, skips; /* what sfpsim-machine(7) has options for: --dst-is-input, --skip-fpu */
    uint64_t copied, skipped; /* words taken so */
    struct {
        uint32_t word, index; /* the first ELWADD taken for a copy that adds two sources; 0: none */
    } sum;

    uint32_t replay[SFP_REPLAY_SLOTS];
    uint32_t replay_recorded; /* bit i: slot i was ever recorded */
    struct {
        uint32_t number;  /* of the recording that the slot is from; 0: not known */
        uint32_t slots;   /* all slots of that recording, a mask */
    } replay_origin[SFP_REPLAY_SLOTS];
    uint32_t replay_base; /* recordings of this run have numbers above it: 1 and the index of their REPLAY are added */
    uint32_t mop_cfg[SFP_MOP_CFGS];
    uint32_t mop_cfg_set; /* bit i: word i was ever set */
    uint32_t mop_mask_hi; /* MOP_CFG, bits 31:16 of the mask */

    enum sfp_arch arch, kernels; /* whose arithmetic it has: include/arch.def */
    struct sfp_derived derived;
};

/* Power-on state: sfpu-semantics(7), Registers and Flags. */
void sfp_state_reset(struct sfp_state *s, enum sfp_arch arch);

/* Makes all of `derived` anew. */
void sfp_state_refresh(struct sfp_state *s);

/* Parts of it: after flags or LaneConfig changed; after SFPCONFIG's destination `target` of LoadMacroConfig; after
 * Config, ThreadConfig or the bank. */
void sfp_state_refresh_lanes(struct sfp_state *s);
void sfp_state_refresh_macro(struct sfp_state *s, unsigned target);
void sfp_state_refresh_config(struct sfp_state *s);

/* The lanes of SFPCONFIG's destination `target` (include/config.def), or NULL of what is an LReg, or not there. */
const uint32_t *sfp_config_lanes(const struct sfp_state *s, unsigned target);

/* Bit l = lane l to full-width masks and back. */
void sfp_mask_expand(uint32_t bits, uint32_t lanes[SFP_LANES]);
uint32_t sfp_mask_pack(const uint32_t lanes[SFP_LANES]);

/* One step of a lane's random number generator (sfpu-semantics(7), Random numbers). */
static inline uint32_t sfp_prng_step(uint32_t s)
{
    return s >> 1 | (uint32_t)!__builtin_parity(s & 0x80200003u) << 31;
}

/* What a write of `seed` to PRNG_SEED leaves in all lanes. */
void sfp_prng_seed(struct sfp_state *s, uint32_t seed);

/* Physical row of a Dst16b row, and of the high half of a Dst32b row, whose low half is SFP_LOW_HALF_ROWS on (sfpu-dst(7),
 * Storage). Under the 16-bit view the two are one. */
unsigned sfp_dst_row16(const struct sfp_state *s, unsigned row);
unsigned sfp_dst_row32(const struct sfp_state *s, unsigned row);

#endif
