/*
 * The meaning of register numbers, targets and mode bits in the vector unit: the model executes it, and annotations
 * describe it.
 */
#ifndef SFP_VECTOR_UNIT_H
#define SFP_VECTOR_UNIT_H

#include "isa.h"

enum {
    SFP_ROWS = 4, /* number of rows of lanes; lane l lies in row l >> 3, column l & 7 */
    SFP_COLUMNS = 8,
    SFP_STACK_DEPTH = 8, /* number of entries of the flag stack */
    SFP_TEMPLATES = 4,
    SFP_SEQUENCES = 4,
    SFP_REPLAY_SLOTS = 32,
    SFP_COUNTER_MASK = 0x3FF, /* mask at which Dst, Dst_Cr, Sp and Dst addresses wrap: ten bits (sfpu-dst(7),
                               * Addresses) */
};

/* Flags of SETRWC and INCRWC, as values of their fields (sfpu-dst(7), Counters). */
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

/* Returns a REPLAY's length in words. The field has five bits, so that 0 means 32 (sfpu-frontend(7), REPLAY). */
static inline unsigned sfp_replay_length(uint32_t field)
{
    return (field - 1) % SFP_REPLAY_SLOTS + 1;
}

/* The fields of a REPLAY. */
struct sfp_replay {
    bool records;    /* REPLAY records the next `length` words; if false, REPLAY plays the slots */
    bool executes;   /* REPLAY executes the recorded words as well */
    unsigned first;  /* number of the first slot */
    unsigned length; /* number of words; 0 if the word is no REPLAY */
};

/* Returns a word's REPLAY. `insn` is the word's row, or NULL. */
struct sfp_replay sfp_replay_of(const struct sfp_insn *insn, uint32_t word);

/* Returns the slot for word `n` of a REPLAY. */
static inline unsigned sfp_replay_slot(const struct sfp_replay *replay, unsigned n)
{
    return (replay->first + n) % SFP_REPLAY_SLOTS;
}

/* What SFPENCC does to predication (sfpu-semantics(7), Predication). */
enum sfp_predication { SFP_PREDICATION_KEPT, SFP_PREDICATION_TOGGLED, SFP_PREDICATION_OFF, SFP_PREDICATION_ON };

/* SFPENCC: it sets or clears the flags of all lanes, and then does this to predication. */
struct sfp_encc {
    bool sets_flags;
    enum sfp_predication predication;
};

/* Returns the effect of an SFPENCC. `insn` is the word's row. */
struct sfp_encc sfp_encc_of(const struct sfp_insn *insn, uint32_t word);

/* What a ZEROACC marks (sfpu-dst(7), ZEROACC): the row or the block that its field DST_ADDR gives, half of Dst, or all
 * rows. The counter of Dst is added to the number of a row only. */
enum sfp_zero_mode { SFP_ZERO_ROW, SFP_ZERO_BLOCK, SFP_ZERO_HALF, SFP_ZERO_ALL };

/* Returns the mode of a ZEROACC. `insn` is the word's row. */
enum sfp_zero_mode sfp_zero_mode_of(const struct sfp_insn *insn, uint32_t word);

/* LRegs with a special meaning (sfpu-semantics(7), Registers). */
enum {
    SFP_LREG_NAMING = 7,             /* the value of L7 selects the LReg for L[L7] */
    SFP_FIRST_CONSTANT_LREG = 8,     /* first of the LRegs, up to L15, that ordinary results do not reach */
    SFP_LREG_0_8373 = 8,
    SFP_LREG_ZERO = 9,
    SFP_LREG_ONE = 10,
    SFP_LREG_MINUS_ONE = 11,         /* L11 is -1.0 by default, and in every kernel that the vendor's runtime calls */
    SFP_FIRST_PROGRAMMABLE_LREG = 11, /* first of the LRegs that SFPCONFIG writes */
    SFP_LAST_PROGRAMMABLE_LREG = 14,
    SFP_PROGRAMMABLE_LREGS = SFP_LAST_PROGRAMMABLE_LREG - SFP_FIRST_PROGRAMMABLE_LREG + 1,
    SFP_LREG_LANE_ID = 15,
};

enum { SFP_BITS_0_8373 = 0x3F56594B, SFP_BITS_ONE = 0x3F800000 }; /* the values of L8 and L10 */

/* The values of L11..L14 at reset, and after SFPCONFIG with an immediate. */
extern const uint32_t sfp_lreg_defaults[SFP_PROGRAMMABLE_LREGS];

/* The targets that SFPCONFIG writes by its VD, and that SFPMOV reads by its VC in some modes (sfpu-semantics(7),
 * SFPCONFIG and SFPMOV): the first number of each kind. */
enum {
#define TARGET(first, count, name, ...) SFP_TARGET_##name = (first),
#include "modes.def"
};

static inline bool sfp_is_programmable(unsigned reg)
{
    return reg >= SFP_FIRST_PROGRAMMABLE_LREG && reg <= SFP_LAST_PROGRAMMABLE_LREG;
}

/* Bits of LaneConfig (sfpu-semantics(7), LaneConfig): masks by the names of lane_config.def, and the mask of all
 * bits. */
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

/* How SFPCONFIG combines its value with Misc and LaneConfig (sfpu-semantics(7), SFPCONFIG). */
enum sfp_combine { SFP_COMBINE_REPLACE, SFP_COMBINE_OR, SFP_COMBINE_AND, SFP_COMBINE_XOR, SFP_COMBINES };

static inline enum sfp_combine sfp_config_combine(unsigned mod)
{
    return (enum sfp_combine)(mod >> 1 & (SFP_COMBINES - 1));
}

/* ---- The effect of single modes on values (sfpu-semantics(7)), for the model and other code that follows values
 * ---- */

/* Returns the low 12 bits of an immediate as a signed number, as SFPIADD and shifts use them. */
static inline int32_t sfp_signed_12(uint32_t imm)
{
    enum { SIGN = 1 << 11, BITS = (1 << 12) - 1 };

    return (int32_t)((imm & BITS) ^ SIGN) - SIGN;
}

/* SFPLOADI's effect on VD: VD becomes `bits`, with the old value's bits in `kept`. */
struct sfp_loaded {
    uint32_t bits, kept;
};

/* Computes SFPLOADI's effect. Returns false for an undocumented mode. */
bool sfp_loadi(unsigned mode, uint32_t imm, struct sfp_loaded *loaded);

/* Returns the lanes, bit l for lane l, in which SFPSWAP gives VD the smaller value. Mode 0 does not compare; modes
 * from 9 on give VD the larger value in all lanes. */
uint32_t sfp_swap_minimum(unsigned mode);

/* Combines flags, as bits, by a mode of SFPPUSHC or SFPPOPC up to SFP_MODE_SFPPOPC_A_XNOR_B. For SFPPUSHC `a` is the
 * top of the stack and `b` the flags; for SFPPOPC the other way round. */
uint64_t sfp_flags_combined(unsigned mode, uint64_t a, uint64_t b);

/* Does the vector unit's instruction move values between lanes, or between LRegs by rows of lanes? */
bool sfp_crosses_lanes(const struct sfp_insn *insn, unsigned mode);

/* ---- SFPLOADMACRO's configuration, and changes to a scheduled template (sfpu-timing(7), Sequences and Field
 * overrides), for the simulator and for tables of schedules ---- */

/* LoadMacroConfig.Misc. */
enum {
    SFP_MISC_BITS = 0xFFF,
    SFP_MISC_STORE_MOD0 = 0xF,       /* the format of stores, except in macros that use their load's format */
    SFP_MISC_USES_LOAD_MOD0_LSB = 4, /* bit 4 + i: macro i uses its load's format */
    SFP_MISC_DELAY_KIND_LSB = 8,     /* bit 8 + i: delays count instructions on the sub-unit of byte i */
    SFP_MISC_DELAY_KINDS = 0xF << SFP_MISC_DELAY_KIND_LSB, /* the bits of all four sub-units */
};

/* The instruction that a sequence's byte selects; from TEMPLATE on, templates 0 to 3. */
enum sfp_selector {
    SFP_SELECT_NONE, SFP_SELECT_UNDEFINED, SFP_SELECT_NOP, SFP_SELECT_STORE, SFP_SELECT_TEMPLATE,
};

/* A sequence's byte: what a sub-unit executes. */
struct sfp_sequence_slot {
    bool to_vb;       /* the loaded register replaces VB; if false, VC. A store keeps the template's VD */
    bool to_staging;  /* the result goes to L16; a store reads L16 */
    uint8_t delay;    /* delay of the item, 0..SFP_SEQUENCE_DELAYS - 1; the real delay is one cycle more */
    uint8_t selector; /* kind of instruction, an enum sfp_selector; larger numbers are further templates */
};

enum { SFP_SEQUENCE_DELAYS = 8 };

/* Get and make the byte of `unit`, from SFP_UNIT_SIMPLE to SFP_UNIT_STORE, in a sequence. */
struct sfp_sequence_slot sfp_sequence_get(uint32_t sequence, enum sfp_unit unit);
uint32_t sfp_sequence_put(struct sfp_sequence_slot slot, enum sfp_unit unit);

/* Can a macro schedule the instruction on this sub-unit? An issued SFPNOP counts as the load sub-unit's, but a macro
 * can put it on any arithmetic sub-unit. */
bool sfp_macro_reaches(const struct sfp_insn *insn, enum sfp_unit unit);

/* The fields of a template from which VB and VC come, unless the loaded register replaces them. */
struct sfp_template_sources {
    enum sfp_field vb, vc; /* fields of the sources; SFP_F_VD if the instruction lacks the field */
};

struct sfp_template_sources sfp_template_sources(const struct sfp_insn *insn, unsigned mode);

/* Returns the two sources that can be exchanged in this mode with this VA, by the instruction's row: VA_VB, VB_VC or
 * NONE. The exchange leaves the result in VD unchanged. */
enum sfp_exchange sfp_exchange_of(const struct sfp_insn *insn, unsigned mode, unsigned va);

/* Can VC and VD exchange their values before the instruction, which writes a result to each? */
bool sfp_exchanges_vc_vd(const struct sfp_insn *insn, unsigned mode);

#endif
