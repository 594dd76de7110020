/*
 * The modes of instructions, from include/modes.def: constants, and lookups for all folders.
 *
 * A mode is a value 0..15 of the instruction's Mod0 or Mod1 field, or 0 for an instruction without modes. Instructions
 * outside the vector unit have no rows: their modes are unknown.
 */
#ifndef SFP_MODES_H
#define SFP_MODES_H

#include "vector_unit.h"

/* SFP_MODE_<instruction>_<name>: a mode's value, or an option's bit. */
enum {
#define MODE(id, arch, value, name, ...) SFP_MODE_##id##_##name = (value),
#define PART(id, bit, name, ...) SFP_MODE_##id##_##name = (bit),
#include "modes.def"
};

/* Mod0 of SFPLOAD, SFPSTORE and SFPLOADMACRO. */
enum sfp_mod0 {
#define FORMAT(arch, value, name, ...) SFP_FMT_##name = (value),
#include "modes.def"
};

/* How a format uses cells: include/modes.def. */
enum sfp_width { SFP_WIDTH_NARROW, SFP_WIDTH_WIDE, SFP_WIDTH_HALF, SFP_WIDTH_KEPT, SFP_WIDTH_RAW };

/* Sets of formats, bit i for Mod0 = i. WIDE loads and stores use 32-bit cells. HALF loads take halves of such cells
 * on purpose. RAW stores write raw words, for loads by halves (sfpu-dst(7), Stores). KEPT loads keep the register's
 * other half. An arch's variants of a format have the same widths. */
enum {
#define FORMAT(arch, value, name, loads, stores, ...) | (SFP_WIDTH_##loads == SFP_WIDTH_WIDE) << (value)
    SFP_WIDE_LOADS = 0
#include "modes.def"
    ,
#define FORMAT(arch, value, name, loads, stores, ...) | (SFP_WIDTH_##stores == SFP_WIDTH_RAW) << (value)
    SFP_RAW_STORES = 0
#include "modes.def"
    ,
#define FORMAT(arch, value, name, loads, stores, ...) \
    | (SFP_WIDTH_##stores == SFP_WIDTH_WIDE || SFP_WIDTH_##stores == SFP_WIDTH_RAW) << (value)
    SFP_WIDE_STORES = 0
#include "modes.def"
    ,
#define FORMAT(arch, value, name, loads, stores, ...) \
    | (SFP_WIDTH_##loads == SFP_WIDTH_HALF || SFP_WIDTH_##loads == SFP_WIDTH_KEPT) << (value)
    SFP_HALF_LOADS = 0
#include "modes.def"
    ,
#define FORMAT(arch, value, name, loads, stores, ...) | (SFP_WIDTH_##loads == SFP_WIDTH_KEPT) << (value)
    SFP_KEPT_LOADS = 0
#include "modes.def"
};

/* The hardware's interpretation of the immediate. */
enum sfp_imm {
    SFP_IMM_INTEGER, SFP_IMM_UNREAD, SFP_IMM_BF16, SFP_IMM_FP16, SFP_IMM_SHORT /* signed */,
    SFP_IMM_UPPER, SFP_IMM_LOWER, /* halves of a 32-bit word */
};

/* GNU as's range of an immediate. */
enum sfp_range { SFP_RANGE_NONE /* GNU as refuses the mode */, SFP_RANGE_ZERO, SFP_RANGE_SIGNED, SFP_RANGE_UNSIGNED };

struct sfp_mode {
    bool known;             /* modes.def has a row */
    uint8_t alias;          /* mode as which an undocumented mode executes, plus 1; or 0 */
    uint8_t imm, gnu;       /* kind of immediate, an enum sfp_imm; range in GNU as, an enum sfp_range */
    uint32_t reads, writes; /* sets of resources used in addition to the instruction's row: bit r for enum
                             * sfp_resource r */
    const char *name;       /* name of the mode, as in SFP_MODE_<instruction>_<name> */
    const char *phrase;     /* description in a phrase, or NULL */
};

/* Returns the row of this mode on `arch`. For an unknown mode, which is reserved, returns a row with `known` false
 * and empty members. Never returns NULL. */
const struct sfp_mode *sfp_mode_on(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode);

/* Returns the row of this mode on any arch of the instruction's row. Only the phrase differs between the arches. */
const struct sfp_mode *sfp_mode_of(const struct sfp_insn *insn, unsigned mode);

/* Returns the option bits in a mode: bits documented for all modes of the instruction. */
unsigned sfp_mode_options(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode);

/* An option's effect in any mode. */
struct sfp_mode_part {
    const char *insn, *name; /* SFP_MODE_<insn>_<name>; another instruction's if both share the option */
    const char *text;
};

/* Returns the description of an option, one bit, or NULL if the option has no effect. */
const struct sfp_mode_part *sfp_mode_part_of(const struct sfp_insn *insn, unsigned bit);

/* Return the modes of an operand of kind SFP_K_MOD, bit i for mode i: the documented modes, and the modes that GNU
 * as takes. */
unsigned sfp_documented_modes(const struct sfp_insn *insn, const struct sfp_operand *operand);
unsigned sfp_gnu_modes(const struct sfp_insn *insn, const struct sfp_operand *operand);

/* Does GNU as take this mode? */
bool sfp_gnu_takes_mode(const struct sfp_insn *insn, const struct sfp_operand *operand, unsigned mode);

/* Returns the mode's range for operands of kind SFP_K_BY_MODE, or SFP_RANGE_NONE for other instructions. */
enum sfp_range sfp_gnu_range(const struct sfp_insn *insn, unsigned mode);

/* Returns the modes in which the immediate is a floating-point number. */
unsigned sfp_float_modes(const struct sfp_insn *insn);

/* Return the resources that an instruction reads or writes, bit r for enum sfp_resource r. */
uint32_t sfp_resources_read(const struct sfp_insn *insn, unsigned mode, unsigned vd);
uint32_t sfp_resources_written(const struct sfp_insn *insn, unsigned mode, unsigned vd);

/* Returns the resources in a list of uses. */
uint32_t sfp_resources(const struct sfp_use uses[SFP_MAX_USES], unsigned mode, unsigned vd);

/* A target: the configuration that SFPCONFIG writes and SFPMOV reads. */
struct sfp_config_target {
    uint8_t first, count;
    bool read, written;
    bool combines; /* the written value is combined with the old value, as the mode says */
    const char *trace, *text; /* the target's name in the commit log and in annotations */
};

/* Returns the target with this number, or NULL. */
const struct sfp_config_target *sfp_config_target_of(unsigned number);

/* A format of Dst. */
struct sfp_format_mode {
    const char *name;
    const char *loaded, *stored; /* texts for annotations */
};

const struct sfp_format_mode *sfp_format_mode(enum sfp_arch arch, unsigned mode);

/* Returns the format that an arch uses to load `mode`: Blackhole's integer modes convert less (sfpu-dst(7), Loads
 * and Stores). */
static inline unsigned sfp_load_format(enum sfp_arch arch, unsigned mode)
{
    return arch == SFP_BH && mode == SFP_FMT_INT32_SM ? SFP_FMT_INT32 : mode;
}

/* Returns the format that an arch uses to store `mode`. */
static inline unsigned sfp_store_format(enum sfp_arch arch, unsigned mode)
{
    if (arch != SFP_BH)
        return mode;
    return mode == SFP_FMT_INT32_SM ? SFP_FMT_INT32 : mode == SFP_FMT_INT8_COMP ? SFP_FMT_INT8 : mode;
}

/*
 * Returns the operand bits of 23:0 that the hardware ignores in a documented `mode`: unused registers and immediates.
 * Bits that must be 0 are not included.
 */
uint32_t sfp_ignored_bits(const struct sfp_insn *insn, unsigned mode);

/* Does the instruction in this mode only write VD, or do nothing if VD cannot be written? Then VD L8..L11 makes it
 * do nothing (sfpu-semantics(7), Write guards). */
bool sfp_only_writes_vd(const struct sfp_insn *insn, unsigned mode);

/* ---- Uses: the reads and writes of instructions, as masks ----
 * Bit r is LReg r; other bits follow below. The LRegs that operands name are kept apart, for callers that know the
 * operands. */

enum {
    SFP_USES_LREGS = 0x1FFFF,
    SFP_USES_FLAGS = 1 << 20,
    SFP_USES_STACK = 1 << 21,
    SFP_USES_PRNG = 1 << 22,
    SFP_USES_DST = 1 << 23,
    SFP_USES_RWC = 1 << 24,
    SFP_USES_CONFIG = 1 << 25,
    SFP_USES_LANE_CONFIG = 1 << 26,
    SFP_USES_MACRO_CONFIG = 1 << 27,
    SFP_USES_LATCH = 1 << 28,
};

/* Bits for operands that name LRegs, for sfp_uses.names. */
enum {
    SFP_NAMES_VA = 1 << 0,
    SFP_NAMES_VB = 1 << 1,
    SFP_NAMES_VC = 1 << 2,
    SFP_NAMES_VD = 1 << 3,
    SFP_NAMES_B = 1 << 4,
};

/* The uses that the mode determines: a mask, and the operands whose LRegs join it. */
struct sfp_uses {
    uint32_t mask;
    uint8_t names;
};

/* Translates resources, from sfp_resources_read() and similar functions, to uses. */
struct sfp_uses sfp_uses_of(uint32_t resources);

/* Returns the LRegs and other state that an instruction of this row can write, as a mask. Constant LRegs can be
 * named, but not written. */
uint32_t sfp_writable(const struct sfp_insn *insn);

#endif
