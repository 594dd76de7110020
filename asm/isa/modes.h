/*
 * What include/modes.def says of the modes of an instruction: constants, and questions for every layer.
 *
 * A mode is a value 0..15 of the instruction's Mod0 or Mod1 field, or 0 where it has none. Instructions outside the
 * vector unit have no rows: nothing is known of their modes.
 */
#ifndef SFP_MODES_H
#define SFP_MODES_H

#include "vector_unit.h"

/* SFP_MODE_<instruction>_<name>: the value of a mode, or a bit of it. */
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

/* Sets of formats, bit i for Mod0 = i: those that load, and store, 32-bit cells; that take halves of these on purpose;
 * that store raw words, to be loaded by halves (sfpu-dst(7), Stores); that keep the register's other half. Variants for an
 * arch have the same widths. */
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

/* What the hardware takes the immediate for. */
enum sfp_imm {
    SFP_IMM_INTEGER, SFP_IMM_UNREAD, SFP_IMM_BF16, SFP_IMM_FP16, SFP_IMM_SHORT /* signed */,
    SFP_IMM_UPPER, SFP_IMM_LOWER, /* halves of a word */
};

/* The immediates that the peer takes. */
enum sfp_range { SFP_RANGE_NONE /* it refuses the mode */, SFP_RANGE_ZERO, SFP_RANGE_SIGNED, SFP_RANGE_UNSIGNED };

struct sfp_mode {
    bool known;             /* there is a row */
    uint8_t alias;          /* the mode is not documented, and taken for mode alias - 1; 0: no */
    uint8_t imm, gnu;       /* enum sfp_imm, enum sfp_range */
    uint32_t reads, writes; /* bit r for enum sfp_resource r; besides the uses of the instruction's row */
    const char *name;       /* as in SFP_MODE_<instruction>_<name> */
    const char *phrase;     /* or NULL */
};

/* What the hardware does in this mode on `arch`. Never NULL; where that is not known, of a mode that is reserved, a row
 * that is not `known` and says nothing. */
const struct sfp_mode *sfp_mode_on(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode);

/* The same where it does not matter which of the arches that have this row. All but the phrase is the same on them. */
const struct sfp_mode *sfp_mode_of(const struct sfp_insn *insn, unsigned mode);

/* Those bits of a mode that are options: documented beside every mode of the instruction. */
unsigned sfp_mode_options(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode);

/* What an option does beside any mode. */
struct sfp_mode_part {
    const char *insn, *name; /* as in SFP_MODE_<insn>_<name>: another instruction's, if it is as there */
    const char *text;
};

/* Of an option, which is one bit; NULL: it does nothing. */
const struct sfp_mode_part *sfp_mode_part_of(const struct sfp_insn *insn, unsigned bit);

/* The modes of an operand of kind SFP_K_MOD, bit i for mode i: those that the hardware documents, and those that the
 * peer takes. */
unsigned sfp_documented_modes(const struct sfp_insn *insn, const struct sfp_operand *o);
unsigned sfp_gnu_modes(const struct sfp_insn *insn, const struct sfp_operand *o);

/* Is this mode among them? */
bool sfp_gnu_takes_mode(const struct sfp_insn *insn, const struct sfp_operand *o, unsigned mode);

/* The mode's range for operands of kind SFP_K_BY_MODE; SFP_RANGE_NONE for modes of other instructions. */
enum sfp_range sfp_gnu_range(const struct sfp_insn *insn, unsigned mode);

/* The modes in which the immediate is a floating-point number. */
unsigned sfp_float_modes(const struct sfp_insn *insn);

/* What an instruction reads and writes, bit r for enum sfp_resource r. */
uint32_t sfp_resources_read(const struct sfp_insn *insn, unsigned mode, unsigned vd);
uint32_t sfp_resources_written(const struct sfp_insn *insn, unsigned mode, unsigned vd);

/* The resources of a list. */
uint32_t sfp_resources(const struct sfp_use uses[SFP_MAX_USES], unsigned mode, unsigned vd);

/* What SFPCONFIG writes and SFPMOV reads. */
struct sfp_config_target {
    uint8_t first, count;
    bool read, written;
    bool combines; /* what is written is combined with the old value, as the mode says */
    const char *trace, *text; /* its name in the commit log, and in annotations */
};

/* The target that has this number, or NULL. */
const struct sfp_config_target *sfp_config_target_of(unsigned number);

/* A format of Dst. */
struct sfp_format_mode {
    const char *name;
    const char *loaded, *stored; /* in annotations */
};

const struct sfp_format_mode *sfp_format_mode(enum sfp_arch arch, unsigned mode);

/* Modes that one arch loads as another one, as that one: Blackhole's integer modes convert less (sfpu-dst(7), Loads and
 * Stores). */
static inline unsigned sfp_load_format(enum sfp_arch arch, unsigned mode)
{
    return arch == SFP_BH && mode == SFP_FMT_INT32_SM ? SFP_FMT_INT32 : mode;
}

/* And stores. */
static inline unsigned sfp_store_format(enum sfp_arch arch, unsigned mode)
{
    if (arch != SFP_BH)
        return mode;
    return mode == SFP_FMT_INT32_SM ? SFP_FMT_INT32 : mode == SFP_FMT_INT8_COMP ? SFP_FMT_INT8 : mode;
}

/*
 * Bits of 23:0 that the hardware does not look at in a documented `mode`, though operands reach them: registers that the
 * instruction does not use then, and immediates. None of those that must be 0.
 */
uint32_t sfp_ignored_bits(const struct sfp_insn *insn, unsigned mode);

/* In this mode, is there no effect but on the register VD, or not even another one unless that can be written? Then
 * one of L8..L11 as VD makes the instruction do nothing (sfpu-semantics(7), Write guards). */
bool sfp_only_writes_vd(const struct sfp_insn *insn, unsigned mode);

/* ---- Uses: what instructions read and write as masks ----
 * Bit r for LReg r, and the bits below. What operands name is left to whoever knows the operands. */

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

/* Operands that are LRegs, as bits of a mask of names. */
enum {
    SFP_NAMES_VA = 1 << 0,
    SFP_NAMES_VB = 1 << 1,
    SFP_NAMES_VC = 1 << 2,
    SFP_NAMES_VD = 1 << 3,
    SFP_NAMES_B = 1 << 4,
};

/* Uses as far as the mode tells: a mask, and the operands whose LRegs join it. */
struct sfp_uses {
    uint32_t mask;
    uint8_t names;
};

/* Of resources as sfp_resources_read() and its like give them. */
struct sfp_uses sfp_uses_of(uint32_t resources);

/* What an instruction of this row can write, as a mask: a constant can be named, not written. */
uint32_t sfp_writable(const struct sfp_insn *insn);

#endif
