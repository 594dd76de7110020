/*
 * What the numbers of registers, targets and mode bits mean to the vector unit: the model obeys them, and annotations
 * say them in words.
 */
#ifndef SFP_VECTOR_UNIT_H
#define SFP_VECTOR_UNIT_H

#include "isa.h"

enum {
    SFP_ROWS = 4, /* lane rows; lane l sits in row l >> 3, column l & 7 */
    SFP_COLUMNS = 8,
    SFP_STACK_DEPTH = 8, /* of the flag stack */
    SFP_TEMPLATES = 4,
    SFP_SEQUENCES = 4,
    SFP_REPLAY_SLOTS = 32,
    SFP_COUNTER_MASK = 0x3FF, /* Dst, Dst_Cr, Sp and Dst addresses wrap at ten bits (sfpu-dst(7), Addresses) */
};

/* Flags of SETRWC and INCRWC, in units of their fields (sfpu-dst(7), Counters). */
enum {
    SFP_RWC_CR_SRCA = 1 << 0,
    SFP_RWC_CR_SRCB = 1 << 1,
    SFP_RWC_CR_DST = 1 << 2,
    SFP_RWC_CR_DST_C_TO_CR = 1 << 3,
    SFP_RWC_SET_SRCA = 1 << 0,
    SFP_RWC_SET_SRCB = 1 << 1,
    SFP_RWC_SET_DST = 1 << 2,
    SFP_RWC_SET_FIDELITY = 1 << 3,
    SFP_RWC_SET_SP = 1 << 4,
};

/* REPLAY keeps five bits of its length, so that 0 means 32 (sfpu-frontend(7), REPLAY). */
static inline unsigned sfp_replay_length(uint32_t field)
{
    return (field - 1) % SFP_REPLAY_SLOTS + 1;
}

/* What a REPLAY says. */
struct sfp_replay {
    bool records;    /* it records the next `length` words; if not, it plays the slots */
    bool executes;   /* the words that it records are executed, too */
    unsigned first;  /* slot */
    unsigned length; /* in words; 0: the word is no REPLAY */
};

/* The word's REPLAY. `insn` is the word's row, or NULL. */
struct sfp_replay sfp_replay_of(const struct sfp_insn *insn, uint32_t word);

/* The slot of word `n` of those that a REPLAY records or plays. */
static inline unsigned sfp_replay_slot(const struct sfp_replay *replay, unsigned n)
{
    return (replay->first + n) % SFP_REPLAY_SLOTS;
}

/* LRegs that are more than a place for a result (sfpu-semantics(7), Registers). */
enum {
    SFP_LREG_NAMING = 7,             /* its value names the LReg that L[L7] is */
    SFP_FIRST_CONSTANT_LREG = 8,     /* from here to L15 no ordinary result is written */
    SFP_LREG_0_8373 = 8,
    SFP_LREG_ZERO = 9,
    SFP_LREG_ONE = 10,
    SFP_LREG_MINUS_ONE = 11,         /* by its default, and in every kernel that the vendor's runtime calls */
    SFP_FIRST_PROGRAMMABLE_LREG = 11, /* SFPCONFIG writes these */
    SFP_LAST_PROGRAMMABLE_LREG = 14,
    SFP_PROGRAMMABLE_LREGS = SFP_LAST_PROGRAMMABLE_LREG - SFP_FIRST_PROGRAMMABLE_LREG + 1,
    SFP_LREG_LANE_ID = 15,
};

enum { SFP_BITS_0_8373 = 0x3F56594B, SFP_BITS_ONE = 0x3F800000 }; /* what L8 and L10 hold */

/* What L11..L14 hold at reset, and receive from SFPCONFIG with an immediate. */
extern const uint32_t sfp_lreg_defaults[SFP_PROGRAMMABLE_LREGS];

/* What SFPCONFIG writes by its VD, and SFPMOV reads by its VC if the mode says so (sfpu-semantics(7), SFPCONFIG and
 * SFPMOV): the first of each kind. */
enum {
#define TARGET(first, count, name, ...) SFP_TARGET_##name = (first),
#include "modes.def"
};

static inline bool sfp_is_programmable(unsigned reg)
{
    return reg >= SFP_FIRST_PROGRAMMABLE_LREG && reg <= SFP_LAST_PROGRAMMABLE_LREG;
}

/* LaneConfig bits (sfpu-semantics(7), LaneConfig): masks by the names of lane_config.def, and all of them. */
enum {
#define LANE_CONFIG(id, name, lsb, width, effect) \
    SFP_LC_##id = ((1u << (width)) - 1) << (lsb), \
    SFP_LC_##id##_LSB = (lsb),
#define LANE_CONFIG_UNNAMED(id, lsb, width, effect) SFP_LC_##id = ((1u << (width)) - 1) << (lsb),
#include "lane_config.def"
#define LANE_CONFIG(id, ...) | SFP_LC_##id
#define LANE_CONFIG_UNNAMED(id, ...) | SFP_LC_##id
    SFP_LC_BITS = 0
#include "lane_config.def"
};

/* How SFPCONFIG brings its value into Misc and LaneConfig (sfpu-semantics(7), SFPCONFIG). */
enum sfp_combine { SFP_COMBINE_REPLACE, SFP_COMBINE_OR, SFP_COMBINE_AND, SFP_COMBINE_XOR, SFP_COMBINES };

static inline enum sfp_combine sfp_config_combine(unsigned mod)
{
    return (enum sfp_combine)(mod >> 1 & (SFP_COMBINES - 1));
}

/* ---- What single modes do with values (sfpu-semantics(7)): the model executes it, and whatever follows values
 * otherwise asks here ---- */

/* The low 12 bits of an immediate as a signed number: what SFPIADD adds, and shifts shift by. */
static inline int32_t sfp_signed_12(uint32_t imm)
{
    enum { SIGN = 1 << 11, BITS = (1 << 12) - 1 };

    return (int32_t)((imm & BITS) ^ SIGN) - SIGN;
}

/* What SFPLOADI makes of VD: these bits, and of the old ones those of a mask. */
struct sfp_loaded {
    uint32_t bits, kept;
};

/* False: the mode is not documented. */
bool sfp_loadi(unsigned mode, uint32_t imm, struct sfp_loaded *loaded);

/* Bit l for lane l: the lanes in which VD of SFPSWAP receives the smaller value. Mode 0 does not compare; modes from 9
 * on give VD the larger value everywhere. */
uint32_t sfp_swap_minimum(unsigned mode);

/* The functions that SFPPUSHC and SFPPOPC share, of flags as bits: modes up to SFP_MODE_SFPPOPC_A_XNOR_B. For SFPPUSHC
 * A is the top of the stack and B the flags; for SFPPOPC the other way round. */
uint64_t sfp_flags_combined(unsigned mode, uint64_t a, uint64_t b);

/* Does the instruction of the vector unit move values from lane to lane, or from LReg to LReg by lane rows? */
bool sfp_crosses_lanes(const struct sfp_insn *insn, unsigned mode);

/* ---- SFPLOADMACRO's configuration, and what becomes of a template that it schedules (sfpu-timing(7), Sequences and
 * Field overrides): the simulator takes it apart, and schedules are put together of it ---- */

/* LoadMacroConfig.Misc. */
enum {
    SFP_MISC_BITS = 0xFFF,
    SFP_MISC_STORE_MOD0 = 0xF,       /* the format of stores, but of those macros that use their load's */
    SFP_MISC_USES_LOAD_MOD0_LSB = 4, /* bit 4 + i: macro i does */
    SFP_MISC_DELAY_KIND_LSB = 8,     /* bit 8 + i: delays count instructions, on the sub-unit of byte i */
    SFP_MISC_DELAY_KINDS = 0xF << SFP_MISC_DELAY_KIND_LSB, /* of all four */
};

/* What a byte of a sequence selects; from TEMPLATE on, templates 0 to 3. */
enum sfp_selector {
    SFP_SELECT_NONE, SFP_SELECT_UNDEFINED, SFP_SELECT_NOP, SFP_SELECT_STORE, SFP_SELECT_TEMPLATE,
};

/* One byte of a sequence: what its sub-unit does. */
struct sfp_sequence_slot {
    bool to_vb;       /* the loaded register goes to VB, else VC; a store keeps the template's VD */
    bool to_staging;  /* the result goes to L16; a store reads it */
    uint8_t delay;    /* 0..SFP_SEQUENCE_DELAYS - 1, to which one cycle is added */
    uint8_t selector; /* enum sfp_selector, or a template above it */
};

enum { SFP_SEQUENCE_DELAYS = 8 };

/* The slot of `unit`, one from SFP_UNIT_SIMPLE to SFP_UNIT_STORE, in a sequence; and its bits in one. */
struct sfp_sequence_slot sfp_sequence_get(uint32_t sequence, enum sfp_unit unit);
uint32_t sfp_sequence_put(struct sfp_sequence_slot slot, enum sfp_unit unit);

/* Can a macro schedule the instruction on this sub-unit? SFPNOP counts as the load unit's when issued, but a macro may
 * put it on any arithmetic sub-unit. */
bool sfp_macro_reaches(const struct sfp_insn *insn, enum sfp_unit unit);

/* The fields of a template that VB and VC are taken from, where the loaded register does not take their place. */
struct sfp_template_sources {
    enum sfp_field vb, vc; /* SFP_F_VD where the instruction has no field of that name */
};

struct sfp_template_sources sfp_template_sources(const struct sfp_insn *insn, unsigned mode);

/* The two sources that may change places, as the instruction's row says, in this mode and with this VA. VA_VB, VB_VC or
 * NONE: an exchange that leaves the result in VD as it is. */
enum sfp_exchange sfp_exchange_of(const struct sfp_insn *insn, unsigned mode, unsigned va);

/* May VC and VD change what they hold before the instruction, of which each receives a result? */
bool sfp_exchanges_vc_vd(const struct sfp_insn *insn, unsigned mode);

#endif
