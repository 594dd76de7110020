/*
 * The architectural state of the vector unit and of the Tensix thread that drives it (sfpu-semantics(7), sfpu-dst(7),
 * sfpu-frontend(7)): plain data, no time. With several threads (sfpu-threads(7)), the state holds what exists once, and
 * the parts of one thread; struct sfp_machine keeps the parts of the others.
 */
#ifndef SFP_THREAD_STATE_H
#define SFP_THREAD_STATE_H

#include "isa/modes.h"
#include "isa/vector_unit.h"

enum {
    SFP_DST_ROWS = 1024,     /* number of rows of 16-bit cells */
    SFP_DST_COLUMNS = 16,
    SFP_STACK_COUNTER = 16,  /* number of values of the stack's size counter: four bits, which wrap */
    SFP_MOP_CFGS = 9,
    SFP_CONFIG_BANKS = 2,
    SFP_CONFIG_WORDS = 224,  /* number of configuration words; Wormhole uses the first 188 */
    SFP_THREAD_CONFIGS = 68, /* number of ThreadConfig entries; Wormhole uses the first 57 */
    SFP_GPRS = 64,
    SFP_SEMAPHORES = 8,
    SFP_ADDR_MODS = 8,
    SFP_ADDR_MOD_BASE = 4,   /* number that the base bit adds to AddrMod fields of two bits */
    SFP_SRC_MASK = 0x3F,      /* mask of the SrcA and SrcB counters */
};

/* Bits of a Dst address, and the distance from a 32-bit cell's high half to its low half (sfpu-dst(7), Addresses and
 * Storage). */
enum {
    SFP_DST_ROW_GROUP = 0x3FC, /* bits that select four rows */
    SFP_DST_ODD_COLUMNS = 2,   /* bit that selects the odd columns */
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
    bool dst_only; /* the modifier was set, and for loads and stores only steps Dst by dst_incr */
};

/* Values that follow from the configuration as one thread sees it: its ThreadConfig, and its bank of Config. */
struct sfp_own_derived {
    struct sfp_addr_mod addr_mod[SFP_ADDR_MODS];
    uint16_t math_offset;
    uint16_t dest_base, sp_base, stack_incr;
    uint8_t srcb_mode;       /* meaning of FMT_SRCB: 1, 2 or 3 (sfpu-dst(7), Format 0) */
    bool has_sp;             /* the arch has a stack */
    uint8_t addr_mod_mask, addr_mod_first; /* the bits of an AddrMod field that count, and the number that the base
                                            * adds */
    bool remap, swizzle;     /* Blackhole Dst address functions (sfpu-dst(7), Storage) */
    bool rows_in_place;      /* remap, swizzle and the 16-bit view are off: a 16-bit row equals its physical row */
};

/*
 * Values that follow from the configuration and are read by every instruction. They stand beside the state so that the
 * hot path decodes no configuration words. sfp_state_refresh() computes them anew after the state was changed from
 * outside.
 */
struct sfp_derived {
    uint32_t enabled;          /* set of enabled lanes (sfpu-semantics(7), Lanes), bit l = lane l */
    uint32_t unmasked;         /* set of lanes that ROW_MASK leaves alive, bit l = lane l */
    uint32_t any_lane_config;  /* OR and AND of LaneConfig over all lanes */
    uint32_t all_lane_config;
    struct sfp_own_derived own;
    bool all_rows_valid;
    uint16_t macros_differ; /* set of destinations of SFPCONFIG in LoadMacroConfig that differ between lanes: bit i
                             * for destination i */
};

/* The back end's state that every thread has for itself (sfpu-threads(7), Shared and own). */
struct sfp_own_state {
    struct sfp_rwc rwc;
    uint16_t thread_config[SFP_THREAD_CONFIGS];
    uint32_t gpr[SFP_GPRS];
    uint32_t mutexes;        /* bit i: mutex i is held by this thread */
    uint8_t addr_mods_known; /* bit i: address modifier i was ever set, or reported as never set */
};

/* The state of a thread's MOP and REPLAY expanders. */
struct sfp_expander_state {
    uint32_t replay[SFP_REPLAY_SLOTS];
    uint32_t replay_recorded; /* bit i: slot i was ever recorded */
    struct {
        uint32_t number;  /* number of the slot's recording; 0: unknown */
        uint32_t slots;   /* mask of the slots in that recording */
    } replay_origin[SFP_REPLAY_SLOTS];
    uint32_t replay_base; /* base of this run's recording numbers: base + 1 + index of the REPLAY */
    uint32_t mop_cfg[SFP_MOP_CFGS];
    uint32_t mop_cfg_set; /* bit i: word i was ever set */
    uint32_t mop_mask_hi; /* MOP_CFG, bits 31:16 of the mask */
};

/* Whether a core gathers .ttinsn when it starts. AS_LEFT: as its cfg0 has it. */
enum sfp_gathering { SFP_GATHERING_AS_LEFT, SFP_GATHERING_OFF, SFP_GATHERING_ON };

/*
 * Lanes are the fast index everywhere. Flags are packed, bit l = lane l. The stack keeps its two kinds of flags in
 * separate arrays, since processors stall on a load that spans two recent stores.
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

    /* LaneFlags and UseLaneFlagsForLaneEnable: side by side, since they are mostly stored together. */
    uint32_t flags, use_flags;
    struct {
        uint32_t flags[SFP_STACK_DEPTH], use_flags[SFP_STACK_DEPTH];
    } stack;
    uint8_t stack_size; /* value of the size counter, 0..15; the top is entry (size - 1) & 7 */
    uint32_t shft2_latch[SFP_ROWS]; /* Wormhole SFPSHFT2 mode 4: the value that lane 0 of each row receives */
    bool shft2_latched;             /* a rotation has set shft2_latch */

    struct sfp_own_state own; /* of the thread in place */
    uint32_t config[SFP_CONFIG_BANKS][SFP_CONFIG_WORDS];
    struct sfp_semaphore semaphore[SFP_SEMAPHORES];
    bool srcb_written;     /* ALU_FORMAT_SPEC_REG1_SrcB was ever written */
    /* RISCV_DEBUG_REG_DBG_FEATURE_DISABLE bit 11, which no instruction writes: a 16-bit access reaches the high half
     * of the 32-bit cell in its row and column (sfpu-dst(7), 16-bit view). */
    bool dst_16bit_view;
    bool dst_is_input, skips; /* settings by options of sfpsim-machine(7): --dst-is-input, --skip-fpu */
    uint64_t copied, skipped; /* number of words executed under these options */
    struct {
        uint32_t word, index; /* first ELWADD taken for a copy that adds two sources; 0: no such word */
    } sum;
    uint8_t gathering; /* setting of --gathering, an enum sfp_gathering */

    struct sfp_expander_state expanders; /* of the selected thread */

    enum sfp_arch arch, kernels; /* kernels: arch whose arithmetic this one has: include/arch.def */
    struct sfp_derived derived;
};

/* Sets the power-on state: sfpu-semantics(7), Registers and Flags. */
void sfp_state_reset(struct sfp_state *s, enum sfp_arch arch);

/* Computes all of `derived` anew. */
void sfp_state_refresh(struct sfp_state *s);

/* Compute parts of `derived` anew: after flags or LaneConfig changed; after SFPCONFIG's destination `target` of
 * LoadMacroConfig changed; after Config, ThreadConfig or the bank changed. */
void sfp_state_refresh_lanes(struct sfp_state *s);
void sfp_state_refresh_macro(struct sfp_state *s, unsigned target);
void sfp_state_refresh_config(struct sfp_state *s);

/* Returns the lanes of SFPCONFIG's destination `target` (include/config.def), or NULL if that is an LReg or does not
 * exist. */
const uint32_t *sfp_config_lanes(const struct sfp_state *s, unsigned target);

/* Convert bit l = lane l to full-width masks, and back. */
void sfp_mask_expand(uint32_t bits, uint32_t lanes[SFP_LANES]);
uint32_t sfp_mask_pack(const uint32_t lanes[SFP_LANES]);

/* Returns the state of a lane's random number generator after one step (sfpu-semantics(7), Random numbers). */
static inline uint32_t sfp_prng_step(uint32_t s)
{
    return s >> 1 | (uint32_t)!__builtin_parity(s & 0x80200003u) << 31;
}

/* Sets all lanes' generators as a write of `seed` to PRNG_SEED does. */
void sfp_prng_seed(struct sfp_state *s, uint32_t seed);

/* Return the physical row of a Dst16b row; and of a Dst32b row's high half, whose low half is SFP_LOW_HALF_ROWS rows
 * later (sfpu-dst(7), Storage). Under the 16-bit view both are the same. */
unsigned sfp_dst_row16(const struct sfp_state *s, unsigned row);
unsigned sfp_dst_row32(const struct sfp_state *s, unsigned row);

#endif
