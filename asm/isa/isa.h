/*
 * The instruction table, and lookups for all folders.
 *
 * isa.def has one row for each instruction and arch; this header defines a row's structure. The assembler, the
 * disassembler, the simulator, the instruction reference and the tests all read these rows; no other copy exists. GNU
 * as is the vendor's GNU assembler, the "peer" of isa.def.
 */
#ifndef SFP_ISA_H
#define SFP_ISA_H

#include "arch.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SFP_LANES = 32,
    SFP_LREGS = 17,          /* number of LRegs: L0..L15 and the staging register L16 */
    SFP_STAGING_LREG = 16,   /* written only by macro-scheduled instructions */
    SFP_FIRST_TEMPLATE_VD = 12, /* VD fields 12..15 load instruction templates 0..3 */
    SFP_MAX_OPERANDS = 14,
    SFP_MAX_USES = 8,
    SFP_OPCODE_LSB = 24,
    SFP_FIELD_BITS = 24,
    SFP_MODES = 16,
};

/* The vector unit's sub-units, in the order of a sequence's bytes (sfpu-timing(7), Sequences), and the load
 * sub-unit. */
enum sfp_unit {
    SFP_UNIT_NONE, /* an instruction outside the vector unit */
    SFP_UNIT_SIMPLE,
    SFP_UNIT_MAD,
    SFP_UNIT_ROUND,
    SFP_UNIT_STORE,
    SFP_UNIT_LOAD,
    SFP_UNITS,
};

/* Write guards (sfpu-semantics(7), Write guards). */
enum sfp_guard {
    SFP_GUARD_NONE,
    SFP_GUARD_8,  /* instructions without effect unless VD < 8 or VD = 16 */
    SFP_GUARD_12, /* instructions that proceed if VD < 12 or the template backdoor is disabled */
};

/* How the simulator executes a row (sfpu-frontend(7), What is modelled). */
enum sfp_disposition {
    SFP_REFUSE, /* instruction not modelled: the simulator reports an error with the instruction's name */
    SFP_SKIP,   /* instruction not modelled, but skipped on an option: changes only counters of the vector unit */
    SFP_COPY,   /* instruction not modelled, but allowed if Dst already has the value that the instruction would copy
                 * there */
    SFP_NOTE,   /* instruction that takes its issue slot and has no effect on the vector unit; noted once */
    SFP_MODEL,
};

enum sfp_field {
#define FIELD(id, name) SFP_F_##id,
#include "fields.def"
#undef FIELD
    SFP_FIELDS,
};

/* How an operand is written and checked. The letters in parentheses are GNU as's operand kinds. */
enum sfp_kind {
    SFP_K_REG,      /* L0..L15; GNU as stops at `limit` (L) */
    SFP_K_MOD,      /* a mode; GNU as takes the modes in `limit` (m): modes.h */
    SFP_K_UNSIGNED, /* number from 0 to 2^width-1 (u) */
    SFP_K_SIGNED,   /* number from -2^(width-1) to 2^width-1, printed signed (s) */
    SFP_K_EITHER,   /* number in the same range as SIGNED, printed unsigned (o) */
    SFP_K_BY_MODE,  /* number whose range depends on the mode (d): modes.h */
    SFP_K_ZERO,     /* operand that is written, and always 0 */
    SFP_K_HALFWORD, /* SETDMAREG's 14 bits, or 16 if the operand before it is 0 */
    SFP_K_SPLIT,    /* LReg number whose bit 2 lies apart, in bit 0 of the word (SFPLOADMACRO) */
    SFP_K_RESERVED, /* field not written in the GNU form; must be 0 */
};

struct sfp_operand {
    uint8_t field; /* field of the word, an enum sfp_field */
    uint8_t lsb;
    uint8_t width;
    uint8_t kind;     /* kind of operand, an enum sfp_kind */
    bool hidden;      /* GNU as does not write the operand and sets it to `fixed` */
    bool shared;      /* its top bits also belong to the operand before; the later operand decides */
    uint16_t limit;   /* SFP_K_REG: first register that GNU as refuses; SFP_K_MOD: mask of modes, or 0 */
    uint16_t fixed;   /* a hidden operand's value if the source does not write it */
    uint16_t modes;   /* SFP_K_MOD: mask of documented modes, or 0 to take them from modes.def */
    uint32_t unused;  /* the operand's bits that hardware wants as 0, although a source can set them */
};

/* A resource: state that an instruction reads or writes besides its issue slot. */
enum sfp_resource {
    SFP_R_NONE,
    SFP_R_VA, SFP_R_VB, SFP_R_VC, SFP_R_VD,
    SFP_R_B,       /* the second source: VD if issued, the macro's VB if scheduled */
    SFP_R_L0, SFP_R_L7,
    SFP_R_L0_L3, SFP_R_L1_L3, SFP_R_L4_L6, SFP_R_L0_L7,
    SFP_R_ANY,     /* the LReg that a lane's L7 names */
    SFP_R_FLAGS, SFP_R_STACK, SFP_R_PRNG, SFP_R_DST, SFP_R_RWC, SFP_R_CONFIG,
    SFP_R_LANE_CONFIG, SFP_R_MACRO_CONFIG, SFP_R_LATCH,
};

/* A use of a resource, in modes with (mod & mask) == value, if also (VD & vd_mask) == vd_value. */
struct sfp_use {
    uint8_t resource; /* resource used, an enum sfp_resource */
    uint8_t mask;
    uint8_t value;
    uint8_t vd_mask;
    uint8_t vd_value;
};

static inline bool sfp_use_holds(const struct sfp_use *use, unsigned mod, unsigned vd)
{
    return (mod & use->mask) == use->value && (vd & use->vd_mask) == use->vd_value;
}

/* Two sources that can be exchanged. */
enum sfp_exchange {
    SFP_EXCHANGE_NONE,
    SFP_EXCHANGE_VA_VB,
    SFP_EXCHANGE_VB_VC, /* the second source and VC; the second source is VB, or VD if the instruction reads it there */
    SFP_EXCHANGE_VC_VD, /* SFPSWAP's: VC and VD exchange their values, and receive the same two results */
};

/* The sources whose exchange leaves every bit of the results and flags unchanged, for all values. */
struct sfp_commutation {
    uint8_t pair;   /* pair of operands that may be exchanged, an enum sfp_exchange */
    bool of_one;    /* the exchange needs VA = L10, the constant 1.0 */
    uint16_t modes; /* bit i for mode i: the modes in which the exchange is allowed */
};

/* One enumerator for each mnemonic, whatever the arch. */
enum sfp_id {
#define INSN(id, ...) SFP_I_##id,
#define VARIANT(id, ...)
#include "isa.def"
#undef INSN
#undef VARIANT
    SFP_IDS,
};

/* The longest latency of any instruction. */
enum {
    SFP_MAX_LATENCY = sizeof(union {
#define LATENCY(id, arch, first, last, cycles) char id##_from_##first##_on_##arch[cycles];
#include "latency.def"
#undef LATENCY
    }),
};

/* STALLWAIT's block bits: units whose instructions a wait holds back (sfpu-timing(7), Waits). */
enum {
    SFP_HELD_SYNC = 1 << 1,   /* the sync unit */
    SFP_HELD_SCALAR = 1 << 5, /* the scalar unit (ThCon) */
    SFP_HELD_MATRIX = 1 << 6,
    SFP_HELD_CONFIG = 1 << 7, /* the configuration unit */
    SFP_HELD_ALL = 0x1FF,
};

struct sfp_insn {
    uint8_t id;     /* id of the instruction, an enum sfp_id */
    uint8_t opcode; /* bits 31:24 of the word */
    uint8_t arch;   /* mask of enum sfp_arch */
    uint8_t unit;   /* unit of the instruction, an enum sfp_unit */
    uint8_t guard;  /* guard on VD, an enum sfp_guard */
    uint8_t sim;    /* treatment by the simulator, an enum sfp_disposition */
    bool no_gnu;      /* the vendor's header has the instruction, but GNU as lacks it */
    bool no_backdoor; /* VD fields 12..15 do not load a template */
    uint16_t block;   /* STALLWAIT block bits that hold the instruction back (sfpu-timing(7), Waits) */
    uint8_t taken_bits; /* number of used low bits of the immediate or address; 0: the whole field */
    uint8_t gnu_length, macro_length; /* lengths of the names */
    const char *gnu;   /* GNU as's mnemonic, in lower case */
    const char *macro; /* the vendor macro's name without TTI_ */
    const char *what;  /* semantics in one line */
    struct sfp_operand ops[SFP_MAX_OPERANDS];  /* operands in GNU order, with hidden and reserved operands in place */
    struct sfp_operand args[SFP_MAX_OPERANDS]; /* operands in the vendor macro's order */
    struct sfp_use reads[SFP_MAX_USES];
    struct sfp_use writes[SFP_MAX_USES];
    struct sfp_commutation commutes;
};

/* All rows. */
extern const struct sfp_insn sfp_isa[];
extern const size_t sfp_isa_rows;

/* Does an operand list end here? The last entry has width 0. */
static inline bool sfp_operand_end(const struct sfp_operand *operand) { return operand->width == 0; }

/* Is this operand the register that the instruction writes? SFPSTORE's VD is read. */
static inline bool sfp_is_destination(const struct sfp_insn *insn, const struct sfp_operand *operand)
{
    return operand->field == SFP_F_VD && insn->id != SFP_I_SFPSTORE;
}

/* With this VD, is the instruction loaded as a template instead of executed, unless the backdoor is disabled
 * (sfpu-semantics(7), Template loads)? */
static inline bool sfp_names_template(const struct sfp_insn *insn, unsigned vd)
{
    return !insn->no_backdoor && vd >= SFP_FIRST_TEMPLATE_VD && vd < SFP_STAGING_LREG;
}

static inline uint32_t sfp_bits(uint32_t word, unsigned lsb, unsigned width)
{
    return (uint32_t)((word >> lsb) & ((UINT64_C(1) << width) - 1));
}

enum { SFP_NAME_SLOTS = 1024 };

/* The rows of one arch with three indices, built once by each encoder or decoder. Allocates no memory. */
struct sfp_index {
    enum sfp_arch arch;
    size_t count;
    const struct sfp_insn *rows[UINT8_MAX]; /* `count` rows, in the table's order */
    const struct sfp_insn *by_opcode[256];  /* row of each opcode; NULL for an opcode that the arch lacks */
    uint8_t gnu_slots[SFP_NAME_SLOTS];      /* hash table of names: 0, or 1 plus an index into `rows` */
    uint8_t macro_slots[SFP_NAME_SLOTS];
};

/* Fills `index` for `arch` (SFP_WH or SFP_BH). */
void sfp_index_init(struct sfp_index *index, enum sfp_arch arch);

/* Returns the row of a word's opcode, or NULL. Ignores reserved bits. */
static inline const struct sfp_insn *sfp_insn_of_word(const struct sfp_index *index, uint32_t word)
{
    return index->by_opcode[word >> SFP_OPCODE_LSB];
}

/* Return the row of a mnemonic, or NULL. `name` needs no final NUL. Case does not matter for GNU names. */
const struct sfp_insn *sfp_insn_by_gnu(const struct sfp_index *index, const char *name, size_t length);
const struct sfp_insn *sfp_insn_by_macro(const struct sfp_index *index, const char *name, size_t length);

/* Kinds of macros, by the name's prefix. */
enum sfp_macro_kind {
    SFP_NO_MACRO,
    SFP_MACRO_STATEMENT, /* macro TTI_ or TT_ */
    SFP_MACRO_WORD,      /* macro TT_OP_ */
};

struct sfp_macro_prefix {
    enum sfp_macro_kind kind;
    size_t length;
};

/* Returns the kind and length of a name's macro prefix. Inline, since nearly every name is tested. */
static inline struct sfp_macro_prefix sfp_macro_prefix(const char *name, size_t length)
{
    if (length < 4 || name[0] != 'T' || name[1] != 'T')
        return (struct sfp_macro_prefix){SFP_NO_MACRO, 0};
    if (length > 4 && name[2] == 'I' && name[3] == '_')
        return (struct sfp_macro_prefix){SFP_MACRO_STATEMENT, 4};
    if (length > 6 && name[2] == '_' && name[3] == 'O' && name[4] == 'P' && name[5] == '_')
        return (struct sfp_macro_prefix){SFP_MACRO_WORD, 6};
    return name[2] == '_' ? (struct sfp_macro_prefix){SFP_MACRO_STATEMENT, 3}
                          : (struct sfp_macro_prefix){SFP_NO_MACRO, 0};
}

/* Returns the operand of `insn` for `field`, or NULL. */
const struct sfp_operand *sfp_operand_of(const struct sfp_insn *insn, enum sfp_field field);

static inline bool sfp_has_field(const struct sfp_insn *insn, enum sfp_field field)
{
    return sfp_operand_of(insn, field) != NULL;
}

/* Returns the value of `field` in `word`, unsigned, or 0 if the instruction lacks the field. */
uint32_t sfp_field(const struct sfp_insn *insn, uint32_t word, enum sfp_field field);

/* Returns the bits that an operand occupies in the word. */
uint32_t sfp_operand_mask(const struct sfp_operand *operand);

/* sfp_operand_get() returns an operand's value in a word; sfp_operand_put() returns the word's bits for a value,
 * which must fit. Operands are put in order; a shared bit is the later operand's. */
uint32_t sfp_operand_get(const struct sfp_operand *operand, uint32_t word);
uint32_t sfp_operand_put(const struct sfp_operand *operand, uint32_t value);

struct field_value {
    enum sfp_field field;
    uint32_t value; /* value of the field, which must fit */
};

/* Makes the word of instruction `id` with these fields; other fields are 0. The arch must have the instruction, and
 * the instruction the fields. */
uint32_t sfp_word_made(const struct sfp_index *index, enum sfp_id id, const struct field_value *values, size_t count);

#define MADE_WORD(index, id, ...) \
    sfp_word_made(index, id, (const struct field_value[]){__VA_ARGS__}, \
                  sizeof((const struct field_value[]){__VA_ARGS__}) / sizeof(struct field_value))

/* Returns `word` with another value in one field. */
uint32_t sfp_word_with(const struct sfp_insn *insn, uint32_t word, enum sfp_field field, uint32_t value);

/* Returns the bits of 23:0 that must be 0 in `insn`: bits of no operand, and of reserved operands. */
uint32_t sfp_reserved_bits(const struct sfp_insn *insn);

/* Returns all bits that must be 0: the reserved bits, and bits that an operand's text can set although they must be
 * 0. */
uint32_t sfp_zero_bits(const struct sfp_insn *insn);

/* Returns the instruction's mode (Mod0 or Mod1) in `word`, or 0 for an instruction without modes. */
unsigned sfp_mode(const struct sfp_insn *insn, uint32_t word);

/* Returns the cycles from the instruction's execution in this mode to the first cycle in which its result can be
 * read; 0 outside the vector unit. `arch` must be one of the row's. */
unsigned sfp_latency(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode);

/* Does the hardware document this mode? True for an instruction without modes. */
bool sfp_mode_documented(const struct sfp_insn *insn, unsigned mode);

const char *sfp_field_name(enum sfp_field field);
const char *sfp_unit_name(enum sfp_unit unit); /* returns "load", "simple", ... as traces spell them */

/* Reads L0..L15, or T0..T3, whose numbers as a destination are 12..15. Returns the letter, or NUL for other names. */
char sfp_register_named(const char *text, size_t length, int64_t *number);

#endif
